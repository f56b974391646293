"""Linear algebra over the field with two elements, on integers as bit rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.limits import look, watched

if TYPE_CHECKING:
    from collections.abc import Sequence

    Reduced = dict[int, tuple[int, int]]
    """For each pivot column the reduced row, and the rows that it is the sum of, as bits."""

__all__ = ["null_vector", "reduced_rows", "unit_combinations"]


def reduced_rows(rows: Sequence[int]) -> Reduced:
    """The reduced row echelon form of a matrix, by pivot column.

    Parameters
    ----------
    rows
        The rows of a matrix, bit c of a row being its entry in column c.

    Examples
    --------
    >>> reduced_rows([0b110, 0b011])
    {2: (5, 3), 1: (3, 2)}

    Notes
    -----
    Gauss-Jordan elimination, O(rows² columns / word size).
    """
    reduced: dict[int, tuple[int, int]] = {}  # pivot column -> (row, the rows it is the sum of)
    pivots = 0
    for number, row in enumerate(rows):
        look()
        made_of = 1 << number
        met = row & pivots  # a reduced row has no pivot but its own
        while met:
            pivot = met.bit_length() - 1
            met ^= 1 << pivot
            row ^= reduced[pivot][0]
            made_of ^= reduced[pivot][1]
        if not row:
            continue
        pivot = row.bit_length() - 1
        for place, (other, parts) in watched(reduced.items()):
            if other >> pivot & 1:
                reduced[place] = other ^ row, parts ^ made_of
        reduced[pivot] = row, made_of
        pivots |= 1 << pivot
    return reduced


def unit_combinations(reduced: Reduced) -> dict[int, int]:
    """Which unit vectors are sums of rows, and of which rows, as bits.

    A column that is missing has a vector in the null space with a 1 there, and the other way round.

    >>> unit_combinations(reduced_rows([0b011, 0b001]))
    {0: 2, 1: 3}
    """
    return {pivot: parts for pivot, (row, parts) in sorted(reduced.items()) if row == 1 << pivot}


def null_vector(reduced: Reduced, column: int) -> int:
    """A vector of the null space with a 1 in this column, whose unit vector must not be a sum of rows.

    >>> null_vector(reduced_rows([0b110, 0b011]), 2)
    7
    """
    row = reduced[column][0] if column in reduced else 1 << column
    free = next(place for place in range(row.bit_length()) if row >> place & 1 and place not in reduced)
    return 1 << free | sum(1 << pivot for pivot, (other, _) in reduced.items() if other >> free & 1)
