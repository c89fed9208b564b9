#pragma once

#include "tools/memory/draft.hpp"
#include "tools/memory/findings.hpp"
#include "tools/memory/model.hpp"
#include "tools/schema.hpp"

#include <string>
#include <tuple>
#include <vector>

namespace tools::memory {

struct FactArgs : FactDraft {
    static constexpr auto fields() {
        return std::tuple{
            field("subject_name", &FactArgs::subject_name, "Resolved name", {.also = "subject"}),
            field("predicate", &FactArgs::predicate, "Stable snake_case label"),
            field("object_name", &FactArgs::object_name, "Another name, or a value",
                  {.also = "object"}),
            field("statement", &FactArgs::statement, "One whole sentence without pronouns"),
            field("valid_at_iso", &FactArgs::valid_at_iso, "True from"),
            field("invalid_at_iso", &FactArgs::invalid_at_iso, "First moment no longer true"),
            field("confidence", &FactArgs::confidence, "0 to 1"),
            field("single", &FactArgs::single, "Ontology: one value at a time"),
            field("alias", &FactArgs::alias, "Ontology: names one thing twice")};
    }
};

/// One line of warning or note in a reply.
struct WarningReply {
    std::string path, kind, message;
    std::optional<std::string> fact, send;

    static constexpr auto fields() {
        return std::tuple{field("path", &WarningReply::path, "Where"),
                          field("kind", &WarningReply::kind, "What it is"),
                          field("message", &WarningReply::message, "What to look at"),
                          field("fact", &WarningReply::fact, "Stored fact concerned"),
                          field("try", &WarningReply::send, "Ready to send")};
    }
};

/// A stored fact as replies show it.
struct FactReply {
    std::string id, subject_name, predicate, object_name, statement;
    std::optional<std::string> valid_at_iso, invalid_at_iso, removed_at;
    std::optional<double> confidence;

    static constexpr auto fields() {
        return std::tuple{field("id", &FactReply::id, "Its id"),
                          field("subject_name", &FactReply::subject_name, "Subject"),
                          field("predicate", &FactReply::predicate, "Predicate"),
                          field("object_name", &FactReply::object_name, "Object"),
                          field("statement", &FactReply::statement, "The sentence"),
                          field("valid_at_iso", &FactReply::valid_at_iso, "True from"),
                          field("invalid_at_iso", &FactReply::invalid_at_iso, "Until"),
                          field("removed_at", &FactReply::removed_at, "Left search"),
                          field("confidence", &FactReply::confidence, "0 to 1")};
    }
};

FactReply to_reply(const Fact& fact);

/// What was read leniently, in short lines.
std::vector<std::string> to_lines(const std::vector<Finding>& noted);

}  // namespace tools::memory
