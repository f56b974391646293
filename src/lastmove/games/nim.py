"""Nim: take any number of tokens from one heap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.errors import show
from lastmove.games.base import HeapGame, read_heaps
from lastmove.games.moves import LowerHeap, say_taking

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from random import Random
    from typing import Self

    from lastmove.games.fields import Fields
    from lastmove.games.samples import Range, Stratum

_set = object.__setattr__


class Nim(HeapGame):
    """Heaps of tokens; a move lowers one heap.

    Parameters
    ----------
    heaps
        The heap sizes, integers >= 0.

    Examples
    --------
    >>> Nim([1, 2]).after(LowerHeap(heap=1, remaining=0))
    Nim([1, 0])
    """

    __slots__ = ()

    name = "nim"
    title = "Nim"
    rules = "Heaps of tokens. A move takes at least one token from one heap."
    fields = ("heaps",)
    example = {"game": "nim", "play": "misere", "heaps": [3, 5, 0]}
    move_class = LowerHeap

    def __init__(self, heaps: Iterable[int]) -> None:
        _set(self, "heaps", read_heaps(heaps))

    @classmethod
    def usual_range(cls) -> Range:
        from lastmove.games.samples import Range, up_to

        return Range(strata=up_to(0, 20, 16, 12, 8, 5, first=0), random=500, random_size=5, random_weight=60)

    @classmethod
    def small_boards(cls, stratum: Stratum) -> Iterator[Self]:
        from lastmove.games.samples import multisets

        return map(cls, multisets(stratum))

    @classmethod
    def random_board(cls, rng: Random, size: int, weight: int) -> Self:
        from lastmove.games.samples import random_weights, some

        return cls(random_weights(rng, some(rng, size, 0), 0, weight))

    def moves(self) -> Iterator[LowerHeap]:
        for number, heap in enumerate(self.heaps):
            for remaining in range(heap):
                yield LowerHeap(number, remaining)

    def after(self, move: LowerHeap) -> Nim:
        number, remaining = self._read(move)
        heap = self._heap(number, move)
        if type(remaining) is not int or not 0 <= remaining < heap:
            raise self._illegal(move, f"a heap of {show(heap)} must be left with less, at least 0")
        return self._with((*self.heaps[:number], remaining, *self.heaps[number + 1 :]))

    def most_moves(self) -> int:
        """Each move takes a token."""
        return sum(self.heaps)

    def key_scope(self) -> type[Nim]:
        return Nim

    @classmethod
    def from_json(cls, fields: Fields) -> Nim:
        return cls(fields.integers("heaps", minimum=0))

    def to_json(self) -> dict[str, object]:
        return {"heaps": list(self.heaps)}

    def say_move(self, move: LowerHeap) -> str:
        return say_taking(move.heap, self.heaps[move.heap], move.remaining)

    def _arguments(self) -> tuple[tuple[object, ...], dict[str, object]]:
        return (self.heaps,), {}
