// SPDX-License-Identifier: Apache-2.0
#include "report.hpp"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <fstream>

namespace perfdojo::bench {
namespace {

// Keys stay in the order in which they are written.
using json = nlohmann::ordered_json;

json object_of(const measured& m, const std::string& unit) {
  json o;
  o["seconds"] = m.time.p10;
  o["rate"] = m.rate;
  o["unit"] = unit;
  o["spread"] = m.time.spread;
  o["minimum"] = m.time.minimum;
  o["median"] = m.time.median;
  o["p90"] = m.time.p90;
  o["samples"] = m.time.samples;
  o["version"] = m.how.version;
  o["core"] = m.how.core;
  if (!m.how.path.empty()) o["path"] = m.how.path;
  if (!m.error.empty()) o["error"] = m.error;
  return o;
}

json shape_of(const shape& s) {
  json o = json::object();
  for (const auto& [name, extent] : s.extents) o[name] = extent;
  return o;
}

template <class... Values>
std::string line(const char* format, Values... values) {
  char text[400];
  std::snprintf(text, sizeof text, format, values...);
  return text;
}

/// Three digits and a unit: "12.3 us".
std::string duration(double seconds) {
  const char* unit = "s";
  if (seconds < 1) seconds *= 1e3, unit = "ms";
  if (seconds < 1) seconds *= 1e3, unit = "us";
  if (seconds < 1) seconds *= 1e3, unit = "ns";
  return line(seconds < 10 ? "%.2f %s" : seconds < 100 ? "%.1f %s" : "%.0f %s", seconds, unit);
}

/// At most 60 characters; JSON has all of them.
std::string shortened(const std::string& text) {
  return text.size() <= 60 ? text : text.substr(0, 57) + "...";
}

}  // namespace

std::string json_line(const comparison& c, const run_facts& facts) {
  json o;
  o["kernel"] = name_of(c.what);
  o["type"] = type_of(c.what);
  o["shape"] = shape_of(c.at);
  o["threads"] = facts.threads;
  for (const measured& m : c.results) o[m.how.peer] = object_of(m, c.unit);
  o["limit"] = c.limit;
  o["limit_unit"] = c.unit;
  o["limit_kind"] = c.limit_kind;
  for (const auto& [name, rate] : c.limit_rates) o["limit_rates"][name] = rate;
  o["limit_spread"] = c.limit_spread;
  const measured* tuned = c.find("tuned");
  const measured* untuned = c.find("untuned");
  const measured* peer = c.best_peer();
  o["share_of_limit"] = tuned != nullptr && c.limit > 0 ? json(tuned->rate / c.limit) : json(nullptr);
  o["best_peer"] = peer != nullptr ? json(peer->how.peer) : json(nullptr);
  const auto ratio = [&](const measured* ours) {
    return ours != nullptr && peer != nullptr ? json(ours->rate / peer->rate) : json(nullptr);
  };
  o["ratio_to_best_peer"] = ratio(tuned);
  o["untuned_ratio_to_best_peer"] = ratio(untuned);
  o["tuned_header"] = facts.tuned_header ? json(*facts.tuned_header) : json(nullptr);
  if (!facts.tuned_error.empty()) o["tuned_error"] = facts.tuned_error;
  o["absent"] = facts.absent;
  o["processor"] = facts.processor;
  o["clock"] = facts.clock;
  o["cpu_share"] = c.cpu_share;
  o["frequency_ghz"] = c.frequency * 1e-9;
  o["compiler"] = facts.compiler;
  o["flags"] = facts.flags;
  // A library's own words might not be UTF-8: replaced, not thrown over.
  return o.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string table(const comparison& c, const run_facts& facts) {
  const char* limit_name =
      c.limit_kind == "fma_peak" ? "multiply-add peak" : "copy bandwidth at this footprint";
  std::string ways;
  for (const auto& [name, rate] : c.limit_rates)
    ways += (ways.empty() ? "" : ", ") + name + line(" %.1f", rate);
  ways = c.limit_rates.size() > 1 ? " (" + ways + ")" : "";
  std::string text = line("%s %s %s, %d thread%s; %s %.1f %s%s, %.2f GHz\n",
                          std::string(name_of(c.what)).c_str(), std::string(type_of(c.what)).c_str(),
                          c.at.text().c_str(), facts.threads, facts.threads == 1 ? "" : "s", limit_name,
                          c.limit, c.unit.c_str(), ways.c_str(), c.frequency * 1e-9);
  text += line("  %-9s %10s %8s %5s  %8s %7s  %s\n", "", "time", c.unit.c_str(), "share", "vs best", "spread",
               "version, kernel chosen");
  const measured* peer = c.best_peer();
  for (const measured& m : c.results) {
    const std::string best =
        peer != nullptr ? line("%.2f%s", m.rate / peer->rate, &m == peer ? "*" : " ") : "-";
    text += line("  %-9s %10s %8.1f %4.0f%%  %8s %6.1f%%  ", m.how.peer.c_str(), duration(m.time.p10).c_str(),
                 m.rate, 100 * m.rate / c.limit, best.c_str(), 100 * m.time.spread);
    text += shortened(m.how.version + ", " + m.how.core) + "\n";
    if (!m.error.empty()) text += "            WRONG: " + m.error + "\n";
  }
  // 5 % arbitrary: an idle machine shows less than 1 %.
  if (c.cpu_share < 0.95) {
    text += line("  others used this CPU for %.0f%% of the time%s: measure again on an idle machine\n",
                 100 * (1 - c.cpu_share),
                 facts.clock == "cpu" ? ", which is left out, but not their use of the caches" : "");
  }
  return text;
}

std::string processor_name() {
  std::ifstream stream("/proc/cpuinfo");
  for (std::string entry; std::getline(stream, entry);) {
    const auto colon = entry.find(": ");
    if (entry.rfind("model name", 0) == 0 && colon != std::string::npos) return entry.substr(colon + 2);
  }
  return "unknown";
}

}  // namespace perfdojo::bench
