#include "mcp/cli_commands.hpp"

#include <algorithm>
#include <istream>
#include <ostream>

namespace mcp {
namespace {

/// One line of a script.
struct Step {
    const tools::Tool* tool = nullptr;
    Json arguments = Json::object();
    Json expect;       ///< null: anything
    std::string keep;  ///< what later lines call its result; empty: nobody does
};

store::Error misuse(const std::string& message) {
    return {store::Code::invalid, message};
}

Step read_step(const Server& server, const std::string& text) {
    const Json json = tools::parse_json(text);
    const std::string* name = json.is_object() ? string_param(json, "tool") : nullptr;
    if (name == nullptr) throw misuse("expected an object with tool, arguments and perhaps expect");
    Step out;
    out.tool = server.site().catalog.tool(*name);
    if (out.tool == nullptr) throw misuse(tools::unknown_tool(server.site().catalog, *name));
    for (const auto& member : json.items())
        if (member.key() == "arguments")
            out.arguments = member.value();
        else if (member.key() == "expect")
            out.expect = member.value();
        else if (member.key() == "keep" && member.value().is_string())
            out.keep = member.value();
        else if (member.key() != "tool")
            throw misuse("unknown member: known are tool, arguments, expect, keep (a name)");
    return out;
}

/// Puts parts of kept results into arguments: `${NAME/member}` is that member of the
/// result that a line kept under the name.
void fill_in(const Json& kept, Json& arguments) {
    if (arguments.is_structured()) {
        for (auto& inner : arguments)
            fill_in(kept, inner);
        return;
    }
    if (!arguments.is_string() || kept.empty()) return;
    std::string text = arguments.get<std::string>();
    for (std::size_t at = text.find("${"); at != std::string::npos; at = text.find("${", at)) {
        const std::size_t end = text.find('}', at);
        const std::string place = "/" + text.substr(at + 2, end - at - 2);
        const Json* found = &kept;
        for (std::size_t from = 1; found != nullptr && from < place.size();) {
            const std::size_t slash = std::min(place.find('/', from), place.size());
            const auto member =
                found->is_object() ? found->find(place.substr(from, slash - from)) : found->end();
            found = member == found->end() ? nullptr : &*member;
            from = slash + 1;
        }
        if (end == std::string::npos || found == nullptr || !found->is_string())
            throw misuse("nothing is kept as " + place.substr(1));
        const auto& part = found->get_ref<const std::string&>();
        text.replace(at, end + 1 - at, part);
        at += part.size();
    }
    arguments = text;
}

}  // namespace

std::string mismatch(const Json& want, const Json& got, const std::string& path) {
    const auto differs = [&] {
        return (path.empty() ? "the result" : path) + " is " + json_text(got) + ", expected " +
               json_text(want);
    };
    if (want.is_object()) {
        if (!got.is_object()) return differs();
        for (const auto& member : want.items()) {
            const std::string inner = path + "/" + member.key();
            const auto found = got.find(member.key());
            if (found == got.end())
                return inner + " is absent, expected " + json_text(member.value());
            if (auto fault = mismatch(member.value(), *found, inner); !fault.empty()) return fault;
        }
        return {};
    }
    if (!want.is_array()) return want == got ? std::string() : differs();
    if (!got.is_array() || got.size() != want.size()) return differs();
    for (std::size_t i = 0; i < want.size(); ++i)
        if (auto fault = mismatch(want[i], got[i], path + "/" + std::to_string(i)); !fault.empty())
            return fault;
    return {};
}

int run_script(const Server& server, std::istream& in, std::ostream& out, std::ostream& err) {
    std::string text;
    Json kept = Json::object();
    for (std::size_t number = 1; std::getline(in, text); ++number) {
        if (text.find_first_not_of(" \t\r") == std::string::npos) continue;
        const std::string where = "throughline: line " + std::to_string(number) + ": ";
        Step step;
        if (const auto failure = attempt([&] {
                step = read_step(server, text);
                fill_in(kept, step.arguments);
            })) {
            err << where << failure_text(*failure) << "\n";
            return exit_misuse;
        }
        const Json result = shown(server.call(*step.tool, step.arguments));
        out << json_text(result) << "\n" << std::flush;
        if (!step.keep.empty()) kept[step.keep] = result;
        if (step.expect.is_null()) continue;
        if (const std::string fault = mismatch(step.expect, result); !fault.empty()) {
            err << where << fault << "\n";
            return exit_refused;
        }
    }
    return exit_ok;
}

}  // namespace mcp
