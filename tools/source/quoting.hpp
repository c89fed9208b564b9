#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tools::source {

/// The words of a command by the quoting rules of a shell (LM13): blanks separate,
/// `'...'` is taken as it is, `"..."` and a backslash likewise but for what a shell
/// would expand. There is no shell: what only one could do (pipes, redirections,
/// expansions, patterns of file names) is refused with what to send instead.
std::vector<std::string> split_words(std::string_view command);

/// A word as it stands in a command.
std::string in_quotes(std::string_view word);

}  // namespace tools::source
