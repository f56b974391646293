"""The letter game: Adjacent Nim without heaps of 1, and with nothing to choose but whether a heap is kept (LM17).

A position is a list of heaps in the order of their turns, and a letter. Each heap has an owner, one of two players, and
a *life*, which is its size less 1 and at least 1; the letter is a player. The first heap x of the list, of owner X:

* If the letter is the other player's (x is *blocked*), or the life is 1, x is deleted and the letter becomes X.
* If the letter is X (x is *free*) and the life 2 or more, X keeps x, which goes to the end with 1 less, and the letter
  becomes the other player's; or deletes it, and the letter becomes X.

The player named when no heap is left wins. It is the game of claiming and yielding (LM8): the letter is the
player without the flag, and the player who loses a heap gives the flag away. See docs/proofs-adjacent-nim.md.

A heap is written as twice its life plus its owner; the first player is 0.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["blocks", "by_one_owner", "by_signs", "letter_list", "options_of_block"]

Heaps = tuple[int, ...]


def letter_list(heaps: Sequence[int]) -> tuple[Heaps, int]:
    """The list and the letter of non-empty heaps of Adjacent Nim, the current one first."""
    listed = tuple(2 * (heap - 1) + place % 2 for place, heap in enumerate(heaps) if heap > 1)
    return listed, len(heaps) % 2


def blocks(heaps: Sequence[int]) -> list[int]:
    """Where the longest parts with alternating owners begin, and the end of the list."""
    cuts = [place for place in range(1, len(heaps)) if not (heaps[place] ^ heaps[place - 1]) & 1]
    return [0, *cuts, len(heaps)]


def first_least(heaps: Sequence[int]) -> int:
    """The first heap of least life."""
    return min(heaps, key=lambda heap: heap >> 1)


def by_one_owner(heaps: Sequence[int], letter: int) -> int | None:
    """The winner by LM18, where one player never owns two heaps in a row around the circle; else ``None``.

    Call that player Y and the other X. The list is cut into alternating blocks; all but the last end with X's heap, and
    all but the first begin with one. X wins at once if Y deletes a heap of such a block, or if such a block is kept
    whole; so X has to delete at his first heap of life 1 at the latest, and everything comes down to the first minimum
    of what is left.
    """
    if not heaps:
        return letter
    doubled = {heaps[place] & 1 for place in range(len(heaps)) if not (heaps[place] ^ heaps[place - 1]) & 1}
    if len(heaps) > 1 and len(doubled) == 2:
        return None
    y = 1 - doubled.pop() if len(heaps) > 1 and doubled else 1
    cuts = blocks(heaps)
    parts = [heaps[begin:end] for begin, end in pairwise(cuts)]
    if heaps[0] & 1 != letter:
        if len(parts) == 1:
            return heaps[-1] & 1
        del parts[0]
    return _alive(parts, y)


def _alive(parts: list[Sequence[int]], y: int) -> int:
    """The same for blocks of which the first begins with a free heap."""
    x, first, last = 1 - y, parts[0][0] & 1, parts[-1][-1] & 1
    if len(parts) == 1:
        return first if len(parts[0]) % 2 else 1 - (first_least(parts[0]) & 1)
    if first == last == x:
        return x
    kept = []
    for part in parts[:-1]:
        two = next((place for place, heap in enumerate(part) if heap < 4), None)
        if two is None or part[two] & 1 == y:
            return x
        kept.append([heap - 2 for heap in part[:two]])
    base = [*parts[-1], *(kept[0][:1] if first == y else ())]
    least = first_least(base)
    if least & 1 == y:
        return x
    for prefix in kept:
        low = least >> 1
        for heap in prefix:
            if heap >> 1 < low:
                if heap & 1 == y:
                    return x
                low = heap >> 1
    return y


def by_signs(heaps: Sequence[int], letter: int) -> int | None:
    """The winner by LM21, where all offsets have one sign and lives are long enough; else ``None``.

    Going up by 1 for each heap of 0 and down for each of 1, the *level* of a heap is the lower end of its step. Its
    offset is the level less twice the height at the end, and 1 more if the letter is 1. A heap is free when its turn
    comes if its offset is even, and keeping it halves that; so who owns the sign keeps all that is free and wins.
    """
    height, levels, counts = 0, [], [0, 0]
    for heap in heaps:
        owner = heap & 1
        levels.append(height - owner)
        height += 1 - 2 * owner
        counts[owner] += 1
    lift = letter - 2 * height
    offsets = [level + lift for level in levels]
    if not heaps or (min(offsets) < 0) != (max(offsets) < 0) or 0 in offsets:
        return None
    winner = 0 if offsets[0] < 0 else 1
    others = counts[1 - winner]
    for heap, offset in zip(heaps, offsets, strict=True):
        spare = (heap >> 1) - others  # the life is to be more than the logarithm of the offset and the others' heaps
        if heap & 1 == winner and (spare < 0 or (spare < 64 and abs(offset) >= 1 << spare)):
            return None
    return winner


def options_of_block(heaps: Heaps, kept: int, end: int) -> tuple[Heaps, int]:
    """List and letter if so many heaps of the first block, which ends at ``end``, are kept and the next is deleted.

    The first heap is free. With ``kept`` equal to ``end`` the whole block is kept.
    """
    last = heaps[end - 1] & 1
    left = heaps[end:] + tuple(heap - 2 for heap in heaps[:kept])
    return left, 1 - last if kept == end else last
