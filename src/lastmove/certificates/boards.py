"""Whole boards: several certificates together, or one for each start."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lastmove.certificates.certificate import UNDECIDED, Certificate, Finding
from lastmove.core.errors import Refuted, TooLarge
from lastmove.core.limits import watched

if TYPE_CHECKING:
    from typing import Self

    from lastmove.certificates.untrusted import Body
    from lastmove.core.play import Play

__all__ = ["Board", "Starts", "check_work"]

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

    def outcome(self, position: Any, play: Play) -> Finding:  # noqa: ARG002
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
        from lastmove.certificates.kinds import certificate_from_json

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

    def outcome(self, position: Any, play: Play) -> Finding:  # noqa: ARG002
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
        from lastmove.certificates.kinds import certificate_from_json

        body.only("certificates")
        read = (
            None if raw is None else certificate_from_json(raw, without=("board", cls.kind))
            for raw in body.items("certificates")
        )
        return cls(tuple(read))
