#pragma once

#include <filesystem>
#include <stdexcept>
#include <stdlib.h>
#include <string>
#include <system_error>

namespace tests {

/// A private directory in memory, gone with its scope.
class TempDir {
public:
    TempDir() {
        std::string name = "/dev/shm/throughline-XXXXXX";
        if (!::mkdtemp(name.data())) throw std::runtime_error("no temporary directory");
        path_ = name;
    }

    ~TempDir() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    TempDir(const TempDir&) = delete;
    TempDir& operator=(const TempDir&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

private:
    std::filesystem::path path_;
};

}  // namespace tests
