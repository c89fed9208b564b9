#include "tools/projection/canonical.hpp"

#include "tools/digest.hpp"

#include <cstdint>

namespace tools::projection {
namespace {

void append_escape(std::string& to, char c) {
    constexpr std::string_view hex = "0123456789abcdef";
    switch (c) {
        case '"':
            to += "\\\"";
            break;
        case '\\':
            to += "\\\\";
            break;
        case '\b':
            to += "\\b";
            break;
        case '\f':
            to += "\\f";
            break;
        case '\n':
            to += "\\n";
            break;
        case '\r':
            to += "\\r";
            break;
        case '\t':
            to += "\\t";
            break;
        default:
            to += "\\u00";
            to += hex[static_cast<unsigned char>(c) >> 4U];
            to += hex[static_cast<unsigned char>(c) & 0xFU];
    }
}

template <class T, class Append>
void append_list(std::string& to, const std::vector<T>& list, Append append) {
    to += '[';
    for (const T& item : list) {
        if (&item != list.data()) to += ',';
        append(to, item);
    }
    to += ']';
}

/// Appends `"name":`, the start of a value that is no text and no number.
void append_name(std::string& to, std::string_view name) {
    if (to.back() != '{') to += ',';
    append_string(to, name);
    to += ':';
}

void append_source(std::string& to, const Source& source) {
    to += '{';
    append_member(to, "refId", source.ref);
    append_member(to, "sha256", source.sha256);
    to += '}';
}

void append_summary(std::string& to, const Summary& summary) {
    to += "{\"approved\":true";
    append_member(to, "kind", "summary");
    if (summary.memory_ref) append_member(to, "memoryRef", *summary.memory_ref);
    append_member(to, "role", names(Role{}).at(static_cast<std::size_t>(summary.role)));
    append_member(to, "summaryId", summary.id);
    append_member(to, "text", summary.text);
    to += '}';
}

void append_branch(std::string& to, const Branch& branch, bool with_revision) {
    to += '{';
    append_member(to, "branchId", branch.id);
    if (branch.parent) append_member(to, "parentBranchId", *branch.parent);
    if (with_revision) append_member(to, "sourceRevision", branch.source_revision);
    append_name(to, "sources");
    append_list(to, branch.sources, append_source);
    append_name(to, "summaries");
    append_list(to, branch.summaries, append_summary);
    to += '}';
}

void append_ids(std::string& to, std::string_view name,
                const std::optional<std::vector<std::string>>& ids) {
    if (!ids) return;
    append_name(to, name);
    append_list(to, *ids, append_string);
}

}  // namespace

void append_string(std::string& to, std::string_view text) {
    to += '"';
    std::size_t plain = 0;  // start of what needs no escape
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\') continue;
        to += text.substr(plain, at - plain);
        append_escape(to, c);
        plain = at + 1;
    }
    to += text.substr(plain);
    to += '"';
}

void append_member(std::string& to, std::string_view name, std::string_view text) {
    append_name(to, name);
    append_string(to, text);
}

void append_member(std::string& to, std::string_view name, std::int64_t number) {
    append_name(to, name);
    to += std::to_string(number);
}

std::string canonical(const Selection& selection) {
    std::string out = "{";
    append_name(out, "branches");
    append_list(out, selection.branches,
                [](std::string& to, const Branch& branch) { append_branch(to, branch, true); });
    append_member(out, "corpusId", selection.corpus);
    append_ids(out, "exclude", selection.exclude);
    append_ids(out, "restore", selection.restore);
    append_member(out, "revision", selection.revision);
    append_member(out, "schemaVersion", schema_version);
    return out + '}';
}

std::string selection_digest(const Selection& selection) {
    return sha256(canonical(selection));
}

std::string content_hash(const Branch& branch) {
    std::string out;
    append_branch(out, branch, false);
    return sha256(out);
}

}  // namespace tools::projection
