#include "mcp/cli_archive.hpp"

#include "mcp/cli_commands.hpp"
#include "mcp/json_text.hpp"
#include "store/ops.hpp"

#include <algorithm>
#include <chrono>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <unistd.h>
#include <utility>

namespace mcp {
namespace {

namespace fs = std::filesystem;

constexpr const char* archive_format = "throughline";
constexpr std::int64_t archive_version = 1;
constexpr std::size_t longest_line = std::size_t{64} << 20U;  ///< bytes
constexpr std::size_t batch_lines = 64;  ///< of one transaction, whose pages stay in memory
constexpr std::size_t batch_bytes = std::size_t{256} << 10U;
constexpr tools::JsonLimits line_limits{.depth = 16, .values = 20'000'000};

/// Says every two seconds how far a long command is.
class Pace {
public:
    Pace(const char* what, std::ostream& err) : what_(what), err_(err) {}

    void at(std::size_t lines) {
        const auto now = Clock::now();
        if (now - said_ < std::chrono::seconds(2)) return;
        said_ = now;
        err_ << what_ << ": " << lines << " lines so far\n" << std::flush;
    }

private:
    using Clock = std::chrono::steady_clock;

    const char* what_;
    std::ostream& err_;
    Clock::time_point said_ = Clock::now();
};

/// Runs on behalf of a tenant, whom the command line serves as it serves any.
template <class Run>
auto as_tenant(const Site& site, const std::string& tenant, Run run) {
    const tools::Principal principal{tenant};
    return run(quiet_call(site, principal));
}

[[noreturn]] void refuse_archive(const std::string& message) {
    throw store::Error(store::Code::invalid, message);
}

std::string in_one_line(const Failure& failure) {
    std::string out = failure.message;
    for (const auto& problem : failure.problems)
        out += "; " + (problem.path.empty() ? "" : problem.path + ": ") + problem.message;
    return out;
}

bool read_line(std::istream& in, std::string& line, bool& too_long) {
    line.clear();
    too_long = false;
    std::streambuf& from = *in.rdbuf();
    int c = from.sbumpc();
    if (c == std::char_traits<char>::eof()) return false;
    for (; c != std::char_traits<char>::eof() && c != '\n'; c = from.sbumpc())
        if (line.size() < longest_line)
            line += static_cast<char>(c);
        else
            too_long = true;
    return true;
}

/// A line that was read and waits for its transaction.
struct Waiting {
    std::size_t number = 0;
    const tools::ArchiveRow* row = nullptr;
    std::string tenant;
    Json json;
};

class Import {
public:
    Import(const Site& site, std::ostream& err) : site_(site), err_(err) {}

    Imported run(std::istream& in) {
        std::string text;
        bool too_long = false;
        while (read_line(in, text, too_long)) {
            ++number_;
            pace_.at(number_);
            const auto failure = attempt([&] {
                if (too_long) refuse_archive("a line takes up to 64 MiB");
                read(text);
            });
            if (failure) tell(number_, *failure);
            if (stop_) throw store::Error(store::Code::invalid, *stop_);
            if (batch_.size() == batch_lines || bytes_ >= batch_bytes) flush();
        }
        flush();
        settle();
        if (has_header_ && !ended_)
            tell(number_ + 1, {store::Code::invalid,
                               "the file ends early: its last line, which counts the others, is "
                               "missing",
                               {}});
        return done_;
    }

private:
    void read(std::string_view text) {
        constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
        if (number_ == 1 && text.starts_with(byte_order_mark))
            text.remove_prefix(byte_order_mark.size());
        if (text.find_first_not_of(" \t\r") == std::string_view::npos) return;
        Json json = tools::parse_json(text, line_limits);
        if (!json.is_object()) refuse_archive("expected a JSON object");
        if (json.contains("format")) return read_header(json);
        if (json.size() == 1 && json.contains("lines")) return read_end(json);
        ++seen_;
        const auto& rows = site_.catalog.archives;
        const auto row = std::find_if(rows.begin(), rows.end(),
                                      [&](const auto& one) { return json.contains(one.member); });
        if (row == rows.end())
            refuse_archive(
                "expected a line of an export (with map, dataspace or thread) or of the reference "
                "memory server's memory.jsonl (with type)");
        std::string tenant = site_.principal.tenant.name;
        if (const auto named = json.find("tenant"); named != json.end()) {
            if (!named->is_string()) refuse_archive("/tenant: expected a name");
            tenant = named->get<std::string>();
            json.erase("tenant");
        } else if (has_header_) {
            tenant = tools::Principal{}.tenant.name;
        }
        bytes_ += text.size();
        if (row->settle) settled_.emplace(tenant, &*row);
        batch_.push_back({number_, &*row, std::move(tenant), std::move(json)});
    }

    void read_header(const Json& json) {
        const auto version = json.find("version");
        const bool whole = json["format"] == archive_format && version != json.end() &&
                           version->is_number_integer();
        if (!whole)
            stop_ = "line " + std::to_string(number_) + ": this is no export of throughline";
        else if (version->get<std::int64_t>() != archive_version)
            stop_ = "this export has version " + version->dump() +
                    " and this program reads version 1: use a newer throughline";
        has_header_ = true;
    }

    void read_end(const Json& json) {
        ended_ = true;
        if (json["lines"] != seen_)
            refuse_archive("the export had " + json["lines"].dump() + " lines, here are " +
                           std::to_string(seen_));
    }

    void flush() {
        if (!take(batch_.begin(), batch_.end()) && batch_.size() > 1)
            for (auto line = batch_.begin(); line != batch_.end(); ++line)
                take(line, line + 1);
        batch_.clear();
        bytes_ = 0;
    }

    using Lines = std::vector<Waiting>::const_iterator;

    /// Stores lines in one transaction; a line that cannot be stored alone is told.
    bool take(Lines first, Lines last) {
        if (first == last) return true;
        std::vector<tools::Taken> taken;
        const auto failure = attempt([&] {
            taken = site_.store.write([&](store::WriteTxn& txn) {
                std::vector<tools::Taken> out;
                for (auto line = first; line != last; ++line)
                    out.push_back(as_tenant(site_, line->tenant, [&](const tools::Call& call) {
                        return line->row->read(txn, call, line->json);
                    }));
                return out;
            });
        });
        for (const auto one : taken)
            ++(one == tools::Taken::stored ? done_.stored : done_.stored_before);
        if (!failure) return true;
        if (failure->internal || failure->code == store::Code::unavailable)
            throw store::Error(failure->code, "line " + std::to_string(first->number) + ": " +
                                                  in_one_line(*failure));
        if (last - first == 1) tell(first->number, *failure);
        return false;
    }

    /// Leaves nothing to be done by the writes that come after.
    void settle() {
        for (const auto& one : settled_) {
            const auto part = [&](const tools::Call& call) {
                return site_.store.write(
                    [&](store::WriteTxn& txn) { return one.second->settle(txn, call); });
            };
            while (as_tenant(site_, one.first, part))
                pace_.at(number_);
        }
    }

    void tell(std::size_t number, const Failure& failure) {
        ++done_.refused;
        err_ << "line " << number << ": " << in_one_line(failure) << "\n";
    }

    const Site& site_;
    std::ostream& err_;
    Pace pace_{"import", err_};
    Imported done_;
    std::vector<Waiting> batch_;
    std::set<std::pair<std::string, const tools::ArchiveRow*>>
        settled_;  ///< what ends it, by tenant
    std::size_t bytes_ = 0, number_ = 0;
    std::size_t seen_ = 0;  ///< lines that hold something
    bool has_header_ = false, ended_ = false;
    std::optional<std::string> stop_;  ///< why nothing of the file can be read
};

Json of_tenant(const std::string& tenant, const Json& line) {
    if (tenant == tools::Principal{}.tenant.name) return line;
    Json out = {{"tenant", tenant}};
    out.update(line);
    return out;
}

/// Takes the place of a file once it is whole and on the disk.
void publish(const fs::path& part, const fs::path& file) {
    const int fd = ::open(part.c_str(), O_RDONLY | O_CLOEXEC);
    const bool kept = fd >= 0 && ::fsync(fd) == 0;
    if (fd >= 0) ::close(fd);
    std::error_code fault;
    if (kept) fs::rename(part, file, fault);
    if (!kept || fault)
        throw store::Error(store::Code::unavailable,
                           "the file " + file.string() + " cannot be written");
}

std::size_t export_file(const Site& site, const std::string& file) {
    std::error_code ignored;
    const bool plain = !fs::exists(file, ignored) || fs::is_regular_file(file, ignored);
    const fs::path part = plain ? file + ".part" : file;
    std::ofstream out(part, std::ios::binary | std::ios::trunc);
    if (!out)
        throw store::Error(store::Code::invalid, "the file " + part.string() +
                                                     " cannot be written: give a path in a "
                                                     "directory that exists and is yours");
    if (plain) fs::permissions(part, fs::perms::owner_read | fs::perms::owner_write, ignored);
    const std::size_t lines = export_lines(site, out, std::cerr);
    out.close();
    if (plain) publish(part, file);
    return lines;
}

}  // namespace

std::size_t export_lines(const Site& site, std::ostream& out, std::ostream& err) {
    std::size_t lines = 0;
    Pace pace("export", err);
    site.store.read([&](const store::ReadTxn& txn) {
        if (lines > 0)
            throw store::Error(store::Code::unavailable,
                               "the store was replaced while it was exported: try again");
        out << json_text({{"format", archive_format}, {"version", archive_version}}) << "\n";
        for (const std::string& tenant : store::tenant_names(txn))
            for (const auto& row : site.catalog.archives) {
                if (!row.write) continue;
                as_tenant(site, tenant, [&](const tools::Call& call) {
                    row.write(txn, call, [&](const Json& line) {
                        out << json_text(of_tenant(tenant, line)) << "\n";
                        pace.at(++lines);
                    });
                });
            }
    });
    out << json_text({{"lines", lines}}) << "\n" << std::flush;
    if (!out) throw store::Error(store::Code::unavailable, "the export could not be written");
    return lines;
}

Imported import_lines(const Site& site, std::istream& in, std::ostream& err) {
    return Import(site, err).run(in);
}

int export_store(const Site& site, const std::string& file) {
    if (file == "-") {
        export_lines(site, std::cout, std::cerr);
        return exit_ok;
    }
    std::cout << "exported " << export_file(site, file) << " lines to " << file << "\n";
    return exit_ok;
}

int import_store(const Site& site, const std::string& file) {
    if (site.settings.read_only)
        refuse_archive("an import writes, and this store was opened with --read-only");
    std::ifstream opened;
    if (file != "-") opened.open(file, std::ios::binary);
    if (!opened) refuse_archive("the file " + file + " cannot be read");
    const Imported done = import_lines(site, file == "-" ? std::cin : opened, std::cerr);
    std::cout << "imported " << file << ": " << done.stored << " lines stored, "
              << done.stored_before << " stored before, " << done.refused << " refused\n";
    return done.refused == 0 ? exit_ok : exit_refused;
}

}  // namespace mcp
