"""``lastmove games``, ``lastmove schema`` and ``lastmove completion``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from lastmove.cli.options import json_lines_option, usage_errors
from lastmove.cli.output import write_json
from lastmove.core.files import json_line
from lastmove.core.table import Table
from lastmove.games import game_class, game_names
from lastmove.notation.schema import SCHEMAS
from lastmove.notation.schema import schema as json_schema

if TYPE_CHECKING:
    from lastmove.games.base import Game


@click.command()
@click.argument("name", required=False)
@json_lines_option
def games(name: str | None, people: bool) -> None:
    """List the games, or show the rules and JSON form of the game called NAME."""
    with usage_errors():
        chosen = [game_class(each) for each in ([name] if name else game_names())]
    if not people:
        for game in chosen:
            write_json(described(game))
    elif name:
        _show_one(chosen[0])
    else:
        _show_all(chosen)


def described(game: type[Game]) -> dict[str, object]:
    """What ``lastmove games`` writes about a game as JSON."""
    return {
        "game": game.name,
        "title": game.title,
        "rules": game.rules,
        "fields": list(game.fields),
        "move": list(game.move_class._fields),
        "example": dict(game.example),
    }


def _show_all(games: list[type[Game]]) -> None:
    from lastmove.cli.text import console, write_table

    table = Table(("game", "rules"), [(game.name, game.rules) for game in games])
    write_table(table, wrapped=True, styles={0: "bold cyan"}, padding=(0, 2, 1, 0))
    out = console()
    out.soft_wrap = False
    out.print("lastmove games NAME shows a game's JSON form.", style="dim")


def _show_one(game: type[Game]) -> None:
    from rich.text import Text

    from lastmove.cli.text import console

    out = console()
    out.soft_wrap = False
    out.print(Text(game.title, style="bold"))
    out.print(Text(game.rules))
    out.print(Text.assemble(("\nfields   ", "dim"), ", ".join(("game", "play", *game.fields, "id"))))
    out.print(Text.assemble(("a move   ", "dim"), ", ".join(game.move_class._fields)))
    out.print(Text.assemble(("example  ", "dim"), json_line(dict(game.example))))


@click.command()
@click.argument("name", required=False)
def schema(name: str | None) -> None:
    """Print the JSON schema (2020-12) called NAME, or list the schemas.

    A schema is whole: what it refers to is among its $defs.
    """
    if name is None:
        for each, described in SCHEMAS.items():
            click.echo(f"{each:<12} {described}")
        return
    with usage_errors():
        click.echo(json.dumps(json_schema(name), indent=2, ensure_ascii=False))


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script for SHELL.

    \b
    bash:  eval "$(lastmove completion bash)"
    zsh:   eval "$(lastmove completion zsh)"
    fish:  lastmove completion fish | source
    """
    from click.shell_completion import get_completion_class

    from lastmove.cli.main import cli

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(cli, {}, "lastmove", "_LASTMOVE_COMPLETE").source())
