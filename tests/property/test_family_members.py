"""Members of families: as large as the law can play them, and larger ones against the fast search."""

from __future__ import annotations

from typing import Any

import pytest

import lastmove as lm
from family_checks import against_the_law
from lastmove.core.limits import Meter
from lastmove.core.play import Outcome, Play, PlayName
from lastmove.search.exact import ExactSearch
from property.test_family_types import CASES, HEAVY, name_of

MOST = {"vertex-geography": 14, "edge-geography": 16, "nimg-rm": 14, "nimg-mr": 14}
"""How much may be left to play for the law: vertices, edges, weights."""

WIDE = [
    ("king:3xn", "vertex-geography", None, 20_000),
    ("king:3xn", "nimg-rm", 1, 20_000),
    ("grid:4xn", "vertex-geography", None, 20_000),
    ("grid:3xn", "edge-geography", None, 20_000),
    ("torus:3xn", "vertex-geography", None, 40_000),
    ("torus:3xn", "nimg-rm", 1, 20_000),
    ("petersen:n,2", "vertex-geography", None, 4_000),
    ("petersen:n,2", "nimg-mr", 1, 4_000),
    ("circulant:n,1,3", "vertex-geography", None, 90),
]
"""Families whose types are many, and how many positions to look at: of some only the first columns are composed."""

PLAYS = ["normal", "misere"]


@pytest.mark.long
@pytest.mark.parametrize("play", PLAYS)
@pytest.mark.parametrize(("spec", "game", "weight"), CASES)
def test_members_as_large_as_the_law_can_play(spec: Any, game: str, weight: int | None, play: PlayName) -> None:
    weight = 1 if weight is not None and name_of(spec) in HEAVY else weight
    found = lm.family(spec, game=game, play=play, weights=weight)
    assert found.status == "proved"
    assert against_the_law(found, MOST[game]) >= 3


@pytest.mark.long
@pytest.mark.parametrize("play", PLAYS)
@pytest.mark.parametrize(("spec", "game", "weight", "most"), WIDE)
def test_members_of_wide_families(spec: str, game: str, weight: int | None, most: int, play: PlayName) -> None:
    found = lm.family(spec, game=game, play=play, weights=weight, limits=lm.Limits(positions=most))
    assert against_the_law(found, MOST[game]) >= 6


@pytest.mark.parametrize(
    ("spec", "n", "game", "weight"),
    [
        ("grid:4xn", 6, "vertex-geography", None),
        ("king:3xn", 7, "vertex-geography", None),
        ("prism:n", 11, "vertex-geography", None),
        ("antiprism:n", 10, "vertex-geography", None),
        ("circulant:n,1,2", 21, "vertex-geography", None),
        ("grid:3xn", 6, "edge-geography", None),
        ("prism:n", 8, "edge-geography", None),
        ("ladder:n", 8, "nimg-mr", 2),
        ("cycle:n", 15, "nimg-rm", 2),
    ],
)
@pytest.mark.parametrize("play", PLAYS)
def test_larger_members_against_the_search(spec: str, n: int, game: str, weight: int | None, play: PlayName) -> None:
    found = lm.family(spec, game=game, play=play, weights=weight)
    board, search = found.board(n), ExactSearch(Play(play), Meter())
    starts = range(0, board.graph.n, max(1, board.graph.n // 6))
    assert [found.outcome(n, v) is Outcome.N for v in starts] == [search.wins(board.at(v)) for v in starts]
