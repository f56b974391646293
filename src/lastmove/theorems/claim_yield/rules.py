"""The game of claiming and yielding (LM8) for the search: states, what is known of them at a glance, their options.

A position is a list of heaps, each 2 or more and owned by one of two players, and a flag. The owner Q of the first heap
claims it (the flag is Q's; the heap loses 1 and goes to the end if the flag was the other player's and 2 or more are
left, else it is gone) or yields it (it is gone, the flag is the other player's). Who has the flag at the end wins. Any
such list comes from a position of Adjacent Nim, so by LM6 a heap more, or a larger one, in the same place never hurts
its owner. From that:

* *Free.* If the first heap is 2, or the flag is Q's, it is gone whatever Q does, and Q chooses who has the flag. If
  another heap follows, Q may as well yield. Let it be the other player's: if he has the flag, it is gone and he chooses
  the flag; if Q has it, he gets the same flags, and with the one that is his he may keep the heap. Let it be Q's own:
  it is gone if Q has the flag, and again he gets the same flags if he has not, and may keep the heap. So every free
  step is forced and a last heap wins for its owner. Only where the flag is not Q's and the heap 3 or more is there a
  choice; the flag need not be written.
* *Forced claims.* At such a heap of a, Q may as well claim if the next heap is 2, for then it is gone and the flag the
  same after either choice, but a claim keeps a heap more; or if the next heap, of b <= a, is Q's own. For after the
  claim it is free: Q loses it, keeps a - 1, and chooses the flag. After yielding, Q may keep b - 1 with the flag his,
  or nothing with the flag the other's; both are no better.
* *Counting as 2.* After a 2 of Q, a heap of the other player counts as 2: Q yields, and it is gone. After a 2 of Q and
  a heap a of Q, a heap b <= a of Q counts as 2, as Q claims a. A 2 in front of a 2 can be dropped: after it the owner
  of the second one chooses the flag anyhow.
* *The last heap.* If Q owns the last heap, and the other player never two in a row, Q wins (LM10).
* *Rewriting.* Parts of the list may be replaced by shorter ones, whatever stands around them (LM23), and where one
  player never owns two heaps in a row the winner is known (LM18): see :mod:`lastmove.theorems.claim_yield.rewriting`.
* *Laps.* With s heaps, all above 1 + max(2, s), taking 1 off each changes nothing (docs/reference/certificates.md).

So heaps up to 3 take positions in proportion to their number, at most three for each, and small heaps are fast: of the
heaps that went to the end little is left to tell them apart.

A state is the list, written anew from place 0: planes of the heaps less 1, and the places of the heaps that are not of
the first one's owner. It is won if that owner, who chooses, wins.
"""

from __future__ import annotations

from typing import Any

from lastmove.core.limits import look
from lastmove.search.fast.bitsets import both, either, field, only, put, size, some
from lastmove.search.fast.board import COUNT, LOST, OPEN, PLANES, SWITCHES, WON
from lastmove.search.fast.planes import live_ones, weight_of
from lastmove.theorems.claim_yield.rewriting import heap_at, one_owner, put_heap, shortened

# The convention is always normal, and the count is that of the most heaps. The numbers of the game's own are room for a
# list, see claim_rules.

CLAIMS, TWOS, LAST, LAPS, ORDER, RULES, OWNERS = 1, 2, 4, 8, 16, 32, 64
ALL = 127


def reduced(numbers: Any, begin: int, count: int, flag: int) -> Any:
    """The list in the room in its least form: (who wins, or OPEN), where it begins, how many heaps it has."""
    switches = numbers[SWITCHES]
    while True:
        flag, begin, count = forced(numbers, begin, count, flag)
        if count == 0:
            return flag, begin, count
        if count == 1:
            return heap_at(numbers, begin) & 1, begin, count
        if switches & TWOS:
            count = counted(numbers, begin, count)
        if not switches & RULES:
            break
        before = count
        count = shortened(numbers, begin, count)
        if count == before:
            break
    owner = heap_at(numbers, begin) & 1
    if switches & OWNERS:
        winner = one_owner(numbers, begin, count)
        if winner != OPEN:
            return winner, begin, count
    if switches & LAST and yielding_wins(numbers, begin, count, owner):
        return owner, begin, count
    if switches & LAPS:
        skip_laps(numbers, begin, count)
    return OPEN, begin, count


def forced(numbers: Any, begin: int, count: int, flag: int) -> Any:
    """Play on while there is nothing to choose: the flag, where the list begins then, how many heaps it has."""
    switches = numbers[SWITCHES]
    while count > 1:
        look()
        heap = heap_at(numbers, begin)
        after = heap_at(numbers, begin + 1)
        owner = heap & 1
        if flag == owner or heap < 6:
            flag = 1 - owner
            count -= 1
        elif switches & CLAIMS and (after < 6 or (after & 1 == owner and after <= heap)):
            flag = owner
            put_heap(numbers, begin + count, heap - 2)
        else:
            break
        begin = begin + 1 if begin < numbers[COUNT] else 0
    return flag, begin, count


def counted(numbers: Any, begin: int, count: int) -> int:
    """Let heaps count as 2, and drop those before a 2; how many are left. The first heap is 3 or more."""
    kept = 1
    for place in range(begin + 1, begin + count):
        heap = heap_at(numbers, place)
        before = heap_at(numbers, begin + kept - 1)
        if before < 6:
            if heap & 1 != before & 1:
                heap = 4 | (heap & 1)
            if heap < 6:
                kept -= 1
        elif kept > 1 and heap & 1 == before & 1 and heap <= before and heap_at(numbers, begin + kept - 2) < 6:
            heap = 4 | (heap & 1)
        put_heap(numbers, begin + kept, heap)
        kept += 1
    return kept


def yielding_wins(numbers: Any, begin: int, count: int, owner: int) -> bool:
    """Whether LM10 says that the owner of the first heap wins."""
    if heap_at(numbers, begin + count - 1) & 1 != owner:
        return False
    row = 0
    for place in range(begin, begin + count):
        row = 0 if heap_at(numbers, place) & 1 == owner else row + 1
        if row == 2:
            return False
    return True


def skip_laps(numbers: Any, begin: int, count: int) -> None:
    """Take off all heaps what does not matter."""
    least = heap_at(numbers, begin) >> 1
    for place in range(begin + 1, begin + count):
        least = min(least, heap_at(numbers, place) >> 1)
    more = least - 1 - max(2, count)
    if more > 0:
        for place in range(begin, begin + count):
            put_heap(numbers, place, heap_at(numbers, place) - 2 * more)


def written(numbers: Any, states: Any, at: int, begin: int, count: int, empty: Any) -> None:
    """Write the list in the room as a state."""
    planes = numbers[PLANES]
    owner = heap_at(numbers, begin) & 1
    for i in range(planes + 1):
        found = empty
        for place in range(count):
            heap = heap_at(numbers, begin + place)
            bit = ((heap >> 1) - 1) >> i & 1 if i < planes else (heap & 1) ^ owner
            if bit:
                found = either(found, only(place, empty))
        put(states, at, i, found)


def expand(rows: Any, numbers: Any, state: Any, states: Any, marks: Any, empty: Any) -> int:  # noqa: ARG001
    """The options of a state, or what can be said of it at once; see the kernel."""
    switches, planes = numbers[SWITCHES], numbers[PLANES]
    count = size(live_ones(state, planes, empty))
    others = field(state, planes, empty)
    found = 0
    for flag in range(2):
        # The chooser is 0: a claim gives him the flag and keeps the heap.
        for place in range(count):
            heap = weight_of(state, planes, place, empty) + 1
            put_heap(numbers, place, 2 * heap + (1 if some(both(others, only(place, empty))) else 0))
        left = count - 1
        if flag == 0:
            put_heap(numbers, count, heap_at(numbers, 0) - 2)
            left = count
        winner, begin, left = reduced(numbers, 1, left, flag)
        if winner == 0:
            return WON
        if winner == OPEN:
            written(numbers, states, found, begin, left, empty)
            mine = 1 - (heap_at(numbers, begin) & 1)
            marks[found] = mine
            if switches & ORDER:
                marks[found] |= rank(left, mine) << 1
            found += 1
    return found if found else LOST


def rank(count: int, mine: int) -> int:
    """Which option to try first."""
    return count + 2 * mine
