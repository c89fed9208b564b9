#pragma once

#include "store/id.hpp"
#include "tools/memory/time.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tools::memory {

/// Limits of what one episode holds, in code points and counts (LM1, LM2).
inline constexpr std::size_t max_episode_name = 30;
inline constexpr std::size_t max_source_description = 120;
inline constexpr std::size_t max_source = 512;
inline constexpr std::size_t max_context = 1'000;
inline constexpr std::size_t max_facts = 100;
inline constexpr std::size_t max_name = 200;
inline constexpr std::size_t max_predicate = 80;
inline constexpr std::size_t max_statement = 1'000;

/// A UUID of version 7 as 36 characters, so that ids sort by the time of writing.
using EpisodeId = store::Id<struct EpisodeTag>;

enum class EpisodeKind : std::uint8_t {
    fact,     ///< statements about named things
    ontology  ///< relation patterns: kind of subject, predicate, kind of object (LM9)
};

constexpr auto names(EpisodeKind) {
    return std::array{"fact", "ontology"};
}

/// On which side a predicate holds one value at a time.
enum class Single : std::uint8_t { object, subject, both };

constexpr auto names(Single) {
    return std::array{"object", "subject", "both"};
}

/// What took an episode or a fact out of search.
enum class Removal : std::uint8_t {
    none,      ///< it is live
    replaced,  ///< by another episode (LM6)
    retired,   ///< forgotten, its history stays (LM14)
    erased     ///< forgotten, its words are gone
};

constexpr auto names(Removal) {
    return std::array{"live", "replaced", "retired", "erased"};
}

/// When a stored fact was told to have ended, after it was written (LM6a).
struct Closing {
    std::int64_t recorded_ms = 0;  ///< when this memory heard of it
    std::optional<Moment> before;  ///< the end it had until then
    Moment invalid_at;
    std::string reason;  ///< "" where none was given
};

/// A directed statement between two named things: true in the world from
/// valid_at up to, not including, invalid_at; in this memory from recorded_ms on.
struct Fact {
    std::uint64_t number = 0;  ///< its document in the text index; from 1, never given twice
    EpisodeId episode;
    std::uint32_t place = 0;  ///< in its episode, from 0: the id is uuid#place
    std::string subject, predicate, object, statement;
    std::optional<Moment> valid_at, invalid_at;
    std::optional<std::uint16_t> confidence;  ///< in thousandths
    std::optional<Single> single;             ///< of a pattern
    bool alias = false;                       ///< of a pattern: its facts name one thing twice
    bool pattern = false;                     ///< it belongs to an ontology episode
    std::int64_t recorded_ms = 0;
    std::int64_t removed_ms = 0;
    Removal removal = Removal::none;
    std::vector<Closing> closings;  ///< oldest first
};

/// `0190b5c2-...#3`
std::string fact_id(const Fact& fact);

/// One coherent cluster of facts from one place in a source, said at one time.
struct Episode {
    EpisodeId id;
    EpisodeKind kind = EpisodeKind::fact;
    std::string name, source_description, source, context;  ///< the last two may be empty
    std::optional<Moment> said;                             ///< reference_time_iso
    std::int64_t recorded_ms = 0;
    std::int64_t removed_ms = 0;
    Removal removal = Removal::none;
    EpisodeId replaced_by;             ///< empty unless replaced
    std::vector<EpisodeId> replaces;   ///< what this one took the place of
    std::vector<std::string> secrets;  ///< rules that it was allowed to break (LM16)
    std::uint64_t first_fact = 0;      ///< its facts have consecutive numbers
    std::uint32_t facts = 0;
    std::uint64_t content = 0;  ///< of its words
};

/// The counters of a dataspace.
struct Head {
    std::uint64_t revision = 0;  ///< +1 for each write
    std::uint64_t next_fact = 1;
    std::uint64_t episodes = 0, facts = 0, patterns = 0;  ///< live ones; a pattern is no fact here
    std::uint64_t removed = 0;                            ///< facts and patterns out of search
    std::int64_t first_ms = 0, last_ms = 0;               ///< of the writes
    EpisodeId aged;  ///< up to which retention has looked; empty: at none
};

/// A name that facts use, or a predicate, by its normal form.
struct NameEntry {
    std::string name;         ///< as it was first written
    std::uint64_t facts = 0;  ///< live ones that use it, patterns included
};

/// A UUID of version 7 from Unix milliseconds and 128 random bits as 32 hex digits.
EpisodeId make_episode_id(std::int64_t time_ms, const std::string& random_hex);

/// The id in its canonical spelling; nothing where the text is no UUID.
std::optional<EpisodeId> read_episode_id(const std::string& text);

}  // namespace tools::memory
