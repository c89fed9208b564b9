#include "tools/memory/fact_blocks.hpp"

#include "store/table.hpp"
#include "tools/memory/records.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace tools::memory {
namespace {

constexpr std::uint8_t block_version = 2;
constexpr auto fact_table = store::Table::memory_fact;

store::Key fact_block_key(store::Space space, std::uint64_t first) {
    return std::move(store::Key(space, fact_table).u64(first));
}

/// A block where it lies: facts from a number on, each behind its length.
struct FactBlock {
    std::uint64_t first = 0;
    std::string_view entries;
};

FactBlock open_block(std::string_view key, std::string_view record) {
    return {store::parts(key).u64(), store::unseal(key, record, fact_table, block_version)};
}

/// The last block that starts at or before a number.
std::optional<FactBlock> block_before(const store::ReadTxn& txn, store::Space space,
                                      std::uint64_t number) {
    const store::Range up_to{store::Key(space, fact_table).str(),
                             fact_block_key(space, number).str() + '\0'};
    std::optional<FactBlock> out;
    txn.scan(up_to, {.limit = 1, .reverse = true},
             [&](std::string_view key, std::string_view record) {
                 out = open_block(key, record);
                 return false;
             });
    return out;
}

/// Walks over a block. A fact leans on the last one before it that names its episode.
class BlockWalk {
public:
    explicit BlockWalk(const FactBlock& block) : next_(block.first), rest_(block.entries) {}

    bool next() {
        if (rest_.done()) return false;
        entry_ = rest_.text();
        number_ = next_++;
        if (leans(entry_)) return true;
        head_ = Fact{};
        head_entry_ = entry_;
        head_number_ = number_;
        return true;
    }

    [[nodiscard]] std::uint64_t number() const { return number_; }

    [[nodiscard]] Fact fact() {
        if (head_.number != head_number_) {
            store::Reader from(head_entry_);
            decode(from, head_, head_);
            head_.number = head_number_;
        }
        if (number_ == head_number_) return head_;
        Fact out;
        store::Reader from(entry_);
        decode(from, head_, out);
        out.number = number_;
        out.place = head_.place + static_cast<std::uint32_t>(number_ - head_number_);
        return out;
    }

private:
    std::uint64_t next_, number_ = 0, head_number_ = 0;
    store::Reader rest_;
    std::string_view entry_, head_entry_;
    Fact head_;
};

/// Gathers consecutive facts into blocks.
class BlockWriter {
public:
    BlockWriter(store::WriteTxn& txn, store::Space space) : txn_(txn), space_(space) {}

    void add(const Fact& fact) {
        std::string entry = encoded(fact);
        if (!block_.empty() && block_.size() + entry.size() > store::page_record) {
            finish();
            head_.reset();
            entry = encoded(fact);
        }
        if (block_.empty()) first_ = fact.number;
        if (!leans_on_head(fact)) head_ = fact;
        block_ += entry;
    }

    void finish() {
        if (block_.empty()) return;
        const store::Key key = fact_block_key(space_, first_);
        txn_.put(key.str(), store::seal(key.str(), block_version, block_));
        block_.clear();
    }

private:
    [[nodiscard]] bool leans_on_head(const Fact& fact) const {
        return head_ && head_->episode == fact.episode && head_->recorded_ms == fact.recorded_ms;
    }

    [[nodiscard]] std::string encoded(const Fact& fact) const {
        store::Writer entry, sized;
        encode(fact, leans_on_head(fact) ? &*head_ : nullptr, entry);
        return sized.text(entry.str()).take();
    }

    store::WriteTxn& txn_;
    store::Space space_;
    std::uint64_t first_ = 0;
    std::optional<Fact> head_;
    std::string block_;
};

std::vector<Fact> facts_in(const FactBlock& block) {
    std::vector<Fact> out;
    for (BlockWalk walk(block); walk.next();)
        out.push_back(walk.fact());
    return out;
}

}  // namespace

void append_facts(store::WriteTxn& txn, store::Space space, std::span<const Fact> facts) {
    if (facts.empty()) return;
    BlockWriter writer(txn, space);
    if (const auto last = block_before(txn, space, facts.front().number))
        for (const Fact& fact : facts_in(*last))
            writer.add(fact);
    for (const Fact& fact : facts)
        writer.add(fact);
    writer.finish();
}

void rewrite_fact(store::WriteTxn& txn, store::Space space, const Fact& fact) {
    const auto block = block_before(txn, space, fact.number);
    if (!block) return;
    BlockWriter writer(txn, space);
    for (const Fact& stored : facts_in(*block))
        writer.add(stored.number == fact.number ? fact : stored);
    writer.finish();
}

std::optional<Fact> read_fact(const store::ReadTxn& txn, store::Space space, std::uint64_t number) {
    const auto block = block_before(txn, space, number);
    if (!block) return std::nullopt;
    for (BlockWalk walk(*block); walk.next();)
        if (walk.number() == number) return walk.fact();
    return std::nullopt;
}

std::vector<Fact> read_facts(const store::ReadTxn& txn, store::Space space, std::uint64_t first,
                             std::uint64_t count) {
    std::vector<Fact> out;
    const auto start = block_before(txn, space, first);
    if (!start) return out;
    const store::Range range{fact_block_key(space, start->first).str(),
                             fact_block_key(space, first + count).str()};
    txn.scan(range, {}, [&](std::string_view key, std::string_view record) {
        for (BlockWalk walk(open_block(key, record)); walk.next();)
            if (walk.number() >= first && walk.number() < first + count) out.push_back(walk.fact());
        return true;
    });
    return out;
}

}  // namespace tools::memory
