"""Families of boards: every start of every small member against the law, and boards cut into parts."""

from __future__ import annotations

import random
from typing import Any

import pytest

import lastmove as lm
from effort import tries
from family_checks import ring, strip
from lastmove.core.limits import Meter
from lastmove.core.play import Play, PlayName
from lastmove.families.columns import columns
from lastmove.parts.cores import ChildPort, CorePort, Door, Join, Wiring, core_of, ports_close
from lastmove.parts.types import Types
from lastmove.search.plain import PlainSearch

NAMED = [
    *("path:n", "cycle:n", "circuit:n", "grid:2xn", "grid:nx3", "king:2xn", "ladder:n", "prism:n", "antiprism:n"),
    *("circulant:n,1,2", "comb:n", "caterpillar:n,2"),
]
OWN = [
    strip(2, [(0, 1)], [(0, 1)], name="zigzag"),
    strip(2, [(0, 1)], [(0, 1), (1, 1, 2)], name="long links"),
    strip(
        2,
        [(0, 1)],
        [(0, 0)],
        name="caps",
        left={"n": 2, "edges": [(0, 1)], "links": [(0, 0), (1, 1)]},
        right={"n": 1, "links": [(0, 1)]},
    ),
    strip(2, [(0, 1)], [(0, 0), (1, 1, -1)], name="two-way street", directed=True),
    ring(2, [(0, 1)], [(0, 0), (1, 1, -1)], name="roundabout", directed=True),
]
GAMES = [("vertex-geography", None), ("edge-geography", None), ("nimg-rm", 2), ("nimg-mr", 2)]
HEAVY = {"antiprism:n", "circulant:n,1,2", "king:2xn", "grid:nx3", "prism:n", "long links", "caps"}
"""Families whose types take seconds where weights are 2; they are tried with weights of 1."""

CROWDED = {"antiprism:n", "circulant:n,1,2"}
"""Families in whose parts six edges cross: their types in Edge Geography are too many for a test."""


def name_of(spec: Any) -> str:
    return spec if isinstance(spec, str) else str(spec.name)


CASES = [
    pytest.param(spec, game, weight, id=f"{name_of(spec)} {game}")
    for spec in (*NAMED, *OWN)
    for game, weight in GAMES
    if not (game == "edge-geography" and isinstance(spec, str) and spec in CROWDED)
]

MOST = {"vertex-geography": 12, "edge-geography": 12, "nimg-rm": 12, "nimg-mr": 12}


def small_members(found: lm.FamilyAnswer) -> Any:
    for n in range(found.columns.least, 9):
        board = found.board(n)
        cost = {"edge-geography": board.graph.m}.get(found.game, board.graph.n * (found.weight or 1))
        if cost > MOST[found.game]:
            return
        yield n, board


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize(("spec", "game", "weight"), CASES)
def test_every_start_of_small_members(spec: Any, game: str, weight: int | None, play: PlayName) -> None:
    name = name_of(spec)
    if weight is not None and name in HEAVY:
        weight = 1
    found = lm.family(spec, game=game, play=play, weights=weight, limits=lm.Limits(time=30))
    assert found.status == "proved"
    tried = 0
    for n, board in small_members(found):
        law = PlainSearch(Play(play), Meter())
        wins = [law.wins(board.at(v)) for v in range(board.graph.n)]
        assert [found.outcome(n, v).value for v in range(board.graph.n)] == ["N" if w else "P" for w in wins]
        assert found.n_starts[n] == sum(wins)
        for v in range(board.graph.n):
            answer = found.answer(n, v)
            if answer["move"] is not None:
                after = board.at(v).after(board.at(v).move_from_json(answer["move"]))
                assert not law.wins(after)
        tried += 1
    assert tried >= 1


@pytest.mark.parametrize("spec", NAMED)
def test_columns_are_the_named_graphs(spec: str) -> None:
    family = columns(spec)
    for n in range(max(family.least, 2 * family.reach + 1 if family.closed else 1), 9):
        named, grown = family.board(n), strip_of(family, n)
        assert named.n == family.size(n)
        assert sorted(sorted(edge) for edge in named_edges(named)) == sorted(sorted(edge) for edge in grown)
        assert [family.vertex(n, *family.place(n, v)) for v in range(named.n)] == list(range(named.n))


def named_edges(graph: Any) -> list[tuple[int, int]]:
    return list(graph.edges)


def strip_of(family: Any, n: int) -> list[tuple[int, int]]:
    return list(family._edges(n))


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("directed", [False, True])
def test_random_boards_cut_into_three(play: PlayName, directed: bool) -> None:
    """A core and two children, each known by its type alone."""
    rng = random.Random(f"cut {play} {directed}")
    for _ in range(tries(40)):
        n = rng.randint(6, 9)
        edges = [(u, v) for u in range(n) for v in range(n) if u != v and (directed or u < v) and rng.random() < 0.4]
        group = [v % 3 for v in range(n)]
        edges = [(u, v) for u, v in edges if {group[u], group[v]} != {1, 2}]
        law = PlainSearch(Play(play), Meter())
        board = lm.VertexGeography((n, edges), directed=directed)
        for v in range(n):
            if group[v] == 0:
                assert wins_cut(n, edges, group, v, play, directed=directed) == law.wins(board.at(v))


def wins_cut(
    n: int, edges: list[tuple[int, int]], group: list[int], start: int, play: PlayName, *, directed: bool
) -> bool:
    types = Types(misere=play == "misere", ports_close=ports_close("vertex-geography"))
    members = [[v for v in range(n) if group[v] == part] for part in range(3)]
    place = {v: members[group[v]].index(v) for v in range(n)}
    inside = [tuple((place[u], place[v]) for u, v in edges if group[u] == group[v] == part) for part in range(3)]
    children = []
    for part in (1, 2):
        doors = tuple(Door(i, i) for i in range(len(members[part])))
        core = core_of("vertex-geography", Wiring(len(members[part]), inside[part], directed, (), doors))
        whole = types.compose(core, (), [CorePort(door.name) for door in doors])
        # Once more around a core of nothing: the ports of a child are passed on.
        nothing = core_of("vertex-geography", Wiring(0, (), directed))
        children.append(types.compose(nothing, (whole,), [ChildPort(0, i) for i in range(len(doors))]))
        assert children[-1] == whole
    joins: dict[tuple[int, int, int], list[bool]] = {}
    for u, v in edges:
        if group[u] != group[v]:
            core_end, other = (u, v) if group[u] == 0 else (v, u)
            ways = joins.setdefault((place[core_end], group[other] - 1, place[other]), [False, False])
            ways[0] |= not directed or core_end == u
            ways[1] |= not directed or core_end == v
    wired = tuple(Join(*where, *ways) for where, ways in joins.items())
    core = core_of("vertex-geography", Wiring(len(members[0]), inside[0], directed, wired))
    return types.is_won(types.play(core).token(core.start, tuple(children), place[start]))
