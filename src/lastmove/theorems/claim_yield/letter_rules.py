"""Rewriting rules of the letter game: lists with the same winner, whatever stands around them (LM23).

With x and y heaps of different owners, z and w any heaps, and lives in brackets:

* R0. z[1] w[1] is w[1].
* R1. x[p] y[q] is x[p] y[p] if q > p; and if the last heap is x[p], a first heap y[q] counts as y[p + 1] if q > p + 1.
* R2. x[p] y[q] x[r] is x[r] if q >= p >= r.
* R3. x[p] y[q] z[1] is z[1] if q >= p.
* R4. x[p] y[p'] y[q] x[s] x[r] is y[q] x[s] x[r] if p' >= p >= r and s >= q.
* E1. x y^k x^k is y^(k-1) x^k for equal lives, k >= 1.

The first heap goes too if it is blocked or has a life of 1; and gaps between the lives that are larger than the number
of heaps are closed (LM22), so that sizes stay small. The proofs are in docs/proofs-adjacent-nim.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.limits import look

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["near", "rewritten", "shortened"]


def rewritten(heaps: tuple[int, ...], letter: int) -> tuple[tuple[int, ...], int]:
    """The list in its least form, beginning with a free heap of life 2 or more; or of at most one heap."""
    while True:
        begin = 0
        while begin < len(heaps) - 1 and (heaps[begin] & 1 != letter or heaps[begin] < 4):
            letter = heaps[begin] & 1
            begin += 1
        short = _capped(shortened(heaps[begin:]))
        if len(short) == len(heaps) - begin and begin == 0:
            return near(short), letter
        heaps = short


def shortened(heaps: Sequence[int]) -> tuple[int, ...]:
    """A list, or part of one, after the rules have been applied from the left to the right, whatever stands around."""
    found: list[int] = []
    look()
    for heap in heaps:
        found.append(heap)
        while _cut(found):
            pass
    return tuple(found)


def _capped(heaps: tuple[int, ...]) -> tuple[int, ...]:
    """The list with its first heap capped over the wrap (R1)."""
    if len(heaps) < 2 or not (heaps[0] ^ heaps[-1]) & 1 or heaps[0] >> 1 <= (heaps[-1] >> 1) + 1:
        return heaps
    return (2 * ((heaps[-1] >> 1) + 1) | heaps[0] & 1, *heaps[1:])


def _cut(found: list[int]) -> bool:
    """Apply one rule at the end of a list, if one applies."""
    count = len(found)
    if count < 2:
        return False
    last, before = found[-1], found[-2]
    if last < 4 and before < 4:  # R0
        del found[-2]
        return True
    if (last ^ before) & 1 and last >> 1 > before >> 1:  # R1
        found[-1] = before ^ 1
        last = found[-1]
    if count < 3:
        return False
    third = found[-3]
    paired = (third ^ before) & 1 and before >> 1 >= third >> 1
    if paired and (last < 4 or (not (third ^ last) & 1 and third >> 1 >= last >> 1)):  # R3, R2
        del found[-3:-1]
        return True
    return _cut_five(found) or _cut_equal(found)


def _cut_five(found: list[int]) -> bool:
    """R4."""
    if len(found) < 5:
        return False
    x1, y1, y2, x2, x3 = found[-5:]
    owners = (x1 ^ y1) & 1 and not (y1 ^ y2) & 1 and not (x1 ^ x2) & 1 and not (x1 ^ x3) & 1
    if owners and y1 >> 1 >= x1 >> 1 >= x3 >> 1 and x2 >> 1 >= y2 >> 1:
        del found[-5:-3]
        return True
    return False


def _cut_equal(found: list[int]) -> bool:
    """E1: the list ends with k equal heaps, before them k of the other owner, before them one more like the first."""
    x = found[-1]
    y = x ^ 1
    runs = 1
    while runs < len(found) and found[-1 - runs] == x:
        runs += 1
    # The pattern may end inside the run of x, so the run of y decides its length.
    at = len(found) - runs
    length = 0
    while at - length > 0 and found[at - length - 1] == y:
        length += 1
    begin = at - length - 1
    if length and runs >= length and begin >= 0 and found[begin] == x:
        del found[begin : begin + 2]
        return True
    return False


def near(heaps: tuple[int, ...]) -> tuple[int, ...]:
    """The list without large gaps between its lives: lowering all lives above a gap by 1 changes nothing (LM22)."""
    most = max(2, len(heaps))
    if not heaps or max(heaps) >> 1 <= most:
        return heaps
    lives, made, last = {}, 0, 0
    for life in sorted({heap >> 1 for heap in heaps}):
        made += min(life - last, most)
        lives[life], last = made, life
    if made == last:
        return heaps
    return tuple(2 * lives[heap >> 1] | heap & 1 for heap in heaps)
