"""Sums by the values of their components, each checked against its options.

In normal play these are Grundy values, as far as they are needed; in misère play of tame games both Grundy values of
every component below. Certificates name no component: they go by the order in which a walk meets them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lastmove.certificates.certificate import Budget, Certificate, CheckResult, move_cost, number, pairs
from lastmove.core.errors import Refuted, show, show_json
from lastmove.core.play import Play
from lastmove.games.edge_nimg import EdgeNimG
from lastmove.games.nim import Nim
from lastmove.games.sum import filed_components, uncancelled
from lastmove.heaps.check import HeapTable, HeapTables
from lastmove.sums.edge_values_check import RULE, edge_value

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator
    from typing import Self

    from lastmove.certificates.certificate import Body
    from lastmove.core.position import Position
    from lastmove.games.sum import Component

    Entry = int | tuple[tuple[int, int], ...]

MOST_WRITTEN = 50_000
"""Certificates that speak of more components are not written."""
MOVE = 30
"""What taking a position apart adds to the steps of a move."""


class Summands:
    """The components of a position: those whose values are known without a table, and the numbers of the others."""

    __slots__ = ("known", "numbers")

    def __init__(self) -> None:
        self.known: list[Any] = []
        self.numbers: list[int] = []


class ComponentWalk:
    """Components in the order in which they are first met, starting with those of one position.

    Parameters
    ----------
    settled
        Whether the value of a component is known without being written: those are not numbered.
    cancel
        Whether equal components cancel in pairs, as they do in normal play.
    most
        Refuted when there are more components than this.
    budget
        What may be spent on moves.
    """

    def __init__(self, settled: Callable[[Any], bool], *, cancel: bool, most: float, budget: Budget) -> None:
        self._settled = settled
        self._cancel = cancel
        self._most = most
        self._budget = budget
        self._cost = 0
        self._numbers: dict[Hashable, int] = {}
        self.found: list[Component] = []

    def see(self, position: Position, around: Hashable = ()) -> Summands:
        """The components of a position; those not met before are numbered."""
        bag = Summands()
        for component in self._components(position, around):
            if self._settled(component.position):
                bag.known.append(component.position)
                continue
            number = self._numbers.get(component.key)
            if number is None:
                number = self._numbers[component.key] = len(self.found)
                self.found.append(component)
                if number >= self._most:
                    raise Refuted(f"there are more than {self._most:,} components below the position")
            bag.numbers.append(number)
        return bag

    def look_up(self, position: Position) -> Summands | None:
        """The same for a position all of whose components were met before; ``None`` for any other."""
        bag = Summands()
        for component in self._components(position, ()):
            if self._settled(component.position):
                bag.known.append(component.position)
            elif component.key in self._numbers:
                bag.numbers.append(self._numbers[component.key])
            else:
                return None
        return bag

    def options(self, component: Component, chosen: set[int] | None = None) -> Iterator[tuple[int, Summands]]:
        """What the moves in a component lead to, each with the number of the move; of all moves, or of the chosen."""
        position, most = component.position, -1 if chosen is None else max(chosen, default=-1)
        if not self._cost:  # no component is larger than the largest of those that the walk began with
            self._cost = MOVE + max(move_cost(each.position) for each in self.found)
        cost = self._cost
        for place, move in enumerate(position.moves()):
            if chosen is not None and place > most:
                break
            self._budget.spend(cost)
            if chosen is None or place in chosen:
                yield place, self.see(position.after(move), component.place)

    def _components(self, position: Position, around: Hashable) -> Iterable[Component]:
        found = filed_components(position, around)
        return uncancelled(found) if self._cancel else found


@dataclass(frozen=True, slots=True)
class Grundy(Certificate):
    """What is said of each component below a sum, and tables of heap games.

    Attributes
    ----------
    values
        For the components in the order in which they are met: the Grundy value, or pairs [k, i] that say that the
        value is not k, because the option that move number i leads to has the value k. Then only these moves are
        followed. Nim heaps, and heaps whose value is in a table, are not listed.
    heaps
        A table for some of the octal and subtraction games.
    rule
        "LM54" if Edge NimG positions of which that says the value are not listed; else empty.
    """

    kind = "grundy"

    values: tuple[Entry, ...]
    heaps: tuple[HeapTable, ...] = ()
    rule: str = ""

    def outcome(self, position: Any, play: Play) -> CheckResult:
        return self._checked(position, play).finding()

    def after(self, position: Any, play: Play, move: Any) -> CheckResult | None:
        return self._checked(position, play).after(position.after(move))

    def _checked(self, position: Any, play: Play) -> _Checked:
        if play is not Play.NORMAL:
            raise Refuted("Grundy values decide normal play")
        return _Checked(self, position)

    def body(self) -> dict[str, object]:
        values = [entry if isinstance(entry, int) else [list(pair) for pair in entry] for entry in self.values]
        rule = {"rule": self.rule} if self.rule else {}
        return {"values": values, **HeapTables.body(self.heaps), **rule}

    @classmethod
    def read(cls, body: Body) -> Self:
        body.only("values", "heaps", "rule")
        return cls(*cls.parts(body))

    @staticmethod
    def parts(body: Body) -> tuple[tuple[Entry, ...], tuple[HeapTable, ...], str]:
        """What is said of each component, the tables, and the rule."""
        rule = body.optional("rule")
        if rule not in (None, RULE):
            raise Refuted(f"rule: {show_json(rule)}; accepted: {RULE}")
        values = tuple(
            pairs(entry, "values") if isinstance(entry, list) else number(entry, "values")
            for entry in body.items("values")
        )
        return values, HeapTables.read(body), RULE if rule else ""

    def is_lost(self, place: int, position: Any, budget: Budget) -> bool:  # noqa: ARG002
        """Whether the value of a component is shown to be 0 without a look at its options; Refuted if falsely."""
        return False


class _Checked:
    """A certificate all of whose entries follow from each other.

    What is said of a component refers to its options only, and games end; so if every entry follows, all are right.
    """

    def __init__(self, certificate: Grundy, position: Any) -> None:
        budget = Budget()
        self.entries = certificate.values
        self.tables = HeapTables()
        for table in certificate.heaps:
            table.check(budget)
            self.tables.add(table)
        self.rule = certificate.rule
        self._by_rule: dict[Hashable, int | None] = {}
        self._budget = budget
        self.walk = ComponentWalk(self._settled, cancel=True, most=len(self.entries), budget=budget)
        self.root = self.walk.see(position)
        for place, component in enumerate(self.walk.found):  # it grows
            entry = self.entries[place]
            if certificate.is_lost(place, component.position, budget):
                if entry != 0:
                    raise Refuted("a component is shown to have the value 0, and said to have another one")
            elif isinstance(entry, int):
                self._check_value(component, entry)
            else:
                self._check_options(component, entry)
        if len(self.walk.found) != len(self.entries):
            raise Refuted(f"{len(self.entries):,} entries for {len(self.walk.found):,} components")

    def _settled(self, position: Any) -> bool:
        return type(position) is Nim or self._known(position) is not None

    def _known(self, position: Any) -> int | None:
        """The value of a heap that a table holds, or of an Edge NimG board that the rule decides."""
        if not self.rule or type(position) is not EdgeNimG:
            return self.tables.value(position)
        key = position.graph, *position.key()
        if key not in self._by_rule:
            self._budget.spend(MOVE + move_cost(position))
            self._by_rule[key] = edge_value(position)
        return self._by_rule[key]

    def total(self, bag: Summands) -> tuple[int, list[int]]:
        """The nim-sum of the values that are known, and the numbers of the components whose value is not."""
        total = 0
        for position in bag.known:
            if type(position) is Nim:
                for heap in position.heaps:
                    total ^= heap
            else:
                total ^= self._known(position) or 0
        open_ = []
        for place in bag.numbers:
            entry = self.entries[place]
            if isinstance(entry, int):
                total ^= entry
            else:
                open_.append(place)
        return total, open_

    def is_value(self, bag: Summands, value: int) -> bool | None:
        """Whether a sum has this value; ``None`` where that is not known."""
        total, open_ = self.total(bag)
        if not open_:
            return total == value
        return False if len(open_) == 1 and self._is_not(open_[0], total ^ value) else None

    def _is_not(self, place: int, value: int) -> bool:
        entry = self.entries[place]
        assert not isinstance(entry, int)
        return any(value == k for k, _ in entry)

    def _check_value(self, component: Any, value: int) -> None:
        """No option has the value, and every smaller one is that of some option."""
        met = set()
        for _, bag in self.walk.options(component):
            total, open_ = self.total(bag)
            if not open_:
                met.add(total)
            elif len(open_) > 1 or not self._is_not(open_[0], total ^ value):
                raise Refuted(f"it is not shown that an option has not the value {show(value)}")
        if value in met or value > len(met) or any(smaller not in met for smaller in range(value)):
            raise Refuted(f"a value {show(value)} is not the least that no option has")

    def _check_options(self, component: Any, claims: tuple[tuple[int, int], ...]) -> None:
        """The options that are pointed at have the values that they are said to have."""
        said = {place: value for value, place in claims}
        if not claims or len(said) != len(claims):
            raise Refuted("of a component nothing is said, or two values of one option")
        for place, bag in self.walk.options(component, set(said)):
            total, open_ = self.total(bag)
            if open_ or total != said.pop(place):
                raise Refuted("an option has not the value that it is said to have")
        if said:
            raise Refuted("there is no option of that number")

    def finding(self) -> CheckResult:
        """Who wins the position."""
        total, open_ = self.total(self.root)
        count = len(self.root.known) + len(self.root.numbers)
        if not count:
            return CheckResult(False, "the components cancel in equal pairs, so the nim-sum is 0")
        components = "1 component" if count == 1 else f"{count:,} components"
        if not open_:
            return CheckResult(total != 0, f"the nim-sum of the values is {show(total)}")
        if self.is_value(self.root, 0) is None:
            raise Refuted("the values of the components are not given")
        return CheckResult(
            True, f"one of {components} has not the value {show(total)}, which is the nim-sum of the others"
        )

    def after(self, position: Any) -> CheckResult | None:
        """Who wins the position after a move, if that is known."""
        bag = self.walk.look_up(position)
        if bag is None:
            return None
        zero = self.is_value(bag, 0)
        return None if zero is None else CheckResult(not zero, f"the nim-sum is {'' if zero else 'not '}0 after it")


def is_single_heap(position: Any) -> bool:
    """Whether this is a Nim heap, whose values are known: they are never written."""
    return type(position) is Nim and len(position.heaps) == 1


@dataclass(frozen=True, slots=True)
class Tame(Certificate):
    """The pairs [g+, g-] of the components below a position, in the order in which they are met; none for Nim heaps."""

    kind = "tame"

    values: tuple[tuple[int, int], ...]

    def outcome(self, position: Any, play: Play) -> CheckResult:
        walk, root = self._checked(position, play)
        total, fickle = self._added(root)
        worth = "every part counts like heaps of 0 or 1" if fickle else "some part counts like heaps above 1"
        count = len(walk.found)
        said = f"all of {count:,} parts below are tame, the nim-sum of the values is {show(total)}, and {worth}"
        return CheckResult(total ^ fickle != 0, said)

    def after(self, position: Any, play: Play, move: Any) -> CheckResult | None:
        walk, _ = self._checked(position, play)
        bag = walk.look_up(position.after(move))
        if bag is None:
            return None
        total, fickle = self._added(bag)
        return CheckResult(total ^ fickle != 0, f"the misère value is {show(total ^ fickle)} after it")

    def _checked(self, position: Any, play: Play) -> tuple[ComponentWalk, Summands]:
        """The walk of all components, every pair of values following from those of the options; and the root."""
        if play is not Play.MISERE:
            raise Refuted("tame games are about misère play")
        walk = ComponentWalk(is_single_heap, cancel=False, most=len(self.values), budget=Budget())
        root = walk.see(position)
        for place, component in enumerate(walk.found):  # it grows
            plus, minus = self.values[place]
            if plus != minus and {plus, minus} != {0, 1}:
                raise Refuted(f"a component with the values {show(plus)} and {show(minus)} is not tame")
            normal, misere = set(), set()
            for _, bag in walk.options(component):
                total, fickle = self._added(bag)
                normal.add(total)
                misere.add(total ^ fickle)
            _check_least(plus, normal, 0)
            _check_least(minus, misere, 1)
        if len(walk.found) != len(self.values):
            raise Refuted(f"{len(self.values):,} pairs of values for {len(walk.found):,} components")
        return walk, root

    def _added(self, bag: Summands) -> tuple[int, bool]:
        """The values of a sum: the nim-sum of the g+, and whether it is fickle, that is, every component is."""
        total, fickle = 0, True
        for nim in bag.known:
            heap = nim.heaps[0]
            total ^= heap
            fickle = fickle and heap <= 1
        for place in bag.numbers:
            plus, minus = self.values[place]
            total ^= plus
            fickle = fickle and plus != minus
        return total, fickle

    def body(self) -> dict[str, object]:
        return {"values": [list(pair) for pair in self.values]}

    @classmethod
    def read(cls, body: Body) -> Self:
        body.only("values")
        body.get("values")
        return cls(body.pairs("values"))


def _check_least(value: int, met: set[int], when_over: int) -> None:
    """Refuted if the value is not the least that is not met; where there is no option, it is ``when_over``."""
    least = 0 if met else when_over
    while least in met:
        least += 1
    if value != least:
        raise Refuted(f"a value {show(value)} is not the least that no option has")
