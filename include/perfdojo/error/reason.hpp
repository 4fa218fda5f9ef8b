// SPDX-License-Identifier: Apache-2.0
// reason: one enumerator and one sentence for each way in which a schedule or a program can be wrong.
#pragma once

#include <cstdint>
#include <string_view>

namespace perfdojo {

// In a sentence, {scope}, {buffer}, {asked} and {found} stand for the values of the verdict; with _type, numbers are those of
// ir::element; {limit} is the asked plan_limit.
#define PERFDOJO_REASONS(X)                                                                                \
  X(ok, "nothing is wrong")                                                                                \
  /* names and parameters */                                                                               \
  X(no_such_scope, "the program has no scope {scope}")                                                     \
  X(no_such_buffer, "the program has no buffer {buffer}")                                                  \
  X(name_is_taken, "the name {scope} is in use already")                                                   \
  X(name_is_not_a_word, "the name {scope} is no word of letters, digits, _ and . after a letter or _")     \
  X(factor_out_of_range, "the factor {asked} for scope {scope} is out of range")                           \
  X(extent_is_not_constant, "the extent of scope {scope} is known only at run time")                       \
  X(factor_does_not_divide_extent, "{asked} does not divide {found}, the extent of scope {scope}")         \
  X(dimension_out_of_range, "buffer {buffer} has {found} dimensions; dimension {asked} does not exist")    \
  X(capacity_exceeded, "the program would exceed the fixed capacity of {found} entries")                   \
  /* structure */                                                                                          \
  X(scopes_are_not_nested, "scope {scope} is not directly inside the other scope as its only child")       \
  X(scopes_are_not_siblings, "scope {scope} and the other scope are not neighbours below one parent")      \
  X(extents_differ, "the extents of the scopes differ")                                                    \
  X(scope_is_not_sequential, "scope {scope} is not sequential any more")                                   \
  X(scope_is_a_branch, "scope {scope} is a branch, which runs once where a size is small, and no loop")    \
  X(bound_depends_on_scope, "the bound of a scope further in depends on scope {scope}")                    \
  X(condition_depends_on_scope, "a condition depends on scope {scope}")                                    \
  X(scope_has_one_child, "scope {scope} has one child only: there is nothing to separate")                 \
  X(no_such_child, "scope {scope} has {found} children, too few for position {asked}")                     \
  X(no_node_before_scope, "no node stands before scope {scope} below the same parent")                     \
  X(scope_holds_scopes, "scopes stand below scope {scope}; a vector scope holds operations only")          \
  X(scope_runs_in_parallel, "parallel scopes do not nest, and scope {scope} is parallel already")          \
  X(scope_is_not_parallel, "scope {scope} is not parallel")                                                \
  X(work_is_shared_so, "scope {scope} shares its iterations in that way already")                          \
  X(scope_has_no_bound, "scope {scope} has no bound")                                                      \
  X(extent_is_empty, "scope {scope} never runs")                                                           \
  X(indices_do_not_combine, "the indices of the two scopes do not combine to one index")                   \
  X(extent_is_too_large, "the extent {found} of scope {scope} is above the limit of {asked}")              \
  /* dependences */                                                                                        \
  X(dependence_is_reversed,                                                                                \
    "iterations of scope {scope} depend on each other through buffer {buffer} in an order "                \
    "that the move would reverse")                                                                         \
  X(dependence_is_carried, "iterations of scope {scope} depend on each other through buffer {buffer}")     \
  X(first_iteration_needs_values,                                                                          \
    "the first iteration of scope {scope} needs the values that are written to buffer "                    \
    "{buffer} there")                                                                                      \
  X(values_change_when_repeated, "repeated iterations of scope {scope} might change buffer {buffer}")      \
  X(reassociation_is_forbidden,                                                                            \
    "policy strict forbids a change of the order of the reduction into {buffer}")                          \
  X(approximation_is_forbidden,                                                                            \
    "policy strict forbids a move that computes values in another way, equal in real numbers only")        \
  X(update_is_not_a_reduction, "the operation below scope {scope} is not a reduction into {buffer}")       \
  X(update_has_no_neutral, "the reduction into {buffer} has no neutral element that a program can hold")   \
  X(no_such_value,                                                                                         \
    "scope {scope} has {found} values that the move could take; number {asked} does not exist")            \
  X(value_may_not_exist,                                                                                   \
    "value {asked} of scope {scope} may read elements that do not exist, or be undefined, where nothing "  \
    "needs it")                                                                                            \
  X(child_depends_on_scope, "child {asked} of scope {scope} changes with the index of the scope")          \
  X(scope_may_not_run, "scope {scope} may run nothing, and then buffer {buffer} must stay as it is")       \
  X(sum_does_not_rescale,                                                                                  \
    "what scope {scope} adds to {buffer} is not exp(x - m) times a factor, for the x whose maximum is m")  \
  X(sum_is_no_variance, "scope {scope} has no sum of x that fits a sum of (x - u)*(x - u) in {buffer}")    \
  X(sum_does_not_start_at_zero, "the sum in {buffer} does not start as 0 before scope {scope}")            \
  /* storage */                                                                                            \
  X(buffer_is_an_argument, "buffer {buffer} is an argument; its storage belongs to the caller")            \
  X(buffer_is_not_an_argument, "buffer {buffer} is private, not an argument")                              \
  X(buffer_lives_everywhere, "buffer {buffer} lives for the whole program: no scope has instances of it")  \
  X(buffer_is_placed, "buffer {buffer} is in that place already")                                          \
  X(buffer_is_written, "buffer {buffer} is written inside scope {scope}")                                  \
  X(buffer_is_not_written, "nothing inside scope {scope} writes buffer {buffer}")                          \
  X(dimension_is_reused, "dimension {asked} of buffer {buffer} is folded: its elements share storage")     \
  X(element_may_not_exist,                                                                                 \
    "iterations of scope {scope} may not touch buffer {buffer}, and the elements "                         \
    "that the move would touch there may not exist")                                                       \
  X(buffer_is_not_accessed, "nothing inside scope {scope} accesses buffer {buffer}")                       \
  X(footprint_is_not_bounded,                                                                              \
    "the part of buffer {buffer} that scope {scope} touches has no constant bound")                        \
  X(accesses_differ, "accesses to buffer {buffer} differ by more than a constant")                         \
  X(live_range_exceeds_iteration,                                                                          \
    "values of buffer {buffer} live longer than one iteration of scope {scope}")                           \
  X(not_a_register_tile, "buffer {buffer} is indexed by scope {scope}, which is not unrolled or vector")   \
  X(value_beyond_bound_is_observed,                                                                        \
    "positions beyond the bound of scope {scope} would change buffer {buffer}")                            \
  X(buffer_lives_in_scope, "buffer {buffer} lives in scope {scope}, so its lanes would share one element") \
  X(buffer_has_no_addresses, "buffer {buffer} is in registers: its elements have no distances")            \
  X(buffer_is_too_large, "buffer {buffer} has {found} bytes; the limit is {asked}")                        \
  X(buffer_is_prefetched, "scope {scope} prefetches buffer {buffer} already")                              \
  X(elements_stay_the_same, "every iteration of scope {scope} reads the same elements of buffer {buffer}") \
  X(buffer_is_streamed, "scope {scope} streams buffer {buffer} already")                                   \
  X(buffer_is_used_again,                                                                                  \
    "elements of buffer {buffer} are read, or written again by later iterations of a scope: they belong "  \
    "in the caches")                                                                                       \
  X(buffer_is_not_stored_in_vectors,                                                                       \
    "not every assignment to buffer {buffer} below scope {scope} stores whole vectors of neighbours")      \
  X(index_does_not_separate,                                                                               \
    "an index of buffer {buffer} does not separate into quotient and remainder of {asked}")                \
  X(permutation_is_invalid, "the permutation of the dimensions of buffer {buffer} is invalid")             \
  X(producer_is_not_unique, "buffer {buffer} is not written by exactly one plain assignment")              \
  X(buffer_has_one_reader, "nothing but scope {scope} reads buffer {buffer}: there is nothing to repeat")  \
  X(producer_depends_on_scope,                                                                             \
    "the value in buffer {buffer} depends on the index of scope {scope}, which an element "                \
    "does not determine")                                                                                  \
  X(inputs_change, "what scope {scope} reads of buffer {buffer} changes before the value is used")         \
  X(instruction_extent_differs, "scope {scope} has extent {found}; the instruction has {asked}")           \
  X(instruction_form_differs, "the operation on {buffer} below scope {scope} is not the instruction's")    \
  X(instruction_type_differs,                                                                              \
    "buffer {buffer} has elements of type {found_type}; the instruction has {asked_type}")                 \
  X(instruction_stride_differs,                                                                            \
    "buffer {buffer} has stride {found} along scope {scope}; the instruction has {asked}")                 \
  X(instruction_stride_is_unknown,                                                                         \
    "the stride of buffer {buffer} along scope {scope} is known only at run time; the instruction has "    \
    "{asked}")                                                                                             \
  /* the executor */                                                                                       \
  X(plan_capacity_exceeded, "the CPU executor has room for {found} {limit}; scope {scope} has more in it") \
  X(size_is_unknown, "no argument has the size {scope} as a dimension, so no call tells its value")        \
  /* programs (verify, parse, lang) */                                                                     \
  X(index_is_not_bound, "the index {scope} is used outside its scope")                                     \
  X(rank_mismatch, "buffer {buffer} has rank {found} and is accessed with {asked} indices")                \
  X(type_mismatch, "operand types differ near buffer {buffer}; write a conversion")                        \
  X(read_before_written, "buffer {buffer} is read before it is written")                                   \
  X(program_is_malformed, "the program breaks an invariant at node {asked}: {found}")                      \
  X(syntax_error, "the text is wrong at line {asked}, column {found}")

enum class reason : std::uint8_t {
#define PERFDOJO_REASON(id, sentence) id,
  PERFDOJO_REASONS(PERFDOJO_REASON)
#undef PERFDOJO_REASON
};

inline constexpr std::string_view reason_names[] = {
#define PERFDOJO_REASON(id, sentence) #id,
    PERFDOJO_REASONS(PERFDOJO_REASON)
#undef PERFDOJO_REASON
};
// Sentences longer than a line are literals in pieces. NOLINTBEGIN(bugprone-suspicious-missing-comma)
inline constexpr std::string_view reason_sentences[] = {
#define PERFDOJO_REASON(id, sentence) sentence,
    PERFDOJO_REASONS(PERFDOJO_REASON)
#undef PERFDOJO_REASON
};
// NOLINTEND(bugprone-suspicious-missing-comma)
#undef PERFDOJO_REASONS

constexpr std::string_view name_of(reason r) { return reason_names[static_cast<int>(r)]; }
constexpr std::string_view sentence_of(reason r) { return reason_sentences[static_cast<int>(r)]; }

}  // namespace perfdojo
