#include "tests/bench/report.hpp"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <fstream>

namespace bench {
namespace {

std::string number(std::optional<double> value, const char* unit) {
    if (!value) return "-";
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), *value < 10 ? "%.2f %s" : "%.0f %s", *value, unit);
    return text.data();
}

std::string factor(std::optional<double> value) {
    if (!value) return "-";
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), "%.2fx", *value);
    return text.data();
}

/// How much slower the peer is than we are.
std::optional<double> ahead(const Row& row) {
    if (!row.peer_value || row.ours <= 0) return std::nullopt;
    return *row.peer_value / row.ours;
}

bool missed(const Row& row) {
    const auto lead = ahead(row);
    return (row.at_most && row.figure > *row.at_most) ||
           (lead && row.peer_at_least && *lead < *row.peer_at_least);
}

std::string target(const Row& row) {
    if (!row.at_most) return "-";
    return "<= " + (row.floor ? factor(row.at_most) : number(row.at_most, row.unit.c_str()));
}

nlohmann::json to_json(const Row& row) {
    const auto maybe = [](std::optional<double> value) {
        return value ? nlohmann::json(*value) : nlohmann::json();
    };
    return {{"operation", row.operation},
            {"unit", row.unit},
            {"ours", row.ours},
            {"floor", maybe(row.floor)},
            {"ratio", row.figure},
            {"target", maybe(row.at_most)},
            {"note", row.note},
            {"peer", row.peer},
            {"peer_value", maybe(row.peer_value)},
            {"missed", missed(row)},
            {"ratio_to_peer", maybe(ahead(row))}};
}

}  // namespace

int report(const std::vector<Row>& rows, const std::string& json_file) {
    constexpr const char* line = "%-46s %12s %12s %9s %14s %14s %10s %s\n";
    std::printf(line, "operation", "ours", "floor", "ratio", "target", "peer", "to peer", "");
    nlohmann::json all = nlohmann::json::array();
    int count = 0;
    for (const auto& row : rows) {
        const std::string ratio = row.floor ? factor(row.figure) : "-";
        const std::string verdict = (missed(row) ? "MISSED " : "") + row.note;
        std::printf(line, row.operation.c_str(), number(row.ours, row.unit.c_str()).c_str(),
                    number(row.floor, row.unit.c_str()).c_str(), ratio.c_str(), target(row).c_str(),
                    number(row.peer_value, row.unit.c_str()).c_str(), factor(ahead(row)).c_str(),
                    verdict.c_str());
        count += missed(row) ? 1 : 0;
        all.push_back(to_json(row));
    }
    std::ofstream(json_file) << all.dump(1) << '\n';
    return count;
}

}  // namespace bench
