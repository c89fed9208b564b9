#pragma once

#include "tools/text/hash.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tools::text {

/// What was worked out of texts lately, by the text: a small table in which a newer text
/// takes the place of an older one.
template <class Value>
class Late {
public:
    explicit Late(std::size_t slots) : slots_(slots) {}

    /// The value of a text, by `work_out(text)` unless it is remembered. Holds until the
    /// next call.
    template <class F>
    const Value& of(std::string_view text, F work_out) {
        auto& [known, value] = slots_[hash32(text) % slots_.size()];
        if (known != text) {
            value = work_out(text);
            known = text;
        }
        return value;
    }

private:
    std::vector<std::pair<std::string, Value>> slots_;
};

}  // namespace tools::text
