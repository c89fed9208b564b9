#include "tools/source/survey.hpp"

#include "store/error.hpp"
#include "tools/digest.hpp"
#include "tools/source/document.hpp"
#include "tools/source/reference.hpp"
#include "tools/text/line.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace tools::source {
namespace {

constexpr std::size_t most_images = 5'000;

bool is_document(const std::string& name) {
    constexpr std::array endings{".md", ".markdown", ".txt", ".rst", ".adoc"};
    return std::any_of(endings.begin(), endings.end(),
                       [&](const char* ending) { return name.ends_with(ending); });
}

Survey surveyed(const Call& call, const std::string& source) {
    const Found found = open_source(call.settings.source_roots, source);
    const Patience patience(call);
    std::string bytes = read_bytes(found, most_document_bytes, patience);
    Survey out;
    out.path = found.path;
    out.sha256 = sha256(bytes);
    const std::string text = document_text(std::move(bytes), found, patience);
    out.lines = count_lines(text);
    std::set<std::string> known;
    each_line(text, 1, [&](std::uint64_t number, std::string_view line) {
        if (text::trim(line).empty()) {
            if (!out.blank.empty() && out.blank.back().second + 1 == number)
                out.blank.back().second = number;
            else
                out.blank.emplace_back(number, number);
        }
        for (const std::string& image : image_references(line))
            if (std::string path = resolved(image, found.path);
                known.size() < most_images && known.insert(path).second)
                out.images.push_back(std::move(path));
        return true;
    });
    return out;
}

}  // namespace

std::optional<Survey> survey(const Call& call, const std::string& source) {
    if (call.settings.source_roots.empty() || source.empty()) return std::nullopt;
    try {
        return surveyed(call, source);
    } catch (const store::Error&) {
        check_stop(call);
        return std::nullopt;
    }
}

std::vector<std::string> documents(const Call& call, const std::string& prefix, std::size_t most) {
    std::vector<std::string> out;
    std::vector<std::string> folders = call.settings.source_roots;
    constexpr std::size_t most_folders = 50;
    for (std::size_t i = 0; i < folders.size() && out.size() < most; ++i) {
        try {
            const Found folder = open_source(call.settings.source_roots, folders[i]);
            for (const Entry& entry : list_folder(folder, 1000).entries) {
                std::string path = tidy_path(folder.path + "/" + entry.name);
                if (entry.folder && i < call.settings.source_roots.size() &&
                    folders.size() < most_folders)
                    folders.push_back(std::move(path));
                else if (!entry.folder && !entry.link && is_document(entry.name) &&
                         path.starts_with(prefix) && out.size() < most)
                    out.push_back(std::move(path));
            }
        } catch (const store::Error&) {
            continue;  // a root that went away proposes nothing
        }
    }
    return out;
}

}  // namespace tools::source
