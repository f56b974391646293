"""Nim: the nim-sum of the heaps."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import xor
from typing import TYPE_CHECKING, Any

from lastmove.certificates.certificate import Certificate, CheckResult, number
from lastmove.core.errors import Refuted, show
from lastmove.core.play import Play
from lastmove.games.nim import Nim

if TYPE_CHECKING:
    from typing import Self

    from lastmove.certificates.certificate import Body


@dataclass(frozen=True, slots=True)
class NimSum(Certificate):
    """The nim-sum of the heaps of Nim; theorems 2 and 3 of *Nim in log space* do the rest."""

    kind = "nim-sum"

    sum: int

    def outcome(self, position: Any, play: Play) -> CheckResult:
        if not isinstance(position, Nim):
            raise Refuted("a nim-sum decides Nim only")
        total = reduce(xor, position.heaps, 0)
        if total != self.sum:
            raise Refuted(f"the nim-sum of the heaps is {show(total)}, not {show(self.sum)}")
        said = f"the nim-sum of the heaps is {show(total)}"
        if play is Play.NORMAL:
            return CheckResult(total != 0, said)
        small = all(heap <= 1 for heap in position.heaps)
        sizes = "every heap is at most 1" if small else "some heap is larger than 1"
        return CheckResult((total != 0) != small, f"{said} and {sizes}")

    def after(self, position: Any, play: Play, move: Any) -> CheckResult | None:
        self.outcome(position, play)
        after = position.after(move)
        return NimSum(reduce(xor, after.heaps, 0)).outcome(after, play)

    def body(self) -> dict[str, object]:
        return {"sum": self.sum}

    @classmethod
    def read(cls, body: Body) -> Self:
        body.only("sum")
        return cls(number(body.get("sum"), "sum", below=None))
