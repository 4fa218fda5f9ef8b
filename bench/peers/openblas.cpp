// SPDX-License-Identifier: Apache-2.0
// OpenBLAS: from the wheel scipy-openblas32, whose symbols carry a prefix, else from the system.
#include "cblas.hpp"
#include "shared_library.hpp"

namespace perfdojo::bench {
namespace {

/// The second word of "OpenBLAS 0.3.34 DYNAMIC_ARCH ...".
std::string version_in(const std::string& configuration) {
  const auto begin = configuration.find(' ');
  if (begin == std::string::npos) return configuration;
  return configuration.substr(begin + 1, configuration.find(' ', begin + 1) - begin - 1);
}

}  // namespace

std::unique_ptr<peer> make_openblas(const peer_settings& settings) {
  const shared_library library = load_first({settings.folder / "openblas" / "libscipy_openblas.so",
                                             "/usr/lib/x86_64-linux-gnu/openblas-pthread/libopenblas.so.0",
                                             "/usr/lib/aarch64-linux-gnu/openblas-pthread/libopenblas.so.0"});
  const std::string prefix = library.find<void>("scipy_cblas_sgemm") != nullptr ? "scipy_" : "";
  const auto name = [&](const char* symbol) { return prefix + symbol; };
  library.get<void(int)>(name("openblas_set_num_threads").c_str())(settings.threads);
  const cblas_functions functions{library.get<cblas_gemm<float>>(name("cblas_sgemm").c_str()),
                                  library.get<cblas_gemm<double>>(name("cblas_dgemm").c_str())};
  offer description;
  description.peer = "openblas";
  description.version = version_in(library.get<const char*()>(name("openblas_get_config").c_str())());
  description.core = library.get<const char*()>(name("openblas_get_corename").c_str())();
  description.path = library.path();
  return std::make_unique<cblas_peer>(functions, std::move(description));
}

}  // namespace perfdojo::bench
