#pragma once

namespace tests {

/// The system calls by which the engine reaches the disk.
enum class Call { sync, page_write, meta_write };

/// Lets calls of a kind fail within its scope: those after the first `spared` ones,
/// `times` of them.
class Fault {
public:
    Fault(Call call, int error, int spared, int times);
    ~Fault();
    Fault(const Fault&) = delete;
    Fault& operator=(const Fault&) = delete;

    /// Whether any call failed so far.
    [[nodiscard]] static bool has_struck();
};

}  // namespace tests
