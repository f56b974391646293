"""The moves of a token in a column of a strip and into the column beside it, as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.search.halves.half_play import ColumnGame

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lastmove.graphs.columns import Columns

__all__ = ["ColumnMoves", "halves_decide"]

_MOST_PLACES = 6


def halves_decide(columns: Columns, game: str) -> bool:
    """Whether the two halves beside the token's column are of one sort, and all that there is.

    That is so in Vertex Geography on open strips without caps, each its own mirror image, whose links lead to the next
    column only.
    """
    pairs = {(link.left, link.right) for link in columns.links}
    open_strip = not (columns.closed or columns.directed or columns.left.n or columns.right.n)
    plain = columns.reach == 1 and all(i != j for i, j in columns.edges)
    mirrored = pairs == {(right, left) for left, right in pairs}
    return game == "vertex-geography" and open_strip and plain and mirrored and columns.places <= _MOST_PLACES


class ColumnMoves:
    """Columns as sets of the places that are left (bit i for place i), and pairs of a column and the token's place.

    >>> from lastmove.graphs.columns import columns
    >>> moves = ColumnMoves(columns("grid:2xn"))
    >>> moves.pairs
    [(1, 0), (2, 1), (3, 0), (3, 1)]
    >>> moves.after(3, 0)
    (2, [1], [0])
    """

    def __init__(self, columns: Columns) -> None:
        k = columns.places
        self.columns, self.full = 2**k, 2**k - 1
        self._beside: list[set[int]] = [set() for _ in range(k)]
        self._across: list[set[int]] = [set() for _ in range(k)]
        for i, j in columns.edges:
            self._beside[i].add(j)
            self._beside[j].add(i)
        for link in columns.links:
            self._across[link.left].add(link.right)
        self.pairs = [(column, place) for column in range(self.columns) for place in range(k) if column >> place & 1]
        self.number = {pair: at for at, pair in enumerate(self.pairs)}

    def after(self, column: int, place: int) -> tuple[int, list[int], list[int]]:
        """What a move leaves of the column, the places in it where the token can go, and those in a full neighbour."""
        rest = column & ~(1 << place)
        return rest, [j for j in sorted(self._beside[place]) if rest >> j & 1], sorted(self._across[place])

    def game(self, *, misere: bool, given: Callable[[Sequence[int]], Any]) -> ColumnGame:
        """The tables that the kernels take; ``given`` puts numbers into their form."""
        inner: list[int] = []
        enter: list[int] = []
        inner_at, enter_at = [0], [0]
        for column, place in self.pairs:
            rest, beside, across = self.after(column, place)
            inner += [self.number[rest, j] for j in beside]
            inner_at.append(len(inner))
            for entered in range(self.columns):
                enter += [self.number[entered, j] for j in across if entered >> j & 1]
                enter_at.append(len(enter))
        return ColumnGame(
            self.columns,
            int(misere),
            rest=given([self.after(*pair)[0] for pair in self.pairs]),
            weight=given([column.bit_count() for column, _ in self.pairs]),
            size=given([column.bit_count() for column in range(self.columns)]),
            inner_at=given(inner_at),
            inner=given(inner),
            enter_at=given(enter_at),
            enter=given(enter),
        )
