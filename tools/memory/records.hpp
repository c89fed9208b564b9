#pragma once

#include "store/bytes.hpp"
#include "tools/memory/model.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace tools::memory {

/// How a dataspace's records stand in the store. Keys hold uuid and fact number;
/// words stand in the content table.

/// A moment or its absence in one number, in the order of time: 0 is absent.
std::uint64_t packed(const std::optional<Moment>& moment);
std::optional<Moment> unpacked(std::uint64_t packed);

void encode(const Head& head, store::Writer& to);
void decode(store::Reader& from, Head& head);
void encode(const Episode& episode, store::Writer& to);
void decode(store::Reader& from, Episode& episode);
void encode(const Fact& fact, store::Writer& to);
void decode(store::Reader& from, Fact& fact);
void encode(const NameEntry& entry, store::Writer& to);
void decode(store::Reader& from, NameEntry& entry);

/// The words of an episode or a fact as one text of the content table. Erased ones
/// read as `[erased]`.
std::string words_text(const Episode& episode);
void read_words(std::string_view text, Episode& episode);
std::string words_text(const Fact& fact);
void read_words(std::string_view text, Fact& fact);

}  // namespace tools::memory
