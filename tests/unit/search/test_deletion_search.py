"""The search of deletion games: plain Python and compiled code agree with the definition."""

from __future__ import annotations

import random
from typing import Any

import networkx as nx
import pytest

import lastmove as lm
from effort import tries
from lastmove.core.limits import Meter
from lastmove.graphs import named
from lastmove.graphs.random import sample_graph
from lastmove.search.deletion import DeletionTable, narrow_order
from lastmove.search.plain import PlainSearch
from lastmove.sums.nimbers import GrundySearch


def table(kind: Any, graph: lm.Graph, *, compiled: bool) -> DeletionTable:
    return DeletionTable(graph.rows, kind.fixed_moves(graph), compiled=compiled)


def agree(compiled: bool) -> None:
    rng = random.Random("tables")
    for _ in range(tries(60)):
        graph = sample_graph(rng, rng.randint(1, 9), directed=False)
        for kind in (lm.NodeKayles, lm.ArcKayles):
            whole = (1 << graph.n) - 1
            found = table(kind, graph, compiled=compiled)
            for live in (whole, whole & rng.getrandbits(graph.n), 0):
                position = kind(graph.induced(live))
                assert found.value(live, Meter()) == GrundySearch(Meter()).value(position)
                assert found.misere_wins(live, Meter()) == PlainSearch(lm.Play.MISERE, Meter()).wins(position)


def test_plain_tables() -> None:
    agree(compiled=False)


@pytest.mark.compiled
def test_compiled_tables() -> None:
    agree(compiled=True)


@pytest.mark.compiled
def test_tables_that_grow() -> None:
    """Beyond the first room of the compiled tables, in both conventions."""
    grid = named("grid:5x6")
    whole, meter = (1 << 30) - 1, Meter()
    compiled = table(lm.NodeKayles, grid, compiled=True)
    assert compiled.value(whole, meter) == table(lm.NodeKayles, grid, compiled=False).value(whole, Meter())
    assert meter.positions > 2_048
    narrow = named("grid:3x8")
    both = [table(lm.NodeKayles, narrow, compiled=way).misere_wins((1 << 24) - 1, Meter()) for way in (True, False)]
    assert both[0] == both[1]


@pytest.mark.compiled
def test_limits_stop_compiled_tables_and_what_is_known_stays() -> None:
    grid = named("grid:3x14")
    found = table(lm.NodeKayles, grid, compiled=True)
    with pytest.raises(lm.LimitReached):
        found.value((1 << 42) - 1, Meter(lm.Limits(positions=3_000)))
    assert found.value((1 << 42) - 1, Meter()) == 4


@pytest.mark.parametrize(
    ("board", "step"), [("grid:3x5", 3), ("grid:5x3", 3), ("path:7", 1), ("petersen:5,2", 2), ("star:5", 0)]
)
def test_strips_are_recognized(board: str, step: int) -> None:
    assert narrow_order(named(board).rows)[1] == step


def test_limits_say_unknown() -> None:
    board = lm.NodeKayles(nx.random_regular_graph(3, 50, seed=1))
    for play in lm.Play:
        answer = lm.solve(board, play, limits=lm.Limits(positions=500))
        assert answer.outcome is lm.Outcome.UNKNOWN
