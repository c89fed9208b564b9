#include "tools/memory/episode_json.hpp"
#include "tools/memory/episode_write.hpp"
#include "tools/memory/memory_tools.hpp"
#include "tools/memory/written_json.hpp"

#include <array>
#include <utility>

namespace tools::memory {
namespace {

struct ReplaceArgs : AnewArgs {
    std::string episode_uuid;
    std::optional<std::vector<std::string>> also_replaces;

    static constexpr auto fields() {
        return std::tuple_cat(
            std::tuple{field("episode_uuid", &ReplaceArgs::episode_uuid, "The old one"),
                       field("also_replaces", &ReplaceArgs::also_replaces, "More old ones")},
            AnewArgs::fields());
    }
};

WrittenReply create(store::WriteTxn& txn, const Call& call, const CreateArgs& args) {
    return to_reply(write_episode(txn, call, to_request(args)));
}

WrittenReply replace(store::WriteTxn& txn, const Call& call, const ReplaceArgs& args) {
    WriteRequest request = to_request(args);
    request.replace = args.episode_uuid;
    request.also_replaces = args.also_replaces.value_or(std::vector<std::string>{});
    return to_reply(write_episode(txn, call, request));
}

constexpr std::array create_tools{
    writes<create>({.name = "create_longterm_memory",
                    .title = "Store an episode in long-term memory",
                    .about =
                        "Stores one coherent cluster of facts that outlives the conversation. "
                        "Search first, reuse predicates and names. Times are ISO 8601 UTC, never "
                        "invented. A stored fact that stops being true goes in ends. Answer every "
                        "`!` line. Also: covers, wait, allow_secrets.",
                    .toolset = Toolset::memory,
                    .hints = {.destructive = false, .idempotent = true}}),
    writes<replace>({.name = "replace_longterm_memory_episode",
                     .title = "Replace an episode of long-term memory",
                     .about =
                         "Puts a better episode in the place of a weak, wrong or outdated one, "
                         "which leaves search; its history stays. Fields as in "
                         "create_longterm_memory.",
                     .toolset = Toolset::memory,
                     .hints = {.destructive = true, .idempotent = true}})};

}  // namespace

constinit const Rows<Tool> create_rows = create_tools;

}  // namespace tools::memory
