#include "store/error.hpp"
#include "store/store.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temp_dir.hpp"

#include <map>
#include <memory>
#include <rapidcheck.h>
#include <rapidcheck/state.h>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

/// The conformance suite of engines: a store does what a plain map does.
namespace {

using Model = std::map<std::string, std::string>;
using Pairs = std::vector<std::pair<std::string, std::string>>;

/// The store under test, which may be closed and opened again.
struct Subject {
    tests::TempDir dir;
    std::unique_ptr<store::Store> store = open();

    std::unique_ptr<store::Store> open() const {
        return std::make_unique<store::Store>(
            store::Options{.dir = dir.path(), .map_size = 64 * 1024, .sync = false});
    }
};

using Command = rc::state::Command<Model, Subject>;

/// All keys of the tests: the store's own header stands before them.
const store::Range everything{"a", ""};

rc::Gen<std::string> keys() {
    const auto byte = rc::gen::element('\0', 'a', 'b', 'c', '\xfe', '\xff');
    const auto tail = rc::gen::resize(4, rc::gen::container<std::string>(byte));
    const auto small = rc::gen::apply([](char head, std::string rest) { return head + rest; },
                                      rc::gen::element('a', 'b', '\xff'), tail);
    const auto longest = rc::gen::map(rc::gen::element('k', 'l'), [](char last) {
        return std::string(store::max_key_size - 1, 'k') + last;
    });
    return rc::gen::weightedOneOf<std::string>({{12, small}, {1, longest}});
}

rc::Gen<std::string> values() {
    const auto sizes =
        rc::gen::weightedOneOf<std::size_t>({{8, rc::gen::inRange<std::size_t>(0, 40)},
                                             {1, rc::gen::inRange<std::size_t>(1900, 9000)}});
    return rc::gen::map(sizes, [](std::size_t size) { return std::string(size, 'v'); });
}

rc::Gen<store::Range> ranges() {
    return rc::gen::apply(
        [](std::string low, std::string high) {
            return store::Range{std::move(low), std::move(high)};
        },
        rc::gen::oneOf(rc::gen::just(everything.low), keys()),
        rc::gen::oneOf(rc::gen::just(everything.high), keys()));
}

/// What a scan of the model shows.
Pairs expected(const Model& model, const store::Range& range, store::Scan how) {
    Pairs pairs;
    for (const auto& [key, value] : model)
        if (key >= range.low && (range.high.empty() || key < range.high))
            pairs.emplace_back(key, value);
    if (how.reverse) pairs = Pairs(pairs.rbegin(), pairs.rend());
    if (pairs.size() > how.limit) pairs.resize(how.limit);
    return pairs;
}

Pairs shown(const store::ReadTxn& txn, const store::Range& range, store::Scan how) {
    Pairs pairs;
    txn.scan(range, how, [&](std::string_view key, std::string_view value) {
        pairs.emplace_back(key, value);
        return true;
    });
    return pairs;
}

/// One change within a call.
struct Step {
    bool range_erased = false;
    bool erased = false;
    std::string key;
    std::string value;
    store::Range range;

    void apply(Model& model) const {
        if (range_erased) {
            for (const auto& [gone, ignored] : expected(model, range, {}))
                model.erase(gone);
        } else if (erased) {
            model.erase(key);
        } else {
            model[key] = value;
        }
    }

    void apply(store::WriteTxn& txn, const Model& before) const {
        if (range_erased)
            RC_ASSERT(txn.erase_range(range) == expected(before, range, {}).size());
        else if (erased)
            txn.erase(key);
        else
            txn.put(key, value);
    }
};

rc::Gen<Step> steps() {
    const auto fields = [](int kind, std::string key, std::string value, store::Range range) {
        return Step{kind == 0, kind == 1, std::move(key), std::move(value), std::move(range)};
    };
    return rc::gen::apply(fields, rc::gen::weightedElement<int>({{1, 0}, {3, 1}, {9, 2}}), keys(),
                          values(), ranges());
}

/// What to look at: in a call after its steps, and after its end.
struct Look {
    std::string key = *keys();
    std::vector<std::string> many =
        *rc::gen::resize(6, rc::gen::container<std::vector<std::string>>(keys()));
    store::Range range = *ranges();
    store::Scan how{*rc::gen::element<std::size_t>(0, 1, 3, 1000), *rc::gen::arbitrary<bool>()};

    void check(const store::ReadTxn& txn, const Model& model) const {
        RC_ASSERT(value_of(txn.get(key)) == value_of(model, key));
        const auto values = txn.multi_get(many);
        for (std::size_t i = 0; i < many.size(); ++i)
            RC_ASSERT(value_of(values[i]) == value_of(model, many[i]));
        RC_ASSERT(shown(txn, range, how) == expected(model, range, how));
        RC_ASSERT(shown(txn, everything, {}) == expected(model, everything, {}));
    }

    static std::string value_of(std::optional<std::string_view> found) {
        return found ? "=" + std::string(*found) : "none";
    }

    static std::string value_of(const Model& model, const std::string& key) {
        const auto found = model.find(key);
        return found == model.end() ? "none" : "=" + found->second;
    }
};

/// A call of several steps; one that fails leaves everything as it was.
struct Write : Command {
    std::vector<Step> todo = *rc::gen::resize(8, rc::gen::container<std::vector<Step>>(steps()));
    bool fails = *rc::gen::weightedElement<bool>({{1, true}, {3, false}});
    Look look;

    void apply(Model& model) const override {
        if (fails) return;
        for (const Step& step : todo)
            step.apply(model);
    }

    void run(const Model& before, Subject& subject) const override {
        Model model = before;
        const auto call = [&](store::WriteTxn& txn) {
            model = before;
            for (const Step& step : todo) {
                step.apply(txn, model);
                step.apply(model);
            }
            look.check(txn, model);
            if (fails) throw std::logic_error("this call fails");
        };
        if (fails)
            RC_ASSERT_THROWS_AS(subject.store->write(call), std::logic_error);
        else
            subject.store->write(call);
        subject.store->read([&](const store::ReadTxn& txn) { look.check(txn, nextState(before)); });
    }

    void show(std::ostream& out) const override {
        out << (fails ? "a failing" : "a") << " write of " << todo.size() << " steps";
    }
};

struct Reopen : Command {
    Look look;

    void run(const Model& model, Subject& subject) const override {
        subject.store.reset();
        subject.store = subject.open();
        subject.store->read([&](const store::ReadTxn& txn) { look.check(txn, model); });
    }

    void show(std::ostream& out) const override { out << "reopen"; }
};

}  // namespace

TEST_CASE("a store does what a map does") {
    CHECK(rc::check([] {
        Subject subject;
        rc::state::check(Model{}, subject,
                         rc::state::gen::execOneOfWithArgs<Write, Write, Write, Reopen>());
    }));
}

TEST_CASE("keys take 1 to 511 bytes, values up to 16 MiB") {
    Subject subject;
    store::Store& store = *subject.store;
    const std::string longest(store::max_key_size, 'k');
    const std::string largest(store::max_value_size, 'v');
    store.write([&](store::WriteTxn& txn) { txn.put(longest, largest); });
    CHECK(store.read([&](const store::ReadTxn& txn) { return txn.get(longest) == largest; }));

    const auto put = [&](const std::string& key, const std::string& value) {
        store.write([&](store::WriteTxn& txn) { txn.put(key, value); });
    };
    CHECK_THROWS_WITH(put("", "v"), Catch::Contains("1 to 511 bytes"));
    CHECK_THROWS_WITH(put(longest + "k", "v"), Catch::Contains("512"));
    CHECK_THROWS_WITH(put("k", largest + "v"), Catch::Contains("16 MiB"));
    CHECK_THROWS_AS(store.read([](const store::ReadTxn& txn) { return txn.get("").has_value(); }),
                    store::Error);
}

TEST_CASE("a scan may change what it walks over") {
    Subject subject;
    const bool reverse = GENERATE(false, true);
    subject.store->write([](store::WriteTxn& txn) {
        for (const char* key : {"a", "b", "c", "d"})
            txn.put(key, "old");
    });
    Pairs seen;
    subject.store->write([&](store::WriteTxn& txn) {
        seen.clear();
        txn.put("bb", "mine");
        txn.scan(everything, {.reverse = reverse},
                 [&](std::string_view key, std::string_view value) {
                     seen.emplace_back(key, value);
                     txn.put(seen.back().first, "new");
                     if (key == "b") txn.erase("d");
                     return true;
                 });
    });
    CHECK(seen.size() == (reverse ? 5 : 4));
    const Pairs left =
        subject.store->read([](const store::ReadTxn& txn) { return shown(txn, everything, {}); });
    CHECK(left.size() == 4);
    for (const auto& [key, value] : left)
        CHECK(value == "new");
}

TEST_CASE("reads of one snapshot do not disturb each other") {
    Subject subject;
    constexpr int count = 2'000;
    const auto key = [](int i) { return "k" + std::to_string(10'000 + i); };
    subject.store->write([&](store::WriteTxn& txn) {
        for (int i = 0; i < count; i += 2)
            txn.put(key(i), std::string(40, 'v'));
    });
    subject.store->read([&](const store::ReadTxn& txn) {
        const auto first = [&](const store::Range& range, bool reverse) {
            std::string out;
            txn.scan(range, {.limit = 1, .reverse = reverse},
                     [&](std::string_view found, std::string_view) {
                         out = found;
                         return true;
                     });
            return out;
        };
        int next = 0;
        txn.scan({key(0), ""}, {}, [&](std::string_view found, std::string_view) {
            CHECK(found == key(next));
            const int other = next * 7 % count;
            CHECK(txn.get(key(other)).has_value());
            CHECK_FALSE(txn.get(key(other + 1)).has_value());
            CHECK(first({key(other + 1), ""}, false) == (other + 2 < count ? key(other + 2) : ""));
            CHECK(first({key(0), key(other + 1)}, true) == key(other));
            CHECK(first({key(0), ""}, true) == key(count - 2));
            next += 2;
            return true;
        });
        CHECK(next == count);
    });
}

TEST_CASE("erase_range stops after 10,000 keys") {
    Subject subject;
    subject.store->write([](store::WriteTxn& txn) {
        for (int i = 0; i < 12'345; ++i)
            txn.put("n" + std::to_string(i), "");
    });
    const auto erase = [](store::WriteTxn& txn) { return txn.erase_range(everything); };
    CHECK(subject.store->write(erase) == 10'000);
    CHECK(subject.store->write(erase) == 2'345);
    CHECK(subject.store->write(erase) == 0);
}

TEST_CASE("a reader keeps its snapshot while writers go on") {
    const tests::TempDir dir;
    store::Store store({.dir = dir.path(), .sync = false});
    store.write([](store::WriteTxn& txn) { txn.put("k", "before"); });
    store.read([&](const store::ReadTxn& txn) {
        const auto seen = txn.get("k");
        std::thread([&] {
            for (int i = 0; i < 50; ++i)
                store.write([&](store::WriteTxn& other) { other.put("k", std::to_string(i)); });
        }).join();
        CHECK(seen == "before");
        CHECK(txn.get("k") == "before");
    });
    CHECK(store.read([](const store::ReadTxn& txn) { return txn.get("k") == "49"; }));
}

TEST_CASE("a prefix range holds what starts with it and nothing else") {
    using store::prefix_range;
    CHECK(prefix_range("ab").high == "ac");
    CHECK(prefix_range("a\xff\xff").high == "b");
    CHECK(prefix_range("\xff").high.empty());
    CHECK(prefix_range("").high.empty());
    CHECK(prefix_range(std::string("a\x7f")).high == "a\x80");
}
