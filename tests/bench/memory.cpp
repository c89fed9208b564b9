// Measures the memory at the size of its targets, in one process and in CPU time.
//   bench_memory FACTS.tsv QUERIES.txt STORE [most] [episodes a commit]
// FACTS: number, tab, statement; ten lines become one episode. A store that exists is searched as
// it stands. QUERIES: number of words, tab, words.
#include "store/layout.hpp"
#include "store/ops.hpp"
#include "store/space.hpp"
#include "store/store.hpp"
#include "tests/bench/measure.hpp"
#include "tools/memory/forget.hpp"
#include "tools/memory/index.hpp"
#include "tools/memory/search.hpp"
#include "tools/memory/stored_memory.hpp"
#include "tools/memory/writing.hpp"
#include "tools/text/index.hpp"
#include "tools/text/meta.hpp"
#include "tools/text/segment.hpp"
#include "tools/text/words.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

namespace memory = tools::memory;
namespace text = tools::text;

using bench::cpu_ms;

constexpr std::size_t episode_facts = 10;

double at(std::vector<double> values, double share) {
    std::sort(values.begin(), values.end());
    return values.at(static_cast<std::size_t>(share * static_cast<double>(values.size() - 1)));
}

/// The facts of a file, ten at a time.
class Source {
public:
    explicit Source(const std::string& path, std::size_t first_episode = 0)
        : file_(path), count_(first_episode) {}

    bool next(memory::Episode& episode, std::vector<memory::Fact>& facts) {
        facts.clear();
        std::string line;
        while (facts.size() < episode_facts && std::getline(file_, line)) {
            memory::Fact fact;
            fact.statement = line.substr(line.find('\t') + 1);
            bytes += fact.statement.size();
            const auto words = split(fact.statement);
            fact.subject = words[0] + " " + words[1];
            fact.predicate = "noted_with";
            fact.object = words[4] + " " + words[5];
            facts.push_back(std::move(fact));
        }
        episode = {};
        ++count_;
        char id[40];
        std::snprintf(id, sizeof id, "00000000-0000-7000-8000-%012zu", count_);
        episode.id = memory::EpisodeId(id);
        episode.name = "Notes on " + std::to_string(count_);
        episode.source_description = "facts.tsv";
        episode.recorded_ms = 1'700'000'000'000 + static_cast<std::int64_t>(count_);
        return !facts.empty();
    }

    std::size_t bytes = 0;  ///< of statements

private:
    static std::vector<std::string> split(const std::string& text) {
        std::vector<std::string> out;
        for (std::size_t from = 0; from < text.size();) {
            const std::size_t end = std::min(text.find(' ', from), text.size());
            out.push_back(text.substr(from, end - from));
            from = end + 1;
        }
        out.resize(std::max<std::size_t>(out.size(), 6), "x");
        return out;
    }

    std::ifstream file_;
    std::size_t count_;
};

/// MiB of this process that no file stands behind.
double anonymous_mib() {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;)
        if (word == "RssAnon:") return status >> word, std::stod(word) / 1024;
    return 0;
}

/// What a build took, in CPU milliseconds.
struct Taken {
    std::vector<double> episodes, commits;
    double all = 0, most_anonymous = 0;
    std::size_t facts = 0;
};

Taken fill(store::Store& store, store::Space space, Source& source, std::size_t most,
           std::size_t episodes_a_commit) {
    Taken out;
    const double begin = cpu_ms();
    for (bool more = true; more && out.facts < most;) {
        std::vector<double> fresh;
        const double start = cpu_ms();
        store.write([&](store::WriteTxn& txn) {
            memory::Episode episode;
            std::vector<memory::Fact> facts;
            memory::Head head = memory::read_head(txn, space);
            for (std::size_t i = 0; i < episodes_a_commit && more && out.facts < most; ++i) {
                more = source.next(episode, facts);
                if (!more) break;
                const double from = cpu_ms();
                memory::add_episode(txn, space, head, episode, facts);
                fresh.push_back(cpu_ms() - from);
                out.facts += facts.size();
            }
            memory::commit_head(txn, space, head, episode.recorded_ms);
        });
        out.commits.push_back(cpu_ms() - start);
        out.episodes.insert(out.episodes.end(), fresh.begin(), fresh.end());
        if (out.commits.size() % 64 == 0)
            out.most_anonymous = std::max(out.most_anonymous, anonymous_mib());
    }
    out.all = cpu_ms() - begin;
    return out;
}

/// Bytes of a record in its page, or with the pages it has to itself.
double bytes_of(std::string_view key, std::string_view record) {
    const auto inside = static_cast<double>(key.size() + record.size() + 10);
    if (inside <= 2'040) return inside;
    return static_cast<double>(key.size() + 18 + (record.size() + 16 + 4'095) / 4'096 * 4'096);
}

void tell_tables(const store::Store& store, double facts) {
    std::map<std::string_view, std::pair<double, double>> tables;
    store.read([&](const store::ReadTxn& txn) {
        txn.scan({}, {}, [&](std::string_view key, std::string_view record) {
            auto& [records, bytes] = tables[store::name(static_cast<store::Table>(key[8]))];
            records += 1;
            bytes += bytes_of(key, record);
            return true;
        });
    });
    for (const auto& [table, sizes] : tables)
        std::printf("  %-18s %9.0f records, %6.1f bytes a fact\n", std::string(table).c_str(),
                    sizes.first, sizes.second / facts);
}

void tell_size(const char* when, const store::Store& store, const Taken& taken,
               const Source& source) {
    const store::Stats stats = store::stats(store);
    const auto facts = static_cast<double>(taken.facts);
    const auto file = static_cast<double>(stats.file_bytes);
    std::printf("%s: %.0f bytes a fact on disk, %.0f in use, %.0f of statement, ratio %.2f\n", when,
                file / facts, static_cast<double>(stats.used_bytes) / facts,
                static_cast<double>(source.bytes) / facts,
                file / static_cast<double>(source.bytes));
}

/// Merges to the end, as an import does, and makes the file as small as it gets.
void settle(store::Store& store, store::Space space, const Taken& taken, const Source& source) {
    double slowest = 0;
    const double start = cpu_ms();
    for (bool more = true; more;) {
        const double from = cpu_ms();
        more = store.write([&](store::WriteTxn& txn) { return text::Index(space).settle(txn); });
        slowest = std::max(slowest, cpu_ms() - from);
    }
    std::printf("merged to the end in %.1f s CPU, slowest slice %.1f ms\n",
                (cpu_ms() - start) / 1e3, slowest);
    const double compacting = cpu_ms();
    store::compact(store);
    std::printf("compacted in %.1f s CPU\n", (cpu_ms() - compacting) / 1e3);
    tell_size("compacted", store, taken, source);
}

/// Makes the index of a dataspace anew, in a space of its own.
void rebuild(store::Store& store, store::Space space, const Taken& taken) {
    const store::Space other = store.write([](store::WriteTxn& txn) {
        return store::make_space(txn, "local", store::SpaceKind::dataspace, "rebuilt");
    });
    constexpr std::size_t together = 4'000;
    const double start = cpu_ms();
    memory::EpisodeId after;
    for (bool more = true; more;) {
        std::vector<text::Document> documents;
        more = store.write([&](store::WriteTxn& txn) {
            memory::scan_episodes(txn, space, after, [&](memory::Episode& episode) {
                after = episode.id;
                const auto facts = memory::facts_of(txn, space, episode);
                for (auto& one : memory::documents_of(episode, facts))
                    documents.push_back(std::move(one));
                return documents.size() < together;
            });
            text::Index(other).put(txn, documents);
            return !documents.empty();
        });
    }
    while (store.write([&](store::WriteTxn& txn) { return text::Index(other).settle(txn); })) {
    }
    std::printf("index of %zu facts rebuilt in %.1f s CPU\n", taken.facts,
                (cpu_ms() - start) / 1e3);
}

void build(store::Store& store, store::Space space, const std::string& path, std::size_t most,
           std::size_t episodes_a_commit) {
    Source source(path);
    const Taken taken = fill(store, space, source, most, episodes_a_commit);
    const auto shown = [](const char* what, const std::vector<double>& times) {
        std::printf("%s: p50 %.3f ms, p99 %.3f, p99.9 %.3f, slowest %.1f\n", what, at(times, .5),
                    at(times, .99), at(times, .999), at(times, 1));
    };
    std::printf("stored %zu facts: %.1f s CPU, %.3f ms an episode of 10\n", taken.facts,
                taken.all / 1e3, taken.all / static_cast<double>(taken.episodes.size()));
    shown("  episode of 10", taken.episodes);
    shown("  commit", taken.commits);
    std::printf("  most memory of its own: %.0f MiB\n", taken.most_anonymous);
    tell_size("as written", store, taken, source);
    tell_tables(store, static_cast<double>(taken.facts));
    settle(store, space, taken, source);
    rebuild(store, space, taken);
}

memory::EpisodeId add_large(store::Store& store, store::Space space, Source& source) {
    memory::Episode episode;
    std::vector<memory::Fact> all, facts;
    while (all.size() < memory::max_facts && source.next(episode, facts))
        all.insert(all.end(), facts.begin(), facts.end());
    store.write([&](store::WriteTxn& txn) {
        memory::Head head = memory::read_head(txn, space);
        memory::add_episode(txn, space, head, episode, all);
        memory::commit_head(txn, space, head, episode.recorded_ms);
    });
    return episode.id;
}

/// Forgets episodes of 100 facts, first out of search, then for good.
void forget(store::Store& store, store::Space space, const std::string& path) {
    constexpr int episodes = 100;
    Source source(path, 900'000'000);
    std::vector<memory::EpisodeId> large;
    for (int i = 0; i < episodes; ++i)
        large.push_back(add_large(store, space, source));
    for (const auto mode : {memory::ForgetMode::retire, memory::ForgetMode::erase}) {
        std::vector<double> times;
        for (const auto& id : large) {
            const double from = cpu_ms();
            store.write([&](store::WriteTxn& txn) {
                memory::forget(txn, space, {id, {}, {}, {}}, mode, 1'800'000'000'000, false);
            });
            times.push_back(cpu_ms() - from);
        }
        std::printf("%zu episodes of 100 facts, %s: p50 %.1f ms, slowest %.1f\n", times.size(),
                    memory::names(mode).at(static_cast<std::size_t>(mode)), at(times, .5),
                    at(times, 1));
    }
}

/// The floor: every posting of every term is read, nothing else.
std::uint64_t walk(const store::ReadTxn& txn, store::Space space,
                   const std::vector<text::QueryTerm>& terms) {
    std::uint64_t sum = 0;
    for (const auto& part : text::read_meta(txn, space).parts) {
        const text::SegmentPlace place(space, part.segment);
        for (const auto& term : terms)
            for (text::Cursor cursor(txn, place, term.term); !cursor.done(); cursor.next())
                sum += cursor.document() + cursor.weight();
    }
    return sum;
}

void report(const char* what, int words, const std::vector<double>& times,
            const std::vector<double>& floor) {
    std::printf("%-14s %d words: p50 %.3f ms, p99 %.3f ms, p50 %.2fx the walk\n", what, words,
                at(times, .5), at(times, .99), at(times, .5) / at(floor, .5));
}

void search(store::Store& store, store::Space space, const std::string& path) {
    const text::Analyzer analyzer;
    std::map<int, std::vector<std::string>> queries;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);)
        queries[line[0] - '0'].push_back(line.substr(2));
    const std::vector<memory::Dataspace> dataspaces{{"default", space}};
    std::uint64_t sum = 0;
    for (const auto& [words, texts] : queries) {
        std::vector<double> floor, top, all;
        for (int round = 0; round < 2; ++round)
            for (const std::string& query : texts) {
                const auto terms = text::query_terms(analyzer, query, {.pairs = 0, .related = 0});
                store.read([&](const store::ReadTxn& txn) {
                    const double t0 = cpu_ms();
                    sum += walk(txn, space, terms);
                    const double t1 = cpu_ms();
                    sum += text::Index(space).search(txn, terms, {}).size();
                    const double t2 = cpu_ms();
                    memory::Query asked;
                    asked.texts = {query};
                    asked.now = 1'800'000'000'000;
                    sum += memory::search(txn, dataspaces, asked).hits.size();
                    const double t3 = cpu_ms();
                    if (round == 0) return;
                    floor.push_back(t1 - t0);
                    top.push_back(t2 - t1);
                    all.push_back(t3 - t2);
                });
            }
        report("postings walk", words, floor, floor);
        report("ten best", words, top, floor);
        report("memory search", words, all, floor);
    }
    std::printf("(%llu)\n", static_cast<unsigned long long>(sum % 10));
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4)
        return std::puts("usage: bench_memory FACTS.tsv QUERIES.txt STORE [most] [a commit]"), 2;
    const bool there = std::filesystem::exists(argv[3]);
    store::Store store({.dir = argv[3], .sync = false});
    const store::Space space = store.write([](store::WriteTxn& txn) {
        return store::make_space(txn, "local", store::SpaceKind::dataspace, "default");
    });
    if (!there)
        build(store, space, argv[1], argc > 4 ? std::stoul(argv[4]) : 10'000'000,
              argc > 5 ? std::stoul(argv[5]) : 1);
    search(store, space, argv[2]);
    if (!there) forget(store, space, argv[1]);
}
