"""How long a game of Nim lasts when the winner hurries and the loser delays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from lastmove.core.errors import LimitReached
from lastmove.core.limits import Limits, Meter, stopping_at_limits
from lastmove.core.play import Play
from lastmove.core.reason import LimitReason, SearchReason
from lastmove.games.heaps import read_heaps
from lastmove.search.plain import PlainSearch
from lastmove.theorems.nim import SECTION_5, length_of_two_equal_heaps

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lastmove.core.reason import Reason

__all__ = ["Length", "nim_length"]


class Length(NamedTuple):
    """The number of moves to the end (the remoteness), ``None`` if a limit was spent first; and why."""

    moves: int | None
    reason: Reason


@dataclass(frozen=True, slots=True)
class _Heaps:
    """A position of Nim as a multiset: non-empty heaps in order. Play on it is as long as on the heaps themselves."""

    heaps: tuple[int, ...]

    @classmethod
    def of(cls, heaps: Iterable[int]) -> _Heaps:
        return cls(tuple(sorted(heap for heap in heaps if heap)))

    def moves(self) -> Iterator[tuple[int, int]]:
        for number, heap in enumerate(self.heaps):
            if self.heaps.index(heap) == number:  # equal heaps have the same moves
                for remaining in range(heap):
                    yield number, remaining

    def after(self, move: tuple[int, int]) -> _Heaps:
        number, remaining = move
        return self.of((*self.heaps[:number], remaining, *self.heaps[number + 1 :]))


def nim_length(heaps: Iterable[int], play: Play | str = Play.NORMAL, *, limits: Limits | None = None) -> Length:
    """The number of moves in a game of Nim when the winner hurries and the loser delays.

    Two equal heaps by the closed form, of any size; no formula is known to us for other heaps, and these are worked
    out by the definition, one position after the other.

    Parameters
    ----------
    heaps
        The heap sizes; empty heaps and the order change nothing.
    play
        The convention.
    limits
        What the search may spend; when it is spent, ``moves`` is ``None`` and the reason says so.

    Examples
    --------
    >>> nim_length([10**30, 10**30], "misere").moves == 2 * 10**30 - 1
    True
    >>> nim_length([1, 2, 3]).moves
    6
    """
    play = Play.of(play)
    position = _Heaps.of(read_heaps(heaps))
    if len(position.heaps) == 2 and len(set(position.heaps)) == 1:
        reason = SECTION_5.reason()
        return Length(length_of_two_equal_heaps(position.heaps[0], play), reason)
    meter = Meter(limits)
    try:
        with stopping_at_limits(meter):
            moves = PlainSearch(play, meter).remoteness(position)
    except LimitReached as stop:
        return Length(None, LimitReason(stop.limit, stop.positions, meter.seconds))
    return Length(moves, SearchReason(meter.positions, meter.seconds))
