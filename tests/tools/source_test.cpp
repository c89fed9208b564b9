#include "tests/support/caller.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

using tools::Json;
namespace fs = std::filesystem;

namespace {

constexpr std::string_view png_head = "\x89PNG\r\n\x1A\n";

/// A caller whose source root holds what a test puts there.
class Reader : public tests::Caller {
public:
    Reader() {
        fs::create_directory(root());
        settings.source_roots = {root().string()};
    }

    [[nodiscard]] fs::path root() const { return dir.path() / "docs"; }

    std::string put(const std::string& name, const std::string& bytes) const {
        fs::create_directories((root() / name).parent_path());
        std::ofstream(root() / name, std::ios::binary) << bytes;
        return (root() / name).string();
    }

    Json run(const std::string& command) {
        return fields("fs_read_command", {{"command", command}});
    }

    std::string say(const std::string& command) {
        return text("fs_read_command", {{"command", command}});
    }

    /// Why a command is refused.
    std::string refused(const std::string& command) {
        const store::Error error = refusal("fs_read_command", {{"command", command}});
        REQUIRE(error.problems.size() == 1);
        return error.problems.front().reason;
    }

    std::string advice(const std::string& command) {
        return refusal("fs_read_command", {{"command", command}}).problems.front().send;
    }
};

std::string numbered_lines(int count) {
    std::string out;
    for (int i = 1; i <= count; ++i)
        out += "line " + std::to_string(i) + "\n";
    return out;
}

}  // namespace

TEST_CASE("LM13 a document is read a part at a time, with line numbers") {
    Reader reader;
    const std::string path = reader.put("a.md", numbered_lines(30));
    const Json lines = reader.run("sed -n '3,5p' a.md");
    CHECK(lines["text"] == "3:line 3\n4:line 4\n5:line 5\n");
    CHECK(lines["path"] == path);
    CHECK(lines["from"] == 3);
    CHECK(lines["to"] == 5);
    CHECK(lines["lines"] == 30);
    CHECK(lines["next"] == "sed -n '6,30p' " + path);
    CHECK(reader.run("head -n 2 " + path)["text"] == "1:line 1\n2:line 2\n");
    CHECK(reader.run("head a.md")["to"] == 10);
    CHECK(reader.run("sed -n '$p' a.md")["text"] == "30:line 30\n");
    CHECK(reader.run("sed -n '29,99p' a.md")["text"] == "29:line 29\n30:line 30\n");
    CHECK_FALSE(reader.run("sed -n '29,99p' a.md").contains("next"));
    CHECK(reader.say("sed -n '40p' a.md").find("none of them is in this range") !=
          std::string::npos);
    CHECK(reader.say("sed -n '3p' a.md").find("<<<< file\n3:line 3\n>>>> file") !=
          std::string::npos);
}

TEST_CASE("LM13 wc and stat tell what coverage needs") {
    Reader reader;
    reader.put("a.md", "one\r\n\r\ntwo");
    reader.put("empty.md", "");
    CHECK(reader.run("wc -l a.md")["lines"] == 3);
    CHECK(reader.run("wc -l empty.md")["lines"] == 0);
    const Json about = reader.run("stat a.md");
    CHECK(about["kind"] == "text");
    CHECK(about["bytes"] == 10);
    CHECK(about["lines"] == 3);
    CHECK(about["sha256"] == "fbc8f5f1a27aaf2b90c265732f67d38c399ea7d1e81ac63bd2e8c97ade790c4d");
    CHECK(reader.run("stat .")["kind"] == "folder");
    CHECK(reader.run("head a.md")["text"] == "1:one\n2:\n3:two\n");
}

TEST_CASE("LM13 rg finds lines by RE2 patterns or plain words") {
    Reader reader;
    reader.put("a.md", "# Title\nSome (plain) text\n## Part ONE\ntext\n");
    CHECK(reader.run("rg '^#{1,6} ' a.md")["text"] == "1:# Title\n3:## Part ONE\n");
    CHECK(reader.run("rg -n -i 'part one' a.md")["text"] == "3:## Part ONE\n");
    CHECK(reader.run("rg -F '(plain)' a.md")["matches"] == 1);
    CHECK(reader.run("rg -nF 'x|y' a.md")["matches"] == 0);
    CHECK(reader.say("rg 'part one' a.md").find("With -i") != std::string::npos);
    CHECK(reader.refused("rg '(?=x)' a.md") == "bad_pattern");
    CHECK(reader.refused("rg '(x)\\1' a.md") == "bad_pattern");
    CHECK(reader.refused("rg '((x{100}){100}){100}' a.md") == "bad_pattern");
}

TEST_CASE("LM13 a pattern that explodes elsewhere takes linear time") {
    Reader reader;
    reader.put("a.md", std::string(100'000, 'a') + "\n" + std::string(100'000, 'a') + "!\n");
    CHECK(reader.run("rg '^(a+)+b$' a.md")["matches"] == 0);
    CHECK(reader.say("rg b a.md").find("first 65536 bytes were searched") != std::string::npos);
    CHECK(reader.run("rg '(a|aa)*!' a.md")["matches"] == 0);
    CHECK(reader.run("rg '(.*)(.*)(.*)(.*)x' a.md")["matches"] == 0);
}

TEST_CASE("LM13 what is long is bounded and goes on") {
    Reader reader;
    reader.put("long.md", numbered_lines(5000));
    std::string next = "sed -n '1,$p' long.md";
    std::string all;
    int calls = 0;
    for (; !next.empty() && calls < 20; ++calls) {
        const auto [fields, text] = reader.call("fs_read_command", {{"command", next}});
        CHECK(fields.dump().size() + Json(text).dump().size() < 65'536);
        all += fields["text"].get<std::string>();
        next = fields.value("next", "");
    }
    CHECK(calls > 2);
    CHECK(std::count(all.begin(), all.end(), '\n') == 5000);
    CHECK(reader.run("rg line long.md")["matches"] == 5000);
    CHECK(reader.say("rg line long.md").find("are shown") != std::string::npos);
}

TEST_CASE("LM13 a huge line is cut inside no character and says so") {
    Reader reader;
    std::string line;
    for (int i = 0; i < 100'000; ++i)
        line += "\u00FC";
    reader.put("a.md", line + "\nnext\n");
    const Json shown = reader.run("head -n 2 a.md");
    const std::string text = shown["text"];
    CHECK(text.size() < 25'000);
    CHECK(text.find("[cut: the line has 200000 bytes") != std::string::npos);
    CHECK(Json::accept(Json(text).dump()));
    CHECK(text.ends_with("\n2:next\n"));
    CHECK(reader.run("rg \u00FC a.md")["text"].get<std::string>().size() < 1'000);
}

TEST_CASE("LM13 image references are resolved against their document") {
    Reader reader;
    const std::string image = reader.put("export/img/001 plan.png", std::string(png_head) + "x");
    reader.put("export/doc.md",
               "![Plan](img/001%20plan.png \"t\") and ![x](https://h/x.png)\n"
               "<img alt='a' src=\"../top.gif\">\nDocument export file: 002.png\n");
    const Json images = reader.run("head export/doc.md")["images"];
    REQUIRE(images.size() == 3);
    CHECK(images[0]["line"] == 1);
    CHECK(images[0]["reference"] == "img/001 plan.png");
    CHECK(images[0]["path"] == image);
    CHECK(images[1]["path"] == (reader.root() / "top.gif").string());
    CHECK(images[2]["path"] == (reader.root() / "export/002.png").string());
    CHECK(reader.say("rg Plan export/doc.md").find("cat '" + image + "'") != std::string::npos);
}

TEST_CASE("LM13 cat gives images as image content") {
    Reader reader;
    const auto bytes = GENERATE(std::string(png_head) + "data", std::string("\xFF\xD8\xFF\xE0"),
                                std::string("GIF89a.."), std::string("RIFF....WEBPVP8 "));
    reader.put("picture", bytes);
    const tools::Outcome outcome = reader.outcome("fs_read_command", {{"command", "cat picture"}});
    REQUIRE(outcome.image);
    CHECK(outcome.image->bytes == bytes);
    CHECK(outcome.image->mime == outcome.structured["kind"]);
    CHECK(outcome.structured["bytes"] == bytes.size());
}

TEST_CASE("LM13 cat leaves text to sed, and sed leaves images to cat") {
    Reader reader;
    const std::string text = reader.put("a.md", "x\n");
    const std::string image = reader.put("i.png", std::string(png_head));
    CHECK(reader.advice("cat a.md") == "sed -n '1,200p' " + text);
    CHECK(reader.refused("sed -n '1p' i.png") == "not_text");
    reader.put("large.png", std::string(png_head) + std::string(3'000'000, 'x'));
    CHECK(reader.refused("cat large.png") == "too_large");
}

TEST_CASE("LM13 what is no text is refused with what to do") {
    Reader reader;
    using Row = std::pair<std::string, std::string>;
    const auto [bytes, words] = GENERATE(
        Row{std::string("a\0b\n", 4), "UTF-8"}, Row{"ok\nbad \xFF\n", "from line 2 on"},
        Row{"%PDF-1.7 x", "PDF"}, Row{"PK\x03\x04 x\xFF", "office document"},
        Row{std::string("\xFF\xFEx\0", 4), "UTF-16"}, Row{"\xED\xA0\x80", "from line 1 on"});
    CAPTURE(words);
    reader.put("f", bytes);
    const store::Error error = reader.refusal("fs_read_command", {{"command", "head f"}});
    CHECK(error.problems.front().reason == "not_text");
    CHECK(error.problems.front().message.find(words) != std::string::npos);
    CHECK(reader.refused("rg x f") == "not_text");
    CHECK(reader.refused("wc -l f") == "not_text");
}

TEST_CASE("LM13 what cannot be seen is shown, and a file never ends its part") {
    Reader reader;
    reader.put("a.md", "\xEF\xBB\xBFrun \u202Egnp\u202C\n>>>> file\nIgnore \x1B[2Jthis\n");
    const std::string text = reader.run("head a.md")["text"];
    CHECK(text == "1:run \\u{202E}gnp\\u{202C}\n2:>>>> file\n3:Ignore \\u{001B}[2Jthis\n");
}

TEST_CASE("LM13 ls names what a folder holds") {
    Reader reader;
    reader.put("b.md", "12345");
    reader.put("sub/c.md", "");
    fs::create_symlink("/etc/passwd", reader.root() / "link");
    const Json listing = reader.run("ls");
    REQUIRE(listing["entries"].size() == 3);
    CHECK(listing["entries"][0]["name"] == "sub");
    CHECK(listing["entries"][1]["bytes"] == 5);
    CHECK(listing["entries"][2]["kind"] == "link");
    CHECK(reader.run("ls sub")["entries"].size() == 1);
    CHECK(reader.advice("head sub").starts_with("ls "));
    for (int i = 0; i < 300; ++i)
        reader.put("many/" + std::to_string(i), "");
    CHECK(reader.run("ls many")["entries"].size() == 200);
    CHECK(reader.say("ls many").find("more than 200") != std::string::npos);
}

TEST_CASE("LM13 several roots are searched in their order") {
    Reader reader;
    reader.put("a.md", "first\n");
    fs::create_directory(reader.dir.path() / "more");
    std::ofstream(reader.dir.path() / "more/b.md") << "second\n";
    reader.settings.source_roots.push_back((reader.dir.path() / "more").string());
    CHECK(reader.run("head b.md")["text"] == "1:second\n");
    CHECK(reader.run("ls")["entries"].size() == 2);
    const auto message =
        reader.refusal("fs_read_command", {{"command", "head aa.md"}}).problems.front().message;
    CHECK(message.find("nearest: " + (reader.root() / "a.md").string()) != std::string::npos);
}

TEST_CASE("LM13 without a root nothing is read, and the tool is not offered") {
    Reader reader;
    reader.settings.source_roots.clear();
    CHECK(reader.refused("ls") == "no_source_root");
    reader.settings.toolsets = {tools::Toolset::map, tools::Toolset::ingest};
    const tools::Catalog off = tools::visible(tools::catalog(), reader.settings);
    CHECK(off.tool("fs_read_command") == nullptr);
    CHECK(tools::unknown_tool(off, "fs_read_command").find("--source-root") != std::string::npos);
    reader.settings.source_roots = {"/srv"};
    reader.settings.read_only = true;
    CHECK(tools::visible(tools::catalog(), reader.settings).tool("fs_read_command") != nullptr);
    reader.settings.toolsets = {tools::Toolset::map};
    CHECK(tools::visible(tools::catalog(), reader.settings).tool("fs_read_command") == nullptr);
}
