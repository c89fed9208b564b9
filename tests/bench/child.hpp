#pragma once

#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace bench {

/// A program on the other end of two pipes, its stderr thrown away. Ends with the object.
class Child {
public:
    /// Starts `command` (a path and its arguments) with `variables` ("NAME=value") added to the
    /// environment.
    explicit Child(std::vector<std::string> command, std::vector<std::string> variables = {});
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child();

    /// Writes the line and its end.
    void send(std::string_view line);
    /// The next line without its end; throws when the program has ended.
    std::string receive();
    std::string ask(std::string_view line);

    /// Resident memory in KiB: all of it, and the part that is no file of the store or the program.
    struct Memory {
        long resident = 0;
        long anonymous = 0;
    };

    [[nodiscard]] Memory memory() const;

private:
    pid_t pid_ = 0;
    int in_ = -1;
    int out_ = -1;
    std::string buffer_;
    std::size_t read_ = 0;
};

}  // namespace bench
