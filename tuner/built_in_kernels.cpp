// SPDX-License-Identifier: Apache-2.0
#include "kernels.hpp"

#include "error.hpp"
#include "text.hpp"

namespace perfdojo::tuner {
namespace {

// Between these both kernels of gemm() are tuned, and the header says which one is taken up to where.
constexpr std::int64_t least_packed_work = 128 * 128 * 128, most_unpacked_work = 640 * 640 * 640;

// Checked sizes reach past a register tile in every direction, past kc in k, and past one chunk of a vector pass; the
// reference interpreter does about 20 million operations per second.
const std::vector<kernel_facts> built_in{
    {"gemm",
     "perfdojo::gemm_kernel<float>",
     "<perfdojo/gemm.hpp>",
     "C = alpha A B + beta C, f32, packed: from 128^3 up",
     "<perfdojo/kernels/gemm_kernel.hpp>",
     {"M=256,N=256,K=256", "M=512,N=512,K=512", "M=1024,N=1024,K=1024"},
     {"M=1,N=1,K=1", "M=17,N=31,K=7", "M=0,N=5,K=3", "M=5,N=33,K=0", "M=13,N=70,K=700", "M=230,N=19,K=5",
      "M=3,N=3200,K=4", "M=33,N=65,K=65"},
     {{"alpha", 1}, {"beta", 0}},
     true,
     4,
     least_packed_work},
    {"gemm",
     "perfdojo::small_gemm_kernel<float>",
     "<perfdojo/gemm.hpp>",
     "C = A B + beta C, f32, unpacked: up to 640^3",
     "<perfdojo/kernels/gemm_kernel.hpp>",
     {"M=8,N=8,K=8", "M=16,N=16,K=16", "M=32,N=32,K=32", "M=64,N=64,K=64", "M=256,N=256,K=256",
      "M=512,N=512,K=512"},
     {"M=1,N=1,K=1", "M=17,N=31,K=7", "M=0,N=5,K=3", "M=5,N=33,K=0", "M=40,N=70,K=9", "M=9,N=130,K=20"},
     {{"beta", 0}},
     true,
     4,
     0,
     most_unpacked_work},
    {"gemm_f64",
     "perfdojo::gemm_kernel<double>",
     "<perfdojo/gemm.hpp>",
     "as gemm, f64",
     "<perfdojo/kernels/gemm_kernel.hpp>",
     {"M=256,N=256,K=256", "M=512,N=512,K=512", "M=1024,N=1024,K=1024"},
     {"M=1,N=1,K=1", "M=17,N=31,K=7", "M=0,N=5,K=3", "M=5,N=33,K=0", "M=13,N=70,K=400", "M=230,N=19,K=5",
      "M=3,N=1700,K=4"},
     {{"alpha", 1}, {"beta", 0}},
     true,
     4,
     least_packed_work},
    {"gemm_f64",
     "perfdojo::small_gemm_kernel<double>",
     "<perfdojo/gemm.hpp>",
     "as gemm, f64, unpacked",
     "<perfdojo/kernels/gemm_kernel.hpp>",
     {"M=8,N=8,K=8", "M=32,N=32,K=32", "M=64,N=64,K=64", "M=256,N=256,K=256", "M=512,N=512,K=512"},
     {"M=1,N=1,K=1", "M=17,N=31,K=7", "M=0,N=5,K=3", "M=5,N=33,K=0", "M=40,N=70,K=9"},
     {{"beta", 0}},
     true,
     4,
     0,
     most_unpacked_work},
    {"softmax",
     "perfdojo::softmax_kernel<float>",
     "<perfdojo/softmax.hpp>",
     "softmax over rows, f32",
     "<perfdojo/kernels/softmax_kernel.hpp>",
     {"R=128,N=1024", "R=512,N=4096"},
     {"R=1,N=1", "R=3,N=7", "R=0,N=5", "R=2,N=64", "R=5,N=333", "R=17,N=31"},
     {},
     false,
     1.5},
    {"scale_shift_relu",
     "perfdojo::scale_shift_relu_kernel<float>",
     "<perfdojo/elementwise.hpp>",
     "y = max(a x + b, 0), f32",
     "<perfdojo/kernels/elementwise_kernels.hpp>",
     {"N=4096", "N=131072", "N=8388608"},
     {"N=1", "N=7", "N=64", "N=0", "N=333", "N=70001"},
     {},
     false,
     1},
};

}  // namespace

std::span<const kernel_facts> built_in_kernels() { return built_in; }

const kernel_facts& built_in_kernel(const std::string& type) {
  std::vector<std::string> names;
  for (const kernel_facts& k : built_in) {
    if (k.type == type || short_name(k.type) == type) return k;
    names.push_back(short_name(k.type));
  }
  throw usage_error("there is no kernel " + type + "; there are " + join_text(names, ", "));
}

}  // namespace perfdojo::tuner
