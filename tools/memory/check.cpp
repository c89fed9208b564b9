#include "tools/memory/check.hpp"

#include "tools/memory/normal.hpp"
#include "tools/text/line.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tools::memory {
namespace {

constexpr std::array generic_words{"fact",     "facts",    "document", "documents", "content",
                                   "contents", "episode",  "episodes", "note",      "notes",
                                   "memory",   "memories", "data",     "untitled",  "new",
                                   "the",      "a",        "an",       "and",       "of"};

class Checker {
public:
    Checker(const EpisodeDraft& draft, std::vector<Finding> known) : draft_(draft) {
        out_.faults = std::move(known);
    }

    Checked run() {
        Episode& episode = out_.episode;
        episode.kind = draft_.kind.value_or(EpisodeKind::fact);
        episode.name = line("episode_name", draft_.episode_name, max_episode_name);
        if (!faulty("episode_name") && is_generic(episode.name))
            wrong("episode_name", "generic_name",
                  "must name the facts, such as Access roles or Contract term, not only say that "
                  "there are some");
        episode.source_description =
            line("source_description", draft_.source_description, max_source_description);
        if (draft_.source) episode.source = optional_line("source", *draft_.source, max_source);
        if (draft_.context) episode.context = context(*draft_.context);
        episode.said = time("reference_time_iso", draft_.reference_time_iso);
        if (!faulty("facts") && (draft_.facts.empty() || draft_.facts.size() > max_facts))
            wrong("facts", "count",
                  "must hold 1 to " + std::to_string(max_facts) + " facts, has " +
                      std::to_string(draft_.facts.size()) +
                      (draft_.ends.empty() ? ""
                                           : "; ends alone belong to create_longterm_memory, "
                                             "without facts"));
        for (const FactDraft& fact : draft_.facts) {
            at_ = at_ ? *at_ + 1 : 0;
            out_.facts.push_back(read(fact));
        }
        return std::move(out_);
    }

private:
    Fact read(const FactDraft& draft) {
        Fact fact;
        for (const std::string& name : draft.other_names)
            note("", name);
        fact.subject = line("subject_name", draft.subject_name, max_name);
        fact.object = line("object_name", draft.object_name, max_name);
        fact.statement = line("statement", draft.statement, max_statement);
        fact.predicate = predicate(draft.predicate);
        if (!faulty("subject_name") && !faulty("object_name")) names_differ(fact);
        fact.valid_at = time("valid_at_iso", draft.valid_at_iso);
        fact.invalid_at = time("invalid_at_iso", draft.invalid_at_iso);
        times_follow(fact);
        fact.confidence = confidence(draft.confidence);
        pattern_fields(draft, fact);
        return fact;
    }

    /// LM2: a fact joins two things; a pattern may join two of a kind.
    void names_differ(const Fact& fact) {
        if (out_.episode.kind == EpisodeKind::ontology) return;
        if (normal_name(fact.subject) == normal_name(fact.object))
            wrong("object_name", "same_names", "must be another thing than subject_name");
    }

    /// The end lies behind the beginning; a month or year may hold both.
    void times_follow(const Fact& fact) {
        if (!fact.valid_at || !fact.invalid_at) return;
        if (end_of(*fact.invalid_at) > fact.valid_at->ms) return;
        wrong("invalid_at_iso", "ends_before",
              "must be later than valid_at_iso: it ends " + iso(*fact.invalid_at) + " and begins " +
                  iso(*fact.valid_at) + " in UTC");
    }

    void pattern_fields(const FactDraft& draft, Fact& fact) {
        const bool pattern = out_.episode.kind == EpisodeKind::ontology;
        if (pattern) {
            fact.single = draft.single;
            fact.alias = draft.alias.value_or(false);
        } else if (draft.single || draft.alias.value_or(false)) {
            note("", "single and alias belong to facts of kind ontology: left out");
        }
    }

    std::optional<std::uint16_t> confidence(const std::optional<double>& given) {
        if (!given) return std::nullopt;
        if (*given < 0 || *given > 1) {
            wrong("confidence", "out_of_range", "must be a number from 0 to 1");
            return std::nullopt;
        }
        return static_cast<std::uint16_t>(std::lround(*given * 1000));
    }

    std::string predicate(const std::string& given) {
        const std::string spelt = line("predicate", given, max_predicate);
        if (faulty("predicate")) return spelt;
        const std::string label = predicate_label(spelt);
        if (label.empty())
            wrong("predicate", "no_label", "must be a snake_case label such as reports_to");
        else if (label != spelt)
            note("predicate", "stored as " + label);
        return label;
    }

    std::optional<Moment> time(const char* field, const std::optional<std::string>& given) {
        if (!given || text::trim(*given).empty() || faulty(field)) return std::nullopt;
        const TimeRead read = read_time(*given);
        if (!read.moment) wrong(field, "bad_time", read.fault);
        for (const std::string& noted : read.noted)
            note(field, noted);
        return read.moment;
    }

    std::string line(const char* field, const std::string& given, std::size_t most) {
        std::string text = text::trim(given);
        if (faulty(field)) return text;
        if (const auto fault = text::line_fault(text, most))
            wrong(field, fault->reason, fault->message);
        return text;
    }

    std::string optional_line(const char* field, const std::string& given, std::size_t most) {
        return text::trim(given).empty() ? std::string() : line(field, given, most);
    }

    /// Several lines are fine here; they are kept as one.
    std::string context(std::string given) {
        for (char& c : given)
            if (c == '\n' || c == '\r' || c == '\t') c = ' ';
        return optional_line("context", given, max_context);
    }

    [[nodiscard]] bool faulty(const char* field) const {
        return std::any_of(out_.faults.begin(), out_.faults.end(), [&](const Finding& fault) {
            return fault.fact == at_ && fault.field == field;
        });
    }

    void wrong(const char* field, const char* kind, std::string message) {
        out_.faults.push_back({at_, field, kind, std::move(message), "", "", {}});
    }

    void note(const char* field, std::string message) {
        out_.noted.push_back({at_, field, "noted", std::move(message), "", "", {}});
    }

    const EpisodeDraft& draft_;
    std::optional<std::size_t> at_;  ///< the fact being read
    Checked out_;
};

}  // namespace

bool is_generic(const std::string& episode_name) {
    std::string word;
    for (const char c : normal_name(episode_name) + " ") {
        const bool sign = static_cast<unsigned char>(c) < 0x80 && (c < 'a' || c > 'z');
        if (!sign) {
            word += c;
            continue;
        }
        if (!word.empty() &&
            std::find(generic_words.begin(), generic_words.end(), word) == generic_words.end())
            return false;
        word.clear();
    }
    return true;
}

Checked check(const EpisodeDraft& draft, std::vector<Finding> known) {
    return Checker(draft, std::move(known)).run();
}

}  // namespace tools::memory
