#include "tools/projection/selection_json.hpp"

#include "tools/projection/lineage.hpp"
#include "tools/projection/refusal.hpp"
#include "tools/text/secret.hpp"
#include "tools/text/utf8.hpp"
#include "tools/vocabulary.hpp"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace tools::projection {
namespace {

constexpr std::size_t deepest = 8;
constexpr std::size_t most_values = 600'000;  ///< more than 2 MiB of a selection can hold
constexpr std::int64_t most_number = (std::int64_t{1} << 53) - 1;

bool id_sign(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
}

/// Valid UTF-8, as the replacement sign stands for a byte that is none.
bool is_utf8(std::string_view text) {
    constexpr std::string_view sign = "\xEF\xBF\xBD";
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t start = at;
        if (text::next_code_point(text, at) == text::replacement &&
            text.substr(start, at - start) != sign)
            return false;
    }
    return true;
}

/// What may be as long as it likes, for own files.
enum class From { outside, own_file };

std::string read_memory_ref(const Json& json) {
    const std::string& ref = read_text(json);
    constexpr std::size_t longest = 256;
    const bool plain = std::all_of(ref.begin(), ref.end(), [](char c) {
        return c > ' ' && c <= '~' && c != '/' && c != '\\';
    });
    demand(!ref.empty() && ref.size() <= longest && plain, Fault::bad_id);
    return ref;
}

std::string read_summary_text(const Json& json, From from) {
    const std::string& text = read_text(json);
    demand(text.find_first_not_of(" \t\r\n") != std::string::npos, Fault::text_empty);
    if (from == From::own_file) return text;
    demand(code_points(text) <= most_text, Fault::text_too_long);
    demand(!text::likely_secret(text), Fault::secret_shaped);
    return text;
}

Role read_role(const Json& json) {
    const std::string& word = read_text(json);
    const auto words = names(Role{});
    const auto found = std::find(words.begin(), words.end(), word);
    demand(found != words.end(), Fault::bad_role);
    return static_cast<Role>(found - words.begin());
}

Source read_source(const Json& json, From /*from*/) {
    check_members(json, {"refId", "sha256"});
    return {read_id(json["refId"]), read_hash(json["sha256"])};
}

Summary read_summary(const Json& json, From from) {
    check_members(json, {"summaryId", "role", "kind", "approved", "text"}, {"memoryRef"});
    Summary out;
    out.id = read_id(json["summaryId"]);
    out.role = read_role(json["role"]);
    demand(read_text(json["kind"]) == "summary", Fault::not_summary);
    demand(json["approved"].is_boolean() && json["approved"].get<bool>(), Fault::not_approved);
    if (json.contains("memoryRef")) out.memory_ref = read_memory_ref(json["memoryRef"]);
    out.text = read_summary_text(json["text"], from);
    return out;
}

/// The items of a list in the order of their ids, each of which may come once.
template <class T, class Read, class IdOf>
std::vector<T> read_list(const Json& json, Read read, IdOf id_of) {
    demand(json.is_array(), Fault::wrong_type);
    std::vector<T> out;
    out.reserve(json.size());
    for (const Json& item : json)
        out.push_back(read(item));
    std::sort(out.begin(), out.end(), [&](const T& a, const T& b) { return id_of(a) < id_of(b); });
    const auto twice = std::adjacent_find(
        out.begin(), out.end(), [&](const T& a, const T& b) { return id_of(a) == id_of(b); });
    demand(twice == out.end(), Fault::duplicate_id);
    return out;
}

void check_count(const Json& list, std::size_t most, Fault fault, From from) {
    demand(from == From::own_file || !list.is_array() || list.size() <= most, fault);
}

Branch read_branch(const Json& json, From from) {
    check_members(json, {"branchId", "sourceRevision", "sources", "summaries"}, {"parentBranchId"});
    check_count(json["sources"], most_sources, Fault::too_many_sources, from);
    check_count(json["summaries"], most_summaries, Fault::too_many_summaries, from);
    Branch out;
    out.id = read_id(json["branchId"]);
    out.source_revision = read_count(json["sourceRevision"]);
    if (json.contains("parentBranchId")) out.parent = read_id(json["parentBranchId"]);
    out.sources = read_list<Source>(
        json["sources"], [&](const Json& item) { return read_source(item, from); },
        [](const Source& source) -> const std::string& { return source.ref; });
    out.summaries = read_list<Summary>(
        json["summaries"], [&](const Json& item) { return read_summary(item, from); },
        [](const Summary& summary) -> const std::string& { return summary.id; });
    return out;
}

std::optional<std::vector<std::string>> read_ids(const Json& selection, const char* member) {
    if (!selection.contains(member)) return std::nullopt;
    return read_list<std::string>(selection[member], read_id,
                                  [](const std::string& id) -> const std::string& { return id; });
}

Selection read_from(const Json& json, From from) {
    check_members(json, {"schemaVersion", "corpusId", "revision", "branches"},
                  {"exclude", "restore"});
    demand(read_count(json["schemaVersion"]) == schema_version, Fault::wrong_type);
    check_count(json["branches"], most_branches, Fault::too_many_branches, from);
    Selection out;
    out.corpus = read_id(json["corpusId"]);
    out.revision = read_count(json["revision"]);
    out.branches = read_list<Branch>(
        json["branches"], [&](const Json& item) { return read_branch(item, from); },
        [](const Branch& branch) -> const std::string& { return branch.id; });
    out.exclude = read_ids(json, "exclude");
    out.restore = read_ids(json, "restore");
    check_lineage(out);
    return out;
}

}  // namespace

Json parse_strict(std::string_view bytes) {
    demand(is_utf8(bytes), Fault::invalid_utf8);
    demand(!bytes.starts_with("\xEF\xBB\xBF"), Fault::invalid_json);
    ParsedJson parsed = read_json(bytes, {deepest, most_values});
    if (parsed.fault)
        refuse(parsed.fault->reason == "duplicate_key" ? Fault::duplicate_key
                                                       : Fault::invalid_json);
    return std::move(parsed.value);
}

Selection read_selection(std::string_view bytes) {
    demand(bytes.size() <= most_input_bytes, Fault::input_too_large);
    return read_from(parse_strict(bytes), From::outside);
}

Selection read_parsed_selection(const Json& json) {
    demand(dump_json(json).size() <= most_input_bytes, Fault::input_too_large);
    return read_from(json, From::outside);
}

Selection read_own_selection(const Json& json) {
    return read_from(json, From::own_file);
}

void check_members(const Json& json, std::initializer_list<std::string_view> required,
                   std::initializer_list<std::string_view> optional) {
    demand(json.is_object(), Fault::wrong_type);
    std::size_t known = 0;
    for (const auto& member : json.items()) {
        const std::string_view name = member.key();
        const bool due = std::find(required.begin(), required.end(), name) != required.end();
        known += due ? 1 : 0;
        demand(due || std::find(optional.begin(), optional.end(), name) != optional.end(),
               Fault::unknown_field);
    }
    demand(known == required.size(), Fault::missing_field);
}

const std::string& read_text(const Json& json) {
    demand(json.is_string(), Fault::wrong_type);
    return json.get_ref<const std::string&>();
}

std::string read_id(const Json& json) {
    const std::string& id = read_text(json);
    constexpr std::size_t longest = 64;
    demand(!id.empty() && id.size() <= longest && id.front() != '-' &&
               std::all_of(id.begin(), id.end(), id_sign),
           Fault::bad_id);
    return id;
}

std::string read_hash(const Json& json) {
    const std::string& hash = read_text(json);
    constexpr std::size_t digits = 64;
    demand(hash.size() == digits && hash.find_first_not_of("0123456789abcdef") == std::string::npos,
           Fault::bad_hash);
    return hash;
}

std::int64_t read_count(const Json& json, std::int64_t least) {
    demand(json.is_number_integer(), Fault::wrong_type);
    if (json.is_number_unsigned())
        demand(json.get<std::uint64_t>() <= static_cast<std::uint64_t>(most_number),
               Fault::wrong_type);
    const auto number = json.get<std::int64_t>();
    demand(number >= least && number <= most_number, Fault::wrong_type);
    return number;
}

}  // namespace tools::projection
