#include "store/engine.hpp"
#include "store/error.hpp"
#include "store/header.hpp"
#include "store/lmdb/directory.hpp"
#include "store/ops.hpp"
#include "store/space.hpp"
#include "store/store.hpp"
#include "store/table.hpp"
#include "tests/store/numbered.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temp_dir.hpp"

#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <sys/stat.h>

namespace fs = std::filesystem;

namespace {

using FileStatus = struct stat;

/// The Error of opening and reading everything, or none.
std::optional<store::Error> failure_of(const fs::path& dir) {
    try {
        const store::Store store({.dir = dir});
        store.read([](const store::ReadTxn& txn) {
            txn.scan({}, {}, [](std::string_view, std::string_view value) {
                return value.size() < store::max_value_size + 1;
            });
        });
        return std::nullopt;
    } catch (const store::Error& error) {
        return error;
    }
}

store::Code code_of(const fs::path& dir) {
    const auto failure = failure_of(dir);
    REQUIRE(failure);
    CHECK(std::string(failure->what()).find("MDB_") == std::string::npos);
    return failure->code;
}

mode_t mode_of(const fs::path& path) {
    FileStatus found{};

    REQUIRE(::stat(path.c_str(), &found) == 0);
    return found.st_mode & 0777U;
}

void fill(const fs::path& dir) {
    store::Store store({.dir = dir, .sync = false});
    for (int i = 0; i < 100; ++i)
        store.write([](store::WriteTxn& txn) { tests::put_next(txn, "full"); });
}

std::string bytes_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("a new store is its owner's alone") {
    const tests::TempDir dir;
    const fs::path deep = dir.path() / "one" / "two";
    const mode_t mask = ::umask(0);
    const store::Store store({.dir = deep});
    ::umask(mask);
    CHECK(mode_of(dir.path() / "one") == 0700);
    CHECK(mode_of(deep) == 0700);
    CHECK(mode_of(deep / "data.mdb") == 0600);
    CHECK(mode_of(deep / "lock.mdb") == 0600);
    CHECK(store.dir() == fs::canonical(deep));
}

TEST_CASE("a directory that others can write is refused") {
    const tests::TempDir dir;
    const fs::path open = dir.path() / "open";
    fs::create_directory(open);
    REQUIRE(::chmod(open.c_str(), 0770) == 0);
    CHECK(code_of(open) == store::Code::denied);
    CHECK(fs::is_empty(open));
    REQUIRE(::chmod(open.c_str(), 0755) == 0);
    CHECK_FALSE(failure_of(open));
}

TEST_CASE("links in place of the directory or its files are refused") {
    const tests::TempDir dir;
    fill(dir.path() / "real");
    fs::create_directory_symlink(dir.path() / "real", dir.path() / "link");
    CHECK(code_of(dir.path() / "link") == store::Code::denied);
    CHECK(code_of(dir.path() / "link" / "") == store::Code::denied);

    fs::create_directory(dir.path() / "trap");
    REQUIRE(::chmod((dir.path() / "trap").c_str(), 0700) == 0);
    fs::create_symlink(dir.path() / "real" / "data.mdb", dir.path() / "trap" / "data.mdb");
    CHECK(code_of(dir.path() / "trap") == store::Code::denied);
}

TEST_CASE("what is no directory is named") {
    const tests::TempDir dir;
    std::ofstream(dir.path() / "file") << "text";
    const auto failure = failure_of(dir.path() / "file");
    REQUIRE(failure);
    CHECK(std::string(failure->what()).find("file") != std::string::npos);
    CHECK(failure_of("")->code == store::Code::invalid);
}

TEST_CASE("file systems of other machines are told from those of this one") {
    using store::lmdb::is_network_file_system;
    CHECK(is_network_file_system(0x6969));            // NFS
    CHECK(is_network_file_system(0x65735546));        // FUSE
    CHECK(is_network_file_system(0x01021997));        // 9P
    CHECK_FALSE(is_network_file_system(0x01021994));  // tmpfs
    CHECK_FALSE(is_network_file_system(0x794c7630));  // overlayfs
    CHECK_FALSE(is_network_file_system(0xef53));      // ext4
}

TEST_CASE("a process opens a directory once, by whatever path") {
    const tests::TempDir dir;
    fs::create_directory_symlink(dir.path(), dir.path() / "loop");
    auto store = std::make_unique<store::Store>(store::Options{.dir = dir.path() / "a"});
    CHECK(code_of(dir.path() / "a") == store::Code::conflict);
    CHECK(code_of(dir.path() / "loop" / "a") == store::Code::conflict);
    store.reset();
    CHECK_FALSE(failure_of(dir.path() / "a"));
}

TEST_CASE("a truncated data file is corrupt, whatever is left of it") {
    const tests::TempDir dir;
    fill(dir.path());
    const auto whole = fs::file_size(dir.path() / "data.mdb");
    const std::uintmax_t size = GENERATE(0U, 1U, 4095U, 4096U, 8191U, 8192U, 16384U, 100'000U);
    REQUIRE(size < whole);
    fs::resize_file(dir.path() / "data.mdb", size);
    CHECK(code_of(dir.path()) == store::Code::corrupt);
}

TEST_CASE("a file that is no store is corrupt and stays as it is") {
    const tests::TempDir dir;
    std::ofstream(dir.path() / "data.mdb") << std::string(20'000, 'x');
    CHECK(code_of(dir.path()) == store::Code::corrupt);
    CHECK(bytes_of(dir.path() / "data.mdb") == std::string(20'000, 'x'));
}

TEST_CASE("pages that one commit allocates and frees leave a whole store") {
    const tests::TempDir dir;
    fill(dir.path());
    {
        store::Store store({.dir = dir.path()});
        store.engine().write([](store::EngineTxn& txn) {
            txn.put("large", std::string(1'000'000, 'v'));
            txn.erase("large");
        });
    }
    const store::Store store({.dir = dir.path()});
    const store::Stats found = store::stats(store);
    CHECK(found.used_bytes + found.free_bytes > found.file_bytes);
    CHECK(store.read([](const store::ReadTxn& txn) { return tests::is_complete(txn); }));
}

TEST_CASE("a flipped bit in a record is found, with its table and key") {
    const tests::TempDir dir;
    const std::string text = "a record that will be damaged";
    constexpr store::Table table = store::Table::map_node;
    const std::string key = store::Key({1, 1}, table).text("G1").str();
    {
        store::Store store({.dir = dir.path()});
        store.write([&](store::WriteTxn& txn) { txn.put(key, store::seal(key, 1, text)); });
    }
    std::string bytes = bytes_of(dir.path() / "data.mdb");
    for (std::size_t at = bytes.find(text); at != std::string::npos; at = bytes.find(text, at + 1))
        bytes[at + 3] ^= 4;
    std::ofstream(dir.path() / "data.mdb", std::ios::binary) << bytes;

    const store::Store store({.dir = dir.path()});
    const auto read = [&](const store::ReadTxn& txn) {
        return std::string(store::unseal(key, txn.get(key).value(), table, 1));
    };
    try {
        store.read(read);
        FAIL("a damaged record was read");
    } catch (const store::Error& error) {
        CHECK(error.code == store::Code::corrupt);
        CHECK_THAT(error.what(), Catch::Contains("map_node") && Catch::Contains("024731"));
    }
}

TEST_CASE("a flipped bit in a head page is refused or harmless, never the end of the process") {
    const tests::TempDir dir;
    fill(dir.path());
    const fs::path data = dir.path() / "data.mdb";
    const fs::path kept = dir.path() / "kept";
    fs::copy_file(data, kept);
    constexpr std::streamoff page = 4'096, head = 152;
    int refused = 0;
    for (const std::streamoff start : {std::streamoff{0}, page})
        for (std::streamoff at = start; at < start + head; ++at) {
            fs::copy_file(kept, data, fs::copy_options::overwrite_existing);
            std::fstream file(data, std::ios::in | std::ios::out | std::ios::binary);
            file.seekg(at);
            const auto byte = static_cast<unsigned>(file.get());
            file.seekp(at);
            file.put(static_cast<char>(byte ^ (1U << static_cast<unsigned>(at % 8))));
            file.close();
            if (const auto failure = failure_of(dir.path())) {
                ++refused;
                CHECK((failure->code == store::Code::corrupt ||
                       failure->code == store::Code::unavailable));
            }
        }
    CHECK(refused > 20);
}

TEST_CASE("a store of a newer schema is left to newer programs") {
    const tests::TempDir dir;
    {
        store::Store store({.dir = dir.path()});
        const auto lock_format = store.read([](const store::ReadTxn& txn) {
            const auto record = txn.get(store::header_key()).value();
            const auto payload =
                store::unseal(store::header_key(), record, store::Table::header, 1);
            store::Reader fields(payload);
            fields.u32();
            return fields.u32();
        });
        store.write([&](store::WriteTxn& txn) {
            txn.put(store::header_key(),
                    store::header_record({store::current_schema + 1, lock_format, false}));
        });
        CHECK_THROWS_WITH(
            store.read([](const store::ReadTxn& txn) { return txn.get("k").has_value(); }),
            Catch::Contains("this program is older than the store"));
        CHECK_THROWS_WITH(store.write([](store::WriteTxn& txn) { txn.put("k", "v"); }),
                          Catch::Contains("this program is older than the store"));
    }
    const auto failure = failure_of(dir.path());
    REQUIRE(failure);
    CHECK_THAT(failure->what(), Catch::Contains("this program is older than the store"));
}

TEST_CASE("a store of an older schema is read as it is, and ours with the first write") {
    const tests::TempDir dir;
    store::Store store({.dir = dir.path()});
    const auto schema = [&] {
        return store.read([](const store::ReadTxn& txn) {
            const auto record = txn.get(store::header_key()).value();
            return store::Reader(
                       store::unseal(store::header_key(), record, store::Table::header, 1))
                .u32();
        });
    };
    const auto older = [&](store::WriteTxn& txn) {
        store::Reader fields(store::unseal(
            store::header_key(), txn.get(store::header_key()).value(), store::Table::header, 1));
        fields.u32();
        txn.put(store::header_key(),
                store::header_record({store::current_schema - 1, fields.u32(), false}));
    };
    store.write(older);
    CHECK(schema() == store::current_schema - 1);
    store.write([](store::WriteTxn& txn) { txn.put("k", "v"); });
    CHECK(schema() == store::current_schema);
}

TEST_CASE("compaction takes erased bytes from the disk") {
    const tests::TempDir dir;
    store::Store store({.dir = dir.path()});
    const std::string secret = "the text that must go";
    store.write([&](store::WriteTxn& txn) {
        txn.put("secret", secret);
        txn.put("kept", "the text that stays");
        for (int i = 0; i < 500; ++i)
            txn.put("bulk" + std::to_string(i), std::string(900, 'b'));
    });
    store.write([](store::WriteTxn& txn) {
        txn.erase("secret");
        txn.erase_range(store::prefix_range("bulk"));
    });
    REQUIRE(bytes_of(dir.path() / "data.mdb").find(secret) != std::string::npos);
    const store::Compaction sizes = store::compact(store);
    CHECK(sizes.bytes_after < sizes.bytes_before / 4);
    CHECK(fs::file_size(dir.path() / "data.mdb") == sizes.bytes_after);
    const std::string bytes = bytes_of(dir.path() / "data.mdb");
    CHECK(bytes.find(secret) == std::string::npos);
    CHECK(bytes.find("the text that stays") != std::string::npos);
    CHECK(store.read([](const store::ReadTxn& txn) { return txn.get("kept").has_value(); }));
}

TEST_CASE("compaction takes what was replaced out of the unused parts of pages") {
    const tests::TempDir dir;
    store::Store store({.dir = dir.path()});
    const auto put_all = [&](const std::string& prefix, const std::string& value) {
        store.write([&](store::WriteTxn& txn) {
            for (int i = 100; i < 300; ++i)
                txn.put(prefix + std::to_string(i), value);
        });
    };
    put_all("key", std::string(80, 'x') + "the text that must go" + std::string(80, 'x'));
    put_all("key", "gone");
    put_all("large", std::string(2'100, 'y'));  // a page each, in memory that was used before
    store::compact(store);
    CHECK(bytes_of(dir.path() / "data.mdb").find("must go") == std::string::npos);
    CHECK(store.read([](const store::ReadTxn& txn) { return *txn.get("key299") == "gone"; }));
}
