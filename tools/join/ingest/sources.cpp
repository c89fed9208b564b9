#include "tools/join/ingest/sources.hpp"

#include "store/error.hpp"
#include "tools/memory/model.hpp"
#include "tools/text/invisible.hpp"
#include "tools/text/line.hpp"
#include "tools/vocabulary.hpp"

namespace tools::ingest {
namespace {

constexpr std::size_t shown_ranges = 20;

}  // namespace

std::string source_name(const std::string& given) {
    std::string name = text::trim(given);
    if (const auto fault = text::line_fault(name, memory::max_source))
        throw store::Error(store::Code::invalid, "source " + fault->message,
                           {{"/source", fault->reason, fault->message, "", {}}});
    return name;
}

void refresh(memory::coverage::Source& source, const std::optional<source::Survey>& survey) {
    if (!survey || source.unit != memory::coverage::Unit::lines) return;
    source.total = survey->lines;
    source.sha256 = survey->sha256;
    source.blank.clear();
    for (const auto& [first, last] : survey->blank)
        source.blank.push_back({first, last});
}

std::vector<std::string> images_in(const std::optional<source::Survey>& survey) {
    return survey ? survey->images : std::vector<std::string>();
}

std::string standing_line(const memory::coverage::Source& source,
                          const memory::coverage::Standing& standing) {
    const auto& tally = standing.tally;
    std::string out = text::reveal(source.name) + ": " + std::to_string(tally.processed) + " of " +
                      (source.total == 0 ? "an unknown number of" : std::to_string(tally.total)) +
                      " " + word(source.unit) + " processed, " + std::to_string(tally.skipped) +
                      " skipped, " + std::to_string(tally.missing) + " uncovered";
    if (!tally.uncovered.empty())
        out += " (" + memory::coverage::range_list(tally.uncovered, shown_ranges) + ")";
    return out;
}

}  // namespace tools::ingest
