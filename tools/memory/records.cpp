#include "tools/memory/records.hpp"

#include "store/error.hpp"
#include "store/hex.hpp"

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
    to.text(packed(id));
}

EpisodeId decode_id(store::Reader& from) {
    return unpacked_id(from.text());
}

constexpr std::size_t uuid_bytes = 16;

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

std::string packed(const EpisodeId& id) {
    std::string digits(id.str());
    std::erase(digits, '-');
    return store::from_hex(digits).value_or(std::string());
}

EpisodeId unpacked_id(std::string_view bytes) {
    if (bytes.empty()) return EpisodeId{};
    if (bytes.size() != uuid_bytes) throw store::Error(store::Code::corrupt, "a uuid is cut off");
    std::string out = store::to_hex(bytes);
    for (const std::size_t dash : {8U, 13U, 18U, 23U})
        out.insert(dash, 1, '-');
    return EpisodeId(std::move(out));
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

enum FactFlag : std::uint8_t {
    leaning = 1,         ///< its episode and the time of writing are those of the head
    same_predicate = 2,  ///< so is its predicate
    pattern_flag = 4,
    alias_flag = 8,
    single_flag = 16,
    confident = 32,
    timed = 64,    ///< it holds from or until a time
    changed = 128  ///< it left search, or was told to have ended
};

std::uint8_t flags_of(const Fact& fact, const Fact* head) {
    const auto flag = [](bool is_set, FactFlag bit) {
        return is_set ? static_cast<unsigned>(bit) : 0U;
    };
    return static_cast<std::uint8_t>(
        flag(head != nullptr, leaning) |
        flag(head != nullptr && head->removal != Removal::erased &&
                 head->predicate == fact.predicate,
             same_predicate) |
        flag(fact.pattern, pattern_flag) | flag(fact.alias, alias_flag) |
        flag(fact.single.has_value(), single_flag) | flag(fact.confidence.has_value(), confident) |
        flag(fact.valid_at || fact.invalid_at, timed) |
        flag(fact.removal != Removal::none || fact.removed_ms != 0 || !fact.closings.empty(),
             changed));
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

void encode_changes(const Fact& fact, store::Writer& to) {
    encode_ms(fact.removed_ms, to);
    encode_enum(fact.removal, to);
    to.varint(fact.closings.size());
    for (const Closing& closing : fact.closings)
        encode_closing(closing, to);
}

void decode_changes(store::Reader& from, Fact& fact) {
    fact.removed_ms = decode_ms(from);
    fact.removal = decode_enum<Removal>(from);
    for (std::uint64_t left = from.varint(); left > 0; --left)
        fact.closings.push_back(decode_closing(from));
}

/// A name as a place in the statement that repeats it, or as itself.
void encode_name(const std::string& name, const std::string& statement, store::Writer& to) {
    const std::size_t at = name.empty() ? std::string::npos : statement.find(name);
    if (at == std::string::npos)
        to.varint(name.size() << 1U).raw(name);
    else
        to.varint(name.size() << 1U | 1U).varint(at);
}

std::string decode_name(store::Reader& from, const std::string& statement) {
    const std::uint64_t head = from.varint();
    const std::uint64_t size = head >> 1U;
    if ((head & 1U) == 0) return std::string(from.raw(size));
    const std::uint64_t at = from.varint();
    if (at > statement.size() || size > statement.size() - at)
        throw store::Error(store::Code::corrupt, "a name lies outside of its statement");
    return statement.substr(at, size);
}

void encode_words(const Fact& fact, bool with_predicate, store::Writer& to) {
    to.text(fact.statement);
    if (with_predicate) to.text(fact.predicate);
    for (const std::string* name : {&fact.subject, &fact.object})
        encode_name(*name, fact.statement, to);
}

void decode_words(store::Reader& from, bool with_predicate, Fact& fact) {
    fact.statement = from.text();
    if (with_predicate) fact.predicate = from.text();
    for (std::string* name : {&fact.subject, &fact.object})
        *name = decode_name(from, fact.statement);
}

}  // namespace

bool leans(std::string_view entry) {
    return (store::Reader(entry).u8() & leaning) != 0;
}

void encode(const Fact& fact, const Fact* head, store::Writer& to) {
    const std::uint8_t flags = flags_of(fact, head);
    to.u8(flags);
    if (head == nullptr) {
        encode_id(fact.episode, to);
        to.varint(fact.place);
        encode_ms(fact.recorded_ms, to);
    }
    if (fact.single) encode_enum(*fact.single, to);
    if (fact.confidence) to.varint(*fact.confidence);
    if ((flags & timed) != 0) encode_moment(fact.valid_at, to);
    if ((flags & timed) != 0) encode_moment(fact.invalid_at, to);
    if ((flags & changed) != 0) encode_changes(fact, to);
    if (fact.removal != Removal::erased) encode_words(fact, (flags & same_predicate) == 0, to);
}

void decode(store::Reader& from, const Fact& head, Fact& fact) {
    const std::uint8_t flags = from.u8();
    const auto is_set = [flags](FactFlag flag) { return (flags & flag) != 0; };
    fact.episode = is_set(leaning) ? head.episode : decode_id(from);
    fact.place = is_set(leaning) ? 0 : static_cast<std::uint32_t>(from.varint());
    fact.recorded_ms = is_set(leaning) ? head.recorded_ms : decode_ms(from);
    fact.pattern = is_set(pattern_flag);
    fact.alias = is_set(alias_flag);
    if (is_set(single_flag)) fact.single = decode_enum<Single>(from);
    if (is_set(confident)) fact.confidence = static_cast<std::uint16_t>(from.varint());
    if (is_set(timed)) fact.valid_at = decode_moment(from);
    if (is_set(timed)) fact.invalid_at = decode_moment(from);
    if (is_set(changed)) decode_changes(from, fact);
    if (is_set(same_predicate)) fact.predicate = head.predicate;
    if (fact.removal == Removal::erased)
        for (auto* word : {&fact.subject, &fact.predicate, &fact.object, &fact.statement})
            *word = erased_words;
    else
        decode_words(from, !is_set(same_predicate), fact);
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

}  // namespace tools::memory
