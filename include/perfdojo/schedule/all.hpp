// SPDX-License-Identifier: Apache-2.0
// The one list of transformations. The tuner, the printer, the generic tests and the documentation iterate over it.
#pragma once

#include <perfdojo/schedule/accumulate.hpp>
#include <perfdojo/schedule/cases.hpp>
#include <perfdojo/schedule/common_subexpression.hpp>
#include <perfdojo/schedule/compute_at.hpp>
#include <perfdojo/schedule/first.hpp>
#include <perfdojo/schedule/fission.hpp>
#include <perfdojo/schedule/fuse.hpp>
#include <perfdojo/schedule/fuse_dimensions.hpp>
#include <perfdojo/schedule/halve.hpp>
#include <perfdojo/schedule/hoist.hpp>
#include <perfdojo/schedule/hoist_nest.hpp>
#include <perfdojo/schedule/inline_producer.hpp>
#include <perfdojo/schedule/interchange.hpp>
#include <perfdojo/schedule/join.hpp>
#include <perfdojo/schedule/later.hpp>
#include <perfdojo/schedule/online.hpp>
#include <perfdojo/schedule/online_variance.hpp>
#include <perfdojo/schedule/pack.hpp>
#include <perfdojo/schedule/pad_dimension.hpp>
#include <perfdojo/schedule/parallelize.hpp>
#include <perfdojo/schedule/peel.hpp>
#include <perfdojo/schedule/permute_dimensions.hpp>
#include <perfdojo/schedule/place.hpp>
#include <perfdojo/schedule/prefetch.hpp>
#include <perfdojo/schedule/prefetch_ahead.hpp>
#include <perfdojo/schedule/reciprocal.hpp>
#include <perfdojo/schedule/recompute.hpp>
#include <perfdojo/schedule/reorder.hpp>
#include <perfdojo/schedule/reuse_dimension.hpp>
#include <perfdojo/schedule/rfactor.hpp>
#include <perfdojo/schedule/share.hpp>
#include <perfdojo/schedule/specialise.hpp>
#include <perfdojo/schedule/split.hpp>
#include <perfdojo/schedule/split_dimension.hpp>
#include <perfdojo/schedule/stage.hpp>
#include <perfdojo/schedule/stream.hpp>
#include <perfdojo/schedule/strength.hpp>
#include <perfdojo/schedule/tensorize.hpp>
#include <perfdojo/schedule/trim_guards.hpp>
#include <perfdojo/schedule/type_list.hpp>
#include <perfdojo/schedule/unroll.hpp>
#include <perfdojo/schedule/unreuse_dimension.hpp>
#include <perfdojo/schedule/vectorize.hpp>

// A header that defines perfdojo::own_transformations, a type_list of transformations that are not the library's (CONTRIBUTING.md). It must
// be the same in all translation units of a program.
#ifdef PERFDOJO_OWN_TRANSFORMATIONS
#include PERFDOJO_OWN_TRANSFORMATIONS
#endif

namespace perfdojo {

using library_transformations =
    type_list<split_move, interchange_move, fission_move, first_move, unroll_move, vectorize_move, pack_move,
              accumulate_move, cases_move, fuse_move, join_move, later_move, parallelize_move,
              permute_dimensions_move, place_move, prefetch_move, reorder_move, reuse_dimension_move,
              split_dimension_move, trim_guards_move, rfactor_move, stage_move, inline_producer_move,
              compute_at_move, stream_move, prefetch_ahead_move, online_move, hoist_move, tensorize_move,
              common_subexpression_move, reciprocal_move, strength_move, share_move, peel_move,
              online_variance_move, unreuse_dimension_move, recompute_move, hoist_nest_move, halve_move,
              pad_dimension_move, fuse_dimensions_move, specialise_move>;

#ifdef PERFDOJO_OWN_TRANSFORMATIONS
using all_transformations = detail::joined_list<library_transformations, own_transformations>::type;
#else
using all_transformations = library_transformations;
#endif

}  // namespace perfdojo
