// SPDX-License-Identifier: Apache-2.0
// check_golden: a text equals the file of that name in tests/golden.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

/// Where the golden files are; defined in tests/main.cpp.
const char* golden_directory();

/// The file tests/golden/NAME.txt, and whether it exists.
inline bool read_golden(const std::string& path, std::string& text) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return false;
  char part[4096];
  for (std::size_t n = 0; (n = std::fread(part, 1, sizeof part, file)) > 0;) text.append(part, n);
  std::fclose(file);
  return true;
}

/// Fails and shows both texts when tests/golden/NAME.txt is missing or holds another text. With UPDATE_GOLDEN=1 in
/// the environment it writes the file instead: read the change before the commit.
inline void check_golden(const std::string& name, std::string_view text) {
  const std::string path = std::string(golden_directory()) + "/" + name + ".txt";
  std::string wanted;
  const bool found = read_golden(path, wanted);
  if (found && wanted == text) {
    CHECK(wanted == text);
    return;
  }
  const char* update = std::getenv("UPDATE_GOLDEN");
  if (update != nullptr && std::string_view(update) == "1") {
    std::FILE* file = std::fopen(path.c_str(), "wb");
    REQUIRE_MESSAGE(file != nullptr, "cannot write " << path);
    std::fwrite(text.data(), 1, text.size(), file);
    std::fclose(file);
    return;
  }
  const std::string hint = path + (found ? "" : " is missing") + "; UPDATE_GOLDEN=1 writes it";
  INFO(hint);
  CHECK(wanted == std::string(text));
}
