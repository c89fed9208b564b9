#include "tools/map/answer.hpp"

#include "tools/map/records.hpp"

namespace tools::map {
namespace {

void put(store::Writer& to, const std::string& text) {
    to.text(text);
}

void put(store::Writer& to, bool flag) {
    to.u8(flag ? 1 : 0);
}

void put(store::Writer& to, const std::vector<std::string>& list) {
    to.varint(list.size());
    for (const std::string& text : list)
        to.text(text);
}

void take(store::Reader& from, std::string& text) {
    text = from.text();
}

void take(store::Reader& from, bool& flag) {
    flag = from.u8() != 0;
}

void take(store::Reader& from, std::vector<std::string>& list) {
    for (std::uint64_t left = from.varint(); left > 0; --left)
        list.emplace_back(from.text());
}

void encode(const Change& change, store::Writer& to) {
    std::apply(
        [&](const auto&... member) {
            const auto one = [&](const auto& value) {
                to.u8(value ? 1 : 0);
                if (value) put(to, *value);
            };
            (one(change.*(member.member)), ...);
        },
        change_members());
}

void decode(store::Reader& from, Change& change) {
    std::apply(
        [&](const auto&... member) {
            const auto one = [&](auto& value) {
                if (from.u8() != 0) take(from, value.emplace());
            };
            (one(change.*(member.member)), ...);
        },
        change_members());
}

void encode(const Attention& attention, store::Writer& to) {
    to.u8(static_cast<std::uint8_t>(attention.kind)).text(attention.message);
    to.varint(attention.ids.size());
    for (const NodeId id : attention.ids)
        encode_id(id, to);
    to.varint(attention.changes.size());
    for (const Change& change : attention.changes)
        encode(change, to);
}

void decode(store::Reader& from, Attention& attention) {
    attention.kind = static_cast<Concern>(from.u8() % names(Concern{}).size());
    attention.message = from.text();
    for (std::uint64_t left = from.varint(); left > 0; --left)
        attention.ids.push_back(decode_id(from));
    for (std::uint64_t left = from.varint(); left > 0; --left)
        decode(from, attention.changes.emplace_back());
}

}  // namespace

void encode(const Answer& answer, store::Writer& to) {
    to.text(answer.delta).varint(answer.revision).varint(answer.ids.size());
    for (const auto& [local, id] : answer.ids)
        to.text(local).text(id);
    to.varint(answer.attention.size());
    for (const Attention& attention : answer.attention)
        encode(attention, to);
    put(to, answer.next_ids);
}

void decode(store::Reader& from, Answer& answer) {
    answer.delta = from.text();
    answer.revision = from.varint();
    for (std::uint64_t left = from.varint(); left > 0; --left) {
        std::string local(from.text());
        answer.ids[std::move(local)] = from.text();
    }
    for (std::uint64_t left = from.varint(); left > 0; --left)
        decode(from, answer.attention.emplace_back());
    take(from, answer.next_ids);
}

}  // namespace tools::map
