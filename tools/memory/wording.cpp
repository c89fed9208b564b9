#include "tools/memory/wording.hpp"

#include "tools/memory/time.hpp"
#include "tools/text/invisible.hpp"

#include <algorithm>
#include <cstddef>

namespace tools::memory {
namespace {

constexpr std::size_t longest_quote = 100;  ///< bytes of a stored statement

}  // namespace

std::string times_of(const Fact& fact) {
    if (!fact.valid_at && !fact.invalid_at) return "undated";
    std::string out;
    if (fact.valid_at) out = "since " + shown(*fact.valid_at);
    if (fact.invalid_at) out += (out.empty() ? "until " : " until ") + shown(*fact.invalid_at);
    return out;
}

std::string quoted_statement(const std::string& statement) {
    std::size_t size = std::min(statement.size(), longest_quote);
    while (size < statement.size() && size > 0 &&
           (static_cast<unsigned char>(statement[size]) & 0xC0U) == 0x80)
        --size;
    return '"' + text::reveal(statement.substr(0, size)) +
           (size < statement.size() ? "...\"" : "\"");
}

}  // namespace tools::memory
