#include "tools/map/map_tools.hpp"

namespace tools::map {

std::vector<Tool> tool_rows() {
    return {};
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
