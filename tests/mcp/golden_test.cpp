#include "tests/mcp/dialogue.hpp"
#include "tests/mcp/sample_rows.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

std::vector<std::string> lines_of(const fs::path& file) {
    std::ifstream in(file);
    std::vector<std::string> out;
    for (std::string line; std::getline(in, line);)
        out.push_back(line);
    return out;
}

void write_lines(const fs::path& file, const std::vector<std::string>& lines) {
    std::ofstream out(file);
    for (const auto& line : lines)
        out << line << "\n";
}

/// The folders below one that hold a dialogue, by name.
std::vector<fs::path> dialogues(const fs::path& root) {
    std::vector<fs::path> out;
    for (const auto& entry : fs::recursive_directory_iterator(root))
        if (entry.path().filename() == "in.jsonl") out.push_back(entry.path().parent_path());
    std::sort(out.begin(), out.end());
    return out;
}

/// Plays a dialogue and returns all that came back. Those under protocol/ speak to
/// the sample catalogue, all others to the product's.
std::vector<std::string> play(const fs::path& folder) {
    tools::Settings settings;
    settings.conversation = "golden";
    const bool sample = folder.parent_path().filename() == "protocol";
    tests::Dialogue talk(sample ? tests::sample_catalog() : tools::catalog(), settings);
    if (fs::exists(folder / "setup.jsonl"))
        for (const auto& line : lines_of(folder / "setup.jsonl"))
            talk.say(line);
    std::vector<std::string> out;
    for (const auto& line : lines_of(folder / "in.jsonl"))
        for (auto& reply : talk.say(line))
            out.push_back(std::move(reply));
    return out;
}

}  // namespace

TEST_CASE("golden dialogues are answered as they were") {
    const char* update = std::getenv("UPDATE_GOLDEN");  // NOLINT(concurrency-mt-unsafe)
    for (const auto& folder : dialogues(GOLDEN_DIALOGUES)) {
        INFO(folder.string());
        const auto got = play(folder);
        if (update != nullptr && std::string(update) == "1") write_lines(folder / "out.jsonl", got);
        REQUIRE(fs::exists(folder / "out.jsonl"));
        const auto wanted = lines_of(folder / "out.jsonl");
        for (std::size_t i = 0; i < std::min(got.size(), wanted.size()); ++i)
            CHECK(got[i] == wanted[i]);
        CHECK(got.size() == wanted.size());
    }
}
