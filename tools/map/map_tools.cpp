#include "tools/map/map_tools.hpp"

#include <iterator>
#include <utility>

namespace tools::map {

std::vector<Tool> tool_rows() {
    std::vector<Tool> out;
    for (auto rows : {focus_rows, update_rows, review_rows, history_rows, export_rows, import_rows,
                      list_rows}) {
        auto more = rows();
        out.insert(out.end(), std::make_move_iterator(more.begin()),
                   std::make_move_iterator(more.end()));
    }
    return out;
}

std::vector<ResourceRow> resource_rows() {
    return {};
}

std::vector<PromptRow> prompt_rows() {
    return {};
}

std::vector<CompletionRow> completion_rows() {
    return {};
}

std::string instructions() {
    return {};
}

}  // namespace tools::map
