// SPDX-License-Identifier: Apache-2.0
#include "child.hpp"

#include <cerrno>
#include <cmath>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "error.hpp"
#include "files.hpp"
#include "text.hpp"

namespace perfdojo::tuner {
namespace {

using nlohmann::json;

// Loading, the reference and the comparison are our own code; arbitrary, far above what they take.
constexpr double own_limit = 300;

std::string where_faulted(const problem& p, const worker_status& status) {
  const int operand = status.fault_operand.load();
  if (operand < 0 || operand >= static_cast<int>(p.operands.size())) return {};
  return std::string(status.fault_before.load() != 0 ? ", in front of " : ", past the end of ") +
         p.operands[static_cast<std::size_t>(operand)].name;
}

checked read_checked(const json& r) {
  return {outcome_class_from(r.at("class").get<std::string>()).value_or(outcome_class::wrong),
          r.at("detail")};
}

}  // namespace

child::child(const problem& p, options o) : problem_(p), options_(std::move(o)) {
  // Distinct for several children of one process.
  static int counter = 0;
  const std::string stem = "child-" + decimal(std::int64_t{counter++});
  status_path_ = options_.folder / (stem + ".status");
  problem_path_ = options_.folder / (stem + ".problem.json");
  log_path_ = options_.folder / (stem + ".log");
  write_atomically(problem_path_, to_json(problem_));
  write_atomically(status_path_, std::string(sizeof(worker_status), '\0'));
  const descriptor file(open(status_path_.c_str(), O_RDWR | O_CLOEXEC));
  void* shared = mmap(nullptr, sizeof(worker_status), PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
  if (shared == MAP_FAILED)
    throw environment_error("cannot map " + status_path_.string() + ": " + std::strerror(errno));
  status_ = static_cast<worker_status*>(shared);
}

child::~child() {
  stop();
  munmap(status_, sizeof(worker_status));
}

void child::start() {
  if (pid_ >= 0) return;
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw environment_error(std::string("cannot start a child process: ") + std::strerror(errno));
  descriptor ours(ends[0]), theirs(ends[1]);
  const descriptor nothing(open("/dev/null", O_RDONLY | O_CLOEXEC));
  const descriptor log(open(log_path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!nothing.open() || !log.open())
    throw environment_error("cannot write " + log_path_.string() + ": " + std::strerror(errno));
  command what{{options_.program, worker_option, problem_path_.string(), status_path_.string(),
                decimal(std::int64_t{getpid()})}};
  for (const int core : options_.cores) what.argv.push_back(decimal(std::int64_t{core}));
  pid_ = start_program(what, nothing.get(), log.get(), log.get(), theirs.get());
  connection_ = std::move(ours);
  received_.clear();
}

void child::stop() {
  if (pid_ < 0) return;
  connection_.close();
  kill_and_wait(std::exchange(pid_, -1));
}

child::reply child::bury(bool hung, double waited) {
  reply r;
  r.died = true;
  r.candidate = status_->began_ns.load() != 0 ? status_->candidate.load() : -1;
  int wait_status = 0;
  // It may have ended by itself; only then does its status say why.
  if (hung || waitpid(pid_, &wait_status, 0) != pid_) wait_status = kill_and_wait(pid_);
  pid_ = -1;
  connection_.close();
  const char* when = status_->at_timing.load() != 0 ? " while it was timed" : "";
  if (hung) {
    r.how = outcome_class::hung;
    r.detail = "no end after " + decimal(waited, 1) + " s" + when;
  } else if (WIFSIGNALED(wait_status)) {
    r.detail = signal_name(WTERMSIG(wait_status)) + where_faulted(problem_, *status_) + when;
  } else {
    r.detail = "it ended the process with status " + decimal(std::int64_t{WEXITSTATUS(wait_status)}) + when;
  }
  return r;
}

child::reply child::ask(const std::string& request) {
  start();
  status_->began_ns.store(0);
  status_->candidate.store(-1);
  status_->fault_operand.store(-1);
  const std::string line = request + "\n";
  if (send(connection_.get(), line.data(), line.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(line.size()))
    return bury(false, 0);
  const double asked = monotonic_seconds();
  for (;;) {
    if (const auto end = received_.find('\n'); end != std::string::npos) {
      reply r;
      r.text = received_.substr(0, end);
      received_.erase(0, end + 1);
      return r;
    }
    if (interrupted()) {
      stop();
      throw interruption();
    }
    pollfd p{connection_.get(), POLLIN, 0};
    if (poll(&p, 1, 50) > 0) {
      char block[65536];
      const ssize_t n = read(connection_.get(), block, sizeof block);
      if (n <= 0) return bury(false, 0);
      received_.append(block, static_cast<std::size_t>(n));
      continue;
    }
    const double now = monotonic_seconds();
    const std::int64_t began = status_->began_ns.load();
    if (began != 0 && now - 1e-9 * static_cast<double>(began) > options_.limit_seconds)
      return bury(true, now - 1e-9 * static_cast<double>(began));
    if (began == 0 && now - asked > own_limit) return bury(true, now - asked);
  }
}

checked child::check(const loadable& candidate) {
  const reply r =
      ask(json{{"do", "check"}, {"library", candidate.library}, {"symbol", candidate.symbol}}.dump());
  if (r.died) return {r.how, r.detail};
  const json result = json::parse(r.text);
  if (result.contains("error")) throw environment_error(result.at("error").get<std::string>());
  return read_checked(result);
}

std::vector<timed> child::time(const shape& s, const std::vector<loadable>& all, const std::vector<int>& kept,
                               const measure_options& how) {
  std::vector<timed> results(all.size());
  std::vector<int> alive;
  for (std::size_t i = 0; i < all.size(); ++i) alive.push_back(static_cast<int>(i));
  while (!alive.empty()) {
    json request{{"do", "time"},
                 {"shape", s},
                 {"sample_seconds", how.sample_seconds},
                 {"first_rounds", how.first_rounds},
                 {"second_rounds", how.second_rounds},
                 {"final_rounds", how.final_rounds},
                 {"finalists", how.finalists},
                 {"hopeless", how.hopeless},
                 {"budget_seconds", how.budget_seconds},
                 {"seed", how.seed},
                 {"cold", how.cold}};
    request["candidates"] = json::array();
    request["kept"] = json::array();
    for (std::size_t i = 0; i < alive.size(); ++i) {
      const loadable& c = all[static_cast<std::size_t>(alive[i])];
      request["candidates"].push_back({{"library", c.library}, {"symbol", c.symbol}});
      for (const int k : kept)
        if (k == alive[i]) request["kept"].push_back(i);
    }
    const reply r = ask(request.dump());
    if (!r.died) {
      const json answer = json::parse(r.text);
      if (answer.contains("error")) throw environment_error(answer.at("error").get<std::string>());
      for (std::size_t i = 0; i < alive.size(); ++i) {
        const json& one = answer.at("results").at(i);
        timed& result = results[static_cast<std::size_t>(alive[i])];
        const checked verdict = read_checked(one);
        result.result = verdict.result;
        result.detail = verdict.detail;
        if (one.contains("seconds"))
          result.samples = {one.at("seconds").get<std::vector<double>>(), one.at("calls")};
      }
      return results;
    }
    if (r.candidate < 0 || r.candidate >= static_cast<int>(alive.size()))
      throw environment_error("the child process ended while no candidate ran: " + r.detail);
    timed& culprit = results[static_cast<std::size_t>(alive[static_cast<std::size_t>(r.candidate)])];
    culprit.result = r.how;
    culprit.detail = r.detail;
    // Without the one that all are compared with, nothing can be said about the others.
    if (alive[static_cast<std::size_t>(r.candidate)] == 0) {
      for (timed& other : results)
        if (&other != &culprit) other.detail = "not measured";
      return results;
    }
    alive.erase(alive.begin() + r.candidate);
  }
  return results;
}

}  // namespace perfdojo::tuner
