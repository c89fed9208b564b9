#include "store/error.hpp"
#include "tools/amount.hpp"
#include "tools/thread/context.hpp"
#include "tools/thread/context_args.hpp"
#include "tools/thread/draw.hpp"
#include "tools/thread/formats_json.hpp"
#include "tools/thread/thread_tools.hpp"

#include <array>

namespace tools::thread {
namespace {

enum class ExportFormat : std::uint8_t {
    openai,
    anthropic,
    langchain_stored,
    llamaindex,
    chatml_text,
    mermaid,
    dot
};

constexpr auto names(ExportFormat) {
    return std::array{"openai",  "anthropic", "langchain_stored", "llamaindex", "chatml_text",
                      "mermaid", "dot"};
}

struct ExportArgs {
    std::optional<std::string> version, query, query_vector, thread, branch;
    std::optional<ExportFormat> format;
    std::optional<std::vector<std::string>> heads, pins;
    std::optional<std::int64_t> max_tokens, reserve;
    std::optional<Preference> strategy;

    static constexpr auto fields() {
        using A = ExportArgs;
        return std::tuple{field("format", &A::format, "Message list or drawing, default openai"),
                          field("version", &A::version, "Version or branch; default the branch"),
                          field("heads", &A::heads, "Nodes to stand on; default the version's"),
                          field("max_tokens", &A::max_tokens, "Only what this budget holds"),
                          field("reserve", &A::reserve, "As in thread_assemble"),
                          field("strategy", &A::strategy, "As in thread_assemble"),
                          field("query", &A::query, "As in thread_assemble"),
                          field("query_vector", &A::query_vector, "As in thread_assemble"),
                          field("pins", &A::pins, "As in thread_assemble"),
                          field("thread", &A::thread, about_thread),
                          field("branch", &A::branch, about_branch)};
    }
};

struct ExportReply {
    std::string thread, branch, version, text;
    std::int64_t lost = 0;
    std::optional<std::string> note;

    static constexpr auto fields() {
        using R = ExportReply;
        return std::tuple{field("thread", &R::thread, "The thread's name."),
                          field("branch", &R::branch, "The branch."),
                          field("version", &R::version, "The version exported."),
                          field("text", &R::text, "The messages as JSON, the text or the drawing."),
                          field("lost", &R::lost, "Messages with parts this format can't hold."),
                          field("note", &R::note, "What to know.")};
    }

    [[nodiscard]] std::string text_block() const { return text; }
};

View exported_view(const store::ReadTxn& txn, const Place& place, const ExportArgs& args) {
    if (!args.version || !place.space) return view_of(txn, place);
    if (auto version = named_version(txn, *place.space, *args.version))
        return {txn, *place.space, std::move(*version)};
    throw store::Error(store::Code::not_found, "no such version",
                       {{"/version",
                         "unknown_version",
                         "\"" + *args.version + "\" is neither a branch nor a version such as v12",
                         "",
                         {}}});
}

void draw(ExportReply& reply, const View& view, const ExportArgs& args,
          const std::optional<Context>& context) {
    Drawing drawing;
    for (const Number item : view.items())
        if (!view.link(item)) drawing.nodes.push_back(item);
    if (drawing.nodes.size() > most_drawn) {
        drawing.omitted = drawing.nodes.size() - most_drawn;
        drawing.nodes.erase(drawing.nodes.begin(),
                            drawing.nodes.end() - static_cast<std::ptrdiff_t>(most_drawn));
        reply.note = amount(drawing.omitted, "older node is", "older nodes are") + " not drawn";
    }
    if (context) {
        for (const Candidate& one : context->line.candidates)
            drawing.reasons[one.node.number] =
                names(one.reason)[static_cast<std::size_t>(one.reason)];
        for (const ShownSummary& one : context->choice.summaries)
            drawing.reasons[one.node.number] = "summary_of";
    }
    reply.text = args.format == ExportFormat::dot ? dot(view, drawing) : mermaid(view, drawing);
}

ExportReply export_thread(const store::ReadTxn& txn, const Call& call, const ExportArgs& args) {
    const Place place = open_place(txn, call, args.thread, args.branch);
    const View view = exported_view(txn, place, args);
    ExportReply reply{place.thread, place.branch, version_name(view.version().number), "", 0, {}};
    const std::vector<Number> heads = heads_of(view, args.heads);
    std::optional<Context> context;
    if (args.max_tokens) {
        ContextArgs wish;
        wish.pins = args.pins;
        wish.max_tokens = args.max_tokens;
        wish.reserve = args.reserve;
        wish.strategy = args.strategy;
        wish.query = args.query;
        wish.query_vector = args.query_vector;
        context = assemble(view, heads, wish_of(view, wish), false, call.counter);
    }
    const ExportFormat asked = args.format.value_or(ExportFormat::openai);
    if (asked == ExportFormat::mermaid || asked == ExportFormat::dot) {
        draw(reply, view, args, context);
        return reply;
    }
    const auto format = static_cast<Format>(asked);
    const Written written =
        write_messages(context ? context->messages : whole_line(view, heads), format);
    reply.text = format == Format::chatml_text ? written.text : dump_json(written.messages);
    reply.lost = static_cast<std::int64_t>(written.lost);
    return reply;
}

constexpr std::array export_tools{reads<export_thread>(
    {.name = "thread_export",
     .title = "Export a thread",
     .about = "Gives a thread's messages in the form of a client library, or a "
              "drawing of its graph; with max_tokens only what that budget holds.",
     .toolset = Toolset::thread})};

}  // namespace

constinit const Rows<Tool> export_rows = export_tools;

}  // namespace tools::thread
