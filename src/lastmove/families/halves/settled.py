"""The classes of halves of a family of strips, once they are settled: who wins on every member."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lastmove.families.column_moves import ColumnMoves
    from lastmove.families.columns import Columns


@dataclass(frozen=True)
class SettledHalves:
    """The walk of full halves through the classes, the steps that play takes, and the stands in which the mover loses.

    Attributes
    ----------
    walk, returns
        The classes of halves of 0, 1, 2, ... full columns; one column more leads back to the place ``returns``.
    steps
        The class of a half of a class with a column before it.
    lost
        For a class, the token's column and its place: classes of the other half with which the player to move loses.
    """

    columns: Columns
    moves: ColumnMoves
    walk: tuple[int, ...]
    returns: int
    steps: dict[tuple[int, int], int]
    lost: dict[tuple[int, int, int], frozenset[int]]

    least = 1
    closed = True

    @classmethod
    def numbered(
        cls,
        columns: Columns,
        moves: ColumnMoves,
        walk: Sequence[int],
        returns: int,
        steps: Mapping[tuple[int, int], int],
        lost: Mapping[tuple[int, int, int], Sequence[int]],
    ) -> SettledHalves:
        """The same with the classes that are needed numbered from 0 on, class 0 as before."""
        used = {0, *walk, *steps.values(), *(s for s, _ in steps), *(s for s, _, _ in lost)}
        number = {s: at for at, s in enumerate(sorted(used))}
        return cls(
            columns,
            moves,
            tuple(number[s] for s in walk),
            returns,
            {(number[s], column): number[t] for (s, column), t in steps.items()},
            {
                (number[s], column, place): frozenset(number[u] for u in others)
                for (s, column, place), others in lost.items()
            },
        )

    @property
    def preperiod(self) -> int:
        """From which number of full columns on the classes come back."""
        return self.returns

    @property
    def period(self) -> int:
        """After how many columns they do."""
        return len(self.walk) - self.returns

    @property
    def grown(self) -> int:
        """How many full columns the halves of the walk have."""
        return len(self.walk) - 1

    @cached_property
    def count(self) -> int:
        """How many classes there are."""
        return len({0, *(s for s, _ in self.steps), *self.steps.values()})

    def at(self, m: int) -> int:
        """The class of a half of m full columns."""
        return self.walk[m if m < len(self.walk) else self.returns + (m - self.returns) % self.period]

    def is_lost(self, s: int, column: int, place: int, u: int) -> bool:
        """Whether the player to move is known to lose, with halves of these classes beside the token's column.

        Lists may name the two halves in either order, as certificates may.
        """
        return u in self.lost.get((s, column, place), ()) or s in self.lost.get((u, column, place), ())

    def wins(self, n: int, column: int, place: int) -> bool:
        """Whether the player to move wins from a vertex of the member with n columns."""
        return not self.is_lost(self.at(column), self.moves.full, place, self.at(n - 1 - column))

    def winners(self, n: int) -> int:
        """The number of vertices from which the player to move wins."""
        return sum(self.wins(n, column, place) for column in range(n) for place in range(self.columns.places))

    def winning_move(self, n: int, column: int, place: int) -> dict[str, object] | None:
        """A winning move, as JSON, from a vertex that wins; None where it has no move."""
        vertex, full = self.columns.vertex, self.moves.full
        left, right, rest = self.at(column), self.at(n - 1 - column), self.moves.rest(full, place)
        for pair in self.moves.inner(full, place):
            if self.is_lost(left, *pair, right):
                return self.moves.move(vertex(n, column, pair[1]), *pair)
        for to, beyond, far in ((column - 1, column - 1, right), (column + 1, n - 2 - column, left)):
            after = self.steps.get((far, rest)) if rest else 0
            if 0 <= to < n and after is not None:
                for pair in self.moves.entered(full, place):
                    if self.is_lost(self.at(beyond), *pair, after):
                        return self.moves.move(vertex(n, to, pair[1]), *pair)
        return None
