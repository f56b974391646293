"""Crossings and gaps of drawings, against the same in plain words; and nothing is computed that nobody uses."""

from __future__ import annotations

from itertools import combinations
from math import inf
from random import Random
from typing import Any

import numpy as np
import pytest

import lastmove as lm
from lastmove.graphs.families import named
from lastmove.pictures import stress as geometry
from lastmove.pictures.layout import graph_layout
from lastmove.pictures.stress import Drawing, clearance, count_crossings
from lastmove.web.look import first_places

ROOM = 0.4


def side(p: Any, q: Any, r: Any) -> float:
    return float((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]))


def gap(point: Any, start: Any, stop: Any) -> float:
    along = stop - start
    share = min(1.0, max(0.0, float((point - start) @ along / (along @ along))))
    return float(np.linalg.norm(start + share * along - point))


def crosses(points: Any, one: tuple[int, int], other: tuple[int, int]) -> bool:
    if set(one) & set(other):
        return False
    p, q, r, s = (points[v] for v in (*one, *other))
    return side(p, q, r) * side(p, q, s) < 0 and side(r, s, p) * side(r, s, q) < 0


def drawings() -> list[tuple[Any, list[tuple[int, int]]]]:
    found = []
    for seed in range(12):
        rng = Random(seed)
        n = rng.randint(2, 12)
        edges = [pair for pair in combinations(range(n), 2) if rng.random() < 0.5]
        found.append((np.array([[4 * rng.random(), 4 * rng.random()] for _ in range(n)]), edges))
    return found


@pytest.mark.parametrize("cells", [1, 50, 100_000])  # pairs at once: it makes no difference
def test_crossings_and_gaps_are_those_of_the_definition(cells: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(geometry, "_CELLS", cells)
    for points, edges in drawings():
        assert count_crossings(points, edges) == sum(crosses(points, *pair) for pair in combinations(edges, 2))
        gaps = [float(np.linalg.norm(points[u] - points[v])) for u, v in combinations(range(len(points)), 2)]
        gaps += [gap(points[w], points[u], points[v]) for u, v in edges for w in range(len(points)) if w not in (u, v)]
        assert clearance(points, edges) == pytest.approx(min(gaps, default=inf))


def test_a_point_is_tried_at_several_places_at_once() -> None:
    for points, edges in drawings():
        drawing, places = Drawing(points, edges), np.array([[0.5, 0.5], [3.0, 1.0], [2.0, 3.5]])
        crossed, crowded = drawing.crossings_at(0, places), drawing.crowding_at(0, places, ROOM)
        at, away = [edge for edge in edges if 0 in edge], [edge for edge in edges if 0 not in edge]
        for number, place in enumerate(places):
            moved = points.copy()
            moved[0] = place
            assert crossed[number] == sum(crosses(moved, one, other) for one in at for other in away)
            rest = range(1, len(moved))
            short = [2 * ROOM - float(np.linalg.norm(moved[v] - place)) for v in rest]
            short += [ROOM - gap(place, moved[u], moved[v]) for u, v in away]
            short += [ROOM - gap(moved[w], moved[u], moved[v]) for u, v in at for w in rest if w not in (u, v)]
            assert crowded[number] == pytest.approx(sum(max(0.0, each) ** 2 for each in short))


@pytest.mark.parametrize("spec", ["complete:12", "king:5x6", "complete-multipartite:10,10,10"])
def test_no_stress_is_computed_for_what_goes_elsewhere(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page looks at such boards again and again; they have too many edges for a plane, and another shape."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr("lastmove.pictures.stress.stress_layout", refuse)
    view = lm.VertexGeography(named(spec)).view()
    assert len(set(graph_layout(view))) == len(view.nodes)


def test_places_are_found_without_a_line_being_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr("lastmove.pictures.places.bent_edge", refuse)
    places = first_places(lm.Problem(lm.VertexGeography(named("random-graph:9,0.6"))))
    assert isinstance(places, dict)
    assert len(places) == 9
