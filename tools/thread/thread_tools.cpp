#include "tools/thread/thread_tools.hpp"

namespace tools::thread {

std::string instructions() {
    return R"(A thread keeps what was said and done as nodes that never change: thread_append each turn, thread_retract what proved false, thread_assemble the context to send within a budget.
)";
}

}  // namespace tools::thread
