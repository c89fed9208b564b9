// The least a durable write can do: one page by pwrite and one fdatasync. Answers each number on
// stdin with the microseconds one such write took, over that many.
//   bench_sync FILE
#include <array>
#include <chrono>
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

int main(int argc, char** argv) {
    const int file = argc == 2 ? open(argv[1], O_CREAT | O_RDWR | O_CLOEXEC, 0600) : -1;
    if (file < 0) return 2;
    std::array<char, 4096> page{};
    off_t at = 0;
    int count = 0;
    while (std::scanf("%d", &count) == 1) {
        const auto begin = std::chrono::steady_clock::now();
        for (int i = 0; i < count; ++i) {
            page.fill(static_cast<char>('a' + at % 26));
            if (pwrite(file, page.data(), page.size(), (at++ % 256) * 4096) != 4096) return 1;
            if (fdatasync(file) != 0) return 1;
        }
        const std::chrono::duration<double, std::micro> took =
            std::chrono::steady_clock::now() - begin;
        std::printf("%.3f\n", took.count() / count);
        std::fflush(stdout);
    }
    return 0;
}
