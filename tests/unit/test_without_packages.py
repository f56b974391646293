"""What answers without Numba, and, as in a browser, without numpy: a process in which they cannot be imported."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import lastmove as lm
from lastmove.core import limits
from lastmove.core import limits as memory
from lastmove.core import solution as reason
from processes import ENVIRONMENT, SOURCES

pytestmark = pytest.mark.long

BLOCKING = str(Path(__file__).parents[1] / "blocking")

WALK = """
import json, sys, lastmove as lm
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from click.testing import CliRunner
from lastmove.cli.main import cli

few = lm.Limits(positions=1_000)
rng = Random(5)
edges = [(u, v) for u in range(12) for v in range(u) if rng.random() < 0.3]  # of no shape that is known
start = edges[0][0]
few_edges = edges[:8]
weights = {v: 1 + v % 2 for v in {v for pair in few_edges for v in pair}}
long_path = [(v, v + 1) for v in range(5000)]
everything = [
    lm.VertexGeography(edges, start=start), lm.EdgeGeography(edges[:10], start=start),
    lm.NimGRM(few_edges, weights, start=start), lm.Vertexnim(few_edges, weights, start=start), lm.Nim([3, 5, 7]),
    lm.AdjacentNim([1, 2, 2], start=0), lm.Octal("0.77", [5, 7]), lm.Octal("0.77", [700]), lm.Octal("4.7", [170]),
    lm.Subtraction([1, 2, 5], [7]), lm.Subtraction([1, 2, 5], [3000]), lm.Sum([lm.Nim([2]), lm.Octal("0.77", [152])]),
]
said = {}
for position in everything:
    for play in ("normal", "misere"):
        answer = lm.solve(position, play, limits=few, certificate=True)
        said[f"{play} {position!r}"] = answer.outcome.value
        if answer.certificate is not None:
            told = json.loads(json.dumps(answer.to_json(certificate=True)))
            lm.check_answer(lm.Problem(position, lm.Play.of(play)), told)
        if play == "normal" or "Octal" not in repr(position):  # elsewhere they take seconds
            assert str(lm.explain(position, play, limits=few))
            assert lm.Opponent(play, limits=few).choose(position).move is not None
    assert lm.draw(position).startswith("<svg")
    said[f"compared {position!r}"] = lm.compare(position, limits=few).normal.outcome.value
    try:
        said[f"value {position!r}"] = lm.grundy(position, limits=few)
    except lm.LimitReached:
        said[f"value {position!r}"] = "unknown"
boards = [*everything[:4], lm.VertexGeography(long_path), lm.VertexGeography(long_path, directed=True)]
for board in boards:
    for play in ("normal", "misere"):
        found = lm.outcomes(board, play, limits=few)
        said[f"every start, {play} {board!r}"] = [outcome.value for outcome in found.values()]
small = [lm.VertexGeography(edges[:6]), lm.EdgeGeography(edges[:3]), lm.NimGRM(few_edges, dict.fromkeys(weights, 1))]
for board in small:
    for play in ("normal", "misere"):
        many = lm.outcomes_many([board] * 8, play)
        said[f"many boards, {play} {board!r}"] = [[outcome.value for outcome in found.values()] for found in many]
for rules in ("0.77", "0.144444", "4.7", "0.0[3]", frozenset({2, 3}), lm.HeapRules(lambda n: [(k,) for k in range(n)])):
    said[f"heaps {rules if isinstance(rules, str) else type(rules)}"] = lm.heap_values(rules, 70).to_json()
said["genus"] = str(lm.genus(lm.Octal("0.77", [5])))
said["parsed"] = lm.position_to_json(lm.parse({"game": "nim", "heaps": [1, 2]}).position)
with TemporaryDirectory() as folder:
    done = CliRunner().invoke(cli, ["worksheet", "nim:3,5,7", "-o", f"{folder}/lesson"])
    assert done.exit_code == 0, done.output
    assert len(list(Path(folder).iterdir())) >= 1
print(json.dumps([said, sorted({"numba", "numpy"} & {name for name, made in sys.modules.items() if made})]))
"""


def run_without(packages: str, code: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([BLOCKING, SOURCES])
    settings = {**ENVIRONMENT, "PYTHONPATH": path, "LASTMOVE_WITHOUT": packages}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=settings, capture_output=True, text=True, timeout=600, check=False)


@cache
def walked(packages: str) -> tuple[dict[str, Any], list[str]]:
    """What the walk says, and which of the heavy packages it has loaded."""
    done = run_without(packages, WALK)
    assert done.returncode == 0, done.stderr
    said, loaded = json.loads(done.stdout)
    return said, loaded


@pytest.mark.long
def test_without_numba_every_answer_is_the_same() -> None:
    usual, loaded = walked("")
    said, _ = walked("numba")
    assert "numpy" in loaded
    assert said == usual


def test_without_numpy_what_is_answered_is_the_same() -> None:
    """Misère sums of octal games are the one thing that only quotients, made of arrays, decide soon."""
    usual, _ = walked("")
    said, loaded = walked("numba numpy")
    assert not loaded
    unknown = {asked for asked, answer in said.items() if answer == "unknown" and usual[asked] != "unknown"}
    assert all(asked.startswith(("misere Octal", "misere Sum")) for asked in unknown)
    assert {asked: said[asked] for asked in said if asked not in unknown} == {
        asked: usual[asked] for asked in usual if asked not in unknown
    }


@pytest.mark.parametrize(
    "asked",
    [
        "lm.quotient('0.77', heap=10)",
        "lm.outcomes(lm.VertexGeography([(0, 1)])).wins",
        "lm.graphs.maximum_matching([(0, 1)])",
        "lm.solve(lm.VertexGeography([(0, 1)], start=0), checkpoint='saved', limits=lm.Limits(positions=0))",
    ],
)
def test_what_needs_numpy_says_so(asked: str) -> None:
    code = f"import lastmove as lm\ntry:\n    {asked}\nexcept lm.LastmoveError as error:\n    print(error)\n"
    done = run_without("numpy", code)
    assert done.stdout == "numpy: it is needed for this, and is not installed; pip install numpy\n", done.stderr


def test_without_numpy_verify_beyond_says_so() -> None:
    code = "from lastmove.cli.main import cli\ncli(['verify', 'renault-schmidt:3.5', '--n', '1', '--beyond', '2'])"
    done = run_without("numpy", code)
    assert "numpy: it is needed for this, and is not installed; pip install numpy" in done.stderr
    assert "Traceback" not in done.stderr


def test_advice_is_for_people_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = reason.LimitReason("time", 1000, 1.0)
    monkeypatch.setattr(reason, "is_there", lambda _: False)
    assert str(stopped).endswith("; pip install numba makes long searches many times faster")
    assert "pip" not in str(stopped.to_json())
    assert "pip" not in str(reason.LimitReason("interrupt", 1000, 1.0))
    monkeypatch.setattr(reason, "is_there", lambda _: True)
    assert "pip" not in str(stopped)


def test_a_memory_limit_that_cannot_be_held_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_peak_bytes", lambda: 0)
    monkeypatch.setattr("builtins.open", _no_file)
    assert memory.memory_is_known.__wrapped__() is False
    monkeypatch.undo()
    monkeypatch.setattr(limits, "memory_is_known", lambda: False)
    with pytest.raises(lm.InputError, match="memory limit: 100; it cannot be held here"):
        lm.Limits(memory=100)
    assert lm.solve(lm.Nim([1, 2]), limits=lm.Limits(time=5)).outcome is lm.Outcome.N


def _no_file(*_: object) -> None:
    raise FileNotFoundError
