// SPDX-License-Identifier: Apache-2.0
#include "entry_library.hpp"

#include "../peers/shared_library.hpp"
#include "compare_config.hpp"
#include "tuned_header.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <fstream>

extern char** environ;

namespace perfdojo::bench {
namespace {

/// Runs a command without a shell, so that any character may stand in a path. Its output goes to `log`.
/// 0, the exit code, or 128 + signal; throws compile_error if it cannot be started.
int run(const std::vector<std::string>& command, const std::filesystem::path& log) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  pid_t child = 0;
  const int failed = posix_spawnp(&child, words.front(), &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) throw compile_error("cannot start " + command.front() + ": " + std::strerror(failed));
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// At most five lines, those with "error" in them before others.
std::string first_lines(const std::filesystem::path& log) {
  std::vector<std::string> errors, others;
  std::ifstream stream(log);
  for (std::string line; std::getline(stream, line);) {
    (line.find("error") != std::string::npos ? errors : others).push_back(line);
  }
  std::string text;
  const auto& lines = errors.empty() ? others : errors;
  for (std::size_t i = 0; i < lines.size() && i < 5; ++i) text += "\n  " + lines[i];
  return text;
}

std::vector<std::string> command_for(const entry_compiler& with,
                                     const std::optional<std::filesystem::path>& header,
                                     const std::filesystem::path& object) {
  std::vector<std::string> command = {
      with.program, "-std=c++20",          "-shared",
      "-fPIC",      "-fvisibility=hidden", "-DPERFDOJO_BENCH_EXPORT=[[gnu::visibility(\"default\")]]"};
  command.insert(command.end(), with.object_flags.begin(), with.object_flags.end());
  command.insert(command.end(), with.flags.begin(), with.flags.end());
  for (const std::string& folder : with.includes) command.insert(command.end(), {"-I", folder});
  if (header) command.insert(command.end(), {"-include", std::filesystem::absolute(*header).string()});
  command.insert(command.end(), {with.source.string(), "-Wl,-Bsymbolic", "-pthread", "-o", object.string()});
  return command;
}

std::string key_of(const entry_compiler& with, const std::vector<std::string>& command,
                   const std::optional<std::filesystem::path>& header) {
  content_key key;
  for (const std::string& word : command) key.add(word);
  key.add_file(with.source);
  key.add_folder(with.library_headers);
  if (header) key.add_file(*header);
  return key.text();
}

}  // namespace

entry_compiler configured_compiler() {
  return {config::compiler,
          config::flags,
          config::object_flags,
          config::includes,
          config::entry_source,
          config::library_headers,
          std::filesystem::path(config::build_folder) / "bench" / "entries"};
}

const our_entries* load_entries(const entry_compiler& with,
                                const std::optional<std::filesystem::path>& header) {
  std::filesystem::create_directories(with.cache);
  const std::string key = key_of(with, command_for(with, header, ""), header);
  const std::filesystem::path object = with.cache / (key + ".so");
  if (!std::filesystem::exists(object)) {
    // Under a name of its own until complete: another process may compile the same.
    const std::string own = key + "." + std::to_string(getpid());
    const std::filesystem::path partial = with.cache / (own + ".so");
    const std::filesystem::path log = with.cache / (own + ".log");
    const int status = run(command_for(with, header, partial), log);
    if (status != 0) {
      std::error_code ignored;
      std::filesystem::remove(partial, ignored);
      throw compile_error(with.program + " ended with " + std::to_string(status) + ":" + first_lines(log) +
                          "\n  all of it: " + log.string());
    }
    std::filesystem::remove(log);
    std::filesystem::rename(partial, object);
  }
  try {
    return shared_library(object).get<const our_entries*()>("perfdojo_bench_entries")();
  } catch (const peer_absent& why) {
    throw compile_error(why.what());
  }
}

}  // namespace perfdojo::bench
