// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/compute_at.hpp>
#include <perfdojo/schedule/inline_producer.hpp>
#include <perfdojo/schedule/recompute.hpp>

#include "support/check_both.hpp"
#include "support/move_pictures.hpp"

namespace pd = perfdojo;
using pd::reason;
using pd::reject;
using pd::reject_buffer;
using support::check_picture;
using support::check_refused;

namespace {

constexpr std::string_view declarations = R"(perfdojo 1 readers
size M
argument x f32 [12]
argument y f32 [12]
argument z f32 [12]
argument A f32 [12, M]
heap t f32 [12]
)";
constexpr std::string_view fill = "i 12\n| t[i] = exp(x[i])\n", one = "j 12\n| y[j] = t[j]\n",
                           two = "k 12\n| z[k] = t[k] + 1\n";

// A program of these lines.
template <class... Parts>
std::string program(const Parts&... parts) {
  std::string text(declarations);
  (text.append(parts), ...);
  return text;
}
const pd::recompute_move for_k{"i", "k", "u"};

constexpr std::string_view blurs = R"(perfdojo 1 blurs
argument x f32 [26]
argument y f32 [24]
argument z f32 [24]
heap t f32 [26]
i 26
| t[i] = x[i]*x[i]
j0 3
| j1 8
| | y[8*j0+j1] = t[8*j0+j1] + t[8*j0+j1+2]
k0 6
| k1 4
| | z[4*k0+k1] = t[4*k0+k1] - t[4*k0+k1+1]
)";

}  // namespace

TEST_CASE("recompute: a reader has a producer and a buffer of its own") {
  check_picture(for_k, program(fill, one, two), R"(perfdojo 1 readers
size M
argument x f32 [12]
argument y f32 [12]
argument z f32 [12]
argument A f32 [12, M]
heap t f32 [12]
heap u f32 [12]
i 12
| t[i] = exp(x[i])
j 12
| y[j] = t[j]
i_b 12
| u[i_b] = exp(x[i_b])
k 12
| z[k] = u[k] + 1
)");
}

TEST_CASE("recompute: checks and applies while compiling, too") {
  constexpr pd::ir::program p = pd::ir::parse(blurs).value;
  CHECK_BOTH(pd::recompute<"i", "k0">::move.check(p).ok());
  CHECK_BOTH(pd::recompute<"i", "k0">::move.apply(p).find_buffer("t_b") >= 0);
  CHECK_BOTH(pd::recompute<"k0", "i">::move.check(p) == reject(reason::producer_is_not_unique, "k0"));
}

TEST_CASE("recompute: then the producer is computed in each reader, overlaps and all") {
  const pd::ir::program p = support::parsed(blurs);
  pd::ir::program q = pd::recompute_move{"i", "k0", "u"}.apply(p);
  for (const pd::compute_at_move& move : {pd::compute_at_move{"i", "j0"}, pd::compute_at_move{"i_b", "k0"}}) {
    REQUIRE(move.check(q).ok());
    q = move.apply(q);
  }
  std::string text;
  pd::ir::print_to(text, q);
  CHECK(text == R"(perfdojo 1 blurs
argument x f32 [26]
argument y f32 [24]
argument z f32 [24]
heap t f32 [10] in j0
heap u f32 [5] in k0
j0 3
| i 10
| | t[i] = x[8*j0+i]*x[8*j0+i]
| j1 8
| | y[8*j0+j1] = t[j1] + t[j1+2]
k0 6
| i_b 5
| | u[i_b] = x[4*k0+i_b]*x[4*k0+i_b]
| k1 4
| | z[4*k0+k1] = u[k1] - u[k1+1]
)");
  CHECK(pd::ir::verify(q).ok());
  CHECK(support::same_result(p, q, 0));
}

TEST_CASE("recompute: one reader inlines what the other reads from memory") {
  const pd::ir::program p = support::parsed(program(fill, one, two));
  pd::ir::program q = for_k.apply(p);
  REQUIRE(pd::inline_producer_move{"u"}.check(q).ok());
  q = pd::inline_producer_move{"u"}.apply(q);
  std::string text;
  pd::ir::print_to(text, q);
  CHECK(text.find("z[k] = exp(x[k]) + 1") != std::string::npos);
  CHECK(text.find("y[j] = t[j]") != std::string::npos);
  CHECK(support::same_result(p, q, 0));
}

TEST_CASE("recompute: nests with reductions, conditions and folded storage are copied as they are") {
  check_picture(pd::recompute_move{"i", "k", ""}, R"(perfdojo 1
size M
argument x f32 [5, 4]
argument y f32 [5]
argument z f32 [5]
heap t f32 [5 reused, 4]
h 5
| i 4 if later(h)
| | t[h, i] = 0
| | l M
| | | t[h, i] += x[h, i]
| j 4
| | y[h] += t[h, j]
| k 4
| | z[h] += t[h, k]
)",
                R"(perfdojo 1
size M
argument x f32 [5, 4]
argument y f32 [5]
argument z f32 [5]
heap t f32 [5 reused, 4]
heap t_b f32 [5 reused, 4]
h 5
| i 4 if later(h)
| | t[h, i] = 0
| | l M
| | | t[h, i] += x[h, i]
| j 4
| | y[h] += t[h, j]
| i_b 4 if later(h)
| | t_b[h, i_b] = 0
| | l_b M
| | | t_b[h, i_b] += x[h, i_b]
| k 4
| | z[h] += t_b[h, k]
)");
}

TEST_CASE("recompute: names and places") {
  const std::string p = program(fill, one, two);
  check_refused(pd::recompute_move{"q", "k", ""}, p, reject(reason::no_such_scope, "q"));
  check_refused(pd::recompute_move{"i", "q", ""}, p, reject(reason::no_such_scope, "q"));
  check_refused(pd::recompute_move{"i", "i", ""}, p, reject(reason::scopes_are_not_siblings, "i"));
  check_refused(pd::recompute_move{"i", "k", "x"}, p, reject_buffer(reason::name_is_taken, "x", "x"));
  check_refused(pd::recompute_move{"i", "k", "0"}, p, reject_buffer(reason::name_is_not_a_word, "0", "0"));
  check_refused(for_k, program(one, two, fill), reject(reason::scopes_are_not_siblings, "i"));
  check_refused(for_k, program(fill, one, "h 2\n| k 12\n| | z[k] = t[k]\n"),
                reject(reason::scopes_are_not_siblings, "i"));
}

TEST_CASE("recompute: the nest alone writes one private buffer") {
  check_refused(for_k, program("i 12\n| t[i] = x[i]\n| A[i, 0] = 1\n", one, two),
                reject(reason::producer_is_not_unique, "i"));
  check_refused(pd::recompute_move{"j", "k", "u"}, program(fill, one, "k 12\n| z[k] = y[k]\n"),
                reject(reason::producer_is_not_unique, "j"));
  check_refused(for_k, program(fill, one, "k 12\n| z[k] = t[k]\n| t[k] = 2\n"),
                reject_buffer(reason::producer_is_not_unique, "t", "i"));
  check_refused(for_k, R"(perfdojo 1
argument x f32 [12]
heap t f32 [12]
heap s f32 [] in i
i 12
| s[] = x[i]
| t[i] = s[]
j 12
| x[j] = t[j]
k 12
| x[k] += t[k]
)",
                reject(reason::producer_is_not_unique, "i"));
}

TEST_CASE("recompute: no buffer lives in the nest") {
  check_refused(for_k, R"(perfdojo 1
argument x f32 [12]
heap t f32 [12] in i
i 12
| t[i] = 1
j 12
| x[j] = 2
)",
                reject_buffer(reason::live_range_exceeds_iteration, "t", "i"));
}

TEST_CASE("recompute: the scope reads the buffer, and something else does") {
  check_refused(for_k, program(fill, one, "k 12\n| z[k] = x[k]\n"),
                reject_buffer(reason::buffer_is_not_accessed, "t", "k"));
  check_refused(for_k, program(fill, two), reject_buffer(reason::buffer_has_one_reader, "t", "k"));
}

TEST_CASE("recompute: what the nest reads is the same in its new place") {
  check_refused(for_k, program(fill, "j 12\n| y[j] = t[j]\n| x[j] = 1\n", two),
                reject_buffer(reason::inputs_change, "x", "i"));
  check_refused(for_k, program("i 12\n| t[i] = x[i]\n", one, "h M\n| x[11] += 1\n", two),
                reject_buffer(reason::inputs_change, "x", "i"));
  // Behind it, and elements that the nest does not read, may change.
  CHECK(for_k.check(support::parsed(program(fill, one, two, "h 12\n| x[h] = 1\n"))).ok());
  CHECK(for_k.check(support::parsed(program("i 11\n| t[i] = x[i]\n", one, "x[11] = 1\n", two))).ok());
}

TEST_CASE("recompute: capacity") {
  pd::ir::program full = support::parsed(program(fill, one, two));
  for (char c = 'a'; !full.buffers.full(); ++c) {
    pd::ir::buffer b;
    b.label = pd::name(std::string_view(&c, 1));
    full.buffers.push(b);
  }
  CHECK(pd::recompute_move{"i", "k", "uu"}.check(full) ==
        reject(reason::capacity_exceeded, {}, 0, pd::ir::program::max_buffers));
}
