#include "tools/thread/number_set.hpp"

#include "store/table.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace tools::thread {
namespace {

constexpr unsigned slot_bits = 5, slots = 32;

/// One part. At level 0 a slot is a bitmap of 32 numbers, above it is a part.
struct Part {
    std::uint8_t level = 0;
    std::array<std::uint64_t, slots> slot{};
};

void encode(const Part& part, store::Writer& to) {
    std::uint32_t used = 0;
    for (unsigned i = 0; i < slots; ++i)
        if (part.slot[i] != 0) used |= 1U << i;
    to.u8(part.level).u32(used);
    for (const std::uint64_t value : part.slot)
        if (value != 0) to.varint(value);
}

void decode(store::Reader& from, Part& part) {
    part.level = from.u8();
    const std::uint32_t used = from.u32();
    for (unsigned i = 0; i < slots; ++i)
        if ((used >> i & 1U) != 0) part.slot[i] = from.varint();
}

constexpr store::Records<Part> part_records{store::Table::thread_set};

store::Key part_key(store::Space space, std::uint64_t number) {
    return std::move(store::Key(space, store::Table::thread_set).u64(number));
}

Part part_of(const store::ReadTxn& txn, store::Space space, std::uint64_t number) {
    const store::Key key = part_key(space, number);
    auto part = part_records.find(txn, key);
    if (!part) store::throw_corrupt(store::Table::thread_set, key.str(), "it is missing");
    return *part;
}

/// How far a number is shifted for its slot at a level.
unsigned shift(unsigned level) {
    return slot_bits * (level + 1);
}

unsigned slot_at(Number number, unsigned level) {
    return static_cast<unsigned>(number >> shift(level) & (slots - 1));
}

bool fits(Number number, unsigned level) {
    return shift(level + 1) >= 64 || number >> shift(level + 1) == 0;
}

struct Growth {
    store::WriteTxn& txn;
    store::Space space;
    std::uint64_t& parts;

    std::uint64_t store(const Part& part) const {
        part_records.put(txn, part_key(space, ++parts), part);
        return parts;
    }

    /// The part with numbers that all lie in its range; `number` 0 is an empty one.
    [[nodiscard]] std::uint64_t with(std::uint64_t number, unsigned level,
                                     std::span<const Number> more) const {
        Part part = number == 0 ? Part{} : part_of(txn, space, number);
        part.level = static_cast<std::uint8_t>(level);
        for (std::size_t from = 0; from < more.size();) {
            const unsigned slot = slot_at(more[from], level);
            std::size_t to = from;
            while (to < more.size() && slot_at(more[to], level) == slot)
                ++to;
            const auto group = more.subspan(from, to - from);
            if (level > 0)
                part.slot[slot] = with(part.slot[slot], level - 1, group);
            else
                for (const Number one : group)
                    part.slot[slot] |= std::uint64_t{1} << (one & (slots - 1));
            from = to;
        }
        return store(part);
    }
};

struct Difference {
    const store::ReadTxn& txn;
    store::Space space;
    const std::function<bool(Number)>& visit;

    /// The part, if one lies at this level; a lower one becomes slot 0 of a taller one.
    [[nodiscard]] Part raised(std::uint64_t number, unsigned level) const {
        if (number == 0) return {static_cast<std::uint8_t>(level), {}};
        Part part = part_of(txn, space, number);
        if (part.level >= level) return part;
        Part out{static_cast<std::uint8_t>(level), {}};
        out.slot[0] = number;
        return out;
    }

    bool show(std::uint64_t bits, Number base) const {
        for (; bits != 0; bits &= bits - 1)
            if (!visit(base | static_cast<unsigned>(std::countr_zero(bits)))) return false;
        return true;
    }

    bool scan(std::uint64_t set, std::uint64_t without, unsigned level, Number base) const {
        if (set == without || set == 0) return true;
        const Part have = raised(set, level), less = raised(without, level);
        for (unsigned i = 0; i < slots; ++i) {
            const Number at = base | Number{i} << shift(level);
            const bool more = level == 0 ? show(have.slot[i] & ~less.slot[i], at)
                                         : scan(have.slot[i], less.slot[i], level - 1, at);
            if (!more) return false;
        }
        return true;
    }
};

}  // namespace

std::uint64_t with_numbers(store::WriteTxn& txn, store::Space space, std::uint64_t set,
                           std::span<const Number> more, std::uint64_t& parts) {
    if (more.empty()) return set;
    std::vector<Number> rising(more.begin(), more.end());
    std::sort(rising.begin(), rising.end());
    const Growth growth{txn, space, parts};
    unsigned level = set == 0 ? 0 : part_of(txn, space, set).level;
    while (!fits(rising.back(), level)) {
        ++level;
        if (set == 0) continue;
        Part taller{static_cast<std::uint8_t>(level), {}};
        taller.slot[0] = set;
        set = growth.store(taller);
    }
    return growth.with(set, level, rising);
}

Block block_at(const store::ReadTxn& txn, store::Space space, std::uint64_t set, Number number) {
    if (set == 0) return {};
    Part part = part_of(txn, space, set);
    if (!fits(number, part.level)) return {};
    while (part.level > 0) {
        const std::uint64_t below = part.slot[slot_at(number, part.level)];
        if (below == 0) return {};
        part = part_of(txn, space, below);
    }
    return part.slot;
}

bool holds_number(const store::ReadTxn& txn, store::Space space, std::uint64_t set, Number number) {
    return has_number(block_at(txn, space, set, number), number);
}

void scan_numbers(const store::ReadTxn& txn, store::Space space, std::uint64_t set,
                  std::uint64_t without, const std::function<bool(Number)>& visit) {
    unsigned level = 0;
    for (const std::uint64_t root : {set, without})
        if (root != 0) level = std::max<unsigned>(level, part_of(txn, space, root).level);
    Difference{txn, space, visit}.scan(set, without, level, 0);
}

}  // namespace tools::thread
