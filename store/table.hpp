#pragma once

#include "store/bytes.hpp"
#include "store/layout.hpp"
#include "store/space.hpp"
#include "store/txn.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace store {

/// A key: tenant, space and table, then its parts. Throws limit past 511 bytes.
class Key {
public:
    Key(Space space, Table table);

    Key& u8(std::uint8_t part);
    Key& u32(std::uint32_t part);
    Key& u64(std::uint64_t part);

    /// A part that further parts may follow: length first, so shorter ones sort first.
    Key& text(std::string_view part);

    /// The last part, as it is: sorts by its bytes.
    Key& tail(std::string_view part);

    [[nodiscard]] const std::string& str() const& noexcept { return bytes_.str(); }

    [[nodiscard]] std::string str() && { return bytes_.take(); }

    /// Every key that starts with these parts, this one included.
    [[nodiscard]] Range range() const { return prefix_range(str()); }

private:
    Key& checked();

    Writer bytes_;
};

/// The parts of a key, behind tenant, space and table.
Reader parts(std::string_view key);

/// A record: version byte, payload, checksum of key and both.
std::string seal(std::string_view key, std::uint8_t version, std::string_view payload);

/// The largest payload that fills one page of the engine, to the end of it, with its
/// record. A smaller one may share a page with its neighbours.
constexpr std::size_t page_record = 4'096 - 16 - 9;

/// The payload of a record, as a view. Throws corrupt, naming table and key, when
/// the checksum or the version is not the one expected.
std::string_view unseal(std::string_view key, std::string_view record, Table table,
                        std::uint8_t version);

/// Refuses a record of this table and key with corrupt.
[[noreturn]] void throw_corrupt(Table table, std::string_view key, std::string_view what);

/// The records of one table as values of R, through the pair
/// `encode(const R&, Writer&)` and `decode(Reader&, R&)` beside the type.
template <class R>
struct Records {
    Table table;
    std::uint8_t version = 1;

    [[nodiscard]] R open(std::string_view key, std::string_view record) const {
        R value{};
        open(key, record, value);
        return value;
    }

    /// A record's fields, none of them read yet.
    [[nodiscard]] Reader payload(std::string_view key, std::string_view record) const {
        return Reader(unseal(key, record, table, version));
    }

    /// Reads into a value there is, so that decode can use its memory again.
    void open(std::string_view key, std::string_view record, R& value) const {
        Reader reader = payload(key, record);
        decode(reader, value);
        if (!reader.done()) throw_corrupt(table, key, "its record is longer than its fields");
    }

    [[nodiscard]] std::optional<R> find(const ReadTxn& txn, const Key& key) const {
        const auto record = txn.get(key.str());
        if (!record) return std::nullopt;
        return open(key.str(), *record);
    }

    void put(WriteTxn& txn, const Key& key, const R& value) const {
        Writer payload;
        encode(value, payload);
        txn.put(key.str(), seal(key.str(), version, payload.str()));
    }

    /// Shows the records of a range until visit returns false.
    void scan(const ReadTxn& txn, const Range& range, Scan how,
              const std::function<bool(std::string_view key, R value)>& visit) const {
        txn.scan(range, how, [&](std::string_view key, std::string_view record) {
            return visit(key, open(key, record));
        });
    }
};

}  // namespace store
