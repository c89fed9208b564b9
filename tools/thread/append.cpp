#include "tools/thread/append.hpp"

#include "store/error.hpp"
#include "tools/nearest.hpp"
#include "tools/thread/lines.hpp"
#include "tools/thread/states.hpp"

#include <algorithm>
#include <map>

namespace tools::thread {
namespace {

[[noreturn]] void refuse_draft(const std::string& path, const char* reason,
                               const std::string& message) {
    throw store::Error(store::Code::invalid, "the nodes do not fit: nothing was stored",
                       {{path, reason, message, "", {}}});
}

class Appending {
public:
    Appending(Change& change, std::vector<Draft> drafts, std::int64_t now)
        : change_(change), drafts_(std::move(drafts)), now_(now) {
        for (std::size_t i = 0; i < drafts_.size(); ++i) {
            std::string& local = drafts_[i].local;
            if (local.empty()) continue;
            if (local.front() != '$') local.insert(local.begin(), '$');
            if (!locals_.emplace(local, i).second)
                refuse_draft(drafts_[i].path + "/local", "duplicate_local",
                             local + " names two nodes: give each its own name");
        }
    }

    Appended run() {
        for (const std::size_t i : order())
            add(i);
        Appended out;
        for (std::size_t i = 0; i < drafts_.size(); ++i) {
            out.numbers.push_back(done_.at(i));
            if (duplicate_.count(i) > 0) out.duplicates.push_back(done_.at(i));
        }
        return out;
    }

private:
    [[nodiscard]] std::vector<std::string> references(const Draft& draft) const {
        std::vector<std::string> out = draft.parents.value_or(std::vector<std::string>{});
        for (const auto* more : {&draft.supersedes, &draft.transclude, &draft.members})
            out.insert(out.end(), more->begin(), more->end());
        if (!draft.target.empty()) out.push_back(draft.target);
        return out;
    }

    [[nodiscard]] std::size_t local(const std::string& name, const std::string& path) const {
        const auto found = locals_.find(name);
        if (found != locals_.end()) return found->second;
        refuse_draft(path, "unknown_local",
                     name + " is no `local` name of this call: give one to the node you mean");
    }

    /// Every node behind those it refers to, else as given.
    [[nodiscard]] std::vector<std::size_t> order() const {
        std::vector<std::size_t> out, way;
        std::vector<char> state(drafts_.size(), 'n');
        for (std::size_t i = 0; i < drafts_.size(); ++i)
            visit(i, state, way, out);
        return out;
    }

    void visit(std::size_t i, std::vector<char>& state, std::vector<std::size_t>& way,
               std::vector<std::size_t>& out) const {
        if (state[i] == 'd') return;
        way.push_back(i);
        if (state[i] == 'v') refuse_circle(way);
        state[i] = 'v';
        for (const std::string& id : references(drafts_[i]))
            if (!id.empty() && id.front() == '$')
                visit(local(id, drafts_[i].path), state, way, out);
        state[i] = 'd';
        way.pop_back();
        out.push_back(i);
    }

    [[noreturn]] void refuse_circle(const std::vector<std::size_t>& way) const {
        const auto from = std::find(way.begin(), way.end(), way.back());
        std::vector<std::string> names;
        for (auto at = from; at != way.end(); ++at)
            names.push_back(drafts_[*at].local);
        refuse_draft(drafts_[way.back()].path, "cycle",
                     join(names, " -> ") + " (each depends on the next): leave out one of these");
    }

    [[nodiscard]] Number resolve(const std::string& id, const std::string& path) const {
        if (!id.empty() && id.front() == '$') return done_.at(local(id, path));
        return change_.find(id, path, "missing_parent");
    }

    [[nodiscard]] std::vector<Number> resolve_all(const std::vector<std::string>& ids,
                                                  const std::string& path) const {
        std::vector<Number> out;
        for (std::size_t i = 0; i < ids.size(); ++i)
            out.push_back(resolve(ids[i], path + "/" + std::to_string(i)));
        return out;
    }

    /// D4: the node before it in the call, a result its call, a node in another one's
    /// place that one's parents, the first one the heads.
    [[nodiscard]] std::vector<Number> default_parents(const Draft& draft) const {
        const Node& node = draft.made.node;
        if (!is_causal(node)) return {};
        const std::vector<Number>& heads = change_.heads();
        const bool aside =
            last_ != 0 && std::find(heads.begin(), heads.end(), last_) == heads.end();
        const std::vector<Number> before = aside ? std::vector<Number>{last_} : heads;
        if (node.kind == Kind::tool_result) return {call_of(draft, before).number};
        if (!draft.supersedes.empty())
            return change_.node(resolve(draft.supersedes.front(), draft.path + "/supersedes/0"))
                .parents;
        return before;
    }

    [[nodiscard]] Node call_of(const Draft& draft, const std::vector<Number>& from) const {
        const std::string& id = draft.made.node.call_id;
        if (auto call = find_call(change_, from, id)) return *call;
        refuse_draft(draft.path + "/call_id", "missing_call",
                     "no tool_call with call_id \"" + id + "\" before it: append the call first");
    }

    void add(std::size_t i) {
        Draft& draft = drafts_[i];
        Node& node = draft.made.node;
        node.parents = draft.parents ? resolve_all(*draft.parents, draft.path + "/parents")
                                     : default_parents(draft);
        std::sort(node.parents.begin(), node.parents.end());
        node.parents.erase(std::unique(node.parents.begin(), node.parents.end()),
                           node.parents.end());
        node.members = resolve_all(draft.members, draft.path + "/members");
        if (!draft.target.empty()) node.target = resolve(draft.target, draft.path + "/target");
        const bool by_default = !draft.parents;
        const NewNode made = draft.made;
        const Added added = change_.add(made, now_);
        done_[i] = added.number;
        if (added.duplicate) duplicate_.insert(i);
        if (node.kind == Kind::tool_result && !added.duplicate) check_result(draft, added.number);
        link_all(draft, added.number, LinkType::transclude);
        link_all(draft, added.number, LinkType::supersedes);
        if (!added.duplicate && is_causal(node)) move_heads(draft, added.number, by_default);
        if (is_causal(node)) last_ = added.number;
    }

    /// A result needs its call above it, and is the only active one there.
    void check_result(const Draft& draft, Number number) const {
        const Node call = call_of(draft, draft.made.node.parents);
        const std::vector<Number> replaced = resolve_all(draft.supersedes, draft.path);
        for (const Number other : results_of(change_, call)) {
            const bool gone = std::find(replaced.begin(), replaced.end(), other) != replaced.end();
            if (other == number || gone || !is_active(change_, other)) continue;
            refuse_draft(draft.path, "second_result",
                         "the call \"" + call.call_id + "\" has its result " +
                             change_.short_id(other) + ": send `supersedes` with that id");
        }
    }

    void link_all(const Draft& draft, Number from, LinkType type) {
        const bool replaces = type == LinkType::supersedes;
        const auto& ids = replaces ? draft.supersedes : draft.transclude;
        const std::string path = draft.path + "/" + names(type)[static_cast<std::size_t>(type)];
        for (const Number to : resolve_all(ids, path)) {
            Link link;
            link.from = from;
            link.to = to;
            link.kind = replaces ? ArcKind::supersedes : ArcKind::transclude;
            link.time = now_;
            change_.add_link(link, path);
        }
    }

    void move_heads(const Draft& draft, Number number, bool by_default) {
        std::vector<Number> heads = change_.heads();
        const std::vector<Number> replaced = resolve_all(draft.supersedes, draft.path);
        const std::vector<Number>& gives_way =
            draft.supersedes.empty() ? draft.made.node.parents : replaced;
        const std::size_t before = heads.size();
        std::erase_if(heads, [&](Number head) {
            return std::find(gives_way.begin(), gives_way.end(), head) != gives_way.end();
        });
        const bool parallel_result = by_default && draft.made.node.kind == Kind::tool_result;
        if (heads.size() < before || before == 0 || parallel_result) heads.push_back(number);
        change_.set_heads(std::move(heads));
    }

    Change& change_;
    std::vector<Draft> drafts_;
    std::int64_t now_;
    std::map<std::string, std::size_t> locals_;
    std::map<std::size_t, Number> done_;
    std::set<std::size_t> duplicate_;
    Number last_ = 0;  ///< the causal node added before
};

}  // namespace

Appended append(Change& change, std::vector<Draft> drafts, std::int64_t now) {
    return Appending(change, std::move(drafts), now).run();
}

}  // namespace tools::thread
