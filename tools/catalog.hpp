#pragma once

#include "store/space.hpp"
#include "tools/tool.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tools {

/// A thing a host can read by its URI.
struct Resource {
    std::string uri, name, title, about, mime;
};

struct Document {
    std::string uri, mime, text;
};

/// A part of a longer list, and where the next part starts.
template <class T>
struct Page {
    std::vector<T> items;
    std::string next;  ///< empty: that was all
};

/// The space whose changes make a resource another one.
struct Watched {
    store::SpaceKind kind;
    std::string name;
};

/// A family of resources under one URI template, such as `map://{conversation}`.
struct ResourceRow {
    Literal uri_template, name, title, about, mime;
    Toolset toolset = Toolset::map;
    /// True for a URI of this family, well formed.
    bool (*matches)(const std::string& uri) = nullptr;
    /// The content, or nothing when there is no such resource.
    std::optional<Document> (*read)(store::Store&, const Call&, const std::string& uri) = nullptr;
    /// Those that exist, by name, after a name; null: not listed.
    Page<Resource> (*list)(store::Store&, const Call&, const std::string& after,
                           std::size_t limit) = nullptr;
    std::optional<Watched> (*watched)(const std::string& uri) = nullptr;
};

struct PromptArgument {
    Literal name, about;
    bool required = false;
};

struct PromptRow {
    Literal name, title, about;
    Toolset toolset = Toolset::map;
    Rows<PromptArgument> arguments;
    /// The text of the one user message it becomes.
    std::string (*render)(store::Store&, const Call&,
                          const std::map<std::string, std::string>&) = nullptr;
};

/// Values for an argument of a prompt (by name) or a resource template (by URI template).
struct CompletionRow {
    Literal owner, argument;
    /// Values that start with the prefix, best first; `given` holds arguments already filled in.
    std::vector<std::string> (*values)(store::Store&, const Call&, const std::string& prefix,
                                       const std::map<std::string, std::string>& given) = nullptr;
};

/// What became of one line of an import.
enum class Taken { stored, stored_before };

/// A family of lines in an export of a whole store, known by a member of this name (LM15).
struct ArchiveRow {
    Literal member;
    /// Shows every line of the caller's tenant, in an order of their own; null: lines of
    /// other programs, which are only read.
    void (*write)(const store::ReadTxn&, const Call&,
                  const std::function<void(const Json& line)>&) = nullptr;
    /// Takes a line, whole or not at all. Throws Error with all that is wrong.
    Taken (*read)(store::WriteTxn&, const Call&, const Json& line) = nullptr;
    /// Does a part of what an import leaves to do; false when nothing is left. May be null.
    bool (*settle)(store::WriteTxn&, const Call&) = nullptr;
};

/// What a process that may write does when it opens a store.
struct UpkeepRow {
    void (*run)(store::Store&, const Call&) = nullptr;
};

/// A command of the program that a model brings. `words` are its flags without dashes;
/// paths among them are absolute. Throws Error; its reason is all that is told.
struct CommandRow {
    Literal name;
    void (*run)(store::Store&, const Call&,
                const std::map<std::string, std::string>& words) = nullptr;
};

/// A tool that settings hide, and the way to it.
struct Hidden {
    std::string_view name, way, toolset;
};

/// All that this server offers, in a fixed order. mcp/ knows it only as rows.
struct Catalog {
    std::vector<Tool> tools;
    std::vector<ResourceRow> resources;
    std::vector<PromptRow> prompts;
    std::vector<CompletionRow> completions;
    std::vector<Hidden> hidden = {};
    std::vector<ArchiveRow> archives = {};
    std::vector<UpkeepRow> upkeep = {};
    std::vector<CommandRow> commands = {};

    [[nodiscard]] const Tool* tool(const std::string& name) const;
};

/// Every row of every system.
Catalog catalog();

/// What remains under the settings: their toolsets, and no writer when read-only.
Catalog visible(Catalog all, const Settings& settings);

/// How to use the server turn by turn, under 2 KB, for the systems that are on.
std::string instructions(const Settings& settings);

/// Why there is no tool of this name, and what to do about it.
std::string unknown_tool(const Catalog& offered, const std::string& name);

/// The tool table of the README.
std::string tool_table(const Catalog& all);

}  // namespace tools
