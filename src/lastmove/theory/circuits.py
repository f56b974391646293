"""NimG-RM on directed circuits: Remark 5 of Duchêne and Renault, and LM3."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.certificates.parity import Parity
from lastmove.core.play import Play
from lastmove.core.position import OVER
from lastmove.theory.nimg_matching import slide_range
from lastmove.theory.statement import Verdict

if TYPE_CHECKING:
    from collections.abc import Hashable

    from lastmove.games.nimg_rm import NimGRM

__all__ = ["around_the_circuit", "first_place", "verdict_with_null", "verdict_without_null"]


def around_the_circuit(position: NimGRM) -> list[int] | None:
    """The vertices from the token around the circuit, or ``None`` where the token is not on a directed circuit.

    Only what the token can reach counts: each vertex there has one out-neighbour, and the walk comes back.
    """
    graph = position.graph
    if not graph.directed or position.start is OVER:
        return None
    token = graph.index(position.start)
    walk = [token]
    while True:
        following = graph.neighbours[walk[-1]]
        if len(following) != 1 or len(walk) > graph.n:
            return None
        if following[0] == token:
            return walk
        walk.append(following[0])


def first_place(weights: list[int], wanted: int) -> int | None:
    """The place, from 1, of the first weight equal to ``wanted``."""
    return weights.index(wanted) + 1 if wanted in weights else None


def verdict_with_null(position: NimGRM, play: Play, walk: list[int]) -> Verdict | None:
    """Some weight is 0: who comes to the first null vertex decides, whatever is taken on the way."""
    weights = [position.weights[v] for v in walk]
    null = first_place(weights, 0)
    if null is None:
        return None
    wins = (null % 2 == 0) != play.wins_when_stuck
    why = f"the first vertex of weight 0 around the circuit is at place {null}"
    return _verdict(position, play, walk, wins, why, (0, weights[0] - 1))


def verdict_without_null(position: NimGRM, play: Play, walk: list[int]) -> Verdict | None:
    """All weights are positive: by the parity of the circuit and of the place of the first minimum or first 1."""
    weights = [position.weights[v] for v in walk]
    if 0 in weights:
        return None
    size, top = len(walk), weights[0] - 1
    if play is Play.NORMAL:
        if size % 2:
            return _verdict(position, play, walk, True, f"the circuit has {size} vertices, an odd number", (0, 0))
        least = min(weights)
        place = weights.index(least) + 1
        why = f"the circuit has {size} vertices, an even number, and its first minimum, {least}, is at place {place}"
        return _verdict(position, play, walk, place % 2 == 0, why, (least, top))
    if size % 2 == 0:
        return _verdict(position, play, walk, True, f"the circuit has {size} vertices, an even number", (0, 0))
    one = first_place(weights, 1)
    odd = f"the circuit has {size} vertices, an odd number,"
    if one is None:
        return _verdict(position, play, walk, True, f"{odd} and no weight is 1", (1, 1))
    return _verdict(position, play, walk, one % 2 == 0, f"{odd} and its first weight 1 is at place {one}", (1, top))


def _verdict(position: NimGRM, play: Play, walk: list[int], wins: bool, why: str, span: tuple[int, int]) -> Verdict:
    """The verdict; ``span`` holds the least and the most that a winning move leaves."""
    to: Hashable = position.graph.vertices[walk[1 % len(walk)]]
    ways = slide_range(to, *span)
    move = ways.make(span[0]) if wins and ways.size else None
    verdict = Verdict(wins, move, why, (lambda: [ways]) if wins else None)
    return verdict.certified(lambda: Parity.of("LM3", position, play))
