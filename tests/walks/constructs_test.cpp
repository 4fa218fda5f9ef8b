// SPDX-License-Identifier: Apache-2.0
// The random programs of the walks really hold the constructs that the laws are to be tested on.
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/ir/words.hpp>

#include "support/random_programs.hpp"

#include <map>
#include <string>

#include <doctest/doctest.h>

namespace pd = perfdojo;
using pd::ir::function;
using pd::ir::update;

namespace {

class census {
public:
  void add(const pd::ir::program& p) {
    std::map<std::string, bool> found;
    for (const pd::ir::symbol& s : p.symbols)
      found[s.value < 0 ? "run-time size" : "size of known value"] = true;
    for (const pd::ir::buffer& b : p.buffers) {
      found["element " + std::string(pd::ir::word_of(b.type))] = true;
      if (b.is_private()) found["temporary"] = true;
      if (b.rank() == 0) found["scalar"] = true;
      if (b.rank() > 1) found["several dimensions"] = true;
    }
    int statements = 0;
    for (const pd::ir::node& n : p.nodes) {
      if (n.when.scope != pd::ir::none) found[n.when.first ? "first" : "later"] = true;
      if (n.is_scope && n.trips.has_bound()) found["symbolic extent"] = true;
      if (n.is_scope && !n.trips.has_bound() && n.trips.cap == 1) found["extent 1"] = true;
      if (n.is_scope) continue;
      if (++statements > 1) found["several statements"] = true;
      found["update " + std::to_string(static_cast<int>(n.how))] = true;
    }
    for (const pd::ir::access& a : p.accesses)
      for (const pd::ir::affine& i : a.index) {
        if (i.constant != 0) found["offset"] = true;
        if (i.terms.size() > 1) found["several indices"] = true;
        for (const pd::ir::term& t : i.terms) {
          if (t.coefficient > 1) found["stride"] = true;
          if (t.coefficient < 0) found["negative stride"] = true;
        }
      }
    for (const pd::ir::expression& e : p.expressions) {
      found["function " + std::to_string(static_cast<int>(e.what))] = true;
      if (is_comparison(e.what)) found["comparison"] = true;
    }
    for (const auto& [what, is_there] : found) programs_[what] += is_there ? 1 : 0;
  }
  int operator[](const std::string& what) const {
    const auto at = programs_.find(what);
    return at == programs_.end() ? 0 : at->second;
  }
  int of(update u) const { return (*this)["update " + std::to_string(static_cast<int>(u))]; }
  int of(function f) const { return (*this)["function " + std::to_string(static_cast<int>(f))]; }

private:
  std::map<std::string, int> programs_;
};

}  // namespace

TEST_CASE("random programs hold every construct that the laws need, each in many of 2000 programs") {
  census all;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) all.add(support::random_program(seed));
  for (const char* what :
       {"run-time size", "size of known value", "element f32", "element f64", "element i32", "element i64",
        "temporary", "scalar", "several dimensions", "first", "later", "symbolic extent", "extent 1",
        "several statements", "offset", "several indices", "stride", "negative stride", "comparison"}) {
    CAPTURE(what);
    CHECK(all[what] >= 20);
  }
  for (const update u : {update::assign, update::add, update::multiply, update::max, update::min,
                         update::max_number, update::min_number}) {
    CAPTURE(static_cast<int>(u));
    CHECK(all.of(u) >= 20);
  }
  for (const function f :
       {function::constant, function::load, function::index,    function::convert,   function::negate,
        function::absolute, function::add,  function::subtract, function::multiply,  function::divide,
        function::max,      function::min,  function::less,     function::not_equal, function::select,
        function::fma,      function::exp,  function::log,      function::sqrt,      function::rsqrt,
        function::tanh,     function::erf}) {
    CAPTURE(static_cast<int>(f));
    CHECK(all.of(f) >= 20);
  }
}

TEST_CASE("random sizes hold 0 and 1, and sizes beyond a factor") {
  const pd::ir::program p = pd::ir::parse("perfdojo 1\nsize M\nargument y f32 [M]\ni M\n| y[i] = 1\n").value;
  bool has[3]{};
  for (const support::sizes_of_program& sizes : support::size_choices(p, 1, 1))
    has[sizes[0] < 2 ? sizes[0] : 2] = true;
  CHECK((has[0] && has[1] && has[2]));
}
