"""The package against the independent second implementation of the rules, game by game."""

from __future__ import annotations

import random
from typing import Any

import pytest

import lastmove as lm
from effort import tries
from lastmove.core.position import move_to_json
from reference import cases, rules


def canonical(moves: list[Any]) -> list[str]:
    """Moves in an order of their own, so that two lists can be compared as sets."""
    return sorted(map(repr, moves))


@pytest.mark.parametrize("game", cases.GAMES)
def test_outcome_winning_moves_and_remoteness(game: str) -> None:
    rng = random.Random(f"solve {game}")
    for _ in range(tries(220, quick=50)):
        raw = cases.generate(game, rng)
        solution = lm.solve(lm.parse(raw))
        answer = solution.to_json(all_moves=True)
        outcome, winning = rules.solve(raw)
        assert answer["outcome"] == outcome, raw
        assert canonical(answer["winning_moves"]) == canonical(winning), raw
        assert solution.remoteness() == rules.remoteness(raw), raw
        if answer["move"] is not None:
            assert answer["move"] in winning, raw
        else:
            assert not winning, raw


@pytest.mark.parametrize("game", cases.GAMES)
def test_options(game: str) -> None:
    """A walk to the end of the game, comparing every option on the way as JSON."""
    rng = random.Random(f"options {game}")
    for _ in range(tries(100, quick=25)):
        raw = cases.generate(game, rng)
        position: Any = lm.parse(raw).position
        while True:
            options = [
                (move_to_json(position, move), lm.position_to_json(position.after(move))) for move in position.moves()
            ]
            found = [(move, comparable(after)) for move, after in options]
            expected = [(move, comparable(normal_form(after))) for move, after in rules.options(raw)]
            assert canonical(found) == canonical(expected), raw
            if not options:
                break
            move, raw = rng.choice(options)
            position = position.after(position.move_from_json(move))


def normal_form(raw: dict[str, Any]) -> dict[str, Any]:
    """The reference's position, read and written by the package."""
    return lm.position_to_json(lm.parse({name: raw[name] for name in raw if name != "play"}).position)


def comparable(raw: dict[str, Any]) -> dict[str, Any]:
    """The same position with its edges in one order; Vertexnim makes edges, and may write each once."""
    if raw["game"] == "sum":
        return {**raw, "parts": [comparable(part) for part in raw["parts"]]}
    if "edges" not in raw:
        return raw
    pairs = [pair if raw.get("directed", True) else sorted(pair, key=str) for pair in raw["edges"]]
    if raw["game"] == "vertexnim":
        pairs = [pair for place, pair in enumerate(pairs) if pair not in pairs[:place]]
    return {**raw, "edges": sorted(pairs, key=str)}


@pytest.mark.parametrize("game", [*cases.GRAPH_GAMES, "adjacent-nim"])
def test_every_start(game: str) -> None:
    rng = random.Random(f"starts {game}")
    for _ in range(tries(200, quick=50)):
        raw = cases.generate(game, rng)
        if raw.get("vertices") == []:
            continue
        problem = lm.parse(raw)
        found = lm.outcomes(problem).to_json()["outcomes"]
        assert found == rules.starts(raw), raw
