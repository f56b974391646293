"""Limits on questions that no search counts: huge heaps, many heaps, theorems, certificates, lists of moves."""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lastmove as lm
from commands import answers, invoke, jsonl, solve
from lastmove.core.limits import Limits, Meter, stopping_at_limits, watched, watching
from lastmove.core.solution import TheoremReason
from lastmove.games.octal import read_code
from lastmove.graphs import Graph, backend
from lastmove.solver.decide import Solver
from lastmove.theorems.rules import labels_check
from lastmove.theorems.rules.matchings import matching_check
from lastmove.theorems.rules.matchings.matching import MatchingRule

KAYLES = {"game": "octal", "code": "0.77", "heaps": [10**12], "play": "misere"}
WHOLE = {"game": "octal", "code": "0.[1]", "heaps": [10**30]}


@pytest.mark.parametrize("code", ["0.[1]", "0.[3]", "0.07[01]", "4.[15]", "0.77", "0.1[2]", "0.[01]3", "0.3[7F]"])
def test_the_amounts_of_a_code_are_those_of_its_digits(code: str) -> None:
    try:
        rule = read_code(code)
    except lm.InputError:
        return
    for heap in range(40):
        useful = [(k, rule.digit(k)) for k in range(heap + 1) if rule.digit(k) > 1 or (rule.digit(k) and k == heap)]
        listed = list(rule.up_to(heap))
        assert [each for each in listed if each in useful] == useful
        assert all(digit == rule.digit(taken) and taken <= heap for taken, digit in listed)


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_a_heap_of_any_size_that_can_only_be_taken_whole(play: str) -> None:
    options = ("--all-moves", "--values", "--certificate")
    (found,) = solve(json.dumps({**WHOLE, "play": play}), *options)
    assert found["outcome"] == ("N" if play == "normal" else "P")
    assert found["values"] == [{"move": {"heap": 0, "leaves": []}, "outcome": "P" if play == "normal" else "N",
                                "remoteness": 0}]  # fmt: skip
    line = json.dumps({"position": {**WHOLE, "play": play}, "answer": found})
    (checked,) = answers(invoke("check", text=line).stdout)
    assert checked["verified"] is True
    (compared,) = answers(invoke("compare", text=json.dumps(WHOLE)).stdout)
    assert (compared["grundy"], compared["misere_grundy"]) == (1, 0)


HUGE: list[Callable[[lm.Position, Limits], Any]] = [
    lambda position, limits: lm.genus(position, limits=limits),
    lambda position, limits: lm.misere_grundy(position, limits=limits),
    lambda position, limits: lm.misere_canonical_form(position, limits=limits),
]


@pytest.mark.parametrize("ask", HUGE)
@pytest.mark.parametrize("code", ["0.77", "0.[3]", "0.[F]", "4.7"])
def test_options_of_a_huge_heap_are_counted(ask: Callable[[lm.Position, Limits], Any], code: str) -> None:
    with pytest.raises(lm.LimitReached, match="positions"):
        ask(lm.Octal(code, [10**12, 5]), Limits(positions=1000))


def test_a_huge_heap_on_the_command_line() -> None:
    for options in ((), ("--all-moves",), ("--values",), ("--certificate",)):
        (found,) = solve(json.dumps(KAYLES), "--position-limit", "1000", *options, status=3)
        assert found["reason"]["limit"] == "positions"
        assert found["reason"]["positions"] <= 1000
    parts = {"game": "sum", "play": "misere", "parts": [{k: KAYLES[k] for k in ("game", "code", "heaps")}] * 2}
    (found,) = solve(json.dumps(parts), "--position-limit", "1000", status=3)
    assert found["reason"]["limit"] == "positions"
    (found,) = answers(invoke("compare", "--position-limit", "1000", text=json.dumps(KAYLES), status=3).stdout)
    assert found["normal"]["outcome"] == "N"
    assert found["misere"]["outcome"] == "unknown"


def test_many_heaps_take_a_moment() -> None:
    """40,000 heaps, each of which has a winning move: a look at all of them for each would never end."""
    heaps = [2**40 + place for place in range(40_001)]
    for play in lm.Play:
        found = lm.solve(lm.Nim(heaps), play, all_moves=True)
        assert found.outcome is lm.Outcome.N
        assert found.winning_moves().total == len(heaps)
        nimsum = 0
        for heap in heaps:
            nimsum ^= heap
        move = found.winning_moves()[-1]
        assert move.remaining == heaps[move.heap] ^ nimsum


class Impatient(Meter):
    """A meter whose time is over as soon as it is looked at so many times."""

    def __init__(self, looks: int) -> None:
        super().__init__(Limits(time=1000))
        self.left = looks

    def look(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise lm.LimitReached("time", self.positions)


def ring(n: int, *steps: int) -> list[tuple[int, int]]:
    return [(u, (u + step) % n) for u in range(n) for step in steps]


N = 300
BOARDS: dict[str, tuple[Callable[[], lm.Position], str]] = {
    "matching": (lambda: lm.VertexGeography(Graph(N, ring(N, 1, 3)), start=0), "normal"),
    "gf2": (lambda: lm.EdgeGeography(Graph(N, ring(N, 1, 3)), start=0), "normal"),
    "tree": (lambda: lm.EdgeGeography(Graph(N, [(u, u // 2) for u in range(1, N)]), start=0), "misere"),
    "acyclic": (
        lambda: lm.VertexGeography(Graph(N, [(u, u // 2) for u in range(1, N)], directed=True), start=N - 1),
        "misere",
    ),
    "LM1": (lambda: lm.NimGRM(Graph(N, ring(N, 1, 2)), [1 + u % 5 for u in range(N)], start=0), "normal"),
    "LM2": (lambda: lm.NimGRM(Graph(N, ring(N, 1, 3)), [2] * N, start=0), "misere"),
    "LM14": (lambda: lm.NimGRM(Graph(N + 1, ring(N + 1, 1, 2)), [2] + [1] * N, start=0), "misere"),
    "vertexnim": (lambda: lm.Vertexnim(Graph(N, ring(N, 1, 2)), [2 + u % 5 for u in range(N)], start=0), "normal"),
    "definition 7": (
        lambda: lm.Vertexnim(Graph(N, ring(N, 0, 1), directed=True), [1] * (N - 3) + [2] * 3, start=0),
        "normal",
    ),
    "nim": (lambda: lm.Nim([1] * 10_000 + [3]), "normal"),
    "octal": (lambda: lm.Octal("0.77", range(N)), "normal"),
    "sum": (lambda: lm.Sum([lm.Octal("0.77", [u]) for u in range(100)]), "normal"),
    "tame": (lambda: lm.Sum([lm.Subtraction([1, 2], [u]) for u in range(40)]), "misere"),
}


def decided(position: lm.Position, play: str, looks: int) -> int:
    """How often a verdict by theorem looks at the meter, if that may be so often."""
    meter = Impatient(looks)
    with stopping_at_limits(meter):
        reason = Solver(lm.Play.of(play), meter).decide(position).reason
    assert isinstance(reason, TheoremReason)
    return looks - meter.left


@pytest.mark.parametrize(("count", "looks"), [(0, 1), (4, 1), (5, 2), (8, 2), (9, 3)])
def test_items_are_watched_in_pieces(count: int, looks: int) -> None:
    """A list that is no longer than a piece is given as it is, after one look."""
    for items in (range(count), iter(range(count))):
        meter = Impatient(10**9)
        with watching(meter):
            assert list(watched(items, 4)) == list(range(count))
        assert 10**9 - meter.left == (looks if isinstance(items, range) or count else 0)


@pytest.mark.parametrize("name", BOARDS)
def test_theorems_and_their_evidence_look_at_the_meter(name: str) -> None:
    """And each of them stops when the time is over, whatever it is doing."""
    make, play = BOARDS[name]
    decided(make(), play, 10**9)  # tables of heaps are made once for all
    looks = decided(make(), play, 10**9)
    assert looks >= 4
    for most in {0, 1, looks // 3, looks // 2, looks - 1}:
        position = make()
        with pytest.raises(lm.LimitReached, match="time"):
            decided(position, play, most)
    assert decided(make(), play, looks) == looks


def test_a_stopped_theorem_leaves_nothing_wrong_behind() -> None:
    """The same board is asked again and again, stopped later each time."""
    board = lm.VertexGeography(Graph(40, ring(40, 1, 3, 8)), start=0)
    expected = MatchingRule(board.graph.neighbours)
    partners = [expected.winning_neighbours(u) for u in range(40)]
    rule = MatchingRule(board.graph.neighbours)
    for looks in range(0, 200, 3):
        with watching(Impatient(looks)):
            for u in range(40):
                try:
                    assert rule.winning_neighbours(u) == partners[u]
                except lm.LimitReached:
                    break
    assert [rule.winning_neighbours(u) for u in range(40)] == partners


def test_check_has_limits() -> None:
    n = 200
    position = {"game": "vertex-geography", "vertices": n, "edges": [list(edge) for edge in ring(n, 1, 3)], "start": 0}
    (found,) = solve(json.dumps(position), "--certificate")
    line = jsonl({"position": {**position, "id": 7}, "answer": found})
    assert answers(invoke("check", "--time-limit", "100", text=line).stdout)[0]["verified"] is True
    done = invoke("check", "--time-limit", "0", text=line + line.replace('"start": 0', '"start": 77777'), status=1)
    first, second = answers(done.stdout)
    assert (first["verified"], first["reason"]["limit"], first["id"]) == (None, "time", 7)
    assert "error" in second
    invoke("check", "--time-limit", "0", text=line, status=3)
    invoke("check", "--time-limit", "-1", text=line, status=2)


@pytest.mark.compiled
def test_kernels_are_compiled_only_where_there_is_time(monkeypatch: pytest.MonkeyPatch) -> None:
    ready = False
    monkeypatch.setattr(backend, "_plain_work", backend.PAYS_FOR_START)
    monkeypatch.setattr(backend.Compiled, "is_ready", property(lambda _: ready))
    size = backend.WORTH_IT

    def chosen(**limits: float) -> type:
        with watching(Meter(Limits(**limits))):  # type: ignore[arg-type]
            return type(backend.choose_backend(size))

    assert chosen(time=1000) is backend.Compiled
    assert chosen(time=2) is backend.Plain
    ready = True
    assert chosen(time=2) is backend.Compiled
    monkeypatch.delitem(sys.modules, "numba")
    assert chosen(time=1) is backend.Plain
    assert chosen(time=2, memory=100) is backend.Plain
    assert isinstance(backend.choose_backend(size), backend.Compiled)


@pytest.mark.compiled
def test_all_kernels_are_known() -> None:
    """Those that are asked for anywhere are those that are looked for on disk."""
    assert {labels_check.KERNELS, matching_check.KERNELS} <= backend.KERNELS
    asked = set()
    package = Path(backend.__file__).parents[1]
    for source in package.rglob("*.py"):
        text = source.read_text()
        if "backend.KERNELS.add" in text:  # it adds them when it is imported
            import_module(".".join(("lastmove", *source.relative_to(package).with_suffix("").parts)))
        asked |= set(re.findall(r'kernels\("([\w.]+)"\)', text)) | set(re.findall(r'^KERNELS = "([\w.]+)"', text, re.M))
    assert asked == backend.KERNELS
    compiled = backend.Compiled()
    assert backend.is_compiled(compiled.kernels("graphs.row_kernels").count_ends) in (True, False)


@pytest.mark.compiled
def test_a_kernel_that_was_called_is_compiled() -> None:
    compiled = backend.Compiled()
    entry = compiled.kernels("graphs.matching.greedy").has_leaf
    entry(np.zeros(3, np.int32))
    assert backend.is_compiled(entry)
    assert not backend.is_compiled(compiled.numba.njit(lambda: 0))


def test_explain_and_the_opponent_share_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the answer has taken all of it, nothing else is begun that takes long."""
    given: list[float] = []
    made = Meter.__init__

    def init(self: Meter, limits: Limits | None = None) -> None:
        given.append(0.0 if limits is None or limits.time is None else limits.time)
        made(self, limits)

    monkeypatch.setattr(Meter, "__init__", init)
    began = time.perf_counter()
    argument = lm.explain(lm.Octal("0.77", [4, 5]), limits=Limits(time=100))
    assert argument.outcome is lm.Outcome.N
    spent = time.perf_counter() - began
    assert given[0] == 100
    assert max(given[1:]) < 100
    assert sorted(given, reverse=True)[5] >= 100 - spent - 1  # what is left, not a part of it


def test_a_picture_keeps_to_the_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    position = {
        "game": "vertex-geography",
        "vertices": 30,
        "edges": [list(edge) for edge in ring(30, 1, 7)],
        "start": 0,
    }
    drawn = invoke("draw", "--time-limit", "1000", text=json.dumps(position))
    assert drawn.stdout.startswith("<svg")
    monkeypatch.setattr("lastmove.core.showing._KEPT", 0.0)
    stopped = invoke("draw", "--time-limit", "0", text=json.dumps(position), status=3)
    assert stopped.stdout == ""
    assert "the time limit was reached before the picture was done" in stopped.stderr


def test_winning_moves_are_worked_out_once() -> None:
    """A picture asks twice: what a limit has left unknown is not tried for as long again."""
    hard = lm.parse("misere:edge-geography:grid:8x8")
    answer = lm.solve(hard, limits=lm.Limits(positions=50))
    assert answer.winning_moves().stopped_by == "positions"
    assert answer.winning_moves() is answer.winning_moves()
