"""The labelling lu of Definition 11, exactly as printed; it is kept so that its failures can be found again."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def printed_labels(neighbours: Sequence[Sequence[int]], weights: Sequence[int], kept: Iterable[int]) -> dict[int, bool]:
    """For each vertex of the graph induced by ``kept`` whether Definition 11 calls it N.

    Vertices no heavier than any neighbour (S) are P, the other neighbours of S (T) are N; both are removed, and what is
    left is labelled in the same way.
    """
    left = set(kept)
    wins: dict[int, bool] = {}
    while left:
        around = {u: [v for v in neighbours[u] if v in left] for u in left}
        minimal = {u for u in left if all(weights[u] <= weights[v] for v in around[u])}
        beside = {v for u in minimal for v in around[u]} - minimal
        wins |= dict.fromkeys(minimal, False) | dict.fromkeys(beside, True)
        left -= minimal | beside
    return wins
