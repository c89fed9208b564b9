#pragma once

#include "tests/support/base64.hpp"

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tests {

/// A vocabulary of every single byte and these tokens behind them, each once.
inline std::vector<std::string> vocabulary(const std::vector<std::string>& more) {
    std::vector<std::string> out;
    for (int byte = 0; byte < 256; ++byte)
        out.emplace_back(1, static_cast<char>(byte));
    std::set<std::string> known(out.begin(), out.end());
    for (const std::string& token : more)
        if (known.insert(token).second) out.push_back(token);
    return out;
}

/// The rank file of a vocabulary.
inline std::string rank_file(const std::vector<std::string>& tokens) {
    std::string out;
    for (std::size_t rank = 0; rank < tokens.size(); ++rank)
        out += base64(tokens[rank]) + " " + std::to_string(rank) + "\n";
    return out;
}

inline constexpr std::size_t o200k_size = 199'998, cl100k_size = 100'256;

/// A file as large as that of an encoding: these tokens, then ones that no text here has.
inline std::string encoding_file(std::size_t size, const std::vector<std::string>& more) {
    std::vector<std::string> tokens = vocabulary(more);
    while (tokens.size() < size)
        tokens.push_back("\x01" + std::to_string(tokens.size()));
    return rank_file(tokens);
}

inline std::string write_file(const std::filesystem::path& path, std::string_view text) {
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
}

}  // namespace tests
