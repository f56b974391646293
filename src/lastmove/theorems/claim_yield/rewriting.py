"""Lists of heaps for the game of claiming and yielding: where they are written, how they are shortened.

A list stands in a ring with a place to spare; a heap is written as twice its size plus its owner. The rules R0 to R4
and E1 of LM23 and the decision of LM18 are those of :mod:`lastmove.theorems.claim_yield.letters_check` and
:mod:`lastmove.theorems.claim_yield.letters_check`, written once more as kernels. The proofs are in
docs/background/proofs-adjacent-nim.md.
"""

from __future__ import annotations

from typing import Any

from lastmove.search.fast.board import COUNT, OPEN, OWN

ROOM = OWN


def ring(numbers: Any, place: int) -> Any:
    """Where in the room the list has a place, counted from the beginning of the room and on over its end."""
    return ROOM + (place if place <= numbers[COUNT] else place - numbers[COUNT] - 1)


def put_heap(numbers: Any, place: int, heap: int) -> None:
    """Write a heap into the room."""
    numbers[ring(numbers, place)] = heap


def heap_at(numbers: Any, place: int) -> Any:
    """A heap of the list in the room."""
    return numbers[ring(numbers, place)]


def shortened(numbers: Any, begin: int, count: int) -> int:
    """Apply the rules from the left to the right; how many heaps are left."""
    kept = 0
    for place in range(count):
        put_heap(numbers, begin + kept, heap_at(numbers, begin + place))
        kept += 1
        less = 1
        while less:
            less = cut(numbers, begin, kept)
            kept -= less
    return kept


def cut(numbers: Any, begin: int, count: int) -> int:
    """Apply one rule at the end of the first ``count`` heaps; how many it takes away."""
    if count < 2:
        return 0
    end = begin + count
    last, before = heap_at(numbers, end - 1), heap_at(numbers, end - 2)
    if last < 6 and before < 6:  # R0
        put_heap(numbers, end - 2, last)
        return 1
    if (last ^ before) & 1 and last >> 1 > before >> 1:  # R1
        last = before ^ 1
        put_heap(numbers, end - 1, last)
    if count < 3:
        return 0
    third = heap_at(numbers, end - 3)
    paired = (third ^ before) & 1 and before >> 1 >= third >> 1
    if paired and (last < 6 or (not (third ^ last) & 1 and third >> 1 >= last >> 1)):  # R3, R2
        put_heap(numbers, end - 3, last)
        return 2
    if count >= 5 and five(numbers, end):
        return 2
    return equal(numbers, begin, count)


def five(numbers: Any, end: int) -> bool:
    """R4, if it applies to the last five heaps."""
    x1, y1 = heap_at(numbers, end - 5), heap_at(numbers, end - 4)
    y2, x2, x3 = heap_at(numbers, end - 3), heap_at(numbers, end - 2), heap_at(numbers, end - 1)
    if not (x1 ^ y1) & 1 or (y1 ^ y2) & 1 or (x1 ^ x2) & 1 or (x1 ^ x3) & 1:
        return False
    if y1 >> 1 < x1 >> 1 or x1 >> 1 < x3 >> 1 or x2 >> 1 < y2 >> 1:
        return False
    for place in range(end - 5, end - 2):
        put_heap(numbers, place, heap_at(numbers, place + 2))
    return True


def equal(numbers: Any, begin: int, count: int) -> int:
    """E1, if the list ends with it; how many heaps it takes away."""
    x = heap_at(numbers, begin + count - 1)
    runs = 1
    while runs < count and heap_at(numbers, begin + count - 1 - runs) == x:
        runs += 1
    at, length = count - runs, 0
    while at - length > 0 and heap_at(numbers, begin + at - length - 1) == x ^ 1:
        length += 1
    first = at - length - 1
    if not length or runs < length or first < 0 or heap_at(numbers, begin + first) != x:
        return 0
    for place in range(begin + first, begin + count - 2):
        put_heap(numbers, place, heap_at(numbers, place + 2))
    return 2


def one_owner(numbers: Any, begin: int, count: int) -> Any:
    """The winner by LM18 where one player never owns two heaps in a row, else OPEN; the first heap is free."""
    doubles, tail = 0, 0
    before = heap_at(numbers, begin + count - 1)
    for place in range(count):
        heap = heap_at(numbers, begin + place)
        if not (heap ^ before) & 1:
            doubles |= 1 << (heap & 1)
            if place:
                tail = place  # where the last block begins
        before = heap
    if doubles == 3:
        return OPEN
    x = 1 if doubles == 2 else 0
    first = heap_at(numbers, begin)
    if tail == 0 and count % 2:
        return first & 1
    if tail and first & 1 == x and before & 1 == x:
        return x
    least = heap_at(numbers, begin + tail)
    for place in range(begin + tail, begin + count):
        if heap_at(numbers, place) >> 1 < least >> 1:
            least = heap_at(numbers, place)
    if tail == 0:
        return 1 - (least & 1)
    if first & 1 != x and (first >> 1) - 1 < least >> 1:
        least = first - 2
    return by_blocks(numbers, begin, tail, x, least)


def by_blocks(numbers: Any, begin: int, tail: int, x: int, least: int) -> int:
    """The winner by the blocks before the last one, which begins at ``tail``; ``least`` is the minimum of the rest."""
    winner = x if least & 1 != x else 1 - x
    low, over, before = least >> 1, False, -1
    for place in range(tail + 1):
        heap = heap_at(numbers, begin + place)
        if place == tail or (before >= 0 and not (heap ^ before) & 1):  # a block has ended
            if place and not over:
                return x
            low, over = least >> 1, False
        if place < tail and not over:
            if heap < 6:
                if heap & 1 != x:
                    return x
                over = True
            elif (heap >> 1) - 1 < low:
                low = (heap >> 1) - 1
                if heap & 1 != x:
                    winner = x
        before = heap
    return winner
