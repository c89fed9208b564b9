#include "tools/thread/records.hpp"

#include "store/error.hpp"
#include "store/hex.hpp"

#include <algorithm>
#include <cmath>

namespace tools::thread {
namespace {

constexpr double weight_steps = 1e6;
constexpr std::size_t raw_id_bytes = 32;
constexpr std::uint64_t most_reserved = 64;
constexpr std::uint8_t object_bit = 1, system_bit = 2;
constexpr unsigned counted_shift = 2;  ///< who counted stands in the bits above those two

void encode_numbers(const std::vector<Number>& numbers, store::Writer& to) {
    to.varint(numbers.size());
    for (const Number number : numbers)
        to.varint(number);
}

void decode_numbers(store::Reader& from, std::vector<Number>& to) {
    to.clear();
    std::uint64_t left = from.varint();
    to.reserve(std::min(left, most_reserved));
    for (; left > 0; --left)
        to.push_back(from.varint());
}

template <class E>
E kind_of(std::uint8_t byte) {
    if (byte >= names(E{}).size()) throw store::Error(store::Code::corrupt, "an unknown kind");
    return static_cast<E>(byte);
}

template <class E>
E decode_kind(store::Reader& from) {
    return kind_of<E>(from.u8());
}

/// Passes over numbers and gives how many there were and the first one.
std::pair<std::uint64_t, Number> first_number(store::Reader& from) {
    const std::uint64_t count = from.varint();
    const Number first = count > 0 ? from.varint() : 0;
    for (std::uint64_t left = count; left > 1; --left)
        from.varint();
    return {count, first};
}

void decode_front(store::Reader& from, Header& node) {
    node.kind = decode_kind<Kind>(from);
    const std::uint8_t flags = from.u8();
    node.args_object = (flags & object_bit) != 0;
    node.role = (flags & system_bit) != 0 ? Role::system : Role::user;
    node.counted = kind_of<CountedBy>(static_cast<std::uint8_t>(flags >> counted_shift));
    node.time = static_cast<std::int64_t>(from.varint());
    node.tokens = static_cast<std::int64_t>(from.varint());
}

void decode_back(store::Reader& from, Header& node) {
    node.importance = static_cast<std::uint16_t>(from.varint());
    node.content = from.varint();
}

}  // namespace

std::string raw_id(std::string_view hex) {
    return store::from_hex(hex.substr(0, hex.size() / 2 * 2)).value_or(std::string());
}

void encode(const Head& head, store::Writer& to) {
    to.varint(head.items).varint(head.versions).varint(head.parts);
    to.varint(static_cast<std::uint64_t>(head.last_time));
    if (head.pending > 0) to.varint(head.pending);
}

void decode(store::Reader& from, Head& head) {
    head.items = from.varint();
    head.versions = from.varint();
    head.parts = from.varint();
    head.last_time = static_cast<std::int64_t>(from.varint());
    if (!from.done()) head.pending = from.varint();
}

void encode(const Node& node, store::Writer& to) {
    to.raw(raw_id(node.id)).u8(static_cast<std::uint8_t>(node.kind));
    to.u8(static_cast<std::uint8_t>((node.args_object ? object_bit : 0U) |
                                    (node.role == Role::system ? system_bit : 0U) |
                                    static_cast<unsigned>(node.counted) << counted_shift));
    to.varint(static_cast<std::uint64_t>(node.time))
        .varint(static_cast<std::uint64_t>(node.tokens));
    encode_numbers(node.parents, to);
    encode_numbers(node.members, to);
    to.varint(node.target).text(node.call_id).text(node.strategy).text(node.message);
    to.varint(node.importance).varint(node.content);
}

void decode(store::Reader& from, Node& node) {
    node.id = store::to_hex(from.raw(raw_id_bytes));
    decode_front(from, node);
    decode_numbers(from, node.parents);
    decode_numbers(from, node.members);
    node.target = from.varint();
    for (std::string* text : {&node.call_id, &node.strategy, &node.message})
        *text = from.text();
    decode_back(from, node);
}

[[gnu::flatten]] void decode(store::Reader& from, Candidate& one, ToolTexts& texts) {
    from.raw(raw_id_bytes);
    decode_front(from, one.node);
    const auto [parents, parent] = first_number(from);
    one.parent = parent;
    one.merges = parents > 1;
    first_number(from);  // members
    from.varint();       // target
    texts.call_id = from.text();
    one.is_verdict = is_verdict(one.node.kind, from.text());
    texts.message = from.text();
    decode_back(from, one.node);
}

void encode(const Link& link, store::Writer& to) {
    to.varint(link.from).varint(link.to).u8(static_cast<std::uint8_t>(link.kind));
    to.varint(static_cast<std::uint64_t>(std::lround(link.weight * weight_steps)));
    to.text(link.reason).varint(static_cast<std::uint64_t>(link.time));
}

void decode(store::Reader& from, Link& link) {
    link.from = from.varint();
    link.to = from.varint();
    link.kind = decode_kind<ArcKind>(from);
    link.weight = static_cast<double>(from.varint()) / weight_steps;
    link.reason = from.text();
    link.time = static_cast<std::int64_t>(from.varint());
}

void encode(const Version& version, store::Writer& to) {
    encode_numbers(version.parents, to);
    encode_numbers(version.heads, to);
    to.varint(version.set);
    encode_numbers(version.added, to);
    to.varint(version.nodes).text(version.message);
    to.varint(static_cast<std::uint64_t>(version.time));
    to.raw(raw_id(version.digest)).text(version.request).varint(version.answer);
}

void decode(store::Reader& from, Version& version) {
    decode_numbers(from, version.parents);
    decode_numbers(from, version.heads);
    version.set = from.varint();
    decode_numbers(from, version.added);
    version.nodes = from.varint();
    version.message = from.text();
    version.time = static_cast<std::int64_t>(from.varint());
    version.digest = store::to_hex(from.raw(32));
    version.request = from.text();
    version.answer = from.varint();
}

std::string words_text(const Words& words) {
    store::Writer to;
    to.text(words.text).text(words.name).text(words.model).text(words.metadata);
    to.text(words.logprobs);
    if (!words.nonce.empty()) to.text(words.nonce);
    return to.take();
}

Words read_words(std::string_view text) {
    if (text.empty()) return {"[erased]", "", "", "", "", ""};
    store::Reader from(text);
    Words out;
    for (std::string* field : {&out.text, &out.name, &out.model, &out.metadata, &out.logprobs})
        *field = from.text();
    if (!from.done()) out.nonce = from.text();
    return out;
}

}  // namespace tools::thread
