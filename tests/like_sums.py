"""Sums of like games with different rules and boards: positions whose keys are alike and whose meaning is not."""

from __future__ import annotations

import random
from typing import Any

from reference import cases, rules

__all__ = ["LIKE", "like_sum", "nested"]

Json = dict[str, Any]

LIKE = (*cases.GAMES[:-1], "heaps", "graphs")
"""What the parts have in common: one game, any games of heaps, or any games on graphs of one size."""
HEAPS = ("nim", "octal", "subtraction", "adjacent-nim")
CODES = (
    "0.77",
    "0.137",
    "0.6",
    "0.07",
    "0.75",
    "0.3",
    "0.33",
    "0.333",
    "4.7",
    "0.07",
    "0.156",
    "0.45",
    "0.1337",
    "0.7",
)
MOST = 2_000
"""So many states a sum may have."""


def like_sum(like: str, rng: random.Random) -> Json:
    """Two or three parts that are alike; now and then one of them stands twice, or some stand in a sum of their own."""
    while True:
        count = rng.choice((2, 2, 3))
        graph = _graph(rng)
        parts = [_part(like, rng, graph) for _ in range(count)]
        if rng.random() < 0.15:
            parts[-1] = parts[0]
        found = {"game": "sum", "parts": parts}
        if rules.reachable(found, MOST + 1) <= MOST:
            return nested(found, rng) if rng.random() < 0.2 else found


def nested(found: Json, rng: random.Random) -> Json:
    """The same sum with its first parts in a sum of their own, maybe with a sum of no parts beside them."""
    inner = {"game": "sum", "parts": found["parts"][:-1]}
    empty: list[Json] = [{"game": "sum", "parts": []}] * rng.randint(0, 1)
    return {"game": "sum", "parts": [*empty, inner, found["parts"][-1]]}


def _part(like: str, rng: random.Random, graph: Json) -> Json:
    game = rng.choice(HEAPS) if like == "heaps" else rng.choice(cases.GRAPH_GAMES) if like == "graphs" else like
    if game == "octal":
        return {"game": "octal", "code": rng.choice(CODES), "heaps": _heaps(rng, 9)}
    if game == "subtraction":
        amounts = sorted(rng.sample(range(1, 6), rng.randint(1, 3)))
        return {"game": "subtraction", "set": amounts, "heaps": _heaps(rng, 12)}
    if game == "nim":
        return {"game": "nim", "heaps": _heaps(rng, 4)}
    if game in cases.GRAPH_GAMES and rng.random() < 0.7:
        return _on_board(game, rng, graph if rng.random() < 0.5 else _graph(rng))
    if game == "dag":
        return _dag(rng)
    return cases.without_play(game, rng)


def _heaps(rng: random.Random, most: int) -> list[int]:
    return [rng.randint(0, most) for _ in range(rng.choice((1, 1, 1, 2)))]


def _graph(rng: random.Random) -> Json:
    """A small connected graph with numbers for names: many have the same vertices."""
    n = rng.randint(2, 6)
    edges = [[v, rng.randrange(v)] for v in range(1, n)]
    edges += [[rng.randrange(n), rng.randrange(n)] for _ in range(rng.randint(0, 3))]
    return {"directed": False, "vertices": list(range(n)), "edges": edges}


def _on_board(game: str, rng: random.Random, graph: Json) -> Json:
    names = graph["vertices"]
    found = {"game": game, **graph, "start": rng.choice(names)}
    if game in ("vertex-geography", "edge-geography"):
        return found
    least = 1 if game == "vertexnim" else 0
    return {**found, "weights": [rng.randint(least, 2) for _ in names]}


def _dag(rng: random.Random) -> Json:
    """Sparse, and so often wild."""
    n = rng.randint(4, 10)
    edges = [[a, b] for a in range(1, n) for b in range(a) if b == a - 1 or rng.random() < 0.3]
    return {"game": "dag", "vertices": list(range(n)), "edges": edges, "start": n - 1}
