#pragma once

#include "store/error.hpp"
#include "store/id.hpp"
#include "tools/strict_json.hpp"
#include "tools/vocabulary.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace tools {

using Problems = std::vector<store::Problem>;

/// What a field allows beyond its type. 0 means no limit of its own. Limits of size
/// are checked and told when they are passed; lists of tools do not carry them.
struct Limits {
    std::size_t max_length = 0;               ///< code points of a string
    std::size_t max_items = 0;                ///< elements of a list
    std::optional<std::int64_t> least = {};   ///< smallest number
    std::optional<std::int64_t> most = {};    ///< largest number
    std::span<const char* const> words = {};  ///< shown as the words of a string; rules read it
    const char* also = nullptr;  ///< another name that is read where this one is absent
    bool unlisted = false;  ///< read, but left out of the schema: a description beside it names it
};

/// One field of a request or reply: its name, its place in the struct, its
/// meaning, its limits. Schema, reading, checks and docs are worked out from it.
template <class Owner, class T>
struct Field {
    const char* name;
    T Owner::*member;
    const char* about;
    Limits limits;
};

template <class Owner, class T>
constexpr Field<Owner, T> field(const char* name, T Owner::*member, const char* about,
                                Limits limits = {}) {
    return {name, member, about, limits};
}

template <class T>
concept Record = requires {
    T::fields();
};

/// A record that keeps what is wrong with it, so that the rules behind it can
/// report those faults together with their own.
template <class T>
concept KeepsProblems = Record<T> && requires(T value) {
    { value.problems } -> std::same_as<Problems&>;
};

/// A record that hears of fields which came under their other name.
template <class T>
concept KeepsOtherNames = Record<T> && requires(T value) {
    { value.other_names } -> std::same_as<std::vector<std::string>&>;
};

/// Any JSON object, taken as it is.
struct AnyObject {
    Json value;
};

/// How a C++ type is described, read and written. Readers are lenient where
/// models err: null is absent, a JSON string stands for an object, array or
/// number, an enum word comes in any case.
template <class T>
struct Type;

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

/// What reading needs to know about the place it reads.
struct Place {
    std::string path;
    Limits limits;
    Problems& problems;

    void wrong(const std::string& expected, const char* reason = "wrong_type") const;
    void missing(const char* about) const;
    [[nodiscard]] Place inside(std::string_view part, const Limits& its) const;
};

/// The schema of an object as its fields are told one by one.
class ObjectSchema {
public:
    void add(const char* name, const char* about, Json schema, bool required);

    /// `closed`: no other field is taken.
    Json json(bool closed);

private:
    Json properties_ = Json::object(), required_ = Json::array();
};

/// A member of an object; null where it is absent.
struct Given {
    const Json* value = nullptr;
    bool by_other_name = false;
};

Given given_as(const Json& object, std::string_view name, const char* also);

Json string_schema(const Limits& limits);
Json words_schema(const std::vector<std::string>& words);
/// What a reply's schema says of its own fields, objects within them left open: hosts
/// pay for every word of it in each conversation and only look for the fields.
Json outline(Json schema);
void read_string(const Json& json, std::string& to, const Place& place);
void read_integer(const Json& json, std::int64_t& to, const Place& place);
void read_number(const Json& json, double& to, const Place& place);
void read_bool(const Json& json, bool& to, const Place& place);
/// The value behind a string that holds JSON of the wanted kind (kept in `parsed`), or itself.
const Json& unquoted(const Json& json, Json::value_t wanted, Json& parsed);
void unknown_fields(const Json& object, const std::vector<std::string>& known, const Place& place);

template <>
struct Type<std::string> {
    static Json schema(const Limits& limits) { return string_schema(limits); }

    static void read(const Json& json, std::string& to, const Place& place) {
        read_string(json, to, place);
    }

    static Json write(std::string value) { return value; }
};

template <>
struct Type<std::int64_t> {
    static Json schema(const Limits& /*limits*/) { return {{"type", "integer"}}; }

    static void read(const Json& json, std::int64_t& to, const Place& place) {
        read_integer(json, to, place);
    }

    static Json write(std::int64_t value) { return value; }
};

template <>
struct Type<double> {
    static Json schema(const Limits& /*limits*/) { return {{"type", "number"}}; }

    static void read(const Json& json, double& to, const Place& place) {
        read_number(json, to, place);
    }

    static Json write(double value) { return value; }
};

template <>
struct Type<bool> {
    static Json schema(const Limits& /*limits*/) { return {{"type", "boolean"}}; }

    static void read(const Json& json, bool& to, const Place& place) { read_bool(json, to, place); }

    static Json write(bool value) { return value; }
};

template <class Tag>
struct Type<store::Id<Tag>> {
    static Json schema(const Limits& limits) { return string_schema(limits); }

    static void read(const Json& json, store::Id<Tag>& to, const Place& place) {
        std::string text;
        read_string(json, text, place);
        to = store::Id<Tag>(std::move(text));
    }

    static Json write(const store::Id<Tag>& value) { return std::string(value.str()); }
};

template <Vocabulary E>
struct Type<E> {
    static Json schema(const Limits& /*limits*/) { return words_schema(words_of<E>()); }

    static void read(const Json& json, E& to, const Place& place) {
        if (!json.is_string()) return place.wrong("one of " + join(words_of<E>()));
        std::string text;
        const std::size_t before = place.problems.size();
        read_string(json, text, place);
        if (place.problems.size() != before) return;
        if (const auto value = read_word<E>(text))
            to = *value;
        else
            place.wrong(allowed_words(text, words_of<E>()), "unknown_word");
    }

    static Json write(E value) { return word(value); }
};

template <>
struct Type<AnyObject> {
    static Json schema(const Limits& /*limits*/) {
        return {{"type", "object"}, {"properties", Json::object()}};
    }

    static void read(const Json& json, AnyObject& to, const Place& place) {
        Json parsed;
        to.value = unquoted(json, Json::value_t::object, parsed);
        if (!to.value.is_object()) place.wrong("an object");
    }

    static Json write(AnyObject value) { return std::move(value.value); }
};

template <>
struct Type<std::map<std::string, std::string>> {
    static Json schema(const Limits& /*limits*/) {
        return {{"type", "object"},
                {"properties", Json::object()},
                {"additionalProperties", {{"type", "string"}}}};
    }

    static Json write(const std::map<std::string, std::string>& value) {
        Json out = Json::object();
        auto& members = out.get_ref<Json::object_t&>();  // keys of a map: none comes twice
        members.reserve(value.size());
        for (const auto& [key, text] : value)
            members.emplace_back(key, text);
        return out;
    }
};

template <class T>
struct Type<std::optional<T>> {
    static Json schema(const Limits& limits) { return Type<T>::schema(limits); }

    static void read(const Json& json, std::optional<T>& to, const Place& place) {
        Type<T>::read(json, to.emplace(), place);
    }

    static Json write(std::optional<T> value) { return Type<T>::write(*std::move(value)); }
};

/// The fields a caller can give, unlisted ones too; `?` behind one that may be left out.
template <Record T>
std::vector<std::string> arguments_of() {
    const auto marked = []<class Owner, class M>(const Field<Owner, M>& f) {
        return std::string(f.name) + (is_optional<M> ? "?" : "");
    };
    return std::apply([&](auto... f) { return std::vector<std::string>{marked(f)...}; },
                      T::fields());
}

/// ` {from, to, unit?}`
template <Record T>
std::string shape_of() {
    return " {" + join(arguments_of<T>()) + "}";
}

/// Lists: a JSON string of an array is parsed, `"T2, T4"` is a list of words,
/// one object stands for a list of one.
template <class T>
struct Type<std::vector<T>> {
    static Json schema(const Limits& /*limits*/) {
        return {{"type", "array"}, {"items", Type<T>::schema({})}};
    }

    static void read(const Json& given, std::vector<T>& to, const Place& place) {
        Json parsed;
        const Json& json = as_list(unquoted(given, Json::value_t::array, parsed), parsed);
        if (!json.is_array()) {
            if constexpr (Record<T>) return place.wrong("an array of objects" + shape_of<T>());
            return place.wrong("an array");
        }
        if (place.limits.max_items > 0 && json.size() > place.limits.max_items)
            return place.wrong("at most " + std::to_string(place.limits.max_items) +
                                   " items, has " + std::to_string(json.size()),
                               "too_many");
        to.reserve(json.size());
        for (std::size_t i = 0; i < json.size(); ++i)
            Type<T>::read(json[i], to.emplace_back(), place.inside(std::to_string(i), {}));
    }

    static Json write(std::vector<T> value) {
        Json out = Json::array();
        out.get_ref<Json::array_t&>().reserve(value.size());
        for (auto& item : value)
            out.push_back(Type<T>::write(std::move(item)));
        return out;
    }

private:
    static const Json& as_list(const Json& json, Json& storage) {
        if constexpr (Record<T>) {
            Json parsed;
            const Json& object = unquoted(json, Json::value_t::object, parsed);
            if (object.is_object()) return storage = Json::array({object});
        } else if (json.is_string()) {
            return storage = split(json.get<std::string>());
        }
        return json;
    }

    static Json split(const std::string& text) {
        Json out = Json::array();
        std::string part;
        for (const char c : text + ",")
            if (c != ',' && c != ' ')
                part += c;
            else if (!part.empty())
                out.push_back(std::exchange(part, {}));
        return out;
    }
};

template <Record T>
struct Type<T> {
    static Json schema(const Limits& /*limits*/ = {}) {
        ObjectSchema out;
        std::apply([&](const auto&... f) { (describe(out, f), ...); }, fields);
        return out.json(lists_all());
    }

    static void read(const Json& given, T& to, const Place& place) {
        if constexpr (KeepsProblems<T>)
            read_fields(given, to, {place.path, place.limits, to.problems});
        else
            read_fields(given, to, place);
    }

    static Json write(T value) {
        Json::object_t out;  // each field is listed once
        out.reserve(std::tuple_size_v<decltype(fields)>);
        std::apply([&](auto... f) { (put(out, f.name, std::move(value.*f.member)), ...); }, fields);
        return out;
    }

    static std::vector<std::string> field_names() {
        return std::apply([](const auto&... f) { return std::vector<std::string>{f.name...}; },
                          fields);
    }

private:
    static constexpr auto fields = T::fields();

    static void read_fields(const Json& given, T& to, const Place& place) {
        Json parsed;
        const Json& json = unquoted(given, Json::value_t::object, parsed);
        if (!json.is_object())
            return place.wrong("an object" + (place.path.empty() ? "" : shape_of<T>()));
        std::size_t seen = 0;
        std::apply([&](const auto&... f) { ((seen += take(json, to, place, f)), ...); }, fields);
        if (seen != json.size()) unknown_fields(json, read_names(), place);
    }

    static bool lists_all() {
        return std::apply([](const auto&... f) { return (!f.limits.unlisted && ...); }, fields);
    }

    /// Every name that is read, other names included.
    static std::vector<std::string> read_names() {
        std::vector<std::string> out = field_names();
        const auto add = [&](const char* also) {
            if (also != nullptr) out.emplace_back(also);
        };
        std::apply([&](const auto&... f) { (add(f.limits.also), ...); }, fields);
        return out;
    }

    template <class M>
    static void put(Json::object_t& out, const char* name, M member) {
        if constexpr (is_optional<M>)
            if (!member) return;
        out.emplace_back(name, Type<M>::write(std::move(member)));
    }

    template <class Owner, class M>
    static void describe(ObjectSchema& out, const Field<Owner, M>& f) {
        if (!f.limits.unlisted)
            out.add(f.name, f.about, Type<M>::schema(f.limits), !is_optional<M>);
    }

    /// 1 when the object has a member of the field's name.
    template <class Owner, class M>
    static std::size_t take(const Json& json, T& to, const Place& place, const Field<Owner, M>& f) {
        const Given given = given_as(json, f.name, f.limits.also);
        if constexpr (KeepsOtherNames<T>)
            if (given.by_other_name)
                to.other_names.push_back(std::string(f.limits.also) + " for " + f.name);
        if (given.value != nullptr && !given.value->is_null())
            Type<M>::read(*given.value, to.*(f.member), place.inside(f.name, f.limits));
        else if (!is_optional<M>)
            place.inside(f.name, {}).missing(f.about);
        return given.value != nullptr ? 1 : 0;
    }
};

}  // namespace tools
