#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace re2 {
class RE2;
}

namespace tools::source {

/// Where in a line something was found, in bytes.
struct Hit {
    std::size_t at = 0, size = 0;
};

inline constexpr std::size_t searched_bytes = std::size_t{64} << 10;  ///< of a line

/// What rg looks for. Patterns are RE2's, so that the time is linear in the text and
/// the memory bounded, whatever the pattern: no back references, no look-around.
class Pattern {
public:
    /// Throws Error invalid for a pattern that RE2 refuses.
    Pattern(const std::string& pattern, bool literal, bool fold_case);
    ~Pattern();
    Pattern(const Pattern&) = delete;
    Pattern& operator=(const Pattern&) = delete;
    Pattern(Pattern&&) = delete;
    Pattern& operator=(Pattern&&) = delete;

    /// The first hit in a line. A longer line is searched in its first bytes only.
    [[nodiscard]] std::optional<Hit> find(std::string_view line) const;

private:
    std::unique_ptr<re2::RE2> expression_;
};

}  // namespace tools::source
