#pragma once

#include "store/txn.hpp"

#include <cstdint>
#include <string>

namespace tests {

/// How many numbered records were put by all who share the store.
inline std::uint64_t total(const store::ReadTxn& txn) {
    const auto found = txn.get("total");
    return found ? std::stoull(std::string(*found)) : 0;
}

inline std::string numbered_key(std::uint64_t number) {
    const std::string digits = std::to_string(number);
    return "number:" + std::string(8 - digits.size(), '0') + digits;
}

/// Puts the next numbered record, of a size that follows from its number, and
/// counts it in the same transaction; returns its number.
inline std::uint64_t put_next(store::WriteTxn& txn, const std::string& tag) {
    const std::uint64_t number = total(txn) + 1;
    txn.put(numbered_key(number), tag + std::string(number * 37 % 5000, '.'));
    txn.put("total", std::to_string(number));
    return number;
}

/// Whether the records are exactly those that `total` counts, each of its size.
inline bool is_complete(const store::ReadTxn& txn) {
    std::uint64_t next = 1;
    bool whole = true;
    txn.scan(store::prefix_range("number:"), {}, [&](std::string_view key, std::string_view value) {
        const std::size_t padding = next * 37 % 5000;
        whole = key == numbered_key(next) && value.size() > padding &&
                value.substr(value.size() - padding).find_first_not_of('.') == value.npos;
        ++next;
        return whole;
    });
    return whole && next == total(txn) + 1;
}

}  // namespace tests
