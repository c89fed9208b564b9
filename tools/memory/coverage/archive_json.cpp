#include "tools/memory/coverage/archive_json.hpp"

#include "store/error.hpp"

#include <algorithm>
#include <utility>

namespace tools::memory::coverage {
namespace {

std::optional<std::string> some(const std::string& text) {
    return text.empty() ? std::nullopt : std::optional(text);
}

Range checked_range(std::int64_t from, std::int64_t to, const std::string& path) {
    if (from > to)
        throw store::Error(store::Code::invalid, "the ledger was not stored",
                           {{path, "bad_range", "from must not be behind to", "", {}}});
    return {static_cast<std::uint64_t>(from), static_cast<std::uint64_t>(to)};
}

Source source_of(const ArchivedSource& line) {
    Source out;
    out.name = line.source;
    out.unit = line.unit;
    out.total = static_cast<std::uint64_t>(line.total);
    out.sha256 = line.sha256.value_or("");
    out.first_ms = line.first_ms;
    out.last_ms = line.last_ms;
    std::vector<Range> blank;
    for (std::size_t i = 0; i < line.blank.size(); ++i)
        blank.push_back(checked_range(line.blank[i].from, line.blank[i].to,
                                      "/coverage/blank/" + std::to_string(i)));
    out.blank = united(std::move(blank));
    return out;
}

std::vector<Mark> marks_in(const ArchivedSource& line) {
    std::vector<Mark> out;
    for (const ArchivedMark& one : line.marks)
        out.push_back(
            {static_cast<std::uint64_t>(one.number),
             checked_range(one.from, one.to, "/coverage/marks/" + std::to_string(out.size())),
             one.episodes, one.skipped.value_or(""), one.sha256.value_or(""), one.recorded_ms});
    return out;
}

/// Adds the marks that a known source lacks, under numbers of its own.
bool add_missing(store::WriteTxn& txn, store::Space space, Source& source,
                 const std::vector<Mark>& marks) {
    std::vector<Mark> known = marks_of(txn, space, source.name);
    bool changed = false;
    for (Mark mark : marks) {
        const bool there = std::any_of(known.begin(), known.end(),
                                       [&](const Mark& old) { return says_the_same(old, mark); });
        if (there) continue;
        mark.number = source.next_mark++;
        put_mark(txn, space, source.name, mark);
        known.push_back(std::move(mark));
        changed = true;
    }
    return changed;
}

bool add_missing_images(store::WriteTxn& txn, store::Space space, const ArchivedSource& line) {
    const auto known = images_of(txn, space, line.source);
    bool changed = false;
    for (const ArchivedImage& one : line.images) {
        const bool there = std::any_of(known.begin(), known.end(),
                                       [&](const ImageMark& old) { return old.path == one.path; });
        if (there) continue;
        put_image(txn, space, line.source, {one.path, one.inspected, one.skipped.value_or("")});
        changed = true;
    }
    return changed;
}

}  // namespace

ArchivedSource archived(const store::ReadTxn& txn, store::Space space, const Source& source) {
    ArchivedSource out;
    out.source = source.name;
    out.unit = source.unit;
    out.total = static_cast<std::int64_t>(source.total);
    out.sha256 = some(source.sha256);
    out.first_ms = source.first_ms;
    out.last_ms = source.last_ms;
    for (const Range& one : source.blank)
        out.blank.push_back(
            {static_cast<std::int64_t>(one.from), static_cast<std::int64_t>(one.to)});
    for (const Mark& one : marks_of(txn, space, source.name))
        out.marks.push_back({static_cast<std::int64_t>(one.number),
                             static_cast<std::int64_t>(one.range.from),
                             static_cast<std::int64_t>(one.range.to), one.episodes,
                             some(one.skipped), some(one.sha256), one.recorded_ms});
    for (const ImageMark& one : images_of(txn, space, source.name))
        out.images.push_back({one.path, one.inspected, some(one.skipped)});
    return out;
}

bool restore(store::WriteTxn& txn, store::Space space, const ArchivedSource& line) {
    const std::vector<Mark> marks = marks_in(line);
    auto known = find_source(txn, space, line.source);
    if (known && known->unit != line.unit)
        throw store::Error(store::Code::conflict, "the ledger was not stored",
                           {{"/coverage/unit",
                             "other_unit",
                             "this source is counted in another unit here: " + line.source,
                             "",
                             {}}});
    Source source = known ? *known : source_of(line);
    bool changed = !known;
    if (!known) {
        for (const Mark& mark : marks) {
            put_mark(txn, space, source.name, mark);
            source.next_mark = std::max(source.next_mark, mark.number + 1);
        }
    } else {
        changed = add_missing(txn, space, source, marks);
    }
    changed = add_missing_images(txn, space, line) || changed;
    if (changed) put_source(txn, space, source);
    return changed;
}

}  // namespace tools::memory::coverage
