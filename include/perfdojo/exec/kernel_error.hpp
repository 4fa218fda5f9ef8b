// SPDX-License-Identifier: Apache-2.0
// kernel_error: what a checked call does about bad arguments.
#pragma once

#include <perfdojo/core/config.hpp>
#include <perfdojo/exec/argument_message.hpp>

#include <cstdio>
#include <cstdlib>
#include <exception>

namespace perfdojo {

/// Thrown by run() and by the entry points of kernels for arguments that do not fit. Without exceptions (-fno-exceptions)
/// the sentence goes to stderr and the process aborts; try_run() returns the verdict instead.
class kernel_error : public std::exception {
public:
  // Always inline, as part of fail(): the class is one for all instruction sets, its code is not.
  PERFDOJO_INLINE kernel_error(const exec::argument_verdict& v, const name* names) : verdict_(v) {
    exec::describe(v, names, text_, sizeof text_);
  }
  const char* what() const noexcept override { return text_; }
  const exec::argument_verdict& verdict() const noexcept { return verdict_; }

private:
  exec::argument_verdict verdict_;
  char text_[256];
};

namespace exec {

inline namespace PERFDOJO_ISA {

/// Requires: !v.ok().
[[noreturn, gnu::cold, gnu::noinline]] inline void fail(const argument_verdict& v, const name* names) {
#if defined(__cpp_exceptions)
  throw kernel_error(v, names);
#else
  std::fprintf(stderr, "%s\n", kernel_error(v, names).what());
  std::abort();
#endif
}

}  // namespace PERFDOJO_ISA
}  // namespace exec
}  // namespace perfdojo
