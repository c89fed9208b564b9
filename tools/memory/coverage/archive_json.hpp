#pragma once

#include "tools/memory/coverage/ledger.hpp"
#include "tools/schema.hpp"

#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace tools::memory::coverage {

/// The ledger of a source as one line of an export (LM15).

struct ArchivedRange {
    std::int64_t from = 1, to = 1;

    static constexpr auto fields() {
        return std::tuple{
            field("from", &ArchivedRange::from, "first", {.least = 1, .most = most_units}),
            field("to", &ArchivedRange::to, "last", {.least = 1, .most = most_units})};
    }
};

struct ArchivedMark {
    std::int64_t number = 1, from = 1, to = 1;
    std::vector<std::string> episodes;
    std::optional<std::string> skipped, sha256;
    std::int64_t recorded_ms = 0;

    static constexpr auto fields() {
        return std::tuple{
            field("number", &ArchivedMark::number, "its number, from 1", {.least = 1}),
            field("from", &ArchivedMark::from, "first", {.least = 1, .most = most_units}),
            field("to", &ArchivedMark::to, "last", {.least = 1, .most = most_units}),
            field("episodes", &ArchivedMark::episodes, "uuids"),
            field("skipped", &ArchivedMark::skipped, "why it was left out"),
            field("sha256", &ArchivedMark::sha256, "of the source then"),
            field("recorded_ms", &ArchivedMark::recorded_ms, "when it was told")};
    }
};

struct ArchivedImage {
    std::string path;
    bool inspected = false;
    std::optional<std::string> skipped;

    static constexpr auto fields() {
        return std::tuple{field("path", &ArchivedImage::path, "as the source refers to it"),
                          field("inspected", &ArchivedImage::inspected, "looked at"),
                          field("skipped", &ArchivedImage::skipped, "why not")};
    }
};

struct ArchivedSource {
    std::string source;
    Unit unit = Unit::lines;
    std::int64_t total = 0;
    std::optional<std::string> sha256;
    std::int64_t first_ms = 0, last_ms = 0;
    std::vector<ArchivedRange> blank;
    std::vector<ArchivedMark> marks;
    std::vector<ArchivedImage> images;

    static constexpr auto fields() {
        return std::tuple{
            field("source", &ArchivedSource::source, "its identity"),
            field("unit", &ArchivedSource::unit, "lines, elements or pages"),
            field("total", &ArchivedSource::total, "units; 0: unknown",
                  {.least = 0, .most = most_units}),
            field("sha256", &ArchivedSource::sha256, "of its content"),
            field("first_ms", &ArchivedSource::first_ms, "first told of"),
            field("last_ms", &ArchivedSource::last_ms, "last told of"),
            field("blank", &ArchivedSource::blank, "units that never count"),
            field("marks", &ArchivedSource::marks, "what was worked on", {.max_items = most_marks}),
            field("images", &ArchivedSource::images, "images it refers to")};
    }
};

ArchivedSource archived(const store::ReadTxn& txn, store::Space space, const Source& source);

/// Brings a ledger back; one that is here gets the marks and images that it lacks.
/// False where that changes nothing. Throws Error invalid for ranges that cannot be.
bool restore(store::WriteTxn& txn, store::Space space, const ArchivedSource& line);

}  // namespace tools::memory::coverage
