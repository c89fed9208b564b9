#include "tests/support/catch.hpp"
#include "tools/memory/coverage/ranges.hpp"

#include <random>
#include <set>

using namespace tools::memory::coverage;

namespace {

using Units = std::set<std::uint64_t>;

Units units(const Ranges& ranges) {
    Units out;
    for (const Range& range : ranges)
        for (std::uint64_t unit = range.from; unit <= range.to; ++unit)
            out.insert(unit);
    return out;
}

Ranges any_ranges(std::mt19937& random, std::uint64_t most) {
    std::vector<Range> out;
    for (auto left = random() % 8; left > 0; --left) {
        const std::uint64_t from = 1 + random() % most;
        out.push_back({from, from + random() % 6});
    }
    return united(out);
}

}  // namespace

TEST_CASE("LM12 ranges are united and cut") {
    CHECK(united({{5, 6}, {1, 2}, {3, 3}, {9, 8}}) == Ranges{{1, 3}, {5, 6}});
    CHECK(united({{1, 10}, {2, 3}}) == Ranges{{1, 10}});
    CHECK(without({{1, 10}}, {{3, 4}, {10, 12}}) == Ranges{{1, 2}, {5, 9}});
    CHECK(without({{1, 3}}, {{1, 3}}).empty());
    CHECK(common({{1, 5}, {8, 9}}, {{4, 8}}) == Ranges{{4, 5}, {8, 8}});
    CHECK(size({{1, 3}, {7, 7}}) == 4);
}

TEST_CASE("LM12 law: ranges are sets of units") {
    std::mt19937 random(7);
    for (int round = 0; round < 2000; ++round) {
        const Ranges one = any_ranges(random, 30);
        const Ranges other = any_ranges(random, 30);
        Units left = units(one);
        for (const auto unit : units(other))
            left.erase(unit);
        CHECK(units(without(one, other)) == left);
        Units both;
        for (const auto unit : units(one))
            if (units(other).contains(unit)) both.insert(unit);
        CHECK(units(common(one, other)) == both);
        CHECK(size(one) == units(one).size());
        for (std::size_t i = 1; i < one.size(); ++i)
            CHECK(one[i].from > one[i - 1].to + 1);
    }
}

TEST_CASE("LM12 blank lines never count") {
    const Tally some = tally(10, {{2, 2}, {5, 6}, {10, 10}}, {{1, 1}}, {{3, 3}});
    CHECK(some.total == 6);
    CHECK(some.processed == 1);
    CHECK(some.skipped == 1);
    CHECK(some.missing == 4);
    CHECK(some.uncovered == Ranges{{4, 9}});
    const Tally all = tally(10, {{2, 2}, {5, 6}, {10, 10}}, {{1, 4}}, {{7, 9}});
    CHECK(all.missing == 0);
    CHECK(all.uncovered.empty());
}

TEST_CASE("LM12 processed wins over skipped, what lies behind the end is nothing") {
    const Tally both = tally(10, {}, {{1, 5}, {9, 30}}, {{4, 8}});
    CHECK(both.processed == 7);
    CHECK(both.skipped == 3);
    CHECK(both.missing == 0);
    CHECK(tally(0, {}, {}, {}).total == 0);
}

TEST_CASE("LM12 law: every unit that counts is processed, skipped or uncovered") {
    std::mt19937 random(11);
    for (int round = 0; round < 2000; ++round) {
        const std::uint64_t total = random() % 40;
        const Ranges blank = any_ranges(random, 40);
        const Ranges processed = any_ranges(random, 40);
        const Ranges skipped = any_ranges(random, 40);
        const Tally found = tally(total, blank, processed, skipped);
        CHECK(found.processed + found.skipped + found.missing == found.total);
        CHECK(size(without(found.uncovered, blank)) == found.missing);
        CHECK(common(found.uncovered, processed).empty());
        CHECK(common(found.uncovered, skipped).empty());
    }
}

TEST_CASE("LM12 how far a source got") {
    CHECK(pass_of(tally(10, {}, {}, {{1, 10}}), 0) == Pass::none);
    CHECK(pass_of(tally(10, {}, {{1, 4}}, {}), 0) == Pass::first_pass);
    CHECK(pass_of(tally(10, {}, {{1, 5}}, {}), 0) == Pass::partial);
    CHECK(pass_of(tally(10, {}, {{1, 5}}, {{6, 10}}), 0) == Pass::dense);
    CHECK(pass_of(tally(10, {}, {{1, 10}}, {}), 2) == Pass::partial);
}
