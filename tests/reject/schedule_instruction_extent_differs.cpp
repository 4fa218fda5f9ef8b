// SPDX-License-Identifier: Apache-2.0
// instruction_extent_differs: eight lanes where the instruction has 16.
// REJECT: schedule_rejected<.*\binstruction_extent_differs, .*\bstep<1>.*asked<16L?>.*found<8L?>.*call_explain_for_details
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>

namespace pd = perfdojo;

#ifdef REJECT
#define OPERAND "argument B i8 [64]\nl 8\n| k 4\n| | C[l] += i32(A[k])*i32(B[4*l+k])\n"
#else
#define OPERAND "argument B i8 [64]\nl 16\n| k 4\n| | C[l] += i32(A[k])*i32(B[4*l+k])\n"
#endif

struct program {
  static constexpr pd::ir::program value = pd::ir::parse(R"(perfdojo 1
argument C i32 [16]
argument A u8 [4]
)" OPERAND)
                                               .value;
};

using steps = pd::schedule<pd::tensorize<"l", pd::instruction::dot4_u8i8>>;
using scheduled = pd::scheduled<program, steps>;
static_assert(pd::detail::rejection_of<scheduled>::type::ok);
