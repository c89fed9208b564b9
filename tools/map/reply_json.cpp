#include "tools/map/reply.hpp"
#include "tools/text/invisible.hpp"

namespace tools::map {

std::vector<BlockedReply> to_reply(std::span<const BlockedNode> blocked) {
    std::vector<BlockedReply> out;
    for (const BlockedNode& node : blocked)
        out.push_back({to_string(node.id), to_strings(node.by)});
    return out;
}

std::string blocked_line(std::span<const BlockedReply> blocked) {
    std::string out;
    for (const BlockedReply& node : blocked)
        out += (out.empty() ? "" : "; ") + node.id + " by " + join(node.by);
    return out;
}

std::string call_line(const char* tool, const Json& arguments) {
    return std::string(tool) + " " + text::reveal(dump_json(arguments));
}

}  // namespace tools::map
