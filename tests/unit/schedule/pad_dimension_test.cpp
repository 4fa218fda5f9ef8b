// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/pad_dimension.hpp>

#include "support/check_both.hpp"
#include "support/move_pictures.hpp"

namespace pd = perfdojo;
using pd::reason;
using pd::reject_buffer;
using support::check_picture;
using support::check_refused;

namespace {

constexpr std::string_view rows = R"(perfdojo 1
size M
argument y f32 [M, 12]
heap t f32 [M, 12]
i M
| j 12
| | t[i, j] = y[i, j]
k M
| l 12
| | y[k, l] = t[k, l] + 1
)";

std::string with(std::string_view dimensions) {
  std::string text(rows);
  const std::size_t at = text.find("heap t f32 [M, 12]");
  return text.replace(at, 18, "heap t f32 " + std::string(dimensions));
}

}  // namespace

TEST_CASE("pad_dimension: a constant length becomes a multiple, or gets a unit more") {
  check_picture(pd::pad_dimension_move{"t", 1, 8}, rows, with("[M, 16]"));
  check_picture(pd::pad_dimension_move{"t", 1, 4}, rows, with("[M, 16]"));
  check_picture(pd::pad_dimension_move{"t", 1, 2}, rows, with("[M, 14]"));
}

TEST_CASE("pad_dimension: a length with a size becomes a multiple") {
  check_picture(pd::pad_dimension_move{"t", 0, 8}, rows, with("[M/8*8, 12]"));
  check_picture(pd::pad_dimension_move{"t", 0, 4}, R"(perfdojo 1
size M
argument y f32 [M]
heap t f32 [M/6]
i M/6
| t[i] = y[6*i]
k M/6
| y[6*k] = t[k]
)",
                R"(perfdojo 1
size M
argument y f32 [M]
heap t f32 [M/24*4]
i M/6
| t[i] = y[6*i]
k M/6
| y[6*k] = t[k]
)");
}

TEST_CASE("pad_dimension: checks while compiling, too") {
  constexpr pd::ir::program before = pd::ir::parse(rows).value;
  CHECK_BOTH(pd::pad_dimension<"t", 1, 8>::move.check(before).ok());
  CHECK_BOTH(pd::pad_dimension<"t", 1, 8>::move.apply(before).buffers[1].dimensions[1].cap == 16);
  CHECK_BOTH(pd::pad_dimension<"y", 1, 8>::move.check(before) ==
             reject_buffer(reason::buffer_is_an_argument, "y"));
}

TEST_CASE("pad_dimension: what cannot be padded is refused") {
  check_refused(pd::pad_dimension_move{"u", 0, 8}, rows, reject_buffer(reason::no_such_buffer, "u"));
  check_refused(pd::pad_dimension_move{"y", 0, 8}, rows, reject_buffer(reason::buffer_is_an_argument, "y"));
  check_refused(pd::pad_dimension_move{"t", 2, 8}, rows,
                reject_buffer(reason::dimension_out_of_range, "t", {}, 2, 2));
  check_refused(pd::pad_dimension_move{"t", 0, 8}, with("[M reused, 12]"),
                reject_buffer(reason::dimension_out_of_range, "t", {}, 0, 2));
  for (const pd::index_t unit : {-4, 0, 1, 6, 16, 128})
    check_refused(pd::pad_dimension_move{"t", 1, unit}, rows,
                  reject_buffer(reason::factor_out_of_range, "t", {}, unit, 1));
  check_refused(pd::pad_dimension_move{"t", 0, 8}, with("[M/4*4, 12]"),
                reject_buffer(reason::factor_out_of_range, "t", {}, 8, 4));
  check_refused(pd::pad_dimension_move{"t", 0, 64}, with("[M/65537, 12]"),
                reject_buffer(reason::factor_out_of_range, "t", {}, 64, 1));
  constexpr std::string_view local = R"(perfdojo 1
argument y f32 []
stack t f32 [1024]
t[0] = y[]
y[] = t[0]
)";
  check_refused(pd::pad_dimension_move{"t", 0, 64}, local,
                reject_buffer(reason::buffer_is_too_large, "t", {}, 4096, 4352));
  check_picture(pd::pad_dimension_move{"t", 0, 32}, R"(perfdojo 1
argument y f32 []
stack t f32 [990]
t[0] = y[]
y[] = t[0]
)",
                R"(perfdojo 1
argument y f32 []
stack t f32 [992]
t[0] = y[]
y[] = t[0]
)");
  check_refused(pd::pad_dimension_move{"t", 0, 2}, R"(perfdojo 1
argument y f32 []
registers t f32 [3]
t[0] = y[]
y[] = t[0]
)",
                reject_buffer(reason::buffer_has_no_addresses, "t"));
}
