#pragma once

#include "tools/handle.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace tools::projection {

/// The files of a directory, in the order in which they are written (P21, P24).
inline constexpr const char* state_file = "state.json";
inline constexpr const char* extraction_file = "extraction.json";
inline constexpr const char* graph_file = "graph.json";
inline constexpr const char* receipt_file = "receipt.json";

/// A directory that belongs to one corpus, held by one writer at a time. Opening it
/// refuses links in any component, what others can write, and every name that is not of
/// this program; it makes missing directories, open to the owner only. A lock that is
/// there already is never removed (P21..P23, P27).
class Directory {
public:
    /// `path` is absolute and holds no `..`.
    explicit Directory(const std::string& path);
    ~Directory();
    Directory(const Directory&) = delete;
    Directory& operator=(const Directory&) = delete;
    Directory(Directory&&) = delete;
    Directory& operator=(Directory&&) = delete;

    /// The bytes of state.json; nothing when there is none.
    [[nodiscard]] std::optional<std::string> state() const;

    /// Puts a file in place whole: a name of its own, synced, renamed, synced (P24).
    /// Refuses adapter_failed when the disk does.
    void write(const std::string& name, std::string_view bytes) const;

    /// Takes away receipt, graph, extraction, what was half written, Graphify's stamp and
    /// its empty directory, in this order (P24).
    void remove_derivatives() const;

    /// The same as far as it goes, after something failed.
    void try_remove_derivatives() const noexcept;

    [[nodiscard]] const std::string& path() const { return path_; }

private:
    void check_entries() const;
    void check_cache() const;
    void lock();

    std::string path_;
    Handle handle_;
    bool locked_ = false;
};

}  // namespace tools::projection
