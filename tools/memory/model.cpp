#include "tools/memory/model.hpp"

#include "tools/text/ascii.hpp"
#include "tools/text/line.hpp"

#include <cinttypes>
#include <cstdio>
#include <string_view>

namespace tools::memory {
namespace {

constexpr std::size_t uuid_size = 36;

bool dash_at(std::size_t i) {
    return i == 8 || i == 13 || i == 18 || i == 23;
}

bool hex_digit(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

}  // namespace

std::string fact_id(const Fact& fact) {
    return std::string(fact.episode.str()) + "#" + std::to_string(fact.place);
}

EpisodeId make_episode_id(std::int64_t time_ms, const std::string& random_hex) {
    std::array<char, 16> time{};
    std::snprintf(time.data(), time.size(), "%012" PRIx64,
                  static_cast<std::uint64_t>(time_ms) & 0xFFFF'FFFF'FFFFU);
    const std::string stamp = time.data();
    constexpr std::string_view variants = "89ab";
    const std::string random = std::string(32, '0') + random_hex;
    const std::string tail = random.substr(random.size() - 19);
    const auto variant = variants[static_cast<unsigned char>(tail[3]) % 4U];
    return EpisodeId(stamp.substr(0, 8) + "-" + stamp.substr(8, 4) + "-7" + tail.substr(0, 3) +
                     "-" + variant + tail.substr(4, 3) + "-" + tail.substr(7, 12));
}

std::optional<EpisodeId> read_episode_id(const std::string& text) {
    std::string id = text::ascii_lower(text::trim(text));
    if (id.size() != uuid_size) return std::nullopt;
    for (std::size_t i = 0; i < id.size(); ++i)
        if (dash_at(i) ? id[i] != '-' : !hex_digit(id[i])) return std::nullopt;
    return EpisodeId(std::move(id));
}

}  // namespace tools::memory
