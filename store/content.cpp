#include "store/content.hpp"

#include "store/error.hpp"
#include "store/table.hpp"

#include <utility>

namespace store {
namespace {

/// A text, or the mark that stands for an erased one.
struct Content {
    bool erased = false;
    std::int64_t erased_ms = 0;
    std::string_view text;  ///< of an erased one: the reason; where it lies when read
};

void encode(const Content& content, Writer& out) {
    out.u8(content.erased ? 1 : 0);
    if (content.erased) out.u64(static_cast<std::uint64_t>(content.erased_ms));
    out.raw(content.text);
}

void decode(Reader& in, Content& content) {
    content.erased = in.u8() != 0;
    if (content.erased) content.erased_ms = static_cast<std::int64_t>(in.u64());
    content.text = in.rest();
}

constexpr Records<Content> contents{Table::content};

Key content_key(Space space, std::uint64_t number) {
    return std::move(Key(space, Table::content).u64(number));
}

Content open(const ReadTxn& txn, Space space, std::uint64_t number) {
    const Key key = content_key(space, number);
    const auto found = contents.find(txn, key);
    if (!found) throw_corrupt(Table::content, key.str(), "it is missing");
    return *found;
}

}  // namespace

std::uint64_t add_content(WriteTxn& txn, Space space, std::string_view text) {
    std::uint64_t last = 0;
    txn.scan(Key(space, Table::content).range(), {.limit = 1, .reverse = true},
             [&](std::string_view key, std::string_view) {
                 last = parts(key).u64();
                 return true;
             });
    contents.put(txn, content_key(space, last + 1), {false, 0, text});
    return last + 1;
}

std::string_view stored_content(const ReadTxn& txn, Space space, std::uint64_t number) {
    const Content found = open(txn, space, number);
    return found.erased ? std::string_view() : found.text;
}

std::string content(const ReadTxn& txn, Space space, std::uint64_t number) {
    return std::string(stored_content(txn, space, number));
}

bool is_erased(const ReadTxn& txn, Space space, std::uint64_t number) {
    return open(txn, space, number).erased;
}

void erase_content(WriteTxn& txn, Space space, std::uint64_t number, std::string_view reason,
                   std::int64_t time_ms) {
    if (is_erased(txn, space, number)) return;
    contents.put(txn, content_key(space, number), {true, time_ms, reason});
}

}  // namespace store
