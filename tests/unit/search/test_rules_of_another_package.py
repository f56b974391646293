"""A game of another package brings rules for the fast search: they are found, run in plain Python and compiled."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from lastmove.search.fast.rules import (
    edge_geography,
    edge_nimg,
    nimg_mr,
    nimg_rm,
    vertex_geography,
    vertexnim,
    vertexnim_mr,
)
from lastmove.search.fast.simplifications import twins
from lastmove.theorems.claim_yield import rules as claim_yield
from processes import ENVIRONMENT

if TYPE_CHECKING:
    from pathlib import Path

    from lastmove.search.fast.board import Rewriting, Rules

RULES = '''
from lastmove.search.fast.board import MISERE, OUT
from lastmove.search.fast.board import LOST, WON
from lastmove.search.fast.bitsets import both, field, first, only, put, rest, row, some, without

ALL = 0


def expand(rows, numbers, state, states, marks, empty):
    """A state is what is left and the token, a set of one; a move along an arc deletes the vertex it leaves."""
    left, token = field(state, 0, empty), field(state, 1, empty)
    onward = both(row(rows, OUT, first(token), empty), left)
    if not some(onward):
        return WON if numbers[MISERE] else LOST
    count = 0
    while some(onward):
        there = only(first(onward), empty)
        onward = rest(onward)
        put(states, count, 0, without(left, there))
        put(states, count, 1, there)
        marks[count] = 0
        count += 1
    return count
'''

SEARCH = """
from lastmove.search.fast.driver import BitSearch
from lastmove.search.fast.board import BitBoard
from lastmove.search.fast.board import heading


class TrailSearch:
    def __init__(self, graph, misere, meter, settings, switches=None):
        out = [sum(1 << v for v in found if v != u) for u, found in enumerate(graph.neighbours)]
        numbers = heading(max(3, graph.n), 0, graph.n, misere=misere)
        self.every_start = False
        self.search = BitSearch(BitBoard("trails.rules", graph.n, 2, [out], numbers), settings)

    def wins(self, vertex, live, meter):
        return self.search.wins((live & ~(1 << vertex), 1 << vertex), meter)
"""

GAME = '''
from lastmove.games.vertex_geography import VertexGeography


class Trail(VertexGeography):
    """Vertex Geography under another name, so that nothing built in answers it."""

    __slots__ = ()
    name = "trail"
'''

PROGRAM = """
import json, random, sys
import lastmove as lm
from lastmove.games import game_class
from lastmove.search.exact import ExactSearch
from lastmove.search.fast.settings import Settings
from lastmove.search.plain import PlainSearch
from lastmove.core.limits import Meter

rng, compared = random.Random(1), 0
for play in lm.Play:
    for compiled in (False, True):
        for _ in range(12):
            board = game_class("trail").random_board(rng, 7, 0)
            fast, law = ExactSearch(play, Meter(), Settings(compiled=compiled, threads=1)), PlainSearch(play, Meter())
            for start in board.starts():
                position = board.at(start)
                assert fast.wins(position) == law.wins(position), (position, play)
                compared += 1
answer = lm.solve(lm.parse({"game": "trail", "edges": [[0, 1], [1, 2]], "start": 0}))
loaded = "trails.rules" in sys.modules
print(json.dumps([compared, loaded, answer.outcome.value, answer.reason.to_json()["kind"]]))
"""


@pytest.mark.compiled
def test_the_machine_asks_rules_it_has_never_seen(tmp_path: Path) -> None:
    package = tmp_path / "trails"
    metadata = tmp_path / "trails-1.0.dist-info"
    for folder in (package, metadata):
        folder.mkdir()
    for name, text in (("__init__", ""), ("rules", RULES), ("search", SEARCH), ("game", GAME)):
        (package / f"{name}.py").write_text(text)
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: trails\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(
        "[lastmove.games]\ntrail = trails.game:Trail\n[lastmove.searches]\ntrail = trails.search:TrailSearch\n"
    )
    settings = {**ENVIRONMENT, "PYTHONPATH": os.pathsep.join([str(tmp_path), ENVIRONMENT["PYTHONPATH"]])}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=settings, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr
    compared, loaded, outcome, kind = json.loads(done.stdout)
    assert compared > 100
    assert loaded
    assert (outcome, kind) == ("P", "search")


def test_the_types_of_rules_are_checked() -> None:
    """What a type checker sees: each module fits its protocol."""
    all_rules: list[Rules] = [claim_yield, edge_geography, edge_nimg, nimg_mr, nimg_rm, vertex_geography]
    all_rules += [vertexnim, vertexnim_mr]
    rewriting: Rewriting = twins
    assert len({rules.expand for rules in all_rules}) == len(all_rules)
    assert callable(rewriting.rewritten)
