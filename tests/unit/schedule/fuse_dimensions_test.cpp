// SPDX-License-Identifier: Apache-2.0
// fuse_dimensions, and what layouts it says together with permute_dimensions, split_dimension and pad_dimension.
#include <perfdojo/schedule/fuse_dimensions.hpp>
#include <perfdojo/schedule/pad_dimension.hpp>
#include <perfdojo/schedule/permute_dimensions.hpp>
#include <perfdojo/schedule/split_dimension.hpp>

#include "support/check_both.hpp"
#include "support/move_pictures.hpp"

namespace pd = perfdojo;
using pd::reason;
using pd::reject_buffer;
using support::check_picture;
using support::check_refused;

namespace {

// Real and imaginary parts: a structure of arrays.
constexpr std::string_view parts = R"(perfdojo 1
size M
argument y f32 [M, 2]
heap t f32 [2, M]
i0 M/8
| i1 8 bound M - 8*i0
| | c 2
| | | t[c, 8*i0+i1] = y[8*i0+i1, c]
| | y[8*i0+i1, 0] = t[1, 8*i0+i1]
)";

template <class... Moves>
std::string declared_after(const Moves&... moves) {
  const pd::ir::program before = support::parsed(parts);
  pd::ir::program p = before;
  const auto step = [&](const auto& move) {
    const pd::verdict v = move.check(p);
    CAPTURE(name_of(v.why));
    REQUIRE(v.ok());
    p = move.apply(p);
  };
  (step(moves), ...);
  CHECK(pd::ir::verify(p).ok());
  CHECK(support::same_result(before, p));
  std::string text;
  pd::ir::print_to(text, p);
  const std::size_t declared = text.find("heap"), used = text.find("| y");
  return text.substr(declared, text.find('\n', declared) - declared) + ";" +
         text.substr(text.find("= t", used) + 1);
}

}  // namespace

TEST_CASE(
    "fuse_dimensions: the inner length multiplies the outer index, and split_dimension gives both back") {
  constexpr std::string_view panel = R"(perfdojo 1
size M
argument y f32 [M]
heap t f32 [2, M/6, 6]
i0 M/6
| i1 6 bound M - 6*i0
| | t[1, i0, i1] = y[6*i0+i1]
| j1 6 bound M - 6*i0
| | y[6*i0+j1] = t[1, i0, j1] + 1
)";
  constexpr std::string_view flat = R"(perfdojo 1
size M
argument y f32 [M]
heap t f32 [2, M/6*6]
i0 M/6
| i1 6 bound M - 6*i0
| | t[1, 6*i0+i1] = y[6*i0+i1]
| j1 6 bound M - 6*i0
| | y[6*i0+j1] = t[1, 6*i0+j1] + 1
)";
  check_picture(pd::fuse_dimensions_move{"t", 1}, panel, flat);
  check_picture(pd::split_dimension_move{"t", 1, 6}, flat, panel);
  constexpr pd::ir::program p = pd::ir::parse(panel).value;
  CHECK_BOTH(pd::fuse_dimensions<"t", 1>::move.apply(p) == pd::ir::parse(flat).value);
  CHECK_BOTH(pd::fuse_dimensions<"t", 0>::move.check(p) ==
             reject_buffer(reason::footprint_is_not_bounded, "t"));
}

TEST_CASE("layouts: an array of structures, blocks of both, and padded rows are compositions") {
  CHECK(declared_after(pd::permute_dimensions_move{"t", 10}) == "heap t f32 [M, 2]; t[8*i0+i1, 1]\n");
  // Interleaved: one dimension in which the two parts alternate.
  CHECK(declared_after(pd::permute_dimensions_move{"t", 10}, pd::fuse_dimensions_move{"t", 0}) ==
        "heap t f32 [M*2]; t[16*i0+2*i1+1]\n");
  // An array of structures of arrays: blocks of eight.
  CHECK(declared_after(pd::split_dimension_move{"t", 1, 8}, pd::permute_dimensions_move{"t", 102}) ==
        "heap t f32 [M/8, 2, 8]; t[i0, 1, i1]\n");
  CHECK(declared_after(pd::split_dimension_move{"t", 1, 8}, pd::permute_dimensions_move{"t", 102},
                       pd::fuse_dimensions_move{"t", 1},
                       pd::fuse_dimensions_move{"t", 0}) == "heap t f32 [M/8*16]; t[16*i0+i1+8]\n");
  CHECK(declared_after(pd::pad_dimension_move{"t", 1, 16}) == "heap t f32 [2, M/16*16]; t[1, 8*i0+i1]\n");
}

TEST_CASE("fuse_dimensions: what cannot be fused is refused") {
  check_refused(pd::fuse_dimensions_move{"u", 0}, parts, reject_buffer(reason::no_such_buffer, "u"));
  check_refused(pd::fuse_dimensions_move{"y", 0}, parts, reject_buffer(reason::buffer_is_an_argument, "y"));
  check_refused(pd::fuse_dimensions_move{"t", 1}, parts,
                reject_buffer(reason::dimension_out_of_range, "t", {}, 1, 2));
  check_refused(pd::fuse_dimensions_move{"t", 0}, parts,
                reject_buffer(reason::footprint_is_not_bounded, "t"));
  check_refused(pd::fuse_dimensions_move{"t", 0}, R"(perfdojo 1
argument y f32 [4]
heap t f32 [4 reused, 4] in i
i 4
| t[i, 0] = y[i]
| y[i] = t[i, 0]
)",
                reject_buffer(reason::dimension_out_of_range, "t", {}, 0, 2));
  // The bound alone keeps the index below 4.
  check_refused(pd::fuse_dimensions_move{"t", 0}, R"(perfdojo 1
size M
argument y f32 [M]
heap t f32 [4, 4]
i0 M/5
| i1 5 bound M - 5*i0
| | t[0, i1] = y[5*i0+i1] if first(i1)
| | y[5*i0+i1] = t[0, i1] if first(i1)
)",
                reject_buffer(reason::index_does_not_separate, "t", {}, 4));
  check_refused(pd::fuse_dimensions_move{"t", 0}, R"(perfdojo 1
argument y f32 []
heap t f32 [2, 0]
i 0
| t[0, 0] = y[]
)",
                reject_buffer(reason::factor_out_of_range, "t", {}, 0, 1));
  check_refused(pd::fuse_dimensions_move{"t", 0}, R"(perfdojo 1
size M
argument y f32 [M]
heap t f32 [M, 131072]
i M
| t[i, 0] = y[i]
| y[i] = t[i, 0]
)",
                reject_buffer(reason::factor_out_of_range, "t", {}, 131072, 1));
  check_refused(pd::fuse_dimensions_move{"t", 0}, R"(perfdojo 1
argument y f32 []
heap t f32 [2, 8]
i 1
| t[274877906944*i, 0] = y[]
)",
                reject_buffer(reason::factor_out_of_range, "t", {}, 8, 1));
  check_refused(pd::fuse_dimensions_move{"t", 0}, R"(perfdojo 1
argument y f32 []
heap t f32 [16, 16]
a 2
| b 2
| | c 2
| | | d 2
| | | | e 2
| | | | | f 2
| | | | | | g 2
| | | | | | | t[a+b+c+d, e+f+g] = y[]
)",
                reject_buffer(reason::capacity_exceeded, "t", {}, 0, 6));
}
