// SPDX-License-Identifier: Apache-2.0
// trace: what was done to a program, move by move, as a value and as text. read_trace.hpp reads the text, replay.hpp does it again.
#pragma once

#include <perfdojo/core/config.hpp>
#include <perfdojo/ir/hash.hpp>
#include <perfdojo/schedule/parameter_names.hpp>
#include <perfdojo/schedule/spell.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace perfdojo {

/// The first line of every trace is "perfdojo trace <version>". Raised when an older reader would misread a text.
inline constexpr index_t trace_version = 1;

/// A move, and the hash of the program that it makes.
struct trace_step {
  move_record move;
  std::uint64_t hash = 0;
  friend bool operator==(const trace_step&, const trace_step&) = default;
};

/// Moves on the program of a kernel. Composed steps are in it as the moves that they stand for.
struct trace {
  std::string kernel;       ///< its type, as in C++; on one line
  std::string version;      ///< of the library that made the trace
  std::uint64_t start = 0;  ///< hash of the program before the first move
  std::vector<trace_step> steps;

  std::uint64_t final_hash() const { return steps.empty() ? start : steps.back().hash; }
  friend bool operator==(const trace&, const trace&) = default;
};

/// The trace of `moves` on p. Requires that each of them is legal where its turn comes.
inline trace record_trace(std::string_view kernel, ir::program p, const std::vector<move_record>& moves) {
  trace t{std::string(kernel), PERFDOJO_VERSION, ir::hash(p), {}};
  for (const move_record& m : moves) {
    p = apply(m, p);
    t.steps.push_back({m, ir::hash(p)});
  }
  return t;
}

namespace detail {
inline void put_hash(std::string& out, std::uint64_t hash) {
  for (int shift = 60; shift >= 0; shift -= 4) out.push_back("0123456789abcdef"[hash >> shift & 15]);
}
}  // namespace detail

/// A line for each move, with its parameters by name and the hash of what it makes:
///
///     perfdojo trace 1
///     kernel perfdojo::gemm_kernel<float>
///     version 0.1.0
///     start 5dee4fa1a4dbf4b5
///     split scope="i" factor=6 policy=tail::guard -> 8f0a6b0d3b4f5a11
///     final 8f0a6b0d3b4f5a11
inline std::string write_trace(const trace& t) {
  std::string out;
  put(out, "perfdojo trace ", trace_version, "\nkernel ", t.kernel, "\nversion ", t.version, "\nstart ");
  detail::put_hash(out, t.start);
  for (const trace_step& s : t.steps) {
    const auto kind = static_cast<std::size_t>(s.move.kind);
    put(out, "\n", move_kinds[kind].name);
    for (int i = 0; i < s.move.values.size(); ++i) {
      put(out, " ", parameter_names[kind][i], "=");
      spell_to(out, move_kinds[kind].domains[i], s.move.values[i]);
    }
    put(out, " -> ");
    detail::put_hash(out, s.hash);
  }
  put(out, "\nfinal ");
  detail::put_hash(out, t.final_hash());
  out.push_back('\n');
  return out;
}

}  // namespace perfdojo
