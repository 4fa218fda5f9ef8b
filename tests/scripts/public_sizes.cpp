// SPDX-License-Identifier: Apache-2.0
// Prints size and alignment of the types that objects of one program hand to each other.
#include <cstdio>

#include <perfdojo/elementwise.hpp>
#include <perfdojo/exec/thread_pool.hpp>
#include <perfdojo/gemm.hpp>
#include <perfdojo/softmax.hpp>

namespace pd = perfdojo;

template <class T>
void print(const char* name) {
  std::printf("%s %zu %zu\n", name, sizeof(T), alignof(T));
}

int main() {
  print<pd::gemm_options>("gemm_options");
  print<pd::softmax_options>("softmax_options");
  print<pd::elementwise_options>("elementwise_options");
  print<pd::executor_ref>("executor_ref");
  print<pd::thread_pool>("thread_pool");
  print<pd::dynamic_view<float, 2>>("dynamic_view");
  print<pd::tensor_view<float, 3, 4>>("tensor_view");
  print<pd::scalar_view<float>>("scalar_view");
  print<pd::exec::argument>("argument");
  print<pd::exec::argument_verdict>("argument_verdict");
  print<pd::kernel_error>("kernel_error");
  print<pd::ir::program>("program");
  print<pd::verdict>("verdict");
}
