// SPDX-License-Identifier: Apache-2.0
#include "operands.hpp"

#include <algorithm>
#include <cstring>

#include <sys/mman.h>
#include <unistd.h>

#include "error.hpp"
#include "operand_data.hpp"
#include "text.hpp"

namespace perfdojo::tuner {
namespace {

constexpr std::int64_t row_padding =
    5;  // elements; odd, so that rows of a padded operand are aligned differently

std::size_t page_bytes() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }
std::size_t whole_pages(std::size_t bytes) {
  return (bytes + page_bytes() - 1) / page_bytes() * page_bytes();
}

std::size_t element_bytes(const operand_facts& o) { return static_cast<std::size_t>(ir::size_bytes(o.type)); }

}  // namespace

template <class F>
void operand_set::for_each_element(std::size_t o, F&& f) const {
  const exec::argument& view = views_[o];
  const auto rank = facts_[o].extents.size();
  index_t index[ir::max_rank]{};
  for (std::size_t n = 0; n < regions_[o].count; ++n) {
    std::int64_t at = 0;
    for (std::size_t d = 0; d < rank; ++d) at += index[d] * view.strides[d];
    f(n, static_cast<unsigned char*>(view.data) + static_cast<std::size_t>(at) * element_bytes(facts_[o]));
    for (std::size_t d = rank; d-- > 0;) {
      if (++index[d] < view.extents[d]) break;
      index[d] = 0;
    }
  }
}

unsigned char* operand_set::address(std::size_t o, std::size_t number) const {
  const exec::argument& view = views_[o];
  index_t at = 0, rest = static_cast<index_t>(number);
  for (int d = view.rank - 1; d >= 0; --d) {
    at += rest % view.extents[d] * view.strides[d];
    rest /= view.extents[d];
  }
  return static_cast<unsigned char*>(view.data) + static_cast<std::size_t>(at) * element_bytes(facts_[o]);
}

operand_set::operand_set(const problem& p, const shape& s, layout how, values which)
    : facts_(p.operands), which_(which), sizes_(s), how_(how) {
  if (which == values::timed && p.timed_overwrites)
    for (operand_facts& o : facts_)
      if (o.use == role::inout) o.use = role::out;
  views_.resize(facts_.size());
  regions_.resize(facts_.size());
  for (std::size_t o = 0; o < facts_.size(); ++o) {
    exec::argument& view = views_[o];
    region& r = regions_[o];
    const auto rank = facts_[o].extents.size();
    if (rank > ir::max_rank) throw usage_error(p.kernel + ": " + facts_[o].name + " has too many dimensions");
    view.rank = static_cast<int>(rank);
    view.type = facts_[o].type;
    std::int64_t stride = 1;
    r.count = 1;
    for (std::size_t d = rank; d-- > 0;) {
      view.extents[d] = extent_of(p, s, facts_[o].extents[d]);
      view.strides[d] = stride;
      r.count *= static_cast<std::size_t>(view.extents[d]);
      stride *= (std::max)(view.extents[d], std::int64_t{1});
      if (how == layout::padded_after_guard && d + 1 == rank && rank > 1) stride += row_padding;
    }
    std::size_t span = 0;  // from the first element to the end of the last one
    if (r.count > 0) {
      span = 1;
      for (std::size_t d = 0; d < rank; ++d)
        span += static_cast<std::size_t>((view.extents[d] - 1) * view.strides[d]);
    }
    const std::size_t bytes = span * element_bytes(facts_[o]);
    r.inner_bytes = whole_pages((std::max)(bytes, std::size_t{1}));
    r.mapped = r.inner_bytes + 2 * page_bytes();
    void* base = mmap(nullptr, r.mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (base == MAP_FAILED)
      throw environment_error("no memory for " + facts_[o].name + " of " + p.kernel + " at " + to_text(p, s) +
                              ": " + decimal(static_cast<std::int64_t>(r.mapped)) + " bytes");
    r.base = static_cast<unsigned char*>(base);
    r.inner = r.base + page_bytes();
    mprotect(r.base, page_bytes(), PROT_NONE);
    mprotect(r.inner + r.inner_bytes, page_bytes(), PROT_NONE);
    if (how == layout::timing) madvise(r.inner, r.inner_bytes, MADV_HUGEPAGE);
    view.data = how == layout::dense_before_guard ? r.inner + r.inner_bytes - bytes : r.inner;
  }
  restore();
}

operand_set::~operand_set() {
  for (const region& r : regions_)
    if (r.base != nullptr) munmap(r.base, r.mapped);
}

void operand_set::fill(std::size_t o) {
  region& r = regions_[o];
  std::memset(r.inner, poison, r.inner_bytes);
  if (facts_[o].use == role::out) return;
  const bool fixed = which_ == values::timed && !facts_[o].timed_random;
  for_each_element(o, [&](std::size_t n, unsigned char* at) {
    write_datum(facts_[o].type, at, fixed ? facts_[o].timed_value : real_datum(o, n), integer_datum(o, n));
  });
}

void operand_set::restore() {
  for (std::size_t o = 0; o < facts_.size(); ++o) {
    fill(o);
    // Timing needs the copy only to restore from; checking compares with it as well.
    if (how_ != layout::timing || facts_[o].use == role::inout)
      regions_[o].original.assign(regions_[o].inner, regions_[o].inner + regions_[o].inner_bytes);
  }
}

void operand_set::restore_inouts() {
  for (std::size_t o = 0; o < facts_.size(); ++o)
    if (facts_[o].use == role::inout)
      std::memcpy(regions_[o].inner, regions_[o].original.data(), regions_[o].inner_bytes);
}

void operand_set::restore_written() {
  for (std::size_t o = 0; o < facts_.size(); ++o)
    if (facts_[o].use == role::out) std::memset(regions_[o].inner, poison, regions_[o].inner_bytes);
  restore_inouts();
}

bool operand_set::leave_caches() const {
#if defined(__SSE2__)
  constexpr std::size_t line = 64;
  for (const region& r : regions_)
    for (std::size_t at = 0; at < r.inner_bytes; at += line) __builtin_ia32_clflush(r.inner + at);
  __builtin_ia32_mfence();
  return true;
#else
  return false;
#endif
}

bool operand_set::in_place() const {
  return std::any_of(facts_.begin(), facts_.end(),
                     [](const operand_facts& o) { return o.use == role::inout; });
}

std::string operand_set::trespass() const {
  for (std::size_t o = 0; o < facts_.size(); ++o) {
    const region& r = regions_[o];
    if (r.original.empty()) continue;
    if (facts_[o].use == role::in) {
      if (std::memcmp(r.inner, r.original.data(), r.inner_bytes) != 0)
        return "wrote to the input " + facts_[o].name;
      continue;
    }
    // Everything but the elements must be as it was.
    std::vector<unsigned char> now(r.inner, r.inner + r.inner_bytes);
    for_each_element(o, [&](std::size_t, unsigned char* at) {
      const auto offset = static_cast<std::size_t>(at - r.inner);
      std::memcpy(&now[offset], &r.original[offset], element_bytes(facts_[o]));
    });
    const auto [here, there] = std::mismatch(now.begin(), now.end(), r.original.begin());
    if (here == now.end()) continue;
    const std::ptrdiff_t at = r.inner + (here - now.begin()) - static_cast<unsigned char*>(views_[o].data);
    return "wrote outside the elements of " + facts_[o].name + ", at byte " + decimal(std::int64_t{at});
  }
  return {};
}

std::vector<double> operand_set::elements(std::size_t o) const {
  constexpr std::size_t most = 1u << 20, part = 1u << 16;
  const std::size_t count = regions_[o].count;
  std::vector<double> some;
  if (count <= most) {
    some.resize(count);
    for_each_element(
        o, [&](std::size_t n, const unsigned char* at) { some[n] = read_element(facts_[o].type, at); });
    return some;
  }
  for (std::size_t n = 0; n < count; n += n < part || n >= count - part ? 1 : 61)
    some.push_back(read_element(facts_[o].type, address(o, n)));
  return some;
}

operand_set::fault operand_set::find_fault(const void* address) const {
  const auto* at = static_cast<const unsigned char*>(address);
  for (std::size_t o = 0; o < regions_.size(); ++o) {
    const region& r = regions_[o];
    if (at < r.base || at >= r.base + r.mapped) continue;
    return {static_cast<int>(o), at < r.inner};
  }
  return {};
}

}  // namespace perfdojo::tuner
