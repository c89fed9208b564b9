#include "store/lmdb/reach.hpp"

#include <cstring>
#include <optional>
#include <unistd.h>
#include <vector>

namespace store::lmdb {
namespace {

constexpr unsigned max_depth = 32;  ///< LMDB's own cursor stack

/// Walks the pages of a tree in a file that may be damaged: trusts no number in it.
class Reach {
public:
    Reach(int file, std::uint64_t page_size, std::uint64_t size)
        : file_(file), page_size_(page_size), size_(size) {}

    bool page(std::uint64_t number, unsigned depth) {
        const auto bytes = read(number);
        if (!bytes || depth > max_depth) return false;
        const auto head = at<PageHead>(*bytes, 0);
        if (!head || head->lower < sizeof(PageHead) || head->lower > page_size_) return false;
        for (std::size_t place = sizeof(PageHead); place < head->lower; place += sizeof(Offset)) {
            const auto offset = at<Offset>(*bytes, place);
            if (!offset || !node(*bytes, *offset, head->flags, depth)) return false;
        }
        return true;
    }

private:
    using Offset = std::uint16_t;
    using Bytes = std::vector<char>;

    struct Node {
        std::uint16_t low, high, flags, key_size;
    };

    template <class T>
    static std::optional<T> at(const Bytes& bytes, std::size_t place) {
        if (place + sizeof(T) > bytes.size()) return std::nullopt;
        T value;
        std::memcpy(&value, bytes.data() + place, sizeof(T));
        return value;
    }

    [[nodiscard]] std::optional<Bytes> read(std::uint64_t number) const {
        if (number >= size_ / page_size_) return std::nullopt;
        Bytes bytes(page_size_);
        const auto place = static_cast<off_t>(number * page_size_);
        if (::pread(file_, bytes.data(), bytes.size(), place) != static_cast<ssize_t>(page_size_))
            return std::nullopt;
        return bytes;
    }

    bool node(const Bytes& bytes, Offset offset, std::uint16_t page_flags, unsigned depth) {
        const auto found = at<Node>(bytes, offset);
        if (!found) return false;
        const std::uint64_t low = found->low | std::uint64_t{found->high} << 16;
        if ((page_flags & branch_page) != 0)
            return page(low | std::uint64_t{found->flags} << 32, depth + 1);
        if ((found->flags & in_overflow) == 0) return (page_flags & leaf_page) != 0;
        const auto first = at<std::uint64_t>(bytes, offset + sizeof(Node) + found->key_size);
        const std::uint64_t pages = (sizeof(PageHead) - 1 + low) / page_size_ + 1;
        return first && *first < size_ && *first + pages <= size_ / page_size_;
    }

    int file_;
    std::uint64_t page_size_;
    std::uint64_t size_;
};

}  // namespace

bool reaches_within(int file, const Meta& meta, std::uint64_t size) {
    Reach reach(file, meta.trees[0].page_size, size);
    for (const Tree& tree : meta.trees)
        if (tree.root != no_page && !reach.page(tree.root, 0)) return false;
    return true;
}

}  // namespace store::lmdb
