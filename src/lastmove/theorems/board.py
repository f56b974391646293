"""Theorems that study a board once and then answer from any start, with certificates of what they have worked out."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.core.limits import watched
from lastmove.core.play import UNDECIDED, Play
from lastmove.core.position import OVER
from lastmove.theorems.rules.labels_check import Labelling
from lastmove.theorems.rules.parity_check import Parity
from lastmove.theorems.statement import BoardVerdict, MoveRange, Theorem, Verdict

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from lastmove.certificates.certificate import Certificate
    from lastmove.core.limits import Meter


class Study(NamedTuple):
    """What a theorem has to say of a board, start by start.

    Attributes
    ----------
    verdict
        The verdict on a start; ``None`` where the hypotheses fail there.
    wins
        Just whether the mover wins there, where that is less work; ``None`` as above.
    certificate
        The evidence for a start; for the whole board if that is ``None``.
    codes
        ``wins`` for all starts in order, one byte each, where that is quicker.
    """

    verdict: Callable[[Any], Verdict | None]
    wins: Callable[[Any], bool | None] | None = None
    certificate: Callable[[Any], Certificate] | None = None
    codes: Callable[[], bytes] | None = None


class BoardTheorem(Theorem):
    """A theorem whose work is done once for all starts of a board."""

    @abstractmethod
    def study(self, board: Any, play: Play, meter: Meter) -> Study | None:
        """What one pass over the board finds; ``None`` if the hypotheses fail on the board whatever the start.

        The board is not empty; a start, if it has one, is not looked at.
        """

    def decide(self, position: Any, play: Play, meter: Meter) -> Verdict | None:
        if position.start is OVER:
            return None
        study = self.study(position, play, meter)
        verdict = study and study.verdict(position.start)
        if study is None or verdict is None or study.certificate is None:
            return verdict
        return verdict.certified(partial(study.certificate, position.start))

    def decide_board(self, board: Any, play: Play, meter: Meter, left: bytes | None = None) -> BoardVerdict:
        starts: tuple[Hashable, ...] = board.starts()
        study = self.study(board, play, meter) if starts else None
        if study is None:
            return BoardVerdict.silent(len(starts))
        verdict, wins, certificate, all_codes = study
        evidence = None if certificate is None else partial(certificate, None)
        if wins is None:
            wanted = b"\1" * len(starts) if left is None else left
            asked = zip(watched(starts, 1), wanted, strict=True)
            return BoardVerdict.of([verdict(start) if want else None for start, want in asked], certificate=evidence)
        known = map(wins, watched(starts, 16)) if all_codes is None else ()
        codes = all_codes() if all_codes else bytes(UNDECIDED if won is None else won for won in known)
        return BoardVerdict(codes, lambda number: verdict(starts[number]), certificate=evidence)


def verdict_from(wins: bool, why: str, winning: Callable[[], Iterable[MoveRange]]) -> Verdict:
    """A verdict whose winning moves are all known; the first of them is the one it names."""
    first = next(iter(winning()), None) if wins else None
    return Verdict(wins, None if first is None else first.make(first.least), why, winning if wins else None)


def lost_if_it_lasts(moves: int, play: Play) -> bool:
    """Whether a game that lasts exactly so many moves more is lost by the player to move."""
    return (moves % 2 == 0) == (play is Play.NORMAL)


def labels(rule: str, loses: Sequence[int]) -> Labelling:
    """The certificate of a labelling of all vertices."""
    return Labelling(rule, tuple(u for u, lost in enumerate(loses) if lost))


def counted(rule: str, board: Any, play: Play, start: object) -> Parity:
    """The certificate of a rule that counts; for the whole board where ``start`` is ``None``."""
    if start is None:
        return Parity(rule)
    return Parity.of(rule, board if board.start == start else board.at(start), play)
