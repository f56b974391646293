"""Sums of games."""

from __future__ import annotations

from typing import Any

from reference.rules.game import Game, Json

__all__ = ["Sum"]


class Sum:
    """Move in exactly one part. State: the states of the parts."""

    def __init__(self, parts: list[Game]) -> None:
        self.parts = parts
        self.seen: list[dict[Any, list[tuple[Json, Any]]]] = [{} for _ in parts]

    def moves(self, state: tuple[Any, ...]) -> list[tuple[Json, tuple[Any, ...]]]:
        return [
            ({"part": i, "move": move}, (*state[:i], after, *state[i + 1 :]))
            for i, part in enumerate(state)
            for move, after in self.part_moves(i, part)
        ]

    def part_moves(self, i: int, state: Any) -> list[tuple[Json, Any]]:
        """The moves in part i (remembered, for speed only)."""
        if state not in self.seen[i]:
            self.seen[i][state] = self.parts[i].moves(state)
        return self.seen[i][state]

    def to_json(self, state: tuple[Any, ...]) -> Json:
        parts = [game.to_json(part) for game, part in zip(self.parts, state, strict=True)]
        return {"game": "sum", "parts": parts}
