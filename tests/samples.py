"""Random positions of any registered game, also of one that was added a minute ago."""

from __future__ import annotations

from typing import TYPE_CHECKING

import lastmove as lm
from lastmove.games import game_class
from reference import cases

if TYPE_CHECKING:
    from random import Random

__all__ = ["random_problem"]


def random_problem(game: str, rng: Random) -> dict[str, object]:
    """A random position as JSON: by the second implementation of the rules where it knows the game, else by itself."""
    if game in cases.GAMES:
        return cases.generate(game, rng)
    board = game_class(game).random_board(rng, 5, 3)
    position = board.at(rng.choice(board.starts())) if board.is_board else board
    return {**lm.position_to_json(position), "play": rng.choice(("normal", "misere"))}
