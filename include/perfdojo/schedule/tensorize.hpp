// SPDX-License-Identifier: Apache-2.0
// tensorize: a nest becomes one machine instruction.
#pragma once

#include <perfdojo/schedule/instruction.hpp>
#include <perfdojo/schedule/match_instruction.hpp>
#include <perfdojo/schedule/transformation.hpp>

namespace perfdojo {

/// Marks a nest that does what an instruction does: its outer scope as vector, its inner one as tensor.
///
///     before                                   after tensorize<"l", instruction::dot4_u8i8>
///     l 16                                     l 16 vector
///     | k 4                                    | k 4 tensor
///     | | C[l] += i32(A[k])*i32(B[4*l+k])      | | C[l] += i32(A[k])*i32(B[4*l+k])
///
/// The executor runs it as that instruction where the CPU has it and the last dimensions of argument operands are contiguous, and else
/// does the same in other instructions.
/// Legal when:   the nest has the extents, the update, the functions, the element types and, along each scope, the strides of the
///               instruction's program (instruction.hpp); factors may stand the other way round. An argument's last dimension counts as
///               contiguous. The scopes are sequential and have no bound, no condition names them and no buffer lives in them.
/// Rejects with: no_such_scope, scope_is_not_sequential, extent_is_not_constant, condition_depends_on_scope, buffer_lives_in_scope,
///               scopes_are_not_nested, instruction_extent_differs, instruction_form_differs, instruction_type_differs,
///               instruction_stride_differs, instruction_stride_is_unknown.
/// Order:        dot4_u8i8 is exact. dot2_bf16 adds up in its own order and flushes subnormals: approximates.
/// Good for:     products of 8- and 16-bit elements. Costs: operands must be packed in groups.
/// Elsewhere:    tensorize (TVM), replace (Exo); Halide's code generator looks for such sums by itself; none (Tiramisu).
struct tensorize_move {
  perfdojo::name scope;
  instruction which = instruction::dot4_u8i8;

  static constexpr std::string_view name = "tensorize";
  static constexpr std::array parameters{domain::scope, domain::instruction};
  static constexpr field_list<&tensorize_move::scope, &tensorize_move::which> fields{};
  static constexpr result_class worst_class = result_class::approximates;

  constexpr verdict check(const ir::program& p) const {
    const ir::node_id n = p.find(scope);
    if (n == ir::none) return reject(reason::no_such_scope, scope);
    // Nearly every scope is refused here, before the program of the instruction is made.
    const index_t lanes = detail::dot_products[static_cast<int>(which)].lanes;
    if (const verdict v = detail::check_instruction_extent(p, n, lanes); !v.ok()) return v;
    return detail::instruction_matcher(p, program_of(which)).match(n);
  }

  // Requires check(p).ok().
  constexpr ir::program apply(ir::program p) const {
    ir::node& outer = p.nodes[p.find(scope)];
    outer.kind = ir::scope_kind::vector;
    p.nodes[outer.first_child].kind = ir::scope_kind::tensor;
    return p;  // still canonical: no node, access or expression changed its place
  }
};
static_assert(transformation<tensorize_move>);

template <fixed_string Scope, instruction Which>
struct tensorize {
  static constexpr tensorize_move move{Scope, Which};
};

}  // namespace perfdojo
