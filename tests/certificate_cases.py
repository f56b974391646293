"""Answers with certificates, of every theorem and of searches: what the tests of certificates share."""

from __future__ import annotations

import json
import random
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

import lastmove as lm
from edge_nimg_boards import nested, special_board
from lastmove.core.limits import Meter
from lastmove.games import GAMES
from lastmove.graphs.families import named
from lastmove.parts.cores import CORES
from lastmove.reductions.chain import apply_chain
from lastmove.search.plain import PlainSearch
from lastmove.solver import evidence as proving
from lastmove.solver.by_reduction import solve_reduced
from lastmove.solver.decide import Solver
from lastmove.solver.portfolio import BUDGETS
from lastmove.theorems.registry import deciders
from lastmove.theorems.statement import Standing, Theorem
from lastmove.verify.positions import random_positions
from plain_checks import plain_verdict
from reduction_cases import BETWEEN_GAMES, random_problem

if TYPE_CHECKING:
    from collections.abc import Iterator

PROVED = [t for t in deciders() if t.statement.standing is Standing.PROVED]

TRIANGLE = [(0, 1), (1, 2), (2, 0)]
LARGER = [
    lm.AdjacentNim([5, 1, 5, 3, 1, 4, 4, 2, 1, 5], start=0),
    lm.AdjacentNim([2, 3, 1, 3, 3, 2, 1, 3], start=2),
    lm.VertexGeography([*TRIANGLE, (2, 3), (3, 4), (4, 5), (5, 6), (6, 4), (3, 7)], start=3),
    lm.VertexGeography([(i, (i + 1) % 9) for i in range(9)] + [(0, 4), (4, 9)], start=4),
    lm.NimGRM([*TRIANGLE, (2, 3), (3, 4), (4, 5), (5, 3)], [2, 1, 1, 1, 1, 1], start=0),
    lm.NimGRM([*TRIANGLE, (0, 3), (3, 4)], [2, 1, 2, 1, 1], start=0),
    lm.EdgeGeography([(0, 1), (1, 2), (2, 3), (3, 0), (1, 4), (4, 5), (5, 2)], start=0),
]
"""Positions whose certificates are not as small as random ones."""


class Case(NamedTuple):
    """A position or board as JSON, and its true answer with a certificate."""

    position: dict[str, Any]
    answer: dict[str, Any]

    @property
    def kinds(self) -> set[str]:
        """The kinds of certificate in the answer."""
        found = self.answer["certificate"]
        parts = found.get("parts", [found])
        parts = [each for part in parts for each in part.get("certificates", [part]) if each]
        return {part["kind"] for part in parts}


def starts(board: Any) -> list[Any]:
    try:
        return [board.at(start) for start in board.starts()]
    except lm.InputError:
        return [board]


def boards(game: str, rng: random.Random, count: int, size: int = 6, weight: int = 4) -> Iterator[Any]:
    """Random boards; for NimG-RM every second one is mostly of weight 1 and has odd cycles, where LM14 is needed.

    For NimG-MR every second one is bipartite, and for Edge NimG it is of a kind that theorems speak of. Among those of
    Edge Geography are grids, among sums some of boards of degree at most 3, large enough for matchings.
    """
    for number, board in enumerate(islice(random_positions(game, rng, size, weight), count)):
        yield board
        if game == "edge-geography" and number % 5 == 0:
            yield lm.EdgeGeography(named(f"grid:{rng.randint(1, 2)}x{rng.randint(2, 4)}"))
        if game == "sum" and number % 5 == 0:
            n = 12 if number % 10 == 0 else rng.randint(4, 5)
            edges = [(v - 1, v) for v in range(1, n)] + [tuple(rng.sample(range(n), 2))]
            yield lm.Sum([lm.VertexGeography((n, edges), start=rng.randrange(n)), lm.Nim([rng.randint(1, 2)])])
        if game == "edge-nimg":
            yield special_board(rng, size, weight)
            yield nested(rng, max(size, 4), weight)
        if game == "nimg-mr":
            n = rng.randint(4, 6)
            edges = [(u, v) for v in range(n) for u in range(v % 2 == 0, v, 2) if rng.random() < 0.7]
            yield lm.NimGMR((n, edges), [rng.randint(1, weight) for _ in range(n)])
        if game == "nimg-rm":
            n = rng.randint(4, 6)
            edges = [(u, v) for v in range(n) for u in range(v) if rng.random() < 0.45]
            yield lm.NimGRM((n, edges), rng.sample([2, *[1] * (n - 1)], n))


def case_of(theorem: Theorem, position: Any, play: lm.Play) -> Case | None:
    """What a theorem says of a position, with its certificate; checked against the law."""
    if next(iter(position.moves()), None) is None:
        return None
    verdict = theorem.decide(position, play, Meter())
    if verdict is None:
        return None
    assert verdict.certificate is not None
    wins = PlainSearch(play, Meter()).wins(position)
    assert verdict.wins == wins
    answer = {"outcome": "N" if wins else "P", "certificate": verdict.certificate().to_json()}
    return as_json(position, play, answer)


def as_json(position: Any, play: lm.Play, answer: Any) -> Case:
    """The case as it would be read from a file; the plain checker must not refute it."""
    made = Case(*json.loads(json.dumps([lm.problem_to_json(lm.Problem(position, play)), answer])))
    said = plain_verdict(made._asdict())
    assert "refuted" not in said, (said, made)
    return made


def theorem_cases(seed: object, count: int, size: int = 5, weight: int = 3) -> Iterator[Case]:
    """Every proved theorem, on random positions of each of its games; what one gets does not hang on the others."""
    for theorem in PROVED:
        rng = random.Random(f"certificates {seed} {theorem.statement.key}")
        for game in theorem.statement.games:
            for board in boards(game, rng, count, size, weight):
                for play in theorem.statement.plays:
                    position = rng.choice(starts(board))
                    found = case_of(theorem, position, play)
                    if found is not None:
                        yield found
    for position in LARGER:
        for play in lm.Play:
            yield as_json(position, play, lm.solve(position, play, certificate=True).to_json(certificate=True))


def searched_cases(seed: object, count: int) -> list[Case]:
    """Strategies of every game, lost bags of sums, parts of boards: as anyone gets them, but that no theorem speaks."""
    rng = random.Random(f"strategies {seed}")
    found = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Solver, "theorems", lambda *_: ())
        for short, games in ((10**6, list(GAMES)), (0, ["octal", "subtraction", "sum"])):
            patch.setattr(proving, "SHORT", short)
            for game in games:
                for board in boards(game, rng, count, 4, 2):
                    for play in lm.Play:
                        position = rng.choice(starts(board))
                        answer = lm.solve(position, play, certificate=True)
                        assert answer.certificate is not None
                        assert answer.certificate.kind == ("strategy" if short else "bags")
                        found.append(as_json(position, play, answer.to_json(certificate=True)))
        patch.setattr(BUDGETS, "least", 1)
        patch.setattr(BUDGETS, "first_positions", 0)
        for game in CORES:
            for board in boards(game, rng, count + 2, 4, 2):
                for play in lm.Play:
                    answer = lm.solve(rng.choice(starts(board)), play, certificate=True)
                    if answer.reason.name == "parts":
                        found.append(as_json(answer.problem.position, play, answer.to_json(certificate=True)))
    return found


def carried_cases(seed: object, count: int) -> Iterator[Case]:
    """Answers carried back from the target of every reduction between games."""
    rng = random.Random(f"carried {seed}")
    for key in BETWEEN_GAMES:
        for _ in range(count):
            found = apply_chain(random_problem(key, rng, (1, 4)), [key])
            answer = solve_reduced(found, certificate=True)
            assert isinstance(answer, lm.Solution)
            yield as_json(answer.problem.position, answer.problem.play, answer.to_json(certificate=True))


def board_cases(seed: object, count: int) -> Iterator[Case]:
    """Whole boards of every game that has starts."""
    rng = random.Random(f"boards {seed}")
    for game in GAMES:
        for board in boards(game, rng, count, 6, 2):
            if not hasattr(board, "start"):
                break
            for play in lm.Play:
                found = lm.outcomes(board, play, certificate=True)
                if len(found):
                    yield as_json(board, play, found.to_json(certificate=True))
