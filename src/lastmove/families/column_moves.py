"""The moves of a token in one column of a strip and into the column beside it.

A column is a number that says what is left at each of its places. A *pair* is a column and the token's place in it. The
search and the check of families by halves see the same moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.families import MOST_COLUMNS

if TYPE_CHECKING:
    from lastmove.families.columns import Columns

Pair = tuple[int, int]


def halves_decide(columns: Columns, game: str, weight: int | None = None) -> bool:
    """Whether the two halves beside the token's column are of one sort, and all that there is.

    That is so in Vertex Geography and NimG-MR on open strips without caps, each its own mirror image, whose links lead
    to the next column only.
    """
    pairs = {(link.left, link.right) for link in columns.links}
    open_strip = not (columns.closed or columns.directed or columns.left.n or columns.right.n)
    plain = columns.reach == 1 and all(i != j for i, j in columns.edges)
    mirrored = pairs == {(right, left) for left, right in pairs}
    weights = {"vertex-geography": weight is None, "nimg-mr": bool(weight)}
    few = (1 + (weight or 1)) ** columns.places <= MOST_COLUMNS
    return weights.get(game, False) and open_strip and plain and mirrored and few


class ColumnMoves:
    """What is left at place i is digit i of a column's number: up to the weight in NimG-MR, 0 or 1 in Vertex Geography.

    >>> from lastmove.families.columns import columns
    >>> moves = ColumnMoves(columns("grid:2xn"))
    >>> moves.full, moves.pairs
    (3, [(1, 0), (2, 1), (3, 0), (3, 1)])
    >>> moves.rest(3, 0), moves.inner(3, 0), moves.entered(3, 0)
    (2, [(2, 1)], [(3, 0)])
    >>> moves = ColumnMoves(columns("grid:2xn"), weight=2)
    >>> moves.full, moves.rest(8, 0), moves.inner(8, 0), moves.entered(1, 0)
    (8, 8, [(2, 1), (5, 1)], [(0, 0)])
    """

    def __init__(self, columns: Columns, weight: int | None = None) -> None:
        k = columns.places
        self.weight = weight
        self._units: list[int] = [((weight or 1) + 1) ** i for i in range(k + 1)]
        self.columns, self.full = self._units[k], self._units[k] - 1
        self._beside: list[set[int]] = [set() for _ in range(k)]
        self._across: list[set[int]] = [set() for _ in range(k)]
        for i, j in columns.edges:
            self._beside[i].add(j)
            self._beside[j].add(i)
        for link in columns.links:
            self._across[link.left].add(link.right)
        every = ((column, place) for column in range(self.columns) for place in range(k))
        self.pairs = [(column, i) for column, i in every if weight is not None or self.left_at(column, i)]
        self.number = {pair: at for at, pair in enumerate(self.pairs)}

    def left_at(self, column: int, place: int) -> int:
        """What is left at a place."""
        return column // self._units[place] % self._units[1]

    def size(self, column: int) -> int:
        """What is left in a column: no more moves than that can lead into it."""
        return sum(self.left_at(column, place) for place in range(len(self._units) - 1))

    def rest(self, column: int, place: int) -> int:
        """What a move leaves of the token's column when the token goes: in Vertex Geography its vertex is deleted."""
        return column if self.weight is not None else column - self._units[place]

    def inner(self, column: int, place: int) -> list[Pair]:
        """The pairs after a move in the column."""
        rest = self.rest(column, place)
        return [pair for j in sorted(self._beside[place]) for pair in self._landings(rest, j)]

    def entered(self, column: int, place: int) -> list[Pair]:
        """The pairs after a move into a column, from a place of the column beside it."""
        return [pair for j in sorted(self._across[place]) for pair in self._landings(column, j)]

    def _landings(self, column: int, place: int) -> list[Pair]:
        """The pairs after the token has come to a place; in NimG-MR its weight is lowered then."""
        left = self.left_at(column, place)
        if self.weight is None:
            return [(column, place)] * left
        return [(column - (left - fewer) * self._units[place], place) for fewer in range(left)]

    def move(self, to: int, column: int, place: int) -> dict[str, object]:
        """The move that leads to a pair, as JSON: the token is then on vertex ``to``."""
        return {"to": to} if self.weight is None else {"to": to, "remaining": self.left_at(column, place)}
