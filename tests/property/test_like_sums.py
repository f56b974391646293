"""Sums of like games with different rules and boards against the reference: outcomes, all moves, certificates."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from commands import answers, invoke, jsonl, solve
from effort import tries
from lastmove.certificates.check import check_answer
from lastmove.core.limits import Meter
from lastmove.search.exact import ExactSearch
from lastmove.search.plain import PlainSearch
from lastmove.solver import evidence as proving
from lastmove.solver.decide import Solver
from lastmove.sums.genus import FormSearch, GenusSearch
from lastmove.sums.nimbers import GrundySearch, NimberSearch
from lastmove.sums.tame import TameSearch, Wild
from like_sums import LIKE, like_sum
from reference import rules

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.long


def in_order(moves: list[Any]) -> list[str]:
    return sorted(map(repr, moves))


def check_against_reference(raw: dict[str, Any], answer: dict[str, Any]) -> None:
    """Outcome and winning moves as the reference has them, and a certificate that proves outcome and move."""
    outcome, winning = rules.solve(raw)
    assert answer["outcome"] == outcome, raw
    assert in_order(answer["winning_moves"]) == in_order(winning), raw
    verified = check_answer(lm.parse(raw), answer)
    assert verified.claim["outcome"] == outcome, raw
    assert answer["move"] is None or (answer["move"] in winning and verified.claim["move"] == "wins"), raw


def answered(raw: dict[str, Any]) -> dict[str, Any]:
    found = lm.solve(lm.parse(raw), certificate=True, all_moves=True)
    answer: dict[str, Any] = json.loads(json.dumps(found.to_json(certificate=True, all_moves=True)))
    return answer


@pytest.mark.parametrize("like", LIKE)
def test_all_moves_and_certificates(like: str) -> None:
    rng = random.Random(f"like {like}")
    for _ in range(tries(150, quick=8)):
        raw = like_sum(like, rng)
        for play in ("normal", "misere"):
            check_against_reference({**raw, "play": play}, answered({**raw, "play": play}))


@pytest.mark.parametrize("like", LIKE)
@pytest.mark.parametrize("short", [0, 10**6])
def test_search_alone(like: str, short: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """No theorem speaks, so that every part is searched in the end; the evidence are lost bags, or strategies."""
    monkeypatch.setattr(Solver, "theorems", lambda *_: ())
    monkeypatch.setattr(proving, "SHORT", short)
    rng = random.Random(f"searched {like} {short}")
    for _ in range(tries(150, quick=3)):
        raw = like_sum(like, rng)
        for play in ("normal", "misere"):
            check_against_reference({**raw, "play": play}, answered({**raw, "play": play}))


def test_on_the_command_line() -> None:
    rng = random.Random("like sums in a stream")
    raws = [
        {**like_sum(like, rng), "play": play} for like in LIKE for play in lm.Play for _ in range(tries(150, quick=3))
    ]
    raws = [{**raw, "play": raw["play"].value} for raw in raws]
    found = solve(jsonl(*raws), "--certificate", "--all-moves")
    for raw, answer in zip(raws, found, strict=True):
        check_against_reference(raw, answer)
    lines = [{"position": raw, "answer": answer} for raw, answer in zip(raws, found, strict=True)]
    verdicts = answers(invoke("check", text=jsonl(*lines)).stdout)
    assert [verdict["verified"] for verdict in verdicts] == [True] * len(raws)


def test_octal_games_in_one_table() -> None:
    """(3,) of 0.77 is not (3,) of 0.137: this sum once got a certificate that its check refutes."""
    octals = [("0.6", 2), ("0.6", 3), ("0.77", 7)]
    parts = [{"game": "octal", "code": code, "heaps": [heap]} for code, heap in octals]
    raw = {"game": "sum", "play": "misere", "parts": parts}
    check_against_reference(raw, answered(raw))


def tame(position: Any, search: TameSearch) -> object:
    try:
        return search.pair(position)
    except Wild as wild:
        return wild.normal, wild.misere


ASKED: dict[str, tuple[Callable[[], Any], Callable[[Any, Any], object]]] = {
    "plain": (lambda: PlainSearch(lm.Play.MISERE, Meter()), lambda search, position: search.wins(position)),
    "lengths": (lambda: PlainSearch(lm.Play.MISERE, Meter()), lambda search, position: search.remoteness(position)),
    "exact, normal": (lambda: ExactSearch(lm.Play.NORMAL, Meter()), lambda search, position: search.wins(position)),
    "exact, misere": (lambda: ExactSearch(lm.Play.MISERE, Meter()), lambda search, position: search.wins(position)),
    "grundy": (lambda: GrundySearch(Meter()), lambda search, position: search.value(position)),
    "nimbers": (lambda: NimberSearch(Meter()), lambda search, position: search.value(position)),
    "misere values": (lambda: GenusSearch(Meter()), lambda search, position: search.misere_value(position)),
    "genus": (lambda: GenusSearch(Meter()), lambda search, position: search.genus(position)),
    "forms": (lambda: FormSearch(Meter()), lambda search, position: search.form(position)),
    "tame": (lambda: TameSearch(Meter()), lambda search, position: tame(position, search)),
}


@pytest.mark.parametrize("kind", ASKED)
def test_many_questions_to_one_search(kind: str) -> None:
    """One search is asked about sums, their parts and what moves lead to; a new one each time knows no better."""
    make, ask = ASKED[kind]
    kept = make()
    for like in LIKE:
        rng = random.Random(f"{kind} {like}")
        for _ in range(tries(40, quick=2)):
            whole: Any = lm.parse(like_sum(like, rng)).position
            moves = list(whole.moves())
            asked = [whole, *whole.parts, *(whole.after(move) for move in rng.sample(moves, min(len(moves), 3)))]
            for position in asked:
                assert ask(kept, position) == ask(make(), position), position
