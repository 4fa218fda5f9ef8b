// SPDX-License-Identifier: Apache-2.0
// The shapes that pd-bench runs: sizes of the project's own numbers and shapes of real networks, f32, one thread.
#pragma once

#include "../compare/shape.hpp"

#include <string>
#include <vector>

namespace perfdojo::bench {

struct named_shape {
  kernel what;
  std::string
      id;  // of the list of workloads (KernelBench, DeepBench, oneDNN's benchdnn, model configurations)
  std::string sizes;  // as on the command line of pd-compare

  std::string kernel_name() const { return std::string(name_of(what)) + "_" + std::string(type_of(what)); }
  std::string smallest() const { return what == kernel::softmax ? "1x1" : "1"; }
};

inline std::vector<named_shape> named_shapes() {
  constexpr kernel gemm = kernel::gemm_f32;
  constexpr kernel softmax = kernel::softmax;
  constexpr kernel vector = kernel::scale_shift_relu;
  return {
      // Sizes that the project states numbers for.
      {gemm, "small", "8"},
      {gemm, "small", "16"},
      {gemm, "small", "32"},
      {gemm, "small", "64"},
      {gemm, "odd", "127"},
      {gemm, "square", "256"},
      {gemm, "square", "512"},
      {gemm, "odd", "1023x1021x1019"},
      {gemm, "square", "1024"},
      // Networks. Where a list gives gigabytes or minutes, its shape is left out.
      {gemm, "A013", "1760x16x1760"},    // recurrent step, DeepBench
      {gemm, "A018", "7680x1x2560"},     // batch 1, DeepBench server
      {gemm, "A019", "64x1x1216"},       // batch 1, DeepBench device
      {gemm, "A020", "4224x1500x176"},   // small K, DeepBench device
      {gemm, "A037", "1x101x16001"},     // odd K, benchdnn
      {gemm, "A038", "1000x1111x1000"},  // odd N, benchdnn
      {gemm, "A056", "384x1024x1024"},   // BERT-large, sequence 384
      {gemm, "A056", "384x4096x1024"},
      {gemm, "A056", "384x1024x4096"},
      {gemm, "A062", "1500x5120x1280"},  // Whisper, multilayer perceptron
      {gemm, "A065", "2048x512x13"},     // DLRM, K = 13
      {gemm, "A066", "2048x1024x479"},   // DLRM, odd K
      {gemm, "A067", "2048x1x256"},      // DLRM, N = 1
      {gemm, "A070", "512x1024x845"},    // Wide & Deep, odd K
      {gemm, "A071", "128x36x72"},       // DIEN, tiny
      {gemm, "A077", "112x1000x2048"},   // ResNet-50, head
      {gemm, "A077", "1x1000x2048"},
      {softmax, "row", "128x1024"},
      {softmax, "row", "512x4096"},
      {softmax, "A091", "1x4097"},
      {softmax, "A091", "6x9999"},
      {softmax, "A091", "4992x39"},
      {softmax, "A091", "8576x67"},
      {vector, "L1", "4096"},         // x and y together 32 KiB
      {vector, "L2", "131072"},       // 1 MiB
      {vector, "memory", "8388608"},  // 64 MiB
  };
}

}  // namespace perfdojo::bench
