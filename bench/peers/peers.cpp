// SPDX-License-Identifier: Apache-2.0
// Cleans the environment, then loads every peer that is found.
#include "peer.hpp"

#include <cstdlib>

namespace perfdojo::bench {
namespace {

/// Libraries read these while they are loaded or at their first call, so before it is early enough.
void clean_environment(int threads) {
  for (const char* name : {"OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE", "OPENBLAS_VERBOSE", "MKL_VERBOSE",
                           "MKL_ENABLE_INSTRUCTIONS", "MKL_CBWR", "ONEDNN_MAX_CPU_ISA", "DNNL_MAX_CPU_ISA",
                           "ONEDNN_VERBOSE", "DNNL_VERBOSE", "OMP_PROC_BIND", "OMP_PLACES"}) {
    unsetenv(name);
  }
  const std::string count = std::to_string(threads);
  for (const char* name : {"OPENBLAS_NUM_THREADS", "GOTO_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS",
                           "BLIS_NUM_THREADS"}) {
    setenv(name, count.c_str(), 1);
  }
  // After a call OpenBLAS's threads yield in a loop for 2^26 cycles, those of GNU OpenMP spin for 300,000 pauses: some 20
  // ms in which they disturb whoever is measured next. About half a millisecond is left; in a series of calls no
  // thread falls asleep.
  setenv("OPENBLAS_THREAD_TIMEOUT", "20", 1);
  setenv("GOMP_SPINCOUNT", "10000", 1);
  setenv("MKL_DYNAMIC", "FALSE", 1);  // or MKL takes fewer threads where it sees fit
}

}  // namespace

loaded_peers load_peers(const peer_settings& settings) {
  clean_environment(settings.threads);
  using factory = std::unique_ptr<peer> (*)(const peer_settings&);
  const std::pair<const char*, factory> factories[] = {{"naive", make_naive},
                                                       {"eigen", make_eigen},
                                                       {"xsimd", make_xsimd},
                                                       {"openblas", make_openblas},
                                                       {"blis", make_blis},
                                                       {"onednn", make_onednn},
                                                       {"onednn on OpenMP", make_onednn_gomp},
                                                       {"mkl", make_mkl}};
  loaded_peers result;
  for (const auto& [name, make] : factories) {
    try {
      result.present.push_back(make(settings));
    } catch (const peer_absent& why) {
      result.absent.push_back(std::string(name) + ": " + why.what());
    }
  }
  return result;
}

}  // namespace perfdojo::bench
