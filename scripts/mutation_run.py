"""Changes the package in one place at a time and runs the tests of the changed module.

A change that no test notices (a survivor) is a hole in the tests, or makes no difference; those that are known to make
none are listed with the reason in tests/data/mutants.toml and not tried again.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mutations import Mutant, mutants

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["Known", "Tree", "files_for", "main"]

ROOT = Path(__file__).parent.parent
KNOWN = Path("tests/data/mutants.toml")
_NOT_COPIED = shutil.ignore_patterns(".git", ".venv*", "__pycache__", ".*_cache", ".hypothesis", "_build")

KILLED, SURVIVED, TIMEOUT = "killed", "survived", "timeout"
_MANY = 4
_ADDRESS_SPACE = 8 << 30  # a change may make a list grow for ever


@dataclass(frozen=True, slots=True)
class Known:
    """What is known beforehand: tests for parts of the package, and changes that make no difference."""

    tests: dict[str, list[str]] = field(default_factory=dict)
    equivalent: dict[tuple[str, str, str], str] = field(default_factory=dict)

    @classmethod
    def read(cls, file: Path) -> Known:
        content: dict[str, Any] = tomllib.loads(file.read_text("utf-8")) if file.exists() else {}
        listed = content.get("equivalent", [])
        return cls(
            content.get("tests", {}),
            {(item["module"], item["line"], item["change"]): item["reason"] for item in listed},
        )

    def reason(self, module: Path, mutant: Mutant) -> str | None:
        """Why this change makes no difference; folders are left out, since modules move."""
        return self.equivalent.get((module.name, mutant.at, mutant.change))


def files_for(module: Path, tests: Path, known: Known) -> list[Path]:
    """The test files of a module: by its name, by what they import, and by the table for the parts of its path."""
    package = module.parts[module.parts.index("src") + 1 :] if "src" in module.parts else module.parts
    dotted = ".".join(package).removesuffix(".py")
    stem, parts = module.stem, {*package[:-1], module.stem}
    listed = {name for part in parts for name in known.tests.get(part, [])}
    files = sorted(tests.rglob("test_*.py"))
    importing = {file for file in files if dotted in _imported(file)}
    if len(importing) > _MANY:  # a tool of all tests is not what they ask about
        importing = set()
    found: dict[Path, int] = {}
    for file in files:
        named = f"_{stem}_" in f"_{file.stem.removeprefix('test_')}_"
        near = 4 * (file in importing) + 2 * named + (file.stem in listed)
        if near:
            found[file] = near
    return sorted(found, key=lambda file: -found[file])


@cache
def _imported(file: Path) -> set[str]:
    """The modules that a test file imports by name."""
    found = set()
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
    return found


class Tree:
    """A copy of the project in which modules are changed and tests run; the project itself is only read."""

    def __init__(self, project: Path, home: Path, limit: float | None = None) -> None:
        self.home = home
        self.root = home / "tree"
        shutil.copytree(project, self.root, ignore=_NOT_COPIED)
        self._limit = limit
        self._usual: dict[Path, float] = {}

    def outcome(self, module: Path, mutant: Mutant, tests: Sequence[Path]) -> str:
        """What becomes of a mutant: killed, survived or timeout. The module is as it was afterwards."""
        limit = 20 + 4 * sum(map(self.usual, tests)) if self._limit is None else self._limit
        file = self.root / module
        source = file.read_bytes()
        cache = self.home / ("compiled" if not _is_compiled(file) else "compiled-mutant")
        try:
            self._write(file, mutant.applied(source))
            status, _ = self._run(tests, cache, limit)
        finally:
            self._write(file, source)
            shutil.rmtree(self.home / "compiled-mutant", ignore_errors=True)
        return {0: SURVIVED, None: TIMEOUT}.get(status, KILLED)

    def usual(self, test: Path) -> float:
        """Seconds of the processor that a test file takes when nothing is changed; it has to pass."""
        if test not in self._usual:
            status, self._usual[test] = self._run([test], self.home / "compiled", None)
            if status != 0:
                raise SystemExit(f"without any change, this does not pass: {test}")
        return self._usual[test]

    def _write(self, file: Path, source: bytes) -> None:
        file.write_bytes(source)
        for kept in file.parent.glob(f"__pycache__/{file.stem}.*.pyc"):  # found by seconds, and those may be the same
            kept.unlink()

    def _run(self, tests: Sequence[Path], cache: Path, limit: float | None) -> tuple[int | None, float]:
        """The status of pytest, None if the limit was spent, and the seconds that it took of the processor."""
        command = ["nice", sys.executable, "-m", "pytest", "-x", "-q", "-m", "not long", "-p", "no:cacheprovider"]
        command += ["-p", "no:randomly", "--hypothesis-seed=0", *map(str, tests)]
        around = os.environ | {
            "PYTHONPATH": str(self.root / "src"),
            "PYTHONHASHSEED": "0",
            "NUMBA_CACHE_DIR": str(cache),
            "HYPOTHESIS_STORAGE_DIRECTORY": str(self.home / "hypothesis"),
        }

        def limited() -> None:
            resource.setrlimit(resource.RLIMIT_AS, (_ADDRESS_SPACE, _ADDRESS_SPACE))
            if limit is not None:
                resource.setrlimit(resource.RLIMIT_CPU, (int(limit), int(limit) + 1))

        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        running = subprocess.Popen(
            command,
            cwd=self.root,
            env=around,
            preexec_fn=limited,
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            status: int | None = running.wait(None if limit is None else 60 + 10 * limit)
        except subprocess.TimeoutExpired:
            status = None
        finally:
            if running.poll() is None:
                os.killpg(running.pid, signal.SIGKILL)
                running.wait()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return None if status in (-signal.SIGXCPU, -signal.SIGKILL) else status, spent


def _is_compiled(file: Path) -> bool:
    """Whether compiled code may hold this module: then what was kept of other runs is not to be used."""
    return "kernel" in file.stem or any(b"numba" in other.read_bytes() for other in file.parent.glob("*.py"))


def _chosen(options: argparse.Namespace, known: Known) -> Iterator[tuple[Path, Mutant]]:
    """The mutants that were asked for, without those that are known to make no difference."""
    files: list[Path] = []
    for name in options.modules:
        path = Path(name)
        files += sorted(path.rglob("*.py")) if path.is_dir() else [path]
    found = []
    for module in files:
        for mutant in mutants(module.read_bytes()):
            if options.line and mutant.line not in options.line:
                continue
            if options.only and not re.search(options.only, mutant.change):
                continue
            if known.reason(module, mutant) is None:
                found.append((module, mutant))
    if options.sample is not None and options.sample < len(found):
        found = random.Random(options.seed).sample(found, options.sample)
    yield from found


def _told(module: Path, mutant: Mutant, outcome: str, *, as_json: bool) -> str:
    if as_json:
        where = {"module": str(module), "number": mutant.line, "line": mutant.at, "function": mutant.function}
        return json.dumps({**where, "change": mutant.change, "outcome": outcome})
    return f"{outcome:8} {module}:{mutant.line} {mutant.function}: {mutant.change}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run it; the status is 1 if a change survived."""
    options = _read_options(arguments)
    os.chdir(options.project)
    known = Known.read(KNOWN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # the copy is removed however this ends
    counts = {KILLED: 0, SURVIVED: 0, TIMEOUT: 0}
    with tempfile.TemporaryDirectory(prefix="mutate-") as home:
        tree = Tree(Path.cwd(), Path(home).resolve(), options.limit)
        for module, mutant in _chosen(options, known):
            if options.list:
                print(_told(module, mutant, "", as_json=options.json))
                continue
            tests = [Path(name) for name in options.tests] or files_for(module, Path("tests"), known)
            if not tests:
                raise SystemExit(f"{module}: no test file; name one in {KNOWN}")
            outcome = tree.outcome(module, mutant, tests)
            if outcome == SURVIVED and options.wide:
                outcome = tree.outcome(module, mutant, [Path("tests")])
            counts[outcome] += 1
            if outcome == SURVIVED or not options.quiet:
                print(_told(module, mutant, outcome, as_json=options.json), flush=True)
    if not options.list:
        print(", ".join(f"{count} {outcome}" for outcome, count in counts.items()), file=sys.stderr)
    return 1 if counts[SURVIVED] else 0


def _read_options(arguments: Iterable[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/mutate", description=__doc__)
    parser.add_argument("modules", nargs="+", help="files or folders below src")
    parser.add_argument("--line", type=int, action="append", help="only changes in this line; may be repeated")
    parser.add_argument("--only", metavar="PATTERN", help="only changes in which this pattern is found")
    parser.add_argument("--sample", type=int, metavar="COUNT", help="try so many, chosen at random")
    parser.add_argument("--seed", type=int, default=0, help="which ones are chosen")
    parser.add_argument("--tests", nargs="+", default=[], metavar="FILE", help="run these, not those of the module")
    parser.add_argument(
        "--limit",
        type=float,
        metavar="SECONDS",
        help="of the processor for the tests of one change; else four times what they take unchanged",
    )
    parser.add_argument("--wide", action="store_true", help="try survivors once more, with all tests not marked long")
    parser.add_argument("--list", action="store_true", help="print the changes, and try none")
    parser.add_argument("--quiet", action="store_true", help="print survivors only")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("--project", type=Path, default=ROOT, help=argparse.SUPPRESS)
    return parser.parse_args(None if arguments is None else list(arguments))


if __name__ == "__main__":
    sys.exit(main())
