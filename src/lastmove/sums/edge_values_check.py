"""Grundy values of Edge NimG by LM54, worked out a second time: types of branches are sent along the edges of a tree.

Nothing here is shared with ``edge_values``.
"""

from __future__ import annotations

from collections import deque
from functools import reduce
from operator import xor
from typing import TYPE_CHECKING, Any

from lastmove.core.limits import look
from lastmove.games.edge_nimg import EdgeNimG

if TYPE_CHECKING:
    Near = dict[int, dict[int, int]]

RULE = "LM54"
"""How a certificate says that values are worked out by this rule."""


def edge_value(position: Any) -> int | None:
    """The Grundy value of an Edge NimG position, if the rule says it."""
    if type(position) is not EdgeNimG:
        return None
    token = position.graph.index(position.start)
    near: dict[int, list[tuple[int, int]]] = {u: [] for u in range(position.graph.n)}
    for (u, v), weight in zip(position.graph.ends(), position.weights, strict=True):
        if weight:
            near[u].append((v, weight))
            if u != v and not position.graph.directed:
                near[v].append((u, weight))
    if position.graph.directed:
        return _without_circuits(near, token)
    here = _reached(near, token)
    looped = any(u == v for u in here for v, _ in near[u])
    if len(here) == 1 or (len(here) == 2 and not looped):
        return reduce(xor, (weight for _, weight in near[token]), 0)
    ends = sum(len(near[u]) for u in here)
    if looped or ends > 2 * len(here):
        return None
    if ends == 2 * len(here) - 2:
        return _on_tree({u: dict(near[u]) for u in here}, token)
    if len(here) % 2 or any(len(near[u]) != 2 for u in here):
        return None
    weights: list[int] = []
    before, at = -1, token
    while not weights or at != token:
        after, weight = next(way for way in near[at] if way[0] != before)
        weights.append(weight)
        before, at = at, after
    return _on_cycle(weights)


def _reached(near: dict[int, list[tuple[int, int]]], token: int) -> set[int]:
    found, waiting = {token}, [token]
    while waiting:
        fresh = {v for v, _ in near[waiting.pop()]} - found
        found |= fresh
        waiting += fresh
    return found


def _without_circuits(near: dict[int, list[tuple[int, int]]], token: int) -> int | None:
    """Backwards from the vertices without a way on."""
    here = _reached(near, token)
    into: dict[int, list[int]] = {u: [] for u in here}
    for u in here:
        for v, _ in near[u]:
            into[v].append(u)
    missing = {u: len(near[u]) for u in here}
    met: dict[int, set[int]] = {u: set() for u in here}
    ready, value = deque(u for u in here if not missing[u]), dict[int, int]()
    while ready:
        v = ready.popleft()
        value[v] = next(k for k in range(len(met[v]) + 1) if k not in met[v])
        for u in into[v]:
            met[u].add(value[v])
            missing[u] -= 1
            if not missing[u]:
                ready.append(u)
    return value.get(token) if len(value) == len(here) else None


def _on_tree(near: Near, token: int) -> int:
    """Layer by layer; ``near`` is used up."""
    total = 0
    while True:
        look()
        heard = _messages(near)
        if not any(heard[token].values()):
            return total
        stay, waiting = {token}, [token]
        while waiting:
            for v in near[waiting.pop()]:
                if v not in stay and any(heard[v].values()):
                    stay.add(v)
                    waiting.append(v)
        pairs, layer = [], []
        for v in stay:
            lost = [u for u, is_lost in heard[v].items() if is_lost]
            if len(lost) == 1:
                pairs.append((v, lost[0]))
                layer.append(near[v][lost[0]])
            else:
                layer.append(1)  # its own leaf
        low = min(layer)
        total += low
        near = {u: {v: weight for v, weight in near[u].items() if v in stay} for u in stay}
        for u, v in pairs:  # each pair comes once from either side
            near[u][v] -= low
            if not near[u][v]:
                del near[u][v]


def _messages(near: Near) -> dict[int, dict[int, bool]]:
    """For each vertex and neighbour whether the branch there is P: each vertex tells when it knows of all others."""
    heard: dict[int, dict[int, bool]] = {u: {} for u in near}
    lost = dict.fromkeys(near, 0)
    waiting = deque((v, u) for v in near for u in near[v] if len(near[v]) == 1)
    while waiting:
        v, u = waiting.popleft()
        heard[u][v] = lost[v] == heard[v].get(u, False)
        lost[u] += heard[u][v]
        if len(heard[u]) == len(near[u]) - 1:
            waiting.append((u, next(each for each in near[u] if each not in heard[u])))
        elif len(heard[u]) == len(near[u]):  # all others hear of it now, but who spoke last but one has been told
            waiting.extend((u, each) for each in near[u] if each != v)
    return heard


def _on_cycle(weights: list[int]) -> int:
    """From the token on, by the places of the least weights."""
    count, low = len(weights), min(weights)
    places = [place for place, weight in enumerate(weights) if weight == low]
    ahead, back = places[0], count - 1 - places[-1]
    if ahead % 2 == 0 and back % 2 == 0:
        return 0
    if ahead % 2 and back % 2:
        return _not_in(low, low, 1)
    other = min(weight for place, weight in enumerate(weights) if (place - ahead) % 2)
    path: Near = {place: {} for place in range(-back, ahead + 1)}
    for place in range(-back, ahead):
        weight = weights[place] - (0 if (place - ahead) % 2 else low)
        path[place][place + 1] = path[place + 1][place] = weight
    return _not_in(low, other, _on_tree(path, 0) - other)


def _not_in(x: int, m: int, place: int) -> int:
    """The number at this place among those that are neither y ^ m with y < x nor z ^ x with z < m.

    Those that are make blocks: below x there is one for each of its binary ones.
    """
    blocks = [
        ((((top >> bit) - 1) ^ (mask >> bit)) << bit, 1 << bit)
        for top, mask in ((x, m), (m, x))
        for bit in range(top.bit_length())
        if top >> bit & 1
    ]
    at = 0
    for start, size in sorted(blocks):
        if start > at:
            if place < start - at:
                break
            place -= start - at
        at = max(at, start + size)
    return at + place
