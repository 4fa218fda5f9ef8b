// SPDX-License-Identifier: Apache-2.0
// oneMKL through its one run-time library, sequential for one thread, on GNU OpenMP for several.
#include "cblas.hpp"
#include "shared_library.hpp"

#include <unistd.h>

#include <fstream>
#include <string>

namespace perfdojo::bench {
namespace {

/// The words between two marks; the whole text where they are missing.
std::string between(const std::string& text, const std::string& before, const std::string& after) {
  auto begin = text.find(before);
  if (begin == std::string::npos) return text;
  begin += before.size();
  return text.substr(begin, text.find(after, begin) - begin);
}

/// What MKL's verbose mode says of the CPU path it took: in its first line the words between "architecture" and the
/// system ("Lnx 2.10GHz lp64 sequential").
std::string core_of(const shared_library& library, cblas_gemm<float>* sgemm) {
  const auto file =
      std::filesystem::temp_directory_path() / ("perfdojo_mkl_" + std::to_string(getpid()) + ".txt");
  const auto verbose = library.get<int(int)>("MKL_Verbose");
  library.get<int(const char*)>("MKL_Verbose_Output_File")(file.c_str());
  verbose(1);
  float a[16] = {}, b[16] = {}, c[16];
  sgemm(cblas_row_major, cblas_no_transpose, cblas_no_transpose, 4, 4, 4, 1.f, a, 4, b, 4, 0.f, c, 4);
  verbose(0);
  std::string line;
  std::ifstream stream(file);
  std::getline(stream, line);
  std::filesystem::remove(file);
  return between(line, "architecture ", ", Lnx");
}

}  // namespace

std::unique_ptr<peer> make_mkl(const peer_settings& settings) {
  constexpr int sequential = 1;  // MKL_THREADING_SEQUENTIAL
  constexpr int gnu_openmp = 3;  // MKL_THREADING_GNU
  const shared_library library =
      load_first({settings.folder / "mkl" / "libmkl_rt.so.3", settings.folder / "mkl" / "libmkl_rt.so.2",
                  "/usr/lib/x86_64-linux-gnu/libmkl_rt.so"});
  library.get<int(int)>("MKL_Set_Threading_Layer")(settings.threads == 1 ? sequential : gnu_openmp);
  const cblas_functions functions{library.get<cblas_gemm<float>>("cblas_sgemm"),
                                  library.get<cblas_gemm<double>>("cblas_dgemm")};
  char version[256] = {};
  library.get<void(char*, int)>("MKL_Get_Version_String")(version, sizeof version);
  library.get<void(int)>("MKL_Set_Num_Threads")(settings.threads);
  offer description;
  description.peer = "mkl";
  description.version = between(version, "Version ", " for");
  description.core = core_of(library, functions.sgemm);
  description.path = library.path();
  return std::make_unique<cblas_peer>(functions, std::move(description));
}

}  // namespace perfdojo::bench
