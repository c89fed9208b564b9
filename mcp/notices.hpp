#pragma once

#include "mcp/session.hpp"
#include "store/journal.hpp"
#include "store/store.hpp"
#include "tools/catalog.hpp"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcp {

/// A resource a client wants to hear of, and the space it is made from.
struct Subject {
    std::string uri;
    std::optional<tools::Watched> watched;  ///< nothing: it never changes
};

/// What a client asked to be told.
struct Interest {
    std::string tag;  ///< JSON text of the listen request's id; empty: legacy subscriptions
    std::vector<Subject> subjects;
    bool resource_list = false;
    bool tool_list = false;
    bool prompt_list = false;
};

/// Tells clients of changes, those that other processes made included. Watches the
/// store only while somebody asks for it.
class Notices {
public:
    Notices(const store::Store& store, store::Reach reach);

    /// Sends `first` (may be empty) before any notice of this interest. False, and
    /// nothing was done, when the channel listens under this tag already.
    bool listen(Channel& channel, Interest interest, const std::string& first);

    /// Ends what was opened under a tag; true when there was such a one.
    bool unlisten(Channel& channel, std::string_view tag);

    /// Adds to or takes from the legacy subscriptions of a channel.
    void subscribe(Channel& channel, Subject subject);
    void unsubscribe(Channel& channel, const std::string& uri);

    /// Tells everybody who asked that a list is another one: `tools` or `prompts`.
    void list_changed(std::string_view list);

    /// Closes all of a channel: its tags, so that they can be told the end.
    std::vector<std::string> forget(Channel& channel);

private:
    struct Listener {
        Channel* channel;
        Interest interest;
    };

    void watch();
    Listener* find(Channel& channel, std::string_view tag);
    /// Stops watching when nobody listens; takes the lock over to do so.
    void rest(std::unique_lock<std::mutex> lock);
    void tell(const store::Changes& changes);

    const store::Store& store_;
    store::Reach reach_;
    std::mutex mutex_;
    std::vector<Listener> listeners_;
    std::unique_ptr<store::Watcher> watcher_;
};

}  // namespace mcp
