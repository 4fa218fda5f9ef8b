// SPDX-License-Identifier: Apache-2.0
// rank_mismatch: two indices for a buffer of one dimension.
// REJECT: schedule_rejected<.*\brank_mismatch, .*in_buffer<'x'>.*asked<2L?>.*found<1L?>.*call_explain_for_details
#include <perfdojo/error/schedule_rejected.hpp>
#include <perfdojo/ir/parse.hpp>

namespace pd = perfdojo;

#ifdef REJECT
constexpr std::string_view text = R"(perfdojo 1
argument y f32 [8]
argument x f32 [8]
i 8
| y[i] = x[i, 0]
)";
#else
constexpr std::string_view text = R"(perfdojo 1
argument y f32 [8]
argument x f32 [8]
i 8
| y[i] = x[i]
)";
#endif

struct read {
  static constexpr pd::verdict result = pd::ir::parse(text).result;
  static constexpr int failed_step = 0;
};
static_assert(pd::detail::rejection_of<read>::type::ok);
