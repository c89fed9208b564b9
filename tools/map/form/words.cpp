#include "tools/map/form/words.hpp"

#include "tools/map/change.hpp"
#include "tools/map/model.hpp"
#include "tools/nearest.hpp"

#include <algorithm>
#include <array>

namespace tools::map::form {
namespace {

template <class E>
bool has_word(std::string_view folded) {
    const auto words = names(E{});
    return std::find(words.begin(), words.end(), folded) != words.end();
}

struct Meaning {
    std::string_view said, meant;
};

constexpr std::array statuses{Meaning{"open", "active"},         Meaning{"ongoing", "active"},
                              Meaning{"in_progress", "active"},  Meaning{"started", "active"},
                              Meaning{"todo", "pending"},        Meaning{"to_do", "pending"},
                              Meaning{"planned", "pending"},     Meaning{"waiting", "pending"},
                              Meaning{"on_hold", "pending"},     Meaning{"complete", "done"},
                              Meaning{"completed", "done"},      Meaning{"finished", "done"},
                              Meaning{"closed", "done"},         Meaning{"resolved", "done"},
                              Meaning{"answered", "done"},       Meaning{"replaced", "superseded"},
                              Meaning{"obsolete", "superseded"}, Meaning{"cancelled", "archived"},
                              Meaning{"canceled", "archived"},   Meaning{"dropped", "archived"},
                              Meaning{"mitigated", "done"},      Meaning{"solved", "done"},
                              Meaning{"fixed", "done"},          Meaning{"rejected", "archived"},
                              Meaning{"declined", "archived"},   Meaning{"dismissed", "archived"},
                              Meaning{"abandoned", "archived"},  Meaning{"deferred", "pending"},
                              Meaning{"postponed", "pending"},   Meaning{"paused", "pending"}};

struct Verb {
    std::string_view word;
    char sign;
};

constexpr std::array verbs{
    Verb{"add", '+'},       Verb{"added", '+'},     Verb{"new", '+'},      Verb{"new_node", '+'},
    Verb{"new_edge", '+'},  Verb{"create", '+'},    Verb{"created", '+'},  Verb{"add_node", '+'},
    Verb{"add_edge", '+'},  Verb{"link", '+'},      Verb{"linked", '+'},   Verb{"update", '~'},
    Verb{"change", '~'},    Verb{"changed", '~'},   Verb{"set", '~'},      Verb{"edit", '~'},
    Verb{"edited", '~'},    Verb{"modified", '~'},  Verb{"updated", '~'},  Verb{"removed", 'x'},
    Verb{"remove", 'x'},    Verb{"delete", 'x'},    Verb{"deleted", 'x'},  Verb{"drop", 'x'},
    Verb{"dropped", 'x'},   Verb{"unlink", 'x'},    Verb{"unlinked", 'x'}, Verb{"pruned", 'x'},
    Verb{"supersede", '>'}, Verb{"replace", '>'},   Verb{"replaced", '>'}, Verb{"resolve", '='},
    Verb{"resolved", '='},  Verb{"answer", '='},    Verb{"answered", '='}, Verb{"done", 'd'},
    Verb{"complete", 'd'},  Verb{"completed", 'd'}, Verb{"close", 'd'},    Verb{"closed", 'd'},
    Verb{"finished", 'd'},  Verb{"archive", 'a'}};

}  // namespace

std::optional<FieldWord> field_word(std::string_view word) {
    const std::string folded = fold_word(word);
    if (has_word<Status>(folded)) return FieldWord{"status", folded};
    if (has_word<Source>(folded)) return FieldWord{"source", folded};
    if (has_word<Confidence>(folded)) return FieldWord{"confidence", folded};
    return std::nullopt;
}

std::string status_meant(std::string_view word) {
    const std::string folded = fold_word(word);
    if (has_word<Status>(folded)) return folded;
    for (const std::string_view tick : {"✓", "✔", "✅", "☑"})
        if (folded.starts_with(tick)) return "done";
    for (const Meaning& status : statuses)
        if (folded == status.said) return std::string(status.meant);
    return {};
}

char sign_of_verb(std::string_view word) {
    const std::string folded = fold_word(word);
    for (const Verb& verb : verbs)
        if (folded == verb.word) return verb.sign;
    return 0;
}

bool is_change_field(std::string_view folded) {
    constexpr std::array<std::string_view, 7> others{"op",   "id",   "ids", "type",
                                                     "with", "into", "edge"};
    return std::find(others.begin(), others.end(), folded) != others.end() ||
           has_word<EdgeKind>(folded);
}

bool is_op(std::string_view word) {
    return has_word<Op>(fold_word(word));
}

}  // namespace tools::map::form
