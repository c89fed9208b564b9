#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tools::text {

/// Document numbers, quicker to ask than a general set.
class Documents {
public:
    /// False if it was there.
    bool insert(std::uint64_t document) {
        if (2 * (size_ + 1) > slots_.size()) grow();
        auto& slot = slots_[place(document)];
        if (slot == document + 1) return false;
        slot = document + 1;
        ++size_;
        return true;
    }

    [[nodiscard]] bool contains(std::uint64_t document) const {
        return slots_[place(document)] == document + 1;
    }

private:
    /// Where a document stands or would stand.
    [[nodiscard]] std::size_t place(std::uint64_t document) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t i = document * 0x9E3779B97F4A7C15ULL >> 32U & mask;
        while (slots_[i] != 0 && slots_[i] != document + 1)
            i = (i + 1) & mask;
        return i;
    }

    void grow() {
        const auto old = std::exchange(slots_, std::vector<std::uint64_t>(4 * slots_.size()));
        for (const auto slot : old)
            if (slot != 0) slots_[place(slot - 1)] = slot;
    }

    std::vector<std::uint64_t> slots_ = std::vector<std::uint64_t>(256);  ///< number + 1, or 0
    std::size_t size_ = 0;
};

}  // namespace tools::text
