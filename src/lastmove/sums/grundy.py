"""Values of one position: Grundy value, misère value, genus, canonical form; and those of all heaps of a heap game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lastmove.core.errors import InputError, show
from lastmove.core.limits import Limits, Meter, stopping_at_limits
from lastmove.core.notebook import Tabled
from lastmove.core.play import Play, Problem
from lastmove.core.position import check_position
from lastmove.core.renamed import renamed
from lastmove.games.base import Game
from lastmove.games.heap_rules import HeapRules
from lastmove.games.octal import Code, read_code
from lastmove.games.subtraction import Subtraction
from lastmove.heaps.arithmetic_check import ArithmeticPeriod
from lastmove.heaps.check import Period
from lastmove.heaps.values import table_of
from lastmove.search.own_games import OtherKind, OwnGames
from lastmove.sums import LOOK_AHEAD, LOOK_AHEAD_SLOWLY
from lastmove.sums.genus import FormSearch, Genus, GenusSearch, MisereForm
from lastmove.sums.nimbers import NimberSearch

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from lastmove.core.position import Position
    from lastmove.heaps.check import Rules
    from lastmove.sums.tame import Pair


def grundy(position: Position | Problem, *, limits: Limits | None = None) -> int:
    """The Grundy value of a position in normal play; its convention, if it has one, is not looked at.

    Parameters
    ----------
    position
        Any object with ``moves()`` and ``after(move)``, hashable; or a Problem.
    limits
        What may be spent; no limit by default.

    Raises
    ------
    InputError
        If this is no position, or a board that still lacks its start.
    CycleError
        If play can come back to an earlier position.
    LimitReached
        When a limit is spent, and on Ctrl-C.

    Notes
    -----
    Sums and positions that fall apart are worked out component by component, heaps of octal and subtraction games
    from tables, games of one's own by the definition, and everything else by asking for n = 0, 1, ... whether the value
    is n.

    Examples
    --------
    >>> import lastmove as lm
    >>> lm.grundy(lm.Octal("0.77", [5, 7]))
    6
    >>> lm.grundy(lm.Octal("0.77", [10**100]))
    1
    """
    asked, meter = asked_position(position), Meter(limits)
    with stopping_at_limits(meter):
        if not isinstance(asked, Game) and not hasattr(asked, "components"):
            try:
                return OwnGames(Play.NORMAL).value(asked, meter)
            except OtherKind:
                pass  # positions of several classes, some of which may fall apart
        return NimberSearch(meter).value(asked)


def misere_grundy(position: Position | Problem, *, limits: Limits | None = None) -> int:
    """The misère Grundy value g-: 1 where there is no move, else the least value that no option has.

    It is 0 exactly for the P-positions of misère play. Raises like :func:`lastmove.grundy`.

    Examples
    --------
    >>> import lastmove as lm
    >>> [lm.misere_grundy(lm.Octal("0.77", [n])) for n in range(8)]
    [1, 0, 2, 3, 0, 1, 3, 2]
    """
    asked, meter = asked_position(position), Meter(limits)
    with stopping_at_limits(meter):
        pair = _tame_pair(asked, meter)
        return GenusSearch(meter).misere_value(asked) if pair is None else pair.misere


def genus(position: Position | Problem, *, limits: Limits | None = None) -> Genus:
    """The genus: g+, and the misère values of the position and of its sums with one, two, ... Nim heaps of 2.

    Raises like :func:`lastmove.grundy`.

    Examples
    --------
    >>> import lastmove as lm
    >>> str(lm.genus(lm.Octal("0.77", [5])))
    '4^146'
    """
    asked, meter = asked_position(position), Meter(limits)
    with stopping_at_limits(meter):
        pair = _tame_pair(asked, meter)
        return GenusSearch(meter).genus(asked) if pair is None else Genus.of_nim(*pair)


def misere_canonical_form(position: Position | Problem, *, limits: Limits | None = None) -> MisereForm:
    """The simplest game that can stand for the position in every misère sum.

    Raises like :func:`lastmove.grundy`. Equal forms are the same object.

    Examples
    --------
    >>> import lastmove as lm
    >>> lm.misere_canonical_form(lm.Octal("0.77", [4])), lm.misere_canonical_form(lm.Octal("0.77", [5]))
    (1, {{3, 2}, 3, 2, 1})
    """
    asked, meter = asked_position(position), Meter(limits)
    with stopping_at_limits(meter):
        return FormSearch(meter).form(asked)


def _tame_pair(position: Position, meter: Meter) -> Pair | None:
    """Both values of a position if all below it is tame."""
    from lastmove.sums.tame import TameSearch, Wild

    try:
        return TameSearch(meter).pair(position)
    except Wild:
        return None


def asked_position(position: Position | Problem) -> Position:
    """The position that is meant, checked."""
    return check_position(position.position if isinstance(position, Problem) else position)


@dataclass(frozen=True, slots=True, eq=False)
class HeapValues(Tabled):
    """The Grundy values of the heaps 0, 1, 2, ... of a heap game.

    Attributes
    ----------
    values
        A numpy array; an ``array`` of Python where numpy is missing.
    certificate
        The period with the window that proves it (:class:`lastmove.heaps.check.Period`), an arithmetic period
        (:class:`lastmove.heaps.arithmetic_check.ArithmeticPeriod`), or ``None`` where none was proved.
    cycle
        The values up to the end of the first period, if it is proved.
    """

    values: NDArray[np.int32]
    certificate: Period | ArithmeticPeriod | None
    cycle: NDArray[np.int32]

    @property
    def period(self) -> int | None:
        """The period, if it is proved."""
        return self.certificate.period if isinstance(self.certificate, Period) else None

    @property
    def preperiod(self) -> int | None:
        """The least n0 >= 1 such that g(n + period) = g(n) for all n >= n0, if it is proved."""
        return self.certificate.preperiod if isinstance(self.certificate, Period) else None

    @property
    def arithmetic(self) -> ArithmeticPeriod | None:
        """The arithmetic period, if one is proved: g(n + period) = g(n) + saltus for all n >= preperiod."""
        return self.certificate if isinstance(self.certificate, ArithmeticPeriod) else None

    def __getitem__(self, heap: int) -> int:
        """The value of a heap; of any size, once the period is proved."""
        if heap >= len(self.values) and self.certificate is not None:
            return self.certificate.value(self.cycle, heap)
        return int(self.values[heap])

    def __iter__(self) -> Iterator[int]:
        """The values of the heaps 0, 1, ..., as many as were asked for; a proved period does not make it endless."""
        return iter(self.values.tolist())

    def __len__(self) -> int:
        return len(self.values)

    def to_json(self) -> dict[str, object]:
        """The answer object of ``lastmove grundy --octal``."""
        return {"values": self.values.tolist(), **self.period_to_json()}

    def period_to_json(self) -> dict[str, object]:
        """The same without the values."""
        found: dict[str, object] = {"period": self.period, "preperiod": self.preperiod}
        if isinstance(self.certificate, Period):
            return {**found, "window": [self.certificate.preperiod, self.certificate.end]}
        return found if self.arithmetic is None else {**found, "arithmetic": self.arithmetic.to_json()}


@renamed(to="heap")
def heap_values(game: str | HeapRules | Iterable[int], heap: int, *, limits: Limits | None = None) -> HeapValues:
    """The Grundy values of the heaps 0 to ``heap`` of a heap game, and the period where it can be proved.

    Parameters
    ----------
    game
        An octal code, a set of integers (a subtraction game), or :class:`lastmove.HeapRules`.
    heap
        The largest heap.
    limits
        What may be spent; no limit by default.

    Notes
    -----
    The period of a code or of a subtraction game is looked for up to the heap ``max(heap, 2000)`` (100 for codes with
    repeating digits, or that leave three heaps) and proved by a window of equal values; from then on values are read
    off. For codes with repeating digits an arithmetic period is looked for too: the values of Nim and of Lasker's Nim
    grow by the same number, the ``saltus``, in each period. Of a Python function no more is known than it has been
    asked, so nothing is said of its period.

    Examples
    --------
    >>> kayles = heap_values("0.77", 10)
    >>> kayles.values.tolist(), kayles.period, kayles.preperiod
    ([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2], 12, 71)
    """
    if isinstance(heap, bool) or not isinstance(heap, int) or heap < 0:
        raise InputError("heap", f"{show(heap)}; accepted: an integer >= 0")
    rules = rules_of(game)
    table = table_of(rules)
    meter = Meter(limits)
    with stopping_at_limits(meter):
        values = table.values(heap, meter)
        if not isinstance(rules, HeapRules):
            slow = isinstance(rules, Code) and (rules.cycle or rules.most_heaps > 2)
            table.grow(LOOK_AHEAD_SLOWLY if slow else LOOK_AHEAD, meter)
        end = table.period.preperiod + table.period.period if table.period else 1
        return HeapValues(values, table.period, table.values(end - 1, meter))


def rules_of(game: str | HeapRules | Iterable[int]) -> Rules | HeapRules:
    """The rules of a heap game that is given as an octal code, a set of integers or a Python function."""
    if isinstance(game, HeapRules):
        return game
    return read_code(game) if isinstance(game, str) else Subtraction(game, ()).amounts
