"""Grundy values of deletion games on every member of a family, proved where the kinds of pieces are few."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lastmove.core.errors import InputError, LimitReached, Refuted, printable, show
from lastmove.core.limits import Meter, stopping_at_limits
from lastmove.core.solution import LimitReason
from lastmove.families.check_values import GAMES, StripPieces, ValueChecker, ValueFamilyProof, has_values, reason_of
from lastmove.families.columns import any_columns
from lastmove.graphs.random import integer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lastmove.core.limits import Limits
    from lastmove.families.columns import Columns

_LEAST_ROWS = 12
_FIRST = 20
"""Runs of so many columns are looked at first; twice as many each time."""


def family_values(
    spec: str | Columns | Mapping[str, object], *, game: str = "node-kayles", limits: Limits | None = None
) -> ValueFamily:
    """The Grundy value of every member of a family of strips or rings, with its period.

    Parameters
    ----------
    spec
        As of :func:`lastmove.family`; strips and rings without caps, whose columns hang together.
    game
        ``node-kayles`` or ``arc-kayles``.
    limits
        What it may cost. When a limit is spent the status is ``unknown``, and the values that were found are there.

    Examples
    --------
    >>> found = family_values("path:n", game="arc-kayles")
    >>> found.status, found.preperiod, found.period, found.value(10**30)
    ('proved', 53, 34, 1)
    """
    columns = any_columns(spec)
    if game not in GAMES:
        raise InputError("game", f"{show(game)}; accepted: {', '.join(GAMES)}")
    if not has_values(columns):
        accepted = "undirected strips and rings without caps and loops, whose columns hang together"
        raise InputError("family", f"{columns.name}; accepted for Grundy values: {accepted}")
    found = ValueFamily(columns, game)
    found.work(Meter(limits))
    return found


@dataclass(eq=False)
class ValueFamily:
    """What is known of the Grundy values of a family.

    Attributes
    ----------
    columns, game
        What was asked.
    grundy
        The values of the first members, by the number of columns.
    stopped
        The limit that was spent, or why no proof of this kind is possible; ``None`` where the period is proved.
    """

    columns: Columns
    game: str

    def __post_init__(self) -> None:
        self.grundy: dict[int, int] = {}
        self.stopped: LimitReason | str | None = None
        self._checker: ValueChecker | None = None
        self._kinds: int | None = None

    def work(self, meter: Meter) -> None:
        """Look for a period in longer and longer strips."""
        pieces = StripPieces(self.columns, self.game, meter.spend)
        try:
            with stopping_at_limits(meter):
                self._find(pieces)
        except LimitReached as stop:
            self.stopped = LimitReason(stop.limit, meter.positions, meter.seconds)
        except Refuted as problem:
            self.stopped = str(problem)

    def _find(self, pieces: StripPieces) -> None:
        bound = 4 * pieces.reach
        whole = ValueChecker(ValueFamilyProof(self.columns, 1, 1, bound), self.game, pieces)
        for n in range(whole.least, whole.least + _LEAST_ROWS):
            self.grundy[n] = pieces.member(n)
        to = _FIRST
        while True:
            kinds = whole.kinds()
            rows = [tuple(pieces.value(whole.piece(kind, m)) for kind in kinds) for m in range(bound + 1, to + 1)]
            for period in range(1, len(rows) // 2):
                same = len(rows) - period
                while same and rows[same - 1] == rows[same - 1 + period]:
                    same -= 1
                preperiod = max(same + bound + 1, pieces.reach + 2)
                if 2 * (preperiod + period) + 2 * pieces.reach + 1 > to:
                    continue
                checker = ValueChecker(ValueFamilyProof(self.columns, preperiod, period, bound), self.game, pieces)
                checker.check()
                first, again = checker.least_period
                self.grundy = {
                    n: checker.value(n) for n in range(checker.least, max(_LEAST_ROWS, first + 2 * again) + 1)
                }
                self._kinds = len(checker.kinds())
                pieces.spend = lambda _: None  # the question is over
                self._checker = checker
                return
            to *= 2

    @property
    def status(self) -> str:
        """``proved`` or ``unknown``."""
        return "unknown" if self._checker is None else "proved"

    @property
    def stopped_by(self) -> str | None:
        """The limit that was spent, if one was."""
        return self.stopped.limit if isinstance(self.stopped, LimitReason) else None

    @property
    def preperiod(self) -> int | None:
        """From which number of columns on the values have the period, if that is proved."""
        return None if self._checker is None else self._checker.least_period[0]

    @property
    def period(self) -> int | None:
        """After how many columns the values come again, if that is proved."""
        return None if self._checker is None else self._checker.least_period[1]

    def value(self, n: int) -> int:
        """The Grundy value of the member with n columns; an InputError where it is not known."""
        if self._checker is None:
            if n in self.grundy:
                return self.grundy[n]
            raise InputError("at", f"{show(n)}; the period is not proved, and this member was not reached")
        return self._checker.value(integer("at", n, self._checker.least))

    def move(self, n: int) -> dict[str, object] | None:
        """A winning move on the member with n columns, as JSON; ``None`` if there is none, or none is known."""
        return None if self._checker is None or not self.value(n) else self._checker.move(n)

    def answer(self, n: int, *, certificate: bool = False) -> dict[str, object]:
        """The answer object of ``lastmove family --at N``."""
        about: dict[str, object] = {**self._about(), "at": n} if certificate else {}
        if self._checker is None:
            return {**about, "outcome": "unknown", "grundy": None, "reason": self._why()}
        value = self.value(n)
        said: dict[str, object] = {"outcome": "N" if value else "P", "move": self.move(n), "grundy": value}
        return {**about, **said, "reason": reason_of(self._checker, n), **self._evidence(certificate)}

    def to_json(self, *, certificate: bool = False) -> dict[str, object]:
        """The answer object of ``lastmove family``."""
        made: dict[str, object] = {
            **self._about(),
            "status": self.status,
            "preperiod": self.preperiod,
            "period": self.period,
            "types": self._kinds,
            "grundy": {str(n): value for n, value in self.grundy.items()},
        }
        if self._checker is None:
            return {**made, "reason": self._why()}
        return {**made, **self._evidence(certificate)}

    def _about(self) -> dict[str, object]:
        return {"family": self.columns.name, "game": self.game, "play": "normal"}

    def _why(self) -> dict[str, object]:
        if isinstance(self.stopped, LimitReason):
            return self.stopped.to_json()
        return {"kind": "method", "text": f"this kind of proof does not apply: {self.stopped}"}

    def _evidence(self, wanted: bool) -> dict[str, object]:
        return {"certificate": self._checker.proof.to_json()} if wanted and self._checker is not None else {}

    def __str__(self) -> str:
        """For people: the claim, and the first values."""
        if self._checker is None:
            why = self.stopped if isinstance(self.stopped, str) else f"{self.stopped_by} limit"
            claim = f"no period proved ({why})"
        else:
            claim = f"period {self.period} from n = {self.preperiod} on, proved for every n"
        values = " ".join(str(value) for value in self.grundy.values())
        first = next(iter(self.grundy), 1)
        return f"{printable(self.columns.name)}, {self.game}, Grundy values: {claim}\nn = {first}, ...: {values}"
