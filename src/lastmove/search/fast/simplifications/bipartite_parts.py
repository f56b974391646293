"""Odd cycles and matchings in the state of an undirected search, for NimG-RM in misère play.

This is LM15, proved in docs/background/proofs.md.

**A vertex that lies on no odd cycle counts as weight 1** in undirected misère NimG-RM, the vertices of weight 0 and
the looped ones of weight 2 or more being deleted. So where no big vertex lies on an odd cycle, play is as with
weights 1, and the player to move wins if and only if every maximum matching covers the token. That covers graphs
without odd cycles (Renault and Schmidt 3.5, 3.6) and graphs with weights 1 (3.4).

*Proof.* Let B be bipartite and G be B with a part H(x) hanging on each vertex x of B, joined to the rest by x alone.
Call x good if the position on H(x) + x by itself, token on x, is lost, and let B' be the good vertices of B. Write X
for B' + x.

1. Token on x in B: the position is won if x is not good or every maximum matching of X covers x; else it is lost.
2. Token on t in H(x): if every maximum matching of X covers x, the outcome is that of H(x) without x; else it is that
   of H(x) + x.

By induction on the moves left. In 1, if all maximum matchings cover x, empty x and go to its mate y: some maximum
matching of X - x misses y, which is good. If one misses x and x is not good, make the winning move in H(x) + x; 2
says that this is a win. If one misses x and x is good, a move in H(x) + x is answered there. A move to y in B,
whatever is left on x: a y that is not good is won. A good y is covered by all maximum matchings of X since B is
bipartite, and also without x. In 2, going to x is bad in the first case by 1, and in the second the outcome there is
that of H(x) + x by itself.

Nothing here depends on the weight of an x with empty H(x). If v lies on no odd cycle, all blocks that contain v are
bipartite; take for B the largest connected union of bipartite blocks around v. It is bipartite, and H(v) is empty.
"""

from __future__ import annotations

from typing import Any

from lastmove.core.limits import look
from lastmove.search.fast.bitsets import both, either, first, only, rest, row, some, without
from lastmove.search.fast.board import AROUND, COUNT, OWN


def on_odd_cycles(rows: Any, numbers: Any, left: Any, u: int, empty: Any) -> Any:
    """The vertices of u's component that lie on an odd cycle: those of its blocks that are not bipartite.

    Depth first from u. ``low`` is the least place in the order of discovery to which a vertex or one below it is
    joined, ``odd`` whether an edge upwards closes an odd cycle; vertices wait on a stack for their block to be closed.
    """
    n = numbers[COUNT]
    place, low, parent = OWN, OWN + n, OWN + 2 * n
    depth, odd, stack = OWN + 3 * n, OWN + 4 * n, OWN + 5 * n
    found = empty
    unseen = without(left, only(u, empty))
    v = u
    count, waiting = 1, 0
    numbers[place + v] = 0
    numbers[low + v] = 0
    numbers[depth + v] = 0
    numbers[odd + v] = 0
    numbers[parent + v] = -1
    while True:
        look()
        onward = both(row(rows, AROUND, v, empty), unseen)
        if some(onward):
            w = first(onward)
            unseen = without(unseen, only(w, empty))
            numbers[place + w] = count
            numbers[parent + w] = v
            numbers[depth + w] = numbers[depth + v] + 1
            numbers[stack + waiting] = w
            waiting += 1
            least, closes = count, 0
            count += 1
            back = without(both(row(rows, AROUND, w, empty), left), either(unseen, only(v, empty)))
            while some(back):
                x = first(back)
                back = rest(back)
                least = min(least, numbers[place + x])
                closes |= (numbers[depth + w] - numbers[depth + x] + 1) & 1
            numbers[low + w] = least
            numbers[odd + w] = closes
            v = w
            continue
        above = numbers[parent + v]
        if above < 0:
            return found
        if numbers[low + v] >= numbers[place + above]:
            block = only(above, empty)
            while True:
                waiting -= 1
                x = numbers[stack + waiting]
                block = either(block, only(x, empty))
                if x == v:
                    break
            if numbers[odd + v]:
                found = either(found, block)
        else:
            numbers[low + above] = min(numbers[low + above], numbers[low + v])
            numbers[odd + above] |= numbers[odd + v]
        v = above


def always_matched(rows: Any, numbers: Any, left: Any, u: int, empty: Any) -> bool:
    """Whether every maximum matching of ``left`` covers u: whether one of the rest can be augmented from u."""
    mate = OWN
    todo = left
    while some(todo):
        look()
        v = first(todo)
        todo = rest(todo)
        numbers[mate + v] = -1
    exposed = without(left, only(u, empty))
    todo = exposed
    free = exposed
    while some(todo):
        v = first(todo)
        here = only(v, empty)
        todo = without(todo, here)
        partners = both(row(rows, AROUND, v, empty), free)
        if some(both(free, here)) and some(partners):
            w = first(partners)
            numbers[mate + v] = w
            numbers[mate + w] = v
            free = without(free, either(here, only(w, empty)))
    while some(free):
        look()
        v = first(free)
        free = rest(free)
        end = augmenting(rows, numbers, exposed, v, empty)
        if end >= 0:
            free = without(free, only(end, empty))
            augment(numbers, end)
    return augmenting(rows, numbers, left, u, empty) >= 0


def augment(numbers: Any, end: int) -> None:
    """Match along the path that ends here."""
    n = numbers[COUNT]
    mate, parent = OWN, OWN + n
    w = end
    while w >= 0:
        v = numbers[parent + w]
        following = numbers[mate + v]
        numbers[mate + w] = v
        numbers[mate + v] = w
        w = following


def augmenting(rows: Any, numbers: Any, left: Any, root: int, empty: Any) -> int:
    """The end of an augmenting path from an exposed vertex, or -1; Edmonds' blossoms, breadth first."""
    n = numbers[COUNT]
    mate, parent, base, queue = OWN, OWN + n, OWN + 2 * n, OWN + 3 * n
    todo = left
    while some(todo):
        v = first(todo)
        todo = rest(todo)
        numbers[parent + v] = -1
        numbers[base + v] = v
    even = only(root, empty)
    numbers[queue] = root
    taken, waiting = 0, 1
    while taken < waiting:
        look()
        v = numbers[queue + taken]
        taken += 1
        onward = both(row(rows, AROUND, v, empty), left)
        while some(onward):
            w = first(onward)
            onward = rest(onward)
            if numbers[base + v] == numbers[base + w] or numbers[mate + v] == w:
                continue
            if some(both(even, only(w, empty))):
                top = meeting(numbers, v, w, empty)
                blossom = either(stem(numbers, v, top, w, empty), stem(numbers, w, top, v, empty))
                todo = left
                while some(todo):
                    x = first(todo)
                    here = only(x, empty)
                    todo = without(todo, here)
                    if some(both(blossom, only(numbers[base + x], empty))):
                        numbers[base + x] = top
                        if not some(both(even, here)):
                            even = either(even, here)
                            numbers[queue + waiting] = x
                            waiting += 1
            elif numbers[parent + w] < 0:
                numbers[parent + w] = v
                other = numbers[mate + w]
                if other < 0:
                    return w
                even = either(even, only(other, empty))
                numbers[queue + waiting] = other
                waiting += 1
    return -1


def meeting(numbers: Any, v: int, w: int, empty: Any) -> int:
    """The first base that the ways from v and w to the root share."""
    n = numbers[COUNT]
    mate, parent, base = OWN, OWN + n, OWN + 2 * n
    seen = empty
    while True:
        v = numbers[base + v]
        seen = either(seen, only(v, empty))
        if numbers[mate + v] < 0:
            break
        v = numbers[parent + numbers[mate + v]]
    while True:
        w = numbers[base + w]
        if some(both(seen, only(w, empty))):
            return w
        w = numbers[parent + numbers[mate + w]]


def stem(numbers: Any, v: int, top: int, child: int, empty: Any) -> Any:
    """The bases from v up to the top of a new blossom; the way back through it is noted."""
    n = numbers[COUNT]
    mate, parent, base = OWN, OWN + n, OWN + 2 * n
    blossom = empty
    while numbers[base + v] != top:
        other = numbers[mate + v]
        blossom = either(blossom, either(only(numbers[base + v], empty), only(numbers[base + other], empty)))
        numbers[parent + v] = child
        child = other
        v = numbers[parent + other]
    return blossom
