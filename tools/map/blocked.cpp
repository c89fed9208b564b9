#include "tools/map/blocked.hpp"

#include <algorithm>

namespace tools::map {

std::vector<NodeId> blockers(const Reader& reader, const Entry& entry) {
    std::vector<NodeId> out;
    if (!is_open(entry.node)) return out;
    std::vector<NodeId> asked;
    for (const Edge& edge : entry.in)
        if (edge.kind == EdgeKind::blocks) asked.push_back(edge.from);
    const std::size_t blocking = asked.size();
    for (const Edge& edge : entry.out)
        if (edge.kind == EdgeKind::depends_on) asked.push_back(edge.to);
    constexpr std::size_t batch = 64;
    for (std::size_t first = 0; first < asked.size() && out.size() < most_blockers;
         first += batch) {
        const std::size_t size = std::min(batch, asked.size() - first);
        const auto found = reader.entries(std::span(asked).subspan(first, size));
        for (std::size_t i = 0; i < size; ++i) {
            if (!found[i]) continue;
            const Node& node = found[i]->node;
            if (first + i < blocking ? node.status == Status::active : is_unfinished(node))
                out.push_back(node.id);
        }
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    out.resize(std::min(out.size(), most_blockers));
    return out;
}

}  // namespace tools::map
