#include "tools/map/index.hpp"

#include "store/bytes.hpp"

namespace tools::map {

std::string encode_words(const StoredWords& stored) {
    const Words& words = stored.words;
    store::Writer to;
    to.u8(static_cast<std::uint8_t>(stored.node.type)).u32(stored.node.number);
    to.text(words.text).text(words.reason).text(words.impact).text(words.mitigation);
    return to.take();
}

StoredWords decode_words(std::string_view text) {
    if (text.empty()) return {{}, {"[erased]", "", "", ""}};
    store::Reader from(text);
    StoredWords out;
    out.node.type = static_cast<NodeType>(from.u8() % type_count);
    out.node.number = from.u32();
    for (std::string* part :
         {&out.words.text, &out.words.reason, &out.words.impact, &out.words.mitigation})
        *part = from.text();
    return out;
}

void index_words(store::WriteTxn& /*txn*/, store::Space /*space*/, std::uint64_t /*content*/,
                 const Words& /*words*/) {}

void unindex_words(store::WriteTxn& /*txn*/, store::Space /*space*/, std::uint64_t /*content*/) {}

std::vector<NodeId> similar_nodes(const store::ReadTxn& /*txn*/, store::Space /*space*/,
                                  std::string_view /*text*/, std::size_t /*limit*/) {
    return {};
}

}  // namespace tools::map
