// SPDX-License-Identifier: Apache-2.0
#include "comparison.hpp"

#include "../measure/limits.hpp"
#include "../measure/sampler.hpp"
#include "limit.hpp"

#include <algorithm>

namespace perfdojo::bench {
namespace {

bool wanted(const std::vector<std::string>& only, const std::string& name) {
  return only.empty() || std::find(only.begin(), only.end(), name) != only.end();
}

std::vector<offer> collect(const problem& p, const std::vector<our_version>& ours, const loaded_peers& peers,
                           const std::vector<std::string>& only) {
  std::vector<offer> all;
  for (const our_version& version : ours) all.push_back(our_offer(version, p));
  for (const auto& library : peers.present) {
    for (offer& o : library->offers(p)) all.push_back(std::move(o));
  }
  std::erase_if(all, [&](const offer& o) { return !wanted(only, o.peer); });
  return all;
}

/// Of equal names the fastest; a wrong one stays whatever its time, so that it is reported.
void add(std::vector<measured>& results, measured m) {
  for (measured& other : results) {
    if (other.how.peer != m.how.peer) continue;
    const bool better = other.error.empty() == m.error.empty() ? m.rate > other.rate : !m.error.empty();
    if (better) other = std::move(m);
    return;
  }
  results.push_back(std::move(m));
}

}  // namespace

const measured* comparison::find(const std::string& name) const {
  for (const measured& m : results) {
    if (m.how.peer == name) return &m;
  }
  return nullptr;
}

const measured* comparison::best_peer() const {
  const measured* best = nullptr;
  for (const measured& m : results) {
    if (m.how.peer == "untuned" || m.how.peer == "tuned" || m.how.peer == "naive" || !m.error.empty())
      continue;
    if (best == nullptr || m.rate > best->rate) best = &m;
  }
  return best;
}

bool comparison::all_right() const {
  return std::all_of(results.begin(), results.end(), [](const measured& m) { return m.error.empty(); });
}

offer our_offer(const our_version& ours, const problem& p) {
  offer o{ours.name, ours.version, ours.core, "", {}};
  o.run = std::visit(
      [&](const auto& q) -> std::function<void()> {
        using P = std::remove_cvref_t<decltype(q)>;
        const our_entries* e = ours.entries;
        void (*call)(void*, const P&) = nullptr;
        if constexpr (std::is_same_v<P, gemm_problem<float>>) call = e->gemm_f32;
        if constexpr (std::is_same_v<P, gemm_problem<double>>) call = e->gemm_f64;
        if constexpr (std::is_same_v<P, softmax_problem>) call = e->softmax;
        if constexpr (std::is_same_v<P, scale_shift_relu_problem>) call = e->scale_shift_relu;
        return [call, pool = ours.pool, q] { call(pool, q); };
      },
      p);
  return o;
}

comparison compare(kernel what, const shape& at, const std::vector<our_version>& ours,
                   const loaded_peers& peers, const compare_settings& settings) {
  const std::unique_ptr<workload> w = make_workload(what, at);
  const std::vector<offer> offers = collect(w->p, ours, peers, settings.only);
  comparison c;
  c.what = what;
  c.at = at;
  c.unit = w->unit;

  settings.progress("checking " + std::to_string(offers.size()) + " ways against double precision");
  std::vector<std::string> errors;
  for (const offer& o : offers) errors.push_back(w->check(o.run));

  settings.progress("timing them for about " + std::to_string(static_cast<int>(settings.seconds + 0.5)) +
                    " s");
  std::vector<std::function<void()>> subjects;
  for (const offer& o : offers) subjects.push_back(o.run);
  const hardware_limit limit = limit_of(*w, settings.threads);
  for (const auto& subject : limit.subjects) subjects.push_back(subject.run);
  measure::options o;
  o.seconds = settings.seconds;
  // Pools of other libraries spin after a call; peers.cpp shortens that to less than 2 ms.
  o.pause_seconds = settings.threads > 1 ? 2e-3 : 0;
  if (settings.cpu_time) o.clock = measure::cpu_now;
  const double frequency_before = measure::core_frequency();
  const double begin = measure::now();
  const double cpu_begin = measure::cpu_now();
  const auto series = measure::interleave(subjects, o);
  // Several threads wait for each other, and between samples.
  if (settings.threads == 1) c.cpu_share = (measure::cpu_now() - cpu_begin) / (measure::now() - begin);
  c.frequency = (std::max)(frequency_before, measure::core_frequency());

  for (std::size_t i = 0; i < offers.size(); ++i) {
    const measure::summary time = measure::summarize(series[i]);
    add(c.results, {offers[i], time, w->work / time.p10 * 1e-9, errors[i]});
  }
  c.limit_kind = limit.kind;
  for (std::size_t i = 0; i < limit.subjects.size(); ++i) {
    const measure::summary time = measure::summarize(series[offers.size() + i]);
    const double rate = limit.work / time.p10 * 1e-9;
    c.limit_rates.emplace_back(limit.subjects[i].name, rate);
    if (rate > c.limit) {
      c.limit = rate;
      c.limit_spread = time.spread;
    }
  }
  return c;
}

}  // namespace perfdojo::bench
