// SPDX-License-Identifier: Apache-2.0
// The memory of the reference interpreter: arguments, private buffers, and the addresses of accesses for given indices.
#pragma once

#include <perfdojo/exec/reference_values.hpp>
#include <perfdojo/ir/program.hpp>

#include <cstddef>
#include <limits>
#include <vector>

namespace perfdojo::exec {

/// One argument: address of element [0, ..., 0] and the stride of each dimension in elements.
struct reference_argument {
  void* data = nullptr;
  index_t strides[ir::max_rank]{};
};
/// sizes: one per symbol of the program. arguments: one per buffer of place argument, in the order of the program.
struct reference_arguments {
  fixed_vector<index_t, ir::program::max_symbols> sizes;
  fixed_vector<reference_argument, ir::program::max_buffers> arguments;
};

namespace detail {

class reference_storage {
public:
  reference_storage(const ir::program& p, const reference_arguments& given) : p_(p), given_(given) {
    int next_argument = 0;
    for (int b = 0; b < p.buffers.size(); ++b) {
      place(b, p.buffers[b].is_private() ? nullptr : &given.arguments[next_argument++]);
    }
    for (int a = 0; a < p.accesses.size(); ++a) flatten(a);
  }
  // Accesses point into the memory.
  reference_storage(const reference_storage&) = delete;
  reference_storage& operator=(const reference_storage&) = delete;

  index_t size(int symbol) const { return given_.sizes[symbol]; }
  index_t index(ir::node_id scope) const { return index_[scope]; }
  ir::element type(int access) const { return accesses_[access].type; }

  /// Moves a scope to an index: all accesses follow.
  void set_index(ir::node_id scope, index_t i) {
    const index_t distance = i - index_[scope];
    index_[scope] = i;
    for (const follower& f : followers_[scope]) dimensions_[f.dimension].index += f.coefficient * distance;
  }

  /// The value of access `a`, an index value.
  index_t index_value(int a) const { return dimensions_[accesses_[a].first].index; }

  /// The address of access `a`, or null if an index is out of range; then `dimension`, `index` and `extent` say which.
  struct place_of_fault {
    int dimension = 0;
    index_t index = 0, extent = 0;
  };
  std::byte* address(int a, place_of_fault& fault) const {
    const flat_access& x = accesses_[a];
    std::byte* at = x.data;
    for (int d = x.first; d < x.last; ++d) {
      const flat_dimension& y = dimensions_[d];
      if (static_cast<std::uint64_t>(y.index) >= static_cast<std::uint64_t>(y.extent)) {
        fault = {d - x.first, y.index, y.extent};
        return nullptr;
      }
      at += y.index * y.stride_bytes;
    }
    return at;
  }

  /// Fills the private buffers that begin their life in `home` with what does most harm: NaN, or a large odd integer.
  void poison_buffers_of(ir::node_id home) {
    for (const int b : homed_[home + 1]) {
      const ir::element type = p_.buffers[b].type;
      const reference_value poison = is_float(type) ? real_value(std::numeric_limits<double>::quiet_NaN())
                                                    : whole_value(0x5badf00d5badf00d);
      std::vector<std::byte>& memory = buffers_[b].memory;
      const std::size_t element_size = static_cast<std::size_t>(size_bytes(type));
      for (std::size_t at = 0; at < memory.size(); at += element_size)
        store_element(&memory[at], type, poison);
    }
  }

private:
  struct placed_buffer {
    std::byte* data = nullptr;
    index_t extents[ir::max_rank]{}, strides[ir::max_rank]{};
    std::vector<std::byte> memory;
  };
  struct flat_dimension {
    index_t index = 0, extent = 0, stride_bytes = 0;  // index: for the present indices of all scopes
  };
  struct flat_access {
    std::byte* data = nullptr;
    ir::element type = ir::element::i64;
    int first = 0, last = 0;  // its dimensions
  };
  struct follower {
    int dimension = 0;
    index_t coefficient = 0;
  };

  index_t extent_of(const ir::dimension& d) const {
    return d.unit * (d.symbol < 0 ? d.cap : smaller(d.cap, ceil_div(size(d.symbol), d.step)));
  }

  void place(int b, const reference_argument* argument) {
    const ir::buffer& x = p_.buffers[b];
    placed_buffer& to = buffers_[b];
    for (int d = 0; d < x.rank(); ++d) to.extents[d] = extent_of(x.dimensions[d]);
    if (argument != nullptr) {
      to.data = static_cast<std::byte*>(argument->data);
      for (int d = 0; d < x.rank(); ++d) to.strides[d] = argument->strides[d];
      return;
    }
    index_t elements = 1;
    for (int d = x.rank() - 1; d >= 0; --d) {
      to.strides[d] = x.dimensions[d].reused ? 0 : elements;
      if (!x.dimensions[d].reused) elements *= to.extents[d];
    }
    to.memory.resize(static_cast<std::size_t>(elements) * static_cast<std::size_t>(size_bytes(x.type)));
    to.data = to.memory.data();
    homed_[x.home + 1].push_back(b);
  }

  void flatten(int a) {
    const ir::access& from = p_.accesses[a];
    flat_access& to = accesses_[a];
    if (from.buffer >= 0) {
      to.data = buffers_[from.buffer].data;
      to.type = p_.buffers[from.buffer].type;
    }
    to.first = dimension_count_;
    for (int d = 0; d < from.index.size(); ++d) {
      flat_dimension& x = dimensions_[dimension_count_];
      x.index = from.index[d].constant;
      for (const ir::term& t : from.index[d].terms)
        followers_[t.scope].push_back({dimension_count_, t.coefficient});
      ++dimension_count_;
      if (from.buffer < 0) continue;
      x.extent = buffers_[from.buffer].extents[d];
      x.stride_bytes = buffers_[from.buffer].strides[d] * size_bytes(to.type);
    }
    to.last = dimension_count_;
  }

  const ir::program& p_;
  const reference_arguments& given_;
  placed_buffer buffers_[ir::program::max_buffers];
  flat_access accesses_[ir::program::max_accesses];
  flat_dimension dimensions_[ir::program::max_accesses * ir::max_rank];
  int dimension_count_ = 0;
  index_t index_[ir::program::max_nodes]{};
  std::vector<follower> followers_[ir::program::max_nodes];  // of the index of a scope
  std::vector<int> homed_[ir::program::max_nodes + 1];       // buffers by home + 1
};

}  // namespace detail

}  // namespace perfdojo::exec
