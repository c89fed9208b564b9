#include "mcp/http_monitor.hpp"

#include "mcp/failure.hpp"
#include "store/ops.hpp"

#include <algorithm>
#include <cstdio>
#include <string>
#include <sys/random.h>
#include <sys/statvfs.h>

namespace mcp {
namespace {

constexpr double fullest_map = 0.9;  ///< of the address space, for calls to be sent here
constexpr double fullest_disk = 0.95;
constexpr const char* unlisted = "other";

std::string hex_digits_of(std::uint64_t number) {
    std::array<char, 17> out{};
    std::snprintf(out.data(), out.size(), "%016llx", static_cast<unsigned long long>(number));
    return out.data();
}

/// The trace id in `00-<32 hex>-<16 hex>-<2 hex>`; nothing when it is none.
std::optional<std::string> trace_of(const Head& head) {
    const std::string* parent = head.find("traceparent");
    if (parent == nullptr || parent->size() != 55 || (*parent)[2] != '-' || (*parent)[35] != '-')
        return std::nullopt;
    std::string out = parent->substr(3, 32);
    const bool hex = out.find_first_not_of("0123456789abcdef") == std::string::npos;
    if (!hex || out.find_first_not_of('0') == std::string::npos) return std::nullopt;
    return out;
}

bool disk_is_full(const std::string& dir) {
    struct statvfs disk {};

    if (::statvfs(dir.c_str(), &disk) != 0 || disk.f_blocks == 0) return false;
    return static_cast<double>(disk.f_bavail) / static_cast<double>(disk.f_blocks) <
           1 - fullest_disk;
}

void head_line(std::string& out, const char* name, const char* kind, const char* help) {
    out += std::string("# HELP ") + name + " " + help + "\n# TYPE " + name + " " + kind + "\n";
}

void figure(std::string& out, const char* name, const char* kind, const char* help,
            const std::string& value) {
    head_line(out, name, kind, help);
    out += std::string(name) + " " + value + "\n";
}

std::string in_seconds(std::uint64_t microseconds) {
    std::array<char, 32> out{};
    std::snprintf(out.data(), out.size(), "%.9g", static_cast<double>(microseconds) / 1e6);
    return out.data();
}

/// Figures of the store, which unlisted processes may change as well.
std::string store_figures(const store::Vitals& vitals) {
    const auto text = [](std::uint64_t number) { return std::to_string(number); };
    std::string out;
    figure(out, "throughline_commits_total", "counter", "Commits of the store, by any process.",
           text(vitals.commits));
    figure(out, "throughline_commit_queue_depth", "gauge", "Changes that wait for a commit.",
           text(vitals.waiting_writes));
    figure(out, "throughline_oldest_reader_commits", "gauge",
           "Age of the oldest snapshot in use, in commits since.", text(vitals.reader_lag));
    figure(out, "throughline_readers", "gauge", "Places taken in the table of readers.",
           text(vitals.readers));
    figure(out, "throughline_map_used_bytes", "gauge", "Bytes of live pages.",
           text(vitals.used_bytes));
    figure(out, "throughline_map_bytes", "gauge", "Address space reserved; it grows by itself.",
           text(vitals.map_bytes));
    return out;
}

}  // namespace

HttpMonitor::HttpMonitor(const store::Store& store, const tools::Catalog& offered, Log& log)
    : store_(store), log_(log) {
    std::uint64_t random = 0;
    if (::getrandom(&random, sizeof random, 0) != sizeof random)
        throw store::Error(store::Code::unavailable, "the system gave no random bytes");
    process_id_ = hex_digits_of(random);
    for (const auto& tool : offered.tools)
        tools_.emplace(tool.name, Counts{});
    tools_.emplace(unlisted, Counts{});
    for (const auto& method : method_names())
        methods_.emplace(method, Counts{});
    methods_.emplace(unlisted, Counts{});
}

std::string HttpMonitor::request_id(const Head& head) {
    if (auto trace = trace_of(head)) return *std::move(trace);
    return process_id_ + hex_digits_of(++last_id_);
}

void HttpMonitor::served(const Served& call) {
    const auto index = static_cast<std::size_t>(call.outcome);
    const auto named = [](auto& counts, std::string_view name) {
        const auto found = counts.find(name);
        return found == counts.end() ? counts.find(unlisted) : found;
    };
    const char* tool = "";
    const char* method = "";
    {
        const std::lock_guard lock(mutex_);
        const auto counted = named(methods_, call.method);
        ++counted->second.at(index);
        method = counted->first.c_str();
        if (counted->first == "tools/call") {
            const auto run = named(tools_, call.tool);
            ++run->second.at(index);
            tool = run->first.c_str();
        }
        const auto slot = std::lower_bound(bounds_us.begin(), bounds_us.end(), call.took.count());
        ++took_.at(static_cast<std::size_t>(slot - bounds_us.begin()));
        took_us_ += static_cast<std::uint64_t>(call.took.count());
    }
    const LogLevel level = call.outcome == Outcome::error ? LogLevel::warn : LogLevel::debug;
    if (!log_.shows(level)) return;
    std::string line = "\"event\":\"request\",\"request_id\":\"" + std::string(call.request_id) +
                       "\",\"method\":\"" + method + "\"";
    if (*tool != '\0') line += std::string(",\"tool\":\"") + tool + "\"";
    line += std::string(",\"outcome\":\"") + names(call.outcome).at(index) +
            "\",\"status\":" + std::to_string(call.status) +
            ",\"us\":" + std::to_string(call.took.count());
    if (!call.token.empty()) line += ",\"token\":\"" + std::string(call.token) + "\"";
    log_.write_members(level, line);
}

void HttpMonitor::refused(int status) {
    {
        const std::lock_guard lock(mutex_);
        ++refusals_[status];
    }
    if (log_.shows(LogLevel::debug))
        log_.write_members(LogLevel::debug,
                           "\"event\":\"refusal\",\"status\":" + std::to_string(status));
}

std::optional<std::string> HttpMonitor::unready() const {
    if (draining_) return "draining";
    std::optional<std::string> out;
    const auto failed = attempt([&] {
        const store::Vitals vitals = store::vitals(store_);
        if (static_cast<double>(vitals.used_bytes) >
            fullest_map * static_cast<double>(vitals.map_bytes))
            out = "the store's map is nearly full";
        else if (disk_is_full(store_.dir().string()))
            out = "the disk is nearly full";
    });
    return failed ? "the store cannot be read" : out;
}

std::string HttpMonitor::figures(std::int64_t open_streams) const {
    std::string out = store_figures(store::vitals(store_));
    figure(out, "throughline_open_streams", "gauge", "Listen requests that are open.",
           std::to_string(open_streams));
    const std::lock_guard lock(mutex_);
    const auto by_outcome = [&](const char* name, const char* label, const auto& rows) {
        for (const auto& row : rows)
            for (std::size_t i = 0; i < row.second.size(); ++i)
                if (row.second.at(i) != 0)
                    out += std::string(name) + "{" + label + "=\"" + row.first + "\",outcome=\"" +
                           names(Outcome{}).at(i) + "\"} " + std::to_string(row.second.at(i)) +
                           "\n";
    };
    head_line(out, "throughline_requests_total", "counter", "Messages by method and outcome.");
    by_outcome("throughline_requests_total", "method", methods_);
    head_line(out, "throughline_tool_calls_total", "counter", "Tool calls by tool and outcome.");
    by_outcome("throughline_tool_calls_total", "tool", tools_);
    head_line(out, "throughline_refusals_total", "counter", "Requests sent away, by HTTP status.");
    for (const auto& row : refusals_)
        out += "throughline_refusals_total{status=\"" + std::to_string(row.first) + "\"} " +
               std::to_string(row.second) + "\n";
    head_line(out, "throughline_request_seconds", "histogram",
              "Time from a whole request to its answer.");
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < took_.size(); ++i) {
        sum += took_.at(i);
        const std::string bound =
            i < bounds_us.size() ? in_seconds(static_cast<std::uint64_t>(bounds_us.at(i))) : "+Inf";
        out += "throughline_request_seconds_bucket{le=\"" + bound + "\"} " + std::to_string(sum) +
               "\n";
    }
    out += "throughline_request_seconds_sum " + in_seconds(took_us_) +
           "\nthroughline_request_seconds_count " + std::to_string(sum) + "\n";
    return out;
}

}  // namespace mcp
