#include "tools/map/work.hpp"
#include "tools/vocabulary.hpp"

#include <algorithm>

namespace tools::map {

bool weaker(const Node& a, const Node& b) {
    const auto rank = [](const Node& node) {
        const Source source = node.source.value_or(Source::assistant);
        if (source == Source::inferred) return 1;
        const bool confirmed = node.confidence == Confidence::confirmed;
        return confirmed && source != Source::assistant ? 3 : 2;
    };
    if (a.confidence != b.confidence) {
        if (a.confidence == Confidence::uncertain && b.confidence == Confidence::confirmed)
            return true;
        if (a.confidence == Confidence::confirmed && b.confidence == Confidence::uncertain)
            return false;
    }
    return rank(a) < rank(b);
}

namespace {

void clear_field(Node& node, Field field) {
    switch (field) {
        case Field::status:
            node.status.reset();
            break;
        case Field::source:
            node.source.reset();
            break;
        case Field::confidence:
            node.confidence.reset();
            break;
        case Field::reason:
            node.words.reason.clear();
            break;
        case Field::impact:
            node.words.impact.clear();
            break;
        case Field::mitigation:
            node.words.mitigation.clear();
            break;
    }
}

void fill(Node& node, const Values& values) {
    if (values.text) node.words.text = *values.text;
    if (values.status) node.status = values.status;
    if (values.source) node.source = values.source;
    if (values.confidence) node.confidence = values.confidence;
    if (values.reason) node.words.reason = *values.reason;
    if (values.impact) node.words.impact = *values.impact;
    if (values.mitigation) node.words.mitigation = *values.mitigation;
    for (const Field field : values.clear)
        clear_field(node, field);
}

void add_node(Work& work, Step& step) {
    if (!step.made) return;
    Node node;
    node.id = *step.made;
    fill(node, step.values);
    if (node.id.type == NodeType::decision && node.words.reason.empty() && !step.change->reason &&
        node.source == Source::user) {
        node.words.reason = "user's decision";
        work.applied.told_in_full.push_back(node.id);
    }
    check_required(work, step, node);
    if (step.faulty)
        work.phantoms.insert(node.id);
    else if (!work.draft.exists(node.id))
        work.draft.add(std::move(node));
}

/// CM10: words of weaker evidence do not replace stronger ones unless it is meant.
bool overwrites_stronger(Work& work, Step& step, const Node& before, const Node& after) {
    const Values& values = step.values;
    const bool stated = values.source || values.confidence;
    const bool meant = step.change->override.value_or(false);
    if (!stated || meant || before.words.text == after.words.text || !weaker(after, before))
        return false;
    Change instead = *step.change;
    instead.override = true;
    work.fault(step, "text", "weaker_evidence",
               "[" + to_string(before.id) +
                   "] rests on stronger evidence than the new words: add them as a node of "
                   "their own, or send override: true to replace it on purpose",
               std::move(instead));
    return true;
}

void update_node(Work& work, Step& step, NodeId id, const Values& values) {
    const Change& change = *step.change;
    if (change.type && step.op == Op::update) {
        const auto type = read_type(*change.type);
        if (type != id.type)
            return work.fault(step, "type", "id_and_type",
                              "[" + to_string(id) + "] is a " + tools::word(id.type) +
                                  " and keeps its type: add a new node and supersede this one");
    }
    const Node* before = work.draft.node(id);
    if (before == nullptr) return;  // its add is faulty and told of
    Node after = *before;
    fill(after, values);
    if (overwrites_stronger(work, step, *before, after)) return;
    check_required(work, step, after);
    if (step.faulty) return;
    const bool new_words = before->words.text != after.words.text;
    const Source said = before->source.value_or(Source::assistant);
    const bool strong = before->confidence == Confidence::confirmed ||
                        (said != Source::assistant && said != Source::inferred);
    if (new_words && !values.source && !values.confidence && strong &&
        work.draft.stored(id) != nullptr)
        work.applied.evidence_kept.push_back(id);
    work.draft.edit(id) = std::move(after);
}

/// Status words that an op sets on its targets.
std::optional<Status> status_of(const Step& step) {
    switch (step.op) {
        case Op::done:
            return Status::done;
        case Op::archive:
            return Status::archived;
        case Op::resolve:
            return Status::done;
        case Op::supersede:
            return Status::superseded;
        default:
            return std::nullopt;
    }
}

void change_targets(Work& work, Step& step) {
    Values values = step.values;
    const auto status = status_of(step);
    if (status && values.status && values.status != status)
        return work.fault(step, "status", "contradiction",
                          std::string(tools::word(step.op)) + " sets status " +
                              tools::word(*status) + ": leave status out");
    if (status) values.status = status;
    for (const NodeId id : step.targets) {
        if (work.leaving.contains(id))
            work.fault(step, "id", "removed_here",
                       "[" + to_string(id) +
                           "] is removed or merged in the same update: send only one of the two");
        else
            update_node(work, step, id, values);
    }
}

/// resolve and supersede: fields belong to the node that `text` adds.
void answer(Work& work, Step& step) {
    if (step.change->text) return add_node(work, step);
    if (step.values.any() || step.change->type)
        return work.fault(step, "text", "missing",
                          std::string(tools::word(step.op)) +
                              " takes fields only for the node that text adds: give text, or send "
                              "an update for the fields");
    if (!step.change->with) change_targets(work, step);
}

void summarize(Work& work, Step& step) {
    if (!step.change->text)
        return work.fault(step, "text", "missing",
                          "summarize needs text: the one line that stands for its nodes");
    add_node(work, step);
    for (const NodeId id : step.targets) {
        const Node* node = work.draft.node(id);
        if (node != nullptr && node->status != Status::superseded)
            work.draft.edit(id).status = Status::archived;
    }
}

void merge(Work& work, Step& step) {
    if (step.into && !step.faulty) update_node(work, step, *step.into, step.values);
}

void carry_out(Work& work, Step& step) {
    switch (step.op) {
        case Op::add:
            if (!step.repeat) return add_node(work, step);
            if (!step.faulty) {
                Values values = step.values;
                values.text.reset();
                update_node(work, step, *step.made, values);
            }
            return;
        case Op::update:
        case Op::done:
        case Op::archive:
            return change_targets(work, step);
        case Op::resolve:
        case Op::supersede:
            return answer(work, step);
        case Op::summarize:
            return summarize(work, step);
        case Op::merge:
            return merge(work, step);
        case Op::link:
        case Op::unlink:
        case Op::remove:
            return;
    }
}

void remember(Work& work, const Step& step) {
    auto& changed_by = work.applied.changed_by;
    const std::size_t index = step.change->index;
    if (step.made) changed_by.try_emplace(*step.made, index);
    for (const NodeId id : step.targets)
        changed_by.try_emplace(id, index);
}

}  // namespace

void check_required(Work& work, Step& step, const Node& node) {
    const auto lacks = [&](const char* name, const char* what,
                           std::optional<std::string> Change::*member) {
        if (step.change->*member) return;  // given, so its own fault is told
        Change instead = *step.change;
        instead.*member = std::string("<") + what + ">";
        work.fault(
            step, name, "missing",
            "[" + to_string(node.id) + "] must have " + name + ": one line that says " + what,
            std::move(instead));
    };
    if (node.id.type == NodeType::decision && node.words.reason.empty())
        lacks("reason", "why it was decided", &Change::reason);
    if (node.id.type == NodeType::question && node.words.impact.empty())
        lacks("impact", "what its answer changes", &Change::impact);
}

void change_nodes(Work& work) {
    // New nodes first: a change may name what another one adds.
    const auto adds = [](const Step& step) { return step.op == Op::add && !step.repeat; };
    for (Step& step : work.steps)
        if (adds(step)) carry_out(work, step);
    for (Step& step : work.steps)
        if (!adds(step)) carry_out(work, step);
    for (const Step& step : work.steps)
        remember(work, step);
}

}  // namespace tools::map
