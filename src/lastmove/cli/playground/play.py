"""``lastmove play``: a game against a perfect opponent, between two people, or of the engine against itself."""

from __future__ import annotations

import difflib
import json
import re
import sys
import textwrap
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from lastmove.cli.options import BAD_INPUT, Integer, limit_options, limits_of, one_input_options
from lastmove.cli.read import Item, Overrides, items_of
from lastmove.core.errors import CycleError, InputError, InternalError, printable
from lastmove.core.files import loads
from lastmove.core.play import Play
from lastmove.core.position import check_position
from lastmove.core.view import terminal_width
from lastmove.explanations.argument import say_rules
from lastmove.games import game_names
from lastmove.games.octal import FAMOUS, famous, plain_name
from lastmove.notation.json import parse
from lastmove.notation.record import GameRecord, Player, is_record
from lastmove.notation.short import is_in_short, opening
from lastmove.play.opponent import LEVEL_NAMES, Level
from lastmove.play.terminal import Match, after_game, folded, save_record

if TYPE_CHECKING:
    from lastmove.core.limits import Limits

GAMES_FIRST = ("nim", "kayles", "dawsons-kayles", "subtraction", "vertex-geography", "edge-geography", "adjacent-nim")
"""The games of the list that people meet first."""
USUAL_TIME = 5.0
"""Seconds the engine may think about a move where nothing else is said."""
_PERSON, _ENGINE = Player.PERSON, Player.ENGINE
_PLAYERS = {
    "first": (_PERSON, _ENGINE),
    "second": (_ENGINE, _PERSON),
    "both": (_PERSON, _PERSON),
    "none": (_ENGINE, _ENGINE),
}

EPILOG = """\b
Examples:
  lastmove play nim:3,5,7
  lastmove play kayles
  lastmove play nim:3,5,7 --misere
  lastmove play --game vertexnim --play misere --you second
  lastmove play vertex-geography:grid:3x4 --level easy
  lastmove play nim --record game.json && lastmove explain game.json --after 2
  printf '1\\nhint\\n2\\n' | lastmove play kayles.json

\b
Exit status: 0 when the game is over, stopped or its input has ended;
1 bad input, 2 wrong usage, 130 interrupted.
"""


@click.command(epilog=EPILOG)
@one_input_options
@click.option("--misere", "--misère", is_flag=True, help="The last move loses; short for --play misere.")
@click.option("--you", type=click.Choice([*_PLAYERS]), help="Who you are: you begin (first), the engine does (second).")
@click.option("--record", "keep", metavar="FILE", help="Keep the game in FILE, move by move.")
@click.option("--resume", metavar="FILE", help="Go on with the game in FILE and keep it there.")
@click.option("--seed", type=Integer(), default=0, show_default=True, help="Decides between equally good moves.")
@click.option(
    "--level",
    type=click.Choice(LEVEL_NAMES),
    default="perfect",
    show_default=True,
    help="How well the engine plays.",
)
@limit_options
@click.pass_context
def play(ctx: click.Context, /, file: str, format_: str, directed: bool, **given: Any) -> None:
    """Play a game: FILE is a position (also in short, such as nim:3,5,7), a game record, or the name of a game.

    Without FILE it asks which game. The engine plays perfectly where it can decide the position within its limits
    (5 seconds a move, unless --time-limit says otherwise), and where it is losing it delays; --level easy and
    --level medium can be beaten. Heaps count from 1. Type help during the game. With FILE -, the first object on
    standard input is the position, and the lines after it are typed moves and commands.
    """
    if given.pop("misere"):
        if given["play"] not in (None, Play.MISERE, Play.MISERE.value):
            raise click.UsageError("--misere and --play normal contradict each other")
        given["play"] = Play.MISERE.value
    if given["time_limit"] is None:
        given["time_limit"] = USUAL_TIME
    limits = limits_of(given)
    named = ctx.get_parameter_source("file") is not ParameterSource.DEFAULT
    if named and given["resume"]:
        raise click.UsageError("--resume takes the place of FILE; give one of them")
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    try:
        chosen = given["resume"] or (file if named else None)
        if chosen is None and given["game"] is None and sys.stdin.isatty():
            chosen = chosen_game()
        item = _item({**given, "file": chosen, "format_": format_, "directed": directed})
        record = _record(item, given["you"])
        keep = given["keep"] or given["resume"]
        if keep is not None:
            save_record(record, keep)
    except InputError as error:
        click.echo(f"error: {printable(str(error))}", err=True)
        sys.exit(BAD_INPUT)
    _run(record, limits, given["seed"], keep, Level(given["level"]))


def _run(record: GameRecord, limits: Limits, seed: int, keep: str | None, level: Level) -> None:
    """The game, and on a terminal another one from the same position as long as that is wanted."""
    try:
        while True:
            match = Match(record, limits=limits, seed=seed, keep=keep, level=level)
            match.run()
            if match.echoes or match.record.winner is None or Player.PERSON not in record.players:
                return
            if not after_game(match.record, limits):
                return
            record, seed = match.record.first(0), seed + 1
    except (CycleError, InternalError, InputError) as error:
        click.echo(f"error: {printable(str(error))}", err=True)
        sys.exit(BAD_INPUT)


def _item(given: dict[str, Any]) -> Item:
    """What to play from: in a file, on standard input, or the opening of a game."""
    file, overrides = given["file"], Overrides.of(given)
    if file is None:
        return Item(opening(overrides.said.get("game") or "nim"), {}, {}, overrides)
    if file == "-":
        return Item(_from_input(), {}, {}, overrides)
    if (file in game_names() or famous(file)) and not Path(file).exists():
        return Item(opening(file), {}, {}, overrides)
    if not Path(file).exists() and re.fullmatch(r"[\w' -]+", file):
        raise InputError("", _unknown(file))
    items = list(items_of(given))
    if len(items) != 1:
        raise InputError("FILE", f"{file} holds {len(items):,} positions; one is played at a time")
    return items[0]


def known_games() -> list[str]:
    """Every game by its name, those that people meet first at the head."""
    return list(dict.fromkeys((*GAMES_FIRST, *game_names())))


def games_to_play() -> dict[str, str]:
    """The games to choose from, with what a move does there in a line; octal games by their names."""
    found = {}
    for name in (name for name in known_games() if name != "octal"):
        rules = say_rules(parse(opening(name)).position)[0]
        does = next((each for each in rules.split(". ") if each.startswith("A move ")), rules)
        found[name] = does.removeprefix("A move ").replace("slides it", "slides the token").rstrip(".")
    return found


def chosen_game() -> str:
    """The game that somebody chooses from the list; nothing typed is Nim."""
    click.echo("Which game?")
    width = terminal_width() - 21
    for name, does in games_to_play().items():
        click.echo(f"  {name:<18} {textwrap.shorten(does, width, placeholder=' ...')}")
    while True:
        typed = click.prompt("A name, or a position such as nim:3,5,7", default="nim").strip()
        if typed in game_names() or famous(typed) or is_in_short(typed) or Path(typed).exists():
            return str(typed)
        click.echo(folded(_unknown(typed)))


def _unknown(name: str) -> str:
    close = difflib.get_close_matches(plain_name(name), [*GAMES_FIRST, *game_names(), *FAMOUS], n=1)
    meant = f" Did you mean {close[0]}?" if close else ""
    return f"{printable(name)} is no game.{meant} The games are {', '.join(known_games())}."


def _from_input() -> dict[str, object]:
    """The first JSON object on standard input, over as many lines as it takes; what follows is left unread."""
    text = ""
    for line in iter(sys.stdin.readline, ""):
        text += line
        try:
            found = json.loads(text)
        except json.JSONDecodeError as error:
            if text.strip() and error.pos < len(text.rstrip()):
                break
            continue
        except (ValueError, RecursionError):
            break
        if isinstance(found, dict):
            break
        raise InputError("", "no position; accepted: an object with a field 'game', or a game record")
    found = loads(text)
    assert isinstance(found, dict)
    return found


def _record(item: Item, you: str | None) -> GameRecord:
    """The game to play: a record as it stands, or one that begins with a position."""
    content = item.found()
    if isinstance(content, dict) and is_record(content):
        said, weights, after = item.overrides
        chosen = [*said, *(["weights"] if weights is not None else [])]
        if chosen:
            raise InputError(chosen[0], "a game record says this itself")
        record = GameRecord.from_json(content)
        record = record if after is None else record.first(after)
        return record if you is None else replace(record, players=_PLAYERS[you])
    problem = item.problem()
    check_position(problem.position)
    return GameRecord(problem, (), _PLAYERS[you or "first"])
