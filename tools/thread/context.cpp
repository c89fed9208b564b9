#include "tools/thread/context.hpp"

#include "store/error.hpp"
#include "tools/thread/render.hpp"

#include <algorithm>
#include <utility>

namespace tools::thread {
namespace {

Speaker speaker_of(const Header& node) {
    if (node.kind == Kind::prompt)
        return node.role == Role::system ? Speaker::system : Speaker::user;
    return node.kind == Kind::tool_result ? Speaker::tool : Speaker::assistant;
}

/// Writes out pieces.
class Messages {
public:
    Messages(const View& view, const Line& line) : view_(view), line_(line) {}

    void add_piece(const Piece& piece, const std::string* cut) {
        Message message;
        message.speaker = speaker_of(node(piece.said.front()));
        for (const std::uint32_t i : piece.said)
            add_said(message, i, cut);
        out.push_back(std::move(message));
        for (const std::uint32_t i : piece.results) {
            Message result;
            result.speaker = Speaker::tool;
            result.call_id = tool_texts(line_, line_.candidates[i]).call_id;
            add_said(result, i, nullptr);
            out.push_back(std::move(result));
        }
    }

    void add_summary(const ShownSummary& summary) {
        Message message;
        message.speaker = Speaker::system;
        message.is_summary = true;
        message.has_text = true;
        message.text = summary.text;
        message.nodes = {summary.node.number};
        message.metadata = {""};
        out.push_back(std::move(message));
    }

    std::vector<Message> out;

private:
    [[nodiscard]] const Header& node(std::size_t i) const { return line_.candidates[i].node; }

    void add_said(Message& message, std::size_t i, const std::string* cut) const {
        Words words = view_.words(node(i));
        message.nodes.push_back(node(i).number);
        message.metadata.push_back(std::move(words.metadata));
        if (node(i).kind == Kind::tool_call) {
            message.calls.push_back({std::string(tool_texts(line_, line_.candidates[i]).call_id),
                                     std::move(words.name), std::move(words.text),
                                     node(i).args_object});
            return;
        }
        message.has_text = true;
        if (cut != nullptr) {
            message.text = *cut;
            return;
        }
        message.text = std::move(words.text);
        if (line_.candidates[i].transcludes) message.text += transcluded(view_, node(i));
    }

    const View& view_;
    const Line& line_;
};

void check_pins(const View& view, const Line& line, const std::set<Number>& pins) {
    for (const Number pin : pins) {
        const auto found =
            std::find_if(line.candidates.begin(), line.candidates.end(),
                         [&](const Candidate& one) { return one.node.number == pin; });
        if (found != line.candidates.end() && found->reason == Reason::over_budget) continue;
        const std::string why = found == line.candidates.end()
                                    ? "is no ancestor of the heads"
                                    : std::string("is out: ") +
                                          names(Reason{})[static_cast<std::size_t>(found->reason)];
        throw store::Error(store::Code::invalid, "a pin can't be shown",
                           {{"/pins",
                             "pin_not_shown",
                             view.short_id(pin) + " " + why + ": leave it out",
                             "",
                             {}}});
    }
}

}  // namespace

Context assemble(const View& view, const std::vector<Number>& heads, const Wish& wish,
                 bool drop_critique, const Counter& counter) {
    Context out;
    out.line = collect(view, heads, drop_critique, &counter);
    const Pieces pieces = pieces_of(view, out.line);
    check_pins(view, out.line, wish.pins);
    out.choice = choose(
        out.line, pieces, wish, [&](const Header& node) { return view.text(node); }, counter);
    Messages messages(view, out.line);
    std::vector<std::size_t> places(out.choice.pieces.begin(), out.choice.pieces.end());
    for (const ShownSummary& summary : out.choice.summaries)
        places.push_back(summary.at);
    for (const auto& [p, text] : out.choice.cut)
        places.push_back(p);
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    for (const std::size_t p : places) {
        for (const ShownSummary& summary : out.choice.summaries)
            if (summary.at == p) messages.add_summary(summary);
        const auto cut = out.choice.cut.find(p);
        if (cut != out.choice.cut.end())
            messages.add_piece(pieces[p], &cut->second);
        else if (out.choice.pieces.count(p) > 0)
            messages.add_piece(pieces[p], nullptr);
    }
    out.messages = std::move(messages.out);
    return out;
}

std::vector<Message> whole_line(const View& view, const std::vector<Number>& heads) {
    Line line = collect(view, heads, false, nullptr);
    Messages messages(view, line);
    const Pieces pieces = pieces_of(view, line, Calls::open_too);
    for (std::size_t p = 0; p < pieces.size(); ++p)
        messages.add_piece(pieces[p], nullptr);
    return std::move(messages.out);
}

}  // namespace tools::thread
