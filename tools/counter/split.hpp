#pragma once

#include <cstddef>
#include <string_view>

namespace tools::counter {

/// Which pattern cuts a text into pieces before its bytes are merged: each vocabulary was
/// made with one.
enum class Pattern { cl100k, o200k };

/// The end of the piece of a text that starts at `at` (at < text.size()), by the pattern
/// of tiktoken's cl100k_base or o200k_base with the classes of Unicode 15; what `\s` means
/// is as JavaScript has it. A byte that is no UTF-8 counts as U+FFFD.
///
/// o200k_base, words with U = Lu Lt Lm Lo M and L = Ll Lm Lo M:
///   [^\r\n\p{L}\p{N}]?U*L+('s|'t|'re|'ve|'m|'ll|'d in any case)?
///   | the same with U+L*
///   | \p{N}{1,3}
///   | ` ?[^\s\p{L}\p{N}]+[\r\n/]*`
///   | \s*[\r\n]+ | \s+(?!\S) | \s+
/// cl100k_base:
///   's|'t|'re|'ve|'m|'ll|'d in any case
///   | [^\r\n\p{L}\p{N}]?\p{L}+ | \p{N}{1,3}
///   | ` ?[^\s\p{L}\p{N}]+[\r\n]*`
///   | \s+$ | \s*[\r\n] | \s+(?!\S) | \s
std::size_t piece_end(std::string_view text, std::size_t at, Pattern pattern);

}  // namespace tools::counter
