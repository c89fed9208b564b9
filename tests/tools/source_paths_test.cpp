#include "store/error.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temp_dir.hpp"
#include "tools/source/roots.hpp"

#include <atomic>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

namespace fs = std::filesystem;
using tools::source::open_source;

namespace {

/// A root with one document in it, and a secret beside it.
struct Place {
    Place() {
        fs::create_directories(root / "sub");
        std::ofstream(root / "sub/a.md") << "public\n";
        fs::create_directories(dir.path() / "root-evil");
        std::ofstream(dir.path() / "root-evil/secret.md") << "secret\n";
        std::ofstream(dir.path() / "secret.md") << "secret\n";
    }

    /// What is read from a path, or the reason why nothing is.
    [[nodiscard]] std::string read(const std::string& path) const {
        try {
            const auto found = open_source({root.string()}, path);
            std::array<char, 64> bytes{};
            const auto size = ::read(found.handle.get(), bytes.data(), bytes.size());
            return {bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
        } catch (const store::Error& error) {
            return error.problems.front().reason;
        }
    }

    tests::TempDir dir;
    fs::path root = dir.path() / "root";
};

}  // namespace

TEST_CASE("LM13 a path below the root is read, relative or absolute") {
    const Place place;
    CHECK(place.read("sub/a.md") == "public\n");
    CHECK(place.read("./sub/../sub//a.md") == "public\n");
    CHECK(place.read((place.root / "sub/a.md").string()) == "public\n");
}

TEST_CASE("LM13 no way leads out of the root") {
    const Place place;
    for (const std::string& path : std::vector<std::string>{
             "..", "../secret.md", "sub/../../secret.md", "./../root/../secret.md", "/etc/passwd",
             "/proc/self/environ", "/proc/self/root/etc/passwd", "//etc/passwd", "/",
             (place.root / "../secret.md").string(), (place.dir.path() / "secret.md").string(),
             place.root.string() + "-evil/secret.md",
             place.root.string() + "/../root-evil/secret.md"}) {
        CAPTURE(path);
        CHECK(place.read(path) == "outside");
    }
}

TEST_CASE("LM13 no link is followed, wherever it leads") {
    const Place place;
    fs::create_symlink(place.dir.path() / "secret.md", place.root / "file");
    fs::create_symlink("sub/a.md", place.root / "inside");
    fs::create_directory_symlink(place.dir.path(), place.root / "up");
    fs::create_directory_symlink("/proc/self", place.root / "proc");
    fs::create_symlink("round", place.root / "round");
    for (const char* path :
         {"file", "inside", "up/secret.md", "proc/environ", "proc/fd/0", "round"}) {
        CAPTURE(path);
        CHECK(place.read(path) == "link");
    }
    fs::create_hard_link(place.dir.path() / "secret.md", place.root / "hard.md");
    CHECK(place.read("hard.md") == "hard_link");
}

TEST_CASE("LM13 a root that became a link is gone") {
    const Place place;
    fs::rename(place.root, place.dir.path() / "moved");
    fs::create_directory_symlink("/", place.root);
    CHECK(place.read("etc/passwd") == "root_gone");
}

TEST_CASE("LM13 only plain files are opened") {
    const Place place;
    REQUIRE(::mkfifo((place.root / "fifo").c_str(), 0600) == 0);
    const int fd = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    (place.root / "socket").string().copy(name.sun_path, sizeof(name.sun_path) - 1);
    REQUIRE(::bind(fd, reinterpret_cast<const sockaddr*>(&name), sizeof(name)) == 0);
    ::close(fd);
    CHECK(place.read("fifo") == "no_file");
    CHECK(place.read("socket") == "no_file");
    const auto device = [](const std::string& root, const std::string& path) {
        try {
            open_source({root}, path);
        } catch (const store::Error& error) {
            return error.problems.front().reason;
        }
        return std::string("opened");
    };
    CHECK(device("/dev", "null") == "no_file");
    CHECK(device("/dev", "zero") == "no_file");
    CHECK(device("/", "proc/version") == "no_file");
    CHECK(device("/", "proc/self/environ") == "link");
    CHECK(device("/", "proc/" + std::to_string(::getpid()) + "/environ") == "no_file");
}

TEST_CASE("LM13 a path that cannot be one is refused") {
    const Place place;
    CHECK(place.read(std::string("sub\0/a.md", 9)) == "too_long");
    CHECK(place.read(std::string(4096, 'a')) == "too_long");
    CHECK(place.read(std::string(300, 'a')) == "too_long");
    CHECK(place.read("sub/a.md/b") == "no_file");
    CHECK(place.read("none/none.md") == "no_file");
    CHECK(place.read("sub/\xFF") == "no_file");
}

TEST_CASE("LM13 a folder that is swapped for a link all the time leaks nothing") {
    const Place place;
    fs::create_directories(place.dir.path() / "outside");
    std::ofstream(place.dir.path() / "outside/a.md") << "secret\n";
    std::atomic<bool> done{false};
    std::thread swapper([&] {
        const auto link = place.root / "link";
        fs::create_directory_symlink(place.dir.path() / "outside", link);
        while (!done)
            ::renameat2(AT_FDCWD, link.c_str(), AT_FDCWD, (place.root / "sub").c_str(),
                        RENAME_EXCHANGE);
    });
    int read = 0;
    int leaked = 0;
    for (int i = 0; i < 5000; ++i) {
        const std::string got = place.read("sub/a.md");
        read += got == "public\n" ? 1 : 0;
        leaked += got == "secret\n" ? 1 : 0;
    }
    done = true;
    swapper.join();
    CHECK(read > 0);
    CHECK(leaked == 0);
}
