#include "mcp/notices.hpp"

#include "mcp/failure.hpp"
#include "mcp/jsonrpc.hpp"

#include <algorithm>
#include <utility>

namespace mcp {
namespace {

/// What a round of changes touched.
struct Touched {
    bool everything = false;
    bool new_space = false;
    std::vector<store::SpaceEntry> spaces;

    [[nodiscard]] bool holds(const tools::Watched& watched) const {
        return everything || std::any_of(spaces.begin(), spaces.end(), [&](const auto& space) {
                   return space.kind == watched.kind && space.name == watched.name;
               });
    }
};

/// What lies out of reach is told to nobody.
Touched touched_by(const store::ReadTxn& txn, const store::Changes& changes,
                   const store::Reach& reach) {
    Touched out;
    out.everything = out.new_space = changes.lost;
    for (const auto& change : changes.changes) {
        auto entry = store::find_entry(txn, change.space);
        if (!entry || !reach.holds(entry->kind, entry->name)) continue;
        if (change.revision.value <= 1) out.new_space = true;
        out.spaces.push_back(std::move(*entry));
    }
    return out;
}

/// Params of a notice: what it says, and the listen request it belongs to.
std::string notice_params(const Interest& interest, const std::string& members) {
    std::string out = "{" + members;
    if (!interest.tag.empty()) {
        if (!members.empty()) out += ',';
        out += "\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":" + interest.tag + "}";
    }
    return out + "}";
}

void send_notices(Channel& channel, const Interest& interest, const Touched& touched) {
    for (const auto& subject : interest.subjects)
        if (subject.watched && touched.holds(*subject.watched))
            channel.send(
                notification_line("notifications/resources/updated",
                                  notice_params(interest, "\"uri\":" + json_string(subject.uri))),
                {});
    if (interest.resource_list && touched.new_space)
        channel.send(
            notification_line("notifications/resources/list_changed", notice_params(interest, "")),
            {});
}

}  // namespace

Notices::Notices(const store::Store& store, store::Reach reach)
    : store_(store), reach_(std::move(reach)) {}

void Notices::watch() {
    if (watcher_) return;
    watcher_ = std::make_unique<store::Watcher>(
        store_, reach_.name, [this](const store::Changes& changes) { tell(changes); });
}

Notices::Listener* Notices::find(Channel& channel, std::string_view tag) {
    const auto found = std::find_if(listeners_.begin(), listeners_.end(), [&](const Listener& l) {
        return l.channel == &channel && l.interest.tag == tag;
    });
    return found == listeners_.end() ? nullptr : &*found;
}

bool Notices::listen(Channel& channel, Interest interest, const std::string& first) {
    const std::lock_guard lock(mutex_);
    if (find(channel, interest.tag) != nullptr) return false;
    watch();
    if (!first.empty()) channel.send(first, {});
    listeners_.push_back({&channel, std::move(interest)});
    return true;
}

bool Notices::unlisten(Channel& channel, std::string_view tag) {
    std::unique_lock lock(mutex_);
    Listener* listener = find(channel, tag);
    if (listener == nullptr) return false;
    listeners_.erase(listeners_.begin() + (listener - listeners_.data()));
    rest(std::move(lock));
    return true;
}

void Notices::subscribe(Channel& channel, Subject subject) {
    const std::lock_guard lock(mutex_);
    watch();
    Listener* listener = find(channel, "");
    if (listener == nullptr) listener = &listeners_.emplace_back(Listener{&channel, {}});
    auto& subjects = listener->interest.subjects;
    const bool known = std::any_of(subjects.begin(), subjects.end(),
                                   [&](const Subject& s) { return s.uri == subject.uri; });
    if (!known) subjects.push_back(std::move(subject));
}

void Notices::unsubscribe(Channel& channel, const std::string& uri) {
    std::unique_lock lock(mutex_);
    Listener* listener = find(channel, "");
    if (listener == nullptr) return;
    std::erase_if(listener->interest.subjects, [&](const Subject& s) { return s.uri == uri; });
    if (!listener->interest.subjects.empty()) return;
    listeners_.erase(listeners_.begin() + (listener - listeners_.data()));
    rest(std::move(lock));
}

std::vector<std::string> Notices::forget(Channel& channel) {
    std::unique_lock lock(mutex_);
    std::vector<std::string> tags;
    for (const auto& listener : listeners_)
        if (listener.channel == &channel && !listener.interest.tag.empty())
            tags.push_back(listener.interest.tag);
    std::erase_if(listeners_, [&](const Listener& l) { return l.channel == &channel; });
    rest(std::move(lock));
    return tags;
}

void Notices::list_changed(std::string_view list) {
    const std::lock_guard lock(mutex_);
    const std::string method = "notifications/" + std::string(list) + "/list_changed";
    for (const auto& listener : listeners_) {
        const Interest& interest = listener.interest;
        if (list == "tools" ? interest.tool_list : interest.prompt_list)
            listener.channel->send(notification_line(method, notice_params(interest, "")), {});
    }
}

void Notices::rest(std::unique_lock<std::mutex> lock) {
    if (!listeners_.empty()) return;
    const auto idle = std::move(watcher_);  // its end waits for tell(), which wants the lock
    lock.unlock();
}

void Notices::tell(const store::Changes& changes) {
    Touched touched;
    const auto failed = attempt([&] {
        touched = store_.read(
            [&](const store::ReadTxn& txn) { return touched_by(txn, changes, reach_); });
    });
    if (failed) touched.everything = true;
    const std::lock_guard lock(mutex_);
    for (const auto& listener : listeners_)
        send_notices(*listener.channel, listener.interest, touched);
}

}  // namespace mcp
