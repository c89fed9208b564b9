#pragma once

#include "tools/counter.hpp"
#include "tools/thread/view.hpp"

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tools::thread {

/// A node before it has a number, and what only its id depends on.
struct NewNode {
    Node node;  ///< id and number are worked out
    Words words;
    bool on_version = false;      ///< the id depends on the version it is made on (D3)
    std::int64_t time_given{-1};  ///< ms, negative: the server's time
};

/// What a node became.
struct Added {
    Number number = 0;
    bool duplicate = false;  ///< this version held it already
};

/// A version in the making: the one it starts from, and what is added to it.
class Change : public View {
public:
    Change(store::WriteTxn& txn, store::Space space, Version base, const Counter& counter);

    /// Adds a node, or names the equal one there is (D3). Its tokens are counted unless given.
    Added add(NewNode made, std::int64_t now);

    /// Adds a link; nothing (0) where this version holds an equal one that still acts.
    /// Throws Error invalid (cycle) with the chain where its end depends on its start.
    Number add_link(Link link, const std::string& path);

    /// Takes in an item that another version holds.
    void take(Number item);

    void set_heads(std::vector<Number> heads);

    [[nodiscard]] const std::vector<Number>& heads() const noexcept { return version_.heads; }

    [[nodiscard]] const Counter& counter() const noexcept { return counter_; }

    /// True when what would be stored differs from the base.
    [[nodiscard]] bool changed() const;

    /// Number of the version that store() will make.
    [[nodiscard]] std::uint64_t next_version() const noexcept { return counters_.versions + 1; }

    /// Makes the version; its parent is the base unless `said` names others.
    Version store(Version said);

private:
    store::WriteTxn& writing_;
    const Counter& counter_;
    Head counters_;
    Version base_;
};

/// True where something depends on the node (D5).
bool is_depended_on(const View& view, Number number);

/// The nodes on a way round that a link would close, each depending on the next, from
/// `from` over `to` to `from`; empty where there is none.
std::vector<Number> cycle_through(const View& view, Number from, Number to);

/// Refuses with the chain of ids when `from` can't come to depend on `to`.
void refuse_cycle(const View& view, Number from, Number to, const std::string& path);

}  // namespace tools::thread
