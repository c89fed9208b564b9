#pragma once

#include "tools/schema.hpp"

#include <string>
#include <tuple>

namespace tools::memory {

/// A record that hosts are shown as a plain object: its fields stand elsewhere in what
/// they read, or its text says all. Lists of tools are paid for in every conversation.
template <class T>
concept Plain = Record<T> && T::shown_plain;

}  // namespace tools::memory

namespace tools {

template <memory::Plain T>
struct Type<T> {
    static Json schema(const Limits& /*limits*/ = {}) {
        return {{"type", "object"}, {"properties", Json::object()}};
    }

    static void read(const Json& json, T& to, const Place& place) {
        Type<typename T::Fields>::read(json, to, place);
    }

    static Json write(const T& value) {
        Json out = Json::object();
        std::apply([&](auto... f) { (put(out, f.name, value.*(f.member)), ...); }, T::fields());
        return out;
    }

private:
    template <class M>
    static void put(Json& out, const char* name, const M& member) {
        if constexpr (is_optional<M>) {
            if (!member) return;
        }
        out[name] = Type<M>::write(member);
    }
};

}  // namespace tools
