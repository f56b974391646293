"""True lines for ``lastmove check``, with certificates of every kind: what forgers begin with."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import lastmove as lm
from certificate_cases import Case, board_cases, boards, carried_cases, searched_cases, starts, theorem_cases
from lastmove.families.words import words
from lastmove.games import GAMES
from lastmove.graphs.families import comb, grid, petersen
from lastmove.notation.formula import Formula
from lastmove.solver.by_reduction import solve_formula

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["true_lines"]

CODES: tuple[tuple[Any, int], ...] = (("0.3", 6), ("0.07", 9), ("0.123", 30), ("0.77", 9), ("0.75", 12), ((1, 2), 9))
STRIP = {"name": "my strip", "column": 2, "edges": [[0, 1]], "links": [[0, 0]], "left": {"n": 1, "links": [[0, 1]]}}
FAMILIES: tuple[tuple[Any, dict[str, Any]], ...] = (
    ("path:n", {"play": "misere"}),
    ("path:n", {"play": "normal"}),
    ("cycle:n", {"play": "misere"}),
    ("grid:2xn", {"play": "normal"}),
    ("grid:2xn", {"play": "misere"}),
    ("comb:n", {"play": "normal"}),
    ("grid:2xn", {"game": "edge-geography", "play": "misere"}),
    ("path:n", {"game": "nimg-mr", "play": "misere", "weights": 3}),
    ("path:n", {"game": "nimg-mr", "weights": 2}),
    ("ladder:n", {"game": "nimg-mr", "play": "misere", "weights": 3}),
    ("circuit:n", {"game": "nimg-rm", "play": "misere"}),
    (STRIP, {"play": "misere"}),
    ("kotzig:n,1,2", {"play": "misere"}),
)


def true_lines(seed: object, count: int) -> Iterator[dict[str, Any]]:
    """Answers of every command that gives certificates; ``count`` is about how many positions each theorem is given."""
    some = max(2, count // 4)
    for case in (*theorem_cases(seed, count), *searched_cases(seed, some), *carried_cases(seed, some)):
        yield _with_all_fields(case)
    for case in board_cases(seed, max(3, count // 2)):
        yield case._asdict()
    rng = random.Random(f"lines {seed}")
    for made in (
        *_one_by_one(rng, some),
        *_even_boards(rng, count),
        *_sums_of_boards(),
        *_formulas(rng, some),
        *_quotients(),
        *_families(),
    ):
        yield json.loads(json.dumps(made))


def _with_all_fields(case: Case) -> dict[str, Any]:
    """The line of a case, with everything that ``--all-moves --values`` adds."""
    solution = lm.solve(lm.parse(case.position), certificate=True)
    found: dict[str, Any] = {**solution.to_json(all_moves=True, values=True, certificate=True)}
    if "move" not in case.answer:  # its certificate is the one of a theorem, and need not show the move
        found |= {"certificate": case.answer["certificate"]}
        found.pop("move_certificate", None)
    else:
        found |= {name: case.answer.get(name) for name in ("move", "reason", "certificate", "move_certificate")}
        found.pop("winning_moves")
    made: dict[str, Any] = json.loads(json.dumps({"position": case.position, "answer": found}))
    return made


def _one_by_one(rng: random.Random, count: int) -> Iterator[dict[str, Any]]:
    """Boards of every game with starts, with a certificate for each of them."""
    for game in GAMES:
        for board in boards(game, rng, count, 4, 2):
            play = rng.choice(list(lm.Play))
            asked = [lm.solve(each, play, certificate=True) for each in starts(board) if hasattr(board, "start")]
            if asked:
                found = lm.outcomes(board, play).to_json(all_moves=True)
                each = [one.certificate and one.certificate.to_json() for one in asked]
                found["certificate"] = {"kind": "starts", "version": 1, "certificates": each}
                yield {"position": lm.problem_to_json(lm.Problem(board, play)), "answer": found}


def _even_boards(rng: random.Random, count: int) -> Iterator[dict[str, Any]]:
    """Bipartite boards of Edge Geography, with one certificate for all starts; some are grids."""
    for height, width in ((2, 2), (2, 3)):
        board = lm.EdgeGeography(grid(height, width))
        found = lm.outcomes(board, certificate=True)
        yield {
            "position": lm.problem_to_json(lm.Problem(board, lm.Play.NORMAL)),
            "answer": found.to_json(certificate=True, all_moves=True),
        }
    for _ in range(count):
        sides, edges = (rng.randint(1, 4), rng.randint(1, 4)), rng.randint(1, 8)
        ends = [[rng.randrange(sides[0]), sides[0] + rng.randrange(sides[1])] for _ in range(edges)]
        position = {"game": "edge-geography", "vertices": sum(sides), "edges": ends}
        found = lm.outcomes(lm.parse(position), certificate=True)
        yield {"position": position, "answer": found.to_json(certificate=True, all_moves=True)}


def _sums_of_boards() -> Iterator[dict[str, Any]]:
    """Sums with boards of Vertex Geography on which matchings show values of 0."""
    for graph, heap in ((comb(6), 1), (comb(6), 2), (petersen(6, 2), 1), (grid(3, 5), 0)):
        position = lm.Sum([lm.VertexGeography(graph, start=0), lm.Nim([heap])])
        found = lm.solve(position, "normal", certificate=True).to_json(certificate=True)
        yield {"position": lm.problem_to_json(lm.Problem(position, lm.Play.NORMAL)), "answer": found}


def _formulas(rng: random.Random, count: int) -> Iterator[dict[str, Any]]:
    for _ in range(count):
        clauses = [[rng.choice((-1, 1)) * rng.randint(1, 2) for _ in range(2)] for _ in range(rng.randint(1, 2))]
        found = solve_formula(Formula.of([("e", [1]), ("a", [2])], clauses), certificate=True)
        if found.certificate is not None:
            yield found.to_json(certificate=True)


def _quotients() -> Iterator[dict[str, Any]]:
    for game, heap in CODES:
        yield lm.quotient(game, heap=heap).to_json(structure=True, certificate=True)
        yield lm.quotient(game, heap=max(2, heap // 2)).to_json(certificate=True)
    yield lm.quotient("0.3", heap=20).to_json(certificate=True)  # its period is proved
    positions = [lm.Nim([2]), lm.Octal("0.77", [4])]
    yield lm.quotient(positions).to_json(structure=True, certificate=True)
    yield lm.quotient(lm.Nim([1])).to_json(certificate=True)


def _families() -> Iterator[dict[str, Any]]:
    for spec, asked in FAMILIES:
        found = lm.family(spec, **asked)
        yield found.to_json(certificate=True)
        least = found.columns.least
        yield found.answer(least + 3, 1, certificate=True)
        yield found.answer(least + 4, 0, certificate=True)
        yield found.answer(least + 2, certificate=True)
    for spec in ("caterpillar:n,1", "comb:n", "prism:n"):
        grown = lm.family_values(spec, game="node-kayles")
        yield grown.to_json(certificate=True)
        yield grown.answer(5, certificate=True)
        yield grown.answer(6, certificate=True)
    for spec, game, play in (("path:n", "nimg-rm", "misere"), ("cycle:n", "nimg-mr", "normal")):
        for weights in ("1-2", "1-1"):
            yield words(spec, weights=weights, game=game, play=play).to_json(certificate=True)
