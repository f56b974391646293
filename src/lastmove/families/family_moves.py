"""Winning moves on members of families, of any length."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.errors import LimitReached
from lastmove.core.play import Outcome
from lastmove.families.halves.settled import SettledHalves
from lastmove.families.strip_moves import inner_column, moves_about

if TYPE_CHECKING:
    from lastmove.families.family import FamilyAnswer

__all__ = ["winning_move"]


def winning_move(answer: FamilyAnswer, n: int, start: int) -> dict[str, object] | None:
    """A winning move, as JSON, from a start that wins; None where the player wins by having none."""
    if n < answer.growth.least:
        from lastmove.solver.solve import solve

        found = solve(answer.board(n).at(start), play=answer.play, limits=answer.questions.left())
        if found.outcome is Outcome.UNKNOWN:
            raise LimitReached(found.to_json()["reason"]["limit"], 0)  # type: ignore[index]
        return found.to_json()["move"]  # type: ignore[return-value]
    column, place = answer.columns.place(n, start)
    growth = answer.growth
    if isinstance(growth, SettledHalves):
        return growth.winning_move(n, column, place)
    playing, children, window, first = growth.around(n, column)
    v = window.vertex(inner_column(column, first, n, window), place)
    core, types = playing.core, growth.types
    for move, (after, w, within) in moves_about(window.strip, window, core, children, n=n, first=first, v=v):
        if within is not None:
            loses = not types.is_won(playing.inside(within[0], within[1], after, children))
        elif w is None:
            loses = not answer.play.wins_when_stuck
        else:
            loses = not types.is_won(playing.token(after, children, w))
        if loses:
            return move
    return None
