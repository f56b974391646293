"""Who wins the game of claiming and yielding, to which Adjacent Nim comes down (LM8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.search.fast.board import OPEN, BitBoard, heading
from lastmove.search.fast.driver import BitSearch
from lastmove.search.fast.settings import Settings
from lastmove.theorems.claim_yield import rewriting as claim_rules
from lastmove.theorems.claim_yield import rules as claim_yield

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.core.limits import Meter


class ClaimYieldSearch:
    """Searches lists of heaps that are no longer, and heaps no larger, than those it was made for.

    Parameters
    ----------
    sizes
        The heaps at the beginning, all 2 or more.
    meter
        Counts positions and stops the search when a limit is spent; each question may have its own.
    settings
        How to search.
    switches
        Which parts of the rules are switched on; all by default.
    """

    def __init__(
        self,
        sizes: Sequence[int],
        meter: Meter,
        settings: Settings = Settings(),  # noqa: B008 - frozen
        switches: int = claim_yield.ALL,
    ) -> None:
        self.meter = meter
        count = len(sizes)
        self._gap = count + 2
        planes = min(max(sizes, default=2) - 1, count * self._gap).bit_length()
        numbers = heading(3, switches, count, planes=planes) + [0] * (count + 1)
        self.search = BitSearch(BitBoard(claim_yield.__name__, count, planes + 1, [[0]], numbers), settings)
        self._room = list(numbers)

    def first_wins(self, sizes: Sequence[int], owners: Sequence[bool], flag: bool, meter: Meter | None = None) -> bool:
        """Whether the player True wins: heaps in the order of their turns, who owns them, and who has the flag.

        Raises
        ------
        LimitReached
            When a limit of the meter is spent. What is known by then is kept.
        """
        for place, (heap, owner) in enumerate(zip(self._near(sizes), owners, strict=True)):
            claim_rules.put_heap(self._room, place, 2 * heap + owner)
        winner, begin, count = claim_yield.reduced(self._room, 0, len(sizes), int(flag))
        if winner != OPEN:
            return bool(winner)
        state = [0] * self.search.board.fields
        claim_yield.written(self._room, [state], 0, begin, count, 0)
        owner = bool(claim_rules.heap_at(self._room, begin) & 1)
        return self.search.wins(tuple(state), meter or self.meter) == owner

    def _near(self, sizes: Sequence[int]) -> Sequence[int]:
        """Smaller heaps with the same winner, so that huge heaps take few bits: large gaps between sizes are closed.

        Why the winner stays the same: suppose that every heap is at most a (a *small* heap) or at least b (a *large*
        one), where b - a is more than the number of heaps plus 2; if there are no small heaps, a is 1. Then every large
        heap may be made smaller by 1. For while a small heap is left, no large heap comes near 2. The last small heap
        is gone after at most a - 1 laps. By then all heaps are so large that one lap more or less changes nothing.
        """
        if max(sizes, default=0) <= self._gap:
            return sizes
        near, last, made = {}, 1, 1
        for heap in sorted(set(sizes)):
            made += min(heap - last, self._gap)
            near[heap], last = made, heap
        return [near[heap] for heap in sizes]
