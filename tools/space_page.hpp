#pragma once

#include "store/space.hpp"
#include "store/store.hpp"
#include "tools/call.hpp"
#include "tools/catalog.hpp"

#include <cstddef>
#include <functional>
#include <string>

namespace tools {

/// The spaces of a kind that a caller reaches, behind a name, at most so many, each as
/// the resource that `shown(name)` makes of it.
Page<Resource> space_page(store::Store& store, const Call& call, store::SpaceKind kind,
                          const std::string& after, std::size_t limit,
                          const std::function<Resource(const std::string& name)>& shown);

}  // namespace tools
