"""Edge NimG on cycles and circuits: the check counts again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.certificates.certificate import CheckResult
from lastmove.core.errors import Refuted
from lastmove.core.limits import watched
from lastmove.core.play import Play
from lastmove.games.edge_nimg import EdgeNimG

if TYPE_CHECKING:
    from lastmove.certificates.boards import Answers

Ways = list[list[tuple[int, int, int]]]
"""For each vertex the edges of positive weight that lead out of it: number, other end, weight; a loop twice."""


def ways_of(board: Any, *, directed: bool) -> Ways:
    """The ways of an Edge NimG board; Refuted if it is none, or is directed the wrong way."""
    if not isinstance(board, EdgeNimG) or board.graph.directed is not directed:
        raise Refuted(f"this rule decides Edge NimG on {'digraphs' if directed else 'undirected graphs'}")
    ways: Ways = [[] for _ in range(board.graph.n)]
    for edge, ((u, v), weight) in enumerate(zip(watched(board.graph.ends()), board.weights, strict=True)):
        if weight:
            ways[u].append((edge, v, weight))
            if not directed:
                ways[v].append((edge, u, weight))
    return ways


def circuits_of_arcs(board: Any, play: Play) -> Answers:
    """LM42: each vertex that can be reached has one arc that leads on, and these come back to the token."""
    return _rounds(ways_of(board, directed=True), play, 1)


def cycles_of_edges(board: Any, play: Play) -> Answers:
    """LM43: the token's component is a cycle."""
    return _rounds(ways_of(board, directed=False), play, 2)


def _rounds(ways: Ways, play: Play, degree: int) -> Answers:
    known: dict[int, CheckResult | None] = {}

    def answer(u: int) -> CheckResult | None:
        if u not in known:
            vertices, weights = _walk(ways, u, degree)
            said = _said_of(weights, play, one_way=degree == 1) if weights else [None] * len(vertices)
            known.update(zip(vertices, said, strict=True))
        return known[u]

    return answer


def _walk(ways: Ways, start: int, degree: int) -> tuple[list[int], list[int]]:
    """The vertices and weights of the round through a vertex, in order; some vertices on none if it is on none."""
    place: dict[int, int] = {}
    weights, last, u = [], -1, start
    while u not in place:
        place[u] = len(place)
        if len(ways[u]) != degree:
            return list(place), []
        edge, v, weight = ways[u][0] if ways[u][0][0] != last else ways[u][-1]
        weights.append(weight)
        u, last = v, edge
    return list(place)[: place[u] or None], [] if place[u] else weights


def _said_of(weights: list[int], play: Play, *, one_way: bool) -> list[CheckResult | None]:
    """What the rule says of each place, weight k being that of the edge from place k on."""
    count, least, misere = len(weights), min(weights), play is Play.MISERE
    least_at = [place for place, weight in enumerate(weights) if weight == least]
    found: list[CheckResult | None] = []
    last, following = least_at[-1] - count, 0
    for place in range(count):
        if following < len(least_at) and least_at[following] < place:
            last, following = least_at[following], following + 1
        ahead = (least_at[following] if following < len(least_at) else least_at[0] + count) - place
        back = place - 1 - last
        if one_way:
            rule = (misere and least > 1) or (count % 2 == 0) == misere or ahead % 2 == 1
            text = f"a circuit of {count} arcs, the first of least weight at place {ahead + 1}"
        else:
            odd = (ahead % 2, back % 2)
            light = misere and least == 1
            rule = odd != ((1, 1) if light and count % 2 == 0 else (0, 0)) or (count % 2 == 1 and not light)
            text = f"a cycle of {count} edges, {ahead} and {back} of them before the first ones of least weight"
        found.append(CheckResult(rule, text, ahead))
    return found
