// SPDX-License-Identifier: Apache-2.0
// Kernels and shapes as the command line names them.
#pragma once

#include "../peers/problem.hpp"

#include <charconv>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace perfdojo::bench {

enum class kernel { gemm_f32, gemm_f64, softmax, scale_shift_relu };

/// Extents with their names, in the order of the command line: gemm M, N, K; softmax rows, columns; else N.
struct shape {
  std::vector<std::pair<std::string, size>> extents;

  std::string text() const {
    std::string result;
    for (const auto& [name, extent] : extents) result += (result.empty() ? "" : "x") + std::to_string(extent);
    return result;
  }
};

/// A wrong word on the command line; the message is a sentence.
struct usage_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline kernel kernel_named(const std::string& name, const std::string& type) {
  if (type != "f32" && type != "f64") throw usage_error("unknown type " + type + "; there are f32 and f64");
  if (name == "gemm") return type == "f32" ? kernel::gemm_f32 : kernel::gemm_f64;
  if (name != "softmax" && name != "scale_shift_relu") {
    throw usage_error("unknown kernel " + name + "; there are gemm, softmax and scale_shift_relu");
  }
  if (type != "f32") throw usage_error(name + " exists for f32 only");
  return name == "softmax" ? kernel::softmax : kernel::scale_shift_relu;
}

inline std::string_view name_of(kernel k) {
  if (k == kernel::softmax) return "softmax";
  return k == kernel::scale_shift_relu ? "scale_shift_relu" : "gemm";
}

inline std::string_view type_of(kernel k) { return k == kernel::gemm_f64 ? "f64" : "f32"; }

/// One shape: MxNxK or one number for a cube; RxC; N. Extents from 1 to 2^40, all operands below 2^40 elements.
inline shape parse_shape(kernel k, std::string_view text) {
  constexpr size most = size{1} << 40;  // arbitrary: far above any memory, far below overflow
  const auto fail = [&](const std::string& why) -> usage_error {
    return usage_error("size " + std::string(text) + ": " + why);
  };
  std::vector<size> numbers;
  for (std::string_view rest = text;;) {
    const std::size_t end = rest.find('x');
    const std::string_view word = rest.substr(0, end);
    size number = 0;
    const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || stop != word.data() + word.size())
      throw fail("not a number: '" + std::string(word) + "'");
    if (number < 1 || number > most) throw fail("extents go from 1 to 2^40");
    numbers.push_back(number);
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  const auto named = [&](std::vector<std::string> names) {
    if (numbers.size() != names.size()) {
      throw fail(std::string(name_of(k)) + " has " + std::to_string(names.size()) + " extents");
    }
    shape s;
    for (std::size_t i = 0; i < names.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (numbers[i] > most / numbers[j]) throw fail("an operand would have more than 2^40 elements");
      }
      s.extents.emplace_back(names[i], numbers[i]);
    }
    return s;
  };
  if (k == kernel::softmax) return named({"rows", "columns"});
  if (k == kernel::scale_shift_relu) return named({"N"});
  if (numbers.size() == 1) numbers.assign(3, numbers.front());
  return named({"M", "N", "K"});
}

/// Shapes separated by commas.
inline std::vector<shape> parse_shapes(kernel k, std::string_view text) {
  std::vector<shape> shapes;
  for (;;) {
    const std::size_t end = text.find(',');
    shapes.push_back(parse_shape(k, text.substr(0, end)));
    if (end == std::string_view::npos) return shapes;
    text.remove_prefix(end + 1);
  }
}

/// What is compared when no sizes are given: the sizes that the project's numbers are stated for.
inline std::string_view default_sizes(kernel k) {
  if (k == kernel::softmax) return "128x1024,512x4096";
  if (k == kernel::scale_shift_relu) return "4096,131072,8388608";  // x and y together 32 KiB, 1 MiB, 64 MiB
  return "8,16,32,64,127,256,512,1023x1021x1019,1024";
}

}  // namespace perfdojo::bench
