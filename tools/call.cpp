#include "tools/call.hpp"

#include "store/error.hpp"

#include <cstdio>
#include <filesystem>
#include <xxhash.h>

namespace tools {
namespace {

namespace fs = std::filesystem;

std::string git_top(const std::string& working_dir) {
    std::error_code ignored;
    fs::path here = fs::absolute(working_dir, ignored);
    for (;; here = here.parent_path()) {
        if (fs::exists(here / ".git", ignored)) return here.string();
        if (here == here.parent_path()) return {};
    }
}

std::string base_name(const fs::path& dir) {
    std::string out;
    for (const char c : dir.filename().string()) {
        const auto byte = static_cast<unsigned char>(c);
        out += byte < 0x20 || c == ' ' || c == '/' || c == '"' ? '-' : c;
    }
    return out.empty() ? "project" : out;
}

}  // namespace

void check_stop(const Call& call) {
    if (!call.stop.stop_requested()) return;
    throw store::Error(store::Code::unavailable, "cancelled by the caller: nothing was stored",
                       {{"", "cancelled", "send the call again if it is still wanted", "", {}}});
}

std::string default_conversation(const std::string& project_dir, const std::string& working_dir) {
    const std::string dir = project_dir.empty() ? git_top(working_dir) : project_dir;
    if (dir.empty()) return "main";
    const std::string path = fs::path(dir).lexically_normal().string();
    std::array<char, 5> hash{};
    std::snprintf(hash.data(), hash.size(), "%04x",
                  static_cast<unsigned>(XXH3_64bits(path.data(), path.size()) & 0xFFFFU));
    return base_name(path.ends_with('/') ? fs::path(path).parent_path() : fs::path(path)) + "-" +
           hash.data();
}

}  // namespace tools
