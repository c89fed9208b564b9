// Measures the memory at the size of its targets, in one process and in CPU time.
//   bench_memory FACTS.tsv QUERIES.txt STORE [most]
// FACTS: number, tab, statement; ten lines become one episode. A store that exists is searched as
// it stands. QUERIES: number of words, tab, words.
#include "store/space.hpp"
#include "store/store.hpp"
#include "tools/memory/search.hpp"
#include "tools/memory/stored_memory.hpp"
#include "tools/text/index.hpp"
#include "tools/text/meta.hpp"
#include "tools/text/segment.hpp"
#include "tools/text/words.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <sys/resource.h>
#include <vector>

namespace {

namespace memory = tools::memory;
namespace text = tools::text;

constexpr std::size_t episode_facts = 10;
constexpr std::size_t episodes_a_commit = 100;

/// CPU milliseconds of this thread: neighbours on the machine do not count.
double cpu_ms() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

double at(std::vector<double> values, double share) {
    std::sort(values.begin(), values.end());
    return values.at(static_cast<std::size_t>(share * static_cast<double>(values.size() - 1)));
}

/// The facts of a file, ten at a time.
class Source {
public:
    explicit Source(const std::string& path) : file_(path) {}

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
    std::size_t count_ = 0;
};

void build(store::Store& store, store::Space space, const std::string& path, std::size_t most) {
    Source source(path);
    std::vector<double> episode_ms;
    std::size_t facts_in = 0;
    double slowest = 0;
    const double begin = cpu_ms();
    for (bool more = true; more && facts_in < most;) {
        std::vector<double> fresh;
        store.write([&](store::WriteTxn& txn) {
            memory::Episode episode;
            std::vector<memory::Fact> facts;
            for (std::size_t i = 0; i < episodes_a_commit && more && facts_in < most; ++i) {
                more = source.next(episode, facts);
                if (!more) break;
                const double from = cpu_ms();
                memory::add_episode(txn, space, episode, facts);
                fresh.push_back(cpu_ms() - from);
                facts_in += facts.size();
            }
        });
        for (const double one : fresh)
            slowest = std::max(slowest, one);
        episode_ms.insert(episode_ms.end(), fresh.begin(), fresh.end());
    }
    const double total = cpu_ms() - begin;
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::size_t bytes = 0;
    for (const auto& entry : std::filesystem::directory_iterator(store.dir()))
        if (entry.is_regular_file()) bytes += entry.file_size();
    std::printf(
        "stored %zu facts: %.1f s CPU; episode of 10: p50 %.3f ms, mean %.3f, p99 %.3f, "
        "slowest %.1f\n",
        facts_in, total / 1e3, at(episode_ms, .5), total / static_cast<double>(episode_ms.size()),
        at(episode_ms, .99), slowest);
    std::printf(
        "bytes a fact: %.0f on disk, %.0f of statement, ratio %.2f; peak memory %.0f MiB "
        "(mapped pages included)\n",
        static_cast<double>(bytes) / static_cast<double>(facts_in),
        static_cast<double>(source.bytes) / static_cast<double>(facts_in),
        static_cast<double>(bytes) / static_cast<double>(source.bytes),
        static_cast<double>(usage.ru_maxrss) / 1024);
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
    if (argc < 4) return std::puts("usage: bench_memory FACTS.tsv QUERIES.txt STORE [most]"), 2;
    const bool there = std::filesystem::exists(argv[3]);
    store::Store store({.dir = argv[3], .sync = false});
    const store::Space space = store.write([](store::WriteTxn& txn) {
        return store::make_space(txn, "local", store::SpaceKind::dataspace, "default");
    });
    if (!there) build(store, space, argv[1], argc > 4 ? std::stoul(argv[4]) : 10'000'000);
    search(store, space, argv[2]);
}
