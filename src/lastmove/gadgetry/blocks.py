"""Blocks of graphs through the kernel: the source as numbers, the room that it works in."""

from __future__ import annotations

from math import perm
from typing import TYPE_CHECKING, NamedTuple

from lastmove.core.errors import InputError, show
from lastmove.core.limits import look, need
from lastmove.core.optional import is_there
from lastmove.core.play import Outcome, Play
from lastmove.gadgetry.kernel import (
    BY_STATE,
    EDGES,
    LOWER_FIRST,
    SHUT,
    SLIDE_FIRST,
    TO_N,
    TO_P,
    VERTICES,
    KernelRoom,
    KernelRules,
    KernelTable,
)
from lastmove.graphs.backend import Compiled, Plain, compiled, may_compile, may_start_numba

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lastmove.censuses.sources import Some
    from lastmove.gadgetry.source import GadgetSource, Outside
    from lastmove.graphs.graph import Graph

KINDS = {"vertex-geography": VERTICES, "edge-geography": EDGES, "nimg-rm": LOWER_FIRST, "nimg-mr": SLIDE_FIRST}
"""The games in which gadgets are looked for."""
MOST_STATES = 1 << 22
"""States of a board: more than that would be gigabytes for its tables."""
_KERNEL = "gadgetry.kernel"
_MOST_GRAPHS = 512
_STEPS_AT_ONCE = {True: 1 << 25, False: 1 << 18}
"""Graphs go through the kernel some at a time, and limits are looked at in between: about so many steps, compiled or
not."""
_MOST_NUMBERS = 1 << 26
"""In the tables of one graph: a gigabyte."""
_WORTH_COMPILING = 20_000
"""States of boards, all together, from which starting Numba is worth its while."""


class Placing(NamedTuple):
    """A graph, its weights, and the vertices of the ports."""

    graph: Graph
    weights: tuple[int, ...]
    ports: tuple[int, ...]


def states_of_board(game: str, n: int, edges: int, weight: int) -> int:
    """How many states the boards of a size have at most."""
    if game == "vertex-geography":
        return 1 << n
    return 1 << edges if game == "edge-geography" else (weight + 1) ** n


def steps_of_graph(source: GadgetSource, game: str, n: int, states: int) -> int:
    """About how many steps the kernel takes for one graph: tables for each vertex, or for each placing of the ports."""
    conditions = source.asked_in(game)
    if game != "nimg-rm" and all(_is_simple(each.outside) for each in conditions):
        return states * n * (2 * n + 1)
    return states * n * len(conditions) * max(1, perm(n, len(source.ports)))


class GadgetKernel:
    """Looks for the gadgets of a source in blocks of graphs.

    Parameters
    ----------
    source
        What is looked for.
    game, play
        The game that is played on the gadgets.
    worth
        How many states there will be, about: whether compiling pays.
    """

    def __init__(self, source: GadgetSource, game: str, play: Play, worth: float = float("inf")) -> None:
        self._source = source
        self._rules = KernelRules(KINDS[game], int(play.wins_when_stuck))
        self._game = game
        self._backend = _backend(worth)
        self._search = self._backend.kernels(_KERNEL).search
        self._program = self._numbered()
        self._works: dict[tuple[int, int], KernelRoom] = {}

    def placings(self, some: Some) -> Iterator[tuple[int, list[Placing]]]:
        """The gadgets among some graphs, a few graphs at a time: how many these were, and what was found there."""
        if isinstance(some, tuple):
            rows = [(each.graph, each.weights or (1,) * each.graph.n) for each in some]
        else:
            from lastmove.graphs.graph import Graph

            rows = [(Graph.numbered(some.n, pairs), (1,) * some.n) for pairs in some.lists()]
        rows.sort(key=lambda row: row[0].n)  # it is stable
        first = 0
        while first < len(rows):
            n = rows[first][0].n
            states = max(self._states(*row) for row in rows[first : first + _MOST_GRAPHS] if row[0].n == n)
            steps = steps_of_graph(self._source, self._game, n, states)
            steps_at_once = _STEPS_AT_ONCE[isinstance(self._backend, Compiled)]
            at_once = min(_MOST_GRAPHS, max(1, steps_at_once // steps))
            part = [row for row in rows[first : first + at_once] if row[0].n == n]
            look()
            yield len(part), self._among(n, part)
            first += len(part)

    def _among(self, n: int, rows: Sequence[tuple[Graph, tuple[int, ...]]]) -> list[Placing]:
        q = len(self._source.ports)
        if n < q:
            return []
        states = max(self._states(*row) for row in rows)
        if states > MOST_STATES or states * self._rows > _MOST_NUMBERS:
            raise InputError("n", _too_large(n, states, self._rows))
        graphs = [sum(1 << v for v in set(near)) for graph, _ in rows for near in graph.neighbours]
        weights = [weight for _, given in rows for weight in given]
        found = self._backend.counters(len(rows) * perm(n, q) * (q + 1))
        given = self._backend.given
        work = self._work(n, states)
        total = self._search(self._rules, self._program, work, n, len(rows), given(graphs), given(weights), found)
        gadgets = []
        for at in range(0, int(total) * (q + 1), q + 1):
            graph, given_weights = rows[int(found[at])]
            gadgets.append(Placing(graph, given_weights, tuple(int(v) for v in found[at + 1 : at + 1 + q])))
        return gadgets

    def _states(self, graph: Graph, weights: tuple[int, ...]) -> int:
        return states_of_board(self._game, graph.n, graph.m, max(weights))

    def _work(self, n: int, states: int) -> KernelRoom:
        """The room for graphs of a size, which is used again."""
        size = 1
        while size < states:
            size *= 2
        if (n, size) not in self._works:
            self._works.clear()
            room, rows = self._backend.counters, self._rows
            need(16.0 * rows * size)
            edges = max(1, size.bit_length())
            self._works[n, size] = KernelRoom(
                near=room(n),
                tops=room(n),
                steps=room(n),
                edge_at=room(n),
                edge_sum=room(edges),
                place=room(len(self._source.ports)),
                exits=room(rows * n),
                to_n=room(rows * n),
                to_p=room(rows * n),
                back=room(rows * n),
                won=room(rows * size),
                lost=room(rows * size),
                member=room(size),
                known=room(3 * n * 2),
            )
        return self._works[n, size]

    def _numbered(self) -> KernelTable:
        """The source as numbers."""
        source = self._source
        conditions = source.asked_in(self._game)
        states = {state: number for number, state in enumerate(source.states)}
        ports = {port: number for number, port in enumerate(source.ports)}
        outside, masks, simple, copies = [], [], [], 0
        for each in conditions:
            opened = [p for p, value in enumerate(each.outside) if value != "closed"]
            simple.append(-2 if not _is_simple(each.outside) else opened[0] if opened else -1)
            for value in each.outside:
                kind, to_n, to_p = _kind(value, states)
                outside.append(kind)
                masks += [to_n, to_p]
                copies += kind in (TO_P, BY_STATE)
        needs_all = self._rules.kind == LOWER_FIRST or -2 in simple
        comes_back = copies if self._rules.kind >= LOWER_FIRST else 0
        self._rows = len(conditions) + comes_back if needs_all else 2
        given = self._backend.given
        return KernelTable(
            ports=len(source.ports),
            rows=len(conditions),
            states=len(source.states),
            state=given([states[each.state] for each in conditions]),
            enter=given([ports[each.enter] for each in conditions]),
            wins=given([int(each.outcome is Outcome.N) for each in conditions]),
            outside=given(outside),
            masks=given(masks),
            simple=given(simple),
        )


def _too_large(n: int, states: int, rows: int) -> str:
    problem = f"a graph with {n} vertices has {states:,} states in this game"
    most = min(MOST_STATES, _MOST_NUMBERS // rows)
    return f"{problem}; accepted: at most {most:,} with these conditions, so fewer vertices, edges or weights"


def _is_simple(outside: Sequence[Outside]) -> bool:
    opened = [value for value in outside if value != "closed"]
    return len(opened) <= 1 and all(isinstance(value, str) for value in opened)


def _kind(value: Outside, states: dict[str, int]) -> tuple[int, int, int]:
    """What is outside of a port, and the states in which it is N and P."""
    if isinstance(value, str):
        return {"closed": SHUT, "N": TO_N, "P": TO_P}[value], 0, 0
    masks = {"N": 0, "P": 0}
    for state, outcome in value:
        masks[outcome] |= 1 << states[state]
    return BY_STATE, masks["N"], masks["P"]


def _backend(worth: float) -> Plain | Compiled:
    """Compiled where it pays and Numba is there."""
    if worth < _WORTH_COMPILING or not is_there("numba") or not may_start_numba():
        return Plain()
    found = compiled()
    return found if found is not None and may_compile() else Plain()


def game_of(name: object) -> str:
    """The name of a game in which gadgets are looked for; an InputError for others."""
    if not isinstance(name, str) or name not in KINDS:
        raise InputError("game", f"{show(name)}; accepted: {', '.join(KINDS)}")
    return name
