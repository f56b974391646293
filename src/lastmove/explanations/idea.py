"""How the winner plays, in a sentence or two that someone can act on: what every answer says before its theorem."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from lastmove.core.language import t
from lastmove.core.play import Outcome, Play
from lastmove.core.solution import TheoremReason
from lastmove.games.base import HeapGame

if TYPE_CHECKING:
    from lastmove.core.position import Position
    from lastmove.core.solution import Reason, Solution

MOST_COPIED = 12
"""In so many heaps at most people see which of them are equal."""


def idea_of(solution: Solution) -> str:
    """How the one who wins a position plays: what a theorem, the heaps or the game advise; empty where no one knows.

    >>> import lastmove as lm
    >>> idea_of(lm.solve(lm.Nim([3, 3])))
    'Copy: whatever is done to one heap of an equal pair, do to the other.'
    """
    problem = solution.problem
    if solution.outcome is Outcome.UNKNOWN or solution.reason.name == "family":
        return ""  # of a member of a family, which may be too large to be made, no more is known than who wins
    if next(iter(problem.position.moves()), None) is None:
        return ""
    if problem.play is Play.NORMAL and _is_paired(problem.position):
        return t("Copy: whatever is done to one heap of an equal pair, do to the other.")
    if problem.play is Play.NORMAL and solution.move is not None:
        left = problem.position.after(solution.move)
        if _is_paired(left):
            return t("Leave equal pairs, and copy: whatever is done to one of a pair, do to the other.")
    return idea_behind(solution.reason, problem.position)


def idea_behind(reason: Reason, position: Position) -> str:
    """How the winner plays by a theorem; by the game where it was searched; empty where neither says it."""
    if isinstance(reason, TheoremReason):
        return t(reason.idea)
    return t(str(getattr(position, "idea", "")))


def heading(outcome: Outcome) -> str:
    """Whose idea it is: that of the player to move, or the opponent's."""
    return t("how to win") if outcome is Outcome.N else t("how they win")


def _is_paired(position: Any) -> bool:
    """Whether a position consists of heaps of which every size is there an even number of times."""
    if not isinstance(position, HeapGame):
        return False
    heaps = [heap for heap in position.heaps if heap]
    return 0 < len(heaps) <= MOST_COPIED and all(many % 2 == 0 for many in Counter(heaps).values())
