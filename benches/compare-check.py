#!/usr/bin/env python3
"""Compares `muster check` (text, schema and meaning) with plain schema validators (schema alone) on the same files.

Makes a corpus of 1,000 files the size of White Mountain (about 3.4 MB), each a scenario of its own, and times every
program that is installed over all of them in one run, the best of several, with as many threads as it uses by itself.

    cargo build --profile dist --locked
    cargo install boon-cli jsonschema-cli        # the fastest plain validators; check-jsonschema: pip install check-jsonschema
    python3 benches/compare-check.py [--files 1000] [--runs 10] [--corpus FOLDER] [--tools FOLDER]

`--tools` is a folder with the other programs, where they are not in the PATH.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "scenarios/table-battles/white-mountain.yaml"
SCHEMA = ROOT / "schema/table-battles.schema.json"
MUSTER = ROOT / "target/dist/muster"


def corpus(folder: Path, files: int) -> list[str]:
    """The files: White Mountain again and again, each of a set of its own, so that no card is defined twice."""
    folder.mkdir(parents=True, exist_ok=True)
    text = SOURCE.read_text()
    paths = []
    for i in range(files):
        path = folder / f"battle-{i:04}.yaml"
        path.write_text(text.replace("set: Base game", f"set: Set {i}", 1))
        paths.append(str(path))
    return paths


def best(command: list[str], runs: int) -> tuple[float, float]:
    """Best and median wall time of a command in seconds. It must find nothing."""
    times = []
    for _ in range(runs):
        begin = time.perf_counter()
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        times.append(time.perf_counter() - begin)
        if done.returncode != 0:
            sys.exit(f"{command[0]} ended with {done.returncode}: {done.stderr.decode()[:400]}")
    return min(times), statistics.median(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--corpus", type=Path, default=ROOT / "target/corpus")
    parser.add_argument("--tools", type=Path)
    options = parser.parse_args()
    tools = f"{options.tools or ''}{os.pathsep}{os.environ['PATH']}"
    paths = corpus(options.corpus, options.files)
    size = sum(os.path.getsize(path) for path in paths)
    print(f"{len(paths)} files, {size / 1e6:.1f} MB, {os.cpu_count()} cores, best and median of {options.runs} runs\n")
    print("| program | does | best | median |\n|---|---|---|---|")
    schema = str(SCHEMA)
    instances = [part for path in paths for part in ("-i", path)]
    rows = [
        ("cat", "reads", ["cat", *paths]),
        (str(MUSTER), "text, schema, meaning", [str(MUSTER), "check", "-q", "--isolated", str(options.corpus)]),
        ("boon", "schema", ["boon", schema, *paths]),
        ("jsonschema-cli", "schema", ["jsonschema-cli", "validate", schema, *instances]),
        ("check-jsonschema", "schema", ["check-jsonschema", "--schemafile", schema, *paths]),
        (str(MUSTER), "one file: text, schema, meaning", [str(MUSTER), "check", "-q", "--isolated", paths[0]]),
    ]
    for program, does, command in rows:
        found = shutil.which(program, path=tools)
        name = Path(program).name
        if found is None:
            print(f"| {name} | {does} | not installed | |", flush=True)
            continue
        low, middle = best([found, *command[1:]], 1 if name == "check-jsonschema" else options.runs)
        print(f"| {name} | {does} | {low * 1000:.1f} ms | {middle * 1000:.1f} ms |", flush=True)


if __name__ == "__main__":
    main()
