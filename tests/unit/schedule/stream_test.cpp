// SPDX-License-Identifier: Apache-2.0
#include <perfdojo/schedule/stream.hpp>

#include "support/check_both.hpp"
#include "support/move_pictures.hpp"

namespace pd = perfdojo;
using pd::reason;
using pd::reject;
using pd::reject_buffer;
using support::check_picture;
using support::check_refused;

namespace {

constexpr std::string_view pass = R"(perfdojo 1
size N
argument y f32 [N]
argument x f32 [N]
heap t f32 [16] in i0
i0 N/16
| i1 16 bound N - 16*i0 vector
| | t[i1] = 2*x[16*i0+i1]
| i2 16 bound N - 16*i0 vector
| | y[16*i0+i2] = t[i2]
)";

}  // namespace

TEST_CASE("stream: marks the assignments below the scope") {
  check_picture(pd::stream_move{"y", "i0"}, pass, R"(perfdojo 1
size N
argument y f32 [N]
argument x f32 [N]
heap t f32 [16] in i0
i0 N/16
| i1 16 bound N - 16*i0 vector
| | t[i1] = 2*x[16*i0+i1]
| i2 16 bound N - 16*i0 vector
| | y[16*i0+i2] = t[i2] streamed
)");
}

TEST_CASE("stream: several assignments, with conditions, but not those elsewhere") {
  check_picture(pd::stream_move{"y", "i0"}, R"(perfdojo 1
argument y f32 [40]
i0 2
| i1 16 vector
| | y[16*i0+i1] = 1 if first(i0)
| | y[16*i0+i1] = 2 if later(i0)
i 8 vector
| y[i+32] = 3
)",
                R"(perfdojo 1
argument y f32 [40]
i0 2
| i1 16 vector
| | y[16*i0+i1] = 1 streamed if first(i0)
| | y[16*i0+i1] = 2 streamed if later(i0)
i 8 vector
| y[i+32] = 3
)");
}

TEST_CASE("stream: is done once") {
  constexpr pd::ir::program before = pd::ir::parse(pass).value;
  constexpr pd::ir::program after = pd::stream<"y", "i2">::move.apply(before);
  CHECK_BOTH(pd::stream<"y", "i2">::move.check(before).ok());
  CHECK_BOTH(pd::stream<"y", "i0">::move.check(after) ==
             reject_buffer(reason::buffer_is_streamed, "y", "i0"));
}

TEST_CASE("stream: what is no result in vectors is refused") {
  check_refused(pd::stream_move{"y", "z"}, pass, reject(reason::no_such_scope, "z"));
  check_refused(pd::stream_move{"z", "i0"}, pass, reject_buffer(reason::no_such_buffer, "z"));
  check_refused(pd::stream_move{"t", "i0"}, pass, reject_buffer(reason::buffer_is_not_an_argument, "t"));
  check_refused(pd::stream_move{"x", "i0"}, pass, reject_buffer(reason::buffer_is_not_written, "x", "i0"));
  check_refused(pd::stream_move{"y", "i1"}, pass, reject_buffer(reason::buffer_is_not_written, "y", "i1"));
  constexpr std::string_view strided = R"(perfdojo 1
argument y f32 [16, 16]
i 16 vector
| y[i, 0] = 1
j 16
| y[0, j] = 1
)";
  check_refused(pd::stream_move{"y", "i"}, strided,
                reject_buffer(reason::buffer_is_not_stored_in_vectors, "y", "i"));
  check_refused(pd::stream_move{"y", "j"}, strided,
                reject_buffer(reason::buffer_is_not_stored_in_vectors, "y", "j"));
}

TEST_CASE("stream: what is read, or written again, stays in the caches") {
  check_refused(pd::stream_move{"y", "i"}, R"(perfdojo 1
argument y f32 [8]
argument s f32 []
i 8 vector
| y[i] = 1
j 8
| s[] += y[j]
)",
                reject_buffer(reason::buffer_is_used_again, "y"));
  check_refused(pd::stream_move{"y", "i"}, R"(perfdojo 1
argument y f32 [8]
i 8 vector
| y[i] += 1
)",
                reject_buffer(reason::buffer_is_used_again, "y"));
  check_refused(pd::stream_move{"y", "i"}, R"(perfdojo 1
argument y f32 [8]
k 3
| i 8 vector
| | y[i] = 1
)",
                reject_buffer(reason::buffer_is_used_again, "y", "k"));
}
