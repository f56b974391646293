"""Sums of like games with different rules and boards against the reference: outcomes, all moves, certificates."""

from __future__ import annotations

import json
import random
from functools import cache
from itertools import chain
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
from reference import cases, rules

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.long

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
    return {**found, "weights": [rng.randint(least, 2) for _ in (graph["edges"] if game == "edge-nimg" else names)]}


def _dag(rng: random.Random) -> Json:
    """Sparse, and so often wild."""
    n = rng.randint(4, 10)
    edges = [[a, b] for a in range(1, n) for b in range(a) if b == a - 1 or rng.random() < 0.3]
    return {"game": "dag", "vertices": list(range(n)), "edges": edges, "start": n - 1}


def in_order(moves: list[Any]) -> list[str]:
    return sorted(map(repr, moves))


def check_against_reference(
    raw: dict[str, Any], answer: dict[str, Any], known: tuple[str, list[dict[str, Any]]] | None = None
) -> None:
    """Outcome and winning moves as the reference has them, and a certificate that proves outcome and move."""
    outcome, winning = known or rules.solve(raw)
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
def test_search_alone(like: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No theorem speaks, so that every part is searched in the end; the evidence are lost bags, then strategies."""
    monkeypatch.setattr(Solver, "theorems", lambda *_: ())
    rng = random.Random(f"searched {like}")
    for _ in range(tries(150, quick=3)):
        raw = like_sum(like, rng)
        for play in ("normal", "misere"):
            known = rules.solve({**raw, "play": play})
            for short in (0, 10**6):
                monkeypatch.setattr(proving, "SHORT", short)
                check_against_reference({**raw, "play": play}, answered({**raw, "play": play}), known)


def test_on_the_command_line() -> None:
    rng = random.Random("like sums in a stream")
    raws = [{**like_sum(like, rng), "play": play} for like in LIKE for play in lm.Play for _ in range(5)]
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
    """The pair of values; of a sum with several wild parts, which one is met first depends on what was asked before."""
    try:
        return search.pair(position)
    except Wild as found:
        wild = found
    assert wild.normal == NimberSearch(Meter()).value(wild.position)
    assert wild.misere == GenusSearch(Meter()).misere_value(wild.position)
    return "wild"


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


@cache
def asked_about(like: str) -> list[list[Any]]:
    """Sums, each with its parts and with what a few of its moves lead to; every search is asked about the same."""
    rng = random.Random(f"asked {like}")
    found = []
    for _ in range(tries(40, quick=2)):
        whole: Any = lm.parse(like_sum(like, rng)).position
        moves = list(whole.moves())
        found.append([whole, *whole.parts, *(whole.after(move) for move in rng.sample(moves, min(len(moves), 3)))])
    return found


@pytest.mark.parametrize("kind", ASKED)
def test_many_questions_to_one_search(kind: str) -> None:
    """One search is asked about sums, their parts and what moves lead to; a new one each time knows no better."""
    make, ask = ASKED[kind]
    kept = make()
    for like in LIKE:
        for position in chain.from_iterable(asked_about(like)):
            assert ask(kept, position) == ask(make(), position), position
