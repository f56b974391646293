"""Misère quotients: a finite monoid, the element of every component below, and a check that it is right about them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lastmove.certificates.certificate import Certificate, Finding
from lastmove.certificates.untrusted import Budget, array, numbers
from lastmove.core.errors import Refuted, TooLarge
from lastmove.core.play import Play
from lastmove.games.octal import Code, partitions
from lastmove.heaps.check import HeapTable, game_of
from lastmove.quotients.check_below import HeapsBelow
from lastmove.quotients.outcome_monoids import CheckedMonoid
from lastmove.sums.component_walk import Bag, Walk

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator
    from typing import Self

    from lastmove.certificates.untrusted import Body
    from lastmove.heaps.check import Rules

__all__ = ["MOST_ELEMENTS", "Quotient"]

MOST_ELEMENTS = 2_000
MOST_GENERATORS = 200
MOST_TABLES = 50


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
    """

    kind = "quotient"

    steps: tuple[tuple[int, ...], ...]
    lost: tuple[int, ...]
    values: tuple[int, ...] = ()
    heaps: tuple[HeapTable, ...] = ()

    def outcome(self, position: Any, play: Play) -> Finding:
        return self.checked(position, play).finding()

    def after(self, position: Any, play: Play, move: Any) -> Finding | None:
        return self.checked(position, play).after(position.after(move))

    def checked(self, position: Any, play: Play = Play.MISERE) -> CheckedQuotient:
        """The quotient, once it is known to be right about a position and all below it; Refuted otherwise."""
        if play is not Play.MISERE:
            raise Refuted("misère quotients are about misère play")
        return CheckedQuotient(self, position)

    def body(self) -> dict[str, object]:
        found: dict[str, object] = {
            "steps": [list(step) for step in self.steps],
            "lost": list(self.lost),
            "values": list(self.values),
        }
        return found | ({"heaps": [table.body() for table in self.heaps]} if self.heaps else {})

    @classmethod
    def read(cls, body: Body) -> Self:
        body.only("steps", "lost", "values", "heaps")
        steps = tuple(numbers(step, "steps") for step in body.items("steps"))
        if len(steps) > MOST_GENERATORS or any(len(step) > MOST_ELEMENTS for step in steps):
            raise TooLarge(f"more than {MOST_GENERATORS} generators or {MOST_ELEMENTS:,} elements")
        if any(not step for step in steps):
            raise Refuted("steps: a generator without elements")
        tables = array(body.optional("heaps") or [], "heaps")
        if len(tables) > MOST_TABLES:
            raise Refuted(f"there are more than {MOST_TABLES} tables of heaps")
        return cls(steps, body.numbers("lost"), body.numbers("values"), tuple(map(HeapTable.read, tables)))


class CheckedQuotient:
    """A quotient that was checked: its monoid, and the components it speaks of."""

    def __init__(self, certificate: Quotient, position: Any) -> None:
        self.certificate = certificate
        self._budget = Budget()
        self.monoid = CheckedMonoid(certificate.steps, certificate.lost, self._budget)
        self._values = certificate.values
        self._tables: dict[Rules, HeapTable] = {}
        self._met: dict[Rules, set[int]] = {}
        """The heaps below the position whose elements the tables tell."""
        size = self.monoid.order
        for table in certificate.heaps:
            if self._tables.setdefault(table.rules, table) is not table:
                raise Refuted("two tables are of one game")
            if any(value >= size for value in table.values) or not table.values or table.values[0]:
                raise Refuted("a table of heaps has an element that there is not, or a heap of 0 is not the identity")
            if table.proof is not None and not table.proof.holds(table.values):
                raise Refuted(f"the elements of the heaps do not prove the period {table.period}")
        if any(value >= size for value in self._values):
            raise Refuted("a component has an element that there is not")
        self._walk = Walk(self._settled, cancel=False, most=len(self._values), budget=self._budget)
        self.root = self._walk.see(position)
        self.monoid.check(self._atoms())
        if len(self._walk.found) != len(self._values):
            raise Refuted(f"{len(self._values):,} elements for {len(self._walk.found):,} components")

    def table_of(self, rules: Rules) -> HeapTable | None:
        """The elements of the heaps of a game, if they are told by a table."""
        return self._tables.get(rules)

    def is_of_position(self) -> bool:
        """Whether this is the quotient of what is below the position, and of no more.

        Tables may speak of other games, and of heaps that play does not come to. That does no harm to an outcome, but
        the quotient is that of the position only if the elements below it multiply to all others.
        """
        below = set(self._values)
        for rules, heaps in self._met.items():
            masks = HeapsBelow(self._tables[rules], self._budget)
            found = 0
            for heap in heaps:
                found |= masks.elements(heap)
            below.update(element for element in range(self.monoid.order) if found >> element & 1)
        return self.monoid.is_generated_by(sorted(below))

    def _in_table(self, position: Any) -> int | None:
        """The element of a heap that a table holds."""
        rules = game_of(position)
        table = self._tables.get(rules) if rules is not None else None
        return None if table is None or len(position.heaps) != 1 else table.value(position.heaps[0])

    def _settled(self, position: Any) -> bool:
        if self._in_table(position) is None:
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
        for table in self._tables.values():
            for heap, value in enumerate(table.values):
                yield value, frozenset(self._heap_options(table, heap))

    def _heap_options(self, table: HeapTable, heap: int) -> Iterator[int]:
        values = table.values
        for leaves in _leaves(table.rules, heap):
            self._budget.spend(10)
            yield self.monoid.product(values[leaf] for leaf in leaves)

    def element(self, bag: Bag) -> int:
        """The element of a sum of components."""
        tabled = (self._in_table(position) or 0 for position in bag.known)
        return self.monoid.product((*tabled, *(self._values[place] for place in bag.numbers)))

    def element_of(self, position: Any, around: Hashable) -> int:
        """The element of a part of the position, which stands at this place in it."""
        return self.element(self._walk.see(position, around))

    def finding(self) -> Finding:
        """Who wins the position."""
        element = self.element(self.root)
        lost = element in self.monoid.lost
        count = len(self.root.known) + len(self.root.numbers)
        monoid = f"a misère quotient of {self.monoid.order:,} elements, {len(self.monoid.lost):,} of them lost"
        components = "1 component" if count == 1 else f"{count:,} components"
        said = (
            f"{monoid}, is right about everything below, and {components} multiply to a {'lost' if lost else 'won'} one"
        )
        return Finding(not lost, said)

    def after(self, position: Any) -> Finding | None:
        """Who wins the position after a move, if all its components are known."""
        bag = self._walk.look_up(position)
        if bag is None:
            return None
        lost = self.element(bag) in self.monoid.lost
        return Finding(not lost, f"the element after it is {'lost' if lost else 'won'}")


def _leaves(rules: Rules, heap: int) -> Iterator[tuple[int, ...]]:
    """What each move leaves of a heap."""
    if not isinstance(rules, Code):
        yield from ((heap - amount,) for amount in rules if amount <= heap)
    elif heap:
        for taken, digit in rules.up_to(heap):
            for count in range(digit.bit_length()):
                if digit >> count & 1:
                    yield from partitions(heap - taken, count)
