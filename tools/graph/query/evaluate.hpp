#pragma once

#include "tools/graph/query/graph_view.hpp"
#include "tools/graph/query/query.hpp"

#include <chrono>
#include <functional>

namespace tools::graph::query {

/// What a query may use. Time is in ms.
struct Caps {
    std::size_t rows = 200;           ///< of the result
    std::size_t between = 100'000;    ///< rows between two clauses
    std::size_t steps = 2'000'000;    ///< nodes and edges looked at
    std::int64_t time = 2'000;        ///< to find them; as much again for what is done with rows
    std::size_t bytes = 100'000'000;  ///< of all rows that ever stood between two clauses
    std::size_t value = 8'000'000;    ///< bytes of one value that a query puts together
};

/// Counts steps and time; once it is spent, work ends and what was found so far stands.
class Meter {
public:
    explicit Meter(const Caps& caps);

    /// False once nothing is left.
    bool step();

    /// The same for a row that was found already and goes into the next clause.
    bool row();

    /// Counts what a row holds; false once that is too much.
    bool hold(const Value& value);

    /// The same for one that joins a list of so many bytes.
    bool hold_in_list(const Value& value, std::size_t& bytes);

    /// Throws Error invalid (too_large) where a list, map or text grew too large.
    void check_size(std::size_t bytes, std::size_t at) const;

    /// Paths of more edges were not followed.
    void leave_out_longer(std::size_t edges);

    /// A clause had more rows than may stand between two.
    void leave_out_rows(std::size_t rows);

    [[nodiscard]] bool spent() const { return stopped_; }

    /// What was cut, each thing once.
    [[nodiscard]] const std::vector<std::string>& cuts() const { return cuts_; }

private:
    using Instant = std::chrono::steady_clock::time_point;

    void tell(std::string cut);
    bool tell_late(std::int64_t ms);

    Caps caps_;
    std::size_t steps_ = 0, bytes_ = 0;
    Instant start_;
    bool stopped_ = false;
    std::vector<std::string> cuts_;
};

/// What an evaluation needs from around it.
struct Asking {
    const GraphView& graph;
    const Map& parameters;
    Meter& meter;
};

/// The names a row has values for; the first of a name counts.
struct Row {
    const std::vector<std::string>& names;
    const List& values;
    const std::vector<std::pair<const Expression*, Value>>* aggregates = nullptr;

    [[nodiscard]] const Value* find(const std::string& name) const;
};

/// The value of an expression. Throws Error invalid: wrong_type, missing_parameter.
Value evaluate(const Asking& asking, const Expression& expression, const Row& row);

/// True where the condition holds; a null does not.
bool holds(const Asking& asking, const Expression& condition, const Row& row);

}  // namespace tools::graph::query
