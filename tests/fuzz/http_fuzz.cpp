#include "mcp/http_gate.hpp"
#include "mcp/http_request.hpp"
#include "mcp/jsonrpc.hpp"
#include "store/error.hpp"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

constexpr std::size_t most = 4096;

/// The bodies of the requests in bytes, and how it ends, when they come in steps.
std::string reading(std::string_view bytes, std::size_t step) {
    mcp::RequestReader reader(most);
    std::string out;
    for (std::size_t at = 0; at < bytes.size(); at += step) {
        reader.feed(bytes.substr(at, step));
        for (;;) {
            const mcp::Arrival state = reader.advance();
            if (state == mcp::Arrival::faulty) return out + "!";
            if (state == mcp::Arrival::partial) break;
            if (state == mcp::Arrival::head) {
                if (reader.head().length > most) std::abort();
                mcp::accepted(reader.head());
                continue;
            }
            if (reader.body().size() > most) std::abort();
            out += reader.head().path + " " + std::string(reader.body()) + "\n";
            reader.next();
        }
    }
    return out;
}

/// Every text is a message or a fault, never an exception of another kind.
void check_message(std::string_view text) {
    try {
        if (mcp::read_messages(text).messages.empty()) std::abort();
    } catch (const store::Error& error) {
        if (std::string_view(error.what()).empty()) std::abort();
    }
}

}  // namespace

/// Requests mean the same however they are cut into reads.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    if (reading(bytes, 1) != reading(bytes, 7) || reading(bytes, 1) != reading(bytes, size + 1))
        std::abort();
    check_message(bytes);
    return 0;
}
