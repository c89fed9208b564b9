#include "tools/memory/records.hpp"

#include "store/error.hpp"

#include <array>

namespace tools::memory {
namespace {

constexpr std::int64_t before_1970 = 62'167'219'200'000;  ///< ms from the year 0 on
constexpr const char* erased_words = "[erased]";

template <class E>
E decode_enum(store::Reader& from) {
    const std::uint8_t byte = from.u8();
    if (byte >= names(E{}).size()) throw store::Error(store::Code::corrupt, "an unknown word");
    return static_cast<E>(byte);
}

template <class E>
void encode_enum(E value, store::Writer& to) {
    to.u8(static_cast<std::uint8_t>(value));
}

void encode_ms(std::int64_t ms, store::Writer& to) {
    to.varint(static_cast<std::uint64_t>(ms));
}

std::int64_t decode_ms(store::Reader& from) {
    return static_cast<std::int64_t>(from.varint());
}

void encode_moment(const std::optional<Moment>& moment, store::Writer& to) {
    to.varint(packed(moment));
}

std::optional<Moment> decode_moment(store::Reader& from) {
    return unpacked(from.varint());
}

void encode_id(const EpisodeId& id, store::Writer& to) {
    to.text(id.str());
}

EpisodeId decode_id(store::Reader& from) {
    return EpisodeId(std::string(from.text()));
}

template <class Fields>
std::string joined_fields(const Fields& fields) {
    store::Writer to;
    for (const std::string* field : fields)
        to.text(*field);
    return to.take();
}

template <class Fields>
void read_fields(std::string_view text, const Fields& fields) {
    store::Reader from(text);
    for (std::string* field : fields)
        *field = text.empty() ? std::string(erased_words) : std::string(from.text());
}

}  // namespace

std::uint64_t packed(const std::optional<Moment>& moment) {
    if (!moment) return 0;
    const auto ms = static_cast<std::uint64_t>(moment->ms + before_1970);
    return (ms << 2U | static_cast<std::uint64_t>(moment->precision)) + 1;
}

std::optional<Moment> unpacked(std::uint64_t packed) {
    if (packed == 0) return std::nullopt;
    const std::uint64_t bits = packed - 1;
    const auto precision = static_cast<std::uint8_t>(bits & 3U);
    if (precision > 2) throw store::Error(store::Code::corrupt, "an unknown precision");
    return Moment{static_cast<std::int64_t>(bits >> 2U) - before_1970,
                  static_cast<Precision>(precision)};
}

void encode(const Head& head, store::Writer& to) {
    to.varint(head.revision).varint(head.next_fact).varint(head.episodes);
    to.varint(head.facts).varint(head.patterns).varint(head.removed);
    encode_ms(head.first_ms, to);
    encode_ms(head.last_ms, to);
    if (!head.aged.str().empty()) encode_id(head.aged, to);
}

void decode(store::Reader& from, Head& head) {
    for (std::uint64_t* count : {&head.revision, &head.next_fact, &head.episodes, &head.facts,
                                 &head.patterns, &head.removed})
        *count = from.varint();
    head.first_ms = decode_ms(from);
    head.last_ms = decode_ms(from);
    if (!from.done()) head.aged = decode_id(from);
}

void encode(const Episode& episode, store::Writer& to) {
    encode_enum(episode.kind, to);
    encode_moment(episode.said, to);
    encode_ms(episode.recorded_ms, to);
    encode_ms(episode.removed_ms, to);
    encode_enum(episode.removal, to);
    encode_id(episode.replaced_by, to);
    to.varint(episode.replaces.size());
    for (const EpisodeId& id : episode.replaces)
        encode_id(id, to);
    to.varint(episode.secrets.size());
    for (const std::string& rule : episode.secrets)
        to.text(rule);
    to.varint(episode.first_fact).varint(episode.facts).varint(episode.content);
}

void decode(store::Reader& from, Episode& episode) {
    episode.kind = decode_enum<EpisodeKind>(from);
    episode.said = decode_moment(from);
    episode.recorded_ms = decode_ms(from);
    episode.removed_ms = decode_ms(from);
    episode.removal = decode_enum<Removal>(from);
    episode.replaced_by = decode_id(from);
    for (std::uint64_t left = from.varint(); left > 0; --left)
        episode.replaces.push_back(decode_id(from));
    for (std::uint64_t left = from.varint(); left > 0; --left)
        episode.secrets.emplace_back(from.text());
    episode.first_fact = from.varint();
    episode.facts = static_cast<std::uint32_t>(from.varint());
    episode.content = from.varint();
}

namespace {

constexpr std::uint8_t pattern_bit = 1, alias_bit = 2, single_bit = 4, confidence_bit = 8;

std::uint8_t flags_of(const Fact& fact) {
    return static_cast<std::uint8_t>(
        (fact.pattern ? pattern_bit : 0U) | (fact.alias ? alias_bit : 0U) |
        (fact.single ? single_bit : 0U) | (fact.confidence ? confidence_bit : 0U));
}

void encode_closing(const Closing& closing, store::Writer& to) {
    encode_ms(closing.recorded_ms, to);
    encode_moment(closing.before, to);
    encode_moment(closing.invalid_at, to);
    to.text(closing.reason);
}

Closing decode_closing(store::Reader& from) {
    Closing out;
    out.recorded_ms = decode_ms(from);
    out.before = decode_moment(from);
    out.invalid_at = decode_moment(from).value_or(Moment{});
    out.reason = from.text();
    return out;
}

}  // namespace

void encode(const Fact& fact, store::Writer& to) {
    encode_id(fact.episode, to);
    to.varint(fact.place).u8(flags_of(fact));
    if (fact.single) encode_enum(*fact.single, to);
    if (fact.confidence) to.varint(*fact.confidence);
    encode_moment(fact.valid_at, to);
    encode_moment(fact.invalid_at, to);
    encode_ms(fact.recorded_ms, to);
    encode_ms(fact.removed_ms, to);
    encode_enum(fact.removal, to);
    to.varint(fact.closings.size());
    for (const Closing& closing : fact.closings)
        encode_closing(closing, to);
    to.varint(fact.content);
}

void decode(store::Reader& from, Fact& fact) {
    fact.episode = decode_id(from);
    fact.place = static_cast<std::uint32_t>(from.varint());
    const std::uint8_t flags = from.u8();
    fact.pattern = (flags & pattern_bit) != 0;
    fact.alias = (flags & alias_bit) != 0;
    if ((flags & single_bit) != 0) fact.single = decode_enum<Single>(from);
    if ((flags & confidence_bit) != 0) fact.confidence = static_cast<std::uint16_t>(from.varint());
    fact.valid_at = decode_moment(from);
    fact.invalid_at = decode_moment(from);
    fact.recorded_ms = decode_ms(from);
    fact.removed_ms = decode_ms(from);
    fact.removal = decode_enum<Removal>(from);
    for (std::uint64_t left = from.varint(); left > 0; --left)
        fact.closings.push_back(decode_closing(from));
    fact.content = from.varint();
}

void encode(const NameEntry& entry, store::Writer& to) {
    to.text(entry.name).varint(entry.facts);
}

void decode(store::Reader& from, NameEntry& entry) {
    entry.name = from.text();
    entry.facts = from.varint();
}

std::string words_text(const Episode& e) {
    return joined_fields(std::array{&e.name, &e.source_description, &e.source, &e.context});
}

void read_words(std::string_view text, Episode& e) {
    read_fields(text, std::array{&e.name, &e.source_description, &e.source, &e.context});
}

std::string words_text(const Fact& f) {
    return joined_fields(std::array{&f.subject, &f.predicate, &f.object, &f.statement});
}

void read_words(std::string_view text, Fact& f) {
    read_fields(text, std::array{&f.subject, &f.predicate, &f.object, &f.statement});
}

}  // namespace tools::memory
