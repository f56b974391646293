"""Who wins Adjacent Nim, by the letter game (LM17): its search, winning moves and evidence."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from lastmove.core.errors import TooLarge
from lastmove.core.play import Play
from lastmove.theorems.board import lost_if_it_lasts
from lastmove.theorems.claim_yield.game import mover_wins as searched
from lastmove.theorems.claim_yield.letters_check import (
    MOST_LISTS,
    Letters,
    blocks,
    letter_list,
    looked_at,
    options_of_block,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lastmove.core.limits import Meter
    from lastmove.theorems.claim_yield.letters_check import Heaps

MOST_RUNS = 8
"""With at most so many odd runs of ones a list is played from block to block (LM19), else it is searched."""
MOST_WORK = 500_000
"""So many heaps are looked at for one list, about a second's work; what takes longer is left to the compiled search."""


class TooLong(Exception):
    """A list takes too long from block to block."""


class LetterGame:
    """Decides lists by playing from block to block; what is found out is kept.

    In one lap the kept heaps of an alternating block are a prefix of it, for after the first one that is deleted all
    others are blocked in turn. So a whole block is played at once: its heaps are kept in order until somebody deletes
    one. Lists are rewritten into shorter ones, and many are decided at a glance.

    Parameters
    ----------
    meter
        Counts lists and stops the work when a limit is spent; it may be replaced.
    """

    def __init__(self, meter: Meter) -> None:
        self.meter = meter
        self._known: dict[tuple[Heaps, int], int] = {}

    def mover_wins(self, heaps: Sequence[int], play: Play) -> bool:
        """Whether the player to move wins Adjacent Nim from heaps, the current one first, none of them empty.

        With many odd runs of ones, or where it would take too long from block to block, the compiled search answers.
        """
        listed, letter = letter_list(heaps)
        if not listed:
            return not lost_if_it_lasts(len(heaps), play)
        if len(blocks(listed)) - 2 <= MOST_RUNS or looked_at(listed, letter)[0] is not None:
            try:
                return self.winner(listed, letter) == 0
            except TooLong:
                pass
        return searched(heaps, play, self.meter)

    def winner(self, heaps: Heaps, letter: int) -> int:
        """Who wins a list: 0, the first player, or 1.

        Raises
        ------
        TooLong
            When that takes too long. What is known by then is kept.
        """
        work = 0
        found, root = self._glance(heaps, letter)
        if found is not None:
            return found
        frames = [_Frame(root)]
        while frames:
            frame = frames[-1]
            while frame.value is None:
                found, option = self._glance(*frame.option())
                work += len(frame.position[0])
                if work > MOST_WORK:
                    raise TooLong
                if found is None:
                    self.meter.tick()
                    frames.append(_Frame(option))
                    break
                frame.answer(found)
            else:
                self._known[frame.position] = frame.value
                frames.pop()
        return self._known[root]

    def _glance(self, heaps: Heaps, letter: int) -> tuple[int | None, tuple[Heaps, int]]:
        """The winner, if that is known at once; and the list as it is looked for."""
        found, position = looked_at(heaps, letter)
        return (self._known.get(position) if found is None else found), position

    def evidence(self, heaps: Sequence[int]) -> Letters:
        """The lists that show who wins, after :meth:`mover_wins` has been asked; those that come up and no others.

        Raises
        ------
        TooLarge
            When there are more than are checked.
        """
        found: dict[tuple[Heaps, int], int] = {}
        pending = [looked_at(*letter_list(heaps))]
        while pending:
            given, position = pending.pop()
            if given is not None or position in found:
                continue
            if position not in self._known:
                raise TooLarge("no lists show what the search has found")
            found[position] = self._known[position]
            if len(found) > MOST_LISTS:
                raise TooLarge(f"the evidence has more than {MOST_LISTS:,} lists")
            frame = _Frame(position)
            while frame.value is None:
                pending.append(looked_at(*frame.option()))
                given, option = pending[-1]
                frame.answer(self._known[option] if given is None else given)
        return Letters(tuple((winner, letter, listed) for (listed, letter), winner in found.items()))


class _Frame:
    """A list whose first block is being played: so many of its heaps have been kept."""

    __slots__ = ("end", "kept", "position", "value")

    def __init__(self, position: tuple[Heaps, int]) -> None:
        self.position = position
        self.end = blocks(position[0])[1]
        self.kept = 0
        self.value: int | None = None

    def option(self) -> tuple[Heaps, int]:
        """What comes if the next heap of the block is deleted; if none is left, what comes of keeping all."""
        return options_of_block(self.position[0], self.kept, self.end)

    def answer(self, winner: int) -> None:
        """Take note of who wins that: its owner deletes a heap if he must or wins by it."""
        if self.kept < self.end:
            heap = self.position[0][self.kept]
            if heap >= 4 and winner != heap & 1:
                self.kept += 1
                return
        self.value = winner


def winning_left(heaps: Sequence[int], play: Play, game: LetterGame) -> int:
    """What a winning move leaves of the first heap, in a position that is won.

    In the letter game only a free heap of life 2 or more gives a choice. Keeping it is looked at, as the circle then
    stays as it is; if that does not win, deleting it does.
    """
    count, heap = len(heaps), heaps[0]
    if max(heaps[1:], default=1) == 1:
        return 0 if heap == 1 or lost_if_it_lasts(count - 1, play) else 1
    if heap == 1:
        return 0
    if count % 2:
        return 1
    return heap - 1 if heap > 2 and not game.mover_wins((*heaps[1:], heap - 1), play) else 0


def winning_spans(heaps: Sequence[int], wins: Callable[[Sequence[int]], bool]) -> Iterator[tuple[int, int]]:
    """Everything that winning moves leave of the first heap, as spans from least to most.

    Above 1 the moves that win are the largest ones if the number of heaps is even and the smallest ones if it is odd:
    the heap that is left belongs to the mover or to the opponent, and more never hurts its owner (LM6). Where that
    changes is near another heap (LM22), and is found by halving.
    """
    rest, heap = tuple(heaps[1:]), heaps[0]
    for left in range(min(heap, 2)):
        if not wins((*rest, left) if left else rest):
            yield left, left
    if heap < 3:
        return
    even = len(heaps) % 2 == 0
    changed = _first(lambda left: wins((*rest, left)) != even, 2, heap - 1, sorted(set(rest)))
    if even and changed < heap:
        yield changed, heap - 1
    if not even and changed > 2:
        yield 2, changed - 1


def _first(holds: Callable[[int], bool], least: int, most: int, others: Sequence[int]) -> int:
    """The first number from ``least`` on for which something holds, as it does from then on; ``most`` + 1 if none.

    It is ``least``, or near one of the other numbers or 1. To look there first saves steps, no more.
    """
    reach = len(others) + 3
    marks = sorted({v for other in (1, *others) for v in (other - reach, other + reach) if least < v < most})
    marks = [least, *marks, most]
    place = bisect_left(marks, True, key=holds)
    if place in (0, len(marks)):
        return most + 1 if place else least
    below, above = marks[place - 1], marks[place]
    while above - below > 1:
        middle = (below + above) // 2
        if holds(middle):
            above = middle
        else:
            below = middle
    return above
