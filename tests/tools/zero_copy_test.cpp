#include "store/content.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/threads.hpp"
#include "tools/thread/headers.hpp"
#include "tools/thread/place.hpp"
#include "tools/thread/tables.hpp"

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <new>
#include <sstream>
#include <vector>

using namespace tests;
using namespace tools::thread;
using tools::Json;

namespace {

std::atomic<std::size_t> allocations{0};

void* allocate(std::size_t size) {
    ++allocations;
    if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
    throw std::bad_alloc();
}

/// True for memory that is a file of this directory, mapped.
bool lies_in_map(const std::filesystem::path& dir, const void* at) {
    std::ifstream maps("/proc/self/maps");
    const auto wanted = reinterpret_cast<std::uintptr_t>(at);
    for (std::string line; std::getline(maps, line);) {
        std::istringstream words(line);
        std::uintptr_t low = 0, high = 0;
        char dash = 0;
        words >> std::hex >> low >> dash >> high;
        if (wanted >= low && wanted < high) return line.find(dir.string()) != std::string::npos;
    }
    return false;
}

/// A thread of many turns, and a view of it.
struct Long {
    Caller caller;

    Long() {
        for (int i = 0; i < 40; ++i)
            append(caller, {user(std::string(3000, 'u')), calls(std::to_string(i)),
                            result(std::to_string(i), "found"), says("done")});
    }

    template <class F>
    void look(F&& fn) {
        caller.store.read([&](const store::ReadTxn& txn) {
            const tools::Call call = caller.context();
            fn(view_of(txn, open_place(txn, call, std::nullopt, std::nullopt)));
        });
    }
};

}  // namespace

void* operator new(std::size_t size) {
    return allocate(size);
}

void operator delete(void* memory) noexcept {
    std::free(memory);
}

void operator delete(void* memory, std::size_t /*size*/) noexcept {
    std::free(memory);
}

TEST_CASE("D21 what is read of a thread lies in the file's own memory") {
    Long thread;
    thread.look([&](const View& view) {
        for (Number number = 1; number <= view.version().nodes; ++number) {
            const Node node = view.node(number);
            const store::Key header = numbered_key(view.space(), store::Table::thread_node, number);
            const store::Key text = numbered_key(view.space(), store::Table::content, node.content);
            for (const store::Key* key : {&header, &text}) {
                const auto record = view.txn().get(key->str());
                REQUIRE(record);
                REQUIRE(lies_in_map(thread.caller.dir.path(), record->data()));
            }
        }
    });
}

TEST_CASE("D21 reading a header takes no memory") {
    Long thread;
    thread.look([&](const View& view) {
        HeaderReader headers(view);
        std::vector<Candidate> out;
        out.reserve(view.version().nodes);
        const std::size_t before = allocations;
        headers.read_line(view.version().heads, out);
        const std::size_t taking = allocations - before, most = view.version().nodes;
        INFO(taking << " of " << most);
        CHECK(taking <= 16);  // the ends of the range, and texts of calls where they double
        REQUIRE(out.size() == most);
        for (std::size_t i = 0; i < most; ++i)
            REQUIRE(out[i].node.number == most - i);
    });
}
