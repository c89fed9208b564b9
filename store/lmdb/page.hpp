#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace store::lmdb {

/// LMDB's file format, as far as sizes are checked and copies are renumbered here.
struct PageHead {
    std::uint64_t number;
    std::uint16_t pad;
    std::uint16_t flags;
    std::uint16_t lower;  ///< end of the node offsets, from the page's start
    std::uint16_t upper;
};

struct Tree {
    std::uint32_t page_size;  ///< of the free tree: the file's page size
    std::uint16_t flags;
    std::uint16_t depth;
    std::uint64_t branch_pages;
    std::uint64_t leaf_pages;
    std::uint64_t overflow_pages;
    std::uint64_t entries;
    std::uint64_t root;
};

struct Meta {
    std::uint32_t magic;
    std::uint32_t version;
    std::uint64_t address;
    std::uint64_t map_size;
    std::array<Tree, 2> trees;  ///< free pages, then keys
    std::uint64_t last_page;
    std::uint64_t txn;
};

struct MetaPage {
    PageHead head;
    Meta meta;
};

static_assert(sizeof(PageHead) == 16 && sizeof(Tree) == 48 && sizeof(Meta) == 136);

constexpr std::uint32_t meta_magic = 0xBEEFC0DE;
constexpr std::uint32_t meta_version = 1;
constexpr std::uint64_t no_page = ~std::uint64_t{0};
constexpr std::uint16_t branch_page = 0x01;
constexpr std::uint16_t leaf_page = 0x02;
constexpr std::uint16_t overflow_page = 0x04;
constexpr std::uint16_t meta_page = 0x08;
constexpr std::uint16_t in_overflow = 0x01;  ///< a leaf node's value lies in overflow pages

}  // namespace store::lmdb
