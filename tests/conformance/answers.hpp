#pragma once

#include "mcp/input.hpp"

#include <string>

namespace tests {

using mcp::Answer;
using mcp::Exchange;
using mcp::Json;

/// Answers that no row of a catalogue gives: contents of every kind, logs, questions
/// to legacy clients. Nothing for what the catalogue serves.
std::optional<Answer> conformance_answer(const Exchange& exchange);

/// The same for what asks the client through multi-round-trip input.
std::optional<Answer> input_answer(const Exchange& exchange, const std::string& name);

/// A result with these blocks of content.
mcp::Result contents(const Json& blocks);

/// A result with a text.
mcp::Result text_result(const std::string& text);

}  // namespace tests
