// SPDX-License-Identifier: Apache-2.0
// Everything, in reading order. Applications include the kernels they use instead: it compiles faster.
#pragma once

#include <perfdojo/lang/lower.hpp>
#include <perfdojo/ir/program.hpp>
#include <perfdojo/ir/print.hpp>
#include <perfdojo/ir/parse.hpp>
#include <perfdojo/schedule/schedule.hpp>
#include <perfdojo/schedule/strict.hpp>
#include <perfdojo/exec/reference.hpp>
#include <perfdojo/exec/explain.hpp>
#include <perfdojo/exec/kernel_class.hpp>
#include <perfdojo/exec/run.hpp>
#include <perfdojo/exec/thread_pool.hpp>
#include <perfdojo/dispatch/run.hpp>
#include <perfdojo/dispatch/path.hpp>
#include <perfdojo/dispatch/policy.hpp>
#include <perfdojo/gemm.hpp>
#include <perfdojo/softmax.hpp>
#include <perfdojo/elementwise.hpp>
