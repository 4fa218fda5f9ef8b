// SPDX-License-Identifier: Apache-2.0
#include "worker.hpp"

#include <csignal>
#include <cstdlib>
#include <memory>

#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "files.hpp"
#include "error.hpp"
#include "service.hpp"
#include "text.hpp"

namespace perfdojo::tuner {
namespace {

// A request is one line of JSON, and so is the answer.
constexpr int connection = 3;

worker_status* status = nullptr;  // for the signal handler

void note_fault(int signal, siginfo_t* info, void*) {
  if (const operand_set* operands = service::operands_at_work(); operands != nullptr && signal == SIGSEGV) {
    const auto fault = operands->find_fault(info->si_addr);
    status->fault_operand.store(fault.operand);
    status->fault_before.store(fault.before ? 1 : 0);
  }
  // SA_RESETHAND: the instruction runs again, or the signal is raised again, and ends the process.
  if (info->si_code <= 0) raise(signal);
}

void catch_faults() {
  // A candidate may have used up the stack.
  static char stack[1 << 16];
  stack_t alternative{};
  alternative.ss_sp = stack;
  alternative.ss_size = sizeof stack;
  sigaltstack(&alternative, nullptr);
  struct sigaction action {};
  action.sa_sigaction = note_fault;
  action.sa_flags = static_cast<int>(SA_SIGINFO | SA_ONSTACK | SA_RESETHAND);
  for (const int s : {SIGSEGV, SIGBUS, SIGILL, SIGFPE}) sigaction(s, &action, nullptr);
}

bool send_line(const std::string& text) {
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t n = write(connection, rest.data(), rest.size());
    if (n <= 0) return false;
    rest.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

bool receive_line(std::string& buffer, std::string& line) {
  for (;;) {
    if (const auto end = buffer.find('\n'); end != std::string::npos) {
      line = buffer.substr(0, end);
      buffer.erase(0, end + 1);
      return true;
    }
    char block[65536];
    const ssize_t n = read(connection, block, sizeof block);
    if (n <= 0) return false;
    buffer.append(block, static_cast<std::size_t>(n));
  }
}

}  // namespace

int run_worker(int argc, char** argv) {
  if (argc < 5) return static_cast<int>(exit_code::usage);
  // Dies with its parent, however that ends.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (decimal(std::int64_t{getppid()}) != argv[4]) return static_cast<int>(exit_code::environment);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  fcntl(connection, F_SETFD, FD_CLOEXEC);

  cpu_set_t mask;
  CPU_ZERO(&mask);
  for (int i = 5; i < argc; ++i) {
    std::int64_t core = 0;
    if (read_integer(argv[i], core) && core < CPU_SETSIZE) CPU_SET(static_cast<std::size_t>(core), &mask);
  }
  if (argc > 5) sched_setaffinity(0, sizeof mask, &mask);

  {
    const descriptor file(open(argv[3], O_RDWR | O_CLOEXEC));
    void* shared =
        file.open() ? mmap(nullptr, sizeof(worker_status), PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0)
                    : MAP_FAILED;
    if (shared == MAP_FAILED) return static_cast<int>(exit_code::environment);
    status = static_cast<worker_status*>(shared);
  }
  catch_faults();

  std::unique_ptr<service> serving;
  std::string buffer, line;
  while (receive_line(buffer, line)) {
    std::string result;
    try {
      if (serving == nullptr)
        serving = std::make_unique<service>(problem_from_json(read_file(argv[2])), *status);
      result = serving->answer(line);
    } catch (const std::exception& e) {
      result = nlohmann::json{{"error", e.what()}}.dump();
    }
    if (!send_line(result + "\n")) break;
  }
  // Candidates may have left threads and destructors behind; neither is ours to run.
  std::_Exit(0);
}

}  // namespace perfdojo::tuner
