#pragma once

#include "tools/thread/model.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace tools::thread {

/// Where the nodes of a list stand in it, by number: a table with a page for each
/// 1,024 numbers of which one was put. Only numbers that a thread has may be put.
class Places {
public:
    [[nodiscard]] std::optional<std::size_t> find(Number number) const {
        const std::size_t page = number / page_size;
        if (page >= pages_.size() || !pages_[page]) return std::nullopt;
        const std::uint32_t place = (*pages_[page])[number % page_size];
        return place == 0 ? std::nullopt : std::optional<std::size_t>(place - 1);
    }

    void put(Number number, std::size_t place) {
        const std::size_t page = number / page_size;
        if (page >= pages_.size()) pages_.resize(page + 1);
        if (!pages_[page]) pages_[page] = std::make_unique<Page>();
        (*pages_[page])[number % page_size] = static_cast<std::uint32_t>(place + 1);
    }

private:
    static constexpr std::size_t page_size = 1'024;
    using Page = std::array<std::uint32_t, page_size>;  ///< 1 + place, 0: none

    std::vector<std::unique_ptr<Page>> pages_;
};

}  // namespace tools::thread
