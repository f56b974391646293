"""Record what some 2,000 commands, expressions of Python and requests over HTTP write, and compare two recordings.

    python scripts/record_commands.py DIR [--seed S] [--count 2000] [--src PATH/TO/src] [--only PATTERN]
    python scripts/record_commands.py --compare DIR OTHER

A recording is the file DIR/commands.jsonl, one line for each step: what was asked, the exit status, what was written to
standard output and standard error, and the files that were made. ``--src`` runs the package of another source tree, so
that what was public before a change can be held against what is public after it. The cases know only what is public;
a command, an option or a game that no case has is an error.

What may differ between two runs is replaced by words in angle brackets: see ``recorded_plain.py``.
"""

from __future__ import annotations

import argparse
import difflib
import itertools
import json
import os
import re
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from recorded_cases import all_cases
from recorded_known import known_things
from recorded_runs import ENVIRONMENT, FAULT, UNSET, load, run_case

ROOT = Path(__file__).resolve().parents[1]
FILE = "commands.jsonl"
FEW = 40
"""So many cases are run without loading everything first."""


def record(folder: Path, src: Path, *, seed: int, count: int, only: str, jobs: int) -> int:
    """Run the cases on the package in ``src`` and write the recording; how many steps there are."""
    os.environ.update(ENVIRONMENT)
    for name in UNSET:
        os.environ.pop(name, None)
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(src), os.environ.get("PYTHONPATH"))))
    sys.path.insert(0, str(src))
    chosen = re.compile(only)
    with ProcessPoolExecutor(1, get_context("spawn")) as one:
        known = one.submit(known_things, str(src), served=bool(chosen.match("http/"))).result()
    cases = [case for case in all_cases(known, seed, count) if chosen.match(case.name)]
    with ProcessPoolExecutor(jobs, get_context("spawn"), load, (str(src), len(cases) > FEW)) as pool:
        asked: dict[str, Future[list[str]]] = {}
        for case in sorted(
            cases, key=lambda case: -len(case.steps)
        ):  # the longest first, so that none is left at the end
            asked[case.name] = pool.submit(run_case, case, str(src))
        lines = [line for case in cases for line in asked[case.name].result()]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / FILE).write_text("".join(f"{line}\n" for line in lines))
    for name, step in read(folder).items():
        if step["status"] < 0 or step.get("stderr", "").startswith(FAULT):
            print(f"{name}: {' '.join(step['words'])[:100]}: status {step['status']}, a fault", file=sys.stderr)
    return len(lines)


# --- comparing ------------------------------------------------------------------------------------------------------


def read(path: Path) -> dict[str, dict[str, Any]]:
    """The steps of a recording by their names."""
    text = (path / FILE if path.is_dir() else path).read_text()
    return {step["name"]: step for step in map(json.loads, text.splitlines())}


def compare(one: Path, other: Path, most: int = 14) -> int:
    """Print the steps that differ, with the first lines of the difference; how many there are."""
    old, new = read(one), read(other)
    differing = 0
    for name in dict.fromkeys((*old, *new)):
        if old.get(name) == new.get(name):
            continue
        differing += 1
        asked = old.get(name) or new[name]
        print(f"{name} ({asked['kind']}): {' '.join(asked['words'])[:200]}")
        if name not in old or name not in new:
            print(f"  only in {one if name in old else other}")
            continue
        found = difflib.unified_diff(shown(old[name]), shown(new[name]), str(one), str(other), lineterm="", n=1)
        for line in itertools.islice(found, 2, most):
            print(f"  {line[:300]}")
    print(f"{differing} of {len(dict.fromkeys((*old, *new)))} steps differ")
    return differing


def shown(step: dict[str, Any]) -> list[str]:
    """A step in lines: what is JSON is spread over several, so that a difference is short."""
    return [line for name, value in step.items() if name != "name" for line in _spread(name, value)]


def _spread(name: str, value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _spread(f"{name} {key}", each)
    elif isinstance(value, str):
        for line in value.split("\n"):
            try:
                told = json.dumps(json.loads(line), indent=1) if line[:1] in ("{", "[") else line
            except ValueError:
                told = line
            yield from (f"{name}: {each}" for each in told.split("\n"))
    else:
        yield f"{name}: {value}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", metavar="DIR", type=Path, nargs="?")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=2000, help="about so many steps; fixed cases are always there")
    parser.add_argument("--src", type=Path, default=ROOT / "src", help="the folder that has the package lastmove in it")
    parser.add_argument("--only", default="", metavar="PATTERN", help="cases whose name begins so, such as solve/00")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--compare", type=Path, nargs=2, metavar=("DIR", "OTHER"))
    given = parser.parse_args()
    if given.compare:
        return 1 if compare(*given.compare) else 0
    if given.folder is None:
        parser.error("DIR is missing")
    began = time.monotonic()
    src = given.src.resolve()
    steps = record(given.folder, src, seed=given.seed, count=given.count, only=given.only, jobs=given.jobs)
    print(f"{steps} steps in {time.monotonic() - began:.0f} s: {given.folder / FILE}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
