"""``lastmove new``: positions on named graphs."""

from __future__ import annotations

import re
import sys
from typing import Any

import click

from lastmove.cli.boards.convert import TARGETS, Written, written
from lastmove.cli.options import PLAY, Integer, Renamed, usage_errors, whole_limit_options, within_limits
from lastmove.core.errors import InputError, show
from lastmove.core.play import Play
from lastmove.games import game_class
from lastmove.games.fields import RandomWeights
from lastmove.graphs.families import FAMILIES, named
from lastmove.notation.json import parse
from lastmove.notation.short import GivenGraph

EPILOG = """\b
Examples:
  lastmove new grid:3x4 --game vertex-geography
  lastmove new random-regular:3,20 --game nimg-rm --weights 1-5 --seed 7
  lastmove new petersen:5,2 --to graph6
  lastmove new --list

\b
Exit status: 0 written, 2 wrong usage, 3 a limit was spent first.
"""

_WEIGHT = re.compile(r"(\d{1,4000})(?:-(\d{1,4000}))?", re.ASCII)


@click.command(epilog=EPILOG)
@click.argument("spec", metavar="FAMILY:NUMBERS", required=False)
@click.option("--list", "listed", is_flag=True, help="List the families of graphs.")
@click.option("--game", metavar="GAME", help="The game; without one, just the graph is written.")
@click.option("--play", type=PLAY, help="The convention.")
@click.option("--start", metavar="V", default="0", show_default=True, help="The token's vertex.")
@click.option(
    "--weights",
    "weight",
    cls=Renamed,
    was={"--weight": "{}"},
    metavar="K|LO-HI",
    default="1",
    show_default=True,
    help="All K, or random.",
)
@click.option("--seed", type=Integer(), default=0, show_default=True, help="Decides random graphs and weights.")
@click.option("--to", "target", type=click.Choice(TARGETS), default="json", show_default=True, help="Format.")
@whole_limit_options
def new(
    spec: str | None,
    listed: bool,
    game: str | None,
    play: str | None,
    start: str,
    weight: str,
    seed: int,
    target: str,
    **given: Any,
) -> None:
    """Write a position on a named graph, such as grid:3x4 or petersen:5,2."""
    if listed:
        for each in FAMILIES.values():
            click.echo(f"{each.signature:<36} {each.summary}")
        return
    if spec is None:
        raise click.UsageError("FAMILY:NUMBERS is missing; lastmove new --list shows the families")
    with within_limits(given):
        for line in _lines(spec, game, play, start, weight, seed, target):
            sys.stdout.write(line + "\n")


def _lines(spec: str, game: str | None, play: str | None, start: str, weight: str, seed: int, target: str) -> list[str]:
    """The position in the format that is asked for."""
    with usage_errors():
        graph = named(spec, seed=seed)
        if game is None:
            return list(written(Written(None, graph), target))
        kind = game_class(game)
        if "edges" not in kind.fields:
            raise InputError("game", f"{show(game)} is not played on a graph")
        weights = read_weights(weight, seed) if "weights" in kind.fields else None
        token = start if "start" in kind.fields else None
        convention = None if play is None else Play(play)
        problem = parse(GivenGraph(graph), game=game, play=convention, start=token, weights=weights)
        return list(written(Written(problem), target))


def read_weights(text: str, seed: int) -> RandomWeights:
    """The weights that ``K`` or ``LO-HI`` asks for."""
    match = _WEIGHT.fullmatch(text)
    if match is None or (match[2] and int(match[1]) > int(match[2])):
        raise InputError("weights", f"{show(text)}; accepted: an integer such as 2, or a range such as 1-5")
    return RandomWeights(int(match[1]), int(match[2] or match[1]), seed)
