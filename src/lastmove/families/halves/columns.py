"""The moves of a token in a column and into the column beside it, as tables for the kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.families.halves.play import ColumnGame

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lastmove.families.column_moves import ColumnMoves


def column_game(moves: ColumnMoves, *, misere: bool, given: Callable[[Sequence[int]], Any]) -> ColumnGame:
    """The tables; ``given`` puts numbers into the form that the kernels take."""
    inner: list[int] = []
    enter: list[int] = []
    inner_at, enter_at = [0], [0]
    for column, place in moves.pairs:
        inner += [moves.number[pair] for pair in moves.inner(column, place)]
        inner_at.append(len(inner))
        for beside in range(moves.columns):
            enter += [moves.number[pair] for pair in moves.entered(beside, place)]
            enter_at.append(len(enter))
    return ColumnGame(
        moves.columns,
        int(misere),
        rest=given([moves.rest(*pair) for pair in moves.pairs]),
        weight=given([moves.size(column) for column, _ in moves.pairs]),
        size=given([moves.size(column) for column in range(moves.columns)]),
        inner_at=given(inner_at),
        inner=given(inner),
        enter_at=given(enter_at),
        enter=given(enter),
    )
