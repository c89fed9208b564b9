#include "tools/map/work.hpp"
#include "tools/nearest.hpp"
#include "tools/text/line.hpp"
#include "tools/vocabulary.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace tools::map {
namespace {

using Strings = std::vector<std::string>;

/// `node`: what a node holds; `edges`: its edges by kind.
std::string_view expand(std::string_view name) {
    if (name == "node")
        return "text status source confidence reason impact mitigation conflicts_with";
    if (name == "edges")
        return "depends_on blocks supports resolves supersedes updates next derived_from";
    return name;
}

/// What an op may be given beside `op` itself.
std::string_view fields_of(Op op) {
    switch (op) {
        case Op::add:
            return "id type node edges override";
        case Op::update:
            return "id ids type clear node edges override";
        case Op::done:
        case Op::archive:
            return "id ids clear node edges override";
        case Op::resolve:
        case Op::supersede:
            return "id ids type with carry node edges override";
        case Op::link:
            return "from edge to override";
        case Op::unlink:
            return "from edge to";
        case Op::remove:
            return "id ids";
        case Op::merge:
            return "id ids into node";
        case Op::summarize:
            return "id ids node";
    }
    return {};
}

/// True when a word passes the test; no word behind it is tested then.
template <class Test>
bool any_word(std::string_view words, Test test) {
    while (!words.empty()) {
        const auto end = std::min(words.find(' '), words.size());
        if (test(words.substr(0, end))) return true;
        words.remove_prefix(std::min(end + 1, words.size()));
    }
    return false;
}

template <class Test>
bool any_field(Op op, Test test) {
    return any_word(fields_of(op),
                    [&](std::string_view part) { return any_word(expand(part), test); });
}

bool allows(Op op, std::string_view field) {
    return any_field(op, [&](std::string_view name) { return name == field; });
}

/// The names of the fields that a change gives, `op` aside.
std::vector<std::string_view> given(const Change& change) {
    std::vector<std::string_view> out;
    const auto look = [&](const auto& field) {
        const std::string_view name = field.name;
        if (change.*(field.member) && name != "op") out.push_back(name);
    };
    std::apply([&](const auto&... field) { (look(field), ...); }, change_members());
    return out;
}

/// Words that models write for ours.
template <class E>
struct Synonym {
    std::string_view said;
    E meant;
};

constexpr std::array status_synonyms{Synonym<Status>{"open", Status::active},
                                     Synonym<Status>{"in_progress", Status::active},
                                     Synonym<Status>{"ongoing", Status::active},
                                     Synonym<Status>{"started", Status::active},
                                     Synonym<Status>{"todo", Status::pending},
                                     Synonym<Status>{"planned", Status::pending},
                                     Synonym<Status>{"waiting", Status::pending},
                                     Synonym<Status>{"on_hold", Status::pending},
                                     Synonym<Status>{"closed", Status::done},
                                     Synonym<Status>{"complete", Status::done},
                                     Synonym<Status>{"completed", Status::done},
                                     Synonym<Status>{"finished", Status::done},
                                     Synonym<Status>{"resolved", Status::done},
                                     Synonym<Status>{"answered", Status::done},
                                     Synonym<Status>{"replaced", Status::superseded},
                                     Synonym<Status>{"obsolete", Status::superseded},
                                     Synonym<Status>{"cancelled", Status::archived},
                                     Synonym<Status>{"canceled", Status::archived},
                                     Synonym<Status>{"dropped", Status::archived}};

constexpr std::array source_synonyms{
    Synonym<Source>{"human", Source::user}, Synonym<Source>{"model", Source::assistant},
    Synonym<Source>{"ai", Source::assistant}, Synonym<Source>{"document", Source::file},
    Synonym<Source>{"guess", Source::inferred}};

constexpr std::array confidence_synonyms{Synonym<Confidence>{"certain", Confidence::confirmed},
                                         Synonym<Confidence>{"sure", Confidence::confirmed},
                                         Synonym<Confidence>{"high", Confidence::confirmed},
                                         Synonym<Confidence>{"likely", Confidence::assumed},
                                         Synonym<Confidence>{"medium", Confidence::assumed},
                                         Synonym<Confidence>{"unsure", Confidence::uncertain},
                                         Synonym<Confidence>{"low", Confidence::uncertain}};

constexpr std::array op_synonyms{
    Synonym<Op>{"create", Op::add},     Synonym<Op>{"insert", Op::add},
    Synonym<Op>{"delete", Op::remove},  Synonym<Op>{"drop", Op::remove},
    Synonym<Op>{"edit", Op::update},    Synonym<Op>{"change", Op::update},
    Synonym<Op>{"set", Op::update},     Synonym<Op>{"close", Op::done},
    Synonym<Op>{"complete", Op::done},  Synonym<Op>{"finish", Op::done},
    Synonym<Op>{"answer", Op::resolve}, Synonym<Op>{"replace", Op::supersede},
    Synonym<Op>{"connect", Op::link},   Synonym<Op>{"disconnect", Op::unlink}};

template <class E, std::size_t N>
std::string closest(std::string_view text, const std::array<Synonym<E>, N>& synonyms) {
    const std::string said = fold_word(text);
    for (const auto& synonym : synonyms)
        if (said == synonym.said) return tools::word(synonym.meant);
    return nearest(text, words_of<E>());
}

/// Reads one enum field; a stranger is a fault that names the words.
template <class E, std::size_t N>
void read_field(Work& work, Step& step, const char* name,
                std::optional<std::string> Change::*member, std::optional<E>& to,
                const std::array<Synonym<E>, N>& synonyms) {
    const auto& text = step.change->*member;
    if (!text) return;
    to = read_word<E>(*text);
    if (to) return;
    std::string message = std::string(name) + " must be one of " + join(words_of<E>());
    std::string close = closest(*text, synonyms);
    const std::string first = text::trim(text->substr(0, text->find(" - ")));
    std::optional<Change> instead;
    if (first.size() < text->size() && read_word<E>(first)) {
        close = first;
        message = "what stands behind " + std::string(name) + ": " + first +
                  " is no field of a node: leave it out";
    } else if (!close.empty()) {
        message += "; nearest: " + close;
    }
    if (!close.empty()) {
        instead = *step.change;
        (*instead).*member = close;
    }
    work.fault(step, name, "unknown_word", std::move(message), std::move(instead));
}

void read_line(Work& work, Step& step, const char* name, std::optional<std::string> Change::*member,
               std::optional<std::string>& to) {
    const auto& raw = step.change->*member;
    if (!raw) return;
    std::string text = text::trim(*raw);
    if (const auto fault = text::line_fault(text, max_text)) {
        work.fault(step, name, fault->reason, std::string(name) + " " + fault->message);
        return;
    }
    to = std::move(text);
}

void read_clear(Work& work, Step& step) {
    if (!step.change->clear) return;
    const Strings known = words_of<Field>();
    const auto present = given(*step.change);
    for (const std::string& name : *step.change->clear) {
        const auto field = read_word<Field>(name);
        if (!field)
            work.fault(step, "clear", "unknown_field",
                       "clear takes names of " + join(known) + ", not " + name);
        else if (std::find(present.begin(), present.end(), tools::word(*field)) != present.end())
            work.fault(step, "clear", "contradiction",
                       std::string(tools::word(*field)) +
                           " is given and cleared in one change: send one of the two");
        else
            step.values.clear.insert(*field);
    }
}

void read_values(Work& work, Step& step) {
    Values& values = step.values;
    read_line(work, step, "text", &Change::text, values.text);
    read_field(work, step, "status", &Change::status, values.status, status_synonyms);
    read_field(work, step, "source", &Change::source, values.source, source_synonyms);
    read_field(work, step, "confidence", &Change::confidence, values.confidence,
               confidence_synonyms);
    read_line(work, step, "reason", &Change::reason, values.reason);
    read_line(work, step, "impact", &Change::impact, values.impact);
    read_line(work, step, "mitigation", &Change::mitigation, values.mitigation);
    read_clear(work, step);
}

/// True for the line of a map whose node is there: it says the node anew.
bool restates(Work& work, const Change& change) {
    if (change.line.empty() || !change.type || !change.id) return false;
    const auto id = read_id(*change.id);
    return id && work.draft.exists(*id);
}

/// The op, stated or implied: `type` adds, `from` links, anything else updates.
bool read_op(Work& work, Step& step) {
    const Change& change = *step.change;
    if (change.type && change.from && change.to && !change.text) {
        Change instead = change;
        instead.op.reset();
        instead.edge = std::exchange(instead.type, std::nullopt);
        work.fault(step, "type", "edge_as_type",
                   "the word of an edge stands in edge; type is for nodes", std::move(instead));
        return false;
    }
    if (!change.op) {
        step.op = restates(work, change)                    ? Op::update
                  : change.type                             ? Op::add
                  : change.from || change.edge || change.to ? Op::link
                                                            : Op::update;
        return true;
    }
    if (const auto op = read_word<Op>(*change.op)) {
        step.op = *op;
        return true;
    }
    std::string message = "op must be one of " + join(words_of<Op>());
    const std::string close = closest(*change.op, op_synonyms);
    std::optional<Change> instead;
    if (!close.empty()) {
        message += "; nearest: " + close;
        instead = change;
        instead->op = close;
    }
    work.fault(step, "op", "unknown_word", std::move(message), std::move(instead));
    return false;
}

/// Nothing that was given is ever ignored: a field that the op does not take is a fault.
void check_fields(Work& work, Step& step) {
    for (const std::string_view name : given(*step.change)) {
        if (allows(step.op, name)) continue;
        Strings allowed;
        any_field(step.op, [&](std::string_view field) {
            allowed.emplace_back(field);
            return false;
        });
        work.fault(step, std::string(name), "field_of_other_op",
                   std::string(tools::word(step.op)) + " takes " + join(allowed) + ", not " +
                       std::string(name));
    }
}

}  // namespace

void read_steps(Work& work, const std::vector<Change>& changes) {
    work.steps.resize(changes.size());
    for (std::size_t i = 0; i < changes.size(); ++i) {
        Step& step = work.steps[i];
        step.change = &changes[i];
        for (const store::Problem& problem : changes[i].problems) {
            step.faulty = true;
            work.applied.faults.push_back({problem, std::nullopt});
            work.applied.faults.back().problem.index = changes[i].index;
        }
        if (!read_op(work, step)) continue;
        check_fields(work, step);
        read_values(work, step);
    }
}

std::optional<NodeId> read_reference(Work& work, Step& step, const std::string& field,
                                     const std::string& text) {
    const std::string name = text::trim(text);
    if (name.starts_with('$') || name.starts_with("[$")) {
        const std::string local =
            name.front() == '[' && name.back() == ']' ? name.substr(1, name.size() - 2) : name;
        const auto found = work.locals.find(local);
        if (found != work.locals.end()) return found->second;
        if (!work.broken_locals.contains(local))
            work.fault(step, field, "unknown_local",
                       "no change of this update adds " + local + ": add a node with id \"" +
                           local + "\" or name one that exists");
        return std::nullopt;
    }
    const auto id = read_id(name);
    if (!id)
        work.fault(step, field, "malformed_id",
                   "expected an id: one letter of G C P T D Q R A and a positive number up to "
                   "999999999, such as T7");
    return id;
}

std::vector<NodeId> read_references(Work& work, Step& step, const std::string& field,
                                    const std::vector<std::string>& texts) {
    std::vector<NodeId> out;
    std::set<NodeId> seen;
    for (const std::string& text : texts) {
        std::string part;
        for (const char c : text + ",") {
            if (c != ',') {
                part += c;
                continue;
            }
            const std::string name = text::trim(part);
            part.clear();
            if (name.empty()) continue;
            const auto id = read_reference(work, step, field, name);
            if (id && seen.insert(*id).second) out.push_back(*id);
        }
    }
    return out;
}

}  // namespace tools::map
