"""What every game here is: its moves, and its positions as JSON."""

from __future__ import annotations

from typing import Any, Protocol

__all__ = ["Game", "Json"]

Json = dict[str, Any]


class Game(Protocol):
    """One game: its moves, and its positions as JSON."""

    def moves(self, state: Any) -> list[tuple[Json, Any]]:
        """Every legal move with the state it leads to."""

    def to_json(self, state: Any) -> Json:
        """The state as a position (without ``play``)."""
