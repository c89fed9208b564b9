#include "tools/thread/render.hpp"

#include "tools/thread/states.hpp"

#include <algorithm>

namespace tools::thread {
namespace {

constexpr int most_replacements = 100;
constexpr const char* cut_marker = "\n[... cut to fit]";

/// The active node in the place of one, or 0.
Number in_place_of(const View& view, Number number) {
    for (int step = 0; step < most_replacements; ++step) {
        const auto by = superseded_by(view, number);
        if (!by) return number;
        const Node node = view.node(*by);
        if (node.kind == Kind::critique) return 0;
        number = *by;
    }
    return 0;
}

}  // namespace

std::string fenced(const std::string& text, const std::string& origin) {
    std::size_t longest = 2, run = 0;
    for (const char c : text) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    const std::string fence(longest + 1, '`');
    return "\n" + fence + " from " + origin + "\n" + text + "\n" + fence;
}

std::string transcluded(const View& view, const Header& node) {
    std::string out;
    for (const Arc& arc : view.out_of(node.number)) {
        if (arc.kind != ArcKind::transclude) continue;
        const Number shown = in_place_of(view, arc.to);
        const std::string text = shown == 0 ? "[retracted]" : view.text(view.node(shown));
        out += fenced(text, view.short_id(shown == 0 ? arc.to : shown));
    }
    return out;
}

std::string cut_to(const std::string& text, std::int64_t tokens, const Counter& counter) {
    std::size_t fits = 0, low = 0, high = text.size();
    while (low <= high) {
        std::size_t middle = low + (high - low) / 2;
        const std::size_t next = middle + 1;
        while (middle > 0 && middle < text.size() &&
               (static_cast<unsigned char>(text[middle]) & 0xC0U) == 0x80U)
            --middle;
        if (counter.count(text.substr(0, middle) + cut_marker).value <= tokens) {
            fits = middle;
            low = next;
        } else {
            if (next < 2) break;
            high = next - 2;
        }
    }
    return fits == 0 ? std::string() : text.substr(0, fits) + cut_marker;
}

}  // namespace tools::thread
