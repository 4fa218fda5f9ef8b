// SPDX-License-Identifier: Apache-2.0
// oneDNN through its C interface, declared here as far as it is used (version 3), so that no header is needed.
//
// Two libraries count as one peer. The current wheel builds its CPU primitives on SYCL, which wants an OpenCL
// device and submits every call to a queue; its dnnl_sgemm needs neither. An older wheel on OpenMP has both
// primitives and dnnl_sgemm. All are offered, the fastest counts.
#include "shared_library.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace perfdojo::bench {
namespace {

// Values from oneDNN's dnnl_types.h and dnnl_common_types.h.
constexpr int engine_cpu = 1, stream_default = 1, type_f32 = 3, forward_inference = 96;
constexpr int softmax_accurate = 0x30000, eltwise_relu = 0x20, eltwise_linear = 0x26, binary_mul = 0x1fff1;
constexpr int argument_source = 1, argument_second_source = 2, argument_destination = 17,
              argument_weights = 33;
constexpr int query_implementation = 8, runtime_sycl = 512;

struct version_record {
  int major, minor, patch;
  const char* hash;
  unsigned cpu_runtime, gpu_runtime;
};
struct argument {
  int name;
  void* memory;
};
// Engines, streams, descriptors, memories and primitives are opaque pointers.
using handle = void*;
using dimensions = std::int64_t[12];
using sgemm_function = int(char, char, std::int64_t, std::int64_t, std::int64_t, float, const float*,
                           std::int64_t, const float*, std::int64_t, float, float*, std::int64_t);

void check(int status, const char* what) {
  if (status != 0) throw peer_absent(std::string(what) + " failed with status " + std::to_string(status));
}

/// Name of the instruction set as oneDNN's enumeration dnnl_cpu_isa_t orders it.
std::string isa_name(int isa) {
  constexpr std::pair<int, const char*> names[] = {{0xfef, "avx512_core_amx"},
                                                   {0x3ef, "avx512_core_bf16"},
                                                   {0x1ef, "avx512_core_vnni"},
                                                   {0xef, "avx512_core"},
                                                   {0x7, "avx2"},
                                                   {0x3, "avx"}};
  for (const auto& [bits, name] : names) {
    if ((isa & bits) == bits) return name;
  }
  return "isa " + std::to_string(isa);
}

class onednn final : public peer {
public:
  onednn(shared_library library, bool with_primitives)
      : library_(std::move(library)), with_primitives_(with_primitives) {
    const auto* version = call<const version_record*()>("dnnl_version")();
    version_ = std::to_string(version->major) + "." + std::to_string(version->minor) + "." +
               std::to_string(version->patch);
    isa_ = isa_name(call<int()>("dnnl_get_effective_cpu_isa")());
    with_primitives_ = with_primitives && version->major == 3 && (version->cpu_runtime & runtime_sycl) == 0;
    if (!with_primitives_) return;
    check(call<int(handle*, int, std::size_t)>("dnnl_engine_create")(&engine_, engine_cpu, 0),
          "dnnl_engine_create");
    check(call<int(handle*, handle, unsigned)>("dnnl_stream_create")(&stream_, engine_, stream_default),
          "dnnl_stream_create");
  }

  std::vector<offer> offers(const problem& p) override {
    std::vector<offer> result;
    if (const auto* gemm = std::get_if<gemm_problem<float>>(&p)) {
      result.push_back(sgemm(*gemm));
      if (with_primitives_) result.push_back(matmul(*gemm));
    }
    if (const auto* rows = std::get_if<softmax_problem>(&p); rows && with_primitives_) {
      result.push_back(softmax(*rows));
    }
    if (const auto* vector = std::get_if<scale_shift_relu_problem>(&p); vector && with_primitives_) {
      result.push_back(scale_shift_relu(*vector));
    }
    return result;
  }

private:
  template <class F>
  F* call(const char* name) const {
    return library_.get<F>(name);
  }

  offer describe(const std::string& core) const { return {"onednn", version_, core, library_.path(), {}}; }

  handle descriptor(std::int64_t rows, std::int64_t columns) const {
    const dimensions extents = {rows, columns};
    const dimensions strides = {columns, 1};
    handle result = nullptr;
    check(call<int(handle*, int, const dimensions, int, const dimensions)>(
              "dnnl_memory_desc_create_with_strides")(&result, 2, extents, type_f32, strides),
          "dnnl_memory_desc_create_with_strides");
    return result;
  }

  argument operand(int name, std::int64_t rows, std::int64_t columns, const float* data) const {
    argument result{name, nullptr};
    check(call<int(handle*, handle, handle, void*)>("dnnl_memory_create")(
              &result.memory, descriptor(rows, columns), engine_, const_cast<float*>(data)),
          "dnnl_memory_create");
    return result;
  }

  // Descriptors, memories and primitives are few and live as long as the process.
  offer ready(handle description, std::vector<argument> arguments) const {
    const char* implementation = "";
    call<int(handle, int, int, void*)>("dnnl_primitive_desc_query")(description, query_implementation, 0,
                                                                    &implementation);
    handle primitive = nullptr;
    check(call<int(handle*, handle)>("dnnl_primitive_create")(&primitive, description),
          "dnnl_primitive_create");
    const auto execute = call<int(handle, handle, int, const argument*)>("dnnl_primitive_execute");
    const auto wait = call<int(handle)>("dnnl_stream_wait");
    offer o = describe(implementation);
    o.run = [=, stream = stream_, arguments = std::move(arguments)] {
      execute(primitive, stream, static_cast<int>(arguments.size()), arguments.data());
      wait(stream);
    };
    return o;
  }

  offer sgemm(const gemm_problem<float>& p) const {
    const auto f = call<sgemm_function>("dnnl_sgemm");
    offer o = describe("dnnl_sgemm, " + isa_);
    o.run = [=] { f('N', 'N', p.m, p.n, p.k, 1.f, p.a, p.k, p.b, p.n, 0.f, p.c, p.n); };
    return o;
  }

  offer matmul(const gemm_problem<float>& p) const {
    handle description = nullptr;
    check(call<int(handle*, handle, handle, handle, handle, handle, handle)>(
              "dnnl_matmul_primitive_desc_create")(&description, engine_, descriptor(p.m, p.k),
                                                   descriptor(p.k, p.n), nullptr, descriptor(p.m, p.n),
                                                   nullptr),
          "dnnl_matmul_primitive_desc_create");
    return ready(description,
                 {operand(argument_source, p.m, p.k, p.a), operand(argument_weights, p.k, p.n, p.b),
                  operand(argument_destination, p.m, p.n, p.c)});
  }

  offer softmax(const softmax_problem& p) const {
    const handle shape = descriptor(p.rows, p.columns);
    handle description = nullptr;
    check(call<int(handle*, handle, int, int, handle, handle, int, handle)>(
              "dnnl_softmax_forward_primitive_desc_create")(&description, engine_, forward_inference,
                                                            softmax_accurate, shape, shape, 1, nullptr),
          "dnnl_softmax_forward_primitive_desc_create");
    return ready(description, {operand(argument_source, p.rows, p.columns, p.x),
                               operand(argument_destination, p.rows, p.columns, p.y)});
  }

  // a times x, then x + b and relu as post-operations. (As an eltwise primitive with a post-operation, version 3.2
  // runs its reference code, 200 times slower.)
  offer scale_shift_relu(const scale_shift_relu_problem& p) {
    handle operations = nullptr;
    handle attributes = nullptr;
    handle description = nullptr;
    const auto append = call<int(handle, int, float, float)>("dnnl_post_ops_append_eltwise");
    check(call<int(handle*)>("dnnl_post_ops_create")(&operations), "dnnl_post_ops_create");
    check(append(operations, eltwise_linear, 1, p.b), "dnnl_post_ops_append_eltwise");
    check(append(operations, eltwise_relu, 0, 0), "dnnl_post_ops_append_eltwise");
    check(call<int(handle*)>("dnnl_primitive_attr_create")(&attributes), "dnnl_primitive_attr_create");
    check(call<int(handle, handle)>("dnnl_primitive_attr_set_post_ops")(attributes, operations),
          "dnnl_primitive_attr_set_post_ops");
    const handle shape = descriptor(1, p.n);
    check(
        call<int(handle*, handle, int, handle, handle, handle, handle)>("dnnl_binary_primitive_desc_create")(
            &description, engine_, binary_mul, shape, descriptor(1, 1), shape, attributes),
        "dnnl_binary_primitive_desc_create");
    scales_.push_back(std::make_unique<float>(p.a));
    return ready(description, {operand(argument_source, 1, p.n, p.x),
                               operand(argument_second_source, 1, 1, scales_.back().get()),
                               operand(argument_destination, 1, p.n, p.y)});
  }

  shared_library library_;
  bool with_primitives_;
  std::string version_;
  std::string isa_;
  handle engine_ = nullptr;
  handle stream_ = nullptr;
  std::vector<std::unique_ptr<float>> scales_;  // operands that a problem holds by value
};

}  // namespace

std::unique_ptr<peer> make_onednn(const peer_settings& settings) {
  const auto folder = settings.folder / "onednn";
  preload(folder, {"libtbb.so.12", "libintlc.so.5", "libimf.so", "libsvml.so", "libhwloc.so.15",
                   "libumf.so.1", "libur_loader.so.0", "libsycl.so.9"});
  return std::make_unique<onednn>(load_first({folder / "libdnnl.so.3"}), false);
}

std::unique_ptr<peer> make_onednn_gomp(const peer_settings& settings) {
  return std::make_unique<onednn>(load_first({settings.folder / "onednn-gomp" / "libdnnl.so.3"}), true);
}

}  // namespace perfdojo::bench
