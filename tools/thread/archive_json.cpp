#include "tools/thread/archive_json.hpp"

#include "store/content.hpp"
#include "store/error.hpp"
#include "tools/digest.hpp"
#include "tools/thread/difference.hpp"
#include "tools/thread/items.hpp"
#include "tools/thread/node_json.hpp"

#include <algorithm>
#include <charconv>

namespace tools::thread {
namespace {

std::optional<std::string> if_said(const std::string& text) {
    return text.empty() ? std::nullopt : std::optional(text);
}

std::optional<std::vector<std::string>> ids_if_any(const View& view,
                                                   const std::vector<Number>& numbers) {
    if (numbers.empty()) return std::nullopt;
    std::vector<std::string> out;
    for (const Number number : numbers)
        out.push_back(view.node(number).id);
    return out;
}

/// Rising numbers as `7` and `7-9`.
std::vector<std::string> ranges_of(const std::vector<Number>& numbers) {
    std::vector<std::string> out;
    for (std::size_t from = 0, to = 0; from < numbers.size(); from = to) {
        while (++to < numbers.size() && numbers[to] == numbers[to - 1] + 1) {
        }
        out.push_back(std::to_string(numbers[from]));
        if (to - from > 1) out.back() += "-" + std::to_string(numbers[to - 1]);
    }
    return out;
}

Json parsed_object(const std::string& text, const std::string& path) {
    if (text.empty()) return Json::object();
    ParsedJson out = read_json(text, {.values = std::size_t{1} << 26U});
    if (out.fault || !out.value.is_object())
        refuse_line(path, "bad_json", "expected the text of a JSON object");
    return std::move(out.value);
}

std::vector<Number> numbers_of(const store::ReadTxn& txn, store::Space space,
                               const std::optional<std::vector<std::string>>& ids,
                               const std::string& path) {
    std::vector<Number> out;
    if (ids)
        for (const std::string& id : *ids)
            out.push_back(restored_number(txn, space, id, path + "/" + std::to_string(out.size())));
    return out;
}

void check_words(const Words& words) {
    if (words.text.size() > max_content)
        refuse_line("/node/text", "too_long", "expected a text of at most 1 MiB");
    parsed_object(words.logprobs, "/node/logprobs");
}

void check_digits(const std::string& id, const std::string& path) {
    if (id.size() != 64 || id.find_first_not_of("0123456789abcdef") != std::string::npos)
        refuse_line(path, "bad_id", "expected an id of 64 hex digits");
}

bool read_item(std::string_view text, Number& out) {
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, out);
    return read.ec == std::errc{} && read.ptr == end;
}

}  // namespace

void refuse_line(const std::string& path, const char* reason, const std::string& message) {
    throw store::Error(store::Code::conflict, "the line was not stored",
                       {{path, reason, message, "", {}}});
}

ArchivedNode archived(const View& view, const Node& node, const IdSource& source) {
    const Words words = view.words(node);
    ArchivedNode out;
    out.item = static_cast<std::int64_t>(node.number);
    out.id = node.id;
    out.kind = node.kind;
    if (node.role != Role::user) out.role = node.role;
    out.text = words.text;
    out.name = if_said(words.name);
    out.model = if_said(words.model);
    out.call_id = if_said(node.call_id);
    out.strategy = if_said(node.strategy);
    if (node.target != 0) out.target = view.node(node.target).id;
    out.metadata = if_said(words.metadata);
    out.logprobs = if_said(words.logprobs);
    out.nonce = if_said(words.nonce);
    if (node.args_object) out.args_object = true;
    out.parents = ids_if_any(view, node.parents);
    out.members = ids_if_any(view, node.members);
    if (node.message != message_in(parsed_object(words.metadata, "/node/metadata")))
        out.message = node.message;
    if (node.importance > 0) out.importance = node.importance - 1;
    out.tokens = node.tokens;
    if (node.counted != CountedBy::unsaid) out.counted = node.counted;
    out.time_ms = node.time;
    out.on = if_said(source.on);
    if (source.lost) out.nonce_lost = true;
    return out;
}

ArchivedLink archived(const View& view, const Link& link) {
    ArchivedLink out;
    out.item = static_cast<std::int64_t>(link.number);
    out.from = view.node(link.from).id;
    out.to = view.node(link.to).id;
    out.type = *read_word<LinkType>(word(link.kind));
    if (link.weight != 0) out.weight = link.weight;
    out.reason = if_said(link.reason);
    out.time_ms = link.time;
    return out;
}

ArchivedVersion archived(const View& base, const View& view) {
    const Version& version = view.version();
    ArchivedVersion out;
    out.name = version_name(version.number);
    out.digest = version.digest;
    for (const std::uint64_t parent : version.parents)
        out.parents.push_back(version_name(parent));
    if (!version.parents.empty() && version.parents.front() != base.version().number)
        out.base = version_name(base.version().number);
    out.heads = ids_if_any(view, version.heads).value_or(std::vector<std::string>{});
    out.adds = ranges_of(difference(base, view));
    out.message = version.message;
    out.time_ms = version.time;
    out.request = if_said(version.request);
    if (version.answer != 0)
        out.answer = if_said(store::content(view.txn(), view.space(), version.answer));
    return out;
}

std::string line_tag(const Version& version) {
    const std::string name = version_name(version.number);
    if (version.number == 0) return name;
    store::Writer to;
    to.text(version.digest).text(version.message).u64(static_cast<std::uint64_t>(version.time));
    for (const std::uint64_t parent : version.parents)
        to.u64(parent);
    return name + " " + digest(to.str());
}

std::pair<Node, Words> restored(const store::ReadTxn& txn, store::Space space,
                                const ArchivedNode& line) {
    std::pair<Node, Words> out;
    auto& [node, words] = out;
    words = {line.text,
             line.name.value_or(""),
             line.model.value_or(""),
             line.metadata.value_or(""),
             line.logprobs.value_or(""),
             line.nonce.value_or("")};
    check_words(words);
    node.number = static_cast<Number>(line.item);
    node.id = line.id;
    check_digits(node.id, "/node/id");
    node.kind = line.kind;
    node.role = line.role.value_or(Role::user);
    node.args_object = line.args_object.value_or(false);
    node.time = line.time_ms;
    node.tokens = line.tokens;
    node.counted = line.counted.value_or(CountedBy::unsaid);
    node.parents = numbers_of(txn, space, line.parents, "/node/parents");
    node.members = numbers_of(txn, space, line.members, "/node/members");
    if (line.target) node.target = restored_number(txn, space, *line.target, "/node/target");
    if (node.kind == Kind::critique && node.target == 0)
        refuse_line("/node/target", "missing", "expected the node that the critique is about");
    node.call_id = line.call_id.value_or("");
    node.strategy = line.strategy.value_or("");
    const Json metadata = parsed_object(words.metadata, "/node/metadata");
    node.message = line.message.value_or(message_in(metadata));
    if (line.importance) node.importance = static_cast<std::uint16_t>(1 + *line.importance);
    return out;
}

Link restored(const store::ReadTxn& txn, store::Space space, const ArchivedLink& line) {
    Link out;
    out.number = static_cast<Number>(line.item);
    out.from = restored_number(txn, space, line.from, "/link/from");
    out.to = restored_number(txn, space, line.to, "/link/to");
    out.kind = *read_word<ArcKind>(word(line.type));
    out.weight = line.weight.value_or(0);
    if (!(out.weight >= 0 && out.weight <= 1))
        refuse_line("/link/weight", "out_of_range", "expected a number from 0 to 1");
    out.reason = line.reason.value_or("");
    out.time = line.time_ms;
    return out;
}

Number restored_number(const store::ReadTxn& txn, store::Space space, const std::string& id,
                       const std::string& path) {
    check_digits(id, path);
    if (const auto found = number_of(txn, space, id)) return *found;
    refuse_line(path, "unknown_node", "there is no node " + id + " before this line");
}

std::uint64_t restored_version(const std::string& name, const std::string& path) {
    if (const auto number = read_version_name(name)) return *number;
    refuse_line(path, "bad_version", "expected a version such as v5");
}

std::vector<Number> restored_items(const std::vector<std::string>& ranges, Number last) {
    std::vector<Number> out;
    for (const std::string& range : ranges) {
        const std::string path = "/version/adds";
        const std::size_t dash = range.find('-');
        Number from = 0, to = 0;
        const bool read = read_item(std::string_view(range).substr(0, dash), from) &&
                          read_item(std::string_view(range).substr(dash + 1), to);
        if (!read || from == 0 || from > to || (!out.empty() && from <= out.back()))
            refuse_line(path, "bad_items", "expected rising items such as 7 or 7-9");
        if (to > last)
            refuse_line(path, "unknown_item",
                        "item " + std::to_string(to) + " is missing before this line");
        for (Number item = from; item <= to; ++item)
            out.push_back(item);
    }
    return out;
}

}  // namespace tools::thread
