#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

namespace store {

/// Every table of the store, on one page. A key is tenant(4) space(4) table(1) and
/// the parts named here; a value is a sealed record (table.hpp) unless said
/// otherwise. Tenant 0 is the store itself, space 0 of a tenant is the tenant
/// itself. A number, once given, keeps its meaning for good.
enum class Table : std::uint8_t {
    // Of the store: tenant 0, space 0
    header = 1,        ///< no parts -> schema number, lock format, whether the file has moved
    tenant = 2,        ///< name -> tenant number
    token = 3,         ///< first 16 bytes of a token's keyed hash -> the hash, what the token opens
    token_pepper = 4,  ///< no parts -> the key of those hashes; there once a token was made

    // Of a tenant: space 0
    space_name = 16,  ///< kind u8, name (long ones end in a hash) -> space number, name
    space = 17,       ///< space number u32 -> kind, name (tenant 0: tenant number -> its name)
    change = 18,      ///< sequence u64 -> space number, kind, revision (change log)
    quota = 19,       ///< no parts -> what the tenant may hold and holds; there once it was limited

    // Of every space
    content = 32,  ///< content number u64 -> a text, or when and why it was erased

    // Of a map
    map_head = 48,     ///< no parts -> revision, counters, settings
    map_open = 49,     ///< node type u8, block of 512 numbers u32 -> which of them are open
    map_delta = 50,    ///< complement of a revision u64 -> what that update changed
    map_node = 51,     ///< node id -> node; node id, out|in, kind, other id -> mark of an edge
    map_turn = 52,     ///< 0, turn -> its first answer; 1, sequence u64 -> turn
    map_retired = 53,  ///< node id -> mark of an id that was removed

    // Of a dataspace
    memory_head = 64,       ///< no parts -> counters
    memory_episode = 65,    ///< uuid -> episode
    memory_fact = 66,       ///< first fact number u64 -> facts from there on, a page of them
    memory_link = 67,       ///< part u8, digest u64, first fact u64 -> facts that have that part
    memory_time = 68,       ///< column u8, block of 256 facts u64 -> their times in it
    memory_name = 69,       ///< normal form -> name of facts' subjects and objects
    memory_predicate = 70,  ///< label -> predicate of facts
    memory_equal = 71,      ///< digest of what an episode says -> uuid of the live one
    memory_standing = 76,   ///< block of 256 facts u64 -> how they stand among each other

    // Coverage of sources, in a dataspace; a source goes by its digest in keys
    coverage_source = 72,  ///< source -> its name, unit, total, hash
    coverage_range = 73,   ///< source, sequence u64 -> from, to, its episodes or why it was skipped
    coverage_image = 74,   ///< source, image (digest) -> its path, inspected or why not

    // Inverted index of a space
    index_meta = 80,     ///< no parts -> live segments, the merge under way
    index_tail = 81,     ///< block u32 -> documents that no segment holds yet, with their terms
    index_segment = 82,  ///< segment u32, last term, NUL, last document u64 -> postings up to there
    index_document = 83,  ///< block of 1,024 documents u64, segment u32 -> which of them it holds

    // Of a thread; its nodes and links share one row of numbers
    thread_head = 96,      ///< no parts -> counters
    thread_id = 97,        ///< SHA-256 of a node, raw -> its number
    thread_node = 98,      ///< node number u64 -> node without its texts
    thread_link = 99,      ///< link number u64 -> link between two nodes
    thread_arc = 100,      ///< node number u64, side u8, kind u8, item u64, other u64 -> mark
    thread_branch = 101,   ///< name -> version number
    thread_version = 102,  ///< version number u64 -> parents, heads, what it added
    thread_set = 103,      ///< part number u64 -> part of the set of a version's numbers
    thread_vectors = 104,  ///< no parts -> dimension of the thread's vectors, how many there are
    thread_vector = 105,   ///< node number u64 -> its vector: float32, or a code of the codebook
    thread_codebook =
        106,            ///< no parts -> float32 that codes are read by; there from 1,000 vectors
    thread_tied = 107,  ///< node number u64 -> mark of one with other arcs than from children; 0:
                        ///< mark that all of those are here

    // Of a corpus
    projection_state = 128,      ///< no parts -> snapshot of the selection, its digest
    projection_highwater = 129,  ///< branch id -> highest source revision, hash of its content
    projection_tombstone = 130,  ///< branch id -> selection revision that took it out
};

/// The word a table goes by in messages.
constexpr std::string_view name(Table table) {
    constexpr std::array words{
        std::pair{Table::header, "header"},
        std::pair{Table::tenant, "tenant"},
        std::pair{Table::token, "token"},
        std::pair{Table::token_pepper, "token_pepper"},
        std::pair{Table::space_name, "space_name"},
        std::pair{Table::space, "space"},
        std::pair{Table::change, "change"},
        std::pair{Table::quota, "quota"},
        std::pair{Table::content, "content"},
        std::pair{Table::map_head, "map_head"},
        std::pair{Table::map_open, "map_open"},
        std::pair{Table::map_delta, "map_delta"},
        std::pair{Table::map_node, "map_node"},
        std::pair{Table::map_turn, "map_turn"},
        std::pair{Table::map_retired, "map_retired"},
        std::pair{Table::memory_head, "memory_head"},
        std::pair{Table::memory_episode, "memory_episode"},
        std::pair{Table::memory_fact, "memory_fact"},
        std::pair{Table::memory_link, "memory_link"},
        std::pair{Table::memory_time, "memory_time"},
        std::pair{Table::memory_name, "memory_name"},
        std::pair{Table::memory_predicate, "memory_predicate"},
        std::pair{Table::memory_equal, "memory_equal"},
        std::pair{Table::memory_standing, "memory_standing"},
        std::pair{Table::coverage_source, "coverage_source"},
        std::pair{Table::coverage_range, "coverage_range"},
        std::pair{Table::coverage_image, "coverage_image"},
        std::pair{Table::index_meta, "index_meta"},
        std::pair{Table::index_tail, "index_tail"},
        std::pair{Table::index_segment, "index_segment"},
        std::pair{Table::index_document, "index_document"},
        std::pair{Table::thread_head, "thread_head"},
        std::pair{Table::thread_id, "thread_id"},
        std::pair{Table::thread_node, "thread_node"},
        std::pair{Table::thread_link, "thread_link"},
        std::pair{Table::thread_arc, "thread_arc"},
        std::pair{Table::thread_tied, "thread_tied"},
        std::pair{Table::thread_branch, "thread_branch"},
        std::pair{Table::thread_version, "thread_version"},
        std::pair{Table::thread_set, "thread_set"},
        std::pair{Table::thread_vectors, "thread_vectors"},
        std::pair{Table::thread_vector, "thread_vector"},
        std::pair{Table::thread_codebook, "thread_codebook"},
        std::pair{Table::projection_state, "projection_state"},
        std::pair{Table::projection_highwater, "projection_highwater"},
        std::pair{Table::projection_tombstone, "projection_tombstone"},
    };
    for (const auto& [known, word] : words)
        if (known == table) return word;
    return "unknown";
}

}  // namespace store
