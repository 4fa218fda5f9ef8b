// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/tensorize.hpp>

#include <perfdojo/schedule/explain.hpp>
#include <perfdojo/schedule/schedule_class.hpp>
#include <perfdojo/schedule/strict.hpp>

#include "support/check_both.hpp"
#include "support/scheduled.hpp"
#include "support/move_pictures.hpp"

#include <string>

namespace pd = perfdojo;
namespace ir = perfdojo::ir;
namespace exec = perfdojo::exec;
using enum pd::instruction;

namespace {

std::string text(const ir::program& p) {
  std::string out;
  ir::print_to(out, p);
  return out;
}
std::string replaced(std::string text, std::string_view what, std::string_view by) {
  const std::size_t at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), by);
}
pd::tensorize_move move_of(pd::instruction which) { return {"l", which}; }

const std::string dot4 = R"(perfdojo 1
size M
argument C i32 [M, 16]
argument A u8 [M, 8]
heap B i8 [2, 16, 4]
i M
| k0 2
| | l 16
| | | k1 4
| | | | C[i, l] += i32(A[i, 4*k0+k1])*i32(B[k0, l, k1])
)";

// A product of u8 and i8 as mathematics has it, and how it comes to the instruction by moves alone.
PERFDOJO_TEST_PROGRAM(plain_product, R"(perfdojo 1 product
size M
argument C i32 [M, 32]
argument A u8 [M, 12]
argument B i8 [12, 32]
i M
| j 32
| | k 12
| | | C[i, j] += i32(A[i, k])*i32(B[k, j])
)");
PERFDOJO_TEST_PROGRAM(bf16_product, R"(perfdojo 1 product
size M
argument C f32 [M, 16]
argument A bf16 [M, 6]
argument B bf16 [3, 32]
i M
| k0 3
| | l 16
| | | k1 2
| | | | C[i, l] += f32(A[i, 2*k0+k1])*f32(B[k0, 2*l+k1])
)");
using with_dot2 = pd::schedule<pd::tensorize<"l", dot2_bf16>>;

}  // namespace

TEST_CASE("tensorize: instructions are programs, and match themselves") {
  CHECK(text(pd::program_of(dot4_u8i8)) == R"(perfdojo 1 dot4_u8i8
argument c i32 [16]
argument a u8 [4]
argument b i8 [64]
l 16
| k 4
| | c[l] += i32(a[k])*i32(b[4*l+k])
)");
  CHECK(text(pd::program_of(dot2_bf16)) == R"(perfdojo 1 dot2_bf16
argument c f32 [16]
argument a bf16 [2]
argument b bf16 [32]
l 16
| k 2
| | c[l] += f32(a[k])*f32(b[2*l+k])
)");
  for (const pd::instruction which : {dot4_u8i8, dot2_bf16}) {
    CHECK(ir::verify(pd::program_of(which)).ok());
    CHECK(move_of(which).check(pd::program_of(which)).ok());
  }
  CHECK_BOTH(pd::tensorize_move{"l", dot2_bf16}.check(bf16_product::value).ok());
}

TEST_CASE("tensorize: what matches becomes a vector and a tensor scope") {
  const std::string after = replaced(replaced(dot4, "l 16\n", "l 16 vector\n"), "k1 4\n", "k1 4 tensor\n");
  support::check_picture(move_of(dot4_u8i8), dot4, after);
  // Factors may stand the other way round.
  const std::string factors = "i32(A[i, 4*k0+k1])*i32(B[k0, l, k1])",
                    turned = "i32(B[k0, l, k1])*i32(A[i, 4*k0+k1])";
  support::check_picture(move_of(dot4_u8i8), replaced(dot4, factors, turned),
                         replaced(after, factors, turned));
}

TEST_CASE("tensorize: near misses are refused with what they miss") {
  using enum pd::reason;
  const auto u8 = static_cast<pd::index_t>(ir::element::u8), i8 = static_cast<pd::index_t>(ir::element::i8),
             bf16 = static_cast<pd::index_t>(ir::element::bf16);
  const auto refused = [](const std::string& program, const pd::verdict& v) {
    support::check_refused(move_of(dot4_u8i8), program, v);
  };
  support::check_refused(pd::tensorize_move{"m", dot4_u8i8}, dot4, pd::reject(no_such_scope, "m"));
  // extents
  refused(replaced(dot4, "l 16", "l 8"), pd::reject(instruction_extent_differs, "l", 16, 8));
  refused(replaced(dot4, "k1 4", "k1 3"), pd::reject(instruction_extent_differs, "k1", 4, 3));
  refused(replaced(dot4, "l 16", "l 16 bound M"), pd::reject(extent_is_not_constant, "l", 16));
  // types
  refused(replaced(dot4, "A u8", "A i8"), pd::reject_buffer(instruction_type_differs, "A", {}, u8, i8));
  refused(replaced(dot4, "B i8", "B u8"), pd::reject_buffer(instruction_type_differs, "B", {}, i8, u8));
  support::check_refused(move_of(dot2_bf16), replaced(text(bf16_product::value), "A bf16", "A i8"),
                         pd::reject_buffer(instruction_type_differs, "A", {}, bf16, i8));
  CHECK(pd::sentence(pd::reject_buffer(instruction_type_differs, "A", {}, u8, i8)) ==
        "buffer A has elements of type i8; the instruction has u8");
  // strides
  refused(replaced(dot4, "B[k0, l, k1]", "B[k0, k1, k1]"),
          pd::reject_buffer(instruction_stride_differs, "B", "l", 4, 0));
  refused(replaced(dot4, "[2, 16, 4]", "[2, 16, 8]"),
          pd::reject_buffer(instruction_stride_differs, "B", "l", 4, 8));
  refused(replaced(dot4, "4*k0+k1", "4*k1+k0"),
          pd::reject_buffer(instruction_stride_differs, "A", "k1", 1, 4));
  refused(replaced(replaced(dot4, "[2, 16, 4]", "[2, 4, 16]"), "B[k0, l, k1]", "B[k0, k1, l]"),
          pd::reject_buffer(instruction_stride_differs, "B", "l", 4, 1));
  refused(replaced(dot4, "C[i, l]", "C[i, k1]"),
          pd::reject_buffer(instruction_stride_differs, "C", "l", 1, 0));
  refused(replaced(dot4, "heap B", "argument B"),
          pd::reject_buffer(instruction_stride_is_unknown, "B", "l", 4));
  refused(replaced(replaced(dot4, "heap B i8 [2, 16, 4]", "heap B i8 [2, 16, M]"), "i M", "i 8"),
          pd::reject_buffer(instruction_stride_is_unknown, "B", "l", 4));
  // form
  const pd::verdict other = pd::reject_buffer(instruction_form_differs, "C", "l");
  refused(replaced(dot4, "+=", "max="), other);
  refused(replaced(dot4, ")*i32(", ") + i32("), other);
  refused(replaced(dot4, "i32(A[i, 4*k0+k1])", "i32(k1)"), other);
  refused(replaced(dot4, "i32(A[i, 4*k0+k1])", "i32(i64(A[i, 4*k0+k1]))"), other);
  // structure
  refused(replaced(dot4, "| | | k1 4", "| | | k1 4 unrolled"), pd::reject(scope_is_not_sequential, "k1"));
  refused(replaced(dot4, "| | l 16", "| | l 16 vector"), pd::reject(scope_is_not_sequential, "l"));
  refused(dot4 + "| | | | C[i, l] += i32(k1)\n", pd::reject(scopes_are_not_nested, "k1"));
  refused(dot4 + "| | | C[i, l] += 1\n", pd::reject(scopes_are_not_nested, "l"));
  refused(replaced(dot4, "B[k0, l, k1])", "B[k0, l, k1]) if first(k1)"),
          pd::reject(condition_depends_on_scope, "k1"));
  refused(replaced(dot4, "B[k0, l, k1])", "B[k0, l, k1]) if later(k0)"),
          pd::reject(condition_depends_on_scope, "k0"));
  refused(replaced(dot4, "[2, 16, 4]", "[2, 16, 4] in l"),
          pd::reject_buffer(buffer_lives_in_scope, "B", "l"));
}

TEST_CASE("tensorize: nothing is put into the nest any more") {
  const ir::program p = move_of(dot4_u8i8).apply(support::parsed(dot4));
  CHECK(pd::pack_move{"B", "k1", {}}.check(p) == pd::reject(pd::reason::scope_is_not_sequential, "k1"));
  CHECK(pd::stage_move{"C", "k1", ir::place::stack, {}}.check(p).why == pd::reason::scope_is_not_sequential);
  CHECK(pd::prefetch_move{"A", "k1"}.check(p).why == pd::reason::scope_is_not_sequential);
  CHECK_FALSE(move_of(dot4_u8i8).check(p).ok());
}

TEST_CASE("tensorize: the integer instruction is exact, the bf16 one approximates") {
  CHECK(pd::detail::class_of(move_of(dot4_u8i8), support::parsed(dot4)) == pd::result_class::bitwise_equal);
  CHECK_BOTH(pd::schedule_class<bf16_product, with_dot2> == pd::result_class::approximates);
  CHECK_BOTH(pd::scheduled<bf16_product, pd::strict<with_dot2>>::result ==
             pd::reject(pd::reason::approximation_is_forbidden));
}

TEST_CASE("tensorize: moves alone lead from a plain product to the instruction") {
  using all = pd::schedule<pd::split<"k", 4>, pd::split<"j", 16>, pd::interchange<"j1", "k0">,
                           pd::pack<"B", "i", "P">, pd::split<"P.0", 4>, pd::split_dimension<"P", 0, 4>,
                           pd::permute_dimensions<"P", 21>, pd::tensorize<"j1", dot4_u8i8>>;
  using scheduled = pd::scheduled<plain_product, all>;
  CAPTURE(text(scheduled::value));
  CAPTURE(scheduled::failed_step);
  CAPTURE(pd::sentence(scheduled::result));
  REQUIRE(scheduled::result.ok());
  CHECK(support::executed_after<plain_product, all>(0));
}

TEST_CASE("tensorize: bf16 products run as the instruction") {
  CHECK(support::executed_after<bf16_product, with_dot2>(0));
}
