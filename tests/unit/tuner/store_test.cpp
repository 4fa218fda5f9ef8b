// SPDX-License-Identifier: Apache-2.0
#include "tuner/store.hpp"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>

#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <doctest/doctest.h>

#include "tuner/error.hpp"
#include "tuner/files.hpp"
#include "tuner/text.hpp"

using namespace perfdojo::tuner;
namespace fs = std::filesystem;

namespace {

struct folder {
  fs::path path;
  folder() {
    std::string pattern = (fs::temp_directory_path() / "store test XXXXXX").string();
    path = mkdtemp(pattern.data());
  }
  ~folder() { fs::remove_all(path); }
  fs::path file() const { return path / "store.sqlite"; }
};

best_entry entry(const std::string& shape, double seconds) {
  return {shape, "schedule<" + shape + ">", 0xfedcba9876543210u, seconds, 0.01, 2 * seconds,
          0.02,  "2026-01-01T00:00:00Z",    "pd-tuner tune"};
}

void run_sql(const fs::path& file, const std::string& text) {
  sqlite3* database = nullptr;
  REQUIRE(sqlite3_open(file.c_str(), &database) == SQLITE_OK);
  CHECK(sqlite3_exec(database, text.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(database);
}

template <class F>
pid_t in_process(F&& f) {
  const pid_t child = fork();
  if (child == 0) {
    try {
      f();
      _exit(0);
    } catch (...) {
      _exit(1);
    }
  }
  return child;
}
int status_of(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

}  // namespace

TEST_CASE("store: what goes in comes out, in this process and the next") {
  const folder f;
  const run_facts facts{"pd-tuner tune gemm", "machine", "g++ 12", "0.1.0", "gemm<f32>", "program"};
  const std::string key = problem_key(facts);
  {
    store s(f.file());
    const auto run = s.begin_run(facts);
    const auto c = s.candidate(key, 0xffffffffffffffffu, "split<\"i\", 4>");
    CHECK(s.candidate(key, 0xffffffffffffffffu, "another way to the same program") == c);
    CHECK(s.candidate(key, 1, "x") != c);
    CHECK_FALSE(s.verdict(c).has_value());
    s.put_verdict(c, run, {outcome_class::hung, "no end", "/folder"});
    s.put_samples(c, run, "N=1", std::vector<double>{1.5e-6, 0.1});
    s.put_best(key, entry("N=1", 1e-6));
    s.end_run(run, "done");
  }
  store s(f.file());
  REQUIRE(s.candidates(key).size() == 2);
  const stored_candidate c = s.candidates(key)[0];
  CHECK(c.program_hash == 0xffffffffffffffffu);
  CHECK(c.schedule == "split<\"i\", 4>");
  REQUIRE(s.verdict(c.id).has_value());
  CHECK(s.verdict(c.id)->result == outcome_class::hung);
  CHECK(s.verdict(c.id)->reproducer == "/folder");
  CHECK(s.samples(c.id, "N=1") == std::vector<double>{1.5e-6, 0.1});
  CHECK(s.samples(c.id, "N=2").empty());
  CHECK(s.best(key) == std::vector<best_entry>{entry("N=1", 1e-6)});
  CHECK(s.best("other").empty());
  REQUIRE(s.tuned("gemm").size() == 1);
  CHECK(s.tuned("gemm")[0].machine == "machine");
  CHECK(s.tuned("").size() == 1);
  CHECK(s.tuned("gem").empty());
}

TEST_CASE(
    "store: results are shared only between runs of one machine, compiler, library, kernel and program") {
  const run_facts a{"c", "machine", "g++ 12", "0.1.0", "gemm", "program"};
  std::set<std::string> keys{problem_key(a)};
  for (auto part : {&run_facts::machine, &run_facts::compiler, &run_facts::library, &run_facts::kernel,
                    &run_facts::program}) {
    run_facts b = a;
    b.*part += "x";
    keys.insert(problem_key(b));
  }
  CHECK(keys.size() == 6);
  run_facts b = a;
  b.command = "other";
  CHECK(keys.count(problem_key(b)) == 1);
}

TEST_CASE("H51: eight processes write the same eight keys for 50 rounds, and all is well") {
  const folder f;
  std::vector<pid_t> children;
  for (int process = 0; process < 8; ++process)
    children.push_back(in_process([&] {
      for (int round = 0; round < 50; ++round) {
        store s(f.file());
        const run_facts facts{"c", "m", "c", "l", "kernel" + decimal(std::int64_t{round % 8}), "p"};
        const std::string key = problem_key(facts);
        const auto run = s.begin_run(facts);
        const auto c = s.candidate(key, static_cast<std::uint64_t>(round), "x");
        s.put_verdict(c, run, {});
        s.put_samples(c, run, "N=1", std::vector<double>{1, 2, 3});
        s.put_best(key, entry("N=1", 1 + round));
        write_atomically(f.path / "perfdojo_tuned.hpp",
                         std::string(100'000, static_cast<char>('a' + process)));
        if (read_file(f.path / "perfdojo_tuned.hpp").size() != 100'000) _exit(2);
        s.end_run(run, "done");
      }
    }));
  for (const pid_t child : children) CHECK(status_of(child) == 0);
  store s(f.file());
  for (int k = 0; k < 8; ++k) {
    const std::string key = problem_key({"c", "m", "c", "l", "kernel" + decimal(std::int64_t{k}), "p"});
    CHECK(s.best(key).size() == 1);
    // 8 processes, three samples for each of a kernel's candidates.
    std::size_t samples = 0;
    for (const auto& c : s.candidates(key)) samples += s.samples(c.id, "N=1").size();
    CHECK(samples == 8u * 3u * (k < 2 ? 7u : 6u));
  }
}

TEST_CASE(
    "H52: a writer killed at any moment leaves store and header readable, and others' entries in place") {
  const folder f;
  const auto header = f.path / "perfdojo_tuned.hpp";
  write_atomically(header, "start");
  {
    store s(f.file());
    s.put_best("mine", entry("N=1", 1));
  }
  for (int round = 0; round < 100; ++round) {
    const pid_t child = in_process([&] {
      store s(f.file());
      for (int i = 0;; ++i) {
        s.put_best("theirs", entry("N=" + decimal(std::int64_t{i % 10}), 1));
        s.put_samples(1, 1, "N=1", std::vector<double>(50, 1.0));
        write_atomically(header, std::string(50'000, 'x'));
      }
    });
    usleep(static_cast<useconds_t>(500 + 137 * round));
    kill(child, SIGKILL);
    status_of(child);
    store s(f.file());
    CHECK(s.best("mine").size() == 1);
    CHECK(s.samples(1, "N=1").size() % 50 == 0);
    const std::string text = read_file(header);
    CHECK((text == "start" || text == std::string(50'000, 'x')));
  }
  store s(f.file());
  s.put_best("mine", entry("N=2", 1));
  CHECK(s.best("mine").size() == 2);
  CHECK(s.best("theirs").size() > 0);
}

TEST_CASE("H61: a store of a newer perfdojo is refused in a sentence and not touched") {
  const folder f;
  run_sql(f.file(),
          "CREATE TABLE best(everything TEXT); INSERT INTO best VALUES('new'); PRAGMA user_version = " +
              decimal(std::int64_t{store::schema_version + 1}));
  const std::string before = read_file(f.file());
  try {
    store s(f.file());
    FAIL("opened");
  } catch (const environment_error& e) {
    CHECK(std::string(e.what()).find("written by a newer perfdojo") != std::string::npos);
    CHECK(std::string(e.what()).find("--cache-dir") != std::string::npos);
  }
  CHECK(read_file(f.file()) == before);
  CHECK_FALSE(fs::exists(f.path / "store.sqlite-wal"));
}

TEST_CASE("H61: tables of an older perfdojo are kept aside, and unknown columns do no harm") {
  const folder f;
  run_sql(f.file(),
          "CREATE TABLE best(old TEXT); INSERT INTO best VALUES('x'); CREATE INDEX samples_of_candidate ON "
          "best(old)");
  {
    store s(f.file());
    s.put_best("key", entry("N=1", 1));
  }
  run_sql(f.file(),
          "ALTER TABLE best ADD COLUMN later TEXT DEFAULT 'unknown'; SELECT old FROM best_before_v1");
  store s(f.file());
  s.put_best("key", entry("N=2", 1));
  CHECK(s.best("key").size() == 2);
}

TEST_CASE("store: a file that is no database, or a folder, is refused with its path") {
  const folder f;
  write_atomically(f.file(), std::string(5000, 'x'));
  for (const fs::path& path : {f.file(), f.path, f.path / "no" / "folder"}) {
    try {
      store s(path);
      FAIL("opened");
    } catch (const environment_error& e) {
      CHECK(std::string(e.what()).find(path.string()) != std::string::npos);
    }
  }
  CHECK(read_file(f.file()) == std::string(5000, 'x'));
}
