#pragma once

#include "tools/catalog.hpp"

#include <string>

namespace tests {

/// What the conformance suite expects a server to offer, as far as rows can say it.
tools::Catalog conformance_catalog();

/// A picture of one pixel and a sound of no length, as base64.
extern const char* const red_pixel;
extern const char* const silence;

}  // namespace tests
