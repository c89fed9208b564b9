#include "tools/thread/embedding/codebook.hpp"

#include "tools/thread/embedding/clusters.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace tools::thread::embedding {
namespace {

constexpr std::size_t most_parts = most_code_bytes - 1;

std::size_t parts_of(std::size_t dimension) {
    return std::min(dimension / 2, most_parts);
}

std::size_t narrow_width(std::size_t dimension) {
    return dimension / parts_of(dimension);
}

std::size_t fine_bytes(std::size_t dimension, std::size_t bits) {
    return (dimension * bits + 7) / 8;
}

/// Numbers of a few bits each, one behind the other.
void put_bits(std::string& bytes, std::size_t at, unsigned value) {
    for (const unsigned half : {value << at % 8 & 255U, value << at % 8 >> 8U}) {
        if (half != 0)
            bytes[at / 8] = static_cast<char>(static_cast<unsigned char>(bytes[at / 8]) | half);
        at += 8;
    }
}

unsigned bits_at(std::string_view bytes, std::size_t at, std::size_t bits) {
    unsigned two = static_cast<unsigned char>(bytes[at / 8]);
    if (at / 8 + 1 < bytes.size())
        two |= static_cast<unsigned>(static_cast<unsigned char>(bytes[at / 8 + 1])) << 8U;
    return two >> at % 8 & ((1U << bits) - 1);
}

}  // namespace

std::size_t Codebook::fine_bits(std::size_t dimension) {
    std::size_t bits = 4;
    while (bits > 0 && 1 + parts_of(dimension) + fine_bytes(dimension, bits) > most_code_bytes)
        --bits;
    return bits;
}

std::size_t Codebook::size(std::size_t dimension) {
    return dimension * (topics + 2) + clusters * (2 * narrow_width(dimension) + 1);
}

std::size_t Codebook::code_size(std::size_t dimension) {
    return 1 + parts_of(dimension) + fine_bytes(dimension, fine_bits(dimension));
}

Codebook::Codebook(std::size_t dimension, Values numbers)
    : dimension_(dimension), numbers_(std::move(numbers)) {}

Codebook::Part Codebook::part(std::size_t number) const {
    const std::size_t parts = parts_of(dimension_), begin = number * dimension_ / parts;
    return {begin, (number + 1) * dimension_ / parts - begin};
}

const float* Codebook::topic(std::size_t number) const {
    return numbers_.data() + number * dimension_;
}

const float* Codebook::spreads() const {
    return topic(topics);
}

const float* Codebook::steps() const {
    return spreads() + dimension_;
}

const float* Codebook::centroids(std::size_t width) const {
    const std::size_t narrow = narrow_width(dimension_);
    return steps() + dimension_ + (width == narrow ? 0 : clusters * narrow);
}

std::size_t Codebook::nearest_topic(const Values& unit) const {
    std::size_t best = 0;
    float least = distance(topic(0), unit.data(), dimension_);
    for (std::size_t number = 1; number < topics; ++number)
        if (const float far = distance(topic(number), unit.data(), dimension_); far < least) {
            least = far;
            best = number;
        }
    return best;
}

Codebook::Nearest Codebook::nearest_centroid(const Part& part, const Values& rest) const {
    Nearest out;
    out.left.resize(part.width);
    for (std::size_t i = 0; i < part.width; ++i)
        out.left[i] = rest[part.begin + i] / spreads()[part.begin + i];
    const float* rows = centroids(part.width);
    const std::size_t row = nearest(rows, part.width, out.left.data());
    out.row = static_cast<std::uint8_t>(row);
    for (std::size_t i = 0; i < part.width; ++i)
        out.left[i] = rest[part.begin + i] - rows[row * part.width + i] * spreads()[part.begin + i];
    return out;
}

std::string Codebook::encode(const Values& values) const {
    Values rest = unit(values);
    const std::size_t number = nearest_topic(rest), parts = parts_of(dimension_);
    for (std::size_t d = 0; d < dimension_; ++d)
        rest[d] -= topic(number)[d];
    std::string out(1 + parts, '\0');
    out[0] = static_cast<char>(number);
    const std::size_t bits = fine_bits(dimension_);
    std::string fine(fine_bytes(dimension_, bits), '\0');
    const float middle = static_cast<float>(1U << bits) / 2;
    for (std::size_t p = 0; p < parts; ++p) {
        const Part where = part(p);
        const Nearest found = nearest_centroid(where, rest);
        out[1 + p] = static_cast<char>(found.row);
        for (std::size_t i = 0; bits > 0 && i < where.width; ++i) {
            const std::size_t d = where.begin + i;
            const float level = std::floor(found.left[i] / steps()[d] + middle);
            put_bits(fine, d * bits,
                     static_cast<unsigned>(std::clamp(level, 0.0F, 2 * middle - 1)));
        }
    }
    return out + fine;
}

Values Codebook::decode(std::string_view code) const {
    const std::size_t parts = parts_of(dimension_), bits = fine_bits(dimension_);
    const auto byte = [&](std::size_t at) {
        return static_cast<std::size_t>(static_cast<unsigned char>(code[at]));
    };
    const float* about = topic(byte(0) % topics);
    Values out(about, about + dimension_);
    for (std::size_t p = 0; p < parts; ++p) {
        const auto [begin, width] = part(p);
        const float* row = centroids(width) + byte(1 + p) * width;
        for (std::size_t i = 0; i < width; ++i)
            out[begin + i] += row[i] * spreads()[begin + i];
    }
    if (bits == 0) return out;
    const std::string_view fine = code.substr(1 + parts);
    const float middle = static_cast<float>(1U << bits) / 2 - .5F;
    for (std::size_t d = 0; d < dimension_; ++d)
        out[d] += (static_cast<float>(bits_at(fine, d * bits, bits)) - middle) * steps()[d];
    return out;
}

}  // namespace tools::thread::embedding
