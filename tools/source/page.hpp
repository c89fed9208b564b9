#pragma once

#include "tools/source/pattern.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tools::source {

/// An image that a shown line refers to.
struct Reference {
    std::uint64_t line = 0;
    std::string written;  ///< as the document has it
    std::string path;     ///< where that is
};

/// Lines of a document as an answer shows them: `12:` and the line, what cannot be
/// seen as `\u{202E}`. Bounded: a line that does not fit is for the next page, one
/// that never fits is cut and says so.
class Page {
public:
    explicit Page(std::string document) : document_(std::move(document)) {}

    /// Adds a line. False when the page was full before it.
    bool add(std::uint64_t number, std::string_view line);

    /// Adds a line where something was found, long ones cut down to what stands around it.
    bool add(std::uint64_t number, std::string_view line, Hit hit);

    [[nodiscard]] const std::string& text() const { return text_; }

    [[nodiscard]] const std::vector<Reference>& images() const { return images_; }

    [[nodiscard]] std::uint64_t first() const { return first_; }

    [[nodiscard]] std::uint64_t last() const { return last_; }

private:
    bool put(std::uint64_t number, std::string_view line, const std::string& shown);

    std::string document_;
    std::string text_;
    std::size_t size_ = 0;  ///< of the text in JSON
    std::vector<Reference> images_;
    std::uint64_t first_ = 0, last_ = 0;
};

/// A text with what cannot be seen, controls included, as `\u{1B}`.
std::string visible_text(std::string_view text);

}  // namespace tools::source
