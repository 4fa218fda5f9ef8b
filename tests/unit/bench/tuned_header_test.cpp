// SPDX-License-Identifier: Apache-2.0
#include "../bench/compare/tuned_header.hpp"

#include <doctest/doctest.h>

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace bench = perfdojo::bench;
namespace fs = std::filesystem;

namespace {

/// A folder of this process, gone at the end; and the variables that decide, as they were.
struct sandbox {
  fs::path folder = fs::temp_directory_path() / ("perfdojo_tuned_header_test_" + std::to_string(getpid()));
  std::string data = value("XDG_DATA_HOME"), home = value("HOME");
  sandbox() {
    unsetenv("PERFDOJO_TUNED_HEADER");
    setenv("XDG_DATA_HOME", (folder / "data").c_str(), 1);
    fs::create_directories(folder / "build");
  }
  ~sandbox() {
    fs::remove_all(folder);
    unsetenv("PERFDOJO_TUNED_HEADER");
    data.empty() ? unsetenv("XDG_DATA_HOME") : setenv("XDG_DATA_HOME", data.c_str(), 1);
    home.empty() ? unsetenv("HOME") : setenv("HOME", home.c_str(), 1);
  }
  static std::string value(const char* name) {
    const char* text = std::getenv(name);
    return text == nullptr ? "" : text;
  }
  fs::path write(const fs::path& name, const std::string& text = "// header\n") const {
    fs::create_directories((folder / name).parent_path());
    std::ofstream(folder / name) << text;
    return folder / name;
  }
  std::optional<fs::path> found() const { return bench::find_tuned_header(folder / "build"); }
};

}  // namespace

TEST_CASE("find_tuned_header: the variable, then the build folder, then the data folder") {
  const sandbox box;
  CHECK_FALSE(box.found().has_value());
  const fs::path data = box.write("data/perfdojo/perfdojo_tuned.hpp");
  CHECK(box.found() == data);
  const fs::path build = box.write("build/perfdojo_tuned.hpp");
  CHECK(box.found() == build);
  setenv("PERFDOJO_TUNED_HEADER", "elsewhere.hpp", 1);
  CHECK(box.found() == fs::path("elsewhere.hpp"));
  setenv("PERFDOJO_TUNED_HEADER", "", 1);
  CHECK_FALSE(box.found().has_value());
}

TEST_CASE("find_tuned_header: without XDG_DATA_HOME the home folder counts, a folder of that name does not") {
  const sandbox box;
  unsetenv("XDG_DATA_HOME");
  setenv("HOME", (box.folder / "home").c_str(), 1);
  const fs::path home = box.write("home/.local/share/perfdojo/perfdojo_tuned.hpp");
  CHECK(box.found() == home);
  fs::create_directories(box.folder / "build" / "perfdojo_tuned.hpp");
  CHECK(box.found() == home);
}

TEST_CASE("content_key: changes with every byte, name and boundary, and with nothing else") {
  const sandbox box;
  const auto key = [](auto fill) {
    bench::content_key k;
    fill(k);
    return k.text();
  };
  const std::string ab_c = key([](auto& k) { k.add("ab"), k.add("c"); });
  CHECK(ab_c.size() == 16);
  CHECK(ab_c == key([](auto& k) { k.add("ab"), k.add("c"); }));
  CHECK(ab_c != key([](auto& k) { k.add("a"), k.add("bc"); }));
  CHECK(ab_c != key([](auto& k) { k.add("ab"), k.add("d"); }));

  const auto folder_key = [&] { return key([&](auto& k) { k.add_folder(box.folder / "library"); }); };
  box.write("library/a.hpp", "1");
  box.write("library/deep/b.hpp", "2");
  const std::string before = folder_key();
  CHECK(before == folder_key());
  box.write("library/deep/b.hpp", "3");
  CHECK(before != folder_key());
  box.write("library/deep/b.hpp", "2");
  CHECK(before == folder_key());
  fs::rename(box.folder / "library" / "a.hpp", box.folder / "library" / "c.hpp");
  CHECK(before != folder_key());
}
