#include "tools/handle.hpp"
#include "tools/projection/projection_tools.hpp"
#include "tools/projection/publish.hpp"
#include "tools/projection/refusal.hpp"
#include "tools/projection/selection_json.hpp"

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tools::projection {
namespace {

/// The bytes of the selection, at most one more than may be read: its size is judged
/// before anything else of it.
std::string file_bytes(const std::string& path) {
    const Handle file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));

    struct stat info {};

    demand(file.get() >= 0 && ::fstat(file.get(), &info) == 0 && S_ISREG(info.st_mode),
           Fault::selection_unreadable);
    std::string out;
    std::array<char, 65536> part{};
    while (out.size() <= most_input_bytes) {
        const ssize_t size = ::read(file.get(), part.data(), part.size());
        demand(size >= 0, Fault::selection_unreadable);
        if (size == 0) break;
        out.append(part.data(), static_cast<std::size_t>(size));
    }
    return out;
}

/// `projection`: applies the selection of a file, if one is given, and publishes.
void build(store::Store& store, const Call& call, const std::map<std::string, std::string>& words) {
    const auto word = [&](const char* name) {
        const auto at = words.find(name);
        return at == words.end() ? std::string() : at->second;
    };
    Order order;
    order.directory = word("state-root");
    order.graphify_python = word("verify-graphify");
    if (words.contains("selection"))
        order.selection = read_selection(file_bytes(word("selection")));
    carry_out(store, call.principal.tenant, std::move(order));
}

constexpr std::array command{CommandRow{"projection", build}};

}  // namespace

constinit const Rows<CommandRow> command_rows = command;

}  // namespace tools::projection
