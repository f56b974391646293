"""Certificates of whole boards: several together, one for each start, or a rule that looks at every start alike."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lastmove.certificates.certificate import Certificate, CheckResult
from lastmove.certificates.kinds import certificate_from_json
from lastmove.core.errors import Refuted, TooLarge
from lastmove.core.limits import watched
from lastmove.core.play import UNDECIDED
from lastmove.core.position import OVER

if TYPE_CHECKING:
    from typing import Self

    from lastmove.certificates.certificate import Body
    from lastmove.core.play import Play

MOST_PARTS = 50
MOST_WORK = 100_000_000
"""The number of certificates in a :class:`Starts` times the size of the board is at most this."""


def _size(board: Any) -> int:
    """The number of vertices and edges, or of heaps."""
    graph = getattr(board, "graph", None)
    return len(board.starts()) if graph is None else graph.n + graph.m


def check_work(count: int, board: Any) -> None:
    """TooLarge if looking at so many certificates on a board, one by one, would take too long."""
    if count * _size(board) > MOST_WORK:
        raise TooLarge("so many certificates, one by one, take too long on a board of this size")


@dataclass(frozen=True, slots=True)
class Board(Certificate):
    """Certificates that together show every start of a board."""

    kind = "board"

    parts: tuple[Certificate, ...]

    def outcome(self, position: Any, play: Play) -> CheckResult:  # noqa: ARG002
        raise Refuted("this certificate is for a whole board, not for one start")

    def outcomes(self, board: Any, play: Play) -> bytes:
        codes = bytearray([UNDECIDED]) * len(board.starts())
        for part in self.parts:
            for place, code in enumerate(part.outcomes(board, play)):
                if UNDECIDED not in (code, codes[place]) and code != codes[place]:
                    raise Refuted("two certificates contradict each other")
                if code != UNDECIDED:
                    codes[place] = code
        return bytes(codes)

    def body(self) -> dict[str, object]:
        return {"parts": [part.to_json() for part in self.parts]}

    @classmethod
    def read(cls, body: Body) -> Self:
        body.only("parts")
        if len(body.items("parts")) > MOST_PARTS:
            raise Refuted(f"a board has more than {MOST_PARTS} certificates")
        parts = (certificate_from_json(raw, without=(cls.kind,)) for raw in body.items("parts"))
        return cls(tuple(parts))


@dataclass(frozen=True, slots=True)
class Starts(Certificate):
    """A certificate for each start of a board, in order; ``None`` for those it does not speak of."""

    kind = "starts"

    certificates: tuple[Certificate | None, ...]

    def outcome(self, position: Any, play: Play) -> CheckResult:  # noqa: ARG002
        raise Refuted("this certificate is for a whole board, not for one start")

    def outcomes(self, board: Any, play: Play) -> bytes:
        starts = board.starts()
        if len(starts) != len(self.certificates):
            raise Refuted(f"{len(self.certificates)} certificates for {len(starts)} starts")
        given = len(self.certificates) - self.certificates.count(None)
        check_work(given, board)
        codes = bytearray([UNDECIDED]) * len(starts)
        for place, certificate in enumerate(watched(self.certificates, 1)):
            if certificate is not None:
                codes[place] = certificate.outcome(board.at(starts[place]), play).wins
        return bytes(codes)

    def body(self) -> dict[str, object]:
        return {"certificates": [each and each.to_json() for each in self.certificates]}

    @classmethod
    def read(cls, body: Body) -> Self:
        body.only("certificates")
        read = (
            None if raw is None else certificate_from_json(raw, without=("board", cls.kind))
            for raw in body.items("certificates")
        )
        return cls(tuple(read))


Answers = Callable[[int], CheckResult | None]
"""From the number of a start to what is shown of it; ``None`` for nothing."""


@dataclass(frozen=True, slots=True)
class AllAnswers:
    """Answers to every start at once: a byte for each, and the finding for one when it is asked for."""

    codes: bytes
    finding: Answers

    def __call__(self, place: int) -> CheckResult | None:
        return self.finding(place)


class RuleCertificate(Certificate):
    """A certificate whose check looks at the board once and then knows every start."""

    __slots__ = ()

    @abstractmethod
    def answers(self, board: Any, play: Play) -> Answers:
        """What is shown of each start of a board that has some; Refuted if the data does not fit."""

    def outcome(self, position: Any, play: Play) -> CheckResult:
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
