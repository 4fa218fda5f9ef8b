// SPDX-License-Identifier: Apache-2.0
// descriptions: what each transformation does, in a sentence, for players. Made by scripts/documentation.py from the docstrings.
#pragma once

#include <perfdojo/schedule/catalogue.hpp>

#include <string_view>

namespace perfdojo {

struct described {
  std::string_view move, sentence;
};

// clang-format off
inline constexpr described descriptions[] = {
    {"accumulate", "Gives one iteration of `scope` a private tile in registers for its part of `buffer`: loaded at the start, used by all accesses, stored at the end."},
    {"cases", "Puts a cases scope with the extent of `scope` around the whole body of scope `at` (empty: around the whole program)."},
    {"common_subexpression", "Computes value number `which` (from 0) of those that stand more than once among the operations directly below `scope` in front of the first of them, into a private buffer, and reads that in all of these places."},
    {"compute_at", "Moves the nest `producer`, which fills a private buffer, to the front of the body of scope `consumer`, and shrinks nest and buffer to the part that one iteration reads."},
    {"first", "Moves the node directly before scope `into` to the front of its body, where it runs in the first iteration only."},
    {"fission", "Splits the body of a scope after its first `count` children: the rest moves to a copy of the scope that stands behind it."},
    {"fuse", "Collapses scope `outer` and its only child, scope `inner` of extent F, to one scope that runs F * outer + inner."},
    {"fuse_dimensions", "Makes one dimension of dimension `dimension` and the one behind it, of constant length L: element [i, j] becomes [L*i + j]."},
    {"halve", "Combines each partial result of the first half with one of the second half, so that the scope has half of them left."},
    {"hoist", "Computes the invariant value number `which` (from 0) below `scope` once before the scope, into a private buffer, and reads that in all places where the value stands."},
    {"hoist_nest", "Moves the first `count` children of a scope, operations and nests, in front of the scope."},
    {"inline_producer", "Puts the expression that the one assignment to a private buffer stores in the place of every load of the buffer."},
    {"interchange", "Exchanges scope `outer` and its only child, scope `inner`."},
    {"join", "Moves the body of scope `second` to the end of the body of scope `first`, which stands directly before it."},
    {"later", "Gives child `position` (from 0) of scope `parent` the condition later(s), where the child after it has the condition first(s)."},
    {"online", "Joins scope `first`, which finds a maximum m, and the scope behind it, `second`, which adds up multiples of exp(x - m): when m grows, what was added up so far is multiplied by exp(old m - new m)."},
    {"online_variance", "Moves the body of scope `second`, which adds up (x - u)*(x - u), into scope `first`, which adds up x: there the distances are taken from the mean so far, and what was added up so far follows it."},
    {"pack", "Copies what one iteration of `scope` reads of `source` to a new dense buffer `target`, and reads that instead."},
    {"pad_dimension", "Makes a dimension of a private buffer as long as the next multiple of `unit`; a constant length that is a multiple gets `unit` elements more."},
    {"parallelize", "Marks a sequential scope as parallel."},
    {"peel", "Peels the first or the last `count` iterations off a scope: a copy that stands before or after it runs them."},
    {"permute_dimensions", "Stores a private buffer with its dimensions in another order."},
    {"place", "Moves a private buffer."},
    {"prefetch", "Adds a nest of prefetches, one per row and vector, to the front of a scope: hints for the elements of the buffer that its body writes."},
    {"prefetch_ahead", "Adds a nest of prefetches, one per row and vector, to the front of a scope: hints for the elements of the buffer that its body will read `distance` iterations of `outer` later."},
    {"reciprocal", "Writes division number `which` (from 0) by a value that is the same in all iterations of `scope` as a multiplication with 1/value, which `hoist` then computes once."},
    {"recompute", "Puts a copy of the nest `producer`, which fills a private buffer, directly before scope `consumer`."},
    {"reorder", "Exchanges child `position` (from 0) of scope `parent` and the child after it."},
    {"reuse_dimension", "Folds dimension `dimension` (from 0) of a private buffer: its values live for one iteration of the scope that indexes it only."},
    {"rfactor", "Replaces the accumulator of a reduction inside `around` by a private one with an element for each index of `scope`; the elements start as the neutral element before `around` and are combined into the old accumulator after it."},
    {"share", "Says how many iterations of a parallel scope a thread takes at a time at least, and whether the parts are fixed beforehand."},
    {"specialise", "Puts the body of scope `at` twice: into a scope that runs where the bound of `scope` has `threshold` iterations or more, and into one that runs where it has less."},
    {"split", "Splits a scope of extent E into an outer scope of ceil(E / factor) and an inner one of `factor`."},
    {"split_dimension", "Splits a dimension of length L into one of ceil(L / factor) and, behind it, one of `factor`."},
    {"stage", "As accumulate, with the tile in the heap or on the stack: one iteration of `scope` works on a dense copy of its part of `buffer`."},
    {"stream", "Marks the assignments to a buffer below a scope as streamed: their full vectors may be stored past the caches."},
    {"strength", "Rewrites value number `which` (from 0) below `scope`: exp(a)*exp(b) to exp(a + b), exp(a)/exp(b) to exp(a - b), or a/sqrt(b) to a*rsqrt(b)."},
    {"tensorize", "Marks a nest that does what an instruction does: its outer scope as vector, its inner one as tensor."},
    {"trim_guards", "Drops the bound of a scope, which then always runs all positions up to its cap."},
    {"unreuse_dimension", "Gives each iteration of a private buffer's home scope elements of its own; the buffer then lives in the scope around the home."},
    {"unroll", "Marks a sequential scope as unrolled."},
    {"vectorize", "Marks a sequential scope as a vector scope: each operation below runs for all lanes before the next one does."},
};
// clang-format on

/// What a kind of move does; empty for one that has no sentence.
constexpr std::string_view description_of(int kind) {
  for (const described& d : descriptions)
    if (d.move == move_kinds[static_cast<std::size_t>(kind)].name) return d.sentence;
  return {};
}

}  // namespace perfdojo
