"""Tables of values of octal and subtraction games: each value from those of smaller heaps, and a window of equal
values that proves the period."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import lcm
from operator import xor
from typing import TYPE_CHECKING, Any, ClassVar

from lastmove.certificates.certificate import Body, Budget, array, number, numbers
from lastmove.core.errors import InputError, Refuted, TooLarge, show, show_json
from lastmove.core.optional import is_there
from lastmove.games.octal import Code, Octal, read_code
from lastmove.games.subtraction import Subtraction
from lastmove.heaps.arithmetic_check import ArithmeticPeriod

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Self


@dataclass(frozen=True, slots=True)
class Period:
    """That the value of a heap of n + ``period`` is that of a heap of n for every n >= ``preperiod``.

    ``preperiod`` is the least such n that is at least 1. The proof is a finite check, the *window*: the equation,
    with ``span`` for the period, holds for ``preperiod`` <= n < ``end``.

    Attributes
    ----------
    heaps
        How many heaps a move leaves of one, at most.
    longest
        The most tokens that a move takes; for a code whose digits repeat for ever, how many digits (d0 too) stand
        before those.
    cycle
        How many digits repeat for ever; 0 for none.

    Notes
    -----
    Write p, n0, h, d for span, preperiod, heaps and longest. Let n >= end, and the equation hold below n.

    Without repeating digits end = h n0 + (h - 1) p + d. The heaps that an option of n + p leaves have a sum of at least
    h (n0 + p), so the largest is at least n0 + p: p tokens fewer there change no value and give an option of n. In the
    same way options of n, whose largest heap is at least n0, give options of n + p. So both have the same values among
    their options (Guy and Smith).

    With c repeating digits p is a multiple of c, and end = h (n0 + p) + d. Options whose largest heap is at least
    n0 + p (for n: n0) correspond as before. Any other option of n + p leaves less than h (n0 + p) tokens, so both
    from n + p and from n it takes at least d; as c divides p the digits are equal, and the same heaps are an option
    of n. In the same way the other options of n are options of n + p.

    References
    ----------
    R. K. Guy, C. A. B. Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52 (1956), 514-526.
    """

    period: int
    preperiod: int
    heaps: int
    longest: int
    cycle: int = 0
    saltus: ClassVar[int] = 0
    """What the values grow by in a period; see :class:`~lastmove.heaps.arithmetic_check.ArithmeticPeriod`."""

    @property
    def span(self) -> int:
        """The multiple of the period that the window is about: one that the repeating digits have too."""
        return lcm(self.period, self.cycle) if self.cycle else self.period

    @property
    def end(self) -> int:
        """Where the window ends: the first n whose equation need not be looked at."""
        h, n0, p = max(self.heaps, 1), self.preperiod, self.span
        return h * n0 + (h if self.cycle else h - 1) * p + self.longest

    @property
    def needed(self) -> int:
        """How many values, from that of the heap 0 on, the proof looks at."""
        return self.end + self.span

    def holds(self, values: Sequence[int]) -> bool:
        """Whether these values, of the heaps 0, 1, 2, ..., are enough and equal on the whole window."""
        p, n0 = self.period, self.preperiod
        if p < 1 or n0 < 1 or len(values) < self.needed:
            return False
        if any(values[n] != values[n + self.span] for n in range(n0, self.end)):
            return False
        return self.span == p or all(values[n] == values[n + p] for n in range(n0, n0 + self.span))

    def is_least(self, values: Sequence[int]) -> bool:
        """Whether no smaller period and no smaller preperiod is right, where this one holds.

        A smaller period would divide this one, as the greatest common divisor of two periods is a period too.
        """
        p, n0 = self.period, self.preperiod
        once = range(n0, n0 + p)
        shorter = (q for q in range(1, p // 2 + 1) if p % q == 0)
        if any(all(values[n] == values[self.heap(n + q)] for n in once) for q in shorter):
            return False
        return n0 == 1 or values[n0 - 1] != values[n0 - 1 + p]

    def heap(self, n: int) -> int:
        """The smallest heap with the same value as a heap of n, by the period alone."""
        return n if n < self.preperiod else self.preperiod + (n - self.preperiod) % self.period

    def value(self, values: Any, n: int) -> int:
        """The value of a heap of n, by those of the first heaps."""
        return int(values[self.heap(n)])


LONGEST = 20_000
"""Longer tables are neither written nor read."""
_LONG_ROW = 600
"""From this many tokens on numpy splits a heap faster."""

Rules = Code | tuple[int, ...]
"""What a table is about: a code, or the set of a subtraction game."""


def game_of(position: object) -> Rules | None:
    """The rules of a position whose heaps may have a table."""
    if type(position) is Octal:
        return position.rule
    return position.amounts if type(position) is Subtraction else None


def named(rules: Rules) -> str | tuple[int, ...]:
    """A game as certificates name it: an octal code as text, or the set of a subtraction game."""
    return str(rules) if isinstance(rules, Code) else rules


def called(rules: Rules) -> str:
    """A game as people write it: ``0.77``, ``{1, 2, 5}``."""
    return str(rules) if isinstance(rules, Code) else f"{{{', '.join(map(str, rules))}}}"


class OptionValues:
    """The values that the options of each heap have, as bits of an integer, from the rules alone.

    Heaps are asked for in order: ``values`` must hold the right values of all smaller heaps by then.
    """

    def __init__(self, rules: Rules, values: Sequence[int], budget: Budget | None = None) -> None:
        self.rules = rules
        self.values = values
        self._budget = budget or Budget()
        self._splits: dict[tuple[int, int], int] = {}
        self._array: Any = None

    def reached(self, heap: int) -> int:
        """Bit v is set if some option of a heap has the value v."""
        found = 0
        if not isinstance(self.rules, Code):
            for amount in self.rules:
                if amount > heap:
                    break
                self._budget.spend(10)
                found |= 1 << self.values[heap - amount]
            return found
        if heap == 0:
            return 0
        for taken, digit in self.rules.up_to(heap):
            left = heap - taken
            self._budget.spend(30)
            if digit & 1 and not left:
                found |= 1
            if digit & 2 and left:
                found |= 1 << self.values[left]
            for count in range(2, digit.bit_length()):
                if digit >> count & 1:
                    found |= self._ways(left, count)
        return found

    def _ways(self, total: int, count: int) -> int:
        """The values of all ways to split ``total`` tokens into ``count`` >= 2 heaps, none of them empty."""
        known = self._splits.get((total, count))
        if known is None:
            self._budget.spend(total)
            if count > 2:
                rest: dict[int, int] = {}  # for each value of the first heap, the values of all ways to split the rest
                for first in range(1, total - count + 2):
                    value = self.values[first]
                    rest[value] = rest.get(value, 0) | self._ways(total - first, count - 1)
                known = 0
                for value, bits in rest.items():
                    self._budget.spend(4 * bits.bit_length())
                    known |= _shifted(bits, value)
            elif total < _LONG_ROW or not is_there("numpy"):
                half, values = total // 2, self.values
                known = sum(
                    1 << v for v in set(map(xor, values[1 : half + 1], values[total - 1 : total - half - 1 : -1]))
                )
            else:
                known = self._long_row(total)
            self._splits[total, count] = known
        return known

    def _long_row(self, total: int) -> int:
        import numpy as np

        if self._array is None or len(self._array) < total:
            self._array = np.array(self.values[: 2 * total], np.int64)
        half = total // 2
        met = self._array[1 : half + 1] ^ self._array[total - half : total][::-1]
        seen = np.zeros(int(met.max()) + 1, np.bool_)
        seen[met] = True
        return int.from_bytes(np.packbits(seen, bitorder="little").tobytes(), "little")


def _shifted(bits: int, value: int) -> int:
    """The bits at v ^ value for the bits at v."""
    found, v = 0, 0
    while bits:
        if bits & 1:
            found |= 1 << (v ^ value)
        bits >>= 1
        v += 1
    return found


@dataclass(frozen=True, slots=True)
class HeapTable:
    """The values of the heaps 0, 1, 2, ... of one game, and the period where they prove one.

    Attributes
    ----------
    game
        What :func:`named` makes of its rules.
    """

    game: str | tuple[int, ...]
    values: tuple[int, ...]
    period: int | None = None
    preperiod: int | None = None
    saltus: int = 0
    rules: Rules = field(init=False, compare=False)
    proof: Period | ArithmeticPeriod | None = field(init=False, compare=False, default=None)

    def __post_init__(self) -> None:
        rules = read_code(self.game) if isinstance(self.game, str) else self.game
        object.__setattr__(self, "rules", rules)
        if self.period is not None and self.preperiod is not None:
            proof: Period | ArithmeticPeriod = window(rules, self.period, self.preperiod)
            if self.saltus and isinstance(rules, Code):
                proof = ArithmeticPeriod(self.period, self.preperiod, self.saltus, rules)
            object.__setattr__(self, "proof", proof)

    def check(self, budget: Budget) -> None:
        """Refuted if a value is not the least that no option has, or the period is not proved."""
        options = OptionValues(self.rules, self.values, budget)
        for heap, value in enumerate(self.values):
            budget.spend(10)
            reached = options.reached(heap)
            if (~reached & (reached + 1)).bit_length() - 1 != value:
                raise Refuted(f"a heap of {heap} has not the value {show(value)}")
        if self.proof is None:
            return
        if isinstance(self.proof, ArithmeticPeriod):
            holds = self.proof.holds(self.values, budget.spend)
        else:
            holds = self.proof.holds(self.values)
        if not holds:
            raise Refuted(f"the values do not prove the period {show(self.period)} from {show(self.preperiod)} on")

    def value(self, heap: int) -> int | None:
        """The value of a heap; ``None`` where the table does not hold it."""
        if self.proof is not None:
            return self.proof.value(self.values, heap) if self.proof.heap(heap) < len(self.values) else None
        return self.values[heap] if heap < len(self.values) else None

    def body(self) -> dict[str, object]:
        """The JSON object of this table."""
        named: dict[str, object] = {"code": self.game} if isinstance(self.game, str) else {"set": list(self.game)}
        named["values"] = list(self.values)
        if self.period is None:
            return named
        found = {**named, "period": self.period, "preperiod": self.preperiod}
        return {**found, "saltus": self.saltus} if self.saltus else found

    @classmethod
    def of(cls, rules: Rules, values: Iterable[int], period: Period | ArithmeticPeriod | None) -> Self:
        """The values of the heaps of a game, with what proves their period if there is one."""
        if period is None:
            return cls(named(rules), tuple(values))
        return cls(named(rules), tuple(values), period.period, period.preperiod, period.saltus)

    @classmethod
    def read(cls, raw: object) -> Self:
        """The table of a JSON object; Refuted if it has the wrong form."""
        if not isinstance(raw, dict):
            raise Refuted(f"heaps: {show_json(raw)}; accepted: an object with code or set, and values")
        body = Body(raw)
        body.only("code", "set", "values", "period", "preperiod", "saltus")
        values = body.numbers("values")
        if len(values) > LONGEST:
            raise TooLarge(f"a table of {len(values):,} heaps; accepted: up to {LONGEST:,}")
        given = [body.optional(name) for name in ("period", "preperiod")]
        if (given[0] is None) != (given[1] is None):
            raise Refuted("period and preperiod stand together, or neither")
        period, preperiod = (None if each is None else number(each, "period") for each in given)
        given_saltus = body.optional("saltus")
        saltus = 0 if given_saltus is None else number(given_saltus, "saltus")
        game = _game(body)
        if saltus and (period is None or not isinstance(game, str)):
            raise Refuted("saltus: accepted: beside a period, for codes")
        return cls(game, values, period, preperiod, saltus)


def _game(body: Body) -> str | tuple[int, ...]:
    if (body.optional("code") is None) == (body.optional("set") is None):
        raise Refuted("a table of heaps has a code or a set")
    if body.optional("code") is not None:
        try:
            return str(read_code(body.text("code")))
        except InputError as error:
            raise Refuted(str(error)) from None
    amounts = numbers(body.get("set"), "set")
    if not amounts or amounts[0] < 1 or list(amounts) != sorted(set(amounts)):
        raise Refuted("set: accepted: integers >= 1, ascending")
    return amounts


MOST_TABLES = 50
"""A certificate has no more tables."""


class HeapTables:
    """The tables of one certificate, each of another game."""

    def __init__(self) -> None:
        self.by_rules: dict[Rules, HeapTable] = {}

    def add(self, table: HeapTable) -> None:
        """One more table; Refuted if there is one of its game."""
        if self.by_rules.setdefault(table.rules, table) is not table:
            raise Refuted("two tables are of one game")

    def value(self, position: Any) -> int | None:
        """The value of a single heap that a table holds; ``None`` for every other position."""
        rules = game_of(position)
        table = self.by_rules.get(rules) if rules is not None else None
        return None if table is None or len(position.heaps) != 1 else table.value(position.heaps[0])

    @staticmethod
    def read(body: Body) -> tuple[HeapTable, ...]:
        """The field ``heaps`` of a certificate."""
        tables = array(body.optional("heaps") or [], "heaps")
        if len(tables) > MOST_TABLES:
            raise Refuted(f"there are more than {MOST_TABLES} tables of heaps")
        return tuple(map(HeapTable.read, tables))

    @staticmethod
    def body(tables: Iterable[HeapTable]) -> dict[str, object]:
        """The same field as it is written, left out where there are no tables."""
        written = [table.body() for table in tables]
        return {"heaps": written} if written else {}


def window(rules: Rules, period: int, preperiod: int) -> Period:
    """The period as a claim: what has to be looked at to prove it."""
    if not isinstance(rules, Code):
        return Period(period, preperiod, 1, rules[-1])
    digits, cycle = len(rules.digits), len(rules.cycle)
    return Period(period, preperiod, max(rules.most_heaps, 1), digits if cycle else digits - 1, cycle)


def grown(rules: Rules, values: list[int], to: int) -> Iterator[int]:
    """The heaps up to ``to`` whose values are not listed yet, each once its value has been added."""
    options = OptionValues(rules, values)
    for heap in range(len(values), to + 1):
        reached = options.reached(heap)
        values.append((~reached & (reached + 1)).bit_length() - 1)
        yield heap
