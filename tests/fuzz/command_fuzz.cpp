#include "store/error.hpp"
#include "tools/source/quoting.hpp"
#include "tools/source/request.hpp"

#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

/// What was taken comes out again; what was not says why.
void check(const std::string& command) {
    try {
        std::string again;
        const auto words = tools::source::split_words(command);
        for (const auto& word : words)
            again += tools::source::in_quotes(word) + " ";
        if (tools::source::split_words(again) != words) std::abort();
        tools::source::read_request(command);
    } catch (const store::Error& error) {
        if (error.problems.size() != 1 || error.problems.front().message.empty()) std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    check({reinterpret_cast<const char*>(data), size});
    return 0;
}
