// Runs a command to its end for each line on stdin, and answers with the MiB that it had resident
// at most. Small and static: a program that starts is taken to have had what its starter has.
//   bench_peak COMMAND [ARGUMENT...]
#include <cstdio>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    for (int read = std::getchar(); read != EOF; read = std::getchar()) {
        if (read != '\n') continue;
        const pid_t child = fork();
        if (child == 0) {
            if (std::freopen("/dev/null", "w", stdout) != nullptr) execv(argv[1], argv + 1);
            _exit(127);
        }
        int status = 0;
        rusage used{};
        if (wait4(child, &status, 0, &used) != child || status != 0) return 1;
        std::printf("%.3f\n", static_cast<double>(used.ru_maxrss) / 1024);
        std::fflush(stdout);
    }
    return 0;
}
