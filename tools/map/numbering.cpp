#include "tools/map/text.hpp"
#include "tools/map/work.hpp"
#include "tools/nearest.hpp"
#include "tools/vocabulary.hpp"

#include <algorithm>

namespace tools::map {
namespace {

bool adds_node(const Step& step) {
    const bool answer = step.op == Op::resolve || step.op == Op::supersede;
    return step.op == Op::add || step.op == Op::summarize || (answer && step.change->text);
}

std::string type_words() {
    std::string out = "type must be one of " + join(words_of<NodeType>());
    return out;
}

std::optional<NodeType> stated_type(Work& work, Step& step) {
    if (!step.change->type) return std::nullopt;
    const auto type = read_type(*step.change->type);
    if (type) return type;
    std::string message = type_words();
    const std::string close = nearest(*step.change->type, words_of<NodeType>());
    std::optional<Change> instead;
    if (!close.empty()) {
        message += "; nearest: " + close;
        instead = *step.change;
        instead->type = close;
    }
    work.fault(step, "type", "unknown_word", std::move(message), std::move(instead));
    return std::nullopt;
}

bool is_local(const std::string& id) {
    return id.starts_with('$') || id.starts_with("[$");
}

std::string local_name(const std::string& id) {
    return id.front() == '[' && id.back() == ']' ? id.substr(1, id.size() - 2) : id;
}

bool names_id(const Step& step) {
    return step.op == Op::add && step.change->id && !is_local(*step.change->id);
}

NodeId next_free(const Work& work, NodeType type) {
    return {type, work.draft.high(type) + 1};
}

Change with_id(const Change& change, NodeId id) {
    Change out = change;
    out.id = to_string(id);
    return out;
}

/// The same words and fields for the node that holds the id.
Change as_update(const Change& change) {
    Change out = change;
    out.op = tools::word(Op::update);
    out.type.reset();
    return out;
}

/// A text that a delta shortened stands for the node it was taken from.
bool says_the_same(const Step& step, const Node& holder) {
    if (!step.values.text) return false;
    const std::string& text = *step.values.text;
    if (text == holder.words.text) return true;
    return !step.change->line.empty() && text.ends_with("…") &&
           text == first_words(holder.words.text);
}

/// CM1: an id that is taken shows its holder and the next free id.
void named_id(Work& work, Step& step, std::optional<NodeType> type) {
    const auto id = read_reference(work, step, "id", *step.change->id);
    if (!id) return;
    if (type && id->type != *type) {
        Change instead = *step.change;
        instead.id.reset();
        return work.fault(step, "id", "id_and_type",
                          "id " + to_string(*id) + " does not fit type " + tools::word(*type) +
                              ": expected " + letter(*type) + " and a number, or no id",
                          std::move(instead));
    }
    step.made = id;
    const Node* holder = work.draft.node(*id);
    const std::string free = to_string(next_free(work, id->type));
    if (holder != nullptr && says_the_same(step, *holder)) {
        step.repeat = true;
    } else if (holder != nullptr) {
        work.fault(step, "id", "taken",
                   "id is taken: " + print_node(*holder) +
                       ": change it with an update, or add a node of its own; next free: " + free,
                   as_update(*step.change));
        work.applied.faults.back().other = with_id(*step.change, next_free(work, id->type));
    } else if (work.draft.base().retired(*id) || !work.fresh.insert(*id).second) {
        work.fault(step, "id", "taken",
                   "id " + to_string(*id) +
                       " was given before and is never given again; next free: " + free,
                   with_id(*step.change, next_free(work, id->type)));
    }
    work.draft.use(*id);
}

/// An open node that holds exactly this text, so that a retry adds no twin.
std::optional<NodeId> twin(Work& work, const Step& step, NodeType type) {
    if (step.op != Op::add || !step.values.text) return std::nullopt;
    for (const Step& other : work.steps)
        if (&other < &step && other.op == Op::add && other.made && other.made->type == type &&
            other.values.text == step.values.text && !other.faulty)
            return other.made;
    for (const NodeId id : work.draft.similar(*step.values.text)) {
        const Node* node = id.type == type ? work.draft.node(id) : nullptr;
        if (node != nullptr && is_open(*node) && node->words.text == *step.values.text) return id;
    }
    return std::nullopt;
}

/// The type of the node that a step adds where no id tells it.
std::optional<NodeType> type_of_new(Work& work, Step& step, std::optional<NodeType> stated) {
    switch (step.op) {
        case Op::summarize:
            return NodeType::context;
        case Op::resolve:
            if (stated && *stated != NodeType::context && *stated != NodeType::decision)
                work.fault(step, "type", "answer_type",
                           "an answer is a context or a decision: leave type out for a context");
            return stated.value_or(NodeType::context);
        case Op::supersede: {
            const auto& list = step.targets;
            if (list.empty()) return std::nullopt;
            const NodeType same = list.front().type;
            if (stated && *stated != same)
                work.fault(step, "type", "other_type",
                           std::string("a node is superseded by one of its own type, here ") +
                               tools::word(same) + ": leave type out, or add the node and link it");
            return same;
        }
        default:
            if (!stated && step.change->type == std::nullopt)
                work.fault(step, "type", "missing", type_words());
            return stated;
    }
}

void assign(Work& work, Step& step, NodeType type) {
    if (const auto same = twin(work, step, type)) {
        step.made = same;
        step.repeat = true;
        if (!work.fresh.contains(*same))
            work.note({*same}, "[" + to_string(*same) +
                                   "] already holds this text: it was kept as "
                                   "one node");
        return;
    }
    if (work.draft.high(type) >= max_number)
        return work.fault(step, "id", "no_number_left",
                          "the highest number is given: name a free id of this type");
    step.made = next_free(work, type);
    work.draft.use(*step.made);
    work.fresh.insert(*step.made);
    work.applied.told_in_full.push_back(*step.made);
}

void keep_local(Work& work, Step& step) {
    const auto& id = step.change->id;
    if (step.op != Op::add || !id || !is_local(*id)) return;
    const std::string name = local_name(*id);
    if (name.size() < 2 || work.locals.contains(name) || work.broken_locals.contains(name))
        return work.fault(step, "id", "taken_local",
                          name +
                              " is given twice in this update: each local name stands for one "
                              "node");
    if (step.faulty || !step.made)
        work.broken_locals.insert(name);
    else
        work.locals[name] = *step.made;
}

/// The nodes that a step of any op but add names by id and ids.
void read_own_targets(Work& work, Step& step) {
    if (step.op == Op::add || step.op == Op::link || step.op == Op::unlink) return;
    const Change& change = *step.change;
    std::vector<std::string> texts = change.ids.value_or(std::vector<std::string>{});
    if (change.id) texts.insert(texts.begin(), *change.id);
    step.targets = read_references(work, step, change.id ? "id" : "ids", texts);
    if (step.targets.empty() && texts.empty() && !step.faulty)
        work.fault(step, "id", "missing",
                   std::string(tools::word(step.op)) + " needs the id of a node, such as T7");
}

/// What the changes say, looked up in one go: for twins here, for conflicts later.
void look_up_texts(Work& work) {
    constexpr std::size_t few = 64;  ///< changes, of which conflicts are likely sought
    std::vector<std::string> texts;
    for (const Step& step : work.steps) {
        const bool may_be_twin = step.op == Op::add && !names_id(step);
        if (step.values.text && (may_be_twin || work.steps.size() <= few))
            texts.push_back(*step.values.text);
    }
    work.draft.look_up(std::move(texts));
}

void number(Work& work, Step& step) {
    const auto stated = stated_type(work, step);
    if (names_id(step)) {
        named_id(work, step, stated);
    } else if (!step.made) {
        const bool unread = step.change->type && !stated;
        const auto type = unread ? std::nullopt : type_of_new(work, step, stated);
        if (type) assign(work, step, *type);
    }
    if (step.op == Op::add && !step.change->text)
        work.fault(step, "text", "missing", "text is missing: one line of 1 to 500 code points");
    if (step.faulty && step.made && !step.repeat) work.phantoms.insert(*step.made);
}

}  // namespace

void number_nodes(Work& work) {
    look_up_texts(work);
    // Named ids are reserved before others are assigned.
    for (Step& step : work.steps)
        if (adds_node(step) && names_id(step)) number(work, step);
    for (Step& step : work.steps) {
        if (!adds_node(step) || names_id(step)) continue;
        if (step.op == Op::supersede) read_own_targets(work, step);
        number(work, step);
        keep_local(work, step);
    }
}

namespace {

/// Tells a node that is not there; links to it need no fault of their own then.
bool missing(Work& work, Step& step, const std::string& field, NodeId id) {
    if (work.draft.exists(id) || work.phantoms.contains(id) || work.fresh.contains(id))
        return false;
    work.fault(step, field, "no_such_node", no_such_node(work, id));
    return true;
}

}  // namespace

void read_targets(Work& work) {
    for (Step& step : work.steps) {
        const Change& change = *step.change;
        if (step.targets.empty() && !(step.op == Op::supersede && change.text))
            read_own_targets(work, step);
        std::erase_if(step.targets, [&](NodeId id) { return missing(work, step, "id", id); });
        if (change.with && (step.op == Op::resolve || step.op == Op::supersede)) {
            step.with = read_reference(work, step, "with", *change.with);
            if (step.with && missing(work, step, "with", *step.with)) step.with.reset();
            if (change.text)
                work.fault(step, "with", "contradiction",
                           "with names a node that exists, text adds a new one: send one of them");
        }
        if (step.op != Op::merge) continue;
        if (!change.into) {
            work.fault(step, "into", "missing", "merge needs into: the node that stays");
            continue;
        }
        step.into = read_reference(work, step, "into", *change.into);
        if (step.into && missing(work, step, "into", *step.into)) step.into.reset();
    }
    for (const Step& step : work.steps) {
        if (step.op == Op::remove) work.leaving.insert(step.targets.begin(), step.targets.end());
        if (step.op != Op::merge) continue;
        for (const NodeId id : step.targets)
            if (id != step.into) work.leaving.insert(id);
    }
}

}  // namespace tools::map
