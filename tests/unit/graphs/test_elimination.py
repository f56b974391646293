"""Elimination over the field with two elements, against the sums of all rows and columns."""

from __future__ import annotations

from functools import reduce
from operator import xor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lastmove.graphs.gf2 as elimination
from lastmove.graphs.gf2 import Elimination, Side


@st.composite
def matrices(draw: st.DrawFn, most: int = 7) -> tuple[list[list[int]], int]:
    columns = draw(st.integers(1, most))
    rows = draw(st.lists(st.lists(st.integers(0, columns - 1), max_size=2 * columns), max_size=most))
    return rows, columns


def check(side: Side, own: list[int], across: list[int]) -> None:
    """Whether what a side says is true of its lines and of those across, given as bits."""
    sums = {0}
    for line in across:
        sums |= {total ^ line for total in sums}
    spanned = [line for line in range(len(own)) if side.is_spanned(line)]
    assert spanned == [line for line in range(len(own)) if 1 << line in sums]
    chosen = side.combinations(spanned)
    for number, line in enumerate(spanned):
        assert reduce(xor, (across[i] for i, bits in enumerate(chosen) if bits >> number & 1), 0) == 1 << line
    shown = set()
    for lines in side.null_sets():
        assert reduce(xor, (own[line] for line in lines), 0) == 0
        shown |= set(lines)
    assert shown == set(range(len(own))) - set(spanned)
    assert all(line in side.null_set(line) for line in shown)


@pytest.mark.parametrize("fill", [0, 4, 1_000], ids=["dense", "as it is", "sparse"])
@given(matrices())
@settings(deadline=None)
def test_both_sides_are_as_their_sums_say(fill: int, matrix: tuple[list[list[int]], int]) -> None:
    """Whatever the share of sparse and dense steps."""
    rows, columns = matrix
    by_row = [reduce(xor, (1 << column for column in row), 0) for row in rows]
    by_column = [sum((row >> column & 1) << number for number, row in enumerate(by_row)) for column in range(columns)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(elimination, "FILL", fill)
        patch.setattr(elimination, "TOGETHER", 2)
        found = Elimination(rows, columns)
    check(found.columns, by_column, by_row)
    check(found.rows, by_row, by_column)
