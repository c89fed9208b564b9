#include "tools/memory/tables.hpp"

#include "tools/digest.hpp"
#include "tools/memory/normal.hpp"

#include <utility>

namespace tools::memory {
namespace {

using store::Key;
using store::Table;

Key text_key(store::Space space, Table table, const std::string& text) {
    constexpr std::size_t longest = 400;
    constexpr std::size_t digest_size = 32;
    if (text.size() <= longest) return std::move(Key(space, table).tail(text));
    return std::move(Key(space, table).tail(text.substr(0, longest - digest_size) + digest(text)));
}

}  // namespace

Key head_key(store::Space space) {
    return {space, Table::memory_head};
}

Key episode_key(store::Space space, const EpisodeId& id) {
    return std::move(Key(space, Table::memory_episode).tail(packed(id)));
}

Key name_key(store::Space space, std::string_view name) {
    return text_key(space, Table::memory_name, normal_name(name));
}

Key predicate_key(store::Space space, std::string_view label) {
    return text_key(space, Table::memory_predicate, std::string(label));
}

Key equal_key(store::Space space, const Episode& episode, const std::vector<Fact>& facts) {
    constexpr std::uint16_t none = 0xFFFF;
    store::Writer said;
    said.u8(static_cast<std::uint8_t>(episode.kind)).text(words_text(episode));
    said.u64(packed(episode.said));
    for (const Fact& fact : facts) {
        for (const auto* word : {&fact.subject, &fact.predicate, &fact.object, &fact.statement})
            said.text(*word);
        said.u64(packed(fact.valid_at)).u64(packed(fact.invalid_at));
        said.u16(fact.confidence.value_or(none)).u8(fact.alias ? 1 : 0);
        said.u16(fact.single ? static_cast<std::uint16_t>(*fact.single) : none);
    }
    return std::move(Key(space, Table::memory_equal).tail(digest_bytes(said.str())));
}

}  // namespace tools::memory
