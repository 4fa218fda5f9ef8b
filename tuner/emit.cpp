// SPDX-License-Identifier: Apache-2.0
#include "emit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "header_lines.hpp"
#include "text.hpp"

namespace perfdojo::tuner {
namespace {

std::string in_quotes(const std::string& text) {
  std::string quoted;
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted;
}

// perfdojo::gemm_kernel<float> -> gemm_kernel_float
std::string identifier(const std::string& type) {
  std::string text = type.rfind("perfdojo::", 0) == 0 ? type.substr(10) : type, result;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    if (plain)
      result += c;
    else if (!result.empty() && result.back() != '_')
      result += '_';
  }
  while (!result.empty() && result.back() == '_') result.pop_back();
  return result;
}

std::string percent(double part) { return decimal(100 * part, 1) + " %"; }

std::string defined_all(const std::vector<std::string>& macros) {
  std::vector<std::string> parts;
  for (const std::string& m : macros) parts.push_back("defined(" + m + ")");
  return parts.empty() ? "1" : join_text(parts, " && ");
}

std::string defined_others(const std::vector<std::string>& macros) {
  std::vector<std::string> parts;
  for (const char* known : known_target_macros())
    if (std::find(macros.begin(), macros.end(), known) == macros.end())
      parts.push_back("defined(" + std::string(known) + ")");
  return join_text(parts, " || ");
}

// The sentence of a header that is not used.
std::string refusal(const header_facts& f, const std::string& why) {
  return "\"perfdojo: perfdojo_tuned.hpp is not used, the built-in schedules are: " + in_quotes(why) +
         ". To tune again: " + in_quotes(f.command) + "\"";
}
// Preprocessor lines that say so, and keep it for why_not_tuned().
std::string refuse(const header_facts& f, const std::string& why) {
  const std::string text = refusal(f, why);
  return "#define PERFDOJO_TUNED_REFUSED " + text + "\n#pragma message(" + text + ")\n";
}

std::string guards(const header_facts& f) {
  const std::string major = f.compiler_version.substr(0, f.compiler_version.find('.'));
  const bool gcc = f.kind == compiler::family::gcc;
  std::string text =
      "#if defined(PERFDOJO_VERSION)\n"
      "#error \"perfdojo: include perfdojo_tuned.hpp before every other header of perfdojo\"\n"
      "#endif\n";
  text += gcc ? "#if defined(__clang__) || !defined(__GNUC__) || __GNUC__ != " + major + "\n"
              : "#if !defined(__clang__) || __clang_major__ != " + major + "\n";
  text += refuse(f, "it was tuned with " + std::string(gcc ? "g++ " : "clang++ ") + f.compiler_version +
                        ", and this is another compiler");
  text += "#elif !(" + defined_all(f.defined) + ")\n" +
          refuse(f, "it was tuned for a CPU with " + join_text(f.defined, " ") +
                        ", and these are not all enabled; compile with -march=native or the flags that it "
                        "was tuned with");
  if (const std::string others = defined_others(f.defined); !others.empty())
    text +=
        "#elif " + others + "\n" + refuse(f, "it was tuned for another CPU, which has less than this one");
  return text + "#else\n";
}

std::string cpu_text(const target::cpu& c) {
  return "target::cpu cpu{\"" + in_quotes(c.vendor) + "\", " + decimal(std::int64_t{c.family}) + ", " +
         decimal(std::int64_t{c.model}) + "}";
}
// The CPU of the entries. On another one the library runs the built-in schedules; one that is not known is not asked for.
std::string origin_text(const header_facts& f) {
  std::string text = "inline namespace PERFDOJO_DISPATCH {\nstruct tuned_origin {\n";
  if (f.cpu.is_known())
    text += "#if !defined(PERFDOJO_TUNED_ANY_CPU)\n  static constexpr " + cpu_text(f.cpu) +
            ";\n  static constexpr char refusal[] =\n      " +
            refusal(f, "it was tuned on " + f.machine.substr(0, f.machine.find(';')) +
                           ", and this is another CPU") +
            ";\n#endif\n";
  return text + "};\n}\n";
}

// What one set of entries needs: comments with the times, names of schedules, the list of entries.
struct entries_text {
  std::string comments, aliases, list;
};
entries_text entries_of(const tuned_kernel& k) {
  const auto classes = size_classes(k);
  std::vector<best_entry> best = k.best;
  std::stable_sort(best.begin(), best.end(),
                   [](const auto& a, const auto& b) { return work_of(a.shape) < work_of(b.shape); });
  const std::string name = identifier(k.type) + (k.threads > 1 ? "_threaded" : "");
  entries_text text;
  for (const best_entry& e : best)
    text.comments +=
        "// " + e.shape + (k.threads > 1 ? ", " + decimal(std::int64_t{k.threads}) + " threads" : "") + ": " +
        duration(e.seconds) + " (spread " + percent(e.spread) + "), built-in " + duration(e.default_seconds) +
        " (" + percent(e.default_spread) + "); " + e.date + "\n" + entry_line(k, e);
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const std::string alias = name + "_" + decimal(static_cast<std::int64_t>(i));
    text.aliases += "using " + alias + " = " + classes[i].entry.schedule + ";\n";
    text.list += std::string(i > 0 ? ", " : "") + "tuned_entry<" +
                 (classes[i].up_to == std::numeric_limits<std::int64_t>::max() ? std::string("INT64_MAX")
                                                                               : decimal(classes[i].up_to)) +
                 ", tuned_schedules::" + alias + ">";
  }
  return text;
}

// `alone` and `threaded` are of one kernel; either may be null.
std::string kernel_text(const tuned_kernel* alone, const tuned_kernel* threaded, std::int64_t largest_work) {
  const entries_text one = alone != nullptr ? entries_of(*alone) : entries_text{};
  const entries_text several = threaded != nullptr ? entries_of(*threaded) : entries_text{};
  std::string text = "\n" + one.comments + several.comments +
                     "inline namespace PERFDOJO_DISPATCH {\nnamespace tuned_schedules {\n" + one.aliases +
                     several.aliases + "}\n}\ntemplate <>\nstruct tuned<" +
                     (alone != nullptr ? alone : threaded)->type + "> {\n";
  text +=
      alone != nullptr ? "  using entries = tuned_entries<" + one.list + ">;\n" : "  using entries = void;\n";
  if (threaded != nullptr) text += "  using threaded_entries = tuned_entries<" + several.list + ">;\n";
  text += "  using origin = tuned_origin;\n";
  if (largest_work > 0) text += "  static constexpr index_t largest_work = " + decimal(largest_work) + ";\n";
  return text + "};\n";
}

// The entries of a kernel for several threads: of several counts those for the most.
const tuned_kernel* threaded_of(const std::string& type, const std::vector<tuned_kernel>& kernels) {
  const tuned_kernel* most = nullptr;
  for (const tuned_kernel& k : kernels)
    if (k.type == type && k.threads > 1 && !k.best.empty() && (most == nullptr || k.threads > most->threads))
      most = &k;
  return most;
}

// gemm_kernel<T> has small_gemm_kernel<T> beside it.
const tuned_kernel* packed_of(const tuned_kernel& small, const std::vector<tuned_kernel>& kernels) {
  constexpr std::string_view mark = "perfdojo::small_";
  if (small.type.rfind(mark, 0) != 0) return nullptr;
  const std::string type = "perfdojo::" + small.type.substr(mark.size());
  const auto at = std::find_if(kernels.begin(), kernels.end(),
                               [&](const tuned_kernel& k) { return k.type == type && k.threads == 1; });
  return at == kernels.end() ? nullptr : &*at;
}

}  // namespace

std::string header_text(const header_facts& f, const std::vector<tuned_kernel>& kernels) {
  std::string body = origin_text(f), includes;
  for (const tuned_kernel& k : kernels) {
    const tuned_kernel* threaded = threaded_of(k.type, kernels);
    const bool has_alone = std::any_of(kernels.begin(), kernels.end(), [&](const tuned_kernel& x) {
      return x.type == k.type && x.threads == 1 && !x.best.empty();
    });
    // Each kernel once: at its entries for one thread, else at those for several.
    if (k.best.empty() || (k.threads > 1 && (has_alone || &k != threaded))) continue;
    const std::string line = "#include " + k.include + "\n";
    // Guarded, since a user's kernel may have been moved; its entries below would then not compile.
    if (includes.find(line) == std::string::npos) includes += line;
    const tuned_kernel* packed = k.threads == 1 ? packed_of(k, kernels) : nullptr;
    body +=
        kernel_text(k.threads == 1 ? &k : nullptr, threaded, packed == nullptr ? 0 : crossover(k, *packed));
  }
  const std::string hash = hex(hash_text(body, hash_text(join_text(f.defined, " ") + f.library)));
  return "// perfdojo_tuned.hpp: the best schedules for one machine, written by pd-tuner. Include it before "
         "the headers of perfdojo.\n"
         "// Machine:  " +
         f.machine + "\n// Compiler: " + f.compiler + "\n// Library:  perfdojo " + f.library +
         "\n// Command:  " + f.command + "\n" + facts_line(f.library, f.machine, f.compiler) +
         "#pragma once\n\n" + guards(f) +
         "\n// Objects with and without this header, or with another one, link safely: what depends on it is "
         "in this namespace.\n"
         "#if !defined(PERFDOJO_TUNED_ANY_CPU)\n#define PERFDOJO_DISPATCH tuned_" +
         hash + "\n#else\n#define PERFDOJO_DISPATCH tuned_any_" + hash +
         "\n#endif\n#include <perfdojo/dispatch/tuned.hpp>\n"
         // A kernel's header may have the mathematics only; entries name steps.
         "#include <perfdojo/schedule/composed/blocked_gemm.hpp>\n"
         "#include <perfdojo/schedule/composed/row_pass.hpp>\n#include <perfdojo/schedule/schedule.hpp>\n" +
         includes + "\n#if PERFDOJO_VERSION_MAJOR != " + split_text(f.library, '.').at(0) +
         " || PERFDOJO_VERSION_MINOR != " + split_text(f.library, '.').at(1) + "\n" +
         refuse(f, "it was tuned for perfdojo " + f.library) +
         "#else\n#define PERFDOJO_TUNED_INCLUDED\nnamespace perfdojo {\n" + body +
         "\n}  // namespace perfdojo\n#endif\n#endif\n";
}

bool is_for_cpu(std::string_view text, const target::cpu& c) {
  const auto at = text.find("target::cpu cpu{");
  return at == std::string_view::npos || text.substr(at).starts_with(cpu_text(c));
}

}  // namespace perfdojo::tuner
