#include "tools/amount.hpp"
#include "tools/map/conversation.hpp"
#include "tools/map/exports/exports.hpp"
#include "tools/map/exports/file.hpp"
#include "tools/map/map_tools.hpp"
#include "tools/map/reply.hpp"
#include "tools/map/stored_map.hpp"
#include "tools/text/invisible.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace tools::map {
namespace {

constexpr std::size_t export_page_bytes =
    24'000;  ///< of a text returned, which stands in the reply twice

struct ExportArgs {
    std::optional<std::string> conversation;
    std::optional<ExportFormat> format;
    std::optional<std::string> path;
    std::optional<bool> overwrite;
    std::optional<std::string> cursor;

    static constexpr auto fields() {
        return std::tuple{field("conversation", &ExportArgs::conversation, about_conversation),
                          field("format", &ExportArgs::format, "Default markdown"),
                          field("path", &ExportArgs::path, "File in the export directory"),
                          field("overwrite", &ExportArgs::overwrite, "Replace a file"),
                          field("cursor", &ExportArgs::cursor, about_cursor)};
    }
};

struct ExportReply {
    std::string conversation;
    ExportFormat format = ExportFormat::markdown;
    std::int64_t revision = 0, nodes = 0, edges = 0, bytes = 0;
    std::optional<std::string> path, text, note, next_cursor;
    std::string rest;  ///< how to get what does not fit

    static constexpr auto fields() {
        return std::tuple{
            field("conversation", &ExportReply::conversation, "The map's name."),
            field("format", &ExportReply::format, "The format of the text or file."),
            field("revision", &ExportReply::revision, "The revision that was exported."),
            field("nodes", &ExportReply::nodes, "How many nodes."),
            field("edges", &ExportReply::edges, "How many edges."),
            field("bytes", &ExportReply::bytes, "Size of the whole export."),
            field("path", &ExportReply::path, "The file that was written."),
            field("text", &ExportReply::text, "The export, or the part that fits."),
            field("note", &ExportReply::note, "What to know before it is drawn."),
            field("next_cursor", &ExportReply::next_cursor, "Send it for the rest.")};
    }

    [[nodiscard]] std::string text_block() const {
        const std::string what = "map \"" + text::reveal(conversation) + "\", revision " +
                                 std::to_string(revision) + ", as " + tools::word(format) + " (" +
                                 amount(nodes, "node") + ", " + amount(edges, "edge") + ", " +
                                 std::to_string(bytes) + " bytes)";
        const std::string end = note ? "\n" + *note : "";
        if (path) return "Wrote " + text::reveal(*path) + ": " + what + "." + end;
        return "The " + what + ":\n\n" + text.value_or("") + rest + end;
    }
};

[[noreturn]] void refuse(store::Code code, const char* path, const char* reason,
                         const std::string& message) {
    throw store::Error(code, "nothing was exported", {{path, reason, message, "", {}}});
}

/// What a drawing program may not take as it stands; "" when there is nothing.
std::string caution(ExportFormat format, std::size_t edges, std::size_t bytes) {
    constexpr std::size_t most_edges = 500;
    constexpr std::size_t most_bytes = 50'000;
    if (format != ExportFormat::mermaid || (edges <= most_edges && bytes <= most_bytes)) return {};
    return "Mermaid draws at most 500 edges and 50,000 characters unless maxEdges and maxTextSize "
           "are raised where it is shown.";
}

/// An export whole, as it stood in one snapshot.
struct Written {
    ExportReply reply;
    std::string text;
};

Written write_map(const store::ReadTxn& txn, const Call& call, const ExportArgs& args) {
    const Conversation map = open_conversation(txn, call, args.conversation);
    std::vector<Node> nodes;
    std::vector<Edge> edges;
    const auto collect = [&](Entry& entry) {
        if (nodes.size() % 256 == 0) check_stop(call);
        nodes.push_back(std::move(entry.node));
        edges.insert(edges.end(), entry.out.begin(), entry.out.end());
        return true;
    };
    if (map.space) scan_nodes(txn, *map.space, std::nullopt, collect);
    Written out;
    out.reply.conversation = map.name;
    out.reply.format = args.format.value_or(ExportFormat::markdown);
    out.reply.revision = static_cast<std::int64_t>(map.reader.head.revision);
    out.reply.nodes = std::ssize(nodes);
    out.reply.edges = std::ssize(edges);
    out.text = exports::write(out.reply.format, {map.name, map.reader.head.revision, nodes, edges});
    out.reply.bytes = std::ssize(out.text);
    const std::string note = caution(out.reply.format, edges.size(), out.text.size());
    if (!note.empty()) out.reply.note = note;
    return out;
}

/// Reads `7.24000`: the revision and the place in its text.
std::size_t place_of(const ExportArgs& args, const Written& written) {
    if (!args.cursor || args.cursor->empty()) return 0;
    const std::string start = std::to_string(written.reply.revision) + ".";
    if (!args.cursor->starts_with(start))
        refuse(store::Code::conflict, "/cursor", "map_changed",
               "the map changed since the first part: export it again without cursor");
    std::size_t at = 0;
    const char* end = args.cursor->data() + args.cursor->size();
    const auto [stop, fault] = std::from_chars(args.cursor->data() + start.size(), end, at);
    const bool inside =
        at < written.text.size() && (static_cast<unsigned char>(written.text[at]) & 0xC0U) != 0x80U;
    if (fault != std::errc{} || stop != end || !inside)
        refuse(store::Code::invalid, "/cursor", "bad_cursor",
               "send next_cursor of the part before, or leave it out");
    return at;
}

/// Where a part ends: behind a line where there is one, never inside a character.
std::size_t part_end(std::string_view text, std::size_t from) {
    std::size_t size = 0;
    std::size_t line = 0;
    std::size_t at = from;
    while (at < text.size()) {
        std::size_t next = at + 1;
        while (next < text.size() && (static_cast<unsigned char>(text[next]) & 0xC0U) == 0x80U)
            ++next;
        size += json_size(text.substr(at, next - at));
        if (size > export_page_bytes) return line > 0 ? line : at;
        if (text[at] == '\n') line = next;
        at = next;
    }
    return at;
}

/// The text itself, or the part that fits into a reply.
void hand_out(Written& written, const ExportArgs& args) {
    ExportReply& reply = written.reply;
    const std::size_t from = place_of(args, written);
    const std::size_t end = part_end(written.text, from);
    reply.text = written.text.substr(from, end - from);
    if (end == written.text.size()) return;
    reply.next_cursor = std::to_string(reply.revision) + "." + std::to_string(end);
    reply.rest = "\nLeft: " + std::to_string(written.text.size() - end) + " bytes. Send " +
                 call_line("map_export", {{"conversation", reply.conversation},
                                          {"format", tools::word(reply.format)},
                                          {"cursor", *reply.next_cursor}}) +
                 ", or ask for a file by path.";
}

ExportReply export_map(store::Store& store, const Call& call, const ExportArgs& args) {
    if (args.path && call.settings.export_dir.empty())
        refuse(store::Code::denied, "/path", "no_export_dir",
               "files are not allowed here: the operator must start the server with --export-dir; "
               "without path the export comes back as text");
    Written written =
        store.read([&](const store::ReadTxn& txn) { return write_map(txn, call, args); });
    if (args.path)
        written.reply.path = exports::write_file(call.settings.export_dir, *args.path, written.text,
                                                 args.overwrite.value_or(false));
    else
        hand_out(written, args);
    return std::move(written.reply);
}

constexpr std::array export_tools{
    acts<export_map>({.name = "map_export",
                      .title = "Export the map",
                      .about = "Only when the user asks to save, export or draw the map: all of it "
                               "as text, or with path as a file.",
                      .hints = {.destructive = true, .idempotent = true}})};

}  // namespace

constinit const Rows<Tool> export_rows = export_tools;

}  // namespace tools::map
