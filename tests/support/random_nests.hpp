// SPDX-License-Identifier: Apache-2.0
// random_nest: a seeded generator of small nests in which many accesses meet, for the order oracle. Extents are 0 to 6, sizes, or bounds.
#pragma once

#include <perfdojo/ir/parse.hpp>

#include "support/random_move.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace support {

class nest_generator {
public:
  explicit nest_generator(std::uint64_t seed) : dice_(seed) {}

  ir::program make() {
    const std::string type = dice_.pick({"f32", "f32", "i32"});
    constexpr const char* names[] = {"x", "y", "z", "t"};
    for (int b = 0; b < 4; ++b) buffers_.push_back({names[b], dice_.pick({0, 1, 1, 1, 2, 2}), {}, {}, false});
    buffers_[3].is_open = dice_.chance(15);
    for (int nests = dice_.pick({1, 1, 2}); nests > 0; --nests) scope();
    std::string text = "perfdojo 1 nest\nsize M\nsize N\n";
    for (const buffer& b : buffers_) {
      if (b.uses.empty() && b.name == "t") continue;
      // Long enough for all indices.
      text += (b.name == "t" ? "heap " : "argument ") + b.name + " " + type + " [" +
              (b.rank == 0   ? ""
               : b.rank == 1 ? "64"
                             : "64, 64") +
              "]" + (b.home.empty() ? "" : " in " + b.home) + "\n";
    }
    const ir::parsed p = ir::parse(text + body_);
    INFO(text << body_);
    REQUIRE(p.ok());
    ir::program q = ir::canonical(p.value);
    if (dice_.chance(15)) q.symbols[0].value = dice_.between(0, 6);
    return q;
  }

private:
  struct term {
    std::string scope;
    int coefficient;
  };
  struct index {
    std::vector<term> terms;
    int constant = 0;
  };
  struct buffer {
    std::string name;
    int rank;
    std::string home;
    std::vector<std::vector<index>> uses;
    bool is_open;  // t: may it be used here?
  };

  void line(const std::string& text) {
    for (std::size_t i = 0; i < above_.size(); ++i) body_ += "| ";
    body_ += text + condition() + "\n";
  }
  std::string condition() {
    if (above_.empty() || !dice_.chance(9)) return {};
    return (dice_.chance(50) ? " if first(" : " if later(") + pick_scope() + ")";
  }
  const std::string& pick_scope() {
    return above_[static_cast<std::size_t>(dice_.below(static_cast<index_t>(above_.size())))];
  }

  std::string extent() {
    const std::string size = dice_.chance(60) ? "M" : "N";
    const int kind = dice_.below(100);
    if (kind < 45) return std::to_string(dice_.pick({0, 1, 1, 2, 2, 3, 3, 4, 5, 6}));
    if (kind < 78 || above_.empty()) return size;
    if (kind < 84) return size + "/2";
    if (kind < 88) return size + "/3 at least 1";
    if (kind < 91)
      return (dice_.chance(70) ? "1 unless " : "1 bound ") + size + " - " + pick_scope() + " - 1";
    const std::string origin = std::to_string(dice_.between(1, 3)) + "*" + pick_scope();
    return std::to_string(dice_.between(2, 4)) + " bound " + size + " - " + origin;
  }

  void scope() {
    const std::string name = std::string(1, static_cast<char>('a' + scopes_++));
    const std::string trips = !extent_.empty() && dice_.chance(60) ? extent_ : extent();
    line(name + " " + trips);
    above_.push_back(name);
    buffer& t = buffers_[3];
    const bool opens = !t.is_open && t.uses.empty() && dice_.chance(25);
    if (opens) {
      t.home = name;
      t.is_open = true;
    }
    extent_.clear();
    for (int children = dice_.pick({1, 1, 1, 2, 2, 3}); children > 0; --children) {
      if (above_.size() < 4 && scopes_ < 7 && dice_.chance(above_.size() == 1 ? 75 : 35))
        scope();
      else
        operation();
    }
    if (opens) {
      t.is_open = false;
      if (t.uses.empty()) t.home.clear();
    }
    above_.pop_back();
    extent_ = trips;  // a sibling may want the same: join asks for it
  }

  bool is_visible(const index& i) const {
    for (const term& t : i.terms)
      if (std::find(above_.begin(), above_.end(), t.scope) == above_.end()) return false;
    return true;
  }
  index fresh_index() {
    index i;
    i.constant = dice_.below(4);
    const int terms = dice_.pick({0, 1, 1, 1, 1, 2, 2});
    for (int n = 0; n < terms; ++n) {
      const std::string s = pick_scope();
      if (n == 1 && s == i.terms[0].scope) break;
      const int c =
          n == 1 && dice_.chance(50) ? dice_.pick({2, 3, 4, 6}) : dice_.pick({1, 1, 1, 1, 2, 3, -1, -2});
      i.terms.push_back({s, c});
      if (c < 0) i.constant += -6 * c;
    }
    return i;
  }
  std::string access() {
    buffer* b = nullptr;
    do b = &buffers_[static_cast<std::size_t>(dice_.below(4))];
    while (b->name == "t" && !b->is_open);
    // Mostly like an earlier access, at a small distance: then the two often meet.
    std::vector<index> chosen;
    if (!b->uses.empty() && dice_.chance(60)) {
      chosen = b->uses[static_cast<std::size_t>(dice_.below(static_cast<index_t>(b->uses.size())))];
      for (index& i : chosen) {
        if (!is_visible(i)) i = fresh_index();
        i.constant = (std::max)(0, i.constant + dice_.pick({-2, -1, 0, 0, 0, 0, 1, 1}));
        // An index that is negative somewhere would be an error of the program.
        int least = i.constant;
        for (const term& t : i.terms) least += (std::min)(0, 6 * t.coefficient);
        if (least < 0) i.constant -= least;
      }
    } else {
      for (int r = 0; r < b->rank; ++r) chosen.push_back(fresh_index());
    }
    b->uses.push_back(chosen);
    std::string text = b->name + "[";
    for (std::size_t r = 0; r < chosen.size(); ++r) {
      if (r > 0) text += ", ";
      std::string sum;
      for (const term& t : chosen[r].terms)
        sum += (t.coefficient < 0 || sum.empty() ? "" : "+") +
               (t.coefficient == 1    ? ""
                : t.coefficient == -1 ? "-"
                                      : std::to_string(t.coefficient) + "*") +
               t.scope;
      if (sum.empty() || chosen[r].constant > 0)
        sum += (sum.empty() ? "" : "+") + std::to_string(chosen[r].constant);
      text += sum;
    }
    return text + "]";
  }
  void operation() {
    const std::string destination = access();
    std::string value = dice_.chance(75) ? access() : "1";
    if (dice_.chance(30)) value += " + " + access();
    line(destination + dice_.pick({" = ", " = ", " += ", " += ", " *= ", " max= "}) + value);
  }

  dice dice_;
  std::vector<buffer> buffers_;
  std::vector<std::string> above_;
  std::string extent_, body_;
  int scopes_ = 0;
};

inline ir::program random_nest(std::uint64_t seed) { return nest_generator(seed).make(); }

/// p after up to `most` legal moves that are drawn, each after observe(program, move). Far cheaper than to list all legal moves.
template <class Observer>
ir::program after_random_moves(ir::program p, std::uint64_t seed, int most, Observer&& observe) {
  dice d(seed);
  perfdojo::move_choices choices;
  choices.factors = {2, 3, 4};
  choices.largest_number = 2;
  const int kinds = static_cast<int>(perfdojo::move_kinds.size());
  for (int attempt = 0; attempt < 12 * most && most > 0; ++attempt) {
    const perfdojo::detail::parameter_values values(p, choices);
    const int kind = d.chance(40) ? perfdojo::find_move_kind("split") : d.below(kinds);
    const std::optional<perfdojo::move_record> m = random_move(kind, values, d);
    if (!m || !check(*m, p).ok()) continue;
    observe(p, *m);
    p = apply(*m, p);
    --most;
  }
  return p;
}
inline ir::program after_random_moves(const ir::program& p, std::uint64_t seed, int most) {
  return after_random_moves(p, seed, most, [](const ir::program&, const perfdojo::move_record&) {});
}

}  // namespace support
