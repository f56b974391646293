"""No false claim is accepted: outcomes are flipped, certificates are changed, cut, emptied and moved elsewhere.

Run with ``-s`` to see the figures; docs/reference/certificates.md has those of the long run.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lastmove as lm
from certificate_cases import Case, as_json, board_cases, carried_cases, searched_cases, theorem_cases
from changed_json import mutated, nodes, others_like
from effort import tries
from kernel_boards import decided_by_kernels, run_kernels
from lastmove.certificates.check import check_answer
from lastmove.certificates.kinds import KINDS
from lastmove.core.errors import InputError, Refuted
from lastmove.core.limits import Meter
from lastmove.search.plain import PlainSearch
from plain_checks import plain_verdict

FLIPPED = {"N": "P", "P": "N"}
PLAINLY = 8
"""The plain checker is asked about one false claim of so many."""


def accepted(problem: lm.Problem, answer: dict[str, Any]) -> bool:
    """Whether the check accepts; anything but a refusal or a complaint about the input is a failure of the test."""
    try:
        check_answer(problem, answer)
    except (Refuted, InputError):
        return False
    return True


def blessed(problem: lm.Problem, answer: dict[str, Any]) -> bool:
    """Whether the check says that the move of an answer wins."""
    try:
        return check_answer(problem, answer).claim.get("move") == "wins"
    except (Refuted, InputError):
        return False


class Figures:
    """How many claims were tried, and of the true ones how many were accepted all the same."""

    def __init__(self) -> None:
        self.false: Counter[str] = Counter()
        self.true: Counter[str] = Counter()
        self.true_accepted: Counter[str] = Counter()

    def try_false(self, how: str, problem: lm.Problem, answer: dict[str, Any], kind: str) -> None:
        self.false[kind] += 1
        self.false[how] += 1
        line = {"position": lm.problem_to_json(problem), "answer": answer}
        assert not accepted(problem, answer), (how, json.dumps(line))
        if self.false[kind] % PLAINLY == 0:
            assert "proved" not in plain_verdict(line), (how, json.dumps(line))

    def try_true(self, problem: lm.Problem, answer: dict[str, Any], kind: str) -> None:
        self.true[kind] += 1
        self.true_accepted[kind] += accepted(problem, answer)

    def show(self) -> str:
        rows = [
            f"{kind:12} {self.false[kind]:9,} {self.true[kind]:9,} {self.true_accepted[kind]:9,}"
            for kind in sorted(self.true | self.false)
        ]
        return "\n".join(["\nkind or way   false tried  true tried  of these accepted", *rows])


def attack(cases: list[Case], rng: random.Random, rounds: int, figures: Figures) -> None:
    """Every case in every way."""
    certificates = [case.answer["certificate"] for case in cases]
    pieces = [inside[key] for certificate in rng.sample(certificates, 40) for inside, key in nodes(certificate)]
    for case in cases:
        problem, outcome, certificate = lm.parse(case.position), case.answer["outcome"], case.answer["certificate"]
        kind = certificate["kind"]
        lie = FLIPPED[outcome]
        assert accepted(problem, case.answer)
        figures.try_false("flipped", problem, {"outcome": lie, "certificate": certificate}, kind)
        figures.try_false("transplanted", problem, {"outcome": lie, "certificate": rng.choice(certificates)}, kind)
        for other in others_like(problem, rng):
            truth = PlainSearch(other.play, Meter()).wins(other.position)
            answer = {"outcome": "P" if truth else "N", "certificate": certificate}
            figures.try_false("moved", lm.parse(lm.problem_to_json(other)), answer, kind)
        for _ in range(rounds):
            changed = mutated(certificate, rng, pieces)
            figures.try_false("mutated", problem, {"outcome": lie, "certificate": changed}, kind)
            figures.try_true(problem, {"outcome": outcome, "certificate": changed}, kind)


def attack_moves(cases: list[Case], rng: random.Random, rounds: int, figures: Figures) -> None:
    """Moves that do not win, with every kind of evidence: none, that of the winning move, changed and moved."""
    certificates = [case.answer["certificate"] for case in cases]
    pieces = [inside[key] for certificate in rng.sample(certificates, 40) for inside, key in nodes(certificate)]
    for case in cases:
        if case.answer["outcome"] != "N":
            continue
        problem = lm.parse(case.position)
        position: Any = problem.position
        law = PlainSearch(problem.play, Meter())
        wrong = [move for move in position.moves() if law.wins(position.after(move))]
        answer = json.loads(json.dumps(lm.solve(problem, certificate=True).to_json(certificate=True)))
        assert answer["move"] is None or blessed(problem, answer), (case.position, answer)
        own = [answer["certificate"], case.answer["certificate"]]
        for move in rng.sample(wrong, min(len(wrong), 4)):
            said = {"outcome": "N", "move": position.move_to_json(move)}
            for certificate in own:
                others = [None, answer.get("move_certificate"), certificate, rng.choice(certificates)]
                others += [mutated(rng.choice([each for each in others if each]), rng, pieces) for _ in range(rounds)]
                for other in others:
                    figures.false["wrong moves"] += 1
                    lie = {**said, "certificate": certificate, "move_certificate": other}
                    assert not blessed(problem, lie), (case.position, lie)
                changed = mutated(certificate, rng, pieces)
                figures.false["wrong moves"] += 1
                assert not blessed(problem, {**said, "certificate": changed}), (case.position, said, changed)


def attack_boards(cases: list[Case], rng: random.Random, rounds: int, figures: Figures) -> None:
    """The same for whole boards: the outcome of one start is a lie."""
    certificates = [case.answer["certificate"] for case in cases]
    pieces = [inside[key] for certificate in rng.sample(certificates, 20) for inside, key in nodes(certificate)]
    for case in cases:
        problem, certificate, outcomes = lm.parse(case.position), case.answer["certificate"], case.answer["outcomes"]
        assert accepted(problem, case.answer)
        for changed in (
            certificate,
            rng.choice(certificates),
            *(mutated(certificate, rng, pieces) for _ in range(rounds)),
        ):
            start = rng.choice(list(outcomes))
            lies = {**outcomes, start: FLIPPED[outcomes[start]]}
            figures.try_false("boards", problem, {"outcomes": lies, "certificate": changed}, "board")
            alone = dict.fromkeys(outcomes, "unknown") | {start: lies[start]}
            figures.try_false("boards", problem, {"outcomes": alone, "certificate": changed}, "board")


WITHIN_BOARDS = {"starts", "gf2-board", "grids", "grundy-matchings"}
"""Kinds that answers have inside a board's certificate only, or on boards of 12 vertices and more."""


def run(seed: str, count: int, rounds: int) -> Figures:
    rng = random.Random(f"soundness {seed}")
    figures = Figures()
    some = max(2, count // 4)
    cases = [*theorem_cases(seed, count), *searched_cases(seed, some), *carried_cases(seed, some)]
    attack(cases, rng, rounds, figures)
    attack_moves(cases, rng, rounds // 8, figures)
    attack_boards(list(board_cases(seed, max(3, count // 2))), rng, rounds, figures)
    return figures


def test_no_false_claim_is_accepted() -> None:
    figures = run("quick", 10, 10)
    print(figures.show())
    assert sum(figures.false[kind] for kind in KINDS) >= 2_500
    assert all(figures.false[kind] >= 25 for kind in KINDS if kind not in WITHIN_BOARDS)
    assert figures.false["wrong moves"] >= 250


@pytest.mark.long
def test_no_false_claim_is_accepted_for_long() -> None:
    figures = run("long", 100, 40)
    print(figures.show())
    assert sum(figures.false[kind] for kind in KINDS) >= 100_000
    assert all(figures.false[kind] >= 100 for kind in KINDS if kind not in WITHIN_BOARDS)
    assert figures.false["wrong moves"] >= 1_000


@pytest.mark.parametrize("compiled", [False, True])
def test_no_false_claim_is_accepted_by_kernels(compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Matchings, labels and circuits, of boards and of starts, in both ways in which the checks run."""
    run_kernels(monkeypatch, compiled=compiled)
    rng = random.Random(f"kernels {compiled}")
    whole, single = [], []
    for _ in range(12):
        for board, play in decided_by_kernels(rng):
            whole.append(as_json(board, play, lm.outcomes(board, play, certificate=True).to_json(certificate=True)))
            position = board.at(rng.choice(board.starts()))
            if next(iter(position.moves()), None) is not None:
                found = lm.solve(position, play, certificate=True)
                single.append(as_json(position, play, found.to_json(certificate=True)))
    figures = Figures()
    attack_boards(whole, rng, 12, figures)
    attack(single, rng, 12, figures)
    assert figures.false["board"] >= 1000
    assert figures.false["mutated"] >= 500


def test_no_false_claim_is_accepted_by_even_sets() -> None:
    """Whole bipartite boards of Edge Geography; the digits of the sets are changed too."""
    rng = random.Random("even sets")
    cases = []
    for _ in range(40):
        sides, count = (rng.randint(1, 4), rng.randint(1, 4)), rng.randint(1, 12)
        ends = [[rng.randrange(sides[0]), sides[0] + rng.randrange(sides[1])] for _ in range(count)]
        board = lm.parse({"game": "edge-geography", "vertices": sum(sides), "edges": ends})
        found = lm.outcomes(board, certificate=True).to_json(certificate=True)
        cases.append(as_json(board.position, lm.Play.NORMAL, found))
    figures = Figures()
    attack_boards(cases, rng, 20, figures)
    for case in cases:
        for part in case.answer["certificate"]["parts"]:
            if part["kind"] == "gf2-board":
                part["members"] = [f"{rng.randrange(16):x}" for _ in part["members"]]
        lies = {start: FLIPPED[outcome] for start, outcome in case.answer["outcomes"].items()}
        figures.try_false("digits", lm.parse(case.position), {**case.answer, "outcomes": lies}, "board")
    assert figures.false["board"] >= 1000


# Anything at all in place of a certificate

NUMBERS = st.integers(-3, 12) | st.sampled_from([10**18, 2**62, 10**300])
ANYTHING = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=20,
)
LISTS = st.lists(NUMBERS | st.lists(NUMBERS, max_size=5) | ANYTHING, max_size=6)
FIELDS = [
    "sum",
    "rule",
    "number",
    "lost",
    "order",
    "sets",
    "matching",
    "barrier",
    "cycles",
    "parents",
    "instead",
    "to",
    "set",
    "wins",
    "choices",
    "values",
    "roots",
    "steps",
    "certificates",
    "parts",
    "chain",
    "map",
    "certificate",
    "move_certificate",
]
LIKE = st.fixed_dictionaries(
    {"kind": st.sampled_from(sorted(KINDS)), "version": st.just(1)},
    optional=dict.fromkeys(FIELDS, LISTS | NUMBERS | ANYTHING)
    | {"rule": st.sampled_from(["LM1", "LM5", "definition-7", "acyclic", "trees", "LM3", "LM9", "LM10", "theorem-3"])},
)
SOME = [
    {"game": "nim", "heaps": [1, 2]},
    {"game": "vertex-geography", "vertices": 4, "edges": [[0, 1], [1, 2], [2, 0]], "start": 0},
    {"game": "edge-geography", "vertices": 3, "edges": [[0, 1], [1, 2], [1, 2]], "start": 0},
    {"game": "nimg-rm", "vertices": 3, "edges": [[0, 1], [1, 2]], "weights": [10**18, 1, 0], "start": 0},
    {"game": "nimg-mr", "vertices": 2, "edges": [[0, 1]], "weights": [0, 10**30], "start": 0},
    {"game": "vertexnim", "directed": True, "vertices": 2, "edges": [[0, 1], [1, 0]], "weights": [2, 1], "start": 0},
    {"game": "adjacent-nim", "heaps": [10**40, 1, 2], "start": 0},
    {"game": "octal", "code": "0.77", "heaps": [10**9, 3]},
    {"game": "subtraction", "set": [1, 2], "heaps": [10**15]},
    {
        "game": "sum",
        "parts": [{"game": "nim", "heaps": [10**20]}, {"game": "dag", "edges": [["a", "b"]], "start": "a"}],
    },
]


anything = given(st.sampled_from(SOME), st.sampled_from(["normal", "misere"]), LIKE | ANYTHING, st.booleans())


@settings(max_examples=tries(120))
@anything
def test_anything_is_refused_or_true(position: Any, play: str, certificate: Any, board: bool) -> None:
    check_anything(position, play, certificate, board=board)


@pytest.mark.long
@settings(max_examples=1000)
@anything
def test_anything_is_refused_or_true_for_long(position: Any, play: str, certificate: Any, board: bool) -> None:
    check_anything(position, play, certificate, board=board)


def check_anything(position: Any, play: str, certificate: Any, *, board: bool) -> None:
    """Never a traceback, never a hang; what is accepted is true where the law can tell."""
    position = {**position, "play": play}
    if board and "vertices" in position:
        del position["start"]
        whole = lm.parse(position)
        names = [str(start) for start in whole.position.starts()]  # type: ignore[attr-defined]
        accepted(whole, {"outcomes": dict.fromkeys(names, "N"), "certificate": certificate})
        return
    problem = lm.parse(position)
    found = {outcome for outcome in "NP" if accepted(problem, {"outcome": outcome, "certificate": certificate})}
    assert len(found) < 2
    if found:
        solved = lm.solve(problem, limits=lm.Limits(positions=5000)).outcome.value
        assert solved in (*found, "unknown")
