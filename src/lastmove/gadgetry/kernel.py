"""Which placings of the ports make a gadget of a graph: tables of all states of the board, for many graphs at once.

A *state* is what is left of the board, as an integer: the vertices that are there (Vertex Geography), the edges that
are there (Edge Geography), or the weights as digits (NimG). Every move makes it smaller, and the states are taken in
order, so that what a value needs is known. For each state there are two sets of vertices: those from which the player
to move surely wins, and surely loses. A value is neither where it hangs on what the source leaves open: a token that
leaves the board in a state that the source does not name.

A *row* says what is outside of each port. ``exits[r n + v]`` is how the token can leave at v: not at all, to a
position that wins or loses for the next player, or to one that depends on the state left. Where the token may come back
at once (NimG: the vertex outside has been emptied, the one at the port has not), ``back[r n + v]`` is the row that
holds then, else -1. Rows stand in the order of the states of the source that they belong to; when those of a state are
known, ``checks`` say which states of the board belong to it.

The functions are kernels: :mod:`lastmove.graphs.backend` runs them on lists, or compiles them for arrays.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from lastmove.core.limits import look

__all__ = ["search"]

VERTICES, EDGES, LOWER_FIRST, SLIDE_FIRST = 0, 1, 2, 3
"""Vertex Geography, Edge Geography, NimG-RM and NimG-MR."""
SHUT, TO_N, TO_P, BY_STATE, TO_NULL, UNSURE = 0, 1, 2, 3, 4, 5
"""No way out; to an N position; to a P position; that depends on the state left; to a vertex of weight 0; to nobody
knows what."""
NO_WAY, LOST, WON, OPEN = 0, 1, 2, 3
"""What leaving is for the player who leaves."""


class KernelRules(NamedTuple):
    """The game, and the largest weights."""

    kind: Any
    misere: Any


class KernelTable(NamedTuple):
    """The rows of a source with numbers for ports: ``outside[r q + p]``, and what each row asks.

    ``masks`` has for each r q + p two sets of states of the source: where the position outside is N, and where P.
    ``simple[r]`` is the one port that is open in a row that asks nothing about states, -1 if none is, -2 for others.
    """

    ports: Any
    rows: Any
    states: Any
    state: Any
    enter: Any
    wins: Any
    outside: Any
    masks: Any
    simple: Any


class KernelRoom(NamedTuple):
    """Room for one graph and its tables."""

    near: Any
    tops: Any
    steps: Any
    edge_at: Any
    edge_sum: Any
    place: Any
    exits: Any
    to_n: Any
    to_p: Any
    back: Any
    won: Any
    lost: Any
    member: Any
    known: Any


def search(
    rules: KernelRules,
    program: KernelTable,
    work: KernelRoom,
    n: int,
    count: int,
    graphs: Any,
    weights: Any,
    found: Any,
) -> int:
    """Write (graph, place of each port) for every gadget into ``found``; how many there are.

    ``graphs`` has the neighbours of each vertex as bits, n words a graph; ``weights`` n numbers a graph.
    """
    total = 0
    for graph in range(count):
        for v in range(n):
            work.near[v] = graphs[graph * n + v]
            work.tops[v] = weights[graph * n + v]
        whole = _read(rules, work, n)
        for at in range(len(work.known)):
            work.known[at] = -1
        total = _place_ports(rules, program, work, n, whole, graph, found, total)
    return total


def _read(rules: KernelRules, work: KernelRoom, n: int) -> int:
    """Number the edges, or the digits of the weights; the state of the whole board."""
    if rules.kind == VERTICES:
        return (1 << n) - 1
    if rules.kind == EDGES:
        m = 0
        for v in range(n):
            work.edge_at[v] = 0
        for v in range(n):
            for u in range(v):
                if work.near[v] >> u & 1:
                    work.edge_at[u] |= 1 << m
                    work.edge_at[v] |= 1 << m
                    work.edge_sum[m] = u + v
                    m += 1
        return (1 << m) - 1
    size = 1
    for v in range(n):
        work.steps[v] = size
        size *= work.tops[v] + 1
    return size - 1


def _place_ports(
    rules: KernelRules, program: KernelTable, work: KernelRoom, n: int, whole: int, graph: int, found: Any, total: int
) -> int:
    """All placings of the ports on different vertices; those that do what the source asks are written down."""
    q = program.ports
    place = work.place
    for p in range(q):
        place[p] = 0
    while True:
        if (
            _apart(place, q)
            and _simple_rows(rules, program, work, n, whole)
            and _others(rules, program, work, n, whole)
        ):
            found[total * (q + 1)] = graph
            for p in range(q):
                found[total * (q + 1) + 1 + p] = place[p]
            total += 1
        p = q - 1
        while p >= 0 and place[p] == n - 1:
            place[p] = 0
            p -= 1
        if p < 0:
            return total
        place[p] += 1


def _apart(place: Any, q: int) -> bool:
    """Whether all ports are on different vertices."""
    good = True
    for p in range(q):
        for other in range(p):
            good &= place[p] != place[other]
    return good


def _simple_rows(rules: KernelRules, program: KernelTable, work: KernelRoom, n: int, whole: int) -> bool:
    """Whether the rows hold that have at most one open port: their tables are shared by all placings of the others."""
    last = program.states - 1
    for r in range(program.rows):
        port = program.simple[r]
        if port == -2 or program.state[r] != last or rules.kind == LOWER_FIRST:
            continue
        kind = SHUT if port < 0 else program.outside[r * program.ports + port]
        v = 0 if port < 0 else work.place[port]
        at = (kind * n + v) * 2
        if work.known[at] < 0:
            for u in range(2 * n):
                work.exits[u] = SHUT
                work.back[u] = -1
            if kind:
                work.exits[v] = kind
                work.back[v] = 1
            rows = 2 if kind == TO_P and rules.kind == SLIDE_FIRST else 1
            if rows == 1:
                work.back[v] = -1
            _fill(rules, program, work, n, whole, rows, False)
            sets = _entries(rules, work, n, whole, 0)
            work.known[at] = sets[0]
            work.known[at + 1] = sets[1]
        wanted = work.known[at] if program.wins[r] else work.known[at + 1]
        if not wanted >> work.place[program.enter[r]] & 1:
            return False
    return True


def _others(rules: KernelRules, program: KernelTable, work: KernelRoom, n: int, whole: int) -> bool:
    """Whether the other rows hold, with the tables of all rows and states that they need."""
    q, rows = program.ports, program.rows
    needed = rules.kind == LOWER_FIRST
    for r in range(rows):
        needed |= program.simple[r] == -2
    if not needed:
        return True
    copies = rows
    for r in range(rows):
        _set_exits(rules, program, work, n, r, r, -1)
        for p in range(q):
            kind = program.outside[r * q + p]
            if rules.kind >= LOWER_FIRST and kind in (TO_P, BY_STATE):
                _set_exits(rules, program, work, n, r, copies, p)
                work.back[r * n + work.place[p]] = copies
                copies += 1
    _fill(rules, program, work, n, whole, copies, True)
    return bool(work.member[whole] >> (program.states - 1) & 1)


def _set_exits(rules: KernelRules, program: KernelTable, work: KernelRoom, n: int, r: int, to: int, shut: int) -> None:
    """Row ``to`` of the exits is row r of the source; the token has come back by the port ``shut``, if there is one."""
    q = program.ports
    closed = TO_NULL if rules.kind == LOWER_FIRST else SHUT
    for v in range(n):
        work.exits[to * n + v] = SHUT
        work.back[to * n + v] = -1
    for p in range(q):
        v = work.place[p]
        kind = program.outside[r * q + p]
        if kind == SHUT or p == shut:
            kind = closed
        elif shut >= 0 and kind != TO_N:  # a second way out, with a way back of its own, is not followed
            kind = UNSURE
        work.exits[to * n + v] = kind
        work.to_n[to * n + v] = program.masks[(r * q + p) * 2]
        work.to_p[to * n + v] = program.masks[(r * q + p) * 2 + 1]


def _fill(
    rules: KernelRules, program: KernelTable, work: KernelRoom, n: int, whole: int, rows: int, by_state: bool
) -> None:
    """The values of all states: for each row the sets of vertices that surely win and surely lose."""
    size = whole + 1
    asked = program.rows if by_state else 1
    for s in range(size):
        look()
        work.member[s] = 0
        for step in range(rows):  # the copies first: they are what the token comes back to
            r = step + asked if step < rows - asked else step - (rows - asked)
            _settle(rules, work, n, size, s, r)
            if by_state and r < asked:
                is_last = r + 1 == asked or program.state[r + 1] != program.state[r]
                if is_last and _belongs(rules, program, work, size, s, program.state[r]):
                    work.member[s] |= 1 << program.state[r]


def _belongs(rules: KernelRules, program: KernelTable, work: KernelRoom, size: int, s: int, state: int) -> bool:
    """Whether the board left does what a state of the source asks."""
    for r in range(program.rows):
        if program.state[r] == state:
            v = work.place[program.enter[r]]
            if not _entered(rules, work, size, s, r, v, program.wins[r]):
                return False
    return True


def _entries(rules: KernelRules, work: KernelRoom, n: int, whole: int, r: int) -> tuple[int, int]:
    """The vertices where the token can enter the whole board so that the next player wins; and where he loses."""
    wins = 0
    loses = 0
    for v in range(n):
        if _entered(rules, work, whole + 1, whole, r, v, 1):
            wins |= 1 << v
        if _entered(rules, work, whole + 1, whole, r, v, 0):
            loses |= 1 << v
    return wins, loses


def _entered(rules: KernelRules, work: KernelRoom, size: int, s: int, r: int, v: int, wins: int) -> bool:
    """Whether the next player surely wins, or surely loses, when the token has come in at v.

    In NimG-MR the player who comes in chooses what stays there.
    """
    at = r * size
    if rules.kind == VERTICES and not s >> v & 1:
        return wins == 1  # nobody can enter
    if rules.kind != SLIDE_FIRST:
        return bool((work.won[at + s] if wins else work.lost[at + s]) >> v & 1)
    step = work.steps[v]
    for taken in range(1, s // step % (work.tops[v] + 1) + 1):
        left = s - taken * step
        if wins and not work.won[at + left] >> v & 1:
            return False
        if not wins and work.lost[at + left] >> v & 1:
            return True
    return wins == 1


def _settle(rules: KernelRules, work: KernelRoom, n: int, size: int, s: int, r: int) -> None:
    """The two sets of vertices for one row and state."""
    won = 0
    lost = 0
    for v in range(n):
        if rules.kind == VERTICES:
            found = _by_vertices(rules, work, n, size, s, r, v) if s >> v & 1 else OPEN
        elif rules.kind == EDGES:
            found = _by_edges(rules, work, n, size, s, r, v)
        elif rules.kind == LOWER_FIRST:
            found = _lower_then_slide(rules, work, n, size, s, r, v)
        else:
            found = _slide_then_lower(rules, work, n, size, s, r, v)
        if found == NO_WAY:
            found = WON if rules.misere else LOST
        if found == WON:
            won |= 1 << v
        elif found == LOST:
            lost |= 1 << v
    work.won[r * size + s] = won
    work.lost[r * size + s] = lost


def _best(found: int, other: int) -> int:
    """Of two moves what both together are for the player who can choose."""
    if found == WON or other == WON:
        return WON
    if found == OPEN or other == OPEN:
        return OPEN
    return LOST if found == LOST or other == LOST else NO_WAY


def _arrived(work: KernelRoom, at: int, v: int) -> int:
    """What it is for the player who has moved there."""
    if work.lost[at] >> v & 1:
        return WON
    return LOST if work.won[at] >> v & 1 else OPEN


def _by_vertices(rules: KernelRules, work: KernelRoom, n: int, size: int, s: int, r: int, v: int) -> int:
    rest = s ^ 1 << v
    found = _leave(rules, work, n, size, rest, r, v)
    ways = work.near[v] & rest
    if ways:
        if ways & work.lost[r * size + rest]:
            return WON
        found = _best(found, LOST if ways & ~work.won[r * size + rest] == 0 else OPEN)
    return found


def _by_edges(rules: KernelRules, work: KernelRoom, n: int, size: int, s: int, r: int, v: int) -> int:
    found = _leave(rules, work, n, size, s, r, v)
    edges = work.edge_at[v] & s
    e = 0
    while edges:
        if edges & 1:
            found = _best(found, _arrived(work, r * size + (s ^ 1 << e), work.edge_sum[e] - v))
        edges >>= 1
        e += 1
    return found


def _lower_then_slide(rules: KernelRules, work: KernelRoom, n: int, size: int, s: int, r: int, v: int) -> int:
    step = work.steps[v]
    found = NO_WAY
    for taken in range(1, s // step % (work.tops[v] + 1) + 1):
        left = s - taken * step
        found = _best(found, _leave(rules, work, n, size, left, r, v))
        ways = work.near[v]
        if ways:
            if ways & work.lost[r * size + left]:
                return WON
            found = _best(found, LOST if ways & ~work.won[r * size + left] == 0 else OPEN)
    return found


def _slide_then_lower(rules: KernelRules, work: KernelRoom, n: int, size: int, s: int, r: int, v: int) -> int:
    found = _leave(rules, work, n, size, s, r, v)
    for u in range(n):
        if work.near[v] >> u & 1:
            step = work.steps[u]
            for taken in range(1, s // step % (work.tops[u] + 1) + 1):
                found = _best(found, _arrived(work, r * size + s - taken * step, u))
    return found


def _leave(rules: KernelRules, work: KernelRoom, n: int, size: int, left: int, r: int, v: int) -> int:
    """What leaving at v is for the player who leaves, if he can."""
    kind = work.exits[r * n + v]
    if kind == SHUT:
        return NO_WAY
    if kind == TO_NULL:  # the next player is stuck there
        return LOST if rules.misere else WON
    if kind == TO_N:
        return LOST
    if kind == UNSURE:
        return OPEN
    found = WON
    if kind == BY_STATE:
        is_n = work.member[left] & work.to_n[r * n + v] != 0
        is_p = work.member[left] & work.to_p[r * n + v] != 0
        if is_n == is_p:
            found = OPEN
        elif is_n:
            return LOST
    row = work.back[r * n + v]
    if row < 0:
        return found
    # The next player may also come back, which is for the one who left as if the token had arrived at v.
    worst = found
    if rules.kind == LOWER_FIRST:
        worst = _worse(worst, row * size + left, work, v)
    else:
        step = work.steps[v]
        for taken in range(1, left // step % (work.tops[v] + 1) + 1):
            worst = _worse(worst, row * size + left - taken * step, work, v)
    return worst


def _worse(found: int, at: int, work: KernelRoom, v: int) -> int:
    """What a move is whose answer may lead to v besides."""
    if work.lost[at] >> v & 1:
        return LOST
    return found if work.won[at] >> v & 1 or found == LOST else OPEN
