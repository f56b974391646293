"""Misère quotients held against the rules: is a finite monoid, with an element for every component, right about play?

A monoid gives every sum of atoms an element, and calls some elements lost. It is right if every sum with a move is
lost exactly when no move from it leads to a lost one, and the empty sum is not lost. Two tests show that for
infinitely many sums; sets of elements are strings of bytes 0 and 1, one for each element.

*From lost no move leads to lost.* For an atom g with options e: no z makes both z·g and z·e lost.

*From won some move leads to lost.* Let W(X) be the set of all z such that a move inside X, beside z, leads to a lost
element. W(X + g) consists of the z with z·g in W(X) and the z with z·X in W(g). A sum X is fine if it is lost or W(X)
contains 1. If X and Y have one element and W(X) is part of W(Y), then whatever is fine with X in it is fine with Y in
its place; so it is enough to go through the least sets of each element, and these are finitely many.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from lastmove.certificates.certificate import Budget, Certificate, CheckResult, numbers
from lastmove.core.errors import Refuted, TooLarge
from lastmove.core.play import Play
from lastmove.games.octal import Code, partitions
from lastmove.heaps.check import LONGEST, HeapTable, HeapTables, game_of, window
from lastmove.sums.check import ComponentWalk, Summands

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
    from typing import Self

    from lastmove.certificates.certificate import Body
    from lastmove.heaps.check import Rules


class CheckedMonoid:
    """A commutative monoid from the steps of its generators; element 0 is the identity.

    Parameters
    ----------
    steps
        For each generator, what every element times it is.
    lost
        The elements that are P-positions.

    Raises
    ------
    Refuted
        If the steps do not commute, do not lead to every element, or two elements are never told apart.
    """

    def __init__(self, steps: Sequence[Sequence[int]], lost: Collection[int], budget: Budget) -> None:
        self._budget = budget
        self.order = size = len(steps[0]) if steps else 1
        if any(len(step) != size or max(step) >= size for step in steps) or any(each >= size for each in lost):
            raise Refuted(f"the steps and the lost elements are not about {size:,} elements")
        if 0 in lost:
            raise Refuted("the empty sum is called lost; in misère play it is won")
        self.lost = frozenset(lost)
        self._flags = bytes(element in self.lost for element in range(size))
        for place, step in enumerate(steps):
            for other in steps[:place]:
                budget.spend(size)
                if any(step[other[x]] != other[step[x]] for x in range(size)):
                    raise Refuted("two generators do not commute")
        self.generators = [step[0] for step in steps]
        self._columns = self._multiplied(steps)
        self._images = [_chooser(column) for column in self._columns]
        """For each y, a function that takes a set of elements to all x with x·y in it."""
        self._losing = [self._pulled(self._flags, element) for element in range(size)]
        """For each y, the x with x·y lost."""
        if len(set(self._losing)) != size:
            raise Refuted("two elements are never told apart, so this is not the quotient")

    def paid_by(self, budget: Budget) -> CheckedMonoid:
        """The same monoid, for a check with a budget of its own."""
        found = copy(self)
        found._budget = budget
        return found

    def times(self, element: int) -> Sequence[int]:
        """What every element times this one is."""
        return self._columns[element]

    def _multiplied(self, steps: Sequence[Sequence[int]]) -> list[Sequence[int]]:
        """For each y, what every x times y is; commuting steps that reach y from 0 in two ways do the same."""
        columns: dict[int, Sequence[int]] = {0: tuple(range(self.order))}
        waiting = [0]
        for element in waiting:  # it grows
            self._budget.spend(self.order + len(steps))
            for step in steps:
                if step[element] not in columns:
                    columns[step[element]] = tuple(step[x] for x in columns[element])
                    waiting.append(step[element])
        if len(columns) != self.order:
            raise Refuted("the generators do not lead to every element")
        return [columns[element] for element in range(self.order)]

    def _pulled(self, wanted: bytes, element: int) -> bytes:
        """All x such that x times the element is wanted."""
        self._budget.spend(1 + self.order // 8)
        return self._images[element](wanted)

    def product(self, elements: Iterable[int]) -> int:
        """The product of some elements."""
        found = 0
        for element in elements:
            found = self._columns[element][found]
        return found

    def power(self, element: int, exponent: int) -> int:
        """An element times itself, so many times."""
        found = 0
        while exponent:
            if exponent & 1:
                found = self._columns[element][found]
            element = self._columns[element][element]
            exponent >>= 1
        return found

    def with_element(self, made: set[int], element: int) -> set[int]:
        """What some elements that are closed under products, and one more, multiply to."""
        newest = made
        while newest:
            self._budget.spend(len(newest))
            newest = {self._columns[element][each] for each in newest} - made
            made = made | newest
        return made

    def is_generated_by(self, elements: Iterable[int]) -> bool:
        """Whether every element is a product of these."""
        made = {0}
        for element in elements:
            if element not in made:
                made = self.with_element(made, element)
        return len(made) == self.order

    def check(self, atoms: Iterable[tuple[int, frozenset[int]]]) -> None:
        """Refuted if the outcomes are wrong for sums of these atoms, each an element and those of its options."""
        kinds: dict[tuple[int, frozenset[int]], bytes] = {}
        for image, options in atoms:
            if not options:
                if image:
                    raise Refuted("a component without moves is not the identity")
            elif (image, options) not in kinds:
                wins = bytes(self.order)
                for option in options:
                    wins = _joined(wins, self._losing[option])
                if _meet(wins, self._losing[image]):
                    raise Refuted("a move leads from a lost sum to a lost one")
                kinds[image, options] = wins
        if {image for image, _ in kinds}.issuperset(self.generators):
            self._check_won([(image, wins) for (image, _), wins in kinds.items()])
        else:
            raise Refuted("a generator is not the element of a component")

    def _check_won(self, atoms: list[tuple[int, bytes]]) -> None:
        """Every sum that is not lost has a move to a lost one, and so is rightly won."""
        beside = [[self._pulled(wins, x) for x in range(self.order)] for _, wins in self._least(atoms)]
        images = [image for image, _ in self._least(atoms)]
        least: list[list[int]] = [[] for _ in range(self.order)]
        waiting = [(0, bytes(self.order))]
        while waiting:
            element, wins = waiting.pop()
            if not self._added(least[element], wins):
                continue
            for image, pulled in zip(images, beside, strict=True):
                more = _joined(self._pulled(wins, image), pulled[element])
                product = self._columns[image][element]
                if not more[0] and product not in self.lost:
                    raise Refuted("a sum is called won, and no move in it leads to a lost one")
                waiting.append((product, more))

    def _least(self, atoms: list[tuple[int, bytes]]) -> list[tuple[int, bytes]]:
        """The atoms without those of which another has the same element and no more ways to win."""
        kept: list[list[int]] = [[] for _ in range(self.order)]
        ordered = sorted(atoms, key=lambda atom: sum(atom[1]))
        return [(image, wins) for image, wins in ordered if self._added(kept[image], wins)]

    def _added(self, known: list[int], wins: bytes) -> bool:
        """Put a set among the least ones, unless one of them is part of it."""
        number = int.from_bytes(wins)
        self._budget.spend(1 + len(known) * (1 + self.order // 64))
        if any(not part & ~number for part in known):
            return False
        known[:] = [part for part in known if number & ~part]
        known.append(number)
        return True


def _chooser(column: Sequence[int]) -> Callable[[bytes], bytes]:
    if len(column) == 1:
        return lambda wanted: wanted
    choose = itemgetter(*column)
    return lambda wanted: bytes(choose(wanted))


def _joined(one: bytes, other: bytes) -> bytes:
    return (int.from_bytes(one) | int.from_bytes(other)).to_bytes(len(one))


def _meet(one: bytes, other: bytes) -> bool:
    return bool(int.from_bytes(one) & int.from_bytes(other))


MOST_ELEMENTS = 2_000
MOST_GENERATORS = 200


class SeenRight:
    """What was found right about evidence that speaks of heaps only, whatever sum of them it is shown with.

    It belongs to one object in one process: what was copied or read is checked anew.

    Attributes
    ----------
    monoid
        The monoid, once it and the tables are known to be right.
    steps
        What seeing that cost; every check pays it, so that none depends on earlier ones.
    """

    __slots__ = ("monoid", "steps")

    def __init__(self) -> None:
        self.monoid: CheckedMonoid | None = None
        self.steps = 0

    def __reduce__(self) -> tuple[type[SeenRight], tuple[()]]:
        return SeenRight, ()

    def __deepcopy__(self, memo: object) -> SeenRight:
        return SeenRight()


@dataclass(frozen=True, slots=True)
class Quotient(Certificate):
    """A misère quotient.

    Attributes
    ----------
    steps
        For each generator, what every element times it is; the elements are 0 (the identity), 1, 2, ...
    lost
        The elements that are P-positions.
    values
        The elements of the components below the position, in the order in which they are met; heaps that a table
        tells are not listed.
    heaps
        The elements of the heaps 0, 1, 2, ... of some heap games, with their period where they prove one.
    seen
        What is known of this object already, where it speaks of heaps only.
    """

    kind = "quotient"

    steps: tuple[tuple[int, ...], ...]
    lost: tuple[int, ...]
    values: tuple[int, ...] = ()
    heaps: tuple[HeapTable, ...] = ()
    seen: SeenRight = field(default_factory=SeenRight, init=False, repr=False, compare=False)

    def outcome(self, position: Any, play: Play) -> CheckResult:
        return self.checked(position, play).finding()

    def after(self, position: Any, play: Play, move: Any) -> CheckResult | None:
        return self.checked(position, play).after(position.after(move))

    def checked(self, position: Any, play: Play = Play.MISERE) -> CheckedQuotient:
        """The quotient, once it is known to be right about a position and all below it; Refuted otherwise."""
        if play is not Play.MISERE:
            raise Refuted("misère quotients are about misère play")
        return CheckedQuotient(self, position)

    def body(self) -> dict[str, object]:
        return {
            "steps": [list(step) for step in self.steps],
            "lost": list(self.lost),
            "values": list(self.values),
            **HeapTables.body(self.heaps),
        }

    @classmethod
    def read(cls, body: Body) -> Self:
        body.only("steps", "lost", "values", "heaps")
        steps = tuple(numbers(step, "steps") for step in body.items("steps"))
        if len(steps) > MOST_GENERATORS or any(len(step) > MOST_ELEMENTS for step in steps):
            raise TooLarge(f"more than {MOST_GENERATORS} generators or {MOST_ELEMENTS:,} elements")
        if any(not step for step in steps):
            raise Refuted("steps: a generator without elements")
        return cls(steps, body.numbers("lost"), body.numbers("values"), HeapTables.read(body))


class CheckedQuotient:
    """A quotient that was checked: its monoid, and the components it speaks of."""

    def __init__(self, certificate: Quotient, position: Any) -> None:
        self.certificate = certificate
        self._budget = Budget()
        self._values = certificate.values
        self._tables = HeapTables()
        self._met: dict[Rules, set[int]] = {}
        """The heaps below the position whose elements the tables tell."""
        for table in certificate.heaps:
            self._tables.add(table)
        self._walk = ComponentWalk(self._settled, cancel=False, most=len(self._values), budget=self._budget)
        seen = certificate.seen
        if seen.monoid is None:
            self.monoid = CheckedMonoid(certificate.steps, certificate.lost, self._budget)
            self._check_elements()
        else:
            self.monoid = seen.monoid.paid_by(self._budget)
        steps = self._budget.spent
        self.root = self._walk.see(position)
        steps -= self._budget.spent
        if seen.monoid is None:
            self.monoid.check(self._atoms())
            if not self._values and not self._walk.found:  # then only the tables were looked at, not the position
                seen.steps, seen.monoid = self._budget.spent + steps, self.monoid
        else:
            self._budget.spend(seen.steps)
        if len(self._walk.found) != len(self._values):
            raise Refuted(f"{len(self._values):,} elements for {len(self._walk.found):,} components")

    def _check_elements(self) -> None:
        """Refuted if a table or a component has an element that there is not, or a period is not proved."""
        size = self.monoid.order
        for table in self._tables.by_rules.values():
            if any(value >= size for value in table.values) or not table.values or table.values[0]:
                raise Refuted("a table of heaps has an element that there is not, or a heap of 0 is not the identity")
            if table.saltus or (table.proof is not None and not table.proof.holds(table.values)):
                raise Refuted(f"the elements of the heaps do not prove the period {table.period}")
        if any(value >= size for value in self._values):
            raise Refuted("a component has an element that there is not")

    def table_of(self, rules: Rules) -> HeapTable | None:
        """The elements of the heaps of a game, if they are told by a table."""
        return self._tables.by_rules.get(rules)

    def is_of_position(self) -> bool:
        """Whether this is the quotient of what is below the position, and of no more.

        Tables may speak of other games, and of heaps that play does not come to. That does no harm to an outcome, but
        the quotient is that of the position only if the elements below it multiply to all others.
        """
        below = set(self._values)
        for rules, heaps in self._met.items():
            masks = HeapsBelow(self._tables.by_rules[rules], self._budget)
            found = 0
            for heap in heaps:
                found |= masks.elements(heap)
            below.update(element for element in range(self.monoid.order) if found >> element & 1)
        return self.monoid.is_generated_by(sorted(below))

    def _settled(self, position: Any) -> bool:
        if self._tables.value(position) is None:
            return False
        rules = game_of(position)
        assert rules is not None
        self._met.setdefault(rules, set()).add(position.heaps[0])
        return True

    def _atoms(self) -> Iterator[tuple[int, frozenset[int]]]:
        """Every component that the certificate speaks of: its element, and those of its options."""
        for place, component in enumerate(self._walk.found):  # it grows
            options = frozenset(self.element(bag) for _, bag in self._walk.options(component))
            yield self._values[place], options
        for table in self._tables.by_rules.values():
            for heap, value in enumerate(table.values):
                yield value, frozenset(self._heap_options(table, heap))

    def _heap_options(self, table: HeapTable, heap: int) -> Iterator[int]:
        values = table.values
        for leaves in _leaves(table.rules, heap):
            self._budget.spend(10)
            yield self.monoid.product(values[leaf] for leaf in leaves)

    def element(self, bag: Summands) -> int:
        """The element of a sum of components."""
        tabled = (self._tables.value(position) or 0 for position in bag.known)
        return self.monoid.product((*tabled, *(self._values[place] for place in bag.numbers)))

    def element_of(self, position: Any, around: Hashable) -> int:
        """The element of a part of the position, which stands at this place in it."""
        return self.element(self._walk.see(position, around))

    def finding(self) -> CheckResult:
        """Who wins the position."""
        element = self.element(self.root)
        lost = element in self.monoid.lost
        count = len(self.root.known) + len(self.root.numbers)
        monoid = f"a misère quotient of {self.monoid.order:,} elements, {len(self.monoid.lost):,} of them lost"
        components = "1 component" if count == 1 else f"{count:,} components"
        said = (
            f"{monoid}, is right about everything below, and {components} multiply to a {'lost' if lost else 'won'} one"
        )
        return CheckResult(not lost, said)

    def after(self, position: Any) -> CheckResult | None:
        """Who wins the position after a move, if all its components are known."""
        bag = self._walk.look_up(position)
        if bag is None:
            return None
        lost = self.element(bag) in self.monoid.lost
        return CheckResult(not lost, f"the element after it is {'lost' if lost else 'won'}")


def _leaves(rules: Rules, heap: int) -> Iterator[tuple[int, ...]]:
    """What each move leaves of a heap."""
    if not isinstance(rules, Code):
        yield from ((heap - amount,) for amount in rules if amount <= heap)
    elif heap:
        for taken, digit in rules.up_to(heap):
            for count in range(digit.bit_length()):
                if digit >> count & 1:
                    yield from partitions(heap - taken, count)


class HeapsBelow:
    """For each heap of a table, the elements of it and of all heaps that play can make of it, as bits of an integer.

    Not every smaller heap is below a heap: who takes 2 or 5 tokens comes from 6 to 4, 2, 1 and 0 only.

    Parameters
    ----------
    table
        The elements of the heaps, which were checked, and its period too.
    """

    def __init__(self, table: HeapTable, budget: Budget) -> None:
        self._table, self._budget = table, budget
        self._masks = [1]
        self._all = [1]
        """The elements below any heap up to this one."""

    def elements(self, heap: int) -> int:
        """The bits of the elements below a heap that the table tells; TooLarge if that takes too long.

        Notes
        -----
        The proof of a period of the elements proves one of these sets too, once they are equal on a window: what is
        below a heap depends on its element and on the sets of what its moves leave. These sets may begin to repeat
        later than the elements, so larger and larger preperiods are tried.
        """
        table, first = self._table, self._table.preperiod or 0
        while len(self._masks) <= heap:
            if table.period is None:
                self._go_on(heap)
                break
            proof = window(table.rules, table.period, first)
            if proof.needed > LONGEST:
                raise TooLarge(f"what is below a heap repeats too late, beyond {LONGEST:,}")
            self._go_on(min(heap, proof.needed - 1))
            if heap >= proof.needed and proof.holds(self._masks):
                return self._masks[proof.heap(heap)]
            first *= 2
        return self._masks[heap]

    def _go_on(self, to: int) -> None:
        rules = self._table.rules
        for heap in range(len(self._masks), to + 1):
            found = 1 << (self._table.value(heap) or 0)
            for taken, digit in rules.up_to(heap) if isinstance(rules, Code) else ((each, 2) for each in rules):
                self._budget.spend(10)
                left = heap - taken
                if digit & 2 and left >= 0:
                    found |= self._masks[left]
                for count in range(2, digit.bit_length()):  # none of them empty: each may be any up to left - count + 1
                    if digit >> count & 1 and left >= count:
                        found |= self._all[left - count + 1]
            self._masks.append(found)
            self._all.append(self._all[-1] | found)
