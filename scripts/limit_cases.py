"""The questions of ``fuzz_limits.py``: positions that are large, dense, deep or huge, and every command with limits."""

from __future__ import annotations

import random
from dataclasses import asdict, dataclass
from typing import Any

__all__ = ["BARE", "COMMANDS", "Case", "draw_case", "named_cases"]

COMMANDS = (
    ("solve",), ("solve",), ("solve", "--certificate"), ("solve", "--all-moves"), ("solve", "--values"),
    ("solve", "--all-moves", "--values", "--certificate"), ("solve", "--starts", "all"),
    ("solve", "--starts", "all", "--all-moves"), ("solve", "--starts", "all", "--certificate"), ("compare",),
    ("compare",), ("grundy",), ("grundy",), ("explain",), ("explain",), ("explain", "--to", "html"),
    ("worksheet",), ("play", "--you", "second"), ("draw", "--moves"), ("draw", "--starts", "all"),
    ("draw", "--to", "png"), ("draw", "--moves", "--certificate", "--to", "png"),
    ("convert", "--to", "json"), ("convert", "--to", "sparse6"), ("convert", "--to", "graphml"), ("check",), ("check",),
    ("quotient", "--certificate"), ("reduce", "--to", "nimg-rm", "--to-play", "misere", "--solve"),
    ("reduce", "--to", "edge-geography", "--to-play", "misere", "--properties"),
)  # fmt: skip
"""Commands that read a position; ``check`` reads what ``solve --certificate`` says of it."""
FUNCTIONS = (
    "solve", "outcomes", "compare", "explain", "grundy", "genus", "misere_grundy", "misere_canonical_form", "Opponent",
    "draw",
)  # fmt: skip
PLAIN = ("vertex-geography", "edge-geography")
WEIGHTED = ("nimg-rm", "nimg-mr", "edge-nimg", "vertexnim", "vertexnim-mr")
DELETION = ("node-kayles", "arc-kayles")
"""Games without a token, on graphs only."""
HEAPS = ("nim", "subtraction", "octal", "adjacent-nim")
CODES = (
    "0.77", "0.137", "0.07", "4.7", "0.6", "0.[1]", "0.[3]", "0.[01]", "0.3[7]", "0.[7]", "0.[F]", "0.88[8]", "0.3F",
    "0.[2]", "0.0[21]", "4.[3]", "0.007", "0.[V]", "0.1F[3]", "0.[15]",
)  # fmt: skip
LIMIT = ("--time-limit", "1")
BARE = (
    ("query", "CENSUS", "select sum(a.n * b.n) from census a, census b, census c, census d"),
    ("query", "CENSUS", "select * from census, range(100000)"),
    ("query", "CENSUS", "select count(distinct (a.edges, b)) from census a, range(100000) t(b)"),
    ("query", "CENSUS", "select degrees(n, edges), starts(misere), graph6(n, edges) from census, range(1000)"),
    ("refute", "n > 0", "--game", "nimg-mr", "--weights", "1-3", "--n", "7"),
    ("refute", "n > 0", "--game", "vertex-geography", "--n", "11"),
    ("refute", "(select sum(a.edges * b.edges) from census a, census b, census c) != 1", "--census", "CENSUS"),
    ("targets", "bipartite-elementary", "--n", "13"), ("targets", "bipartite-nimg-mr", "--n", "9"),
    ("gadget", "--game", "vertex-geography", "--play", "misere", "--n", "9", "--all"),
    ("gadget", "--game", "nimg-rm", "--play", "misere", "--weights", "1-3", "--n", "6", "--all"),
    ("gadget", "--game", "edge-geography", "--play", "normal", "--for", "crossing", "--n", "6"),
    ("targets", "directed-vertexnim", "--n", "5"), ("new", "complete:9000"), ("new", "grid:3000x3000"),
    ("new", "random-regular:3,3000000"), ("new", "random-tree:5000000"), ("new", "wheel:5000000", "--to", "sparse6"),
    ("new", "complete:3000", "--to", "graph6"), ("new", "complete:1000", "--to", "graphml"),
    ("family", "torus:3xn", "--play", "misere", "--certificate"), ("family", "petersen:n,2"),
    ("family", "cycle:n", "--game", "nimg-mr", "--weights", "1-3"), ("family", "king:4xn", "--game", "edge-geography"),
    ("family", "grid:6xn", "--play", "misere", "--at", "1000000", "--start", "7"),
    ("quotient", "0.07", "--heap", "70"),
    ("quotient", "0.123", "--heap", "2000", "--certificate"), ("quotient", "--set", "1,3,4", "--heap", "300"),
    ("census", "--game", "node-kayles", "--family", "grid:8xn", "--n", "8", "--play", "misere", "--out", "MADE"),
    ("verify", "lastmove:LM18", "--n", "9"),
)  # fmt: skip
"""Commands that read no position."""


@dataclass(frozen=True)
class Case:
    """A question: the words of a command or the name of a function, a position (or nothing), and limits.

    ``CENSUS`` among the words stands for the directory of one, ``MADE`` for one that is to be made.
    ``cold`` asks it as on a machine on which nothing has been compiled yet.
    """

    library: bool
    words: tuple[str, ...]
    position: dict[str, Any]
    about: str
    time: float
    memory: float | None
    positions: int | None
    cold: bool = False

    def to_json(self) -> dict[str, Any]:
        """For the process that asks."""
        return asdict(self)

    def __str__(self) -> str:
        limits = f"{self.time:g} s"
        limits += "" if self.memory is None else f", {self.memory:g} MB"
        limits += "" if self.positions is None else f", {self.positions} positions"
        limits += ", nothing compiled" if self.cold else ""
        words = " ".join(word[:40] for word in self.words if word not in ("--time-limit", "--memory-limit"))
        return f"{'lm.' if self.library else ''}{words}: {self.about} ({limits})"


def named_cases(size: int = 1) -> dict[str, Case]:
    """Questions that once never ended, or overran a limit many times; boards are larger with ``size``."""
    heap: dict[str, Any] = {"game": "octal", "code": "0.77", "heaps": [10**12], "play": "misere"}
    whole = {"game": "octal", "code": "0.[1]", "heaps": [10**30], "play": "misere"}
    nim = {"game": "nim", "heaps": [2**40 + place for place in range(40_001)], "play": "normal"}
    side, n = 50 * size, 300 * size
    grid = [[u, u + 1] for u in range(side * side) if (u + 1) % side]
    grid += [[u, u + side] for u in range(side * side - side)]
    complete = {"vertices": n, "edges": [[u, v] for u in range(n) for v in range(u)], "start": 0, "weights": [3] * n}
    bare = {name: value for name, value in complete.items() if name != "weights"}
    edges = {"game": "edge-geography", "vertices": side * side, "edges": grid, "start": 0, "play": "normal"}
    solve = ("solve", "--time-limit", "1")
    return {
        "kayles": Case(False, (*solve, "--memory-limit", "100"), heap, "0.77, a heap of 10^12", 1.0, 100, None),
        "kayles genus": Case(True, ("genus",), heap, "0.77, a heap of 10^12", 1.0, 100, None),
        "kayles form": Case(True, ("misere_canonical_form",), heap, "0.77, a heap of 10^12", 1.0, 100, None),
        "kayles compare": Case(False, ("compare", "--time-limit", "1"), heap, "0.77, a heap of 10^12", 1.0, None, None),
        "whole": Case(False, (*solve, "--certificate"), whole, "0.[1], a heap of 10^30", 1.0, None, None),
        "nim": Case(False, (*solve, "--all-moves"), nim, "40,001 heaps", 1.0, None, None),
        "grid": Case(False, solve, edges, f"Edge Geography on a grid of {side} x {side}", 1.0, None, None),
        "nimg-rm": Case(False, solve, {"game": "nimg-rm", "play": "misere"} | complete, f"K{n}", 1.0, None, None),
        "nimg-mr": Case(False, solve, {"game": "nimg-mr", "play": "normal"} | complete, f"K{n}", 1.0, None, None),
        **_shown_cases(),
        "vertex": Case(False, solve, {"game": "vertex-geography", "play": "misere"} | bare, f"K{n}", 1.0, None, None),
        "convert": Case(
            False, ("convert", "--to", "json", *LIMIT), {"game": "vertex-geography"} | bare, f"K{n}", 1.0, None, None
        ),
        "circle": Case(
            False,
            solve,
            {
                "game": "arc-kayles",
                "play": "misere",
                "vertices": 212,
                "edges": [[u, (u + 1) % 212] for u in range(212)],
            },
            "Arc Kayles on a circle of 212",
            1.0,
            None,
            None,
        ),
        "star": Case(
            False,
            ("explain", *LIMIT),
            {"game": "arc-kayles", "play": "misere", "vertices": 20_000, "edges": [[0, v] for v in range(1, 20_000)]},
            "Arc Kayles on a star of 20,000",
            1.0,
            None,
            None,
        ),
        "check parts": Case(False, ("check", *LIMIT), _one_bag(24), "all of K24 in one bag", 1.0, None, None),
        **{f"bare {place}": _bare(BARE[place], 1.0, 200) for place in range(0, len(BARE), 4 if size == 1 else 1)},
    }


def _shown_cases() -> dict[str, Case]:
    """Answers that are quick to find, and took long to show."""
    rng = random.Random(1)
    n, play = 400, {"play": "normal"}
    sparse = [[u, v] for u in range(n) for v in range(u) if rng.random() < 0.025][:2000]
    graph = {"game": "vertex-geography", "vertices": n, "edges": sparse, "start": 0} | play
    nims = {"game": "sum", "parts": [{"game": "nim", "heaps": [1 + place % 3, 2]} for place in range(100)]}
    nested = {"game": "sum", "parts": [nims] * 100} | play
    long_rule = {"game": "subtraction", "set": list(range(1, 3001, 2)), "heaps": [7, 9]} | play
    about, mixed = _sum(rng, 500)
    caption = ("draw", "--to", "png", "--caption", "m" * 100_000)
    asked: list[tuple[tuple[str, ...], str, dict[str, Any]]] = [
        (("draw",), f"{n} vertices and {len(sparse)} edges", graph),
        (("draw", "--to", "png"), f"{n} vertices and {len(sparse)} edges", graph),
        (("worksheet",), f"{n} vertices and {len(sparse)} edges", graph),
        (("explain", "--to", "html"), f"{n} vertices and {len(sparse)} edges", graph),
        (("explain", "--to", "html"), "100 sums of 100 Nims", nested),
        (("draw", "--to", "png"), "1,500 amounts to take", long_rule),
        (caption, "a caption of 100,000 letters", long_rule),
        *(((words, *more), about, mixed | play) for words, *more in (["explain"], ["worksheet"], ["play"])),
    ]
    return {
        f"{words[0]} {number}": Case(
            False, (*words, "--time-limit", "1", "--memory-limit", "200"), what, said, 1.0, 200, None
        )
        for number, (words, said, what) in enumerate(asked)
    }


def _one_bag(n: int) -> dict[str, Any]:
    """An answer with a certificate that is a short text, and a long way to check."""
    board = {"vertices": n, "edges": [[u, v] for u in range(n) for v in range(u)], "start": 0}
    certificate = {"kind": "parts", "version": 1, "bags": [list(range(n))], "parents": [0]}
    return {
        "position": {"game": "vertex-geography", "play": "misere"} | board,
        "answer": {"outcome": "P", "certificate": certificate},
    }


def _bare(words: tuple[str, ...], seconds: float, memory: float | None) -> Case:
    """A command that reads no position; ``verify`` has no limit of memory."""
    memory = None if words[0] == "verify" else memory
    limits = ("--time-limit", str(seconds), *(() if memory is None else ("--memory-limit", str(memory))))
    return Case(False, (*words, *limits), {}, "", seconds, memory, None)


def draw_case(rng: random.Random) -> Case:
    """A question, from a random number generator."""
    if rng.random() < 0.1:
        return _bare(rng.choice(BARE), rng.choice([0.2, 1.0, 3.0]), rng.choice([None, 200, 400]))
    about, position = _position(rng)
    position["play"] = rng.choice(["normal", "misere"])
    seconds = rng.choice([0.2, 0.5, 1.0, 2.0, 2.0, 5.0])
    memory = rng.choice([None, None, 30, 100, 400])
    positions = rng.choice([None, None, None, 100, 100_000])
    cold = rng.random() < 0.15
    if rng.random() < 0.3:
        return Case(True, (rng.choice(FUNCTIONS),), position, _told(about, position), seconds, memory, positions, cold)
    words = rng.choice(COMMANDS)
    limits = ["--time-limit", str(seconds)]
    if memory is not None:
        limits += ["--memory-limit", str(memory)]
    if positions is not None and words[0] != "check":  # it counts none
        limits += ["--position-limit", str(positions)]
    return Case(False, (*words, *limits), position, _told(about, position), seconds, memory, positions, cold)


def _told(about: str, position: dict[str, Any]) -> str:
    return f"{about}, {position['play']}"


def _position(rng: random.Random) -> tuple[str, dict[str, Any]]:
    kind = rng.random()
    if kind < 0.3:
        return _heaps(rng)
    if kind < 0.42:
        return _sum(rng)
    if kind < 0.46:
        n = rng.choice([30, 300, 3000])
        edges = [[u, rng.randrange(u)] for u in range(1, n) for _ in range(rng.choice([1, 3, 10]))]
        return f"dag of {n}", {"game": "dag", "edges": edges, "start": n - 1}
    return _board(rng)


def _size(rng: random.Random) -> int:
    sizes: list[int] = [rng.randrange(1, 30), rng.randrange(30, 3000), 2**63, 10**300]
    sizes.append(int("1" + "0" * rng.randrange(3, 40)))
    return rng.choice(sizes)


def _heaps(rng: random.Random) -> tuple[str, dict[str, Any]]:
    game = rng.choice(HEAPS)
    count = rng.choice([1, 1, 2, 3, 12, 300, 20_000])
    same = rng.random() < 0.3
    size = _size(rng)
    heaps = [size if same else _size(rng) for _ in range(count)]
    if rng.random() < 0.3:
        heaps = [heap % 50 + 1 for heap in heaps]
    fields: dict[str, Any] = {"game": game, "heaps": heaps}
    shown = f"{count} heaps, the first of {len(str(heaps[0]))} digits"
    if game == "octal":
        fields["code"] = rng.choice(CODES)
        shown = f"{fields['code']}, {shown}"
    elif game == "subtraction":
        fields["set"] = rng.choice(
            [[1, 2, 5], [1], [7, 11], list(range(1, 200)), list(range(1, 3001, 2)), [10**20], [3, 10**9]]
        )
        shown = f"{len(fields['set'])} amounts, {shown}"
    elif game == "adjacent-nim":
        fields["start"] = 0
    return f"{game} {shown}", fields


def _sum(rng: random.Random, count: int | None = None) -> tuple[str, dict[str, Any]]:
    parts = []
    for _ in range(count or rng.choice([2, 2, 3, 5, 40, 150, 500, 1500])):
        about, part = _heaps(rng) if rng.random() < 0.7 else _board(rng, small=True)
        if "heaps" in part:
            part["heaps"] = part["heaps"][:4]
        parts.append(part)
    return f"sum of {len(parts)}, the last {about}", {"game": "sum", "parts": parts}


def _board(rng: random.Random, *, small: bool = False) -> tuple[str, dict[str, Any]]:
    game = rng.choice((*PLAIN, *WEIGHTED, *DELETION))
    directed = game not in DELETION and rng.random() < 0.35
    shape, n, edges = _graph(rng, small=small)
    if game.startswith("vertexnim"):  # both are played on strongly connected graphs
        edges = [*edges, *([u, (u + 1) % n] for u in range(n))]
    if rng.random() < 0.2:
        edges = edges + [[u, u] for u in range(n) if rng.random() < 0.7]
    if directed and rng.random() < 0.5 and not game.startswith("vertexnim"):
        edges = [[u, v] if rng.random() < 0.5 else [v, u] for u, v in edges]
    fields: dict[str, Any] = {"game": game, "vertices": n, "edges": edges}
    if game not in DELETION:
        fields["start"] = rng.randrange(n)
    if directed:
        fields["directed"] = True
    shown = f"{game} on {'directed ' if directed else ''}{shape}"
    if game in WEIGHTED:
        weight = rng.choice([1, 2, 3, 20, 10**30])
        count = len(edges) if game == "edge-nimg" else n
        fields["weights"] = [weight if rng.random() < 0.8 else rng.randrange(1, 4) for _ in range(count)]
        shown += f", weights {weight:g}"
    return shown, fields


def _graph(rng: random.Random, *, small: bool) -> tuple[str, int, list[list[int]]]:
    shape = rng.choice(["path", "cycle", "grid", "complete", "sparse", "dense", "tree", "star", "bipartite", "cubes"])
    most = rng.choice([12, 25]) if small else rng.choice([20, 60, 150, 400, 600, 2_000, 20_000])
    if shape in ("complete", "dense", "bipartite"):
        most = min(most, rng.choice([300, 700, 1500]) if rng.random() < 0.1 else 300)
    n = max(3, rng.randrange(most // 2, most + 1))
    if shape == "grid":
        width = max(2, int(n**0.5))
        n = width * width
        edges = [[u, u + 1] for u in range(n) if (u + 1) % width] + [[u, u + width] for u in range(n - width)]
    elif shape == "complete":
        edges = [[u, v] for u in range(n) for v in range(u)]
    elif shape == "dense":
        edges = [[u, v] for u in range(n) for v in range(u) if rng.random() < 0.6]
    elif shape == "bipartite":
        edges = [[u, v] for u in range(n // 2) for v in range(n // 2, n)]
    elif shape == "tree":
        edges = [[u, rng.randrange(u)] for u in range(1, n)]
    elif shape == "star":
        edges = [[0, u] for u in range(1, n)]
    elif shape == "sparse":
        edges = [[u, v] for u in range(n) for v in (rng.randrange(n), rng.randrange(n)) if u != v]
    elif shape == "cubes":  # many small blocks on a string
        edges = [[u, v] for u in range(n) for v in range(u + 1, min(n, u - u % 5 + 6))]
    else:
        edges = [[u, u + 1] for u in range(n - 1)] + ([[n - 1, 0]] if shape == "cycle" else [])
    return f"{shape} of {n}", n, edges
