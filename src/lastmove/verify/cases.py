"""A question of the campaign, with what is true of it and all that is needed to ask it again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.core.errors import show
from lastmove.core.play import Outcome
from lastmove.core.reason import LimitReason
from lastmove.search.fast.registry import FAST

if TYPE_CHECKING:
    from pathlib import Path

    from lastmove.core.problem import Problem
    from lastmove.core.solution import Solution
    from lastmove.verify.true_answers import Truth

__all__ = ["Case", "Comparison", "Disagreement", "outcome_name"]


class Disagreement(Exception):
    """Two ways to an answer that do not agree."""


@dataclass(frozen=True)
class Case:
    """A question with all that a comparison needs to ask it again.

    Attributes
    ----------
    problem, truth
        The position and the convention, and what is true of it.
    before
        Questions that are asked of the same search first, where one search gets several.
    choice
        Decides what a comparison chooses at random.
    folder
        Where files may be written.
    """

    problem: Problem
    truth: Truth
    before: tuple[Problem, ...]
    choice: int
    folder: Path

    @property
    def position(self) -> Any:
        return self.problem.position

    @property
    def is_fast(self) -> bool:
        """Whether the fast search knows the game."""
        return getattr(self.position, "name", None) in FAST

    def look_at_limit(self, reason: object) -> None:
        """Ctrl-C, which the engine takes for a limit, ends the campaign."""
        if isinstance(reason, LimitReason) and reason.limit == "interrupt":
            raise KeyboardInterrupt

    def expect(self, wins: bool, what: str) -> None:
        """Compare an outcome with the true one."""
        if wins != self.truth.wins:
            raise Disagreement(f"{what} says {outcome_name(wins)}, and it is {outcome_name(self.truth.wins)}")

    def expect_answer(self, found: Solution, what: str) -> None:
        """Compare a whole answer: the outcome, and that its move wins."""
        self.look_at_limit(found.reason)
        if found.outcome is Outcome.UNKNOWN:
            raise Disagreement(f"{what} does not know the outcome, and no limit was given")
        self.expect(found.outcome is Outcome.N, what)
        if found.move is None and self.truth.winning:
            raise Disagreement(f"{what} names no winning move; one is {show(self.truth.winning[0])}")
        if found.move is not None and found.move not in self.truth.winning:
            raise Disagreement(f"{what} names {show(found.move)}, which does not win")


def outcome_name(wins: bool) -> str:
    """N if the player to move wins, else P."""
    return "N" if wins else "P"


class Comparison(NamedTuple):
    """How to compare, and for one of how many questions; ``slow`` ones wait for the compiler first."""

    run: Callable[[Case], bool | None]
    one_of: int = 1
    slow: bool = False
