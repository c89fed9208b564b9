#include "tools/counter.hpp"

#include "tools/counter/merge.hpp"
#include "tools/counter/rank_file.hpp"
#include "tools/counter/ranks.hpp"
#include "tools/counter/split.hpp"

#include <utility>

namespace tools {

Counter::Counter() = default;

Counter::Counter(std::string rank_file) : file_(std::move(rank_file)) {
    if (file_.empty()) return;
    encoding_ = &counter::encoding_of(file_);
    by_ = encoding_->by;
}

Counter::~Counter() = default;

void Counter::load() const {
    if (encoding_ != nullptr) ranks();
}

const counter::Ranks& Counter::ranks() const {
    if (const auto* loaded = loaded_.load(std::memory_order_acquire)) return *loaded;
    const std::lock_guard lock(loading_);
    if (!ranks_)
        ranks_ = std::make_unique<const counter::Ranks>(counter::read_ranks(file_, *encoding_));
    loaded_.store(ranks_.get(), std::memory_order_release);
    return *ranks_;
}

Tokens Counter::count(std::string_view text) const {
    if (encoding_ == nullptr) return estimate_tokens(text);
    if (text.empty()) return {};
    const counter::Ranks& vocabulary = ranks();
    std::int64_t out = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = counter::piece_end(text, at, encoding_->pattern);
        out +=
            static_cast<std::int64_t>(counter::merged_size(text.substr(at, end - at), vocabulary));
        at = end;
    }
    return {out};
}

}  // namespace tools
