"""Every proved theorem against the law: never a wrong outcome, move or list of winning moves."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import lastmove as lm
from effort import tries
from lastmove.core.limits import Meter
from lastmove.search.plain import PlainSearch
from lastmove.theorems.registry import deciders, theorems_for
from lastmove.theorems.statement import Theorem
from reference import cases

GAMES = sorted({game for theorem in deciders() for game in theorem.statement.games})


def check(position: Any, play: lm.Play, fired: Counter[tuple[str, str]]) -> None:
    """Compare every theorem that speaks of a position with the law."""
    search = PlainSearch(play, Meter())
    wins = search.wins(position)
    winning = [move for move in position.moves() if not search.wins(position.after(move))]
    for theorem in theorems_for(position.name, play):
        verdict = theorem.decide(position, play, Meter())
        if verdict is None:
            continue
        about = f"{theorem.statement.key} on {position!r}, {play.value}: {verdict.why}"
        fired[theorem.statement.key, "N" if wins else "P"] += 1
        assert verdict.wins == wins, about
        assert verdict.move is None or verdict.move in winning, about
        listed = verdict.winning_moves()
        if listed is not None:
            assert len(listed) == listed.total, about
            assert sorted(map(repr, listed)) == sorted(map(repr, winning)), about


def board_agrees(position: Any, play: lm.Play) -> None:
    """What a theorem says of a whole board is what it says of each start."""
    for theorem in theorems_for(position.name, play):
        verdicts = theorem.decide_board(position, play, Meter()).verdicts
        for start, verdict in zip(position.starts(), verdicts, strict=True):
            alone = theorem.decide(position.at(start), play, Meter())
            about = f"{theorem.statement.key} on {position.at(start)!r}, {play.value}"
            assert (verdict is None) == (alone is None), about
            if verdict is not None and alone is not None:
                assert verdict.wins == alone.wins, about
                own = position.at(start)
                if verdict.move is not None:
                    assert theorem_loses(theorem, own.after(verdict.move), play), about


def theorem_loses(theorem: Theorem, position: Any, play: lm.Play) -> bool:
    verdict = theorem.decide(position, play, Meter())
    return not (PlainSearch(play, Meter()).wins(position) if verdict is None else verdict.wins)


@pytest.mark.parametrize("game", GAMES)
def test_random_positions(game: str) -> None:
    rng = random.Random(f"theory {game}")
    fired: Counter[tuple[str, str]] = Counter()
    for _ in range(tries(500, quick=60)):
        position = lm.parse(cases.generate(game, rng)).position
        for play in lm.Play:
            check(position, play, fired)
    least = {"N"} if game == "vertexnim-mr" else {"N", "P"}  # LM31 alone never says P
    assert {outcome for _, outcome in fired} >= least


@pytest.mark.parametrize("game", [game for game in GAMES if game not in ("nim", "sum", "octal", "subtraction")])
def test_boards(game: str) -> None:
    rng = random.Random(f"boards {game}")
    for _ in range(tries(300, quick=40)):
        raw = cases.generate(game, rng)
        if raw.get("vertices") == [] or raw.get("start") is None:
            continue
        for play in lm.Play:
            board_agrees(lm.parse(raw).position, play)


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        (lm.NimGRM((1, [(0, 0)]), [3], start=0), "0 has a loop: empty it and stay."),
        (lm.NimGRM((1, []), [3], start=0), "0 has no neighbour: taking tokens ends the game."),
        (lm.NimGRM([(0, 1)], [3, 0], start=0), "0 has the neighbour 1 of smaller weight, which is P."),
        (lm.NimGRM([(0, 1)], [3, 3], start=0), "0 has weight 3 and no P neighbour of smaller weight."),
        (
            lm.NimGRM([(0, 1)], [2, 2], start=1, directed=True),
            "the move from 1, which has no out-neighbour, ends the game.",
        ),
        (lm.NimGMR([(0, 1)], [2, 2], start=0, directed=True), "can go from 0 to 1, which is P."),
        (lm.NimGRM([(0, 1)], [2, 2], start=0, directed=True), "can go from 0 only to N vertices."),
    ],
)
def test_reasons_name_the_case(position: Any, reason: str) -> None:
    assert str(lm.solve(position).reason.to_json()["text"]).endswith(reason)
