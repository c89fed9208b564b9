#include "tools/space_page.hpp"

namespace tools {

Page<Resource> space_page(store::Store& store, const Call& call, store::SpaceKind kind,
                          const std::string& after, std::size_t limit,
                          const std::function<Resource(const std::string& name)>& shown) {
    auto spaces = store.read([&](const store::ReadTxn& txn) {
        return store::list_spaces(txn, call.principal.tenant, kind, after, limit + 1);
    });
    Page<Resource> page;
    if (spaces.size() > limit) {
        spaces.resize(limit);
        page.next = spaces.back().name;
    }
    for (const auto& space : spaces)
        page.items.push_back(shown(space.name));
    return page;
}

}  // namespace tools
