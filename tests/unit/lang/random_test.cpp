// SPDX-License-Identifier: Apache-2.0
// law: a lowered program computes what the mathematics says, where each element of the destination takes the value of its
// expression before the statement. Random statements on 64-bit integers, so that every order of a sum gives the same bits.
#include <perfdojo/exec/reference.hpp>

#include <array>
#include <random>
#include <string>
#include <vector>

#include "unit/lang/operands.hpp"

namespace {

using pd::index_t;
using pd::ir::function;
using pd::ir::update;

constexpr std::array<index_t, 3> extents{2, 3, 4};
constexpr std::array<const char*, 3> size_names{"M", "N", "K"};

struct binding {
  pd::name label;
  int size;
  index_t value = 0;
};

// Writes random statements into a tree, in the order in which the expression templates would.
class generator {
public:
  explicit generator(unsigned seed) : random_(seed) {
    constexpr auto i64 = pd::ir::element::i64;
    tensors_ = {{"A", i64, lang::role::tensor, {}}, {"B", i64, lang::role::tensor, {}},
                {"u", i64, lang::role::tensor, {}}, {"t", i64, lang::role::temporary, {}},
                {"C", i64, lang::role::inout, {}},  {"y", i64, lang::role::tensor, {}}};
    const std::vector<std::vector<int>> shapes = {{0, 2}, {2, 1}, {1}, {1, 0}, {0, 1}, {0, 1, 2}};
    for (std::size_t t = 0; t < tensors_.size(); ++t)
      for (const int s : shapes[t]) tensors_[t].dimensions.push(size_of(s));
  }

  lang::tree make() {
    lang::tree t;
    put_statement(t, 3, 3);  // t may read A, B and u
    put_statement(t, 4, 5);  // C also t and itself
    put_statement(t, 5, 5);  // y everything but itself
    return t;
  }

  static lang::size size_of(int s) {
    lang::size x;
    x.label = pd::name(std::string_view(size_names[static_cast<std::size_t>(s)]));
    return x;
  }

private:
  std::mt19937 random_;
  std::vector<lang::operand_facts> tensors_;
  std::vector<binding> bound_;
  int indices_ = 0, readable_ = 0, written_ = 0, nodes_ = 0;

  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  pd::name next_index() { return pd::name(std::string_view("i" + std::to_string(indices_++))); }
  static lang::subscript plain(pd::name label) {
    lang::subscript s;
    s.terms.push({label, {}, 1});
    s.plain = true;
    return s;
  }
  int size_at(const lang::operand_facts& x, int d) const {
    for (int s = 0; s < 3; ++s)
      if (x.dimensions[d] == size_of(s)) return s;
    return -1;
  }

  void put_statement(lang::tree& t, int tensor, int readable) {
    const lang::operand_facts& x = tensors_[static_cast<std::size_t>(tensor)];
    bound_.clear();
    readable_ = readable;
    written_ = tensor;
    nodes_ = 0;
    lang::tree_statement s;
    s.tensor = t.put_tensor(x);
    s.at = static_cast<std::int16_t>(t.subscripts.size());
    for (int d = 0; d < x.dimensions.size(); ++d) {
      bound_.push_back({next_index(), size_at(x, d)});
      t.put_subscript(plain(bound_.back().label));
    }
    if (tensor == 4 && below(3) == 0) s.how = update::add;
    s.value = put_expression(t, 4);
    t.put(t.statements, s);
  }

  lang::tree_id put_expression(lang::tree& t, int depth) {
    lang::tree_node n;
    n.type = pd::ir::element::i64;
    const int kind = ++nodes_ > 12 || depth == 0 ? below(2) : below(8);
    if (kind == 0) {
      n.number = below(7) - 3;
      return t.put_node(n);
    }
    if (kind < 3) return put_load(t, n);
    if (kind < 6) {
      constexpr function functions[] = {function::add, function::add, function::subtract, function::multiply,
                                        function::max};
      n.what = functions[below(5)];
      n.operands[0] = put_expression(t, depth - 1);
      n.operands[1] = put_expression(t, depth - 1);
      return t.put_node(n);
    }
    constexpr update reductions[] = {update::add, update::add, update::multiply, update::max,
                                     update::min_number};
    n.reduces = true;
    n.how = reductions[below(5)];
    bound_.push_back({next_index(), below(3)});
    lang::subscript over = plain(bound_.back().label);
    over.terms[0].range = size_of(bound_.back().size);
    n.at = t.put_subscript(over);
    n.operands[0] = put_expression(t, depth - 1);
    bound_.pop_back();
    return t.put_node(n);
  }

  lang::tree_id put_load(lang::tree& t, lang::tree_node n) {
    const int tensor = below(readable_);
    const lang::operand_facts& x = tensors_[static_cast<std::size_t>(tensor)];
    n.what = function::load;
    n.tensor = t.put_tensor(x);
    n.at = static_cast<std::int16_t>(t.subscripts.size());
    for (int d = 0; d < x.dimensions.size(); ++d) {
      std::vector<pd::name> fitting;
      for (const binding& b : bound_)
        if (b.size == size_at(x, d)) fitting.push_back(b.label);
      if (tensor == written_) {
        t.put_subscript(plain(bound_[static_cast<std::size_t>(d)].label));
      } else if (fitting.empty() || below(8) == 0) {
        t.put_subscript(lang::subscript(below(2)));
      } else {
        t.put_subscript(plain(fitting[static_cast<std::size_t>(below(static_cast<int>(fitting.size())))]));
      }
    }
    return t.put_node(n);
  }
};

// The mathematics itself, element by element. Integers wrap.
class evaluator {
public:
  explicit evaluator(const lang::tree& t) : t_(t) {
    for (int x = 0; x < t.tensors.size(); ++x) {
      index_t count = 1;
      for (const lang::size& s : t.tensors[x].dimensions) count *= extent_of(s);
      for (index_t e = 0; e < count; ++e) values[x].push_back((5 * e + 3 * t.tensors[x].label[0]) % 11 - 4);
    }
  }
  std::vector<index_t> values[pd::ir::program::max_buffers];

  static index_t extent_of(const lang::size& s) {
    for (int i = 0; i < 3; ++i)
      if (s == generator::size_of(i)) return extents[static_cast<std::size_t>(i)];
    return s.value;
  }

  void run() {
    for (const lang::tree_statement& s : t_.statements) {
      std::vector<index_t> after = values[s.tensor];
      bound_.clear();
      assign(s, 0, after);
      values[s.tensor] = after;
    }
  }

private:
  const lang::tree& t_;
  std::vector<binding> bound_;

  static index_t combine(function f, index_t a, index_t b) {
    const auto x = static_cast<std::uint64_t>(a), y = static_cast<std::uint64_t>(b);
    if (f == function::add) return static_cast<index_t>(x + y);
    if (f == function::subtract) return static_cast<index_t>(x - y);
    if (f == function::multiply) return static_cast<index_t>(x * y);
    return f == function::max ? pd::larger(a, b) : pd::smaller(a, b);
  }
  index_t value_of(const lang::subscript& s) const {
    index_t v = s.constant;
    for (const lang::index_use& u : s.terms)
      for (const binding& b : bound_)
        if (b.label == u.label) v += u.coefficient * b.value;
    return v;
  }
  std::size_t position(int tensor, int at) const {
    index_t p = 0;
    for (int d = 0; d < t_.rank(tensor); ++d)
      p = p * extent_of(t_.tensors[tensor].dimensions[d]) + value_of(t_.subscripts[at + d]);
    return static_cast<std::size_t>(p);
  }
  void assign(const lang::tree_statement& s, int d, std::vector<index_t>& after) {
    if (d == t_.rank(s.tensor)) {
      index_t& e = after[position(s.tensor, s.at)];
      const index_t v = evaluate(s.value);
      e = s.how == update::add ? combine(function::add, e, v) : v;
      return;
    }
    const index_t count = extent_of(t_.tensors[s.tensor].dimensions[d]);
    bound_.push_back({t_.subscripts[s.at + d].terms[0].label, 0, 0});
    for (index_t i = 0; i < count; ++i) {
      bound_[static_cast<std::size_t>(d)].value = i;
      assign(s, d + 1, after);
    }
    bound_.pop_back();
  }
  index_t evaluate(lang::tree_id id) {
    const lang::tree_node& n = t_.nodes[id];
    if (n.reduces) {
      const lang::index_use u = t_.subscripts[n.at].terms[0];
      bound_.push_back({u.label, 0, 0});
      const function f = n.how == update::add        ? function::add
                         : n.how == update::multiply ? function::multiply
                         : n.how == update::max      ? function::max
                                                     : function::min;
      index_t total = 0;
      for (index_t i = 0; i < extent_of(u.range); ++i) {
        bound_.back().value = i;
        const index_t v = evaluate(n.operands[0]);
        total = i == 0 ? v : combine(f, total, v);
      }
      bound_.pop_back();
      return total;
    }
    if (n.what == function::constant) return static_cast<index_t>(n.number);
    if (n.what == function::load) return values[n.tensor][position(n.tensor, n.at)];
    return combine(n.what, evaluate(n.operands[0]), evaluate(n.operands[1]));
  }
};

// The same by the reference interpreter on the lowered program.
void run_program(const lang::tree& t, const pd::ir::program& p, evaluator& e) {
  pd::exec::reference_arguments given;
  for (const pd::ir::symbol& s : p.symbols) {
    lang::size size;
    size.label = s.label;
    given.sizes.push(evaluator::extent_of(size));
  }
  for (const pd::ir::buffer& b : p.buffers) {
    if (b.is_private()) continue;
    for (int x = 0; x < t.tensors.size(); ++x) {
      if (t.tensors[x].label != b.label) continue;
      pd::exec::reference_argument a;
      a.data = e.values[x].data();
      index_t stride = 1;
      for (int d = b.rank() - 1; d >= 0; --d) {
        a.strides[d] = stride;
        stride *= evaluator::extent_of(t.tensors[x].dimensions[d]);
      }
      given.arguments.push(a);
    }
  }
  REQUIRE(pd::exec::reference(p, given).ok());
}

}  // namespace

TEST_CASE("lang: lowered programs compute the mathematics") {
  int checked = 0, with_temporaries = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    CAPTURE(seed);
    lang::tree t = generator(seed).make();
    const lang::diagnosis wrong = lang::checker(t).run();
    if (wrong.why == lang::mistake::kernel_is_too_large || wrong.why == lang::mistake::size_is_unknown)
      continue;
    REQUIRE(wrong.why == lang::mistake::none);
    pd::ir::program p;
    if (!lang::emitter(t, p).run("random").ok()) continue;  // too large
    const std::string text(pd::ir::print(p).view());
    CAPTURE(text);
    REQUIRE(pd::ir::verify(p).ok());
    evaluator mathematics(t), program(t);
    mathematics.run();
    run_program(t, p, program);
    for (int x = 0; x < t.tensors.size(); ++x)
      if (t.tensors[x].what != lang::role::temporary) REQUIRE(mathematics.values[x] == program.values[x]);
    ++checked;
    for (const pd::ir::buffer& b : p.buffers) with_temporaries += b.label == pd::name("y_r");
  }
  CHECK(checked > 2000);
  CHECK(with_temporaries > 200);
}
