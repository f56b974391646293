"""The weighted games, searched: NimG-RM, NimG-MR and Vertexnim from any vertex, with weights that play can leave."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.search.fast.board import BitBoard
from lastmove.search.fast.board_layout import heading
from lastmove.search.fast.rules import nimg_mr, nimg_rm, vertexnim
from lastmove.search.fast.simplifications.twins import with_classes
from lastmove.search.fast.weighted_parts import (
    ByComponents,
    WeightedSearch,
    live_bits,
    planes_for,
    spread,
    state_of,
    width_for,
)

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping, Sequence

    from lastmove.core.limits import Meter

__all__ = ["NimGMRSearch", "NimGRMSearch", "VertexnimSearch"]


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
