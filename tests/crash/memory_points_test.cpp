#include "store/ops.hpp"
#include "store/space.hpp"
#include "store/store.hpp"
#include "tests/crash/points.hpp"
#include "tests/crash/survival.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temp_dir.hpp"
#include "tools/memory/forget.hpp"
#include "tools/memory/index.hpp"
#include "tools/memory/stored_memory.hpp"
#include "tools/memory/writing.hpp"
#include "tools/text/index.hpp"
#include "tools/text/meta.hpp"
#include "tools/text/words.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <set>
#include <string>
#include <vector>

namespace memory = tools::memory;
namespace text = tools::text;
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t now = 1'700'000'000'000;
constexpr std::size_t old_episodes = 50;  ///< of 100 facts: eight segments and a tail

enum class Change { create, replace, forget, fold, merge };

constexpr std::array changes{Change::create, Change::replace, Change::forget, Change::fold,
                             Change::merge};
constexpr std::array points{tests::Point::first_page, tests::Point::between,
                            tests::Point::before_sync, tests::Point::before_meta,
                            tests::Point::after_meta};

/// A word that stands in one episode only.
std::string own_word(std::size_t episode) {
    std::string out = "zq";
    for (std::size_t n = episode + 26; n > 0; n /= 26)
        out += static_cast<char>('a' + n % 26);
    return out + "vox";
}

memory::EpisodeId id_of(std::size_t episode) {
    return memory::make_episode_id(now, std::to_string(100'000 + episode));
}

class Place {
public:
    explicit Place(const fs::path& dir)
        : store({.dir = dir}), space(store.write([](store::WriteTxn& txn) {
              return store::make_space(txn, "local", store::SpaceKind::dataspace, "main");
          })) {}

    void create(std::size_t number, std::size_t facts) {
        store.write([&](store::WriteTxn& txn) { create(txn, number, facts); });
    }

    void replace(std::size_t old, std::size_t number) {
        store.write([&](store::WriteTxn& txn) {
            create(txn, number, 100);
            auto episode = memory::find_episode(txn, space, id_of(old));
            memory::Head head = memory::read_head(txn, space);
            memory::remove_episode(txn, space, head, *episode,
                                   {memory::Removal::replaced, now, id_of(number), ""});
            memory::commit_head(txn, space, head, now);
        });
    }

    void forget(std::size_t number) {
        store.write([&](store::WriteTxn& txn) {
            memory::forget(txn, space, {id_of(number), {}, {}, {}}, memory::ForgetMode::erase, now,
                           false);
        });
    }

    void fold() {
        store.write([&](store::WriteTxn& txn) { text::Index(space).fold(txn); });
    }

    [[nodiscard]] bool merging() const {
        return store.read([&](const store::ReadTxn& txn) {
            return text::read_meta(txn, space).merge.has_value();
        });
    }

    [[nodiscard]] std::uint64_t tail() const {
        return store.read(
            [&](const store::ReadTxn& txn) { return text::Index(space).tail_size(txn); });
    }

    /// The facts that hold a word, by document.
    [[nodiscard]] std::set<std::uint64_t> find(const std::string& word) const {
        return found(store, space, word);
    }

    /// The same by an index that is made anew of what is stored.
    [[nodiscard]] std::vector<std::set<std::uint64_t>> rebuilt(
        const std::vector<std::string>& words) const {
        const tests::TempDir dir;
        store::Store other({.dir = dir.path() / "rebuilt", .sync = false});
        const store::Space shelf = other.write([](store::WriteTxn& txn) {
            return store::make_space(txn, "local", store::SpaceKind::dataspace, "rebuilt");
        });
        std::vector<std::pair<memory::Episode, std::vector<memory::Fact>>> all;
        store.read([&](const store::ReadTxn& txn) {
            memory::scan_episodes(txn, space, {}, [&](memory::Episode& episode) {
                auto facts = memory::facts_of(txn, space, episode);
                std::erase_if(facts, [](const memory::Fact& fact) {
                    return fact.removal == memory::Removal::erased;
                });
                all.emplace_back(episode, std::move(facts));
                return true;
            });
        });
        for (const auto& [episode, facts] : all)
            other.write(
                [&](store::WriteTxn& txn) { memory::index_facts(txn, shelf, episode, facts); });
        std::vector<std::set<std::uint64_t>> out;
        for (const std::string& word : words)
            out.push_back(found(other, shelf, word));
        return out;
    }

    /// Whether any record holds some bytes.
    [[nodiscard]] bool holds(const std::string& bytes) const {
        bool out = false;
        store.read([&](const store::ReadTxn& txn) {
            txn.scan({}, {}, [&](std::string_view key, std::string_view value) {
                out = key.find(bytes) != std::string_view::npos ||
                      value.find(bytes) != std::string_view::npos;
                return !out;
            });
        });
        return out;
    }

    store::Store store;
    store::Space space;

private:
    static std::set<std::uint64_t> found(const store::Store& store, store::Space space,
                                         const std::string& word) {
        const text::Analyzer analyzer;
        const auto terms = text::query_terms(analyzer, word);
        std::set<std::uint64_t> out;
        store.read([&](const store::ReadTxn& txn) {
            text::Wanted wanted;
            wanted.most = 100'000;
            for (const auto& hit : text::Index(space).search(txn, terms, wanted))
                out.insert(hit.document);
        });
        return out;
    }

    void create(store::WriteTxn& txn, std::size_t number, std::size_t count) const {
        memory::Episode episode;
        episode.id = id_of(number);
        episode.name = "Notes on " + std::to_string(number);
        episode.recorded_ms = now;
        std::vector<memory::Fact> facts(count);
        for (std::size_t i = 0; i < count; ++i) {
            facts[i].subject = "Harbor " + std::to_string(i % 7);
            facts[i].predicate = "stores";
            facts[i].object = "Crate " + std::to_string(i);
            facts[i].statement = facts[i].subject + " stores crate " + own_word(number) + " " +
                                 std::to_string(i) + " beside the quay";
        }
        memory::Head head = memory::read_head(txn, space);
        memory::add_episode(txn, space, head, episode, facts);
        memory::commit_head(txn, space, head, now);
    }
};

/// A store with segments, a merge under way and a tail, made once.
const fs::path& prepared() {
    static const tests::TempDir dir;
    static const fs::path path = [] {
        const fs::path out = dir.path() / "prepared";
        Place place(out);
        for (std::size_t i = 0; i < old_episodes; ++i)
            place.create(i, 100);
        REQUIRE(place.merging());
        REQUIRE(place.tail() > 0);
        return out;
    }();
    return path;
}

constexpr std::size_t added = 900, replaced = 3, forgotten = 5;

void carry_out(Place& place, Change change) {
    switch (change) {
        case Change::create:
            return place.create(added, 100);
        case Change::replace:
            return place.replace(replaced, added);
        case Change::forget:
            return place.forget(forgotten);
        case Change::fold:
            return place.fold();
        case Change::merge:
            return place.create(added, 1);  // which takes a slice of the merge along
    }
}

/// True when another process came to the end of some work in a place.
bool survives(const fs::path& dir, const std::function<void(Place&)>& work) {
    return tests::survives([&] {
        Place place(dir);
        work(place);
    });
}

void check_search(const Place& place) {
    std::vector<std::string> words{"harbor", "crate", "quay", own_word(added)};
    for (std::size_t i = 0; i < old_episodes; ++i)
        words.push_back(own_word(i));
    const auto rebuilt = place.rebuilt(words);
    for (std::size_t i = 0; i < words.size(); ++i) {
        INFO(words[i]);
        CHECK(place.find(words[i]) == rebuilt[i]);
    }
}

bool file_holds(const fs::path& file, const std::string& bytes) {
    std::ifstream in(file, std::ios::binary);
    const std::string all{std::istreambuf_iterator<char>(in), {}};
    return all.find(bytes) != std::string::npos;
}

/// What a change leaves when it was made, and no trace of it when it was not.
void check_effect(Place& place, const fs::path& dir, Change change, bool made) {
    const std::size_t one = change == Change::merge ? 1 : 100;
    const bool creates = change != Change::forget && change != Change::fold;
    CHECK(place.find(own_word(added)).size() == (creates && made ? one : 0));
    const bool gone = change == Change::forget && made;
    CHECK(place.find(own_word(forgotten)).size() == (gone ? 0 : 100));
    CHECK(place.holds(own_word(forgotten)) == !gone);
    store::compact(place.store);
    CHECK(file_holds(dir / "data.mdb", own_word(forgotten)) == !gone);
    CHECK(file_holds(dir / "data.mdb", own_word(0)));
}

/// Everything that was acknowledged before is there, and the store goes on.
void check_rest(Place& place) {
    place.store.read([&](const store::ReadTxn& txn) {
        for (std::size_t i = 0; i < old_episodes; ++i) {
            const auto episode = memory::find_episode(txn, place.space, id_of(i));
            REQUIRE(episode);
            CHECK(memory::facts_of(txn, place.space, *episode).size() == 100);
        }
    });
    for (std::size_t i = 1'000; i < 1'200 && place.merging(); ++i)
        place.create(i, 1);
    CHECK_FALSE(place.merging());
}

using Check = std::function<void(bool survived, Place& place, const fs::path& dir)>;

/// Makes a change in a store of its own, killed where arm() says, and looks at what is left.
bool play(Change change, const std::function<void()>& arm, const Check& check) {
    const tests::TempDir dir;
    const fs::path path = dir.path() / "store";
    fs::copy(prepared(), path);
    fs::permissions(path, fs::perms::owner_all);
    const bool survived = survives(path, [&](Place& place) {
        arm();
        carry_out(place, change);
    });
    Place after(path);
    check(survived, after, path);
    return survived;
}

}  // namespace

TEST_CASE("a kill at a point of a change leaves all of it or nothing, and search as rebuilt") {
    const Change change = GENERATE(from_range(changes));
    const tests::Point point = GENERATE(from_range(points));
    INFO("change " << static_cast<int>(change) << ", point " << static_cast<int>(point));
    play(
        change, [point] { tests::die_at(point); },
        [&](bool survived, Place& place, const fs::path& dir) {
            CHECK_FALSE(survived);
            check_search(place);
            check_effect(place, dir, change, point == tests::Point::after_meta);
            check_rest(place);
        });
}

TEST_CASE("a kill at any system call of a change leaves search as rebuilt", "[.long]") {
    const Change change = GENERATE(from_range(changes));
    int calls = 0;
    for (bool survived = false; !survived; ++calls) {
        INFO("change " << static_cast<int>(change) << ", call " << calls);
        survived = play(
            change, [calls] { tests::die_at_call(calls); },
            [&](bool done, Place& place, const fs::path& dir) {
                check_search(place);
                check_effect(place, dir, change,
                             done || place.find(own_word(added)).size() > 0 ||
                                 place.find(own_word(forgotten)).empty());
                check_rest(place);
            });
    }
    CHECK(calls > 3);
}

TEST_CASE("a kill between the slices of a merge leaves search as rebuilt") {
    const tests::TempDir dir;
    const fs::path path = dir.path() / "store";
    fs::copy(prepared(), path);
    fs::permissions(path, fs::perms::owner_all);
    for (std::size_t round = 0; round < 4; ++round) {
        CHECK_FALSE(survives(path, [round](Place& place) {
            tests::die_at(round % 2 == 0 ? tests::Point::before_meta : tests::Point::after_meta);
            place.create(added + round, 1);
        }));
        const Place place(path);
        check_search(place);
    }
    Place place(path);
    check_rest(place);
    check_search(place);
}
