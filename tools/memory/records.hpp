#pragma once

#include "store/bytes.hpp"
#include "tools/memory/model.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace tools::memory {

/// How a dataspace's records stand in the store. Keys hold uuid and fact number; the
/// words of an episode stand in the content table, those of a fact in its block.

/// A moment or its absence in one number, in the order of time: 0 is absent.
std::uint64_t packed(const std::optional<Moment>& moment);
std::optional<Moment> unpacked(std::uint64_t packed);

void encode(const Head& head, store::Writer& to);
void decode(store::Reader& from, Head& head);
void encode(const Episode& episode, store::Writer& to);
void decode(store::Reader& from, Episode& episode);

/// A fact in its block. With a head, an earlier one of the same episode and time of
/// writing, it only says what differs; decode fills no number, and then no place.
void encode(const Fact& fact, const Fact* head, store::Writer& to);
void decode(store::Reader& from, const Fact& head, Fact& fact);

/// True where an encoded fact needs its head.
bool leans(std::string_view entry);

void encode(const NameEntry& entry, store::Writer& to);
void decode(store::Reader& from, NameEntry& entry);

/// A uuid in 16 bytes, which sort as it does; nothing for none.
std::string packed(const EpisodeId& id);
EpisodeId unpacked_id(std::string_view bytes);

/// The words of an episode as one text of the content table. Erased ones read as
/// `[erased]`, as those of a fact do.
std::string words_text(const Episode& episode);
void read_words(std::string_view text, Episode& episode);

}  // namespace tools::memory
