#include "tools/map/update_json.hpp"

#include "tools/amount.hpp"
#include "tools/digest.hpp"
#include "tools/map/listing.hpp"
#include "tools/text/invisible.hpp"
#include "tools/tokens.hpp"

#include <algorithm>
#include <utility>

namespace tools::map {

std::string UpdateReply::text_block() const {
    std::string out = delta;
    for (const std::string& line : lines)
        out += "\n" + line;
    std::string named;
    for (const auto& [local, id] : ids)
        named += (named.empty() ? "" : ", ") + local + " = " + id;
    if (!named.empty()) out += "\nIds: " + named;
    return out + "\nRevision " + std::to_string(revision) + ". Next ids: " + join(next_ids, " ");
}

std::vector<Attention> chosen(std::vector<Attention> all, const std::vector<std::uint64_t>& told,
                              Form form) {
    constexpr std::size_t most_lines = 5;
    constexpr std::int64_t most_tokens = 200;
    std::vector<Attention> out;
    std::int64_t tokens = 0;
    for (Attention& attention : all) {
        const bool limit = attention.kind == Concern::limit;
        const bool said =
            std::find(told.begin(), told.end(), short_digest(attention.message)) != told.end();
        if (out.size() == most_lines || (said && !limit)) continue;
        std::string line = attention_line({attention.kind, {}, attention.message, {}}, form);
        std::vector<std::size_t> ends;  // of the line with fewer and fewer changes
        for (const std::string& way : ways_to_send(attention, form)) {
            ends.push_back(line.size());
            line += way;
        }
        std::int64_t own = estimate_tokens(line).value;
        while (tokens + own > most_tokens && !ends.empty()) {
            attention.changes.pop_back();
            line.resize(ends.back());
            ends.pop_back();
            own = estimate_tokens(line).value;
        }
        if (tokens + own > most_tokens && !limit) continue;
        tokens += own;
        attention.line = std::move(line);
        out.push_back(std::move(attention));
    }
    return out;
}

namespace {

/// A delta as it is shown: what does not fit a reply is left to the history.
std::string bounded(const std::string& delta, std::uint64_t revision) {
    constexpr std::size_t most_bytes = 24'000;  // the reply holds it twice
    std::string out = text::reveal(delta);
    if (json_size(out) <= most_bytes) return out;
    std::size_t end = 0;
    std::size_t size = 0;
    while (size <= most_bytes) {
        const std::size_t next = out.find('\n', end) + 1;
        size += json_size(std::string_view(out).substr(end, next - end));
        if (size <= most_bytes) end = next;
    }
    const auto left = std::count(out.begin() + static_cast<std::ptrdiff_t>(end), out.end(), '\n');
    return out.substr(0, end) + "- ... " + amount(left + 1, "more line") +
           ": map_history {\"revision\":" + std::to_string(revision) + "} tells them";
}

}  // namespace

UpdateReply worded(const std::string& conversation, Answer answer, Form form) {
    UpdateReply reply;
    reply.conversation = conversation;
    reply.delta = bounded(answer.delta, answer.revision);
    reply.revision = static_cast<std::int64_t>(answer.revision);
    reply.ids = std::move(answer.ids);
    for (Attention& attention : answer.attention) {
        if (attention.line.empty()) attention.line = attention_line(attention, form);
        reply.lines.push_back(text::reveal(attention.line));
        reply.attention.push_back(to_reply(std::move(attention)));
    }
    reply.next_ids = std::move(answer.next_ids);
    return reply;
}

namespace {

store::Problem located(Fault fault, const Origin& origin) {
    store::Problem& problem = fault.problem;
    const std::string field = problem.path;
    if (origin.form == Form::delta)
        problem.path = origin.path;
    else if (!field.starts_with('/'))
        problem.path = origin.path + "/" + std::to_string(problem.index.value_or(0)) +
                       (field.empty() ? "" : "/" + field);
    if (fault.instead && problem.send.empty()) problem.send = to_send(*fault.instead, origin.form);
    if (fault.other) problem.send += "\nor\n" + to_send(*fault.other, origin.form);
    return problem;
}

}  // namespace

void refuse(const std::vector<Fault>& faults, const Origin& origin) {
    constexpr std::size_t most_told = 100;
    std::vector<store::Problem> problems;
    for (const Fault& fault : faults)
        problems.push_back(located(fault, origin));
    std::stable_sort(problems.begin(), problems.end(),
                     [](const auto& a, const auto& b) { return a.index < b.index; });
    std::string count =
        std::to_string(problems.size()) + (problems.size() == 1 ? " fault" : " faults");
    if (problems.size() == most_faults) count += " or more";
    if (problems.size() > most_told) {
        problems.resize(most_told);
        count += ", the first " + std::to_string(most_told) + " here";
    }
    throw store::Error(store::Code::invalid,
                       "nothing was changed: " + count + "; mend and send the whole update again",
                       std::move(problems));
}

}  // namespace tools::map
