// SPDX-License-Identifier: Apache-2.0
// type_mismatch: a double is stored in a float.
// REJECT: schedule_rejected<.*\btype_mismatch, .*in_buffer<'y'>.*call_explain_for_details
#include <perfdojo/error/schedule_rejected.hpp>
#include <perfdojo/ir/parse.hpp>

namespace pd = perfdojo;

#ifdef REJECT
constexpr std::string_view text = R"(perfdojo 1
argument y f32 [8]
argument x f64 [8]
i 8
| y[i] = x[i]
)";
#else
constexpr std::string_view text = R"(perfdojo 1
argument y f32 [8]
argument x f64 [8]
i 8
| y[i] = f32(x[i])
)";
#endif

struct read {
  static constexpr pd::verdict result = pd::ir::parse(text).result;
  static constexpr int failed_step = 0;
};
static_assert(pd::detail::rejection_of<read>::type::ok);
