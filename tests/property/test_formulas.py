"""Formulas solved by our search against brute force and DepQBF, and positions written as formulas against the law."""

from __future__ import annotations

import json
import random
import subprocess
from itertools import islice
from typing import Any

import pytest

import lastmove as lm
import qbf
from commands import answers, invoke
from effort import tries
from lastmove.core.play import PlayName
from lastmove.games import GAMES
from lastmove.notation.formula import EXISTS, Formula, is_true
from lastmove.notation.qdimacs import read_qdimacs, write_qdimacs
from lastmove.reductions.as_formulas import as_formula
from lastmove.solver.by_reduction import Truth, solve_formula, solve_reduced
from lastmove.verify.positions import random_positions
from reduction_cases import by_the_law, random_formula

needs_depqbf = pytest.mark.skipif(
    qbf.depqbf() is None, reason="DepQBF is not installed (Debian and Ubuntu: apt install depqbf)"
)


def text_of(formula: Formula) -> str:
    return "\n".join(write_qdimacs(formula)) + "\n"


def depqbf(text: str) -> bool:
    """What the solver says of a formula."""
    program = qbf.depqbf()
    assert program is not None
    ran = subprocess.run([program], input=text, capture_output=True, text=True, check=False)
    assert ran.returncode in (10, 20), ran
    return ran.returncode == 10


def check_assignment(found: Truth) -> None:
    """It is there exactly where the outermost block decides, and then it does."""
    block = found.formula.outermost
    if block is None:
        assert found.assignment == ({} if found.true else None)
        return
    decides = found.true == (block.quantifier == EXISTS)
    assert (found.assignment is not None) == decides
    if found.assignment is not None:
        assert found.assignment.keys() == set(block.variables)
        left = found.formula
        for variable, value in found.assignment.items():
            left = left.assign(variable if value else -variable)
        assert is_true(left) == found.true


def test_truth_and_assignments() -> None:
    rng = random.Random("formulas")
    truths = []
    for _ in range(tries(300)):
        formula = random_formula(rng, 5)
        found = solve_formula(formula)
        assert found.true == is_true(formula), formula
        check_assignment(found)
        truths.append(found.true)
    assert tries(90) <= sum(map(bool, truths)) <= tries(210)


@needs_depqbf
def test_truth_against_another_solver() -> None:
    rng = random.Random("depqbf")
    for _ in range(tries(60)):
        formula = random_formula(rng, 9)
        assert solve_formula(formula).true == depqbf(text_of(formula)), formula


def test_the_command() -> None:
    rng = random.Random("command")
    for _ in range(20):
        formula = read_qdimacs(text_of(random_formula(rng, 4)))
        (answer,) = answers(invoke("solve", text=text_of(formula)).stdout)
        assert answer["true"] == is_true(formula)
        assert answer["reason"]["kind"] in ("search", "theorem")
        (line,) = answers(invoke("solve", text=json.dumps({"formula": text_of(formula), "id": 7})).stdout)
        assert (line["id"], line["true"]) == (7, answer["true"])
        values = answer.get("assignment")
        check_assignment(
            Truth(
                formula,
                answer["true"],
                values and {int(v): x for v, x in values.items()},
                solve_formula(formula).reason,
            )
        )


def test_truth_is_certified() -> None:
    rng = random.Random("certified")
    for _ in range(tries(25)):
        formula = random_formula(rng, 4)
        given = invoke("solve", "--certificate", text=text_of(formula)).stdout
        (answer,) = answers(given)
        position = {"formula": text_of(formula)}
        (checked,) = answers(invoke("check", text=json.dumps({"position": position, "answer": answer})).stdout)
        assert checked["verified"] is True
        assert checked["true"] == is_true(formula)
        lie = {**answer, "true": not answer["true"]}
        assert not answers(invoke("check", text=json.dumps({"position": position, "answer": lie}), status=1).stdout)[0][
            "verified"
        ]


@pytest.mark.parametrize(
    ("to", "play"), [("edge-geography", "misere"), ("vertex-geography", "misere"), ("nimg-rm", "misere")]
)
def test_truth_by_way_of_other_games(to: str, play: PlayName) -> None:
    rng = random.Random(f"by way of {to}")
    for _ in range(12):
        found = solve_reduced(lm.reduce(random_formula(rng, 3), to=to, play=play))
        assert isinstance(found, Truth)
        assert found.true == is_true(found.formula)
        check_assignment(found)


def test_limits_leave_a_formula_unknown() -> None:
    rng = random.Random("hard")
    variables = list(range(1, 41))
    clauses = [[rng.choice((1, -1)) * v for v in rng.sample(variables, 3)] for _ in range(120)]
    formula = lm.Formula.of([("e" if v % 2 else "a", [v]) for v in variables], clauses)
    result = invoke("solve", "--position-limit", "5", text=text_of(formula), status=3)
    (answer,) = answers(result.stdout)
    assert answer["true"] is None
    assert answer["reason"]["limit"] == "positions"


@pytest.mark.parametrize("options", [["--all-moves"], ["--starts", "all"], ["--values"], ["--game", "nim"]])
def test_options_that_go_with_positions(options: list[str]) -> None:
    (answer,) = answers(invoke("solve", *options, text="p cnf 1 1\n1 0\n", status=1).stdout)
    assert "formula" in answer["error"]


# Positions as formulas


def positions(game: str, count: int, size: int = 4, weight: int = 2) -> list[Any]:
    rng = random.Random(f"as formulas {game}")
    boards = islice(random_positions(game, rng, size, weight), count)
    return [board.at(rng.choice(board.starts())) if board.is_board else board for board in boards]


@needs_depqbf
@pytest.mark.parametrize("game", GAMES)
def test_positions_as_formulas(game: str) -> None:
    outcomes = set()
    for position in positions(game, 12, 2 if game == "sum" else 4):
        for play in lm.Play:
            written = as_formula(lm.Problem(position, play))
            wins = by_the_law(position, play)
            assert depqbf(text_of(written.formula)) == wins, (position, play)
            outcomes.add(wins)
    assert outcomes == {True, False}


@pytest.mark.parametrize("game", ["vertex-geography", "edge-geography", "dag"])
def test_positions_to_formulas_and_back_to_a_game(game: str) -> None:
    """Through two reductions that know nothing of each other; the search is ours."""
    for position in positions(game, 6, 3, 1):
        for play in lm.Play:
            formula = as_formula(lm.Problem(position, play)).formula
            assert solve_formula(formula, limits=lm.Limits(time=20)).true == by_the_law(position, play)


@needs_depqbf
def test_against_the_independent_encoding() -> None:
    rng = random.Random("two encodings")
    for _ in range(tries(40)):
        n = rng.randint(1, 5)
        edges = [(rng.randrange(n), rng.randrange(n)) for _ in range(rng.randint(0, 7))]
        directed, start, weights = rng.random() < 0.5, rng.randrange(n), [rng.randint(0, 2) for _ in range(n)]
        graph = lm.Graph(n, edges, directed=directed)
        cases: list[tuple[Any, Any]] = [
            (lm.VertexGeography(graph, start=start), qbf.VertexGeography(n, edges, directed, start)),
            (lm.EdgeGeography(graph, start=start), qbf.EdgeGeography(n, edges, directed, start)),
            (lm.NimGRM(graph, weights, start=start), qbf.NimGRM(n, edges, directed, weights, start)),
            (lm.NimGMR(graph, weights, start=start), qbf.NimGMR(n, edges, directed, weights, start)),
        ]
        ours, theirs = rng.choice(cases)
        for play in lm.Play:
            ask = qbf.formula(theirs, misere=play is lm.Play.MISERE)
            assert depqbf(text_of(as_formula(lm.Problem(ours, play)).formula)) == depqbf(ask), (ours, play)


def test_the_first_block_is_a_winning_move() -> None:
    board = lm.VertexGeography([("a", "b"), ("b", "c"), ("c", "d"), ("b", "d"), ("d", "a")], start="b")
    for play in lm.Play:
        written = as_formula(lm.Problem(board, play))
        found = solve_formula(written.formula)
        assert found.true == by_the_law(board, play)
        if found.true and play is lm.Play.MISERE:
            assert found.assignment is not None
            moves = dict(line.split(" = ") for line in written.comments if " = " in line)
            bits = len(next(iter(moves)).split())
            chosen = " ".join(str(v if found.assignment[v] else -v) for v in range(1, bits + 1))
            move = board.move_from_json(json.loads(moves[chosen]))
            assert not by_the_law(board.after(move), play)


@pytest.mark.long
def test_convert_says_the_size_first_and_refuses_what_is_too_large() -> None:
    result = invoke("convert", "--to", "qdimacs", text='{"game": "nim", "heaps": [2, 1]}')
    formula = read_qdimacs(result.stdout)
    assert is_true(formula)
    size = f"{len(formula.variables)} variables in 1 block, {len(formula.clauses)} clauses"
    assert result.stderr == f"note: a formula of {size}\n"
    huge = 10**30
    for position in (
        {"game": "nim", "heaps": [huge, 1]},
        {"game": "nimg-rm", "edges": [[0, 1]], "weights": {"0": huge, "1": 1}, "start": 0},
        {"game": "nimg-mr", "edges": [[0, 1]], "weights": {"0": huge, "1": huge}, "start": 0},
        {"game": "vertexnim", "edges": [[0, 1]], "weights": {"0": huge, "1": 1}, "start": 0},
        {"game": "octal", "code": "0.77", "heaps": [400] * 5},
    ):
        result = invoke("convert", "--to", "qdimacs", text=json.dumps(position), status=1)
        assert result.stdout == ""
        assert "not written" in result.stderr


def test_games_without_a_bound_are_refused() -> None:
    class Endless:
        def __init__(self, place: int) -> None:
            self.place = place

        def moves(self) -> list[int]:
            return [1]

        def after(self, move: int) -> Endless:
            return Endless(self.place + move)

        def __hash__(self) -> int:
            return hash(self.place)

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Endless) and other.place == self.place

    class Round(Endless):
        def after(self, move: int) -> Round:
            return Round((self.place + move) % 3)

    with pytest.raises(lm.InputError, match="more than 50,000 positions"):
        as_formula(lm.Problem(Endless(0)))
    with pytest.raises(lm.InputError, match="need not end"):
        as_formula(lm.Problem(Round(0)))
