#include "tools/map/text.hpp"

namespace tools::map {
Parsed parse_delta(std::string_view) {
    throw store::Error(store::Code::unavailable, "no delta yet");
}

Parsed parse_map(std::string_view) {
    throw store::Error(store::Code::unavailable, "no import yet");
}
}  // namespace tools::map
