#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace store {

/// A name that only compares with names of its own kind.
template <class Tag>
class Id {
public:
    Id() = default;

    explicit Id(std::string text) : text_(std::move(text)) {}

    [[nodiscard]] std::string_view str() const noexcept { return text_; }

    auto operator<=>(const Id&) const = default;

private:
    std::string text_;
};

/// How often a space was changed: 0 before the first change, +1 for each.
struct Revision {
    std::uint64_t value = 0;

    auto operator<=>(const Revision&) const = default;
};

}  // namespace store
