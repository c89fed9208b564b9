#include "tools/thread/lines.hpp"

#include "store/error.hpp"
#include "tools/thread/states.hpp"

#include <algorithm>

namespace tools::thread {
namespace {

std::vector<Number> children(const View& view, Number number) {
    std::vector<Number> out;
    for (const Arc& arc : view.into(number))
        if (arc.kind == ArcKind::causal) out.push_back(arc.from);
    return out;
}

bool opens_exchange(const Node& node) {
    return node.kind == Kind::prompt;
}

}  // namespace

std::vector<Node> ancestors(const View& view, std::span<const Number> start,
                            const std::function<bool(const Node&)>& visit) {
    std::vector<Node> out;
    std::set<Number> seen;
    std::vector<Number> todo;
    const auto add = [&](const std::vector<Number>& numbers) {
        for (const Number number : numbers)
            if (seen.insert(number).second) todo.push_back(number);
    };
    add({start.begin(), start.end()});
    for (std::size_t at = 0; at < todo.size(); ++at) {
        out.push_back(view.node(todo[at]));
        if (visit && !visit(out.back())) break;
        add(out.back().parents);
    }
    return out;
}

std::optional<Node> find_call(const View& view, std::span<const Number> start,
                              const std::string& call_id) {
    std::optional<Node> found;
    ancestors(view, start, [&](const Node& node) {
        if (node.kind == Kind::tool_call && node.call_id == call_id) found = node;
        return !found;
    });
    return found;
}

std::vector<Number> results_of(const View& view, const Node& call) {
    std::vector<Number> out, todo{call.number};
    std::set<Number> seen{call.number};
    while (!todo.empty()) {  // results of parallel calls may hang on each other
        const Number here = todo.back();
        todo.pop_back();
        for (const Number child : children(view, here)) {
            const Node node = view.node(child);
            const bool result = node.kind == Kind::tool_result;
            if (result && node.call_id == call.call_id) out.push_back(child);
            const bool within = (result && node.call_id != call.call_id) ||
                                (node.kind == Kind::tool_call && node.call_id != call.call_id);
            if (within && seen.insert(child).second) todo.push_back(child);
        }
    }
    return out;
}

std::vector<Number> span_between(const View& view, Number first, Number last) {
    std::set<Number> reaches;  // ancestors of last that lie at or below first
    std::vector<Node> above;
    const std::vector<Number> end{last};
    for (const Node& node : ancestors(view, end))
        if (node.number >= first) above.push_back(node);
    std::sort(above.begin(), above.end(),
              [](const Node& a, const Node& b) { return a.number < b.number; });
    for (const Node& node : above) {
        const bool below = std::any_of(node.parents.begin(), node.parents.end(),
                                       [&](Number parent) { return reaches.count(parent) > 0; });
        if (node.number == first || below) reaches.insert(node.number);
    }
    if (reaches.count(first) == 0 || reaches.count(last) == 0) return {};
    return {reaches.begin(), reaches.end()};
}

std::vector<Number> span_of(const View& view, const std::string& first, const std::string& last,
                            const std::string& path) {
    const Number from = view.find(first, path + "/0");
    const Number to = view.find(last, path + "/1");
    std::vector<Number> out = span_between(view, from, to);
    const auto refuse = [&](const char* reason, const std::string& message) {
        throw store::Error(store::Code::invalid, "there is no such span: nothing was stored",
                           {{path, reason, message, "", {}}});
    };
    if (out.empty() && !span_between(view, to, from).empty())
        refuse("wrong_order", "the second is an ancestor of the first: send [" + view.short_id(to) +
                                  ", " + view.short_id(from) + "]");
    if (out.empty()) refuse("no_path", "no path leads from the second node up to the first");
    std::erase_if(out, [&](Number number) { return !is_active(view, number); });
    if (out.empty()) refuse("inactive", "every node between the two is retracted or replaced");
    return out;
}

std::set<Number> descendants(const View& view, std::span<const Number> start) {
    std::set<Number> out;
    std::vector<Number> todo(start.begin(), start.end());
    while (!todo.empty()) {
        const Number here = todo.back();
        todo.pop_back();
        for (const Number child : children(view, here))
            if (out.insert(child).second) todo.push_back(child);
    }
    return out;
}

std::set<Number> exchange_of(const View& view, Number number) {
    Number top = number;
    for (Node node = view.node(number); !opens_exchange(node) && !node.parents.empty();) {
        node = view.node(node.parents.front());
        top = node.number;
    }
    std::set<Number> out{top};
    std::vector<Number> todo{top};
    while (!todo.empty()) {
        const Number here = todo.back();
        todo.pop_back();
        for (const Number child : children(view, here))
            if (!opens_exchange(view.node(child)) && out.insert(child).second)
                todo.push_back(child);
    }
    return out;
}

}  // namespace tools::thread
