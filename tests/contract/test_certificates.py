"""Every theorem that answers gives evidence that its check accepts, on small positions and on random larger ones."""

from __future__ import annotations

import json
import random
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from certificate_cases import PROVED, board_cases, boards, carried_cases, case_of, searched_cases, starts
from effort import tries
from lastmove.certificates.check import check_answer
from lastmove.certificates.kinds import KINDS, certificate_from_json
from lastmove.certificates.strategy import Strategy
from lastmove.core.limits import Meter
from lastmove.core.play import UNDECIDED
from lastmove.games import GAMES
from lastmove.games.moves import LowerHeap
from lastmove.search.exact import ExactSearch
from lastmove.solver import evidence as proving
from lastmove.solver.decide import Solver
from lastmove.solver.evidence import written_out
from lastmove.sums.bags_check import LostBags
from lastmove.sums.search import SumSearch
from lastmove.theorems.registry import theorems_for
from lastmove.theorems.statement import Theorem
from lastmove.verify.positions import exhaustive

if TYPE_CHECKING:
    from collections.abc import Iterator

KEYS = [theorem.statement.key for theorem in PROVED]
RARE = {"burke-ferland-teng:degree 3", "lastmove:LM16", "lastmove:LM46", "lastmove:LM47"}
"""They speak of few boards of four vertices or none with less; in tests/property/ there are more, in
test_theory_odd_cycles.py, test_theory_edge_nimg.py and test_theory_geography_values.py."""


@pytest.mark.parametrize("theorem", PROVED, ids=KEYS)
def test_random_positions(theorem: Theorem) -> None:
    """The certificate is read back as it was written, and proves what the law says."""
    rng = random.Random(theorem.statement.key)
    seen: Counter[str] = Counter()
    for game in theorem.statement.games:
        for board in boards(game, rng, 400, 5):
            if seen.total() >= tries(50, quick=20):
                break
            for play in theorem.statement.plays:
                case = case_of(theorem, rng.choice(starts(board)), play)
                if case is not None:
                    found = check_answer(lm.parse(case.position), case.answer)
                    assert found.claim["outcome"] == case.answer["outcome"]
                    raw = case.answer["certificate"]
                    assert json.loads(json.dumps(certificate_from_json(raw).to_json())) == raw
                    seen[case.answer["outcome"]] += 1
    assert seen.total() >= 10, seen


@pytest.mark.parametrize("theorem", PROVED, ids=KEYS)
def test_all_small_positions(theorem: Theorem) -> None:
    """On all small boards: each start alone, and the board at once."""
    spoken = 0
    for game in theorem.statement.games:
        for board in islice(exhaustive(game, 4, 3), 400):
            for play in theorem.statement.plays:
                for position in starts(board):
                    if next(iter(position.moves()), None) is not None:
                        spoken += accepts(theorem, position, play)
                if hasattr(board, "start"):
                    accepts_board(theorem, board, play)
    assert spoken >= 10 or theorem.statement.key in RARE


def accepts(theorem: Theorem, position: Any, play: lm.Play) -> bool:
    verdict = theorem.decide(position, play, Meter())
    if verdict is None:
        return False
    assert verdict.certificate is not None
    assert verdict.certificate().outcome(position, play).wins == verdict.wins
    return True


def accepts_board(theorem: Theorem, board: Any, play: lm.Play) -> None:
    said = theorem.decide_board(board, play, Meter())
    if set(said.codes) - {UNDECIDED}:
        codes = said.certificate().outcomes(board, play)
        shown = zip(said.codes, codes, strict=True)
        assert all(mine in (UNDECIDED, proved) for mine, proved in shown), (said.codes, codes)


def kinds_met() -> Iterator[set[str]]:
    """Those of the cases that the tests draw: what is quick first, and of theorems a board each before several."""
    yield {"board", "starts"}
    for count in (1, 3, 15):
        for theorem in PROVED:
            for board in boards(theorem.statement.games[0], random.Random("kinds"), count):
                for position in starts(board):
                    case = case_of(theorem, position, theorem.statement.plays[0])
                    yield set() if case is None else case.kinds
    yield from (case.kinds for case in carried_cases("kinds", 1))
    yield from (case.kinds for case in searched_cases("kinds", 1))
    yield from (case.kinds for case in board_cases("kinds", 25))


def test_every_kind_is_used() -> None:
    wanted = set(KINDS)
    for met in kinds_met():
        assert met <= {*KINDS}
        wanted -= met
        if not wanted:
            break
    assert not wanted


def test_answers_carried_back_are_proved_with_their_moves() -> None:
    """By the law and by the check; the certificate is read back as it was written."""
    shown: Counter[object] = Counter()
    for case in carried_cases("contract", 12):
        problem = lm.parse(case.position)
        found = check_answer(problem, case.answer)
        assert found.claim["outcome"] == case.answer["outcome"] == lm.solve(problem).outcome.value
        raw = case.answer["certificate"]
        assert raw["kind"] == "reduction"
        assert json.loads(json.dumps(certificate_from_json(raw).to_json())) == raw
        shown[found.claim.get("move")] += 1
    assert shown["not shown"] == 0
    assert shown["wins"] > 20


def test_a_wrong_map_or_chain_is_refused() -> None:
    for case in carried_cases("wrong", 3):
        raw = case.answer["certificate"]
        wrong = [
            raw | {"map": {**raw["map"], next(iter(raw["map"])): "elsewhere"}},
            raw | {"map": {}},
            raw | {"chain": ["lichtenstein-sipser:VG"]},
            raw | {"chain": raw["chain"] * 2},
            raw | {"chain": ["no such"]},
            raw | {"certificate": raw},
        ]
        for changed in wrong:
            with pytest.raises(lm.Refuted):
                check_answer(lm.parse(case.position), {**case.answer, "certificate": changed})


@pytest.mark.parametrize("game", GAMES)
def test_searches_are_written_as_strategies(game: str) -> None:
    """Also of positions that a theorem would answer."""
    count = 0
    for case in searched_cases(game, 6):
        assert check_answer(lm.parse(case.position), case.answer).claim["outcome"] == case.answer["outcome"]
        count += 1
    assert count >= 6


def test_whole_boards() -> None:
    for case in board_cases("contract", 8):
        found = check_answer(lm.parse(case.position), case.answer)
        assert sum(found.claim["counts"].values()) == len(case.answer["outcomes"])  # type: ignore[attr-defined]


def test_large_matchings() -> None:
    """Beyond what enumeration reaches: odd cycles in odd cycles, and long alternating paths."""
    rng = random.Random("large")
    for _ in range(tries(40)):
        n = rng.randint(10, 60)
        edges = [(rng.randrange(n), rng.randrange(n)) for _ in range(rng.randint(n // 2, 3 * n // 2))]
        board = lm.VertexGeography((n, edges))
        found = lm.outcomes(board)
        for vertex in rng.sample(range(n), 5):
            assert lm.solve(board.at(vertex)).outcome is found[vertex]


def test_evidence_that_is_too_long_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer stays, a strategy stands in where one is short enough, and a note says why there is none otherwise."""
    from lastmove.sums import normal, tame

    monkeypatch.setattr(normal, "MOST_WRITTEN", 3)
    monkeypatch.setattr(tame, "MOST_WRITTEN", 3)
    arcs = [(a, b) for a in range(6) for b in range(a)]
    dags = lm.Sum([lm.Dag(arcs, start=5), lm.Dag(arcs[::-1], start=5)])  # equal boards would cancel each other
    for play in lm.Play:
        answer = lm.solve(dags, play, certificate=True)
        assert answer.certificate is not None
        assert answer.certificate.kind == "strategy"
        assert check_answer(lm.Problem(dags, play), answer.to_json(certificate=True)).claim["outcome"] == "P"
    monkeypatch.setattr(normal, "LONGEST", 100)
    monkeypatch.setattr(proving, "MOST_NODES", 1000)
    long = lm.solve(lm.Octal("0.007", [3000]), certificate=True)
    assert long.certificate is None
    assert "table of more than 100 heaps" in long.certificate_note


def test_a_failed_check_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    from lastmove.theorems import nim as log_space

    right = log_space.nim_sum
    monkeypatch.setattr(log_space, "nim_sum", lambda heaps: right(heaps) ^ 1)
    with pytest.raises(lm.InternalError, match=r"log-space:2 on Nim\(\[1, 2\]\), normal play"):
        lm.solve(lm.Nim([1, 2]))


SEARCHED = lm.Sum([lm.Octal("0.6", [2]), lm.Octal("0.6", [3]), lm.Octal("0.77", [7])])
"""A wild sum, for searches in misère play; of theorems only quotients speak of it."""
CIRCUIT = lm.VertexGeography([(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2), (1, 3)], directed=True)


@pytest.mark.parametrize("wrong", range(4))
def test_a_search_that_is_wrong_is_no_answer(wrong: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that takes lost positions for won, or won for lost, wherever it is first asked or later."""
    right = ExactSearch.wins
    truth = dict(lm.outcomes(CIRCUIT))
    asked: dict[object, int] = {}

    def wins(search: ExactSearch, position: Any, meter: Meter | None = None) -> bool:
        number = asked.setdefault(position, len(asked))
        return right(search, position, meter) != (number % 4 == wrong)

    monkeypatch.setattr(ExactSearch, "wins", wins)
    monkeypatch.setattr(Solver, "theorems", lambda *_: ())
    with pytest.raises(lm.InternalError, match=r"the search on Sum|does not win"):
        lm.solve(SEARCHED, "misere", certificate=True)
    asked.clear()
    with suppress(lm.InternalError):  # unless the strategy has no use for what is wrong
        found = lm.outcomes(CIRCUIT, certificate=True)
        assert dict(found) == truth
        check_answer(lm.Problem(CIRCUIT, lm.Play.NORMAL), found.to_json(certificate=True))


def test_evidence_of_a_search_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not only the outcome: evidence that was written down wrongly is noticed before it is returned."""
    right, right_bags = written_out, SumSearch.certificate

    def cut(*arguments: Any, **named: Any) -> Strategy:
        made = right(*arguments, **named)
        return Strategy(made.roots, made.steps[:-1])

    monkeypatch.setattr(proving, "written_out", cut)
    monkeypatch.setattr(SumSearch, "certificate", lambda *given: LostBags(right_bags(*given).lost[1:]))
    monkeypatch.setattr(Solver, "theorems", lambda *_: ())
    with pytest.raises(lm.InternalError, match="fails its check"):
        lm.solve(SEARCHED, "misere", certificate=True)
    with pytest.raises(lm.InternalError, match="fails its check"):
        lm.outcomes(CIRCUIT, certificate=True)
    with pytest.raises(lm.InternalError, match="fails its check"):
        lm.solve(lm.Octal("0.77", [24]), "misere", certificate=True)


def test_what_has_no_json_form_has_no_strategy() -> None:
    """Two vertices that are written alike, or a part of a game of one's own: the answer stands, and a note says why."""
    alike = lm.VertexGeography([(True, "True"), ("True", 0), (0, True)], start=0, directed=True)
    for position in (alike, lm.Sum([alike, SEARCHED]), lm.Sum([lm.HeapRules(lambda n: range(n))(3), SEARCHED])):
        answer = lm.solve(position, "misere", certificate=True)
        assert answer.outcome is not lm.Outcome.UNKNOWN
        assert answer.certificate is not None or "JSON" in answer.certificate_note


def test_a_move_that_does_not_win_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of what is returned with a certificate the move has been checked too, whoever named it."""
    decide = Solver.decide
    wrong = LowerHeap(2, 0)
    assert lm.solve(lm.Nim([1, 2, 4]), certificate=True).move == LowerHeap(2, 3)
    monkeypatch.setattr(
        Solver,
        "decide",
        lambda solver, position, meter=None: replace(
            decide(solver, position, meter), move=wrong if position == lm.Nim([1, 2, 4]) else None
        ),
    )
    with pytest.raises(lm.InternalError, match=r"on Nim\(\[1, 2, 4\]\), normal play, does not win"):
        lm.solve(lm.Nim([1, 2, 4]), certificate=True)


def test_a_failed_check_of_a_board_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a theorem says of all starts at once is checked like what it says of one."""
    board = lm.VertexGeography([(0, 1), (1, 2)])
    (theorem, *_) = [
        each for each in theorems_for("vertex-geography", lm.Play.NORMAL) if each.takes(board, lm.Play.NORMAL)
    ]
    decide_board = type(theorem).decide_board

    def lies(*asked: Any) -> Any:
        said = decide_board(*asked)
        monkeypatch.setattr(said, "codes", bytes([1, 0, 2]))
        return said

    assert lm.outcomes(board).count(lm.Outcome.N) == 1
    monkeypatch.setattr(type(theorem), "decide_board", lies)
    with pytest.raises(lm.InternalError):
        lm.outcomes(board, limits=lm.Limits(time=1000))
    with pytest.raises(lm.InternalError):  # played out, so the theorem is asked when somebody asks why
        _ = lm.outcomes(board).reasons
