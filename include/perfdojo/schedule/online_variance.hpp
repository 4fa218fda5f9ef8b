// SPDX-License-Identifier: Apache-2.0
// online_variance: a sum, and the squares of the distances from a centre that is made of it, in one pass.
#pragma once

#include <perfdojo/schedule/capacity.hpp>
#include <perfdojo/schedule/new_name.hpp>
#include <perfdojo/schedule/packed_value.hpp>
#include <perfdojo/schedule/stored_value.hpp>
#include <perfdojo/schedule/transformation.hpp>
#include <perfdojo/schedule/variance_form.hpp>

namespace perfdojo {

/// Moves the body of scope `second`, which adds up (x - u)*(x - u), into scope `first`, which adds up x: there the distances are taken from
/// the mean so far, and what was added up so far follows it. Behind it all the sum is moved to the centre u.
///
///     before                                     after online_variance<"j", "k", "w">
///     t[] = 0                                    t[] = 0
///     j N                                        wn[] = 0
///     | t[] += x[j]                              w.0 3 unrolled
///     u[] = t[]*r[]                              | w[w.0] = 0
///     v[] = 0                                    j N
///     k N                                        | t[] += x[j]
///     | v[] += (x[k] - u[])*(x[k] - u[])         | wn[] += 1
///                                                | w[2] = w[2] - t[]/f32(wn[])
///                                                | w[0] += w[2]*w[1]
///                                                | w[1] += w[2]*j
///                                                | w[0] += w[2]*w[1]
///                                                | w[2] = t[]/f32(wn[])
///                                                | w[0] += (x[j] - w[2])*(x[j] - w[2])
///                                                | w[1] += x[j] - w[2]
///                                                u[] = t[]*r[]
///                                                v[] = 0
///                                                k_b 1 bound N
///                                                | w[2] = w[2] - u[]
///                                                | v[] += w[0] + w[2]*(2*w[1] + f32(wn[])*w[2])
///
/// wn counts the elements, w[0] is the sum of squares about the centre w[2], and w[1] that of the distances: with it no rounding of the
/// mean shows. j elements come from earlier iterations. That is Chan, Golub and LeVeque's merge of blocks (Updating Formulae and a
/// Pairwise Algorithm for Computing Sample Variances, 1979), for any centre.
/// Results:      those of the two passes, but for rounding, for any u; large means do not cancel. Where x has infinities v is NaN, which the two
///               passes give if u is infinite, or NaN, too.
/// Legal when:   the scopes are sequential, of one extent and condition, with `first` before `second` below one parent; `second` holds one
///               operation, which adds such a square to one element; `first` adds the same x to one element, which starts as 0, in every
///               iteration, equally often in all but the last; what x is read from does not change in between.
/// Rejects with: no_such_scope, scopes_are_not_siblings, extents_differ, scope_is_not_sequential, condition_depends_on_scope, extent_is_empty,
///               update_is_not_a_reduction, sum_is_no_variance, inputs_change, sum_does_not_start_at_zero, name_is_not_a_word, name_is_taken,
///               capacity_exceeded.
/// Order:        approximates: sums follow the mean in steps, and each rounds.
/// Good for:     x that is read, or computed, once. Costs: two divisions for each iteration; split first, so that it is two for each block.
/// Elsewhere:    Welford's algorithm, written by hand (welford in Triton and PyTorch's inductor); no step of Halide, TVM, Exo or Tiramisu.
struct online_variance_move {
  perfdojo::name first;
  perfdojo::name second;
  perfdojo::name target;

  static constexpr std::string_view name = "online_variance";
  static constexpr std::array parameters{domain::scope, domain::scope, domain::new_name};
  static constexpr field_list<&online_variance_move::first, &online_variance_move::second,
                              &online_variance_move::target>
      fields{};
  static constexpr result_class worst_class = result_class::approximates;

  constexpr verdict check(const ir::program& p) const {
    const ir::node_id s = p.find(first), t = p.find(second);
    if (s == ir::none) return reject(reason::no_such_scope, first);
    if (t == ir::none) return reject(reason::no_such_scope, second);
    const ir::node& a = p.nodes[s];
    const ir::node& b = p.nodes[t];
    if (s == t || a.parent != b.parent || !ir::stands_before(p, s, t))
      return reject(reason::scopes_are_not_siblings, first);
    if (a.trips != b.trips) return reject(reason::extents_differ, second);
    for (const ir::node* x : {&a, &b})
      if (x->kind != ir::scope_kind::sequential || x->outside != ir::beyond::skip)
        return reject(reason::scope_is_not_sequential, x->label);
    if (a.when != b.when) return reject(reason::condition_depends_on_scope, second);
    if (a.trips.cap < 1) return reject(reason::extent_is_empty, first);
    const detail::variance_form g = detail::find_variance_form(p, s, t);
    if (!g.result.ok()) return g.result;
    if (const verdict v = detail::check_new_name(p, new_name(p)); !v.ok()) return v;
    // What the picture shows, less what the second scope had.
    int of_x[2]{}, of_u[2]{};
    detail::count_expression(p, g.x(p), of_x[0], of_x[1]);
    detail::count_expression(p, g.centre(p), of_u[0], of_u[1]);
    return detail::check_room(p, 11, larger(31 + of_x[0] - of_u[0], 6 + of_x[0]), 40 + of_x[1], 2);
  }

  // Requires check(p).ok().
  constexpr ir::program apply(ir::program p) const {
    const ir::node_id s = p.find(first), t = p.find(second), top = p.nodes[s].parent;
    const detail::variance_form g = detail::find_variance_form(p, s, t);
    state w(p, p.nodes[g.sum].destination, new_name(p), top);
    const ir::element type = w.type;
    const auto real = [&](double x) { return ir::build_constant(p, type, x); };

    const ir::access count = p.accesses[w.count];
    ir::attach(p,
               ir::build_operation(p, count, ir::update::assign, ir::build_constant(p, ir::element::i64, 0)),
               top, s);
    ir::attach(p, w.all_zero(), top, s);
    ir::attach_after(
        p, ir::build_operation(p, count, ir::update::add, ir::build_constant(p, ir::element::i64, 1)), g.sum);
    // The centre becomes the way to the new mean, what was added up follows, and the centre is there.
    const ir::expression_id from = w.load(w.centre);
    ir::attach(p, w.set(w.centre, ir::update::assign, w.make(ir::function::subtract, from, w.mean())), s);
    ir::attach(p, w.add_product(w.squares, w.load(w.distances)), s);
    ir::attach(p, w.add_product(w.distances, ir::build_index(p, type, ir::index_of(s, g.elements))), s);
    ir::attach(p, w.add_product(w.squares, w.load(w.distances)), s);
    ir::attach(p, w.set(w.centre, ir::update::assign, w.mean()), s);

    // Behind it, where the second scope stood, to u.
    const ir::node_id end = detail::scope_that_runs_once(p, t);
    const ir::expression_id reached = w.load(w.centre);
    ir::attach(p, w.set(w.centre, ir::update::assign, w.make(ir::function::subtract, reached, g.centre(p))),
               end);
    const ir::expression_id sum = w.load(w.squares), way = w.load(w.centre), two = real(2);
    const ir::expression_id twice = w.make(ir::function::multiply, two, w.load(w.distances));
    const ir::expression_id many = w.count_as_real();
    const ir::expression_id more = w.make(ir::function::multiply, many, w.load(w.centre));
    const ir::expression_id moved =
        w.make(ir::function::multiply, way, w.make(ir::function::add, twice, more));
    ir::attach(p,
               w.set(p.nodes[g.squares].destination, ir::update::add, w.make(ir::function::add, sum, moved)),
               end);
    ir::attach_after(p, end, t);

    // The body of the second scope, about the mean.
    const ir::expression_id x = ir::copy_expression(p, g.x(p));
    const ir::expression_id distance = w.make(ir::function::subtract, x, w.load(w.centre));
    ir::attach_after(p, w.set(w.distances, ir::update::add, distance), g.squares);
    const ir::expression square = p.expressions[p.nodes[g.squares].value];
    for (int i = 0; i < 2; ++i) p.expressions[square.operands[i]].operands[1] = w.load(w.centre);
    p.nodes[g.squares].destination = w.squares;
    ir::rename_scope(p, t, s, t);
    ir::move_children(p, t, s);
    ir::detach(p, t);
    return ir::canonical(p);
  }

private:
  constexpr perfdojo::name new_name(const ir::program& p) const {
    return target.empty() ? ir::fresh_name(p, ir::suffixed(second, 'w')) : target;
  }

  // The private numbers, by their accesses, which canonical() copies for each use.
  struct state {
    ir::program& p;
    ir::element type;
    std::int16_t sum, count = -1, squares = -1, distances = -1, centre = -1;
    ir::access numbers;

    constexpr state(ir::program& program, std::int16_t sum_access, perfdojo::name label, ir::node_id home)
        : p(program), type(p.buffers[p.accesses[sum_access].buffer].type), sum(sum_access) {
      const perfdojo::name of_count = ir::fresh_name(p, ir::suffixed(label, 'n'));
      count = push(detail::new_scalar(p, of_count, ir::element::i64, home));
      numbers = detail::new_scalar(p, label, type, home);
      p.buffers[numbers.buffer].dimensions.push({3, -1, 1, 1, false});
      std::int16_t* const positions[] = {&squares, &distances, &centre};
      for (int i = 0; i < 3; ++i) *positions[i] = push(number(ir::constant_index(i)));
    }
    constexpr std::int16_t push(const ir::access& a) { return static_cast<std::int16_t>(p.accesses.push(a)); }
    constexpr ir::access number(const ir::affine& index) const {
      ir::access a = numbers;
      a.index.push(index);
      return a;
    }
    constexpr ir::expression_id load(std::int16_t a) const {
      ir::expression x;
      x.what = ir::function::load;
      x.type = p.buffers[p.accesses[a].buffer].type;
      x.access = a;
      return static_cast<ir::expression_id>(p.expressions.push(x));
    }
    constexpr ir::node_id set(std::int16_t a, ir::update how, ir::expression_id value) const {
      ir::node x;
      x.how = how;
      x.destination = a;
      x.value = value;
      return static_cast<ir::node_id>(p.nodes.push(x));
    }
    constexpr ir::expression_id make(ir::function f, ir::expression_id a, ir::expression_id b) const {
      return ir::build(p, f, a, b);
    }
    constexpr ir::expression_id count_as_real() const {
      const ir::expression_id e = ir::build(p, ir::function::convert, load(count));
      p.expressions[e].type = type;
      return e;
    }
    constexpr ir::expression_id mean() const {
      const ir::expression_id all = load(sum);
      return make(ir::function::divide, all, count_as_real());
    }
    // a += factor * centre
    constexpr ir::node_id add_product(std::int16_t a, ir::expression_id factor) const {
      return set(a, ir::update::add, make(ir::function::multiply, load(centre), factor));
    }
    constexpr ir::node_id all_zero() {
      ir::node x;
      x.is_scope = true;
      x.kind = ir::scope_kind::unrolled;
      x.label = ir::fresh_name(p, ir::suffixed(ir::suffixed(p.buffers[numbers.buffer].label, '.'), '0'));
      x.trips = ir::constant_extent(3);
      const auto z = static_cast<ir::node_id>(p.nodes.push(x));
      const ir::expression_id zero = ir::build_constant(p, type, 0);
      ir::attach(p, set(push(number(ir::index_of(z))), ir::update::assign, zero), z);
      return z;
    }
  };
};
static_assert(transformation<online_variance_move>);

template <fixed_string First, fixed_string Second, fixed_string Target = "">
struct online_variance {
  static constexpr online_variance_move move{First, Second, Target};
};

}  // namespace perfdojo
