#include "mcp/cli_quota.hpp"

#include "mcp/cli_commands.hpp"
#include "store/error.hpp"
#include "store/quota.hpp"

#include <array>
#include <charconv>
#include <cstdint>
#include <iostream>
#include <string_view>
#include <utility>

namespace mcp {
namespace {

/// `100MB`, `64kB` or `5000`; 0 for `any`. Nothing when it is none of these.
std::optional<std::uint64_t> read_amount(std::string_view text, bool units) {
    constexpr std::array known{
        std::pair{"", std::uint64_t{1}}, std::pair{"kB", std::uint64_t{1'000}},
        std::pair{"MB", std::uint64_t{1'000'000}}, std::pair{"GB", std::uint64_t{1'000'000'000}}};
    constexpr std::uint64_t most = 1'000'000'000;
    if (text == "any") return 0;
    std::uint64_t count = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (fault != std::errc{} || count < 1 || count > most) return std::nullopt;
    const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
    for (const auto& [name, factor] : known)
        if (unit == name && (units || unit.empty())) return count * factor;
    return std::nullopt;
}

void read_option(const std::optional<std::string>& text, const char* flag, bool units,
                 std::uint64_t& to) {
    if (!text) return;
    const auto amount = read_amount(*text, units);
    if (!amount)
        throw store::Error(store::Code::invalid, "the quota cannot be set",
                           {{flag,
                             "bad_setting",
                             units ? "expected an amount such as 100MB or 2GB, or any"
                                   : "expected a count such as 50000, or any",
                             "",
                             {}}});
    to = *amount;
}

std::string shown_amount(std::uint64_t held, std::uint64_t most, const char* what) {
    return std::to_string(held) + " of " + (most == 0 ? "any" : std::to_string(most)) + " " + what;
}

}  // namespace

int run_quota(store::Store& store, const std::string& tenant, const QuotaCommand& command) {
    const auto known = [&] {
        return store.read(
            [&](const store::ReadTxn& txn) { return store::find_quota(txn, tenant); });
    };
    auto quota = known();
    if (command.bytes || command.nodes) {
        store::Holding most = quota ? quota->most : store::Holding();
        read_option(command.bytes, "--bytes", true, most.bytes);
        read_option(command.nodes, "--nodes", false, most.nodes);
        store.write([&](store::WriteTxn& txn) { store::set_quota(txn, tenant, most); });
        quota = known();
    }
    if (quota)
        std::cout << "tenant " << tenant << " holds "
                  << shown_amount(quota->held.bytes, quota->most.bytes, "bytes") << ", "
                  << shown_amount(quota->held.nodes, quota->most.nodes, "nodes and episodes")
                  << "\n";
    else
        std::cout << "tenant " << tenant << " has no quota: see throughline quota --help\n";
    return exit_ok;
}

}  // namespace mcp
