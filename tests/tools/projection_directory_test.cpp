#include "tests/support/catch.hpp"
#include "tests/tools/selections.hpp"
#include "tools/digest.hpp"

#include <chrono>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace tests;
namespace fs = std::filesystem;

namespace {

const std::set<std::string> published{"state.json", "extraction.json", "graph.json",
                                      "receipt.json"};

unsigned mode(const fs::path& path) {
    struct stat info {};

    return ::lstat(path.c_str(), &info) == 0 ? info.st_mode & 0777U : 0;
}

/// A Python of the test's own making.
std::string fake_python(const Corpus& corpus, const std::string& body) {
    const fs::path path = corpus.dir.path() / "python";
    std::ofstream(path) << "#!/bin/sh\n" << body << "\n";
    fs::permissions(path, fs::perms(0700));
    return path.string();
}

std::string verified(Corpus& corpus, const std::string& python) {
    return reason_of([&] { corpus.run({{}, {}, corpus.root().string(), python}); });
}

/// True while a process does something; one that ended and waits to be asked does not.
bool runs(int process) {
    std::ifstream in("/proc/" + std::to_string(process) + "/stat");
    std::string id, name, state;
    return (in >> id >> name >> state) && state != "Z";
}

}  // namespace

TEST_CASE("P21 a directory holds this program's files and nothing else") {
    Corpus corpus;
    fs::create_directory(corpus.root());
    fs::permissions(corpus.root(), fs::perms(0700));
    corpus.put("graph.json", "somebody else's");
    CHECK(corpus.refusal(family(1)) == "state_not_dedicated");
    CHECK(corpus.file("graph.json") == "somebody else's");
    CHECK(corpus.names() == std::set<std::string>{"graph.json"});
    fs::remove(corpus.root() / "graph.json");
    corpus.apply(family(1));
    CHECK(corpus.names() == published);
    corpus.put("notes.md", "mine");
    CHECK(corpus.refusal(family(2)) == "state_not_dedicated");
    CHECK(corpus.file("notes.md") == "mine");
    CHECK(corpus.names().size() == 5);
    fs::remove(corpus.root() / "notes.md");
    corpus.put("graph.json.tmp", "half");
    corpus.apply(family(2));
    CHECK(corpus.names() == published);
}

TEST_CASE("P21 links in any component are refused, and nothing behind them is touched") {
    Corpus corpus;
    corpus.apply(family(1));
    const fs::path elsewhere = corpus.dir.path() / "elsewhere";
    fs::create_directory(elsewhere);
    std::ofstream(elsewhere / "keep") << "kept";
    SECTION("the directory") {
        fs::rename(corpus.root(), corpus.dir.path() / "moved");
        fs::create_directory_symlink(corpus.dir.path() / "moved", corpus.root());
        CHECK(corpus.refusal(family(2)) == "state_symlink");
    }
    SECTION("a parent") {
        fs::create_directory_symlink(corpus.dir.path(), corpus.dir.path() / "link");
        const std::string way = corpus.dir.path() / "link/state";
        CHECK(reason_of([&] { corpus.run({{}, {}, way, {}}); }) == "state_symlink");
    }
    SECTION("a file") {
        fs::remove(corpus.root() / "graph.json");
        fs::create_symlink(elsewhere / "keep", corpus.root() / "graph.json");
        CHECK(corpus.refusal(family(2)) == "state_symlink");
    }
    SECTION("the cache") {
        fs::create_directory_symlink(elsewhere, corpus.root() / "cache");
        CHECK(corpus.refusal(family(2)) == "state_symlink");
    }
    CHECK(fs::exists(elsewhere / "keep"));
}

TEST_CASE("P22 directories and files are the owner's alone, whatever the umask") {
    Corpus corpus;
    const mode_t before = ::umask(0);
    corpus.run({tools::projection::read_parsed_selection(family(1)),
                {},
                (corpus.dir.path() / "a/b").string(),
                {}});
    ::umask(0777);
    const std::string second = reason_of([&] { corpus.apply(family(1)); });
    ::umask(before);
    CHECK(second.empty());
    CHECK(mode(corpus.dir.path() / "a") == 0700);
    for (const fs::path& dir : {corpus.dir.path() / "a/b", corpus.root()}) {
        CHECK(mode(dir) == 0700);
        for (const std::string& name : published)
            CHECK(mode(dir / name) == 0600);
    }
    fs::permissions(corpus.root(), fs::perms(0720));
    CHECK(corpus.refusal(family(2)) == "state_not_dedicated");
    fs::permissions(corpus.root(), fs::perms(0700));
    fs::permissions(corpus.root() / "state.json", fs::perms(0666));
    CHECK(corpus.refusal(family(2)) == "state_not_dedicated");
}

TEST_CASE("P23 one writer holds the directory, and a lock is never removed") {
    Corpus corpus;
    corpus.apply(family(1));
    const std::string graph = corpus.file("graph.json");
    corpus.put("lock", "");
    CHECK(corpus.refusal(family(2)) == "locked");
    CHECK(corpus.names().count("lock") == 1);
    CHECK(corpus.file("graph.json") == graph);
    fs::remove(corpus.root() / "lock");
    CHECK(corpus.refusal(family(2)).empty());
    CHECK(corpus.names() == published);
}

TEST_CASE("P24 the receipt names the selection and the bytes of the graph") {
    Corpus corpus;
    const auto built = corpus.apply(family(1));
    const Json receipt = corpus.json("receipt.json");
    CHECK(receipt["selectionDigest"] == built.state.digest);
    CHECK(receipt["graphSha256"] == tools::sha256(corpus.file("graph.json")));
    CHECK(receipt["nodes"] == corpus.nodes().size());
    CHECK(receipt["edges"] == corpus.edges().size());
    CHECK(receipt["contextGraph"] == "unknown-owner");
    CHECK(receipt["engine"] == "native");
    CHECK(receipt["receiptVersion"] == 1);
    CHECK(corpus.json("state.json")["selectionDigest"] == built.state.digest);
    fs::create_directory(corpus.root() / "cache");
    std::ofstream(corpus.root() / "cache/last_query_stamp") << "1";
    corpus.rebuild();
    CHECK(corpus.names() == published);
}

TEST_CASE("P25 a failing adapter leaves no graph, keeps the state, and a retry succeeds") {
    Corpus corpus;
    corpus.apply(family(1));
    const std::string graph = corpus.file("graph.json");
    const std::string state = corpus.file("state.json");
    CHECK(verified(corpus, "/no/such/python") == "adapter_absent");
    CHECK(corpus.names() == std::set<std::string>{"state.json"});
    CHECK(verified(corpus, fake_python(corpus, "exit 77")) == "adapter_absent");
    CHECK(verified(corpus, fake_python(corpus, "echo loud; echo loud >&2; exit 1")) ==
          "adapter_failed");
    CHECK(corpus.names() == std::set<std::string>{"state.json"});
    CHECK(corpus.file("state.json") == state);
    CHECK(verified(corpus, fake_python(corpus, "test \"$1\" = -I")).empty());
    CHECK(corpus.file("graph.json") == graph);
    CHECK(corpus.names() == published);
}

TEST_CASE("P25 a Python that hangs is ended with all that it started") {
    Corpus corpus;
    corpus.apply(family(1));
    const std::string traces = (corpus.dir.path() / "pid").string();
    tools::projection::Order order{{}, {}, corpus.root().string(), {}};
    order.graphify_python =
        fake_python(corpus, "trap '' TERM HUP\nsleep 300 & echo $! > " + traces + "\nwait");
    order.graphify_limit = std::chrono::milliseconds(300);
    CHECK(reason_of([&] { corpus.run(order); }) == "adapter_failed");
    CHECK(corpus.names() == std::set<std::string>{"state.json"});
    int started = 0;
    std::ifstream(traces) >> started;
    REQUIRE(started > 0);
    for (int i = 0; i < 100 && runs(started); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    CHECK_FALSE(runs(started));
}

TEST_CASE("P25 a Python that floods is not heard, one that dies by a signal fails") {
    Corpus corpus;
    corpus.apply(family(1));
    CHECK(verified(corpus,
                   fake_python(corpus, "head -c 3000000 /dev/zero; head -c 3000000 /dev/zero >&2"))
              .empty());
    CHECK(corpus.names() == published);
    CHECK(verified(corpus, fake_python(corpus, "kill -9 $$")) == "adapter_failed");
    CHECK(verified(corpus, fake_python(corpus, "kill -PIPE $$")) == "adapter_failed");
    CHECK(corpus.names() == std::set<std::string>{"state.json"});
}

TEST_CASE("P27 other things in the cache are refused and kept") {
    Corpus corpus;
    corpus.apply(family(1));
    fs::create_directory(corpus.root() / "cache");
    std::ofstream(corpus.root() / "cache/more") << "kept";
    CHECK(corpus.refusal(family(2)) == "state_not_dedicated");
    CHECK(fs::exists(corpus.root() / "cache/more"));
    CHECK(corpus.names().count("graph.json") == 1);
}
