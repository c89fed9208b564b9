#include "tools/thread/vector_text.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>
#include <sodium.h>

namespace tools::thread {
namespace {

/// With its padding or without, in either alphabet.
std::optional<std::string> base64_bytes(const std::string& text) {
    std::string bytes(text.size(), '\0');
    for (const int variant :
         {sodium_base64_VARIANT_ORIGINAL, sodium_base64_VARIANT_ORIGINAL_NO_PADDING,
          sodium_base64_VARIANT_URLSAFE, sodium_base64_VARIANT_URLSAFE_NO_PADDING}) {
        std::size_t size = 0;
        if (sodium_base642bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(),
                              text.data(), text.size(), nullptr, &size, nullptr, variant) != 0)
            continue;
        bytes.resize(size);
        return bytes;
    }
    return std::nullopt;
}

}  // namespace

embedding::Values read_vector(const std::string& base64, const std::string& path,
                              std::vector<store::Problem>& problems) {
    const auto wrong = [&](const char* reason, const std::string& message) {
        problems.push_back({path, reason, message, "", {}});
        return embedding::Values{};
    };
    const auto bytes = base64_bytes(base64);
    if (!bytes)
        return wrong("bad_base64",
                     "expected base64 of a vector's values as little-endian float32, no blanks");
    const std::string count = std::to_string(bytes->size());
    if (bytes->size() % sizeof(float) != 0)
        return wrong("wrong_size", "expected 4 bytes a value, little-endian float32; these are " +
                                       count + " bytes");
    const embedding::Values values = vector_of(*bytes);
    if (values.size() < embedding::least_dimension || values.size() > embedding::most_dimension)
        return wrong("out_of_range", "a vector has 2 to " +
                                         std::to_string(embedding::most_dimension) +
                                         " values, this one has " + std::to_string(values.size()));
    for (std::size_t i = 0; i < values.size(); ++i)
        if (!std::isfinite(values[i]))
            return wrong("not_finite", "value " + std::to_string(i) +
                                           " is no finite number: send float32, little-endian");
    if (std::all_of(values.begin(), values.end(), [](float value) { return value == 0; }))
        return wrong("all_zero", "every value is 0, which is near nothing: leave the vector out");
    return values;
}

std::string vector_bytes(const embedding::Values& values) {
    std::string out(values.size() * sizeof(float), '\0');
    std::memcpy(out.data(), values.data(), out.size());
    return out;
}

embedding::Values vector_of(std::string_view bytes) {
    static_assert(std::endian::native == std::endian::little && sizeof(float) == 4);
    embedding::Values out(bytes.size() / sizeof(float));
    if (!out.empty()) std::memcpy(out.data(), bytes.data(), out.size() * sizeof(float));
    return out;
}

}  // namespace tools::thread
