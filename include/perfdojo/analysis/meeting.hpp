// SPDX-License-Identifier: Apache-2.0
// meeting: may two accesses touch the same element, given how their iterations are ordered?
#pragma once

#include <perfdojo/analysis/bounds.hpp>
#include <perfdojo/analysis/linear_system.hpp>
#include <perfdojo/analysis/touch.hpp>

namespace perfdojo::analysis {

/// Possible orders of the index of a scope in two instances x and y: a set of bits.
enum class order : std::uint8_t { less = 1, equal = 2, greater = 4, different = 5, any = 7 };
constexpr bool has(order set, order one) { return (static_cast<int>(set) & static_cast<int>(one)) != 0; }

/// Which pairs of instances a question is about. Scopes above `scope` have equal indices (with scope == none there is no
/// restriction), `scope` has the order `at`, further in `inner` has `inner_at`, and all others are free.
struct relation {
  ir::node_id scope = ir::none;
  order at = order::any;
  ir::node_id inner = ir::none;
  order inner_at = order::any;
  /// If set, x is below `scope` and y is below `partner`, a sibling, and `at` orders index(scope) of x and index(partner) of y.
  ir::node_id partner = ir::none;
  /// If set, buffers that live in this scope are taken to live in its parent: all its iterations share their storage.
  ir::node_id shared = ir::none;
};

namespace detail {

/// The equations index(x) == index(y), one for each dimension that separates elements. The unknowns are indices, or differences
/// between the indices of x and y. Scopes that appear in no index are left out.
class meeting {
public:
  constexpr meeting(const ir::program& p, const touch& x, const touch& y) : p_(p), x_(x), y_(y) {
    const ir::access& a = p.accesses[x.access];
    const ir::access& b = p.accesses[y.access];
    const ir::buffer& stored = p.buffers[x.buffer];
    for (int r = 0; r < a.index.size(); ++r) {
      if (stored.dimensions[r].reused) continue;
      for (const ir::term& t : a.index[r].terms) in_x_ |= bit(t.scope);
      for (const ir::term& t : b.index[r].terms) in_y_ |= bit(t.scope);
      of_x_[system_.equations] = &a.index[r];
      of_y_[system_.equations] = &b.index[r];
      system_.constant[system_.equations++] = a.index[r].constant - b.index[r].constant;
    }
  }

  /// Could the touches meet in instances related by r? `home` is where the buffer lives.
  constexpr bool possible(const relation& r, order at, order inner_at, ir::node_id home) {
    relation_ = &r;
    at_ = at;
    inner_at_ = inner_at;
    home_ = home;
    common_ = x_.above & y_.above;
    // Most pairs are told apart by one dimension alone, which is cheaper to see than to solve the system.
    for (int e = 0; e < system_.equations; ++e)
      if (separates(e)) return false;
    if ((x_.otherwise | y_.otherwise) != 0 && exclude_each_other()) return false;
    scope_set constrained = in_x_ | in_y_ | (x_.in_first & y_.in_later) | (x_.in_later & y_.in_first);
    if (r.scope != ir::none) constrained |= bit(r.scope);
    if (r.inner != ir::none) constrained |= bit(r.inner);
    for (scope_set rest = common_ & constrained; rest != 0; rest &= rest - 1) {
      const ir::node_id s = first_of(rest);
      if (!add_pair(s, s, order_of(s))) return false;
    }
    scope_set own_x = x_.above & ~common_ & in_x_, own_y = y_.above & ~common_ & in_y_;
    if (r.partner != ir::none) {
      own_x &= ~bit(r.scope);
      own_y &= ~bit(r.partner);
      if (!add_pair(r.scope, r.partner, at)) return false;
    }
    for (; own_x != 0; own_x &= own_x - 1)
      if (!add_one(x_, first_of(own_x), of_x_, 1)) return false;
    for (; own_y != 0; own_y &= own_y - 1)
      if (!add_one(y_, first_of(own_y), of_y_, -1)) return false;
    return system_.may_have_solution();
  }

private:
  using factors = index_t[linear_system::max_equations];
  using indices = const ir::affine * [linear_system::max_equations];

  constexpr interval range(const touch& t, ir::node_id s) const {
    interval r = index_range(p_, s);
    if ((t.in_first & bit(s)) != 0) r.high = smaller(r.high, 0);
    if ((t.in_later & bit(s)) != 0) r.low = 1;
    return r;
  }
  // The order of the indices of common scope s. Another iteration of the home, or above it, has storage of its own.
  constexpr order order_of(ir::node_id s) const {
    const relation& r = *relation_;
    if (s <= home_ || s < r.scope) return order::equal;
    return s == r.scope ? at_ : s == r.inner ? inner_at_ : order::any;
  }
  // Where index(t) of y stands against index(s) of x, or none if s is around x only.
  constexpr ir::node_id other_of(ir::node_id s) const {
    if ((common_ & bit(s)) != 0) return s;
    return s == relation_->scope ? relation_->partner : ir::none;
  }
  // Is the difference of the indices in dimension e never 0, whatever the other dimensions say?
  constexpr bool separates(int e) const {
    const interval sum = index_distance(*of_x_[e], *of_y_[e], system_.constant[e]);
    return !sum.contains(0);
  }
  // What f of x's indices - g of y's indices may be, plus a constant.
  constexpr interval index_distance(const ir::affine& f, const ir::affine& g, index_t constant) const {
    interval sum{constant, constant};
    scope_set done = 0;  // scopes around y
    for (const ir::term& t : f.terms) {
      const ir::node_id other = other_of(t.scope);
      if (other == ir::none) {
        sum = sum + t.coefficient * range(x_, t.scope);
        continue;
      }
      done |= bit(other);
      sum = sum + difference(t.scope, other, t.coefficient, g.coefficient(other));
    }
    for (const ir::term& t : g.terms) {
      if ((done & bit(t.scope)) != 0) continue;
      const bool is_pair = (common_ & bit(t.scope)) != 0 || t.scope == relation_->partner;
      const ir::node_id of_x = t.scope == relation_->partner ? relation_->scope : t.scope;
      sum =
          sum + (is_pair ? difference(of_x, t.scope, 0, t.coefficient) : -t.coefficient * range(y_, t.scope));
    }
    return sum;
  }
  // Does one of them run only where a size is at most what it is above for the other? Positions begin at the origin of a bound.
  constexpr bool exclude_each_other() const {
    // A branch of x for small sizes needs an origin that is never above y's, one of y one that is never below x's.
    for (scope_set rest = x_.otherwise; rest != 0; rest &= rest - 1)
      for (scope_set above = y_.above; above != 0; above &= above - 1) {
        const ir::node_id branch = first_of(rest), s = first_of(above);
        if (is_bounded_as(branch, s) && origin_distance(branch, s).high <= 0) return true;
      }
    for (scope_set rest = y_.otherwise; rest != 0; rest &= rest - 1)
      for (scope_set above = x_.above; above != 0; above &= above - 1) {
        const ir::node_id branch = first_of(rest), s = first_of(above);
        if (is_bounded_as(branch, s) && origin_distance(s, branch).low >= 0) return true;
      }
    return false;
  }
  constexpr bool is_bounded_as(ir::node_id branch, ir::node_id s) const {
    return is_bounded_by(p_, s, p_.nodes[branch].trips.symbol);
  }
  // The origin of the bound of scope s of x - that of scope t of y.
  constexpr interval origin_distance(ir::node_id s, ir::node_id t) const {
    const ir::affine &f = bound_of(p_, s).origin, &g = bound_of(p_, t).origin;
    return index_distance(f, g, f.constant - g.constant);
  }
  // c * index(s) of x - d * index(t) of y
  constexpr interval difference(ir::node_id s, ir::node_id t, index_t c, index_t d) const {
    const interval a = range(x_, s), b = range(y_, t);
    const order o = s == t ? order_of(s) : at_;
    if (o == order::equal) return (c - d) * intersect(a, b);
    const interval distance{a.low - b.high, a.high - b.low};  // index of x - index of y
    if (c == d && o == order::less) return c * interval{distance.low, smaller(distance.high, -1)};
    if (c == d && o == order::greater) return c * interval{larger(distance.low, 1), distance.high};
    return c == d ? c * distance : c * a + -d * b;
  }
  // Scope s encloses x and t encloses y (s == t for a common scope). False if no pair of indices has this order.
  constexpr bool add_pair(ir::node_id s, ir::node_id t, order at) {
    const interval a = range(x_, s), b = range(y_, t);
    if (a.empty() || b.empty()) return false;
    factors f{}, g{}, difference{};
    bool same = true;
    for (int e = 0; e < system_.equations; ++e) {
      f[e] = of_x_[e]->coefficient(s);
      g[e] = -of_y_[e]->coefficient(t);
      difference[e] = f[e] + g[e];
      same = same && difference[e] == 0;
    }
    switch (at) {
      case order::equal:
        return add(intersect(a, b), difference);
      case order::less:  // index of y = index of x + d, d >= 1
        return add({a.low, smaller(a.high, b.high - 1)}, difference) &&
               add({larger(1, b.low - a.high), b.high - a.low}, g);
      case order::greater:  // index of x = index of y + d, d >= 1
        return add({b.low, smaller(b.high, a.high - 1)}, difference) &&
               add({larger(1, a.low - b.high), a.high - b.low}, f);
      default:
        break;
    }
    if (same) return add({a.low - b.high, a.high - b.low}, f);
    return add(a, f) && add(b, g);
  }
  constexpr bool add_one(const touch& t, ir::node_id s, const indices& of, index_t sign) {
    factors f{};
    for (int e = 0; e < system_.equations; ++e) f[e] = sign * of[e]->coefficient(s);
    return add(range(t, s), f);
  }
  constexpr bool add(const interval& values, const factors& f) {
    if (values.empty()) return false;
    system_.add(values, f);
    return true;
  }

  const ir::program& p_;
  const touch& x_;
  const touch& y_;
  scope_set in_x_ = 0, in_y_ = 0;  // the scopes that their indices mention
  const relation* relation_ = nullptr;
  order at_ = order::any, inner_at_ = order::any;
  ir::node_id home_ = ir::none;
  scope_set common_ = 0;
  linear_system system_;
  indices of_x_{}, of_y_{};
};

}  // namespace detail

/// May some instance of x and some instance of y, related by r, touch the same element? Requires accesses to one buffer.
/// False is exact. True may be wrong where linear_system says so, and where only the value of a size would tell.
constexpr bool may_meet(const ir::program& p, const touch& x, const touch& y, const relation& r) {
  constexpr order single[] = {order::less, order::equal, order::greater};
  constexpr order any[] = {order::any};
  const ir::buffer& b = p.buffers[x.buffer];
  const ir::node_id home = b.home != ir::none && b.home == r.shared ? p.nodes[b.home].parent : b.home;
  const auto leaves_home = [&](ir::node_id s,
                               order at) {  // s is at or above the home, and its indices differ
    return s != ir::none && s <= home && !has(at, order::equal);
  };
  if (r.partner == ir::none && (leaves_home(r.scope, r.at) || leaves_home(r.inner, r.inner_at))) return false;
  const order* outer = r.at == order::any ? any : single;
  const order* inner = r.inner_at == order::any ? any : single;
  for (int i = 0; i < (r.at == order::any ? 1 : 3); ++i) {
    if (!has(r.at, outer[i])) continue;
    for (int j = 0; j < (r.inner_at == order::any ? 1 : 3); ++j)
      if (has(r.inner_at, inner[j]) && detail::meeting(p, x, y).possible(r, outer[i], inner[j], home))
        return true;
  }
  return false;
}

}  // namespace perfdojo::analysis
