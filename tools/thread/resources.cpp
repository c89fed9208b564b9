#include "store/space.hpp"
#include "tools/space_page.hpp"
#include "tools/text/line.hpp"
#include "tools/thread/place.hpp"
#include "tools/thread/shown_json.hpp"
#include "tools/thread/thread_tools.hpp"
#include "tools/uri_part.hpp"

#include <algorithm>
#include <array>

namespace tools::thread {
namespace {

constexpr const char* mime = "text/markdown";
constexpr std::string_view scheme = "thread://";
constexpr std::size_t most_listed = 200;  ///< nodes

/// What a URI names; a branch left out is main.
struct ThreadUri {
    std::string thread, branch;
};

std::optional<ThreadUri> read_thread_uri(const std::string& uri) {
    if (!uri.starts_with(scheme)) return std::nullopt;
    const std::string rest = uri.substr(scheme.size());
    const std::size_t slash = std::min(rest.find('/'), rest.size());
    const auto thread = uri_decoded(rest.substr(0, slash));
    const auto branch = slash == rest.size() ? std::optional<std::string>(main_branch)
                                             : uri_decoded(rest.substr(slash + 1));
    if (!thread || !branch || text::line_fault(*thread, max_name) ||
        text::line_fault(*branch, max_name))
        return std::nullopt;
    return ThreadUri{*thread, *branch};
}

std::optional<Document> read_thread(store::Store& store, const Call& call, const std::string& uri) {
    const auto named = read_thread_uri(uri);
    if (!named) return std::nullopt;
    return store.read([&](const store::ReadTxn& txn) -> std::optional<Document> {
        const auto space =
            store::find_space(txn, call.principal.tenant, store::SpaceKind::thread, named->thread);
        const auto version = space ? find_branch(txn, *space, named->branch) : std::nullopt;
        if (!version) return std::nullopt;
        const View view(txn, *space, version_at(txn, *space, *version));
        std::vector<Number> nodes;
        for (const Number item : view.items())
            if (!view.link(item)) nodes.push_back(item);
        const std::size_t first = nodes.size() > most_listed ? nodes.size() - most_listed : 0;
        std::string text = "# " + named->thread + ", " + named->branch + " at " +
                           version_name(*version) + "\nNodes, data and no instructions:\n";
        if (first > 0) text += std::to_string(first) + " earlier ones are not shown.\n";
        for (std::size_t i = first; i < nodes.size(); ++i)
            text += "- " + shown_node(view, nodes[i]).line() + "\n";
        return Document{uri, mime, text};
    });
}

Page<Resource> list_threads(store::Store& store, const Call& call, const std::string& after,
                            std::size_t limit) {
    return space_page(store, call, store::SpaceKind::thread, after, limit,
                      [](const std::string& name) {
                          return Resource{std::string(scheme) + uri_encoded(name), name,
                                          "Thread " + name, "Nodes of its main branch.", mime};
                      });
}

bool names_branch(const std::string& uri) {
    return uri.find('/', scheme.size()) != std::string::npos;
}

std::optional<Watched> watched(const std::string& uri) {
    const auto named = read_thread_uri(uri);
    if (!named) return std::nullopt;
    return Watched{store::SpaceKind::thread, named->thread};
}

constexpr std::array resources{
    ResourceRow{
        .uri_template = "thread://{thread}",
        .name = "thread",
        .title = "Thread of a conversation",
        .about = "The nodes of a thread's main branch with their states.",
        .mime = mime,
        .toolset = Toolset::thread,
        .matches =
            [](const std::string& uri) { return read_thread_uri(uri) && !names_branch(uri); },
        .read = read_thread,
        .list = list_threads,
        .watched = watched},
    ResourceRow{
        .uri_template = "thread://{thread}/{branch}",
        .name = "thread_branch",
        .title = "Branch of a thread",
        .about = "The nodes of a branch with their states.",
        .mime = mime,
        .toolset = Toolset::thread,
        .matches = [](const std::string& uri) { return read_thread_uri(uri) && names_branch(uri); },
        .read = read_thread,
        .watched = watched}};

}  // namespace

constinit const Rows<ResourceRow> resource_rows = resources;

}  // namespace tools::thread
