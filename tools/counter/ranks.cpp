#include "tools/counter/ranks.hpp"

#include "store/error.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <sodium.h>
#include <xxhash.h>

namespace tools::counter {
namespace {

constexpr unsigned rank_bits = 18;
constexpr std::uint32_t rank_mask = (1U << rank_bits) - 1;
constexpr std::size_t most_ranks = rank_mask - 1;

/// Appends what a base64 text (RFC 4648, with padding) stands for; false where it is none.
bool decode_base64(std::string_view text, std::string& to) {
    const std::size_t before = to.size();
    std::size_t size = 0;
    to.resize(before + text.size());
    const bool is_one = sodium_base642bin(reinterpret_cast<unsigned char*>(to.data() + before),
                                          text.size(), text.data(), text.size(), nullptr, &size,
                                          nullptr, sodium_base64_VARIANT_ORIGINAL) == 0;
    to.resize(before + size);
    return is_one && size > 0;
}

std::uint64_t hash_of(std::string_view bytes) {
    return XXH3_64bits(bytes.data(), bytes.size());
}

/// The part of a hash that a slot keeps, above its rank.
std::uint32_t tag_of(std::uint64_t hash) {
    return static_cast<std::uint32_t>(hash >> 32U) & ~rank_mask;
}

[[noreturn]] void refuse_line(std::size_t line, const char* expected) {
    throw store::Error(store::Code::invalid, "the rank file is damaged: get it anew",
                       {{"--token-ranks", "bad_ranks",
                         "line " + std::to_string(line) + ": expected " + expected, "", line}});
}

}  // namespace

Ranks::Ranks(std::string_view file) {
    const auto lines = static_cast<std::size_t>(std::count(file.begin(), file.end(), '\n'));
    if (lines > most_ranks) refuse_line(most_ranks + 1, "no more tokens");
    ends_.reserve(lines);
    bytes_.reserve(file.size() / 2);
    std::size_t slots = 4;
    while (slots < 2 * lines)
        slots *= 2;
    slots_.resize(slots);
    while (!file.empty()) {
        const std::size_t end = file.find('\n');
        const std::string_view line = file.substr(0, end);
        const std::size_t blank = std::min(line.find(' '), line.size());
        const auto rank = static_cast<Rank>(ends_.size());
        Rank said = no_rank;
        const char* stop = line.data() + line.size();
        const auto [read, fault] =
            std::from_chars(std::min(line.data() + blank + 1, stop), stop, said);
        if (end == std::string_view::npos || !decode_base64(line.substr(0, blank), bytes_) ||
            fault != std::errc{} || read != stop || said != rank)
            refuse_line(rank + std::size_t{1}, "a token in base64, a blank and its rank");
        ends_.push_back(static_cast<std::uint32_t>(bytes_.size()));
        index(rank);
        file.remove_prefix(end + 1);
    }
    bytes_.shrink_to_fit();
}

std::string_view Ranks::token(Rank rank) const {
    const std::size_t start = rank == 0 ? 0 : ends_[rank - 1];
    return std::string_view(bytes_).substr(start, ends_[rank] - start);
}

void Ranks::index(Rank rank) {
    const std::uint64_t hash = hash_of(token(rank));
    std::uint32_t& slot = slots_[slot_of(token(rank), hash)];
    if (slot != 0) refuse_line(rank + std::size_t{1}, "a token that no line before it has");
    slot = tag_of(hash) | (rank + 1);
}

std::size_t Ranks::slot_of(std::string_view bytes, std::uint64_t hash) const {
    const std::uint32_t tag = tag_of(hash);
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash & mask;
    for (; slots_[at] != 0; at = (at + 1) & mask)
        if ((slots_[at] & ~rank_mask) == tag && token((slots_[at] & rank_mask) - 1) == bytes) break;
    return at;
}

Rank Ranks::find(std::string_view bytes) const {
    return (slots_[slot_of(bytes, hash_of(bytes))] & rank_mask) - 1;
}

}  // namespace tools::counter
