// SPDX-License-Identifier: Apache-2.0
#include "service.hpp"

#include <algorithm>
#include <ctime>

#include <nlohmann/json.hpp>

#include "error.hpp"
#include "library.hpp"
#include "store.hpp"
#include "text.hpp"
#include "tolerance.hpp"

namespace perfdojo::tuner {
namespace {

using nlohmann::json;

const operand_set* now_at_work = nullptr;  // for the signal handler of the worker

std::int64_t now_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

// Time that this thread ran: when the system gives the core to another process for a while, that is not the candidate's.
// Several threads work at once, so there only the clock on the wall tells.
std::int64_t run_ns(int threads) {
  if (threads > 1) return now_ns();
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

// Between these the parent counts the time limit.
class at_work {
public:
  at_work(worker_status& status, int candidate, const operand_set& operands) : status_(status) {
    now_at_work = &operands;
    status_.candidate.store(candidate);
    status_.began_ns.store(now_ns());
  }
  at_work(const at_work&) = delete;
  at_work& operator=(const at_work&) = delete;
  ~at_work() {
    status_.began_ns.store(0);
    now_at_work = nullptr;
  }

private:
  worker_status& status_;
};

measure_options options_from(const json& request) {
  measure_options how;
  how.sample_seconds = request.at("sample_seconds");
  how.first_rounds = request.at("first_rounds");
  how.second_rounds = request.at("second_rounds");
  how.final_rounds = request.at("final_rounds");
  how.finalists = request.at("finalists");
  how.hopeless = request.at("hopeless");
  how.budget_seconds = request.at("budget_seconds");
  how.seed = request.at("seed");
  how.cold = request.at("cold");
  return how;
}

constexpr double long_call = 5e-3;  // seconds; 2 MiB of L2 are filled in a tenth of a millisecond

json to_answer(const std::string& fault) {
  return {{"class", to_text(fault.empty() ? outcome_class::ok : outcome_class::wrong)}, {"detail", fault}};
}

}  // namespace

service::service(problem p, worker_status& status)
    : problem_(std::move(p)), status_(status), oracle_(problem_) {
  has_timed_values_ = std::any_of(problem_.operands.begin(), problem_.operands.end(),
                                  [](const operand_facts& o) { return !o.timed_random; });
}

const operand_set* service::operands_at_work() { return now_at_work; }

std::string service::answer(const std::string& text) {
  const json request = json::parse(text);
  const std::string what = request.at("do");
  if (what == "check") {
    status_.at_timing.store(0);
    const library code(request.at("library"));
    return to_answer(check(code.entry(request.at("symbol")))).dump();
  }
  if (what != "time") throw environment_error("the child does not know " + what);

  status_.at_timing.store(1);
  std::vector<library> open;
  std::vector<entry_point> entries;
  for (const json& c : request.at("candidates")) {
    open.emplace_back(c.at("library").get<std::string>());
    entries.push_back(open.back().entry(c.at("symbol")));
  }
  operand_set& operands = timing_operands(request.at("shape").get<shape>());
  const auto faults = disagreements(entries, operands);
  std::vector<int> sound;
  for (std::size_t i = 0; i < faults.size(); ++i)
    if (faults[i].empty()) sound.push_back(static_cast<int>(i));
  std::vector<int> kept;
  for (const int k : request.at("kept").get<std::vector<int>>())
    if (const auto at = std::find(sound.begin(), sound.end(), k); at != sound.end())
      kept.push_back(static_cast<int>(at - sound.begin()));

  operands.restore_written();
  last_call_.assign(entries.size(), 0);
  const measure_options how = options_from(request);
  const sampler run = [&](int candidate, int calls) {
    const int i = sound[static_cast<std::size_t>(candidate)];
    const entry_point entry = entries[static_cast<std::size_t>(i)];
    return how.cold ? cold_sample(entry, i, calls, operands) : sample(entry, i, calls, operands);
  };
  const auto measured = measure_all(run, static_cast<int>(sound.size()), kept, how);

  json results = json::array();
  for (const std::string& fault : faults) results.push_back(to_answer(fault));
  for (std::size_t i = 0; i < sound.size(); ++i) {
    json& r = results[static_cast<std::size_t>(sound[i])];
    r["seconds"] = measured[i].seconds;
    r["calls"] = measured[i].calls;
  }
  return json{{"results", results}}.dump();
}

// What is wrong with a candidate, or nothing.
std::string service::check(entry_point run) {
  std::vector<values> kinds{values::random};
  if (has_timed_values_) kinds.push_back(values::timed);
  for (const shape& s : problem_.checked)
    for (const values which : kinds) {
      const outputs& want = oracle_.expected(s, which);
      for (const layout how : {layout::dense_before_guard, layout::padded_after_guard}) {
        const operand_set operands(problem_, s, how, which);
        {
          const at_work mark(status_, 0, operands);
          run(operands.views().data(), problem_.threads);
        }
        std::string fault = operands.trespass();
        if (fault.empty()) fault = compare(want, outputs_of(problem_, operands), s);
        if (fault.empty()) continue;
        return "at " + to_text(problem_, s) +
               (how == layout::padded_after_guard ? " with padded rows: " : ": ") + fault;
      }
    }
  return {};
}

std::string service::compare(const outputs& want, const outputs& got, const shape& s) const {
  const double tolerance = tolerance_for(problem_, s);
  for (std::size_t o = 0; o < want.size(); ++o)
    if (const auto text = difference(problem_.operands[o].name, got[o], want[o], tolerance); !text.empty())
      return text;
  return {};
}

// The reference takes too long for the timed shapes; there all candidates must agree with the first one, which was compared
// with the reference at the small shapes.
std::vector<std::string> service::disagreements(const std::vector<entry_point>& entries,
                                                operand_set& operands) {
  std::vector<std::string> faults(entries.size());
  outputs want;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    operands.restore_written();
    {
      const at_work mark(status_, static_cast<int>(i), operands);
      entries[i](operands.views().data(), problem_.threads);
    }
    outputs got = outputs_of(problem_, operands);
    if (i == 0)
      want = std::move(got);
    else
      faults[i] = compare(want, got, operands.sizes());
    if (!faults[i].empty()) faults[i] = "at " + to_text(problem_, operands.sizes()) + ": " + faults[i];
  }
  return faults;
}

double service::sample(entry_point entry, int index, int calls, operand_set& operands) {
  const at_work mark(status_, index, operands);
  const exec::argument* arguments = operands.views().data();
  // The first call does not count: it leaves the caches as this candidate leaves them, not as another one did. Calls of
  // several milliseconds load all caches many times over, and would only take twice the time.
  if (!operands.in_place()) {
    double& last = last_call_[static_cast<std::size_t>(index)];
    if (last < long_call) entry(arguments, problem_.threads);
    const std::int64_t began = run_ns(problem_.threads);
    for (int c = 0; c < calls; ++c) entry(arguments, problem_.threads);
    const double taken = 1e-9 * static_cast<double>(run_ns(problem_.threads) - began);
    last = taken / calls;
    return taken;
  }
  // A kernel that overwrites its input gets it back before every call, outside the time that counts: otherwise x *= 0.5
  // would soon be measured on zeros. The cheap clock, since it is read for every call.
  std::int64_t taken = 0;
  for (int c = -1; c < calls; ++c) {
    operands.restore_inouts();
    const std::int64_t began = now_ns();
    entry(arguments, problem_.threads);
    if (c >= 0) taken += now_ns() - began;
  }
  return 1e-9 * static_cast<double>(taken);
}

double service::cold_sample(entry_point entry, int index, int calls, operand_set& operands) {
  const at_work mark(status_, index, operands);
  std::int64_t taken = 0;
  for (int c = 0; c < calls; ++c) {
    operands.restore_inouts();
    operands.leave_caches();
    const std::int64_t began = run_ns(problem_.threads);
    entry(operands.views().data(), problem_.threads);
    taken += run_ns(problem_.threads) - began;
  }
  return 1e-9 * static_cast<double>(taken);
}

operand_set& service::timing_operands(const shape& s) {
  if (!timing_ || timing_->sizes() != s) {
    timing_.reset();
    timing_.emplace(problem_, s, layout::timing, values::timed);
  }
  return *timing_;
}

}  // namespace perfdojo::tuner
