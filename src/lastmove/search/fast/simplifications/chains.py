"""Long chains made short: boards on which a path without branches takes one or two vertices, by its parity.

A *chain* a, p1, ..., pk, b leads through vertices p1, ..., pk that have no other neighbours and, in Vertex Geography,
no way out of the block. In a digraph all its arcs lead from a to b; in Vertex Geography they may also all lead both
ways. Once the token has entered a chain, every move is forced until it is through.

**Edge Geography.** A chain that was not entered can be walked to its end, since only edges vanish. So a chain of n
edges, entered at a, puts the same player on move at b as one of n - 2, nobody is ever stuck inside, and afterwards
the rest is the same. Chains become one edge or two. That holds in both conventions, and if a is b. With arcs both ways
a player could turn round inside.

**Vertex Geography**, a and b different. If b is there when the chain is entered at a, play goes on at b after k + 1
moves; if b is gone, a player is stuck on pk, who is the same for k - 2; and afterwards the chain, a and perhaps b are
gone. To be stuck on p1 or pk is the same as nothing was ever deleted next to them: a chain that has lost an end other
than by the token standing there is settled by the dead end rules. So chains become one vertex or two. In normal play
two vertices are as good as an arc from a to b: with b gone, who enters is stuck two moves later and loses, as if there
were no way.

A state is carried over if it has every chain wholly or not at all, with the token outside. Others come up when the
token starts inside a chain, or was put elsewhere in the middle of a play; their options are looked at one by one, and
what still cannot be carried over is searched on the board as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lastmove.search.fast.board import LOST, OPEN, SPLIT, WON
from lastmove.search.fast.driver import BitSearch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.core.limits import Meter
    from lastmove.search.fast.board import BitBoard, State
    from lastmove.search.fast.settings import Settings


class Chain(NamedTuple):
    """A path: its vertices, both ends included, and the edges between them."""

    vertices: list[int]
    edges: list[int]


def chains_of(incidence: Sequence[Sequence[tuple[int, int]]], is_inner: Sequence[bool]) -> list[Chain]:
    """The longest paths whose inner vertices are such, and whose ends are not.

    Parameters
    ----------
    incidence
        For each vertex its edges, with the vertex at the other end. An inner vertex has two.
    is_inner
        For each vertex whether it may lie inside a chain.

    Examples
    --------
    >>> chains_of([[(0, 1)], [(0, 0), (1, 2)], [(1, 1)]], [False, True, False])
    [Chain(vertices=[0, 1, 2], edges=[0, 1])]
    """
    found: list[Chain] = []
    used: set[int] = set()
    for a, around in enumerate(incidence):
        if is_inner[a]:
            continue
        for first_edge, first_vertex in around:
            edge, w = first_edge, first_vertex
            if edge in used or not is_inner[w]:
                continue
            chain = Chain([a, w], [edge])
            while is_inner[w]:
                edge, w = next(way for way in incidence[w] if way[0] != edge)
                chain.edges.append(edge)
                chain.vertices.append(w)
            used.update(chain.edges)
            found.append(chain)
    return found


class ChainSearch(BitSearch):
    """Searches the states of a board on one with shorter chains, where they can be carried over."""

    def __init__(self, board: BitBoard, settings: Settings, short: BitSearch) -> None:
        super().__init__(board, settings)
        self.short = short

    def carried(self, state: State) -> tuple[int, int, State] | None:
        """The state in its least form on the board with short chains; None if it cannot be written there.

        As the rules say it: (0 lost, 1 won, 2 open), whether the open state stands for its opposite, its sets.
        """
        raise NotImplementedError

    def wins(self, state: State, meter: Meter) -> bool:
        found = self._shortly(state, meter)
        if found is not None:
            return found
        meter.tick()
        board = self.board
        states, marks = [[0] * board.fields for _ in range(board.numbers[0])], [0] * board.numbers[0]
        count = board.expand(board.rows, self.kernel.numbers, state, states, marks, 0)
        if count in (LOST, WON):
            return count == WON
        if count == SPLIT:
            branch = 1 if self._anyhow(states[0], meter) != bool(marks[0]) else 2
            if marks[branch] >= 2:
                return marks[branch] == 3
            return self._anyhow(states[branch], meter) != bool(marks[branch])
        options = sorted(zip(marks[:count], states, strict=False))
        return any(self._anyhow(option, meter) == bool(mark & 1) for mark, option in options)

    def _anyhow(self, state: Sequence[int], meter: Meter) -> bool:
        found = self._shortly(tuple(state), meter)
        return super().wins(tuple(state), meter) if found is None else found

    def _shortly(self, state: State, meter: Meter) -> bool | None:
        carried = self.carried(state)
        if carried is None:
            return None
        status, flip, short = carried
        return self.short.wins(short, meter) != bool(flip) if status == OPEN else bool(status)
