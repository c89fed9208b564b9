#include "tools/memory/reference_json.hpp"

#include "store/error.hpp"
#include "tools/memory/check.hpp"
#include "tools/memory/dataspace.hpp"
#include "tools/memory/links.hpp"
#include "tools/memory/normal.hpp"
#include "tools/memory/secrets.hpp"
#include "tools/memory/stored_memory.hpp"
#include "tools/memory/writing.hpp"
#include "tools/text/line.hpp"
#include "tools/text/utf8.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace tools::memory {
namespace {

constexpr const char* reference_source = "memory.jsonl";
constexpr const char* reference_description = "memory.jsonl of the reference memory server";

/// A fact of a line, and where in the line it stands.
struct ReferenceFact {
    FactDraft fact;
    std::string path;
};

[[noreturn]] void refuse_line(const std::string& path, const char* reason,
                              const std::string& message) {
    throw store::Error(store::Code::invalid, "nothing of the line was stored",
                       {{path, reason, message, "", {}}});
}

std::string text_of(const Json& line, const char* name) {
    const auto found = line.find(name);
    if (found == line.end() || !found->is_string() ||
        text::trim(found->get_ref<const std::string&>()).empty())
        refuse_line(std::string("/") + name, "missing", "expected a text");
    return text::trim(found->get_ref<const std::string&>());
}

/// The first code points of a text, up to a blank where there is one late enough.
std::string first_part(const std::string& text, std::size_t most) {
    std::size_t at = 0;
    std::size_t blank = 0;
    for (std::size_t n = 0; n < most && at < text.size(); ++n) {
        if (text[at] == ' ') blank = at;
        text::next_code_point(text, at);
    }
    const bool inside = at < text.size() && text[at] != ' ';
    return text.substr(0, inside && blank > at / 2 ? blank : at);
}

/// An observation as statements: one line each, of at most 1,000 code points.
std::vector<std::string> statements_of(std::string observation) {
    for (char& c : observation)
        if (c == '\n' || c == '\r' || c == '\t') c = ' ';
    std::vector<std::string> out;
    for (std::string rest = text::trim(observation); !rest.empty();) {
        out.push_back(text::trim(first_part(rest, max_statement)));
        rest = text::trim(std::string_view(rest).substr(first_part(rest, max_statement).size()));
    }
    return out;
}

std::vector<ReferenceFact> facts_of_entity(const Json& line) {
    const std::string name = text_of(line, "name");
    const std::string kind = text_of(line, "entityType");
    std::string type = kind;
    if (normal_name(type) == normal_name(name)) type = "the kind " + type;
    const auto list = line.find("observations");
    if (list == line.end() || !list->is_array())
        refuse_line("/observations", "wrong_type", "expected an array of texts");
    std::vector<ReferenceFact> out;
    for (std::size_t i = 0; i < list->size(); ++i) {
        const std::string path = "/observations/" + std::to_string(i);
        if (!(*list)[i].is_string()) refuse_line(path, "wrong_type", "expected a text");
        for (std::string& statement : statements_of((*list)[i].get<std::string>()))
            out.push_back(
                {{name, "noted", type, std::move(statement), {}, {}, {}, {}, {}, {}}, path});
    }
    if (out.empty())  // it is only named: that it exists is what there is to keep
        out.push_back(
            {{name, "is_a", type, name + " is of the kind " + kind + ".", {}, {}, {}, {}, {}, {}},
             "/name"});
    return out;
}

std::vector<ReferenceFact> facts_of_relation(const Json& line) {
    const std::string from = text_of(line, "from");
    const std::string to = text_of(line, "to");
    const std::string type = text_of(line, "relationType");
    std::string words = type;
    std::replace(words.begin(), words.end(), '_', ' ');
    return {{{from, type, to, from + " " + words + " " + to + ".", {}, {}, {}, {}, {}, {}}, ""}};
}

/// The name of an episode about a thing; `part` counts those of a large one from 1.
std::string reference_name(const std::string& about, std::size_t part) {
    const std::string end = part > 1 ? ", part " + std::to_string(part) : "";
    const std::string name = first_part(about, max_episode_name - end.size()) + end;
    if (!is_generic(name)) return name;
    constexpr std::string_view before = "Entity ";
    return std::string(before) + first_part(about, max_episode_name - before.size() - end.size()) +
           end;
}

EpisodeDraft reference_draft(const std::vector<ReferenceFact>& facts, std::size_t first,
                             std::size_t last) {
    EpisodeDraft out;
    out.episode_name = reference_name(facts.front().fact.subject_name, first / max_facts + 1);
    out.source_description = reference_description;
    out.source = reference_source;
    for (std::size_t i = first; i < last; ++i)
        out.facts.push_back(facts[i].fact);
    return out;
}

/// The facts as episodes of at most 100. Throws Error invalid with every fault.
std::vector<Checked> episodes_of(const std::vector<ReferenceFact>& facts) {
    std::vector<Checked> out;
    std::vector<store::Problem> problems;
    for (std::size_t first = 0; first < facts.size(); first += max_facts) {
        Checked read =
            check(reference_draft(facts, first, std::min(first + max_facts, facts.size())), {});
        for (Finding& secret : secrets_in(read.episode, read.facts)) {
            secret.message = "looks like a secret (" + secret.kind + "): leave it out";
            read.faults.push_back(std::move(secret));
        }
        for (const Finding& fault : read.faults) {
            const std::string path = fault.fact ? facts[first + *fault.fact].path : "";
            problems.push_back({path, fault.kind, fault.field + " " + fault.message, "", {}});
        }
        out.push_back(std::move(read));
    }
    if (!problems.empty())
        throw store::Error(store::Code::invalid, "nothing of the line was stored",
                           std::move(problems));
    return out;
}

std::string said_by(const Fact& fact) {
    return fact.predicate + '\n' + normal_name(fact.object) + '\n' + fact.statement;
}

/// Leaves out facts that are live already, and repetitions.
void drop_known(const store::ReadTxn& txn, store::Space space, std::vector<Checked>& episodes) {
    constexpr std::size_t most_looked_at = 20'000;
    const std::string subject = episodes.front().facts.front().subject;
    std::set<std::string> known;
    for (const auto number :
         linked(txn, space, Role::subject, name_digest(subject), most_looked_at))
        if (const auto fact = find_fact(txn, space, number);
            fact && fact->removal == Removal::none &&
            normal_name(fact->subject) == normal_name(subject))
            known.insert(said_by(*fact));
    for (Checked& one : episodes)
        std::erase_if(one.facts,
                      [&](const Fact& fact) { return !known.insert(said_by(fact)).second; });
    std::erase_if(episodes, [](const Checked& one) { return one.facts.empty(); });
}

}  // namespace

Taken take_reference(store::WriteTxn& txn, const Call& call, const Json& line) {
    const std::string type = text_of(line, "type");
    if (type != "entity" && type != "relation")
        refuse_line("/type", "unknown_word", "expected entity or relation");
    std::vector<Checked> episodes =
        episodes_of(type == "entity" ? facts_of_entity(line) : facts_of_relation(line));
    const store::Space space = make_dataspace(txn, call, open_dataspace(txn, call, {}));
    drop_known(txn, space, episodes);
    if (episodes.empty()) return Taken::stored_before;
    Head head = read_head(txn, space);
    const std::int64_t now_ms = call.clock();
    for (Checked& one : episodes) {
        one.episode.id = make_episode_id(now_ms, call.ids());
        one.episode.recorded_ms = now_ms;
        add_episode(txn, space, head, one.episode, one.facts);
    }
    commit_head(txn, space, head, now_ms);
    return Taken::stored;
}

}  // namespace tools::memory
