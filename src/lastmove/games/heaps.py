"""What games on independent heaps share: Nim, subtraction games, octal games."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING

from lastmove.core.errors import InputError, show
from lastmove.core.view import HeapsView, MoveView
from lastmove.games.base import Game

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, Self

__all__ = ["HeapGame", "read_heaps"]

_set = object.__setattr__


def read_heaps(heaps: Iterable[int]) -> tuple[int, ...]:
    """Heap sizes as a tuple of integers >= 0; numpy integers count, booleans and fractions do not."""
    if isinstance(heaps, str | bytes):
        raise InputError("heaps", f"{show(heaps)}; accepted: a list of integers >= 0")
    found = []
    try:
        given = list(heaps)
    except TypeError:
        raise InputError("heaps", f"{show(heaps)}; accepted: a list of integers >= 0") from None
    for place, heap in enumerate(given):
        try:
            size = -1 if isinstance(heap, bool) else index(heap)
        except TypeError:
            size = -1
        if size < 0:
            raise InputError(f"heaps[{place}]", f"{show(heap)}; heaps are integers >= 0")
        found.append(size)
    return tuple(found)


class HeapGame(Game):
    """A position made of heaps that do not touch each other: it is the sum of its heaps."""

    __slots__ = ("heaps",)

    heaps: tuple[int, ...]

    def _with(self, heaps: tuple[int, ...]) -> Self:
        """The same game with other heaps."""
        made = object.__new__(type(self))
        _set(made, "heaps", heaps)
        return made

    def components(self) -> tuple[Self, ...]:
        """One position for each heap."""
        return tuple(self._with((heap,)) for heap in self.heaps)

    def key(self) -> tuple[int, ...]:
        return self.heaps

    def _heap(self, number: object, move: object) -> int:
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < len(self.heaps):
            raise self._illegal(move, f"there is no such heap; there are {len(self.heaps):,}")
        return self.heaps[number]

    def measure(self) -> tuple[int, int]:
        return len(self.heaps), sum(self.heaps)

    def view(self) -> HeapsView:
        return HeapsView(self.heaps)

    def view_move(self, move: Any) -> MoveView:
        """A move of a heap game names a heap, and either what remains of it or the heaps it is split into."""
        leaves = move.leaves if hasattr(move, "leaves") else (move.remaining,)
        return MoveView(self.say_move(move), lowers=move.heap, leaves=leaves)

    def summary(self) -> str:
        return f"heaps {', '.join(map(show, self.heaps))}" if self.heaps else "no heaps"
