"""Subtraction games: take a number of tokens that is in a given set."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, groupby
from typing import TYPE_CHECKING

from lastmove.core.errors import InputError, show
from lastmove.core.language import listed, t
from lastmove.core.view import HeapsView
from lastmove.games.base import HeapGame, read_heaps
from lastmove.games.fields import whole
from lastmove.games.moves import LowerHeap, say_taking

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random
    from typing import Self

    from lastmove.games.fields import Fields
    from lastmove.games.samples import Range, Stratum

_set = object.__setattr__


class Subtraction(HeapGame):
    """Heaps of tokens; a move takes s tokens from one heap, for some s in the set.

    Parameters
    ----------
    amounts
        The set: integers >= 1. Order and repetition do not matter.
    heaps
        The heap sizes, integers >= 0.

    Examples
    --------
    >>> list(Subtraction({1, 3}, [4]).moves())
    [LowerHeap(heap=0, remaining=3), LowerHeap(heap=0, remaining=1)]
    """

    __slots__ = ("amounts",)

    name = "subtraction"
    title = "Subtraction game"
    rules = "Heaps of tokens and a set of integers. A move takes from one heap a number of tokens in the set."
    fields = ("set", "heaps")
    example = {"game": "subtraction", "set": [1, 2, 5], "heaps": [7]}
    move_class = LowerHeap

    amounts: tuple[int, ...]

    def __init__(self, amounts: Iterable[int], heaps: Iterable[int]) -> None:
        if not isinstance(amounts, Iterable) or isinstance(amounts, str):
            raise InputError("set", f"{show(amounts)}; accepted: a list of integers >= 1")
        listed = list(amounts)
        if not listed:
            raise InputError("set", "it is empty; accepted: integers >= 1")
        checked = {whole(amount, f"set[{place}]", minimum=1) for place, amount in enumerate(listed)}
        _set(self, "amounts", tuple(sorted(checked)))
        _set(self, "heaps", read_heaps(heaps))

    def _with(self, heaps: tuple[int, ...]) -> Self:
        made = super()._with(heaps)
        _set(made, "amounts", self.amounts)
        return made

    @classmethod
    def usual_range(cls) -> Range:
        from lastmove.games.samples import Range, up_to

        return Range(strata=up_to(0, 16, 10, 7, first=0), random=300, random_size=3, random_weight=20)

    @classmethod
    def small_boards(cls, stratum: Stratum) -> Iterator[Self]:
        """Every set of numbers up to 4, on the same heaps one after the other."""
        from lastmove.games.samples import multisets

        sets = [chosen for count in range(1, 5) for chosen in combinations(range(1, 5), count)]
        for _, same in groupby(multisets(stratum), key=sum):
            together = list(same)
            yield from (cls(amounts, heaps) for amounts in sets for heaps in together)

    @classmethod
    def random_board(cls, rng: Random, size: int, weight: int) -> Self:
        from lastmove.games.samples import random_weights, some

        amounts = rng.sample(range(1, 8), rng.randint(1, 4))
        return cls(amounts, random_weights(rng, some(rng, size), 0, weight))

    def moves(self) -> Iterator[LowerHeap]:
        for number, heap in enumerate(self.heaps):
            for amount in self.amounts:
                if amount > heap:
                    break
                yield LowerHeap(number, heap - amount)

    def after(self, move: LowerHeap) -> Subtraction:
        number, remaining = self._read(move)
        heap = self._heap(number, move)
        if type(remaining) is not int or not 0 <= remaining < heap or heap - remaining not in self.amounts:
            amounts = ", ".join(map(show, self.amounts))
            raise self._illegal(move, f"from a heap of {show(heap)} one may take {amounts}")
        return self._with((*self.heaps[:number], remaining, *self.heaps[number + 1 :]))

    def most_moves(self) -> int:
        """Each move takes a token."""
        return sum(self.heaps)

    def key_scope(self) -> tuple[type[Subtraction], tuple[int, ...]]:
        return Subtraction, self.amounts

    @classmethod
    def from_json(cls, fields: Fields) -> Subtraction:
        return cls(fields.integers("set", minimum=1), fields.integers("heaps", minimum=0))

    def to_json(self) -> dict[str, object]:
        return {"set": list(self.amounts), "heaps": list(self.heaps)}

    def view(self) -> HeapsView:
        return HeapsView(self.heaps, rule=t("take {amounts}", amounts=listed(list(map(show, self.amounts)))))

    def summary(self) -> str:
        return t("take {amounts} from {heaps}", amounts=listed(list(map(show, self.amounts))), heaps=super().summary())

    def say_rules(self) -> str:
        if self.amounts == (1,):
            return t("Heaps of tokens. A move takes 1 token from one heap.")
        return t(
            "Heaps of tokens. A move takes {amounts} tokens from one heap.",
            amounts=listed(list(map(show, self.amounts))),
        )

    def say_move(self, move: LowerHeap) -> str:
        return say_taking(move.heap, self.heaps[move.heap], move.remaining)

    def _arguments(self) -> tuple[tuple[object, ...], dict[str, object]]:
        return (self.amounts, self.heaps), {}
