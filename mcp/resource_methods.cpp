#include "mcp/cursor.hpp"
#include "mcp/methods.hpp"

#include <algorithm>

namespace mcp {
namespace {

constexpr std::size_t page_size = 100;
constexpr Caching stale{};  // a map changes with every turn

void append_member(std::string& out, const char* name, std::string_view value) {
    if (value.empty()) return;
    append_key(out, name);
    append_text(out, value);
}

std::string entry(const tools::Resource& resource) {
    std::string out = "{";
    append_member(out, "uri", resource.uri);
    append_member(out, "name", resource.name);
    append_member(out, "title", resource.title);
    append_member(out, "description", resource.about);
    append_member(out, "mimeType", resource.mime);
    return out + "}";
}

std::string entry(const tools::ResourceRow& row) {
    std::string out = "{";
    append_member(out, "uriTemplate", row.uri_template);
    append_member(out, "name", row.name);
    append_member(out, "title", row.title);
    append_member(out, "description", row.about);
    append_member(out, "mimeType", row.mime);
    return out + "}";
}

/// Appends the resources of the rows from the cursor on, a page of them, and
/// returns where the next page starts.
std::optional<Cursor> append_page(std::string& out, const Exchange& exchange, Cursor at) {
    const auto& rows = exchange.site.catalog.resources;
    std::size_t room = page_size;
    for (; at.row < rows.size(); ++at.row, at.after.clear()) {
        if (!rows[at.row].list) continue;
        if (room == 0) return at;
        const auto page = rows[at.row].list(exchange.site.store, exchange.call, at.after, room);
        for (const auto& resource : page.items) {
            if (out.back() != '[') out += ',';
            out += entry(resource);
        }
        if (!page.next.empty()) return Cursor{at.row, page.next};
        room -= std::min(room, page.items.size());
    }
    return std::nullopt;
}

const tools::ResourceRow* row_of(const Site& site, const std::string& uri) {
    const auto& rows = site.catalog.resources;
    const auto found =
        std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.matches(uri); });
    return found == rows.end() ? nullptr : &*found;
}

/// The space a resource is made from; nothing when it never changes for this caller.
std::optional<tools::Watched> watched_by(const Site& site, const tools::ResourceRow& row,
                                         const std::string& uri) {
    auto out = row.watched ? row.watched(uri) : std::nullopt;
    if (out && !site.principal.tenant.holds(out->kind, out->name)) out.reset();
    return out;
}

std::string known_templates(const Site& site) {
    std::string out;
    for (const auto& row : site.catalog.resources)
        out.append(out.empty() ? "" : ", ").append(row.uri_template);
    return out;
}

Fault unknown_resource(const Exchange& exchange, const std::string& uri) {
    return {exchange.era == Era::modern ? code::invalid_params : code::resource_not_found,
            "no such resource: known are " + known_templates(exchange.site),
            {{"uri", uri}}};
}

Fault missing_uri() {
    return bad_params("uri is missing: send the resource's URI as a string");
}

}  // namespace

Answer list_resources(const Exchange& exchange) {
    const Json& params = exchange.message.params;
    Cursor at;
    if (const auto given = params.find("cursor"); given != params.end() && !given->is_null()) {
        const auto cursor = read_cursor(given->is_string() ? given->get<std::string>() : "?");
        if (!cursor) return bad_params("cursor is none of this server: send no cursor to start");
        at = *cursor;
    }
    std::string out = "\"resources\":[";
    const auto next = append_page(out, exchange, at);
    out += ']';
    if (next) append_member(out, "nextCursor", cursor_text(*next));
    return Result{std::move(out), stale};
}

Answer list_templates(const Exchange& exchange) {
    if (auto fault = cursor_fault(exchange.message)) return *std::move(fault);
    std::string out = "\"resourceTemplates\":[";
    for (const auto& row : exchange.site.catalog.resources) {
        if (out.back() != '[') out += ',';
        out += entry(row);
    }
    constexpr int hour_ms = 3'600'000;
    return Result{out + "]", Caching{hour_ms, "private"}};
}

Answer read_resource(const Exchange& exchange) {
    const std::string* uri = string_param(exchange.message.params, "uri");
    if (uri == nullptr) return missing_uri();
    const auto* row = row_of(exchange.site, *uri);
    if (row == nullptr) return unknown_resource(exchange, *uri);
    const auto document = row->read(exchange.site.store, exchange.call, *uri);
    if (!document) return unknown_resource(exchange, *uri);
    std::string content = "{";
    append_member(content, "uri", document->uri);
    append_member(content, "mimeType", document->mime);
    append_key(content, "text");
    append_text(content, document->text);
    return Result{"\"contents\":[" + content + "}]", stale};
}

Answer subscribe(const Exchange& exchange) {
    const std::string* uri = string_param(exchange.message.params, "uri");
    if (uri == nullptr) return missing_uri();
    const auto* row = row_of(exchange.site, *uri);
    if (row == nullptr) return unknown_resource(exchange, *uri);
    exchange.session.listening = true;
    exchange.notices.subscribe(exchange.session.channel,
                               {*uri, watched_by(exchange.site, *row, *uri)});
    return Result{};
}

Answer unsubscribe(const Exchange& exchange) {
    const std::string* uri = string_param(exchange.message.params, "uri");
    if (uri == nullptr) return missing_uri();
    exchange.notices.unsubscribe(exchange.session.channel, *uri);
    return Result{};
}

namespace {

constexpr std::size_t max_subjects = 1'000;

/// The filter of a listen request, as far as this server keeps it.
struct Filter {
    Json agreed = Json::object();
    Interest interest;
};

bool wants(const Json& asked, const char* kind) {
    const auto found = asked.find(kind);
    return found != asked.end() && found->is_boolean() && found->get<bool>();
}

Filter read_filter(const Site& site, const Json& asked) {
    Filter out;
    const auto& offers = site.catalog;
    out.interest.tool_list = wants(asked, "toolsListChanged") && !offers.tools.empty();
    if (out.interest.tool_list) out.agreed["toolsListChanged"] = true;
    out.interest.prompt_list = wants(asked, "promptsListChanged") && !offers.prompts.empty();
    if (out.interest.prompt_list) out.agreed["promptsListChanged"] = true;
    out.interest.resource_list = wants(asked, "resourcesListChanged") && !offers.resources.empty();
    if (out.interest.resource_list) out.agreed["resourcesListChanged"] = true;
    const auto uris = asked.find("resourceSubscriptions");
    if (uris == asked.end() || !uris->is_array()) return out;
    for (const auto& uri : *uris) {
        const auto* row = uri.is_string() ? row_of(site, uri.get<std::string>()) : nullptr;
        if (row == nullptr || !row->watched) continue;
        out.interest.subjects.push_back({uri, watched_by(site, *row, uri)});
        out.agreed["resourceSubscriptions"].push_back(uri);
    }
    return out;
}

std::string subscription_meta(const std::string& tag) {
    return "\"io.modelcontextprotocol/subscriptionId\":" + tag;
}

}  // namespace

std::string listen_end(const std::string& tag) {
    return result_line(tag, result_text(Era::modern, {"", {}, subscription_meta(tag)}));
}

Answer listen(const Exchange& exchange) {
    const Json& params = exchange.message.params;
    const auto asked = params.find("notifications");
    if (asked == params.end() || !asked->is_object())
        return bad_params(
            "notifications is missing: send an object such as "
            "{\"resourcesListChanged\":true}, {} for none");
    const auto uris = asked->find("resourceSubscriptions");
    if (uris != asked->end() && uris->size() > max_subjects)
        return bad_params("resourceSubscriptions holds at most " + std::to_string(max_subjects) +
                          " URIs a request");
    const std::string& tag = exchange.message.id;
    Filter filter = read_filter(exchange.site, *asked);
    filter.interest.tag = tag;
    const std::string acknowledged =
        notification_line("notifications/subscriptions/acknowledged",
                          "{\"notifications\":" + json_text(filter.agreed) + ",\"_meta\":{" +
                              subscription_meta(tag) + "}}");
    if (filter.agreed.empty()) {
        exchange.session.channel.send(acknowledged, {});
        return Result{"", {}, subscription_meta(tag)};
    }
    if (!exchange.notices.listen(exchange.session.channel, std::move(filter.interest),
                                 acknowledged))
        return Fault{code::invalid_request, "a listen request with this id is open already"};
    return Held{};
}

}  // namespace mcp
