"""Games with weights on vertices, searched: NimG-RM, NimG-MR, Vertexnim and Vertexnim-MR, with all weights in play.

A board is a part of a graph, with weights as planes. Only what the token can reach is numbered, so a small part of a
large graph costs no more than itself. Everything asked about the same part, with the weights it began with or lower
ones, shares one board and what was found out about it. In NimG the token goes from one strong component to the next and
never comes back.
"""

from __future__ import annotations

from functools import partial
from itertools import compress
from operator import ne
from typing import TYPE_CHECKING, Any

from lastmove.graphs.components import strong_components
from lastmove.search.fast.board import PLANES, BitBoard, TooManyOptions, check_width, heading
from lastmove.search.fast.driver import BitSearch
from lastmove.search.fast.rules import nimg_mr, nimg_rm, vertexnim, vertexnim_mr
from lastmove.search.fast.settings import Settings
from lastmove.search.fast.simplifications.twins import with_classes
from lastmove.search.thresholds import THRESHOLDS
from lastmove.search.trampoline import work_out

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Mapping, Sequence

    from lastmove.core.limits import Meter
    from lastmove.graphs.graph import Graph


class Part:
    """A board for some vertices of the graph, and its search."""

    def __init__(self, members: Sequence[int], most: Mapping[int, int], planes: int, search: BitSearch) -> None:
        self.members = frozenset(members)
        self.place = {v: place for place, v in enumerate(members)}
        self.most = most
        self.planes = planes
        self.search = search

    def holds(self, wanted: Iterable[int], weights: Sequence[int]) -> bool:
        """Whether the board is large enough for these vertices with these weights."""
        return self.members.issuperset(wanted) and all(weights[v] <= self.most[v] for v in wanted)

    def bits(self, vertices: Iterable[int]) -> int:
        return sum(1 << self.place[v] for v in vertices)


class WeightedSearch:
    """Who wins a weighted game on a graph, from any vertex and with any weights.

    Parameters
    ----------
    graph
        The graph, which never changes.
    weights
        The weights at the beginning, in vertex order.
    misere
        The convention.
    meter
        Counts positions and stops the search when a limit is spent; each question may have its own.
    settings
        How to search.
    switches
        Which parts of the rules are switched on; all by default.
    """

    rules: Any

    def __init__(
        self,
        graph: Graph,
        weights: Sequence[int],
        misere: bool,
        meter: Meter,
        settings: Settings = Settings(),  # noqa: B008 - frozen
        switches: int | None = None,
    ) -> None:
        self.graph = graph
        self.weights = tuple(weights)
        self.misere = misere
        self.meter = meter
        self.settings = settings
        self.every_start = False
        self.switches = self.rules.ALL if switches is None else switches
        self._parts: dict[int, list[Part]] = {}

    @property
    def parts(self) -> list[Part]:
        """The boards made so far."""
        return [part for parts in self._parts.values() for part in parts]

    def wins(self, vertex: int, weights: Sequence[int] | None = None, meter: Meter | None = None) -> bool:
        """Whether the player to move wins with the token on a vertex.

        Raises
        ------
        LimitReached
            When a limit of the meter is spent. What is known by then is kept.
        TooManyOptions
            When a state could have more options than there is room for.
        """
        raise NotImplementedError

    def _reach(self, start: Iterable[int], live: Sequence[bool], out: Sequence[Sequence[int]]) -> list[int]:
        """The live vertices that can be reached from some of them through live ones, ascending."""
        seen = set(start)
        stack = list(seen)
        while stack:
            for v in out[stack.pop()]:
                if live[v] and v not in seen:
                    seen.add(v)
                    stack.append(v)
        return sorted(seen)

    def _part(self, wanted: list[int], whole: list[int], weights: Sequence[int], meter: Meter, kind: int = -1) -> Part:
        """A board that holds these vertices with these weights; a new one holds all that was there at first.

        Only boards of the same kind are looked through.
        """
        parts = self._parts.setdefault(kind, [])
        for part in parts:
            if part.holds(wanted, weights):
                return part
        members = whole if set(whole).issuperset(wanted) else wanted
        heavy = {v: max(weights[v], self.weights[v]) for v in members}
        check_width(len(members), meter)
        made = self._board(members, heavy)
        search = BitSearch(made, self.settings)
        part = Part(members, heavy, made.numbers[PLANES], search)
        parts.append(part)
        return part

    def _board(self, members: list[int], weights: Mapping[int, int]) -> BitBoard:
        raise NotImplementedError

    def _rows(self, members: list[int], *, loops: bool) -> list[list[int]]:
        """The tables of a board: out-neighbours, in-neighbours, both."""
        place = {v: number for number, v in enumerate(members)}
        out = [0] * len(members)
        into = [0] * len(members)
        for u, number in place.items():
            for v in self.graph.neighbours[u]:
                if v in place and (loops or u != v):
                    out[number] |= 1 << place[v]
                    into[place[v]] |= 1 << number
        return [out, into, [a | b for a, b in zip(out, into, strict=True)]]


def width_for(options: int) -> int:
    if options > THRESHOLDS.most_options:
        raise TooManyOptions(f"a state could have {options} options")
    return max(3, options)


def planes_for(weights: Mapping[int, int], members: Iterable[int]) -> int:
    return max(1, max((weights[v] for v in members), default=1).bit_length())


def spread(part: Part, kept: Iterable[int], weights: Sequence[int]) -> list[int]:
    """The planes of the vertices that are kept."""
    planes = [0] * part.planes
    for v in kept:
        for i in range(part.planes):
            planes[i] |= (weights[v] >> i & 1) << part.place[v]
    return planes


def live_bits(planes: Sequence[int]) -> int:
    found = 0
    for plane in planes:
        found |= plane
    return found


def state_of(planes: Sequence[int], kept: int, ones: int) -> list[int]:
    first = planes[0] & kept | ones & kept
    return [first, *(plane & kept & ~ones for plane in planes[1:])]


class ByComponents(WeightedSearch):
    """A game whose token goes from one strong component to the next and never comes back."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.component = [0] * self.graph.n
        self.members = strong_components(self.graph.neighbours)
        for number, members in enumerate(self.members):
            for v in members:
                self.component[v] = number
        self._known: dict[int, bool] = {}
        self._others: dict[tuple[int, ...], ByComponents] = {}

    def wins(self, vertex: int, weights: Sequence[int] | None = None, meter: Meter | None = None) -> bool:
        meter = meter or self.meter
        weights = self.weights if weights is None else tuple(weights)
        if weights != self.weights:
            changed = compress(self.component, map(ne, weights, self.weights))
            if min(changed) < self.component[vertex]:
                # Never so in play; a token that was put elsewhere can find weights ahead that were changed.
                return self._other(weights).wins(vertex, meter=meter)
        return work_out(self._token(vertex, weights, meter), partial(self._recipe, meter=meter), self._known)

    def _recipe(self, vertex: int, meter: Meter) -> Generator[int, bool, bool]:
        """Work out what is asked about a vertex of another component, where nothing has happened yet."""
        raise NotImplementedError

    def _token(self, vertex: int, weights: Sequence[int], meter: Meter) -> Generator[int, bool, bool]:
        """Whether the player to move wins; asks for vertices of other components."""
        raise NotImplementedError

    def _other(self, weights: tuple[int, ...]) -> ByComponents:
        """A search of its own for a graph in another state."""
        if weights not in self._others:
            self._others[weights] = type(self)(
                self.graph, weights, self.misere, self.meter, self.settings, self.switches
            )
        return self._others[weights]


class NimGRMSearch(ByComponents):
    """Who wins NimG-RM."""

    rules = nimg_rm

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.onward = [[v for v in found if v != u] for u, found in enumerate(self.graph.neighbours)]
        self.looped = [u in found for u, found in enumerate(self.graph.neighbours)]

    def _recipe(self, vertex: int, meter: Meter) -> Generator[int, bool, bool]:
        return self._token(vertex, self.weights, meter)

    def _token(self, vertex: int, weights: Sequence[int], meter: Meter) -> Generator[int, bool, bool]:
        """Whether the player to move wins; asks for vertices of other components.

        A vertex from which a move to another component wins is won on arrival. Moves there that lose change nothing,
        for a player left without another move loses as well.
        """
        if not weights[vertex]:
            return self.misere
        if not self._is_open(vertex, weights):
            return True
        home = self.component[vertex]
        kept, stack, seen = [], [vertex], {vertex}
        while stack:
            u = stack.pop()
            onward = [v for v in self.onward[u] if self._is_open(v, weights)]
            wins_elsewhere = False
            for v in onward:
                if self.component[v] != home and not (yield v):
                    wins_elsewhere = True
                    break
            if wins_elsewhere:
                if u == vertex:
                    return True
                continue
            kept.append(u)
            new = [v for v in onward if self.component[v] == home and v not in seen]
            seen.update(new)
            stack += new
        if len(kept) == 1:
            return False
        return self._inside(vertex, sorted(kept), weights, meter)

    def _inside(self, vertex: int, kept: list[int], weights: Sequence[int], meter: Meter) -> bool:
        """Whether the player to move wins when only these vertices of the token's component are left."""
        home = self.component[vertex]
        part = self._part(kept, self._whole(home), weights, meter, home)
        planes = spread(part, kept, weights)
        board = part.search.board
        live, big = live_bits(planes), live_bits(planes[1:])
        status, flip, left, u, ones = nimg_rm.reduced(board.rows, board.numbers, live, big, part.place[vertex], live, 0)
        if status == nimg_rm.OPEN:
            state = (*state_of(planes, left, ones), 1 << u)
            status = part.search.wins(state, meter) ^ flip
        return bool(status)

    def _is_open(self, u: int, weights: Sequence[int]) -> bool:
        """Whether a vertex is live and not won on arrival for a reason that can be seen on itself."""
        if self.misere:
            return weights[u] > 0 and not (weights[u] > 1 and self.looped[u])
        onward = self.onward[u]
        return weights[u] > 0 and not self.looped[u] and bool(onward) and all(weights[v] for v in onward)

    def _whole(self, component: int) -> list[int]:
        """The open vertices of a component at the beginning."""
        return sorted(v for v in self.members[component] if self._is_open(v, self.weights))

    def _board(self, members: list[int], weights: Mapping[int, int]) -> BitBoard:
        rows = self._rows(members, loops=False)
        width = width_for(max(found.bit_count() * weights[v] for v, found in zip(members, rows[0], strict=True)))
        planes = planes_for(weights, members)
        undirected = not self.graph.directed
        numbers = heading(width, self.switches, len(members), misere=self.misere, planes=planes, undirected=undirected)
        numbers += [0] * (6 * len(members))
        board = BitBoard(nimg_rm.__name__, len(members), planes + 1, rows, numbers)
        return with_classes(board, rows[0], rows[1]) if self.switches & nimg_rm.ALIKE else board


class NimGMRSearch(ByComponents):
    """Who wins NimG-MR."""

    rules = nimg_mr

    def _recipe(self, vertex: int, meter: Meter) -> Generator[int, bool, bool]:
        """Whether a move to the vertex, from another component, wins."""
        return self._inside(self.component[vertex], [vertex], True, self.weights, meter)

    def _token(self, vertex: int, weights: Sequence[int], meter: Meter) -> Generator[int, bool, bool]:
        home = self.component[vertex]
        moves = [v for v in self.graph.neighbours[vertex] if weights[v]]
        if not moves:
            return self.misere
        exits = [v for v in moves if self.component[v] != home]
        for v in exits:
            if (yield v):
                return True
        moves = [v for v in moves if self.component[v] == home]
        return (yield from self._inside(home, moves, bool(exits), weights, meter)) if moves else False

    def _inside(
        self, home: int, moves: Sequence[int], leads_elsewhere: bool, weights: Sequence[int], meter: Meter
    ) -> Generator[int, bool, bool]:
        """Whether the player to move wins with these moves inside a component.

        Nobody goes to a vertex from which a move to another component wins. Where such moves are there but lose, to
        be stuck is to lose.
        """
        component, out = self.component, self.graph.neighbours
        kept, stack, seen = [], list(moves), set(moves)
        stuck, shut = set(), set()
        while stack:
            u = stack.pop()
            onward = [v for v in out[u] if weights[v]]
            for v in onward:
                if component[v] != home:
                    stuck.add(u)
                    if (yield v):
                        shut.add(u)
                        break
            if u in shut:
                continue
            kept.append(u)
            new = [v for v in onward if component[v] == home and v not in seen]
            seen.update(new)
            stack += new
        stuck.update(u for u in kept if not shut.isdisjoint(out[u]))
        entered = [v for v in moves if v not in shut]
        if not entered:
            return False
        part = self._part(sorted(kept), self._whole(home), weights, meter, home)
        planes = spread(part, kept, weights)
        live, big, board = live_bits(planes), live_bits(planes[1:]), part.search.board
        lost = part.bits(v for v in kept if v in stuck) if self.misere else live
        loses = int(leads_elsewhere or len(entered) < len(moves) or not self.misere)
        status, flip, left, m, t, ones = nimg_mr.reduced(
            board.rows, board.numbers, planes, -1, 0, live, big, part.bits(entered), lost, loses, live, 0
        )
        if status == nimg_mr.OPEN:
            state = (*state_of(planes, left, ones), m, t)
            status = part.search.wins(state if self.misere else state[:-1], meter) ^ flip
        return bool(status)

    def _whole(self, component: int) -> list[int]:
        """The live vertices of a component at the beginning."""
        return sorted(v for v in self.members[component] if self.weights[v])

    def _board(self, members: list[int], weights: Mapping[int, int]) -> BitBoard:
        rows = self._rows(members, loops=True)
        # The token may be on a vertex without weight, or come from another component to one vertex.
        before = self.members[self.component[members[0]]]
        options = max(sum(weights.get(v, 0) for v in self.graph.neighbours[u]) for u in before)
        planes = planes_for(weights, members)
        width = width_for(max(options, *weights.values()))
        numbers = heading(width, self.switches, len(members), misere=self.misere, planes=planes)
        board = BitBoard(nimg_mr.__name__, len(members), planes + 1 + self.misere, rows, numbers)
        return with_classes(board, rows[0], rows[1]) if self.switches & nimg_mr.ALIKE else board


class VertexnimSearch(WeightedSearch):
    """Who wins Vertexnim; emptied vertices have weight 0 in the graph that play began on."""

    rules = vertexnim

    def wins(self, vertex: int, weights: Sequence[int] | None = None, meter: Meter | None = None) -> bool:
        meter = meter or self.meter
        weights = self.weights if weights is None else weights
        live = [v for v, w in enumerate(weights) if w]
        if all(weights[v] == 1 for v in live):
            return (len(live) % 2 == 1) != self.misere
        everything = list(range(self.graph.n))
        part = self._part(everything, everything, weights, meter)
        planes = spread(part, live, weights)
        board = part.search.board
        numbers = board.numbers
        room = [[0] for _ in range(numbers[vertexnim.SCRATCH] + 2 * self.graph.n)]
        scratch = numbers[vertexnim.SCRATCH]
        alive, big = live_bits(planes), live_bits(planes[1:])
        won, lost = vertexnim.settle(board.rows, self.switches, room, scratch, alive, big, 0, 0)
        status, flip, left, walls, u = vertexnim.reduced(
            board.rows, numbers, room, scratch, alive, big, 0, won, lost, vertex, 0
        )
        if status == vertexnim.OPEN:
            state = (*state_of(planes, left, 0), 1 << u, walls)
            status = part.search.wins(state, meter) ^ flip
        return bool(status)

    def _board(self, members: list[int], weights: Mapping[int, int]) -> BitBoard:
        n = len(members)
        options = width_for(n * max(weights.values()))
        planes = planes_for(weights, members)
        numbers = [*heading(options + 2 * n, self.switches, n, planes=planes), options]
        out, into, _ = self._rows(members, loops=True)
        board = BitBoard(vertexnim.__name__, n, planes + 2, [out], numbers)
        return with_classes(board, out, into, room=options) if self.switches & vertexnim.ALIKE else board


class VertexnimMRSearch(WeightedSearch):
    """Who wins Vertexnim-MR; emptied vertices have weight 0."""

    rules = vertexnim_mr

    def wins(self, vertex: int, weights: Sequence[int] | None = None, meter: Meter | None = None) -> bool:
        meter = meter or self.meter
        weights = self.weights if weights is None else weights
        live = [v for v, w in enumerate(weights) if w]
        if all(weights[v] == 1 for v in live):
            return (len(live) % 2 == 1) != self.misere
        if self.graph.n == 1:
            return True
        everything = list(range(self.graph.n))
        part = self._part(everything, everything, weights, meter)
        planes = spread(part, live, weights)
        board = part.search.board
        alive, big = live_bits(planes), live_bits(planes[1:])
        moves = vertexnim_mr.led_to(board.rows, alive, vertex, 0)
        status, flip, left, moves = vertexnim_mr.reduced(board.rows, board.numbers, alive, big, moves, 0)
        if status == vertexnim_mr.OPEN:
            status = part.search.wins((*state_of(planes, left, 0), moves), meter) ^ flip
        return bool(status)

    def _board(self, members: list[int], weights: Mapping[int, int]) -> BitBoard:
        planes = planes_for(weights, members)
        numbers = heading(width_for(sum(weights.values())), self.switches, len(members), planes=planes)
        out, into, _ = self._rows(members, loops=True)
        board = BitBoard(vertexnim_mr.__name__, len(members), planes + 1, [out], numbers)
        return with_classes(board, out, into) if self.switches & vertexnim_mr.ALIKE else board
