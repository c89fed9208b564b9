#include "store/lmdb/page.hpp"
#include "tests/support/caller.hpp"
#include "tests/support/catch.hpp"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

namespace {

using namespace store::lmdb;
using tools::Json;

/// The leaf pages of a store's tree as they lie in its file, by number.
class Leaves {
public:
    explicit Leaves(const std::filesystem::path& file) {
        std::ifstream in(file, std::ios::binary);
        bytes_.assign(std::istreambuf_iterator<char>(in), {});
        const auto first = at<MetaPage>(0);
        size_ = first.meta.trees[0].page_size;
        const auto second = at<MetaPage>(size_);
        walk((first.meta.txn > second.meta.txn ? first : second).meta.trees[1].root);
    }

    [[nodiscard]] std::size_t count() const { return pages_.size(); }

    /// How many of these are not as they were.
    [[nodiscard]] std::size_t changed_since(const Leaves& before) const {
        std::size_t count = 0;
        for (const auto& [number, page] : pages_) {
            const auto old = before.pages_.find(number);
            count += old == before.pages_.end() || old->second != page ? 1U : 0U;
        }
        return count;
    }

private:
    template <class T>
    [[nodiscard]] T at(std::size_t offset) const {
        T out;
        std::memcpy(&out, bytes_.data() + offset, sizeof out);
        return out;
    }

    void walk(std::uint64_t number) {
        const std::size_t start = number * size_;
        const auto head = at<PageHead>(start);
        if ((head.flags & leaf_page) != 0) {
            pages_[number] = bytes_.substr(start, size_);
            return;
        }
        for (std::size_t i = sizeof(PageHead); i < head.lower; i += 2) {
            const std::size_t node = start + at<std::uint16_t>(start + i);
            std::uint64_t child = 0;
            std::memcpy(&child, bytes_.data() + node, 6);
            walk(child);
        }
    }

    std::string bytes_;
    std::size_t size_ = 0;
    std::map<std::uint64_t, std::string> pages_;
};

std::string words(int n) {
    return "step " + std::to_string(n) + " of the plan moves part " + std::to_string(n * 7) +
           " of the data";
}

}  // namespace

TEST_CASE("an update of five changes dirties at most six leaf pages, and those it adds") {
    tests::Caller caller;
    Json changes = Json::array({{{"type", "goal"}, {"text", "Move the data"}}});
    for (int n = 1; n <= 60; ++n) {
        changes.push_back({{"type", "task"}, {"text", words(n)}, {"status", "pending"}});
        changes.push_back(
            {{"from", "G1"}, {"edge", "depends_on"}, {"to", "T" + std::to_string(n)}});
        changes.push_back({{"type", "context"}, {"text", "fact: " + words(1000 + n)}});
    }
    caller.fields("map_update", {{"changes", changes}});
    for (int n = 100; n < 120; ++n) {
        const Leaves before(caller.dir.path() / "store/data.mdb");
        caller.fields("map_update",
                      {{"changes",
                        {{{"type", "task"}, {"id", "$t"}, {"text", words(n)}},
                         {{"type", "context"}, {"id", "$c"}, {"text", "seen: " + words(2000 + n)}},
                         {{"from", "G1"}, {"edge", "depends_on"}, {"to", "$t"}},
                         {{"from", "$c"}, {"edge", "supports"}, {"to", "$t"}},
                         {{"id", "T2"}, {"confidence", n % 2 == 0 ? "assumed" : "confirmed"}}}}});
        const Leaves after(caller.dir.path() / "store/data.mdb");
        INFO("update " << n);
        CHECK(after.changed_since(before) <= 6 + after.count() - before.count());
    }
}
