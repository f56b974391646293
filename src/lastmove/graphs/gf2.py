"""Linear algebra over the field with two elements, on integers as bit rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["unit_combinations"]


def unit_combinations(rows: Sequence[int]) -> dict[int, int]:
    """Which unit vectors are sums of rows, and of which rows.

    Parameters
    ----------
    rows
        The rows of a matrix, bit c of a row being its entry in column c.

    Returns
    -------
    dict
        For every column whose unit vector is a sum of rows, such a set of rows as bits. A column that is missing has
        a vector in the null space with a 1 there, and the other way round.

    Examples
    --------
    >>> unit_combinations([0b011, 0b001])
    {0: 2, 1: 3}

    Notes
    -----
    Gauss-Jordan elimination, O(rows² columns / word size).
    """
    reduced: dict[int, tuple[int, int]] = {}  # pivot column -> (row, the rows it is the sum of)
    for number, row in enumerate(rows):
        made_of = 1 << number
        for pivot, (other, parts) in reduced.items():
            if row >> pivot & 1:
                row ^= other
                made_of ^= parts
        if not row:
            continue
        pivot = row.bit_length() - 1
        for place, (other, parts) in reduced.items():
            if other >> pivot & 1:
                reduced[place] = other ^ row, parts ^ made_of
        reduced[pivot] = row, made_of
    return {pivot: parts for pivot, (row, parts) in sorted(reduced.items()) if row == 1 << pivot}
