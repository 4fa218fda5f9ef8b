// SPDX-License-Identifier: Apache-2.0
// A shared library loaded at run time, its symbols kept to itself.
#pragma once

#include "peer.hpp"

#include <dlfcn.h>

#include <filesystem>
#include <initializer_list>
#include <string>
#include <system_error>
#include <vector>

namespace perfdojo::bench {

/// Never unloaded: libraries with threads of their own do not survive it.
class shared_library {
public:
  /// Throws peer_absent with the loader's sentence.
  explicit shared_library(const std::filesystem::path& file)
      : handle_(dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)), path_(file) {
    if (handle_ == nullptr) throw peer_absent(dlerror());
  }

  template <class F>
  F* find(const char* symbol) const {
    return reinterpret_cast<F*>(dlsym(handle_, symbol));
  }

  /// Throws peer_absent if the library has no such symbol.
  template <class F>
  F* get(const char* symbol) const {
    F* f = find<F>(symbol);
    if (f == nullptr) throw peer_absent(path_.string() + " has no function " + symbol);
    return f;
  }

  /// The file that was loaded, links followed.
  std::string path() const {
    std::error_code failed;
    const auto real = std::filesystem::canonical(path_, failed);
    return failed ? path_.string() : real.string();
  }

private:
  void* handle_;
  std::filesystem::path path_;
};

/// The first of the candidates that is a file and loads; throws peer_absent naming what was looked for.
inline shared_library load_first(std::initializer_list<std::filesystem::path> candidates) {
  std::string tried;
  for (const auto& file : candidates) {
    if (std::filesystem::exists(file)) return shared_library(file);
    tried += (tried.empty() ? "" : ", ") + file.string();
  }
  throw peer_absent("not found (" + tried + "); bench/get_peers fetches it");
}

/// Keeps the libraries of `folder` loaded, so that another one there finds those it links to without a search path.
/// In any order: one that links to another is tried again after it. What does not load is left to the one that
/// needs it to complain.
inline void preload(const std::filesystem::path& folder, std::vector<std::string> names) {
  for (bool progress = true; progress && !names.empty();) {
    progress = false;
    for (std::size_t i = 0; i < names.size();) {
      if (dlopen((folder / names[i]).c_str(), RTLD_NOW | RTLD_LOCAL) != nullptr) {
        names.erase(names.begin() + static_cast<std::ptrdiff_t>(i));
        progress = true;
      } else {
        ++i;
      }
    }
  }
}

}  // namespace perfdojo::bench
