#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the test suites after the main build and counts: the last line is `N passed, N failed`. ./check calls it."""
import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import sys

from suites import compiled, headers, programs, reject, tidy, variants
from suites.result import Context, Result

SUITES = ["doctest", "examples", "headers", "reject", "tidy", "variants", "consumers", "scripts"]
COMPILED = ["headers", "reject", "tidy", "variants"]
QUICK = ["doctest", "examples"]


def report(text):
    print(text, flush=True)


def run_all(tests, workers):
    """Results of tests that run `workers` at a time, the heavy ones first; a line for each that ends."""
    results = []
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        running = [pool.submit(t.run) for t in sorted(tests, key=lambda t: -t.weight)]
        for number, future in enumerate(concurrent.futures.as_completed(running), 1):
            result = future.result()
            results.append(result)
            state = "FAILED" if result.failed else "skip" if not result.passed else "ok"
            report(f"   [{number}/{len(tests)}] {state} {result.name}: {result.passed} passed, "
                   f"{result.failed} failed ({result.seconds:.1f} s)")
    return results


def run_suites(context, chosen, workers):
    results, tests = [], []
    jobs = compiled.CompileJobs(context)
    if "headers" in chosen:
        headers.add_jobs(context, jobs)
    if "reject" in chosen:
        reject.add_jobs(context, jobs)
    if "tidy" in chosen:
        tidy.add_jobs(context, jobs)
    if "variants" in chosen:
        tests += variants.add_jobs(context, jobs)
    if len(jobs.blocks) > 1:
        report("== compiling: " + " ".join(s for s in chosen if s in COMPILED))
        results += jobs.run(workers, report)
    for suite in ("doctest", "examples"):
        if suite in chosen:
            tests += programs.meson_tests(context, suite)
    if "consumers" in chosen:
        tests += programs.consumer_tests(context)
    if "scripts" in chosen:
        tests += programs.script_tests(context)
    report(f"== running {len(tests)} test programs")
    results += run_all(tests, workers)
    return results + uncounted_errors(jobs)


def uncounted_errors(jobs):
    """A unit test that does not compile in a variant fails as a test, beside the program that it leaves out."""
    return [Result(f"compile {output}", failed=1, output=text)
            for output, text in jobs.errors.items() if output not in jobs.checks and output.endswith(".o")]


def failed_blocks(log):
    """What ninja printed about the jobs that failed."""
    text = log.read_text(encoding="utf-8", errors="replace")
    blocks = re.findall(r"^FAILED: .*?(?=^\[\d+/\d+\]|\Z)", text, re.MULTILINE | re.DOTALL)
    return "\n".join(blocks) or text


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build"))
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--build-failed", type=pathlib.Path, metavar="LOG", help="count a failed main build too")
    parser.add_argument("suites", nargs="*", metavar="SUITE", help=" ".join(SUITES))
    options = parser.parse_args()
    unknown = set(options.suites) - set(SUITES)
    if unknown:
        parser.error(f"no such suite: {' '.join(sorted(unknown))}; there are: {' '.join(SUITES)}")

    build = options.build.resolve()
    context = Context(
        root=pathlib.Path(__file__).resolve().parent.parent, build=build, work=build / "suites",
        gxx=os.environ.get("CXX", "g++"), quick=options.quick,
        clangs=[c for c in ("clang++-14", "clang++-19") if shutil.which(c)],
        launcher=["ccache"] if shutil.which("ccache") else [])
    context.work.mkdir(parents=True, exist_ok=True)
    workers = len(os.sched_getaffinity(0))
    results = run_suites(context, options.suites or (QUICK if options.quick else SUITES), workers)
    if options.build_failed:
        results.append(Result("the whole tree builds", failed=1, output=failed_blocks(options.build_failed)))

    for result in results:
        if result.failed:
            report(f"\n-- {result.name}\n{result.output[-6000:].strip()}")
    passed, failed, skipped = (sum(getattr(r, k) for r in results) for k in ("passed", "failed", "skipped"))
    for result in results:
        if result.skipped and not result.passed and not result.failed:
            report(f"skipped {result.name}: {(result.output.strip().splitlines() or [''])[-1]}")
    report(f"\n{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
