#include "store/error.hpp"
#include "store/journal.hpp"
#include "store/ops.hpp"
#include "store/store.hpp"
#include "tests/store/numbered.hpp"

#include <iostream>
#include <string>
#include <sys/resource.h>

/// A second process on a store: does what each line of its input says and answers
/// with a line. Arguments: the directory, a map size, a limit of address space.
namespace {

/// `count N TAG` writes N times and names each number once it is durable.
void count(store::Store& store, std::istream& in) {
    int times = 0;
    std::string tag;
    in >> times >> tag;
    for (int i = 0; i < times; ++i)
        std::cout << store.write([&](store::WriteTxn& txn) { return tests::put_next(txn, tag); })
                  << std::endl;
}

void limit_address_space(unsigned long bytes) {
    const rlimit limit{bytes, bytes};
    ::setrlimit(RLIMIT_AS, &limit);
}

void obey(store::Store& store, const std::string& word) {
    if (word == "count") {
        count(store, std::cin);
    } else if (word == "total") {
        std::cout << store.read([](const store::ReadTxn& txn) { return tests::total(txn); })
                  << std::endl;
    } else if (word == "change") {
        store.write([](store::WriteTxn& txn) {
            const auto space = store::make_space(txn, "local", store::SpaceKind::map, "m");
            store::log_change(txn, space, store::SpaceKind::map, {7});
        });
        std::cout << "changed" << std::endl;
    } else if (word == "compact") {
        store::compact(store);
        std::cout << "compacted" << std::endl;
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    if (argc > 3) limit_address_space(std::stoul(argv[3]));
    try {
        store::Store store({.dir = argv[1], .map_size = argc > 2 ? std::stoul(argv[2]) : 0});
        std::cout << "ready" << std::endl;
        for (std::string word; std::cin >> word;)
            obey(store, word);
    } catch (const store::Error& error) {
        std::cout << error.what() << std::endl;
        return 1;
    }
    return 0;
}
