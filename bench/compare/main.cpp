// SPDX-License-Identifier: Apache-2.0
// pd-compare: this library beside others, checked and measured in one process.
#include "../measure/affinity.hpp"
#include "comparison.hpp"
#include "compare_config.hpp"
#include "entry_library.hpp"
#include "report.hpp"
#include "tuned_header.hpp"

#include <perfdojo/core/config.hpp>

#include <CLI/CLI.hpp>

#include <cstdio>
#include <iterator>
#include <new>
#include <sstream>

namespace perfdojo::bench {
namespace {

constexpr int exit_usage = 2, exit_failed = 1, exit_wrong_result = 4;

struct command_line {
  std::string kernel;
  std::string sizes;
  std::string type = "f32";
  std::string peers = (std::filesystem::path(config::build_folder) / "peers").string();
  std::string header;
  std::string flags;
  std::vector<std::string> only;
  bool json = false;
  bool no_header = false;
  bool cpu_time = false;
  int threads = 1;
  double seconds = 2;
};

void note(const std::string& text) { std::fprintf(stderr, "pd-compare: %s\n", text.c_str()); }

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::vector<std::string> split_words(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

/// The built-in schedules from this program, or compiled with the flags asked for; the tuned ones always compiled.
std::vector<our_version> load_ours(const command_line& asked, run_facts& facts) {
  entry_compiler compiler = configured_compiler();
  const bool other_flags = !asked.flags.empty();
  if (other_flags) {
    compiler.flags = split_words(asked.flags);
    facts.flags = joined(compiler.flags);
    note("compiling the calls with " + facts.flags);
  }
  const our_entries* builtin = other_flags ? load_entries(compiler, std::nullopt) : perfdojo_bench_entries();
  const auto pool_of = [&](const our_entries* e) {
    return asked.threads > 1 ? e->make_pool(asked.threads) : nullptr;
  };
  std::vector<our_version> ours = {
      {"untuned", builtin, pool_of(builtin), PERFDOJO_VERSION, "built-in schedules"}};
  auto header = asked.header.empty() ? find_tuned_header(config::build_folder)
                                     : std::optional<std::filesystem::path>(asked.header);
  if (asked.no_header) header.reset();
  if (!header) {
    note("no tuned header found (pd-tuner tune writes one): tuned repeats untuned");
    return ours;
  }
  note("compiling the calls with " + header->string());
  try {
    const our_entries* tuned = load_entries(compiler, header);
    facts.tuned_header = header->string();
    ours.push_back({"tuned", tuned, pool_of(tuned), PERFDOJO_VERSION, header->string()});
  } catch (const compile_error& why) {
    facts.tuned_error = header->string() + ": " + why.what();
    note("tuned repeats untuned: the header could not be used: " + facts.tuned_error);
  }
  return ours;
}

/// `tuned` where no tuned header was used: the same numbers as untuned, for readers that look for it.
void repeat_untuned(comparison& c) {
  const measured* untuned = c.find("untuned");
  if (untuned == nullptr || c.find("tuned") != nullptr) return;
  measured copy = *untuned;
  copy.how.peer = "tuned";
  copy.how.core = "as untuned: no tuned header";
  c.results.insert(c.results.begin() + 1, copy);
}

int run(const command_line& asked) {
  const kernel what = kernel_named(asked.kernel, asked.type);
  if (asked.cpu_time && asked.threads > 1) throw usage_error("--cpu-time is for one thread");
  const std::vector<shape> shapes =
      parse_shapes(what, asked.sizes.empty() ? default_sizes(what) : std::string_view(asked.sizes));
  if (measure::pin_to_last(static_cast<std::size_t>(asked.threads)).empty()) {
    note("could not pin to " + std::to_string(asked.threads) + " CPUs; times will vary more");
  }
  const loaded_peers peers = load_peers({asked.peers, asked.threads});
  run_facts facts;
  facts.threads = asked.threads;
  facts.clock = asked.cpu_time ? "cpu" : "wall";
  facts.processor = processor_name();
  facts.compiler = config::compiler_version;
  facts.flags = joined(config::flags);
  facts.absent = peers.absent;
  for (const std::string& absent : peers.absent) note("absent: " + absent);
  const std::vector<our_version> ours = load_ours(asked, facts);

  compare_settings settings;
  settings.seconds = asked.seconds;
  settings.threads = asked.threads;
  settings.only = asked.only;
  settings.cpu_time = asked.cpu_time;
  bool right = true;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    settings.progress = [&](const std::string& step) {
      note(asked.kernel + " " + shapes[i].text() + " (" + std::to_string(i + 1) + " of " +
           std::to_string(shapes.size()) + "): " + step);
    };
    comparison c = compare(what, shapes[i], ours, peers, settings);
    repeat_untuned(c);
    right = right && c.all_right();
    const std::string text = asked.json ? json_line(c, facts) + "\n" : table(c, facts) + "\n";
    std::fwrite(text.data(), 1, text.size(), stdout);
    if (std::fflush(stdout) != 0) throw std::runtime_error("cannot write the results");
  }
  if (!asked.json)
    std::printf("* best peer. time: 10th percentile; spread: (90th - 10th percentile) / median.\n");
  if (!right) return exit_wrong_result;
  return facts.tuned_error.empty() ? 0 : exit_failed;
}

int parse_and_run(int count, char** words) {
  command_line asked;
  CLI::App app(
      "Measures this library beside others, interleaved in one process, and checks every result.\n"
      "Exit codes: 0, 1 something failed, 2 wrong usage, 4 some result is wrong.");
  app.add_option("kernel", asked.kernel, "gemm, softmax or scale_shift_relu")->required();
  app.add_option("--sizes", asked.sizes,
                 "shapes, separated by commas: gemm MxNxK or one number for a cube, "
                 "softmax RxC, scale_shift_relu N");
  app.add_option("--type", asked.type, "f32 (default) or f64 (gemm only)");
  app.add_flag("--json", asked.json, "one JSON object per line and shape instead of tables");
  app.add_option("--threads", asked.threads, "threads for everybody who can use them (default 1)")
      ->check(CLI::Range(1, 1024));
  app.add_flag("--cpu-time", asked.cpu_time,
               "count CPU time instead of wall time, where the machine is not idle; one "
               "thread only");
  app.add_option("--seconds", asked.seconds, "of timing per shape, for all together (default 2)")
      ->check(CLI::Range(0.001, 3600.0));
  app.add_option("--only", asked.only, "only these, by name: untuned,tuned,naive,eigen,openblas,...")
      ->delimiter(',');
  app.add_option("--peers", asked.peers, "folder that bench/get_peers filled (default: " + asked.peers + ")");
  app.add_option("--header", asked.header,
                 "tuned header (default: $PERFDOJO_TUNED_HEADER, else the build folder, "
                 "else the data folder of pd-tuner)");
  app.add_flag("--no-header", asked.no_header, "use no tuned header");
  app.add_option("--flags", asked.flags,
                 "compile this library's calls with these flags instead of '" + joined(config::flags) + "'");
  try {
    app.parse(count, words);
  } catch (const CLI::ParseError& error) {
    const int code = app.exit(error);  // prints the help or the error
    return code == 0 ? 0 : exit_usage;
  }
  try {
    return run(asked);
  } catch (const usage_error& error) {
    note(error.what());
    return exit_usage;
  } catch (const std::bad_alloc&) {
    note("not enough memory for the operands of this shape");
    return exit_failed;
  } catch (const std::exception& error) {
    note(error.what());
    return exit_failed;
  }
}

}  // namespace
}  // namespace perfdojo::bench

int main(int count, char** words) { return perfdojo::bench::parse_and_run(count, words); }
