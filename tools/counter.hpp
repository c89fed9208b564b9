#pragma once

#include "tools/tokens.hpp"

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace tools {

namespace counter {
struct Encoding;
class Ranks;
}  // namespace counter

/// Counts the model tokens of texts: by estimate, or exactly by the vocabulary of a rank
/// file, which is read with the first count. Special tokens in a text are counted as the
/// text they are. Any number of threads may count at once.
class Counter {
public:
    /// Estimates.
    Counter();

    /// Counts by a rank file; estimates where the path is empty. Throws Error invalid
    /// (bad_setting) for a file that is of no known encoding.
    explicit Counter(std::string rank_file);

    ~Counter();
    Counter(const Counter&) = delete;
    Counter& operator=(const Counter&) = delete;
    Counter(Counter&&) = delete;
    Counter& operator=(Counter&&) = delete;

    /// Throws Error invalid (bad_ranks) for a rank file that is damaged, or changed since.
    [[nodiscard]] Tokens count(std::string_view text) const;

    [[nodiscard]] CountedBy by() const noexcept { return by_; }

    /// How results name it.
    [[nodiscard]] const char* name() const noexcept {
        return names(by_)[static_cast<std::size_t>(by_)];
    }

    /// Reads and checks the rank file now, if there is one. Throws as count does.
    void load() const;

private:
    const counter::Ranks& ranks() const;

    std::string file_;
    const counter::Encoding* encoding_ = nullptr;
    CountedBy by_ = CountedBy::estimate;
    mutable std::mutex loading_;
    mutable std::unique_ptr<const counter::Ranks> ranks_;
    mutable std::atomic<const counter::Ranks*> loaded_ = nullptr;  ///< ranks_, once they are whole
};

}  // namespace tools
