#include "tools/strict_json.hpp"

#include <cstdint>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tools {
namespace {

/// Builds the value and stops at the first thing that is not allowed.
class Builder {
public:
    explicit Builder(const JsonLimits& limits) : limits_(limits) {}

    bool null() { return add(nullptr); }

    bool boolean(bool v) { return add(v); }

    bool number_integer(std::int64_t v) { return add(v); }

    bool number_unsigned(std::uint64_t v) { return add(v); }

    bool number_float(double v, const std::string& /*text*/) { return add(v); }

    bool string(std::string& v) { return add(std::move(v)); }

    bool binary(Json::binary_t& /*v*/) { return refuse("syntax", "binary values are no JSON"); }

    bool start_object(std::size_t /*size*/) { return open(Json::object()); }

    bool start_array(std::size_t /*size*/) { return open(Json::array()); }

    bool end_object() { return close(); }

    bool end_array() { return close(); }

    bool key(std::string& name) {
        Level& level = levels_.back();
        if (++values_ > limits_.values) return too_many();
        if (!level.seen(name))
            return refuse("duplicate_key",
                          "an object holds the same key twice: send each key once");
        level.key = std::move(name);
        return true;
    }

    bool parse_error(std::size_t position, const std::string& /*token*/,
                     const nlohmann::detail::exception& fault) {
        constexpr int out_of_range = 406;
        if (fault.id == out_of_range) return refuse("number", "a number is too large for JSON");
        return refuse("syntax", "not valid JSON at byte " + std::to_string(position) +
                                    ": send one complete JSON value as UTF-8");
    }

    [[nodiscard]] const store::Problem& fault() const { return fault_; }

    Json take() { return std::move(root_); }

private:
    struct Level {
        Json* value;
        std::string key;
        std::unordered_set<std::string> keys;  ///< filled once an object has many members

        /// False when the name stands in this object already.
        bool seen(const std::string& name) {
            constexpr std::size_t few = 16;
            const auto& members = value->get_ref<const Json::object_t&>();
            if (members.size() < few) return value->find(name) == value->end();
            if (keys.empty())
                for (const auto& member : members)
                    keys.insert(member.first);
            return keys.insert(name).second;
        }
    };

    bool refuse(const char* reason, std::string message) {
        fault_ = {"", reason, std::move(message), "", {}};
        return false;
    }

    bool too_many() {
        return refuse("values", "more than " + std::to_string(limits_.values) +
                                    " values in one message: send it in parts");
    }

    /// Where the value now stands, or nullptr once a limit is passed.
    Json* place(Json&& value) {
        if (++values_ > limits_.values) {
            too_many();
            return nullptr;
        }
        if (levels_.empty()) {
            root_ = std::move(value);
            return &root_;
        }
        Level& level = levels_.back();
        if (level.value->is_array()) {
            level.value->push_back(std::move(value));
            return &level.value->back();
        }
        auto& members = level.value->get_ref<Json::object_t&>();
        members.Json::object_t::Container::emplace_back(level.key, std::move(value));
        return &members.Json::object_t::Container::back().second;
    }

    bool add(Json value) { return place(std::move(value)) != nullptr; }

    bool open(Json value) {
        if (levels_.size() >= limits_.depth)
            return refuse("depth", "nested deeper than " + std::to_string(limits_.depth) +
                                       " levels: send a flatter value");
        Json* at = place(std::move(value));
        if (at == nullptr) return false;
        levels_.push_back({at, {}, {}});
        return true;
    }

    bool close() {
        levels_.pop_back();
        return true;
    }

    JsonLimits limits_;
    Json root_;
    std::vector<Level> levels_;
    std::size_t values_ = 0;
    store::Problem fault_;
};

}  // namespace

ParsedJson read_json(std::string_view text, const JsonLimits& limits) {
    Builder builder(limits);
    if (!Json::sax_parse(text.begin(), text.end(), &builder)) return {{}, builder.fault()};
    return {builder.take(), std::nullopt};
}

Json parse_json(std::string_view text, const JsonLimits& limits) {
    ParsedJson parsed = read_json(text, limits);
    if (parsed.fault)
        throw store::Error(store::Code::invalid, parsed.fault->message, {*parsed.fault});
    return std::move(parsed.value);
}

std::string dump_json(const Json& value) {
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::size_t json_size(std::string_view text) {
    std::size_t out = text.size();
    for (const char c : text) {
        if (c == '"' || c == '\\' || c == '\n' || c == '\t') ++out;
        if (c >= 0 && c < ' ' && c != '\n' && c != '\t') out += 5;
    }
    return out;
}

}  // namespace tools
