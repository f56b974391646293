"""Certificates that apply a rule to every start of a board alike: what `labelling` and `parity` share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lastmove.certificates.certificate import UNDECIDED, Certificate, Finding
from lastmove.core.errors import Refuted
from lastmove.core.limits import watched
from lastmove.core.position import OVER

if TYPE_CHECKING:
    from lastmove.core.play import Play

__all__ = ["AllAnswers", "Answers", "RuleCertificate", "lasts"]

Answers = Callable[[int], Finding | None]
"""From the number of a start to what is shown of it; ``None`` for nothing."""


@dataclass(frozen=True, slots=True)
class AllAnswers:
    """Answers to every start at once: a byte for each, and the finding for one when it is asked for."""

    codes: bytes
    finding: Answers

    def __call__(self, place: int) -> Finding | None:
        return self.finding(place)


class RuleCertificate(Certificate):
    """A certificate whose check looks at the board once and then knows every start."""

    __slots__ = ()

    @abstractmethod
    def answers(self, board: Any, play: Play) -> Answers:
        """What is shown of each start of a board that has some; Refuted if the data does not fit."""

    def outcome(self, position: Any, play: Play) -> Finding:
        start = getattr(position, "start", None)
        if start is None or start is OVER:
            raise Refuted("there is no token")
        answers = self.answers(position, play)
        graph = getattr(position, "graph", None)
        place = position.starts().index(start) if graph is None else graph.index(start)
        found = answers(place)
        if found is None:
            raise Refuted("the certificate says nothing of this start")
        return found

    def outcomes(self, board: Any, play: Play) -> bytes:
        count = len(board.starts())
        if not count:
            return b""
        answers = self.answers(board, play)
        if isinstance(answers, AllAnswers):
            return answers.codes
        found = map(answers, watched(range(count), 16))
        return bytes(UNDECIDED if finding is None else finding.wins for finding in found)


def lasts(moves: int, play: Play) -> bool:
    """Whether the mover wins a game that lasts exactly so many moves."""
    return (moves % 2 == 1) != play.wins_when_stuck
