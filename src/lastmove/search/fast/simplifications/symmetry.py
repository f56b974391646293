"""Symmetric boards: of states that look the same one is searched, as long as play keeps the board symmetric.

Two states are *isomorphic* if the vertices of one can be matched with those of the other such that arcs go to arcs and
each set of the state to the same set. The rules know nothing else of a state, so both have the same winner. Most moves
destroy all symmetry, and below them looking for it is a waste. So it is looked for at the top only, in plain Python:
if two options of a state are isomorphic, one of each kind is tried, and each is looked at in the same way; if no two
are, or after a few moves, the state goes to the compiled search. What was asked is remembered too, so that the other
corners of a grid are answered by the first.

States are told apart by *colours*: first the sets a vertex is in, then again and again its colour with those of its
neighbours. Colours are hashes, so they only say where to look. States with the same colours are isomorphic if a
matching is found, vertex by vertex, that takes arcs to arcs and sets to sets; if that takes too long, they count as
different, which costs time and nothing else.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from lastmove.core.limits import look, watched
from lastmove.search.fast.board import INTO, LOST, OUT, SPLIT, WON
from lastmove.search.fast.driver import BitSearch
from lastmove.search.thresholds import THRESHOLDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lastmove.core.limits import Meter
    from lastmove.search.fast.board import State

_ROUNDS = 8  # of colouring
_TRIES = 5_000  # matches tried before two states count as different


class SymmetricSearch(BitSearch):
    """A search of boards whose first two tables are out- and in-neighbours; a state's first set holds all others."""

    @cached_property
    def _seen(self) -> dict[int, list[tuple[Coloured, bool]]]:
        """The states that were asked for and who wins them, by the names of their colours."""
        return {}

    @cached_property
    def _kinds(self) -> dict[State, list[tuple[bool, Coloured]] | None]:
        """The options of states, kept for a search that was stopped by a limit and goes on."""
        return {}

    def compiled(self, state: State, meter: Meter) -> bool:
        left = state[0].bit_count()
        if left > THRESHOLDS.symmetric_vertices or left < self.board.size - THRESHOLDS.symmetric_gone:
            return super().compiled(state, meter)
        return self._wins(Coloured(self.board.rows, state), THRESHOLDS.symmetric_moves, meter)

    def _wins(self, asked: Coloured, depth: int, meter: Meter) -> bool:
        like = self._seen.setdefault(asked.name, [])
        for other, value in watched(like, 1):
            if asked.is_isomorphic_to(other):
                return value
        if depth and asked.state not in self._kinds:
            self._kinds[asked.state] = self._options(asked.state, meter)
        options = self._kinds[asked.state] if depth else None
        if options is None:
            found = super().compiled(asked.state, meter)
        else:
            found = any(self._wins(option, depth - 1, meter) == good for good, option in options)
        like.append((asked, found))
        return found

    def _options(self, state: State, meter: Meter) -> list[tuple[bool, Coloured]] | None:
        """An option of each kind and whether it is good for the mover if won; None if all are different."""
        board = self.board
        states, marks = [[0] * board.fields for _ in range(board.numbers[0])], [0] * board.numbers[0]
        count = board.expand(board.rows, self.kernel.numbers, state, states, marks, 0)
        if count in (LOST, WON, SPLIT) or count < 2:
            return None
        meter.tick()
        kinds: list[tuple[bool, Coloured]] = []
        for mark, option in sorted(zip(marks[:count], states, strict=False)):
            good, found = bool(mark & 1), Coloured(board.rows, tuple(option))
            if not any(good == kind and found.is_isomorphic_to(other) for kind, other in kinds):
                kinds.append((good, found))
        return kinds if len(kinds) < count else None


class Coloured:
    """A state whose vertices have colours that every isomorphism keeps."""

    def __init__(self, rows: Sequence[Sequence[int]], state: State) -> None:
        self.state = state
        self.rows = rows
        left = state[0]
        vertices = list(_elements(left))
        onward = {v: list(_elements(rows[OUT][v] & left)) for v in vertices}
        before = {v: list(_elements(rows[INTO][v] & left)) for v in vertices}
        colour = {v: sum((found >> v & 1) << i for i, found in enumerate(state)) for v in vertices}
        count = 0
        for _ in range(_ROUNDS):
            if len(set(colour.values())) == count:
                break
            count = len(set(colour.values()))
            colour = {
                v: hash((colour[v], *sorted(colour[w] for w in onward[v]), 0, *sorted(colour[w] for w in before[v])))
                for v in vertices
            }
        self.colour = colour
        self.sets = (*state, sum(1 << v for v in vertices if rows[OUT][v] >> v & 1))
        """What an isomorphism keeps besides arcs: the sets of the state, and the vertices with a loop."""
        self.name = hash(tuple(sorted(colour.values())))

    def is_isomorphic_to(self, other: Coloured) -> bool:
        """Whether a matching is found; False also if the search for one takes too long."""
        if self.name != other.name or len(self.colour) != len(other.colour):
            return False
        if not self.colour:
            return True
        out, into = self.rows[OUT], self.rows[INTO]
        order = self._order()
        with_colour: dict[int, int] = {}
        for v, colour in other.colour.items():
            with_colour[colour] = with_colour.get(colour, 0) | 1 << v
        image: dict[int, int] = {}

        def candidates(place: int) -> int:
            """Where a vertex can go: into the same sets, and arcs between it and those gone before it stay arcs."""
            v = order[place]
            found = with_colour.get(self.colour[v], 0)
            for here, there in zip(self.sets, other.sets, strict=True):
                found &= there if here >> v & 1 else ~there
            for w in order[:place]:
                gone = image[w]
                found &= ~(1 << gone)
                found &= out[gone] if out[w] >> v & 1 else ~out[gone]
                found &= into[gone] if into[w] >> v & 1 else ~into[gone]
            return found

        untried = [candidates(0)]
        for _ in range(_TRIES):
            look()
            if not untried[-1]:
                untried.pop()
                if not untried:
                    return False
                continue
            place = len(untried) - 1
            chosen = untried[-1] & -untried[-1]
            untried[-1] ^= chosen
            image[order[place]] = chosen.bit_length() - 1
            if place + 1 == len(order):
                return True
            untried.append(candidates(place + 1))
        return False

    def _order(self) -> list[int]:
        """The vertices such that each follows a neighbour where it can, rare colours first."""
        left = self.state[0]
        counts: dict[int, int] = {}
        for colour in self.colour.values():
            counts[colour] = counts.get(colour, 0) + 1
        order: list[int] = []
        waiting = sorted(self.colour, key=lambda v: (-counts[self.colour[v]], v))
        placed = 0
        while waiting:
            v = waiting.pop()
            if placed >> v & 1:
                continue
            placed |= 1 << v
            order.append(v)
            new = (self.rows[OUT][v] | self.rows[INTO][v]) & left & ~placed
            waiting += sorted(_elements(new), key=lambda w: -counts[self.colour[w]])
        return order


def _elements(found: int) -> Iterator[int]:
    while found:
        yield (found & -found).bit_length() - 1
        found &= found - 1
