#pragma once

#include "store/bytes.hpp"
#include "tools/map/attention.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tools::map {

/// What an update answers, before it is worded for a host. The first answer of
/// a turn is kept, so that a retry gets it again (CM13).
struct Answer {
    std::string delta;
    std::uint64_t revision = 0;
    std::map<std::string, std::string> ids;  ///< `$word` -> id
    std::vector<Attention> attention;
    std::vector<std::string> next_ids;
};

void encode(const Answer& answer, store::Writer& to);
void decode(store::Reader& from, Answer& answer);

}  // namespace tools::map
