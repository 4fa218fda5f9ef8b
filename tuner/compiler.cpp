// SPDX-License-Identifier: Apache-2.0
#include "compiler.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include <unistd.h>

#include "error.hpp"
#include "text.hpp"

namespace perfdojo::tuner {
namespace {

namespace fs = std::filesystem;

constexpr double probe_limit = 120;  // seconds; arbitrary, a loaded machine takes some seconds

struct found_version {
  compiler::family kind;
  int major;
  std::string text;
};

std::vector<std::string> base_command(const compiler& with) {
  std::vector<std::string> argv{with.path};
  argv.insert(argv.end(), with.flags.begin(), with.flags.end());
  for (const fs::path& folder : with.includes) argv.insert(argv.end(), {"-I", folder.string()});
  return argv;
}

// Of a shared object that is loaded beside others. g++ would make one object of all variables with the same name in different shared
// objects and never unload any of them; candidates must share nothing.
std::vector<std::string> shared_flags(const compiler& with) {
  if (with.kind == compiler::family::gcc) return {"-fPIC", "-fno-gnu-unique"};
  return {"-fPIC"};
}

// Preprocessor macros say what a compiler is; the text of --version differs between distributions.
found_version version_of(const std::string& path, const fs::path& scratch) {
  const fs::path source = scratch / "version.cpp";
  write_atomically(
      source,
      "#if defined(__clang__)\nperfdojo clang __clang_major__ __clang_minor__ __clang_patchlevel__\n"
      "#elif defined(__GNUC__)\nperfdojo gcc __GNUC__ __GNUC_MINOR__ __GNUC_PATCHLEVEL__\n#endif\n");
  const outcome result = run_program({{path, "-std=c++20", "-E", "-P", source.string()}}, probe_limit);
  if (result.cancelled) throw interruption();
  for (const std::string& line : split_text(result.output, '\n')) {
    const auto words = split_text(line, ' ');
    if (words.size() != 5 || words[0] != "perfdojo") continue;
    std::int64_t major = 0;
    read_integer(words[2], major);
    return {words[1] == "clang" ? compiler::family::clang : compiler::family::gcc, static_cast<int>(major),
            words[2] + "." + words[3] + "." + words[4]};
  }
  throw environment_error(path + " is no working C++ compiler (" + describe(result) +
                          "); install g++ 12 or newer, or set CXX or --cxx" +
                          (result.error.empty() ? std::string() : "\n" + first_errors(result.error)));
}

std::string choose_program(const compiler_options& options) {
  if (!options.program.empty()) {
    const std::string path = find_program(options.program);
    if (path.empty()) throw environment_error("--cxx " + options.program + ": there is no such program");
    return path;
  }
  if (const char* variable = std::getenv("CXX"); variable != nullptr && *variable != '\0') {
    // CXX may be a path with spaces, or a program with arguments, which make would split; only the first is safe
    // without a shell, and the flags have an option of their own.
    const std::string path = find_program(variable);
    if (path.empty())
      throw environment_error(std::string("CXX is ") + variable +
                              ": there is no such program; CXX must be one program, flags go to --flag");
    return path;
  }
  for (const char* name : {"g++", "clang++"})
    if (const std::string path = find_program(name); !path.empty()) return path;
  throw environment_error(
      "no C++ compiler found: neither g++ nor clang++ is in PATH; "
      "install g++ 12 or newer, or set CXX or --cxx");
}

// Instruction sets that kernels use, and cores that have facts of their own; as g++ and clang define them.
constexpr const char* target_macro_names[] = {
    "__AVX2__",       "__AVX512BF16__",    "__AVX512BW__", "__AVX512DQ__",   "__AVX512FP16__",
    "__AVX512F__",    "__AVX512VBMI2__",   "__AVX512VL__", "__AVX512VNNI__", "__AVXVNNI__",
    "__AVX__",        "__ARM_FEATURE_SVE", "__ARM_NEON",   "__FMA__",        "__SSE4_1__",
    "__riscv_vector", "__znver1__",        "__znver2__",   "__znver3__",     "__znver4__",
    "__znver5__"};

std::string fresh_name(const char* stem) {
  static int counter = 0;
  return std::string(stem) + decimal(std::int64_t{counter++});
}

}  // namespace

std::string compiler::signature() const {
  return std::string(kind == family::gcc ? "g++ " : "clang++ ") + version + "; " + join_text(flags, " ");
}

compiler find_compiler(const compiler_options& options, const fs::path& scratch) {
  compiler result;
  result.path = choose_program(options);
  const found_version version = version_of(result.path, scratch);
  const int needed = version.kind == compiler::family::gcc ? 12 : 14;
  if (version.major < needed)
    throw environment_error(result.path + " is version " + version.text +
                            "; perfdojo needs g++ 12 or clang++ 14 or newer");
  result.kind = version.kind;
  result.version = version.text;
  result.flags = {"-std=c++20", "-O2", "-march=native"};
  result.flags.insert(result.flags.end(), options.flags.begin(), options.flags.end());
  for (const fs::path& folder : options.includes) result.includes.push_back(fs::absolute(folder));

  const fs::path source = scratch / "headers.cpp";
  write_atomically(source, "#include <vector>\n#include <perfdojo/core/config.hpp>\n");
  std::vector<std::string> argv = base_command(result);
  argv.insert(argv.end(), {"-fsyntax-only", source.string()});
  const outcome compiled = run_program({argv}, probe_limit);
  if (compiled.cancelled) throw interruption();
  if (!compiled.ok())
    throw environment_error(result.path + " cannot compile the headers of perfdojo (" + describe(compiled) +
                            ")\n" + first_errors(compiled.error) +
                            "\nIt needs the standard library's headers and perfdojo's own; "
                            "--include adds a folder");
  return result;
}

std::vector<std::string> run_probes(const compiler& with, const fs::path& scratch,
                                    std::span<const std::string> sources, int parallel) {
  std::vector<command> compiles;
  std::vector<std::string> programs;
  for (const std::string& source : sources) {
    const fs::path text = scratch / (fresh_name("probe") + ".cpp");
    const fs::path program = fs::path(text).replace_extension(".out");
    write_atomically(text, source);
    std::vector<std::string> argv = base_command(with);
    // What it prints is computed by the compiler; the program itself may be slow.
    argv.insert(argv.end(), {"-O0", text.string(), "-o", program.string()});
    compiles.push_back({argv});
    programs.push_back(program.string());
  }
  std::vector<std::string> printed;
  const auto outcomes = run_programs(compiles, parallel, probe_limit);
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (outcomes[i].cancelled) throw interruption();
    if (!outcomes[i].ok())
      throw usage_error("the probe does not compile (" + describe(outcomes[i]) + ")\n" +
                        first_errors(outcomes[i].error, 5));
    const outcome ran = run_program({{programs[i]}}, 10);
    if (ran.cancelled) throw interruption();
    if (!ran.ok()) throw usage_error("the probe failed: " + describe(ran) + "\n" + ran.error);
    printed.push_back(ran.output);
  }
  return printed;
}

fs::path precompile(const compiler& with, const locations& where, const std::string& include_lines) {
  // The key holds all that a precompiled header depends on but the text of the headers themselves; a new
  // library version changes the first, an edited header is seen by its time.
  std::string key = with.path + "\n" + with.signature() + "\n" + include_lines;
  fs::file_time_type newest{};
  for (const fs::path& folder : with.includes) {
    key += "\n" + folder.string();
    std::error_code ignored;
    for (const auto& entry : fs::recursive_directory_iterator(folder / "perfdojo", ignored))
      newest = (std::max)(newest, entry.last_write_time(ignored));
  }
  key += "\n" + decimal(static_cast<std::int64_t>(newest.time_since_epoch().count()));

  const fs::path folder = where.precompiled() / hex(hash_text(key));
  const fs::path header = folder / "candidates.hpp";
  const fs::path result =
      folder / (with.kind == compiler::family::gcc ? "candidates.hpp.gch" : "candidates.hpp.pch");
  std::error_code error;
  fs::create_directories(folder, error);
  if (!fs::exists(header, error)) write_atomically(header, "#pragma once\n" + include_lines);
  if (fs::exists(result, error)) return header;

  const fs::path temporary = folder / ("tmp." + decimal(std::int64_t{getpid()}) + ".gch");
  std::vector<std::string> argv = base_command(with);
  for (std::string& flag : shared_flags(with)) argv.push_back(std::move(flag));
  argv.insert(argv.end(), {"-x", "c++-header", header.string(), "-o", temporary.string()});
  const outcome compiled = run_program({argv}, probe_limit);
  if (compiled.ok()) fs::rename(temporary, result, error);
  if (!compiled.ok() || error) {
    fs::remove(temporary, error);
    return {};
  }
  return header;
}

command shared_object(const compiler& with, const fs::path& source, const fs::path& object,
                      const fs::path& precompiled) {
  std::vector<std::string> argv = base_command(with);
  for (std::string& flag : shared_flags(with)) argv.push_back(std::move(flag));
  argv.insert(argv.end(), {"-shared", "-w"});
  if (!precompiled.empty()) {
    // clang does not look for a .pch beside the header.
    if (with.kind == compiler::family::clang)
      argv.insert(argv.end(), {"-include-pch", precompiled.string() + ".pch"});
    else
      argv.insert(argv.end(), {"-include", precompiled.string()});
  }
  argv.insert(argv.end(), {source.string(), "-o", object.string()});
  return {argv};
}

std::vector<std::string> target_macros(const compiler& with, const fs::path& scratch) {
  const fs::path source = scratch / "macros.cpp";
  write_atomically(source, "\n");
  std::vector<std::string> argv = base_command(with);
  argv.insert(argv.end(), {"-dM", "-E", source.string()});
  const outcome result = run_program({argv}, probe_limit);
  if (result.cancelled) throw interruption();
  if (!result.ok()) throw environment_error(with.path + " does not list its macros: " + describe(result));
  std::vector<std::string> defined;
  for (const std::string& line : split_text(result.output, '\n')) {
    const auto words = split_text(line, ' ');
    if (words.size() < 2) continue;
    for (const char* known : target_macro_names)
      if (words[1] == known) defined.emplace_back(known);
  }
  std::sort(defined.begin(), defined.end());
  return defined;
}

std::span<const char* const> known_target_macros() { return target_macro_names; }

std::string first_errors(const std::string& output, std::size_t lines) {
  std::vector<std::string> kept;
  for (const std::string& line : split_text(output, '\n'))
    if (line.find("error") != std::string::npos && kept.size() < lines)
      kept.push_back("  " + line.substr(0, 400));
  if (kept.empty() && !output.empty()) kept.push_back("  " + output.substr(0, 400));
  return join_text(kept, "\n");
}

}  // namespace perfdojo::tuner
