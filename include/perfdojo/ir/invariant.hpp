// SPDX-License-Identifier: Apache-2.0
// invariant: one enumerator and one sentence for each way in which a program can be malformed.
#pragma once

#include <perfdojo/core/index_math.hpp>

#include <string_view>

namespace perfdojo::ir {

// verify() puts the enumerator into verdict::found of reason::program_is_malformed.
#define PERFDOJO_INVARIANTS(X)                                                                            \
  X(counts, "a list is longer than its capacity")                                                         \
  X(numbering, "links lead astray, or nodes are not numbered in pre-order")                               \
  X(nesting, "scopes are nested more than 24 deep")                                                       \
  X(names, "a name is empty, has a wrong character or is a word of the text form")                        \
  X(empty_scope, "a scope has no body")                                                                   \
  X(node_fields, "a scope has fields of an operation, or an operation fields of a scope")                 \
  X(size_value, "the constant value of a size is out of range")                                           \
  X(dimension_form,                                                                                       \
    "a dimension has a size that does not exist, a number out of range, or a step without size")          \
  X(buffer_order, "an argument stands behind a private buffer, has a home or is reused")                  \
  X(buffer_type, "a buffer has the type boolean")                                                         \
  X(buffer_unused, "a private buffer is never accessed")                                                  \
  X(register_extent, "a buffer in registers has a run-time extent")                                       \
  X(home_scope, "the home of a buffer does not enclose all accesses to it")                               \
  X(extent_form,                                                                                          \
    "an extent has a size that does not exist, a number out of range, or parts of a bound without size")  \
  X(extent_origin, "an index expression is not sorted, has a zero or has numbers out of range")           \
  X(count_scope, "count() does not name an enclosing cases scope, or stands beside a bound")              \
  X(unrolled_extent, "an unrolled, vector or cases scope has no cap up to 64")                            \
  X(zero_scope,                                                                                           \
    "a scope that writes zeros beyond its bound has no finite cap, or more below it than assignments to " \
    "private buffers")                                                                                    \
  X(condition_scope, "a condition does not name an enclosing scope")                                      \
  X(access_order, "accesses or expressions are missing, shared or not in order of appearance")            \
  X(expression_fields, "an expression has fields that its function does not use")                         \
  X(constant_value, "a constant does not fit its type")                                                   \
  X(destination_form, "an operation has no destination in a buffer, or a prefetch has a value")           \
  X(streamed_update, "an operation is streamed and is no plain assignment")

enum class invariant : std::uint8_t {
#define PERFDOJO_INVARIANT(id, sentence) id,
  PERFDOJO_INVARIANTS(PERFDOJO_INVARIANT)
#undef PERFDOJO_INVARIANT
};
// Sentences longer than a line are literals in pieces. NOLINTBEGIN(bugprone-suspicious-missing-comma)
inline constexpr std::string_view invariant_sentences[] = {
#define PERFDOJO_INVARIANT(id, sentence) sentence,
    PERFDOJO_INVARIANTS(PERFDOJO_INVARIANT)
#undef PERFDOJO_INVARIANT
};
// NOLINTEND(bugprone-suspicious-missing-comma)
#undef PERFDOJO_INVARIANTS

constexpr std::string_view sentence_of(invariant i) { return invariant_sentences[static_cast<int>(i)]; }

}  // namespace perfdojo::ir
