#include "tools/thread/node_json.hpp"

#include "tools/thread/lines.hpp"
#include "tools/thread/vector_text.hpp"

#include <algorithm>
#include <cmath>

namespace tools::thread {
namespace {

/// Reads one node and tells what is wrong with it.
class NodeReading {
public:
    NodeReading(const NodeArgs& given, std::string path, Problems& problems)
        : given_(given), problems_(problems) {
        draft_.path = std::move(path);
    }

    Draft run() {
        const auto kind = read_word<Kind>(given_.kind);
        if (!kind) {
            wrong("/kind", "unknown_word", allowed_words(given_.kind, words_of<Kind>()));
            return draft_;
        }
        draft_.made.node.kind = *kind;
        read_text(*kind);
        read_own_fields(*kind);
        read_common();
        return draft_;
    }

private:
    void wrong(const std::string& field, const char* reason, const std::string& message) {
        problems_.push_back({draft_.path + field, reason, message, "", {}});
    }

    std::string needed(const std::optional<std::string>& value, const char* field) {
        if (value && !value->empty()) return *value;
        wrong(std::string("/") + field, "missing",
              std::string("expected ") + field + " for a " + given_.kind);
        return {};
    }

    void read_text(Kind kind) {
        Words& words = draft_.made.words;
        if (kind == Kind::tool_call) {
            words.name = needed(given_.name, "name");
            const Json args = given_.args ? given_.args->value : Json::object();
            draft_.made.node.args_object = args.is_object();
            words.text = args.is_object() ? dump_json(args) : args.get<std::string>();
        } else if (kind == Kind::tool_result) {
            const auto& output = given_.output ? given_.output : given_.content;
            if (!output) wrong("/output", "missing", "expected output, \"\" where there was none");
            words.text = output.value_or("");
        } else {
            if (!given_.content) wrong("/content", "missing", "expected content, a text");
            words.text = given_.content.value_or("");
        }
        if (words.text.size() > max_content)
            wrong("", "too_long",
                  "a text has at most 1 MiB, this one has " + std::to_string(words.text.size()) +
                      " bytes: split it or keep it elsewhere");
    }

    void read_own_fields(Kind kind) {
        Node& node = draft_.made.node;
        if (kind == Kind::prompt && given_.role) {
            if (const auto role = read_word<Role>(*given_.role))
                node.role = *role;
            else
                wrong("/role", "unknown_word", allowed_words(*given_.role, words_of<Role>()));
        }
        if (kind == Kind::tool_call || kind == Kind::tool_result)
            node.call_id = needed(given_.call_id, "call_id");
        if (kind == Kind::critique) {
            draft_.target = needed(given_.target, "target");
            node.strategy = given_.strategy.value_or("");
            if (is_verdict(node))
                wrong(
                    "/strategy", "reserved",
                    "expected another word: thread_retract makes " + node.strategy + " critiques");
        }
        if (kind == Kind::summary)
            draft_.members = given_.members.value_or(std::vector<std::string>{});
        if (kind == Kind::summary && draft_.members.empty() && !given_.source_span)
            wrong("/members", "missing", "expected members, or source_span with two ids");
        draft_.made.words.model = given_.model.value_or("");
    }

    void read_common() {
        Node& node = draft_.made.node;
        Words& words = draft_.made.words;
        if (given_.metadata) read_metadata(given_.metadata->value);
        if (given_.logprobs) words.logprobs = sorted_text(given_.logprobs->value);
        if (given_.timestamp) draft_.made.time_given = *given_.timestamp;
        for (const auto* count : {&given_.tokens, &given_.timestamp})
            if (*count && **count < 0)
                wrong(count == &given_.tokens ? "/tokens" : "/timestamp", "too_small",
                      "expected a number from 0");
        if (given_.tokens) {
            node.tokens = *given_.tokens;
            node.counted = CountedBy::given;
        }
        words.nonce = given_.nonce.value_or("");
        if (given_.vector)
            draft_.vector = read_vector(*given_.vector, draft_.path + "/vector", problems_);
        draft_.local = given_.local.value_or("");
        draft_.parents = given_.parents;
        draft_.supersedes = given_.supersedes.value_or(std::vector<std::string>{});
        draft_.transclude = given_.transclude.value_or(std::vector<std::string>{});
    }

    void read_metadata(const Json& metadata) {
        Node& node = draft_.made.node;
        draft_.made.words.metadata = sorted_text(metadata);
        node.message = message_in(metadata);
        const auto it = metadata.find("importance");
        if (it == metadata.end()) return;
        const double value = it->is_number() ? it->get<double>() : -1;
        if (value < 0 || value > 1)
            wrong("/metadata/importance", "out_of_range", "expected a number from 0 to 1");
        else
            node.importance = static_cast<std::uint16_t>(1 + std::lround(value * 1000));
    }

    const NodeArgs& given_;
    Problems& problems_;
    Draft draft_;
};

}  // namespace

std::string message_in(const Json& metadata) {
    const auto it = metadata.find("message");
    if (it == metadata.end()) return {};
    return it->is_string() ? it->get<std::string>().substr(0, 200) : dump_json(*it);
}

std::string sorted_text(const Json& json) {
    return nlohmann::json(json).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::vector<Draft> drafts_of(const View& view, const std::vector<NodeArgs>& nodes) {
    std::vector<Draft> out;
    Problems problems;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const std::string path = "/nodes/" + std::to_string(i);
        out.push_back(NodeReading(nodes[i], path, problems).run());
        const auto& span = nodes[i].source_span;
        if (out.back().made.node.kind != Kind::summary || !span || !out.back().members.empty())
            continue;
        if (span->size() != 2) {
            problems.push_back({path + "/source_span",
                                "wrong_size",
                                "expected two ids, the first and the last node",
                                "",
                                {}});
            continue;
        }
        for (const Number member :
             span_of(view, span->front(), span->back(), path + "/source_span"))
            out.back().members.push_back(view.node(member).id);
    }
    if (!problems.empty())
        throw store::Error(store::Code::invalid, "the nodes do not fit: nothing was stored",
                           std::move(problems));
    return out;
}

}  // namespace tools::thread
