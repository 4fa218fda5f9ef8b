#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""pd-compare as a user calls it: what it prints and how it exits. Not how long anything takes.

Also bench/get_peers on wheels made here, so without a network.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(os.environ.get("PERFDOJO_ROOT", pathlib.Path(__file__).resolve().parents[3]))
BUILD = pathlib.Path(os.environ.get("PERFDOJO_BUILD", ROOT / "build"))
COMPARE = BUILD / "bench" / "pd-compare"


def compare(*words, header=""):
    """Runs pd-compare for a few milliseconds a shape, without peers; an empty header means none."""
    environment = {**os.environ, "PERFDOJO_TUNED_HEADER": str(header)}
    return subprocess.run([COMPARE, *words, "--seconds", "0.01", "--peers", "absent"], capture_output=True, text=True,
                          env=environment, timeout=300)


class Compare(unittest.TestCase):
    def lines(self, done):
        self.assertEqual(done.returncode, 0, done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def test_one_json_object_per_shape_with_everybody_in_it(self):
        small, odd = self.lines(compare("gemm", "--sizes", "8,5x7x9", "--json"))
        self.assertEqual(small["shape"], {"M": 8, "N": 8, "K": 8})
        self.assertEqual(odd["shape"], {"M": 5, "N": 7, "K": 9})
        for name in ("untuned", "tuned", "naive", "eigen"):
            self.assertGreater(odd[name]["seconds"], 0)
            self.assertGreaterEqual(odd[name]["spread"], 0)
            self.assertEqual(odd[name]["unit"], "GF/s")
            self.assertAlmostEqual(odd[name]["rate"], 2 * 5 * 7 * 9 / odd[name]["seconds"] * 1e-9, places=6)
        self.assertEqual(odd["limit_kind"], "fma_peak")
        self.assertAlmostEqual(odd["share_of_limit"], odd["tuned"]["rate"] / odd["limit"])
        self.assertIn("core", odd[odd["best_peer"]])
        self.assertIn("version", odd[odd["best_peer"]])
        self.assertAlmostEqual(odd["ratio_to_best_peer"], odd["tuned"]["rate"] / odd[odd["best_peer"]]["rate"])

    def test_without_a_header_tuned_repeats_untuned(self):
        (line,) = self.lines(compare("scale_shift_relu", "--sizes", "100", "--json"))
        self.assertIsNone(line["tuned_header"])
        self.assertEqual(line["tuned"]["seconds"], line["untuned"]["seconds"])

    def test_rows_and_vectors_are_held_against_the_copy_bandwidth(self):
        for kernel, sizes in (("softmax", "3x70"), ("scale_shift_relu", "1001")):
            (line,) = self.lines(compare(kernel, "--sizes", sizes, "--json"))
            self.assertEqual((line["limit_kind"], line["limit_unit"]), ("copy_bandwidth", "GB/s"))

    def test_double_precision_and_two_threads(self):
        (line,) = self.lines(compare("gemm", "--sizes", "70x90x80", "--json", "--type", "f64", "--threads", "2"))
        self.assertEqual((line["type"], line["threads"]), ("f64", 2))

    def test_absent_peers_are_named(self):
        (line,) = self.lines(compare("gemm", "--sizes", "4", "--json"))
        self.assertTrue(any(text.startswith("mkl: not found") for text in line["absent"]), line["absent"])

    def test_the_table_names_kernel_shape_and_everybody(self):
        done = compare("softmax", "--sizes", "4x40")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(done.stdout.startswith("softmax f32 4x40, 1 thread; copy bandwidth"), done.stdout)
        for name in ("untuned", "tuned", "naive", "eigen"):
            self.assertIn(f"\n  {name} ", done.stdout)

    def test_wrong_usage_exits_with_2_and_says_why(self):
        for words, why in ((["gemm", "--sizes", "3x4"], "gemm has 3 extents"), (["conv"], "unknown kernel conv"),
                           (["softmax", "--type", "f64"], "f32 only"), (["gemm", "--threads", "0"], "threads"),
                           ([], "required")):
            done = compare(*words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(why, done.stdout + done.stderr)

    def test_a_header_that_does_not_compile_is_reported_and_the_rest_is_measured(self):
        with tempfile.TemporaryDirectory() as folder:
            header = pathlib.Path(folder) / "for another 'CPU'.hpp"
            header.write_text('#error "made for another processor"\n')
            done = compare("gemm", "--sizes", "8", "--json", header=header)
        self.assertEqual(done.returncode, 1)
        line = json.loads(done.stdout)
        self.assertIn("made for another processor", line["tuned_error"])
        self.assertIn("made for another processor", done.stderr)
        self.assertIsNone(line["tuned_header"])
        self.assertGreater(line["untuned"]["rate"], 0)

    def test_a_header_made_after_the_build_is_compiled_in(self):
        with tempfile.TemporaryDirectory() as folder:
            header = pathlib.Path(folder) / "perfdojo_tuned.hpp"
            header.write_text("// decides nothing\n")
            (line,) = self.lines(compare("softmax", "--sizes", "4x8", "--json", header=header))
            self.assertEqual(line["tuned_header"], str(header))

    def test_a_wrong_result_exits_with_4_and_names_the_element(self):
        with tempfile.TemporaryDirectory() as folder:
            header = pathlib.Path(folder) / "perfdojo_tuned.hpp"
            header.write_text("#include <perfdojo/softmax.hpp>\n"
                              "template <class... A> void writes_nothing(const A&...) {}\n"
                              "#define softmax writes_nothing\n")
            done = compare("softmax", "--sizes", "4x8", "--json", header=header)
        self.assertEqual(done.returncode, 4, done.stderr)
        line = json.loads(done.stdout)
        self.assertIn("element (0, 0) is nan", line["tuned"]["error"])
        self.assertNotIn("error", line["untuned"])


class GetPeers(unittest.TestCase):
    def run_get_peers(self, *words):
        return subprocess.run([sys.executable, ROOT / "bench" / "get_peers", *words, "--no-packages"],
                              capture_output=True, text=True, timeout=300)

    def test_keeps_the_libraries_of_a_wheel_and_is_done_the_second_time(self):
        with tempfile.TemporaryDirectory() as folder:
            wheels, target = pathlib.Path(folder) / "wheels", pathlib.Path(folder) / "pee rs"
            wheels.mkdir()
            with zipfile.ZipFile(wheels / "scipy_openblas32-1.2.3-py3-none-any.whl", "w") as wheel:
                wheel.writestr("scipy_openblas32/lib/libscipy_openblas.so", b"library")
                wheel.writestr("scipy_openblas32/include/cblas.h", b"header")
            for said in ("openblas: ready", "openblas: present (scipy_openblas32-1.2.3)"):
                done = self.run_get_peers(target, "--wheels", wheels, "--only", "openblas")
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn(said, done.stdout)
            self.assertEqual((target / "openblas" / "libscipy_openblas.so").read_bytes(), b"library")
            self.assertEqual(len(list((target / "openblas").iterdir())), 2)

    def test_a_broken_wheel_is_a_warning_and_nothing_is_taken_for_complete(self):
        with tempfile.TemporaryDirectory() as folder:
            wheels, target = pathlib.Path(folder) / "wheels", pathlib.Path(folder) / "peers"
            wheels.mkdir()
            (wheels / "scipy_openblas32-1.2.3-py3-none-any.whl").write_bytes(b"half a file")
            done = self.run_get_peers(target, "--wheels", wheels, "--only", "openblas")
            self.assertEqual(done.returncode, 0)
            self.assertIn("warning: openblas left out", done.stderr)
            self.assertFalse((target / "openblas" / "versions.txt").exists())


if __name__ == "__main__":
    if not COMPARE.exists():
        print(f"skipped: {COMPARE} was not built")
        sys.exit(77)
    unittest.main()
