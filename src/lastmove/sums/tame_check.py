"""Sums of tame games in misère play: both Grundy values of every component below, each checked against its options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lastmove.certificates.certificate import Budget, Certificate, Finding
from lastmove.core.errors import Refuted, show
from lastmove.core.play import Play
from lastmove.games.nim import Nim
from lastmove.sums.check import Bag, Walk

if TYPE_CHECKING:
    from typing import Self

    from lastmove.certificates.certificate import Body


def is_single_heap(position: Any) -> bool:
    """Whether this is a Nim heap, whose values are known: they are never written."""
    return type(position) is Nim and len(position.heaps) == 1


@dataclass(frozen=True, slots=True)
class Tame(Certificate):
    """The pairs [g+, g-] of the components below a position, in the order in which they are met; none for Nim heaps."""

    kind = "tame"

    values: tuple[tuple[int, int], ...]

    def outcome(self, position: Any, play: Play) -> Finding:
        walk, root = self._checked(position, play)
        total, fickle = self._added(root)
        some = "they differ from the misère values in every component" if fickle else "some component is firm"
        count = len(walk.found)
        said = (
            f"all of {count:,} components below are tame, the normal values have the nim-sum {show(total)}, and {some}"
        )
        return Finding(total ^ fickle != 0, said)

    def after(self, position: Any, play: Play, move: Any) -> Finding | None:
        walk, _ = self._checked(position, play)
        bag = walk.look_up(position.after(move))
        if bag is None:
            return None
        total, fickle = self._added(bag)
        return Finding(total ^ fickle != 0, f"the misère value is {show(total ^ fickle)} after it")

    def _checked(self, position: Any, play: Play) -> tuple[Walk, Bag]:
        """The walk of all components, every pair of values following from those of the options; and the root."""
        if play is not Play.MISERE:
            raise Refuted("tame games are about misère play")
        walk = Walk(is_single_heap, cancel=False, most=len(self.values), budget=Budget())
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

    def _added(self, bag: Bag) -> tuple[int, bool]:
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
