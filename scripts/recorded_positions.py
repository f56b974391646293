"""Small positions of every game, streams of them, and bad input, for the command lines of ``record_commands.py``.

Nothing here asks lastmove: the same list can be run on an old and on a new tree.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import random

__all__ = [
    "BAD_LINES",
    "BOARDS",
    "GAMES",
    "PLAYS",
    "bad_position",
    "graph_text",
    "line",
    "position",
    "short",
]

Fields = dict[str, Any]

PLAYS = ("normal", "misere")
CODES = ("0.77", "0.137", "0.07", "4.7", "0.6", "0.3", "0.[3]", "0.15", "0.007", "4.[3]", "0.88", "0.1[2]")
FAMILIES = (
    "path:4", "cycle:5", "circuit:4", "complete:4", "complete-multipartite:2,2", "star:3", "wheel:5", "grid:2x3",
    "torus:3x3", "king:2x2", "hypercube:2", "petersen:3,1", "circulant:5,1,2", "ladder:3", "prism:3", "antiprism:3",
    "caterpillar:3,1", "comb:3", "tree:2,2",
)  # fmt: skip


def _heaps(rng: random.Random, most: int = 7) -> list[int]:
    return [rng.randrange(most + 1) for _ in range(rng.choice((1, 2, 2, 3, 3, 4)))]


def _nim(rng: random.Random) -> Fields:
    return {"heaps": [] if rng.random() < 0.03 else _heaps(rng, rng.choice((1, 7, 7)))}


def _octal(rng: random.Random) -> Fields:
    return {"code": rng.choice(CODES), "heaps": _heaps(rng)}


def _subtraction(rng: random.Random) -> Fields:
    return {"set": sorted(rng.sample(range(1, 8), rng.choice((1, 2, 3)))), "heaps": _heaps(rng, 9)}


def _adjacent(rng: random.Random) -> Fields:
    heaps = [rng.choice((0, 1, 1, 2, 2, 3, 4, 6)) for _ in range(rng.randrange(1, 6))]
    full = [number for number, heap in enumerate(heaps) if heap]
    return {"heaps": heaps, "start": rng.choice(full) if full else None}


def _graph(rng: random.Random, *, cycle: bool = False, loops: bool = True, parallel: bool = False) -> Fields:
    """Vertices, edges and a start."""
    n = rng.choice((1, 2, 3, 3, 4, 4, 5, 5, 6))
    directed = rng.random() < 0.35
    chance = rng.choice((0.3, 0.5, 0.8))
    pairs = [(u, v) for u in range(n) for v in range(n) if (u != v if directed else u < v)]
    edges = [pair for pair in pairs if rng.random() < (chance / 2 if directed else chance)]
    if cycle and n > 1:
        around = [(u, (u + 1) % n) for u in range(n if directed or n > 2 else 1)]
        edges += [pair for pair in around if pair not in edges and (directed or pair[::-1] not in edges)]
    if loops and rng.random() < 0.2:
        edges += [(v, v) for v in range(n) if rng.random() < 0.5]
    if parallel and edges and rng.random() < 0.3:
        edges += rng.choices(edges, k=2)
    named = rng.random() < 0.5
    names: list[Any] = list("abcdef"[:n]) if named else list(range(n))
    found: Fields = {"directed": True} if directed else {}
    found["vertices"] = names if named else n
    found["edges"] = [[names[u], names[v]] for u, v in edges]
    return found | {"start": rng.choice(names)}


def _weighted(rng: random.Random, *, least: int = 0, cycle: bool = False) -> Fields:
    found = _graph(rng, cycle=cycle)
    names = found["vertices"] if isinstance(found["vertices"], list) else list(range(found["vertices"]))
    weights = [rng.choice((least, 1, 1, 2, 2, 3)) for _ in names]
    found["weights"] = weights if rng.random() < 0.7 else dict(zip(map(str, names), weights, strict=True))
    return found


def _edge_weighted(rng: random.Random) -> Fields:
    found = _graph(rng, parallel=True)
    return found | {"weights": [rng.choice((0, 1, 1, 2, 2, 3)) for _ in found["edges"]]}


def _without_token(rng: random.Random) -> Fields:
    found = _graph(rng, parallel=True)
    del found["start"]
    found.pop("directed", None)
    return found


def _dag(rng: random.Random) -> Fields:
    n = rng.randrange(1, 7)
    edges = [[u, v] for u in range(n) for v in range(u) if rng.random() < 0.5]
    return {"vertices": n, "edges": edges, "start": rng.randrange(n)}


def _sum(rng: random.Random) -> Fields:
    kinds = [rng.choice([game for game in GAMES if game != "sum"]) for _ in range(rng.choice((1, 2, 2, 3)))]
    return {"parts": [{"game": kind, **GAMES[kind](rng)} for kind in kinds]}


GAMES: dict[str, Callable[[random.Random], Fields]] = {
    "nim": _nim,
    "adjacent-nim": _adjacent,
    "vertex-geography": _graph,
    "edge-geography": lambda rng: _graph(rng, parallel=True),
    "nimg-rm": _weighted,
    "nimg-mr": _weighted,
    "edge-nimg": _edge_weighted,
    "vertexnim": lambda rng: _weighted(rng, least=1, cycle=True),
    "vertexnim-mr": lambda rng: _weighted(rng, cycle=True),
    "node-kayles": _without_token,
    "arc-kayles": _without_token,
    "octal": _octal,
    "subtraction": _subtraction,
    "dag": _dag,
    "sum": _sum,
}
"""By the name of the game, the fields of a random position."""
BOARDS = ("vertex-geography", "edge-geography", "nimg-rm", "nimg-mr", "vertexnim", "vertexnim-mr", "edge-nimg")


def position(rng: random.Random, game: str | None = None, *, board: bool = False) -> Fields:
    """A position object, of any game unless one is given; a board has no start."""
    game = game or rng.choice([*GAMES])
    found: Fields = {"game": game, **GAMES[game](rng)}
    if board:
        found.pop("start", None)
    if rng.random() < 0.5:
        found["play"] = rng.choice(PLAYS)
    if rng.random() < 0.15:
        found["id"] = rng.choice(("first", 7, None, ["a", 1], "à la française"))
    return found


def line(content: object) -> str:
    """The content as a line of JSON."""
    return json.dumps(content) + "\n"


def short(rng: random.Random) -> list[str]:
    """Words for a position in short, with the options that it needs."""
    heaps = ",".join(str(rng.randrange(1, 7)) for _ in range(rng.choice((1, 2, 3))))
    family = rng.choice(FAMILIES)
    game = rng.choice(BOARDS)
    word, *options = rng.choice(
        (
            [f"nim:{heaps}"],
            [f"misere:nim:{heaps}"],
            [f"{rng.choice(('kayles', 'dawson', 'dawsons-kayles', 'treblecross', 'guiles', 'officers'))}:{heaps}"],
            [f"{rng.choice(CODES)}:{heaps}"],
            [f"subtraction:1,2,5:{heaps}"],
            [f"adjacent-nim:{heaps}"],
            [f"nim:{heaps}+kayles:{rng.randrange(1, 6)}"],
            [f"{game}:path:4@1+nim:2"],
            [family, "--game", game],
            [f"{game}:{family}"],
            [f"{game}:{family}@1"],
            [
                family,
                "--game",
                game,
                "--start",
                str(rng.randrange(3)),
                "--weights",
                rng.choice(("2", "1-3", "1,2,1,1")),
            ],
        )
    )
    return [word, *options]


def graph_text(rng: random.Random) -> tuple[str, str, list[str]]:
    """A graph or more in a format for graphs: the ending of such a file, its text, and options it needs."""
    g6, s6, d6 = ("A_", "Bw", "Cl", "C~", "DQc", "EhEG", "D~{"), (":An", ":Cc", ":DaY_~"), ("&AO", "&BP_", "&C?@_")
    kind = rng.choice(("g6", "g6", "s6", "d6", "edges", "edges", "graphml"))
    if kind in ("g6", "s6", "d6"):
        lines = rng.choices({"g6": g6, "s6": s6, "d6": d6}[kind], k=rng.choice((1, 1, 3)))
        head = ">>graph6<<" if kind == "g6" and rng.random() < 0.3 else ""
        return kind, head + "\n".join(lines) + "\n", ["--format", "graph6"]
    pairs = [tuple(rng.sample("abcde", 2)) for _ in range(rng.randrange(1, 6))]
    if kind == "edges":
        comment = "# a graph\n" if rng.random() < 0.3 else ""
        text = comment + "".join(f"{u} {v}\n" for u, v in pairs)
        return "edges", text, ["--format", "edgelist", *rng.choice(([], ["--directed"]))]
    way = rng.choice(("undirected", "directed"))
    nodes = "".join(f'<node id="{name}"/>' for name in "abcde")
    arcs = "".join(f'<edge source="{u}" target="{v}"/>' for u, v in pairs)
    space = 'xmlns="http://graphml.graphdrawing.org/xmlns"'
    return "graphml", f'<graphml {space}><graph edgedefault="{way}">{nodes}{arcs}</graph></graphml>\n', []


BAD_VALUES: tuple[Any, ...] = (
    None, True, -1, 1.5, 1.0, "3", "", [1], [], {}, {"a": 1}, 10**4000, float("nan"), float("inf"), "\ud800",
    "\x1b[31m", "nimm", "Misere", [[1, 2, 3]], [["a", None]],
)  # fmt: skip
BAD_LINES = (
    "{", "[", "nonsense", "3", "null", '"nim"', '{"game": "nim"}', '{"heaps": [1]}', "{}",
    '{"game": "nim", "heaps": [1]', '{"game": "nim", "heaps": [1], "heaps": [2]}', '{"game": "nimm", "heaps": [1]}',
    '{"game": "nim", "heap": [1]}', '[{"game": "nim", "heaps": [1]}, {"game": "nim"}, 7]', "[" * 3000,
    '{"game": "nim", "heaps": [1]} trailing', '{"game": "dag", "edges": [["a", "b"], ["b", "a"]], "start": "a"}',
    '{"game": "vertex-geography", "edges": [["a", "b"]]}',
    '{"game": "vertexnim", "vertices": 3, "edges": [[0, 1]], "weights": [1, 1, 1], "start": 0}',
    '{"game": "vertexnim", "vertices": 2, "edges": [[0, 1]], "weights": [1, 0], "start": 0}',
    '{"game": "octal", "code": "0.7W", "heaps": [1]}', '{"game": "subtraction", "set": [0], "heaps": [1]}',
    '{"game": "sum", "parts": [{"game": "nim", "heaps": [1], "play": "misere"}]}', '{"game": "sum", "parts": []}',
    '{"game": "nimg-rm", "edges": [["a", "b"]], "weights": {"a": 1}, "start": "a"}', "\udcff\udcfe", "\ufeff{}",
    '{"game": "vertex-geography", "graph6": "A_", "vertices": 2, "start": 0}',
    '{"game": "nim", "heaps": [1], "id": NaN}', '{"game": "vertex-geography", "graph6": "\u007f", "start": 0}',
    '{"game": "nim", "heaps": [' + "1" * 5000 + "]}", "nim:3,x", "nim:", "kales:7", "grid:3x4", "A_ B_",
    '{"game": "edge-geography", "vertices": ["a", "a"], "start": "a"}',
    '{"game": "dag", "vertices": [1, "1"], "start": 1}', "p cnf 2 1\ne 1 0\n1 2", "<graphml>", ">>graph6<<", ":", "&",
    "\x00",
)  # fmt: skip


def bad_position(rng: random.Random) -> Fields:
    """A position of which one field is wrong, missing or unknown."""
    found = position(rng)
    field = rng.choice([*found])
    wrong = rng.choice(BAD_VALUES)
    kind = rng.randrange(5)
    if kind == 0:
        del found[field]
    elif kind == 1:
        found[rng.choice(("heap", "weight", "vertex", "Start", "moves"))] = wrong
    elif kind == 2 and isinstance(found[field], list) and found[field]:
        found[field] = [*found[field][:-1], wrong]
    else:
        found[field] = wrong
    return found
