// SPDX-License-Identifier: Apache-2.0
// pd-bench: every kernel at many shapes under Google Benchmark, this library and its peers. For series over time and
// for profilers; pd-compare interleaves and is the one to compare libraries with.
#include "../compare/comparison.hpp"
#include "../compare/entry_library.hpp"
#include "../compare/tuned_header.hpp"
#include "../measure/affinity.hpp"
#include "compare_config.hpp"
#include "shapes.hpp"

#include <perfdojo/core/config.hpp>

#include <benchmark/benchmark.h>

#include <cstdio>
#include <optional>

namespace perfdojo::bench {
namespace {

/// Operands of the shape that is being measured, kept until another shape comes: all libraries see the same.
workload& workload_at(const named_shape& s) {
  static std::optional<std::string> key;
  static std::unique_ptr<workload> current;
  const std::string wanted = s.kernel_name() + s.sizes;
  if (key != wanted) {
    current.reset();
    current = make_workload(s.what, parse_shape(s.what, s.sizes));
    key = wanted;
  }
  return *current;
}

void measure_offer(benchmark::State& state, const named_shape& s,
                   const std::function<std::vector<offer>(const problem&)>& offers_for, std::size_t which) {
  workload& w = workload_at(s);
  const std::vector<offer> offers = offers_for(w.p);
  if (which >= offers.size()) return state.SkipWithError("not offered at this shape");
  const offer& o = offers[which];
  for (auto _ : state) {
    o.run();
    benchmark::ClobberMemory();
  }
  state.SetLabel(o.version + ", " + o.core);
  state.counters[w.unit] = benchmark::Counter(w.work * 1e-9, benchmark::Counter::kIsIterationInvariantRate);
}

/// "gemm_f32/A065_2048x512x13/openblas"; several ways of one library get a number.
void register_all(const std::vector<our_version>& ours, const loaded_peers& peers) {
  const auto add = [](const named_shape& s, std::function<std::vector<offer>(const problem&)> offers_for) {
    // A small stand-in tells what is offered, without the operands of the real shape.
    const auto probe = make_workload(s.what, parse_shape(s.what, s.smallest()));
    const std::vector<offer> offered = offers_for(probe->p);
    for (std::size_t i = 0; i < offered.size(); ++i) {
      std::string name = s.kernel_name() + "/" + s.id + "_" + s.sizes + "/" + offered[i].peer;
      if (offered.size() > 1) name += "_" + std::to_string(i);
      benchmark::RegisterBenchmark(name.c_str(), [s, offers_for, i](benchmark::State& state) {
        measure_offer(state, s, offers_for, i);
      })->UseRealTime();
    }
  };
  for (const named_shape& s : named_shapes()) {
    for (const our_version& version : ours) {
      add(s, [version](const problem& p) { return std::vector<offer>{our_offer(version, p)}; });
    }
    for (const auto& library : peers.present) {
      add(s, [library = library.get()](const problem& p) { return library->offers(p); });
    }
  }
}

std::vector<our_version> load_ours() {
  const our_entries* builtin = perfdojo_bench_entries();
  std::vector<our_version> ours = {{"untuned", builtin, nullptr, PERFDOJO_VERSION, "built-in schedules"}};
  if (const auto header = find_tuned_header(config::build_folder)) {
    try {
      ours.push_back({"tuned", load_entries(configured_compiler(), header), nullptr, PERFDOJO_VERSION,
                      header->string()});
    } catch (const compile_error& why) {
      std::fprintf(stderr, "pd-bench: no tuned schedules: %s\n", why.what());
    }
  }
  return ours;
}

}  // namespace
}  // namespace perfdojo::bench

int main(int count, char** words) {
  using namespace perfdojo;
  benchmark::Initialize(&count, words);
  if (benchmark::ReportUnrecognizedArguments(count, words)) return 2;
  if (measure::pin_to_last(1).empty()) std::fprintf(stderr, "pd-bench: could not pin to one CPU\n");
  const bench::loaded_peers peers =
      bench::load_peers({std::filesystem::path(bench::config::build_folder) / "peers", 1});
  for (const std::string& absent : peers.absent)
    std::fprintf(stderr, "pd-bench: absent: %s\n", absent.c_str());
  bench::register_all(bench::load_ours(), peers);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
