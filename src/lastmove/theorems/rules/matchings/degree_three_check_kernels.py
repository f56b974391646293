"""The checks of a degree-three certificate: steps, further matchings and barriers, as docs/reference/certificates.md
says.

The functions know nothing of how any of it is found. They are kernels, as in
:mod:`lastmove.theorems.rules.matchings.matching_check_kernels`. Every number that comes from the certificate is held
against the graph before it is used as an index. Here a vertex *counts* while it is in the class that the matching
matches with itself and no step has put it away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.limits import look
from lastmove.core.play import LOSES, UNDECIDED, WINS
from lastmove.theorems.rules.matchings.matching_check_kernels import find

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

    from lastmove.graphs.csr import CSR

__all__ = ["find_spare", "hold_bridges", "more_odd_parts", "other_mates", "put_away", "starts_of"]

NONE = -1
FINE, NOT_THERE, NOT_CLOSED, NOT_STRONG, NO_BRIDGE = 0, 1, 2, 3, 4
ALWAYS, CHANGES = 1, 2


def place_of(rows: CSR, u: int, v: int) -> int:
    """The place of the edge uv among those of u, NONE if there is none."""
    for k in range(rows.indptr[u], rows.indptr[u + 1]):
        if rows.indices[k] == v:
            return k
    return NONE


def put_away(
    rows: CSR,
    mate: Sequence[int],
    items: Sequence[int],
    ends: Sequence[int],
    is_bridge: Sequence[int],
    counts: MutableSequence[int],
    cut: MutableSequence[int],
    when: MutableSequence[int],
    found: MutableSequence[int],
    mark: MutableSequence[int],
    seen: MutableSequence[int],
    queue: MutableSequence[int],
) -> int:
    """Follow the steps; FINE, or what is wrong. That bridges are bridges is for :func:`hold_bridges`.

    ``when`` becomes 1 more than the number of the step that puts a vertex away, ``found`` ALWAYS or CHANGES: whether
    every perfect matching gives it the same mate. All lists but ``counts`` are 0 at first.
    """
    begin = 0
    for step in range(len(ends)):
        look()
        end, now = ends[step], step + 1
        for k in range(begin, end):
            v = items[k]
            if v < 0 or v >= len(mate) or not counts[v] or mark[v] == now:
                return NOT_THERE
            mark[v] = now
        if is_bridge[step]:
            if end - begin != 2:
                return NOT_THERE
            u, v = items[begin], items[begin + 1]
            place = place_of(rows, u, v)
            if place == NONE or cut[place]:
                return NOT_THERE
            if mate[u] == v:
                counts[u], counts[v] = 0, 0
                when[u], when[v] = now, now
                found[u], found[v] = ALWAYS, ALWAYS
            else:
                cut[place] = 1
                cut[place_of(rows, v, u)] = 1
        else:
            if begin == end:
                return NOT_THERE
            for k in range(begin, end):
                v = items[k]
                if mark[mate[v]] == now:
                    return NOT_CLOSED
                for at in range(rows.indptr[v], rows.indptr[v + 1]):
                    w = rows.indices[at]
                    if counts[w] and not cut[at] and mark[mate[w]] != now:
                        return NOT_CLOSED
            if end - begin > 1:
                for forwards in range(2):
                    if walk(rows, mate, items[begin], now, forwards, counts, cut, mark, seen, queue) < end - begin:
                        return NOT_STRONG
            for k in range(begin, end):
                v = items[k]
                m = mate[v]
                counts[v], counts[m] = 0, 0
                when[v], when[m] = now, now
                found[v] = CHANGES if end - begin > 1 else ALWAYS
                found[m] = found[v]
        begin = end
    return FINE


def walk(
    rows: CSR,
    mate: Sequence[int],
    start: int,
    now: int,
    forwards: int,
    counts: Sequence[int],
    cut: Sequence[int],
    mark: Sequence[int],
    seen: MutableSequence[int],
    queue: MutableSequence[int],
) -> int:
    """How many vertices of a set can be reached from one of them, over an edge and then the mate; or the other way."""
    stamp = 2 * now + forwards
    queue[0] = start
    seen[start] = stamp
    size, done = 1, 0
    while done < size:
        look()
        x = queue[done]
        done += 1
        here = x if forwards else mate[x]
        for at in range(rows.indptr[here], rows.indptr[here + 1]):
            w = rows.indices[at]
            if counts[w] and not cut[at]:
                y = mate[w] if forwards else w
                if mark[y] == now and seen[y] != stamp:
                    seen[y] = stamp
                    queue[size] = y
                    size += 1
    return size


def hold_bridges(
    rows: CSR,
    mate: Sequence[int],
    items: Sequence[int],
    ends: Sequence[int],
    is_bridge: Sequence[int],
    counts: Sequence[int],
    cut: Sequence[int],
    when: Sequence[int],
    leader: MutableSequence[int],
) -> int:
    """Put everything back, the last first: FINE if each bridge then joins two parts that nothing else joins.

    ``leader`` is each vertex itself at first.
    """
    for v in range(len(mate)):
        look()
        if counts[v]:
            join_row(rows, v, NONE, len(ends) + 1, counts, cut, when, leader)
    for back in range(len(ends)):
        look()
        step = len(ends) - 1 - back
        begin = ends[step - 1] if step > 0 else 0
        if is_bridge[step]:
            u, v = items[begin], items[begin + 1]
            if mate[u] == v:
                join_row(rows, u, v, step + 1, counts, cut, when, leader)
                join_row(rows, v, u, step + 1, counts, cut, when, leader)
            one, two = find(leader, u), find(leader, v)
            if one == two:
                return NO_BRIDGE
            leader[one] = two
        else:
            for k in range(begin, ends[step]):
                v = items[k]
                join_row(rows, v, NONE, step + 1, counts, cut, when, leader)
                join_row(rows, mate[v], NONE, step + 1, counts, cut, when, leader)
    return FINE


def join_row(
    rows: CSR,
    v: int,
    but: int,
    now: int,
    counts: Sequence[int],
    cut: Sequence[int],
    when: Sequence[int],
    leader: MutableSequence[int],
) -> None:
    """Join v with its neighbours that are there before step ``now``, but one."""
    for at in range(rows.indptr[v], rows.indptr[v + 1]):
        w = rows.indices[at]
        if w != but and not cut[at] and (counts[w] or when[w] >= now):
            leader[find(leader, v)] = find(leader, w)


def other_mates(counts: Sequence[int], mate: Sequence[int], other: Sequence[int], found: MutableSequence[int]) -> bool:
    """Mark what another matching matches otherwise; False if it is not perfect on the vertices that count."""
    for v in range(len(mate)):
        look()
        if counts[v]:
            if other[v] == NONE or not counts[other[v]]:
                return False
            if other[v] != mate[v]:
                found[v] = CHANGES
    return True


def more_odd_parts(
    rows: CSR,
    u: int,
    v: int,
    inside: Sequence[int],
    counts: Sequence[int],
    cut: Sequence[int],
    seen: MutableSequence[int],
    queue: MutableSequence[int],
) -> int:
    """How many odd components there are of what counts, without a barrier and the edge uv; ``seen`` is all 0."""
    odd = 0
    for root in range(len(counts)):
        look()
        if counts[root] and not inside[root] and not seen[root]:
            seen[root] = 1
            queue[0] = root
            size, done = 1, 0
            while done < size:
                look()
                x = queue[done]
                done += 1
                for at in range(rows.indptr[x], rows.indptr[x + 1]):
                    y = rows.indices[at]
                    away = cut[at] or not counts[y] or inside[y] or (x == u and y == v) or (x == v and y == u)
                    if not away and not seen[y]:
                        seen[y] = 1
                        queue[size] = y
                        size += 1
            odd += size % 2
    return odd


def find_spare(tails: Sequence[int], heads: Sequence[int], mate: Sequence[int], met: MutableSequence[int]) -> None:
    """Count in ``met``, all 0 at first, the edges between each vertex and its mate."""
    for k in range(len(tails)):
        look()
        u, v = tails[k], heads[k]
        if mate[u] == v:
            met[u] += 1
            met[v] += 1


def starts_of(
    rows: CSR,
    fair: Sequence[int],
    degrees: Sequence[int],
    looped: Sequence[int],
    shown: Sequence[int],
    even: Sequence[int],
    found: Sequence[int],
    met: Sequence[int],
    codes: MutableSequence[int],
) -> None:
    """What is shown of every start.

    ``shown`` says of a vertex of the core whether some maximum matching leaves it out (LOSES) or none does (WINS),
    ``even`` whether it is outside the barrier and the odd components, ``found`` whether it always has the same mate.
    """
    for u in range(len(codes)):
        look()
        degree = degrees[u]
        codes[u] = UNDECIDED
        if not fair[u]:
            continue
        if degree == 0:
            codes[u] = WINS
        elif degree == 2:
            codes[u] = shown[u]
        else:
            sure, some = True, False
            for at in range(rows.indptr[u], rows.indptr[u + 1]):
                v = rows.indices[at]
                if degrees[v] > 1:
                    some |= shown[v] == LOSES
                    sure &= shown[v] == WINS
            if degree == 3 and looped[u]:
                some |= shown[u] == LOSES
                sure &= shown[u] == WINS
            if some:
                codes[u] = WINS
            elif sure and (degree == 1 or shown[u] == LOSES):
                codes[u] = LOSES
            elif sure and even[u]:
                if met[u] > 1 or found[u] == CHANGES:
                    codes[u] = LOSES
                elif found[u] == ALWAYS:
                    codes[u] = WINS
