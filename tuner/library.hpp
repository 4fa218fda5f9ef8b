// SPDX-License-Identifier: Apache-2.0
// A shared object that closes itself.
#pragma once

#include <string>
#include <utility>

#include <dlfcn.h>

#include "abi.hpp"
#include "error.hpp"

namespace perfdojo::tuner {

class library {
public:
  explicit library(const std::string& path) : handle_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ == nullptr) throw environment_error(std::string("cannot load a candidate: ") + dlerror());
  }
  library(library&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  library& operator=(library&&) = delete;
  ~library() {
    if (handle_ != nullptr) dlclose(handle_);
  }
  entry_point entry(const std::string& symbol) const {
    void* found = dlsym(handle_, symbol.c_str());
    if (found == nullptr) throw environment_error("cannot load a candidate: there is no " + symbol);
    return reinterpret_cast<entry_point>(found);
  }

private:
  void* handle_;
};

}  // namespace perfdojo::tuner
