#include "tools/source/pattern.hpp"

#include "tools/source/refusal.hpp"

#include <re2/re2.h>

namespace tools::source {
namespace {

constexpr int most_memory = 1 << 20;

}  // namespace

Pattern::Pattern(const std::string& pattern, bool literal, bool fold_case) {
    re2::RE2::Options options;
    options.set_log_errors(false);
    options.set_literal(literal);
    options.set_case_sensitive(!fold_case);
    options.set_max_mem(most_memory);
    expression_ = std::make_unique<re2::RE2>(pattern, options);
    if (!expression_->ok())
        refuse(store::Code::invalid, "bad_pattern",
               "the pattern is none of RE2 (" + expression_->error() +
                   "): no look-around, no back references; -F searches the words as they are");
}

Pattern::~Pattern() = default;

std::optional<Hit> Pattern::find(std::string_view line) const {
    const std::string_view part = line.substr(0, searched_bytes);
    re2::StringPiece hit;
    const re2::StringPiece text(part.data(), part.size());
    if (!expression_->Match(text, 0, part.size(), re2::RE2::UNANCHORED, &hit, 1))
        return std::nullopt;
    return Hit{static_cast<std::size_t>(hit.data() - part.data()), hit.size()};
}

}  // namespace tools::source
