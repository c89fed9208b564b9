#include "tools/map/map_tools.hpp"

#include <iterator>
#include <utility>

namespace tools::map {

std::vector<Tool> tool_rows() {
    std::vector<Tool> out;
    for (auto rows : {focus_rows, update_rows, review_rows, tidy_rows, history_rows, export_rows,
                      import_rows, list_rows}) {
        auto more = rows();
        out.insert(out.end(), std::make_move_iterator(more.begin()),
                   std::make_move_iterator(more.end()));
    }
    return out;
}

}  // namespace tools::map
