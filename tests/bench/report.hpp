#pragma once

#include <optional>
#include <string>
#include <vector>

namespace bench {

/// One line of the table. Times in microseconds, memory in MiB, sizes in tokens: `unit` says which.
struct Row {
    std::string operation = {};
    std::string unit = "us";
    double ours = 0;
    std::optional<double> floor = std::nullopt;
    /// What is compared with the target: ours / floor, or ours itself where there is no floor.
    double figure = 0;
    std::optional<double> at_most = std::nullopt;
    std::string note = {};
    std::string peer = {};
    std::optional<double> peer_value = std::nullopt;
    std::optional<double> peer_at_least = std::nullopt;
};

/// Prints the table of targets and writes it as JSON; the number of targets that were missed.
int report(const std::vector<Row>& rows, const std::string& json_file);

}  // namespace bench
