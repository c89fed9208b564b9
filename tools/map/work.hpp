#pragma once

#include "tools/map/update.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// How apply() works inside: each change is read into a step, then the steps
/// are carried out phase by phase.
namespace tools::map {

enum class Field { status, source, confidence, reason, impact, mitigation };

constexpr auto names(Field) {
    return std::array{"status", "source", "confidence", "reason", "impact", "mitigation"};
}

/// A change's words, read.
struct Values {
    std::optional<std::string> text;
    std::optional<Status> status;
    std::optional<Source> source;
    std::optional<Confidence> confidence;
    std::optional<std::string> reason, impact, mitigation;
    std::set<Field> clear;

    [[nodiscard]] bool any() const {
        return text || status || source || confidence || reason || impact || mitigation ||
               !clear.empty();
    }
};

struct Step {
    const Change* change = nullptr;
    Op op = Op::update;
    Values values;
    std::vector<NodeId> targets;  ///< the nodes it names by id and ids
    std::optional<NodeId> made;   ///< the node it adds
    std::optional<NodeId> with;   ///< resolve and supersede
    std::optional<NodeId> into;   ///< merge
    bool repeat = false;          ///< made is a node that already stood there
    bool faulty = false;
};

/// An edge to be added, and the change that asked for it.
struct Link {
    Edge edge;
    Step* step;
    bool carry = false;  ///< moves edges of its target along (CM17)
};

struct Work {
    Draft& draft;
    Applied& applied;
    std::vector<Step> steps;
    std::map<std::string, NodeId> locals;  ///< `$word` -> id
    std::set<std::string> broken_locals;   ///< of faulty adds
    std::set<NodeId> phantoms;  ///< ids of faulty adds: no second fault for a link to them
    std::set<NodeId> leaving;   ///< nodes that this update removes or merges
    std::set<NodeId> fresh;     ///< nodes that this update adds
    std::vector<Link> links;
    std::size_t spread = 0;  ///< edges that lists ask for: each of some nodes with each of others

    /// True, and counted, when a list may ask for so many edges; else a fault.
    bool may_spread(Step& step, const std::string& field, std::size_t edges);
    /// Notes what is wrong with a step; `instead` is the change to send.
    void fault(Step& step, const std::string& field, const char* reason, std::string message,
               std::optional<Change> instead = std::nullopt);
    void note(std::vector<NodeId> ids, std::string message);
    /// Takes ids that faulty lines would have added as phantoms.
    void expect(const std::vector<std::string>& broken_ids);
};

// reading.cpp
/// Reads op, words and field names of each change.
void read_steps(Work& work, const std::vector<Change>& changes);
/// The id or `$word` in a field; nothing, with a fault unless the add behind it
/// is faulty itself, when it names no node.
std::optional<NodeId> read_reference(Work& work, Step& step, const std::string& field,
                                     const std::string& text);
/// The references of a list, one at a time or separated by commas.
std::vector<NodeId> read_references(Work& work, Step& step, const std::string& field,
                                    const std::vector<std::string>& texts);

// numbering.cpp
/// Gives every node that an update adds its id (CM1).
void number_nodes(Work& work);
/// Reads what the steps refer to, once every new node has its id.
void read_targets(Work& work);

// nodes.cpp
/// Adds nodes and changes fields and statuses (CM2).
void change_nodes(Work& work);
/// Faults of a node that lacks what its type must have.
void check_required(Work& work, Step& step, const Node& node);

// edges.cpp
/// Unlinks, removals, merges and summaries.
void take_away(Work& work);
/// Collects the edges that the steps ask for, then adds them (CM3, CM4).
void add_edges(Work& work);
/// The node or edge that an edge's end stands for may not be there.
std::string no_such_node(Work& work, NodeId id);

// consequences.cpp
/// Moves edges along with supersede and resolve (CM17), then settles statuses (CM4).
void carry_edges(Work& work);
void settle(Work& work);

}  // namespace tools::map
