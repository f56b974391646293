"""Options that several commands share, and what they change in a position object."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from lastmove.apps.reading import FORMATS
from lastmove.games import game_class, game_names
from lastmove.games.fields import StartName, UniformWeight

if TYPE_CHECKING:
    from collections.abc import Callable

    Command = TypeVar("Command", bound=Callable[..., Any])

__all__ = ["Choices", "input_options"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What the command line says about every position it reads."""

    game: str | None = None
    play: str | None = None
    start: str | None = None
    weight: int | None = None

    def applied(self, fields: dict[str, object]) -> dict[str, object]:
        """The position object with game, play and start as chosen here, and weights where it has none."""
        chosen = dict(fields)
        if self.game is not None:
            chosen["game"] = self.game
        if self.play is not None:
            chosen["play"] = self.play
        if self.start is not None:
            chosen["start"] = StartName(self.start)
        if self.weight is not None and "weights" not in chosen and _takes_weights(chosen.get("game")):
            chosen["weights"] = UniformWeight(self.weight)
        return chosen


def _takes_weights(game: object) -> bool:
    return isinstance(game, str) and game in game_names() and "weights" in game_class(game).fields


def input_options(command: Command) -> Command:
    """FILE, its format, and the choices that hold for every position in it."""
    decorators = [
        click.argument("file", metavar="[FILE|-]", default="-", type=click.Path(allow_dash=True)),
        click.option(
            "--format",
            "format_",
            type=click.Choice(FORMATS),
            default="auto",
            show_default=True,
            help="What FILE holds; auto looks at its name and its first line.",
        ),
        click.option("--game", metavar="GAME", help="The game; graph formats need it, and it wins over FILE's."),
        click.option("--play", type=click.Choice(["normal", "misere"]), help="The convention; wins over FILE's."),
        click.option("--start", metavar="V", help="The token's vertex (or heap); wins over FILE's."),
        click.option("--weight", metavar="K", type=int, help="The weight of every vertex, where FILE has none."),
        click.option("--directed", is_flag=True, help="The lines of an edge list are arcs."),
    ]
    for decorator in reversed(decorators):
        command = decorator(command)
    return command
