#include "tools/schema.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace tools {

void Place::wrong(const std::string& expected, const char* reason) const {
    problems.push_back({path, reason, "expected " + expected, "", {}});
}

void Place::missing(const char* about) const {
    wrong(std::string("this field: ") + about, "missing");
}

Place Place::inside(std::string_view part, const Limits& its) const {
    std::string longer;
    longer.reserve(path.size() + 1 + part.size());
    longer.append(path).append("/").append(part);
    return {std::move(longer), its, problems};
}

void ObjectSchema::add(const char* name, const char* about, Json schema, bool required) {
    schema["description"] = about;
    properties_[name] = std::move(schema);
    if (required) required_.push_back(name);
}

Json ObjectSchema::json(bool closed) {
    Json out = {{"type", "object"}, {"properties", std::move(properties_)}};
    if (!required_.empty()) out["required"] = std::move(required_);
    if (closed) out["additionalProperties"] = false;
    return out;
}

namespace {

const Json* member(const Json& object, std::string_view name) {
    for (const auto& [key, value] : object.get_ref<const Json::object_t&>())
        if (key == name) return &value;
    return nullptr;
}

}  // namespace

Given given_as(const Json& object, std::string_view name, const char* also) {
    if (const Json* value = member(object, name)) return {value, false};
    const Json* value = also != nullptr ? member(object, also) : nullptr;
    return {value, value != nullptr};
}

Json string_schema(const Limits& limits) {
    Json out = {{"type", "string"}};
    if (!limits.words.empty()) out["enum"] = strings_of(limits.words);
    return out;
}

Json words_schema(const std::vector<std::string>& words) {
    return {{"type", "string"}, {"enum", words}};
}

namespace {

void leave_open(Json& schema) {
    if (schema.contains("items")) leave_open(schema["items"]);
    if (!schema.contains("properties")) return;
    schema["properties"] = Json::object();
    schema.erase("required");
    schema.erase("additionalProperties");
}

}  // namespace

Json outline(Json schema) {
    schema.erase("required");
    schema.erase("additionalProperties");
    if (schema.contains("properties"))
        for (auto& [name, field] : schema["properties"].items())
            leave_open(field);
    return schema;
}

void read_string(const Json& json, std::string& to, const Place& place) {
    if (json.is_number_integer())
        to = json.dump();
    else if (json.is_string())
        to = json.get_ref<const std::string&>();
    else
        return place.wrong("a string");
    const std::size_t size = code_points(to);
    const std::size_t most = place.limits.max_length;
    if (most > 0 && size > most)
        place.wrong("at most " + std::to_string(most) + " code points, has " + std::to_string(size),
                    "too_long");
}

namespace {

std::optional<std::int64_t> whole_number(const Json& json) {
    constexpr double exact = 9007199254740992.0;  // 2^53, whole numbers stay exact up to here
    if (json.is_number_unsigned()) {
        const auto value = json.get<std::uint64_t>();
        if (value > static_cast<std::uint64_t>(INT64_MAX)) return std::nullopt;
        return static_cast<std::int64_t>(value);
    }
    if (json.is_number_integer()) return json.get<std::int64_t>();
    if (json.is_number_float()) {
        const double value = json.get<double>();
        if (std::floor(value) != value || std::abs(value) > exact) return std::nullopt;
        return static_cast<std::int64_t>(value);
    }
    if (!json.is_string()) return std::nullopt;
    const auto& text = json.get_ref<const std::string&>();
    std::int64_t value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

}  // namespace

void read_integer(const Json& json, std::int64_t& to, const Place& place) {
    const auto value = whole_number(json);
    if (!value) return place.wrong("a whole number");
    if (place.limits.least && *value < *place.limits.least)
        return place.wrong(
            "at least " + std::to_string(*place.limits.least) + ", is " + std::to_string(*value),
            "out_of_range");
    if (place.limits.most && *value > *place.limits.most)
        return place.wrong(
            "at most " + std::to_string(*place.limits.most) + ", is " + std::to_string(*value),
            "out_of_range");
    to = *value;
}

void read_number(const Json& json, double& to, const Place& place) {
    double value = 0;
    if (json.is_number()) {
        value = json.get<double>();
    } else {
        const std::string text = json.is_string() ? json.get<std::string>() : "";
        const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (fault != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
            return place.wrong("a number");
    }
    const auto& limits = place.limits;
    if ((limits.least && value < static_cast<double>(*limits.least)) ||
        (limits.most && value > static_cast<double>(*limits.most)))
        return place.wrong("a number in the range of the field", "out_of_range");
    to = value;
}

void read_bool(const Json& json, bool& to, const Place& place) {
    if (json.is_boolean()) {
        to = json.get<bool>();
        return;
    }
    const std::string word = json.is_string() ? fold_word(json.get<std::string>()) : "";
    if (word != "true" && word != "false") return place.wrong("true or false");
    to = word == "true";
}

const Json& unquoted(const Json& json, Json::value_t wanted, Json& parsed) {
    if (!json.is_string()) return json;
    const auto& text = json.get_ref<const std::string&>();
    const char opening = wanted == Json::value_t::object ? '{' : '[';
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == std::string::npos || text[first] != opening) return json;
    if (!Json::accept(text)) return json;
    return parsed = parse_json(text);
}

namespace {

/// A member's name as a part of a JSON pointer.
std::string pointer_part(const std::string& key) {
    std::string out;
    for (const char c : key)
        if (c == '~')
            out += "~0";
        else if (c == '/')
            out += "~1";
        else
            out += c;
    return out;
}

}  // namespace

void unknown_fields(const Json& object, const std::vector<std::string>& known, const Place& place) {
    bool told = false;  // what is known, once an object
    for (const auto& member : object.items()) {
        const std::string& key = member.key();
        if (std::find(known.begin(), known.end(), key) != known.end()) continue;
        std::string message = "no field of this name";
        if (!std::exchange(told, true)) message += ": known are " + join(known);
        const std::string close = nearest(key, known);
        if (!close.empty()) message += "; nearest: " + close;
        place.problems.push_back(
            {place.path + "/" + pointer_part(key), "unknown_field", message, "", {}});
    }
}

}  // namespace tools
