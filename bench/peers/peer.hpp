// SPDX-License-Identifier: Apache-2.0
// A library to compare with, and one way of it to solve a problem.
#pragma once

#include "problem.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace perfdojo::bench {

/// One ready call: everything that depends on the shape alone (descriptors, generated code) is made already.
struct offer {
  std::string peer;     // name under which results are reported; the fastest of equal names counts
  std::string version;  // as the library says
  std::string core;     // the kernel it says it chose
  std::string path;     // file it was loaded from, empty if compiled in
  std::function<void()> run;
};

class peer {
public:
  virtual ~peer() = default;
  /// Ways to solve `p` whose operands outlive the offers; none if the library has no such function.
  virtual std::vector<offer> offers(const problem& p) = 0;
};

struct peer_settings {
  std::filesystem::path folder;  // where bench/get_peers put libraries
  int threads = 1;
};

/// Why a peer is not here: a sentence.
struct peer_absent : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct loaded_peers {
  std::vector<std::unique_ptr<peer>> present;
  std::vector<std::string> absent;  // "name: why"
};

/// Loads every peer that is found. Clears OPENBLAS_CORETYPE and OPENBLAS_L2_SIZE and sets the *_NUM_THREADS
/// variables first, so call it once, before the process starts threads.
loaded_peers load_peers(const peer_settings& settings);

// One factory per library; throws peer_absent.
std::unique_ptr<peer> make_openblas(const peer_settings& settings);
std::unique_ptr<peer> make_blis(const peer_settings& settings);
std::unique_ptr<peer> make_mkl(const peer_settings& settings);
std::unique_ptr<peer> make_onednn(const peer_settings& settings);       // dnnl_sgemm of the newest version
std::unique_ptr<peer> make_onednn_gomp(const peer_settings& settings);  // primitives on OpenMP
std::unique_ptr<peer> make_eigen(const peer_settings& settings);
std::unique_ptr<peer> make_xsimd(const peer_settings& settings);  // rows and vectors only
std::unique_ptr<peer> make_naive(const peer_settings& settings);

}  // namespace perfdojo::bench
