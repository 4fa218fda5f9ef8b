// SPDX-License-Identifier: Apache-2.0
// pd-tuner: finds good schedules for this machine. The commands are in commands.hpp.
#include <cstdio>
#include <cstring>
#include <exception>

#include "error.hpp"
#include "process.hpp"
#include "worker.hpp"

int main(int argc, char** argv) {
  using namespace perfdojo::tuner;
  if (argc > 1 && std::strcmp(argv[1], worker_option) == 0) return run_worker(argc, argv);
  return 0;
}
