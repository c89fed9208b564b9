#include "tools/thread/size_json.hpp"

#include "tools/schema.hpp"
#include "tools/strict_json.hpp"

namespace tools::thread {
namespace {

bool is_text(const Json& part) {
    const auto type = part.is_object() ? part.find("type") : part.end();
    return part.is_object() && type != part.end() && (*type == "text" || *type == "tool_use");
}

/// What import kept of a content beside text and calls, as JSON; empty where there is none.
std::string other_parts(const Words& words) {
    if (words.metadata.find("\"parts\"") == std::string::npos) return {};
    const Json metadata = parse_json(words.metadata);
    const auto parts = metadata.find("parts");
    if (parts == metadata.end() || !parts->is_array() || !metadata.contains("format")) return {};
    Json out = Json::array();
    for (const Json& part : *parts)
        if (!is_text(part)) out.push_back(part);
    return out.empty() ? std::string() : dump_json(out);
}

/// True where a caller said how many tokens it has. Records of old do not tell: then that is
/// anything but the estimate.
bool is_given(const Header& node, const Words& words) {
    return node.counted == CountedBy::given ||
           (node.counted == CountedBy::unsaid && node.tokens != size_of(node, words, Counter()));
}

}  // namespace

std::int64_t size_of(const Header& node, const Words& words, const Counter& counter,
                     const std::string& more) {
    const std::string others = other_parts(words);
    const std::int64_t text = counter.count(shown_text(node, words) + more).value;
    return others.empty() ? text : text + counter.count(others).value;
}

std::int64_t recounted(const View& view, const Header& node, const Counter& counter,
                       const std::string& more) {
    const Words words = view.words(node);
    if (!is_given(node, words)) return size_of(node, words, counter, more);
    return node.tokens + counter.count(more).value;
}

}  // namespace tools::thread
