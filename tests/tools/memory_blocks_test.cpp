#include "store/ops.hpp"
#include "store/space.hpp"
#include "store/store.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temp_dir.hpp"
#include "tools/memory/columns.hpp"
#include "tools/memory/links.hpp"
#include "tools/memory/stored_memory.hpp"
#include "tools/memory/writing.hpp"
#include "tools/text/index.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace memory = tools::memory;

namespace {

using Model = std::map<std::uint64_t, memory::Fact>;

/// A dataspace in a store of its own, and what it should hold.
struct Shelf {
    tests::TempDir dir;
    store::Store store{options()};
    store::Space space = store.write([](store::WriteTxn& txn) {
        return store::make_space(txn, "local", store::SpaceKind::dataspace, "shelf");
    });
    std::mt19937 random{7};
    Model model;
    std::vector<memory::Episode> episodes;

    [[nodiscard]] store::Options options() const {
        store::Options out;
        out.dir = dir.path() / "store";
        out.sync = false;
        return out;
    }

    std::size_t below(std::size_t n) { return random() % n; }

    std::optional<memory::Moment> moment() {
        if (below(3) == 0) return std::nullopt;
        return memory::Moment{static_cast<std::int64_t>(random()) * 1000 - 2'000'000'000'000,
                              static_cast<memory::Precision>(below(3))};
    }

    std::string name() { return "Name " + std::to_string(below(9)); }

    memory::Fact fact(memory::EpisodeKind kind) {
        memory::Fact out;
        out.subject = name();
        out.object = name();
        out.predicate = below(2) == 0 ? "leads_to" : "is_near_" + std::to_string(below(4));
        out.statement = below(4) == 0 ? "Something else" : out.subject + " leads to " + out.object;
        out.statement += std::string(below(8) == 0 ? 3'900 : below(200), '.');
        out.valid_at = moment();
        out.invalid_at = moment();
        if (below(3) == 0) out.confidence = static_cast<std::uint16_t>(below(1'001));
        if (kind == memory::EpisodeKind::ontology && below(2) == 0)
            out.single = memory::Single::subject;
        out.alias = kind == memory::EpisodeKind::ontology && below(5) == 0;
        return out;
    }

    void add(std::size_t count) {
        memory::Episode episode;
        episode.id = memory::make_episode_id(static_cast<std::int64_t>(episodes.size()),
                                             std::to_string(random()));
        episode.kind = below(4) == 0 ? memory::EpisodeKind::ontology : memory::EpisodeKind::fact;
        episode.name = "Notes";
        episode.source = "source " + std::to_string(below(3));
        episode.recorded_ms = 1'700'000'000'000 + static_cast<std::int64_t>(episodes.size());
        std::vector<memory::Fact> facts;
        for (std::size_t i = 0; i < count; ++i)
            facts.push_back(fact(episode.kind));
        store.write([&](store::WriteTxn& txn) {
            memory::Head head = memory::read_head(txn, space);
            memory::add_episode(txn, space, head, episode, facts);
            memory::commit_head(txn, space, head, episode.recorded_ms);
        });
        for (const memory::Fact& one : facts)
            model[one.number] = one;
        episodes.push_back(episode);
    }

    void close(memory::Fact& fact) {
        const memory::Closing closing{1'800'000'000'000, {}, {5'000, {}}, std::string(90, 'r')};
        store.write([&](store::WriteTxn& txn) { memory::close_fact(txn, space, fact, closing); });
    }

    void erase(memory::Fact& fact) {
        const memory::Leaving leaving{memory::Removal::retired, 1'900'000'000'000, {}, "test"};
        store.write([&](store::WriteTxn& txn) {
            memory::Head head = memory::read_head(txn, space);
            if (fact.removal == memory::Removal::none)
                memory::remove_fact(txn, space, head, fact, leaving);
            memory::erase_facts(txn, space, {fact.number}, leaving);
            memory::commit_head(txn, space, head, leaving.now_ms);
        });
        fact.removal = memory::Removal::erased;
        for (auto* word : {&fact.subject, &fact.predicate, &fact.object, &fact.statement})
            *word = "[erased]";
        for (auto& closing : fact.closings)
            closing.reason.clear();
    }
};

/// What a fact says, as one text to compare.
std::string said(const memory::Fact& fact) {
    std::string out = memory::fact_id(fact) + "|" + std::to_string(fact.number);
    for (const auto* word : {&fact.subject, &fact.predicate, &fact.object, &fact.statement})
        out += "|" + *word;
    for (const auto& moment : {fact.valid_at, fact.invalid_at})
        out += "|" + (moment ? memory::iso(*moment) : "-");
    out += "|" + std::to_string(fact.confidence.value_or(9'999)) + (fact.single ? "s" : "-") +
           (fact.alias ? "a" : "-") + (fact.pattern ? "p" : "-");
    out += "|" + std::to_string(fact.recorded_ms) + "|" + std::to_string(fact.removed_ms) + "|" +
           std::to_string(static_cast<int>(fact.removal));
    for (const memory::Closing& closing : fact.closings)
        out += "|" + closing.reason + (closing.before ? memory::iso(*closing.before) : "-");
    return out;
}

void check_facts(const Shelf& shelf) {
    shelf.store.read([&](const store::ReadTxn& txn) {
        for (const auto& [number, fact] : shelf.model) {
            const auto found = memory::find_fact(txn, shelf.space, number);
            REQUIRE(found);
            CHECK(said(*found) == said(fact));
        }
        for (const memory::Episode& episode : shelf.episodes) {
            const auto facts = memory::facts_of(txn, shelf.space, episode);
            REQUIRE(facts.size() == episode.facts);
            for (std::size_t i = 0; i < facts.size(); ++i)
                CHECK(said(facts[i]) == said(shelf.model.at(episode.first_fact + i)));
        }
        CHECK_FALSE(memory::find_fact(txn, shelf.space, shelf.model.rbegin()->first + 1));
        CHECK_FALSE(memory::find_fact(txn, shelf.space, 0));
    });
}

/// Numbers of the facts that a test accepts, newest first.
template <class F>
std::vector<std::uint64_t> expected(const Model& model, F accepts) {
    std::vector<std::uint64_t> out;
    for (auto at = model.rbegin(); at != model.rend(); ++at)
        if (at->second.removal != memory::Removal::erased && accepts(at->second))
            out.push_back(at->first);
    return out;
}

void check_links(const Shelf& shelf, const std::string& name, const std::string& label) {
    shelf.store.read([&](const store::ReadTxn& txn) {
        const auto under = [&](memory::Role role, std::uint64_t digest) {
            return memory::linked(txn, shelf.space, role, digest, 100'000);
        };
        CHECK(under(memory::Role::subject, memory::name_digest(name)) ==
              expected(shelf.model, [&](const auto& fact) { return fact.subject == name; }));
        CHECK(under(memory::Role::object, memory::name_digest(name)) ==
              expected(shelf.model, [&](const auto& fact) { return fact.object == name; }));
        CHECK(under(memory::Role::predicate, memory::predicate_digest(label)) ==
              expected(shelf.model, [&](const auto& fact) { return fact.predicate == label; }));
        auto pairs =
            memory::linked_pair(txn, shelf.space, memory::Role::object, name, label, 1'000);
        std::erase_if(pairs, [&](std::uint64_t number) {  // a few meet by chance
            return shelf.model.at(number).predicate != label;
        });
        CHECK(pairs == expected(shelf.model, [&](const auto& fact) {
                  return fact.object == name && fact.predicate == label;
              }));
    });
}

}  // namespace

TEST_CASE("law: facts in blocks read back as they were written and changed") {
    Shelf shelf;
    for (int round = 0; round < 30; ++round) {
        shelf.add(1 + shelf.below(30));
        for (int i = 0; i < 3; ++i) {
            auto& fact = std::next(shelf.model.begin(),
                                   static_cast<std::ptrdiff_t>(shelf.below(shelf.model.size())))
                             ->second;
            if (fact.removal == memory::Removal::none && shelf.below(2) == 0)
                shelf.close(fact);
            else if (fact.removal == memory::Removal::none && shelf.below(2) == 0)
                shelf.erase(fact);
        }
    }
    check_facts(shelf);
    check_links(shelf, "Name 3", "leads_to");
    check_links(shelf, "Name 7", "is_near_1");
}

TEST_CASE("a name with thousands of facts lists all of them, newest first") {
    Shelf shelf;
    for (int i = 0; i < 60; ++i)
        shelf.add(100);
    check_links(shelf, "Name 1", "leads_to");
    const auto newest = shelf.store.read([&](const store::ReadTxn& txn) {
        return memory::linked(txn, shelf.space, memory::Role::subject,
                              memory::name_digest("name 1"), 3);
    });
    const auto all =
        expected(shelf.model, [](const auto& fact) { return fact.subject == "Name 1"; });
    REQUIRE(newest.size() == 3);
    CHECK(std::equal(newest.begin(), newest.end(), all.begin()));
}

TEST_CASE("law: times come back from their columns") {
    Shelf shelf;
    std::vector<memory::FactTimes> times(700);
    for (auto& one : times)
        for (auto& time : one)
            time = shelf.moment();
    times[300][2] = memory::Moment{-62'135'596'800'000, memory::Precision::year};
    times[301][2] = memory::Moment{253'402'300'799'000, memory::Precision::instant};
    shelf.store.write([&](store::WriteTxn& txn) {
        memory::write_times(txn, shelf.space, 100, times);
        memory::write_time(txn, shelf.space, memory::Column::removed_at, 400, std::nullopt);
        memory::write_time(txn, shelf.space, memory::Column::valid_at, 799, memory::Moment{1, {}});
    });
    times[300][1] = std::nullopt;
    times[699][2] = memory::Moment{1, {}};
    shelf.store.read([&](const store::ReadTxn& txn) {
        const memory::Columns columns(txn, shelf.space);
        for (std::size_t i = 0; i < times.size(); ++i)
            for (std::size_t column = 0; column < times[i].size(); ++column)
                CHECK(columns.at(static_cast<memory::Column>(column), 100 + i) == times[i][column]);
        CHECK_FALSE(columns.at(memory::Column::said, 99));
        CHECK_FALSE(columns.at(memory::Column::said, 800));
    });
}

namespace {

/// A fact of about a hundred characters between a few names.
memory::Fact plain_fact(Shelf& shelf) {
    const auto word = [&] { return "wo" + std::to_string(shelf.below(4'000)) + "rd"; };
    memory::Fact out;
    out.subject = "Harbor " + std::to_string(shelf.below(40));
    out.object = "Crate " + std::to_string(shelf.below(40));
    out.predicate = "stores";
    out.statement = out.subject + " stores";
    for (int i = 0; i < 9; ++i)
        out.statement += " " + word();
    out.statement += " in " + out.object;
    return out;
}

}  // namespace

TEST_CASE("facts take at most four times the bytes of their text, index included") {
    Shelf shelf;
    std::size_t text_bytes = 0;
    for (std::size_t i = 0; i < 150; ++i) {
        std::vector<memory::Fact> facts;
        for (int n = 0; n < 10; ++n) {
            facts.push_back(plain_fact(shelf));
            text_bytes += facts.back().statement.size();
        }
        memory::Episode episode;
        episode.id = memory::make_episode_id(static_cast<std::int64_t>(i), std::to_string(i));
        episode.name = "Notes on " + std::to_string(i);
        shelf.store.write([&](store::WriteTxn& txn) {
            memory::Head head = memory::read_head(txn, shelf.space);
            memory::add_episode(txn, shelf.space, head, episode, facts);
            memory::commit_head(txn, shelf.space, head, 1);
        });
    }
    const tools::text::Index index(shelf.space);
    shelf.store.write([&](store::WriteTxn& txn) { index.fold(txn); });
    while (shelf.store.write([&](store::WriteTxn& txn) { return index.settle(txn); })) {
    }
    store::compact(shelf.store);
    const auto used = store::stats(shelf.store).file_bytes;
    CHECK(used <= 4 * text_bytes);
}
