#pragma once

#include "store/space.hpp"
#include "tools/counter.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace tools {

/// A group of tools that a host can switch on or off.
enum class Toolset { map, memory, ingest, thread, projection };

constexpr auto names(Toolset) {
    return std::array{"map", "memory", "ingest", "thread", "projection"};
}

/// Who calls. The tenant is a hard wall around the caller's spaces.
struct Principal {
    store::Reach tenant = "local";
};

/// Upper bounds of CM7: how many active goals, tasks and risks and open
/// questions a map holds before an update's answer proposes to tidy.
struct MapLimits {
    std::int64_t goals = 3;
    std::int64_t tasks = 7;
    std::int64_t questions = 7;
    std::int64_t risks = 5;
};

/// What the operator set for this process.
struct Settings {
    std::string conversation;                        ///< default map; empty: a call must name one
    std::vector<std::string> dataspaces{"default"};  ///< allowed ones; writes go to the first
    std::vector<Toolset> toolsets{Toolset::map, Toolset::memory};
    bool read_only = false;
    std::string export_dir;  ///< where files may be written; empty: nowhere
    std::vector<std::string> source_roots;
    std::map<std::string, std::int64_t> retain_days;  ///< by dataspace: how long an episode stays
    MapLimits map_limits;
};

/// Milliseconds since 1970 UTC.
using Clock = std::function<std::int64_t()>;

/// 128 random bits as 32 hex digits.
using Ids = std::function<std::string()>;

/// Tells the caller how far a long call is.
using Progress =
    std::function<void(double done, std::optional<double> total, const std::string& message)>;

/// What surrounds one call of a tool.
struct Call {
    const Principal& principal;
    const Settings& settings;
    const Clock& clock;
    const Ids& ids;
    const Counter& counter;
    std::stop_token stop;
    const Progress& progress;
};

/// Throws Error unavailable (reason cancelled) once the caller gave the call up.
/// Long loops call it, so that a cancelled call stops.
void check_stop(const Call& call);

/// The conversation a process works on when nobody names one: the project
/// directory (`project_dir`, else the git top above `working_dir`) as its base
/// name and 4 hex digits of its path's hash, else `main`.
std::string default_conversation(const std::string& project_dir, const std::string& working_dir);

}  // namespace tools
