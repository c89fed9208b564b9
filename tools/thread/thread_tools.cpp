#include "tools/thread/thread_tools.hpp"

#include <iterator>

namespace tools::thread {

std::vector<Tool> tool_rows() {
    std::vector<Tool> out;
    for (auto rows : {append_rows, log_rows, retract_rows, branch_rows, link_rows, assemble_rows,
                      walk_rows, import_rows, export_rows}) {
        auto more = rows();
        out.insert(out.end(), std::make_move_iterator(more.begin()),
                   std::make_move_iterator(more.end()));
    }
    return out;
}

std::string instructions() {
    return R"(A thread keeps what was said and done as nodes that never change: thread_append each turn, thread_retract what proved false, thread_assemble the context to send within a budget.
)";
}

}  // namespace tools::thread
