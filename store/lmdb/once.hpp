#pragma once

#include <filesystem>
#include <sys/types.h>

namespace store::lmdb {

/// Keeps this process from opening one directory twice, by whatever path: closing
/// the second one would drop the file locks of the first. Throws conflict.
class OpenOnce {
public:
    explicit OpenOnce(const std::filesystem::path& dir);
    ~OpenOnce();
    OpenOnce(const OpenOnce&) = delete;
    OpenOnce& operator=(const OpenOnce&) = delete;

private:
    dev_t device_ = 0;
    ino_t number_ = 0;
};

}  // namespace store::lmdb
