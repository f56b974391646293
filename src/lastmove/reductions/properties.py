"""What a target looks like: two sides, planarity, the largest degree and weight, the shortest cycle, and its size."""

from __future__ import annotations

from collections import Counter, deque
from itertools import chain
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import InputError, LimitReached, show
from lastmove.core.limits import Meter, current_meter, look, watched, watching
from lastmove.games.graph_game import GraphGame

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lastmove.core.limits import Limits
    from lastmove.graphs.graph import Graph

PLANARITY_SECONDS = 20.0
"""No test of planarity is begun that may take longer."""

_SECONDS_AN_EDGE = 2e-4
"""What networkx takes for an edge of the graph that is left once chains are edges."""

MOST_STEPS_FOR_GIRTH = 10_000_000
"""How many edges may be walked over in the search for a shortest cycle: some seconds."""


class _TooLong(Exception):
    """A property that is not found out; the text says why."""


def properties(position: Any, limits: Limits | None = None) -> dict[str, object]:
    """What the board of a position looks like.

    Directions are left out: the degree of a vertex counts arcs both in and out, and two arcs between the same vertices
    are a cycle of length 2, like parallel edges. A loop counts 2 for the degree of its vertex and is a cycle of
    length 1.

    Parameters
    ----------
    position
        A position of a game on a graph.
    limits
        On the time, for each of the properties together.

    Returns
    -------
    dict
        ``bipartite``, ``planar``, ``max_degree``, ``girth`` (None without a cycle), ``max_weight`` (None without
        weights), ``vertices`` and ``edges``; what would take too long is None, and ``notes`` says so.

    Examples
    --------
    >>> import lastmove as lm
    >>> arc = lm.VertexGeography([("u", "v")], start="u", directed=True)
    >>> found = properties(lm.reduce(arc, to="vertex-geography", directed=False).problem.position)
    >>> found["bipartite"], found["planar"], found["max_degree"], found["girth"]
    (True, True, 3, 6)
    """
    if not isinstance(position, GraphGame):
        raise InputError("position", f"{show(position)} has no graph to look at")
    graph = position.graph
    meter, notes = Meter(limits), dict[str, str]()

    def within(name: str, find: Callable[[Graph], Any]) -> Any:
        try:
            with watching(meter):
                return find(graph)
        except LimitReached as reached:
            notes[name] = f"stopped by the limit on {reached.limit}"
        except _TooLong as error:
            notes[name] = str(error)
        return None

    found = {
        "bipartite": within("bipartite", _bipartite),
        "planar": within("planar", _planar),
        "max_degree": max(Counter(end for edge in graph.ends() for end in edge).values(), default=0),
        "girth": within("girth", _girth),
        "max_weight": max(getattr(position, "weights", ()), default=None),
        "vertices": graph.n,
        "edges": graph.m,
    }
    return {**found, "notes": notes} if notes else found


def _planar(graph: Graph) -> bool:
    """Whether a graph is planar."""
    import networkx as nx

    pairs = _without_chains(graph)
    meter = current_meter()
    seconds = min(PLANARITY_SECONDS, PLANARITY_SECONDS if meter is None else meter.seconds_left)
    if len(pairs) * _SECONDS_AN_EDGE > seconds:
        raise _TooLong(f"a test of {len(pairs):,} edges would take too long")
    return bool(nx.check_planarity(nx.Graph(pairs))[0])


def _without_chains(graph: Graph) -> list[tuple[int, int]]:
    """Edges of a graph that is planar iff ``graph`` is: vertices of degree 1 are dropped, those of degree 2 edges."""
    near: list[set[int]] = [set() for _ in range(graph.n)]
    for u, v in graph.ends():
        if u != v:
            near[u].add(v)
            near[v].add(u)
    waiting = [u for u in range(graph.n) if len(near[u]) <= 2]
    for u in watched(waiting):  # it grows
        if not 0 < len(near[u]) <= 2:
            continue
        ends = near[u]
        near[u] = set()
        for v in ends:
            near[v] -= {u}
            near[v] |= ends - {v}
        waiting += [v for v in ends if len(near[v]) <= 2]
    return [(u, v) for u, row in enumerate(near) for v in row if u < v]


def _bipartite(graph: Graph) -> bool:
    """Whether the vertices have two sides."""
    if any(graph.looped):
        return False
    near = _neighbours(graph)
    sides = [-1] * graph.n
    for first in range(graph.n):
        if sides[first] >= 0:
            continue
        look()
        sides[first] = 0
        waiting = deque([first])
        while waiting:
            u = waiting.popleft()
            for v in near[u]:
                if sides[v] < 0:
                    sides[v] = 1 - sides[u]
                    waiting.append(v)
                elif sides[v] == sides[u]:
                    return False
    return True


def _girth(graph: Graph) -> int | None:
    """The length of a shortest cycle; ``None`` if there is none."""
    if any(graph.looped):
        return 1
    pairs = [(min(pair), max(pair)) for pair in graph.ends()]
    if len(set(pairs)) < len(pairs):
        return 2
    near = _core(_neighbours(graph))
    least, steps = graph.n + 1, 0
    forks = [u for u, row in enumerate(near) if len(row) > 2]  # without these only circles are left
    for root in chain(forks, range(graph.n)):
        if near[root]:
            look()
            least, walked = _shortest_through(near, root, least, MOST_STEPS_FOR_GIRTH - steps)
            steps += walked
            if steps >= MOST_STEPS_FOR_GIRTH:
                raise _TooLong(f"no shortest cycle was found within {MOST_STEPS_FOR_GIRTH:,} steps")
            for v in near[root]:  # no shorter cycle goes through the root: the rest is searched without it
                near[v].remove(root)
            near[root] = []
    return least if least <= graph.n else None


def _shortest_through(near: Sequence[Sequence[int]], root: int, least: int, most: int) -> tuple[int, int]:
    """The least of ``least`` and the lengths of cycles through ``root``, and how many edges were walked over."""
    distance, parent = {root: 0}, {root: root}
    waiting = deque([root])
    steps = 0
    while waiting and steps < most:
        u = waiting.popleft()
        if 2 * distance[u] + 1 >= least:
            break
        for v in near[u]:
            steps += 1
            if v not in distance:
                distance[v], parent[v] = distance[u] + 1, u
                waiting.append(v)
            elif v != parent[u]:
                least = min(least, distance[u] + distance[v] + 1)
    return least, steps


def _core(near: list[list[int]]) -> list[list[int]]:
    """The neighbours that are left once vertices of degree at most 1 are taken away, one after the other."""
    degree = [len(row) for row in near]
    waiting = [u for u, d in enumerate(degree) if d == 1]
    gone = [d == 0 for d in degree]
    while waiting:
        u = waiting.pop()
        gone[u] = True
        for v in near[u]:
            degree[v] -= not gone[v]
            if degree[v] == 1 and not gone[v]:
                waiting.append(v)
    return [[] if gone[u] else [v for v in row if not gone[v]] for u, row in enumerate(near)]


def _neighbours(graph: Graph) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in range(graph.n)]
    for u, v in graph.ends():
        found[u].append(v)
        found[v].append(u)
    return found
