#pragma once

#include "tools/map/answer.hpp"
#include "tools/map/change_json.hpp"
#include "tools/map/update.hpp"

#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace tools::map {

/// What an update or an import answers (map.md, Results).
struct UpdateReply {
    std::string conversation;
    std::string delta;
    std::int64_t revision = 0;
    std::map<std::string, std::string> ids;
    std::vector<AttentionReply> attention;
    std::vector<std::string> next_ids;
    std::vector<std::string> lines;  ///< attention as the text block shows it

    static constexpr auto fields() {
        return std::tuple{field("conversation", &UpdateReply::conversation, "Map name"),
                          field("delta", &UpdateReply::delta, "What changed, to show"),
                          field("revision", &UpdateReply::revision, "Version of the map"),
                          field("ids", &UpdateReply::ids, "Ids of $names"),
                          field("attention", &UpdateReply::attention, "What to look at"),
                          field("next_ids", &UpdateReply::next_ids, "Next free ids")};
    }

    [[nodiscard]] std::string text_block() const;
};

/// An answer in the caller's form.
UpdateReply worded(const std::string& conversation, Answer answer, Form form);

/// Attention lines in order, at most 5 and about 200 tokens; nothing is said
/// twice in a row but a passed limit, which is always named (CM16).
std::vector<Attention> chosen(std::vector<Attention> all, const std::vector<std::uint64_t>& told,
                              Form form);

/// Where faults of a call stand: `/changes`, with the index of the change
/// behind it, or the argument whose lines are counted, such as `/delta`.
struct Origin {
    std::string path;
    Form form = Form::changes;
};

/// Throws Error invalid with every fault of an update (CM12).
[[noreturn]] void refuse(const std::vector<Fault>& faults, const Origin& origin);

}  // namespace tools::map
