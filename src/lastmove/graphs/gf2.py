"""Elimination over the field with two elements, for sparse matrices: which unit vectors are sums of rows or columns.

A board's matrix has a few ones in each row. Pivots are taken where they fill in least, as long as that is cheaper than
work on whole rows; what remains, the *core*, is small and dense, and is reduced with integers as bit rows. A grid of
200 by 200 has 20,000 rows and a core of 300.

One elimination answers for the rows and for the columns, since a matrix and its transpose have the same pivots.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from heapq import heapify, heappop, heappush
from random import Random
from typing import TYPE_CHECKING

from lastmove.core.limits import look, need, watched

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

FILL = 4
"""A sparse step may change so many ones for each row that is left; beyond that whole rows, as integers, are faster."""

TOGETHER = 8
"""Pivots of the core that are taken at a time."""


@dataclass(frozen=True, slots=True)
class Pivot:
    """A step of the elimination, by the numbers of lines: ``own`` lines on one side, ``other`` lines across.

    Parameters
    ----------
    own
        The line that was taken out.
    across
        The line of the other side that was taken out with it.
    beside
        The lines of its own side in which ``across`` had a one then.
    """

    own: int
    across: int
    beside: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DenseCore:
    """What the sparse steps left, reduced, as seen from one side.

    Parameters
    ----------
    null
        For each line of this side, bits that say which vectors of a basis of the null space have a one there.
    solving
        Pairs of a line of this side and the lines across whose sum is the unit vector of that line, where the bits of
        the lines of this side that are not in a pair are left out of account.
    """

    null: dict[int, int]
    solving: list[tuple[int, list[int]]]


class Side:
    """The lines of one side of an eliminated matrix: its columns, or its rows.

    The *null space* of the columns holds the sets of columns whose sum is zero; that of the rows likewise.
    """

    def __init__(
        self, count: int, across: int, pivots: Sequence[Pivot], mirrored: Sequence[Pivot], core: DenseCore
    ) -> None:
        self.count = count
        self._across = across
        self._pivots = pivots
        self._mirrored = mirrored
        self._core = core

    @cached_property
    def _null(self) -> list[int]:
        """For each line, the vectors of a basis of the null space that have a one there, as bits."""
        found = [0] * self.count
        for line, bits in self._core.null.items():
            found[line] = bits
        for pivot in watched(reversed(self._pivots)):
            total = 0
            for line in pivot.beside:
                total ^= found[line]
            found[pivot.own] = total
        return found

    def is_spanned(self, line: int) -> bool:
        """Whether the unit vector of a line is a sum of lines across; if not, some null vector has a one there."""
        return not self._null[line]

    def null_set(self, line: int) -> list[int]:
        """Lines of this side whose sum is zero, this one among them, which must not be spanned."""
        null = self._null
        bit = null[line] & -null[line]
        return [other for other, bits in enumerate(null) if bits & bit]

    def null_sets(self) -> Iterator[list[int]]:
        """Lines whose sum is zero, until every line that is not spanned has been among them.

        A sum of vectors of the basis, chosen by chance, has a one in each of these lines with probability 1/2: so about
        log2 of their number are enough, where the basis may have hundreds.
        """
        left = [line for line, bits in enumerate(self._null) if bits]
        width = max((bits.bit_length() for bits in self._null), default=0)
        chance = Random(width)
        while left:
            first = self._null[left[0]]
            chosen = chance.getrandbits(width)
            if (first & chosen).bit_count() % 2 == 0:
                chosen ^= first & -first
            lines = [line for line, bits in enumerate(watched(self._null)) if (bits & chosen).bit_count() % 2]
            yield lines
            shown = set(lines)
            left = [line for line in left if line not in shown]

    def combinations(self, lines: Iterable[int]) -> list[int]:
        """For each line across, which unit vectors of the given lines it is needed for, as bits in their order.

        All of them must be spanned.
        """
        wanted = [0] * self.count
        for number, line in enumerate(lines):
            wanted[line] |= 1 << number
        for pivot in watched(self._pivots):
            bits = wanted[pivot.own]
            if bits:
                for line in pivot.beside:
                    wanted[line] ^= bits
        found = [0] * self._across
        for line, parts in self._core.solving:
            bits = wanted[line]
            if bits:
                for part in watched(parts):
                    found[part] ^= bits
        for pivot in watched(reversed(self._mirrored)):
            total = wanted[pivot.across]
            for line in pivot.beside:
                total ^= found[line]
            found[pivot.own] = total
        return found


class Elimination:
    """A matrix over the field with two elements, eliminated.

    Parameters
    ----------
    rows
        For each row the columns that hold a one; a column that is named twice holds a zero.
    columns
        The number of columns.

    Attributes
    ----------
    columns, rows
        What is known of either :class:`Side`.

    Examples
    --------
    >>> found = Elimination([[1, 2], [0, 1]], 3)
    >>> [found.columns.is_spanned(column) for column in range(3)]
    [False, False, False]
    >>> found.columns.null_set(2)
    [0, 1, 2]
    >>> [found.rows.is_spanned(row) for row in range(2)]
    [True, True]
    >>> found.rows.combinations([0, 1])  # column 2 is the unit vector of row 0, column 0 that of row 1
    [2, 0, 1]
    """

    def __init__(self, rows: Sequence[Iterable[int]], columns: int) -> None:
        by_row, by_column = _as_sets(rows, columns)
        forward, mirrored = _sparse_steps(by_row, by_column)
        used_rows = {pivot.own for pivot in mirrored}
        used_columns = {pivot.own for pivot in forward}
        core_rows = [row for row in range(len(rows)) if row not in used_rows]
        core_columns = [column for column in range(columns) if column not in used_columns]
        by_columns, by_rows = _dense_steps(by_row, core_rows, core_columns)
        self.columns = Side(columns, len(rows), forward, mirrored, by_columns)
        self.rows = Side(len(rows), columns, mirrored, forward, by_rows)


def _as_sets(rows: Sequence[Iterable[int]], columns: int) -> tuple[list[set[int]], list[set[int]]]:
    """The columns of each row, and the rows of each column."""
    by_row: list[set[int]] = []
    by_column: list[set[int]] = [set() for _ in range(columns)]
    for number, row in enumerate(watched(rows)):
        held: set[int] = set()
        for column in row:
            held ^= {column}
        for column in held:
            by_column[column].add(number)
        by_row.append(held)
    return by_row, by_column


def _sparse_steps(by_row: list[set[int]], by_column: list[set[int]]) -> tuple[list[Pivot], list[Pivot]]:
    """Pivots that fill in little, as the columns see them and as the rows do; the sets hold the rest afterwards.

    The next pivot is in the shortest row, in the column of this row that the fewest rows have. This is what Markowitz
    proposed, but for the columns' share of the first choice.
    """
    forward: list[Pivot] = []
    mirrored: list[Pivot] = []
    queue = [(len(row), number) for number, row in enumerate(by_row) if row]
    heapify(queue)
    left = len(by_row)
    while queue:
        look()
        size, number = heappop(queue)
        row = by_row[number]
        if len(row) != size:  # it has changed since, and is in the queue again
            continue
        column = min(row, key=lambda column: len(by_column[column]))
        rows = by_column[column]
        if (size - 1) * (len(rows) - 1) > FILL * left:
            break
        left -= 1
        rows.discard(number)
        row.discard(column)
        for other in rows:
            held = by_row[other]
            held.discard(column)
            held ^= row
            if held:
                heappush(queue, (len(held), other))
        for other in row:
            holders = by_column[other]
            holders.discard(number)
            holders ^= rows
        forward.append(Pivot(column, number, tuple(row)))
        mirrored.append(Pivot(number, column, tuple(rows)))
        by_row[number] = set()
        by_column[column] = set()
    return forward, mirrored


def _dense_steps(by_row: list[set[int]], core_rows: list[int], core_columns: list[int]) -> tuple[DenseCore, DenseCore]:
    """The core as the columns and as the rows see it, by Gauss-Jordan elimination."""
    need(len(core_rows) * (len(core_rows) + len(core_columns)) // 8)
    place = {column: number for number, column in enumerate(core_columns)}
    matrix = [sum(1 << place[column] for column in by_row[row]) for row in watched(core_rows, 1)]
    reduced, empty = _reduced(matrix, len(core_columns))
    null_columns = {
        column: reduced[number][0] ^ 1 << number if number in reduced else 1 << number
        for column, number in place.items()
    }
    null_rows = dict.fromkeys(core_rows, 0)
    for number, parts in enumerate(empty):
        for part in _ones(parts):
            null_rows[core_rows[part]] |= 1 << number
    made = [(core_columns[pivot], [core_rows[part] for part in _ones(parts)]) for pivot, (_, parts) in reduced.items()]
    solved: dict[int, list[int]] = {}
    for column, made_of in watched(made):
        for row in made_of:
            solved.setdefault(row, []).append(column)
    return DenseCore(null_columns, made), DenseCore(null_rows, list(solved.items()))


def _reduced(rows: Sequence[int], width: int) -> tuple[dict[int, tuple[int, int]], list[int]]:
    """The reduced row echelon form of a matrix: by pivot column the row, and the given rows that it is the sum of.

    The second result lists sums of given rows that are zero; a basis of them.

    >>> _reduced([0b110, 0b011, 0b101], 3)
    ({0: (5, 4), 1: (6, 6)}, [7])

    Notes
    -----
    Pivots are taken a few at a time. A row then needs one of the sums of their rows to lose them all; these sums are
    listed first (the method of the four Russians).
    """
    todo = [row | 1 << width + number for number, row in enumerate(rows)]  # the upper half says what it is the sum of
    done: list[int] = []
    pivots: list[int] = []
    empty: list[int] = []
    while todo:
        look()
        block: list[int] = []
        places: list[int] = []
        while todo and len(block) < TOGETHER:
            row = todo.pop()
            for pivot, taken in zip(places, block, strict=True):
                if row >> pivot & 1:
                    row ^= taken
            place = (row & -row).bit_length() - 1
            if place >= width:
                empty.append(row >> width)
                continue
            block = [taken ^ row if taken >> place & 1 else taken for taken in block]
            block.append(row)
            places.append(place)
        sums = {0: 0}
        for pivot, taken in zip(places, block, strict=True):
            sums |= {met | 1 << pivot: total ^ taken for met, total in sums.items()}
        mask = sum(1 << pivot for pivot in places)
        todo = [row ^ sums[row & mask] for row in watched(todo)]
        done = [row ^ sums[row & mask] for row in watched(done)]
        done += block
        pivots += places
    low = (1 << width) - 1
    return {pivot: (row & low, row >> width) for pivot, row in zip(pivots, done, strict=True)}, empty


def _ones(bits: int) -> Iterator[int]:
    """The places of the ones, ascending."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low
