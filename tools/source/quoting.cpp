#include "tools/source/quoting.hpp"

#include "tools/source/refusal.hpp"
#include "tools/text/invisible.hpp"
#include "tools/text/line.hpp"
#include "tools/text/utf8.hpp"

#include <utility>

namespace tools::source {
namespace {

constexpr std::size_t most_words = 64;

bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

/// Reads a command from left to right, a word at a time.
class Splitter {
public:
    explicit Splitter(std::string_view command) : command_(command) {}

    std::vector<std::string> words() {
        while (at_ < command_.size()) {
            const char c = command_[at_];
            if (is_blank(c))
                end_word();
            else
                take(c);
        }
        end_word();
        return std::move(words_);
    }

private:
    void take(char c) {
        const bool first = !open_;
        open_ = true;
        if (c == '\'') return single();
        if (c == '"') return twofold();
        if (c == '\\') return escaped();
        plain(c, first);
    }

    /// A character outside quotes.
    void plain(char c, bool first) {
        switch (c) {
            case '|':
            case ';':
            case '&':
            case '<':
            case '>':
            case '(':
            case ')':
                refuse_operator(c);
            case '`':
                refuse_expansion();
            case '$':
                check_dollar();
                break;
            case '*':
            case '?':
            case '[':
            case '{':
                refuse(store::Code::invalid, "glob",
                       std::string(1, c) +
                           " outside quotes is a pattern of file names, which is not expanded: put "
                           "a search pattern between single quotes, and name one file; ls FOLDER "
                           "shows what is there");
            case '#':
                if (first)
                    refuse(store::Code::invalid, "comment",
                           "a word that starts with # is a comment: put it between single quotes");
                break;
            case '~':
                if (first)
                    refuse(store::Code::invalid, "home",
                           "~ is not expanded: send an absolute path below a source root, or one "
                           "relative to it");
                break;
            default:
                break;
        }
        word_ += c;
        ++at_;
    }

    void single() {
        const auto end = command_.find('\'', at_ + 1);
        if (end == std::string_view::npos) refuse_open("'");
        word_ += command_.substr(at_ + 1, end - at_ - 1);
        at_ = end + 1;
    }

    void twofold() {
        for (++at_; at_ < command_.size(); ++at_) {
            const char c = command_[at_];
            if (c == '"') {
                ++at_;
                return;
            }
            if (c == '`') refuse_expansion();
            if (c == '$') check_dollar();
            const bool escapes =
                c == '\\' && at_ + 1 < command_.size() &&
                std::string_view("\"\\$`").find(command_[at_ + 1]) != std::string_view::npos;
            if (escapes) ++at_;
            word_ += command_[at_];
        }
        refuse_open("\"");
    }

    void escaped() {
        if (at_ + 1 == command_.size())
            refuse(store::Code::invalid, "open_quote", "the command ends in a backslash");
        word_ += command_[at_ + 1];
        at_ += 2;
    }

    /// A dollar is itself where no name, number or bracket follows it.
    void check_dollar() const {
        const char next = at_ + 1 < command_.size() ? command_[at_ + 1] : ' ';
        const bool name = (next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z') ||
                          (next >= '0' && next <= '9');
        if (name || std::string_view("_({@*#?$!-'").find(next) != std::string_view::npos)
            refuse_expansion();
    }

    [[noreturn]] static void refuse_expansion() {
        refuse(store::Code::invalid, "expansion",
               "$ and ` are not expanded: put the word between single quotes, such as sed -n '$p' "
               "FILE");
    }

    [[noreturn]] void refuse_operator(char c) const {
        std::string before(text::trim(command_.substr(0, at_)));
        while (!before.empty() && before.back() >= '0' && before.back() <= '9' && c == '>')
            before.pop_back();
        refuse(store::Code::invalid, "operator",
               std::string(1, c) +
                   " outside quotes belongs to a shell: send one plain command a call; output is "
                   "bounded anyway; put a search pattern between single quotes",
               text::trim(before));
    }

    [[noreturn]] static void refuse_open(const char* quote) {
        refuse(store::Code::invalid, "open_quote",
               std::string("a quote ") + quote + " is opened and never closed");
    }

    void end_word() {
        if (open_) words_.push_back(std::exchange(word_, {}));
        open_ = false;
        if (words_.size() > most_words)
            refuse(store::Code::limit, "too_many", "a command has up to 64 words");
        if (at_ < command_.size()) ++at_;
    }

    std::string_view command_;
    std::size_t at_ = 0;
    bool open_ = false;  ///< a word has begun, perhaps an empty one
    std::string word_;
    std::vector<std::string> words_;
};

/// A command is one visible line.
void check_line(std::string_view command) {
    for (std::size_t at = 0; at < command.size();) {
        const char32_t code = text::next_code_point(command, at);
        const bool control = (code < 0x20 && code != '\t') || (code >= 0x7F && code < 0xA0);
        if (code == '\n' || code == '\r')
            refuse(store::Code::invalid, "one_line", "send one command a call, on one line",
                   std::string(text::trim(command.substr(0, at))));
        if (control || code == 0x2028 || code == 0x2029)
            refuse(store::Code::invalid, "control", "no control characters in a command");
        if (code == text::replacement)
            refuse(store::Code::invalid, "invisible", "a character in the command is no UTF-8");
    }
    if (std::string shown = text::reveal(command); shown != command)
        refuse(store::Code::invalid, "invisible",
               "a character in the command cannot be seen: " + shown);
}

}  // namespace

std::vector<std::string> split_words(std::string_view command) {
    const std::string line = text::trim(command);
    check_line(line);
    return Splitter(line).words();
}

std::string in_quotes(std::string_view word) {
    constexpr std::string_view plain =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./-+,:@%";
    if (!word.empty() && word.find_first_not_of(plain) == std::string_view::npos)
        return std::string(word);
    std::string out = "'";
    for (const char c : word)
        if (c == '\'')
            out += "'\\''";
        else
            out += c;
    return out + "'";
}

}  // namespace tools::source
