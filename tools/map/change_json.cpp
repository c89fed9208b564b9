#include "tools/map/change_json.hpp"

#include "tools/map/form/ending.hpp"
#include "tools/map/text.hpp"

#include <utility>

namespace tools::map {

Json shown(const Change& change) {
    Json out = Json::object();
    auto& members = out.get_ref<Json::object_t&>();  // each field is listed once
    const auto add = [&]<class T>(const Member<T>& field) {
        const T& value = change.*(field.member);
        if (value) members.emplace_back(field.name, Type<T>::write(value));
    };
    std::apply([&](const auto&... field) { (add(field), ...); }, change_members());
    return out;
}

namespace {

std::string upper_first(std::string word) {
    if (!word.empty() && word[0] >= 'a' && word[0] <= 'z')
        word[0] = static_cast<char>(word[0] - 32);
    return word;
}

/// The type's title, as stated or as the id tells it.
std::string title_of(const Change& change, const std::string& id) {
    const auto node = read_id(id);
    return node ? title(node->type) : upper_first(change.type.value_or(""));
}

std::string bracketed(const std::string& ids) {
    return "[" + ids + "]";
}

void add_field(std::string& line, const char* name, const std::optional<std::string>& value) {
    if (value) line += std::string(" - ") + name + ": " + escape(*value);
}

void add_list(std::string& line, const char* name, const IdList& list) {
    if (list) line += std::string(" - ") + name + ": " + join(*list);
}

std::string fields(const Change& change) {
    std::string line;
    add_field(line, "status", change.status);
    add_field(line, "source", change.source);
    add_field(line, "confidence", change.confidence);
    add_field(line, "reason", change.reason);
    add_field(line, "impact", change.impact);
    add_field(line, "mitigation", change.mitigation);
    add_list(line, "clear", change.clear);
    add_list(line, "conflicts_with", change.conflicts_with);
    if (change.override)
        line += std::string(" - override: ") + (*change.override ? "true" : "false");
    if (change.carry) line += std::string(" - carry: ") + (*change.carry ? "true" : "false");
    return line;
}

std::vector<std::string> targets(const Change& change) {
    std::vector<std::string> out = change.ids.value_or(std::vector<std::string>{});
    if (change.id) out.insert(out.begin(), *change.id);
    return out;
}

std::string edge_lines(const Change& change) {
    std::string out;
    for (const EdgeMember& edges : edge_members) {
        const IdList& to = change.*(edges.member);
        if (!to || !change.id) continue;
        for (const std::string& target : *to)
            out += (out.empty() ? "+ " : "\n+ ") + bracketed(*change.id) + " --" +
                   word(edges.kind) + "--> " + bracketed(target);
    }
    return out;
}

/// `> [C7], [C8] words`, `= [Q2] [D2]`
std::string answer_line(const Change& change, const std::string& op) {
    std::string line = op == "resolve" ? "=" : ">";
    for (const std::string& id : targets(change))
        line += (line.size() > 1 ? ", " : " ") + bracketed(id);
    if (change.with) return line + " " + bracketed(*change.with) + fields(change);
    if (!change.text) return {};
    const std::string type = op == "resolve" && change.type ? title_of(change, "") + ": " : "";
    return line + " " + type + escape(*change.text) + fields(change);
}

/// A line for each target; empty where the delta has no line for it.
std::string lines(const Change& change) {
    const std::string op = change.op.value_or(change.type   ? "add"
                                              : change.from ? "link"
                                                            : "update");
    const std::string edges = edge_lines(change);
    std::string out;
    const auto add = [&](const std::string& line) {
        if (!line.empty()) out += (out.empty() ? "" : "\n") + line;
    };
    const std::string letter = upper_first(change.type.value_or("").substr(0, 1));
    // A line with `-` is taken to the letter.
    const bool literal = change.text && form::reads_as_ending(*change.text);
    if (literal && op != "add") return {};
    if (op == "add")
        add((literal ? "- " : "+ ") + bracketed(change.id.value_or(letter)) + " " +
            upper_first(change.type.value_or("")) + ": " + escape(change.text.value_or("")) +
            fields(change));
    if (op == "link" || op == "unlink")
        add((op == "link" ? "+ " : "x ") + bracketed(change.from.value_or("")) + " --" +
            change.edge.value_or("") + "--> " + bracketed(change.to.value_or("")));
    if (op == "resolve" || op == "supersede") add(answer_line(change, op));
    for (const std::string& id : targets(change)) {
        const std::string node = bracketed(id);
        if (op == "done") add("~ " + node + " done" + fields(change));
        if (op == "archive") add("~ " + node + " archived" + fields(change));
        if (op == "remove") add("x " + node);
        if (op != "update") continue;
        std::string line = "~ " + node;
        if (change.text) line += " " + title_of(change, id) + ": " + escape(*change.text);
        line += fields(change);
        if (line.size() > node.size() + 2) add(line);
    }
    if (!edges.empty()) add(edges);
    return out;
}

}  // namespace

std::string to_send(const Change& change, Form form) {
    std::string line = form == Form::delta ? lines(change) : std::string();
    return line.empty() ? dump_json(shown(change)) : line;
}

AttentionReply to_reply(Attention attention) {
    AttentionReply reply{
        word(attention.kind), to_strings(attention.ids), std::move(attention.message), {}};
    reply.changes.reserve(attention.changes.size());
    for (Change& change : attention.changes)
        reply.changes.emplace_back(std::move(change));
    return reply;
}

std::vector<std::string> ways_to_send(const Attention& attention, Form form) {
    std::vector<std::string> out;
    for (const Change& change : attention.changes)
        out.push_back((out.empty() ? ": send " : " or ") + to_send(change, form));
    return out;
}

std::string attention_line(const Attention& attention, Form form) {
    std::string line = "! " + attention.message;
    for (const std::string& way : ways_to_send(attention, form))
        line += way;
    return line;
}

}  // namespace tools::map
