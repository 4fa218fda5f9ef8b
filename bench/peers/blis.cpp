// SPDX-License-Identifier: Apache-2.0
// BLIS from the system. Version 0.9 takes CPUs that it does not know for generic or Haswell ones, so on AVX-512
// the right configuration is asked for.
#include "cblas.hpp"
#include "shared_library.hpp"

#include <cstdlib>

namespace perfdojo::bench {

std::unique_ptr<peer> make_blis(const peer_settings& settings) {
#if defined(__x86_64__)
  // 0 is skx in BLIS 0.9 (its enumeration arch_t); the name is read back below. A user's own choice stays.
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl"))
    setenv("BLIS_ARCH_TYPE", "0", 0);
#endif
  const shared_library library = load_first({settings.folder / "blis" / "libblis.so.4",
                                             "/usr/lib/x86_64-linux-gnu/blis-pthread/libblis.so.4",
                                             "/usr/lib/aarch64-linux-gnu/blis-pthread/libblis.so.4"});
  library.get<void()>("bli_init")();  // before the first question: 0.9 aborts on BLIS_ARCH_TYPE otherwise
  const int architecture = library.get<int()>("bli_arch_query_id")();
  offer description;
  description.peer = "blis";
  description.core = library.get<const char*(int)>("bli_arch_string")(architecture);
  description.version = library.get<const char*()>("bli_info_get_version_str")();
  description.path = library.path();
  const cblas_functions functions{library.get<cblas_gemm<float>>("cblas_sgemm"),
                                  library.get<cblas_gemm<double>>("cblas_dgemm")};
  library.get<void(std::ptrdiff_t)>("bli_thread_set_num_threads")(settings.threads);
  return std::make_unique<cblas_peer>(functions, std::move(description));
}

}  // namespace perfdojo::bench
