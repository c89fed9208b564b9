#include "mcp/cli_commands.hpp"

#include <istream>
#include <ostream>

namespace mcp {
namespace {

/// One line of a script.
struct Step {
    const tools::Tool* tool = nullptr;
    Json arguments = Json::object();
    Json expect;  ///< null: anything
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
        else if (member.key() != "tool")
            throw misuse("unknown member: known are tool, arguments, expect");
    return out;
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
    for (std::size_t number = 1; std::getline(in, text); ++number) {
        if (text.find_first_not_of(" \t\r") == std::string::npos) continue;
        const std::string where = "throughline: line " + std::to_string(number) + ": ";
        Step step;
        if (const auto failure = attempt([&] { step = read_step(server, text); })) {
            err << where << failure_text(*failure) << "\n";
            return exit_misuse;
        }
        const Json result = shown(server.call(*step.tool, step.arguments));
        out << json_text(result) << "\n" << std::flush;
        if (step.expect.is_null()) continue;
        if (const std::string fault = mismatch(step.expect, result); !fault.empty()) {
            err << where << fault << "\n";
            return exit_refused;
        }
    }
    return exit_ok;
}

}  // namespace mcp
