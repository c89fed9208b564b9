#include "mcp/json_text.hpp"

#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <endian.h>

namespace mcp {
namespace {

/// Length of the valid UTF-8 sequence at the start of the text, 0 for none.
std::size_t sequence_length(std::string_view text) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    const auto trail = [&](std::size_t i, unsigned low, unsigned high) {
        return byte(i) >= low && byte(i) <= high;
    };
    const unsigned lead = byte(0);
    if (lead < 0x80U) return 1;
    if (lead >= 0xC2U && lead <= 0xDFU) return trail(1, 0x80, 0xBF) ? 2 : 0;
    if (lead >= 0xE0U && lead <= 0xEFU) {
        const unsigned low = lead == 0xE0U ? 0xA0U : 0x80U;
        const unsigned high = lead == 0xEDU ? 0x9FU : 0xBFU;  // no surrogates
        return trail(1, low, high) && trail(2, 0x80, 0xBF) ? 3 : 0;
    }
    if (lead >= 0xF0U && lead <= 0xF4U) {
        const unsigned low = lead == 0xF0U ? 0x90U : 0x80U;
        const unsigned high = lead == 0xF4U ? 0x8FU : 0xBFU;
        return trail(1, low, high) && trail(2, 0x80, 0xBF) && trail(3, 0x80, 0xBF) ? 4 : 0;
    }
    return 0;
}

/// True for each byte that stands in a JSON string as it is.
constexpr std::array<bool, 256> plain = [] {
    std::array<bool, 256> out{};
    for (std::size_t byte = 0x20; byte < 0x80; ++byte)
        out.at(byte) = byte != '"' && byte != '\\';
    return out;
}();

/// How many of eight bytes come before the first that does not stand in a JSON string as it
/// is: a control character, a quote, a backslash or one beyond ASCII.
std::size_t plain_first(const char* eight) {
    constexpr std::uint64_t each = 0x0101010101010101U;
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, eight, sizeof bytes);
    bytes = le64toh(bytes);
    const auto below = [](std::uint64_t of, std::uint64_t least) { return of - each * least; };
    const std::uint64_t other =
        bytes | below(bytes, 0x20) | below(bytes ^ each * '"', 1) | below(bytes ^ each * '\\', 1);
    return static_cast<std::size_t>(std::countr_zero(other & each * 0x80U)) / 8;
}

void append_escape(std::string& out, char c) {
    switch (c) {
        case '"':
            out += "\\\"";
            return;
        case '\\':
            out += "\\\\";
            return;
        case '\n':
            out += "\\n";
            return;
        case '\r':
            out += "\\r";
            return;
        case '\t':
            out += "\\t";
            return;
        default:
            break;
    }
    constexpr std::string_view hex = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(c);
    out += "\\u00";
    out += hex[byte >> 4U];
    out += hex[byte & 0xFU];
}

template <class Number>
void append_number(std::string& out, Number value) {
    std::array<char, 24> decimal{};
    const auto end = std::to_chars(decimal.data(), decimal.data() + decimal.size(), value).ptr;
    out.append(decimal.data(), end);
}

void append_members(std::string& out, const Json& object) {
    out += '{';
    bool first = true;
    for (const auto& member : object.get_ref<const Json::object_t&>()) {
        if (!first) out += ',';
        first = false;
        append_text(out, member.first);
        out += ':';
        append_json(out, member.second);
    }
    out += '}';
}

}  // namespace

void append_text(std::string& out, std::string_view text) {
    out += '"';
    std::size_t begin = 0;  // of the stretch not yet copied
    std::size_t at = 0;
    while (at < text.size()) {
        if (text.size() - at >= 8) {
            const std::size_t first = plain_first(&text[at]);
            at += first;
            if (first == 8) continue;
        }
        const auto byte = static_cast<unsigned char>(text[at]);
        if (plain[byte]) {
            ++at;
            continue;
        }
        const bool ascii = byte < 0x80U;
        const std::size_t length = ascii ? 0 : sequence_length(text.substr(at, 4));
        if (length > 0) {
            at += length;
            continue;
        }
        out.append(text, begin, at - begin);
        if (ascii)
            append_escape(out, text[at]);
        else
            out += "\xEF\xBF\xBD";
        begin = ++at;
    }
    out.append(text, begin, at - begin);
    out += '"';
}

void append_json(std::string& out, const Json& value) {
    switch (value.type()) {
        case Json::value_t::object:
            append_members(out, value);
            return;
        case Json::value_t::array:
            out += '[';
            for (std::size_t i = 0; i < value.size(); ++i) {
                if (i > 0) out += ',';
                append_json(out, value[i]);
            }
            out += ']';
            return;
        case Json::value_t::string:
            append_text(out, value.get_ref<const std::string&>());
            return;
        case Json::value_t::number_integer:
            append_number(out, value.get<std::int64_t>());
            return;
        case Json::value_t::number_unsigned:
            append_number(out, value.get<std::uint64_t>());
            return;
        default:
            out += value.dump();
    }
}

void append_key(std::string& out, std::string_view name) {
    if (!out.empty() && out.back() != '{') out += ',';
    append_text(out, name);
    out += ':';
}

std::string json_text(const Json& value) {
    std::string out;
    append_json(out, value);
    return out;
}

std::string json_string(std::string_view text) {
    std::string out;
    append_text(out, text);
    return out;
}

}  // namespace mcp
