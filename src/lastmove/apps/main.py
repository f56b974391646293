"""The command line ``lastmove``: one group of commands, each loaded when it is called."""

from __future__ import annotations

import contextlib
import os
import sys
from importlib import import_module

import click

from lastmove._version import __version__

__all__ = ["cli", "main"]

COMMANDS = {
    "solve": ("lastmove.apps.solving:solve", "Who wins these positions, how, and why."),
    "games": ("lastmove.apps.listing:games", "The games, their rules and their JSON fields."),
    "new": ("lastmove.apps.making:new", "Make a position on a named graph, such as grid:3x4."),
    "convert": ("lastmove.apps.converting:convert", "Rewrite positions and graphs in another format."),
    "completion": ("lastmove.apps.listing:completion", "Print the shell completion script."),
}

EXAMPLES = """\b
Examples:
  echo '{"game": "nim", "heaps": [3, 5, 7]}' | lastmove solve
  lastmove new grid:3x4 --game vertex-geography | lastmove solve --play misere
  lastmove solve positions.jsonl --json --all-moves
  lastmove games vertexnim
"""


class LazyGroup(click.Group):
    """A group that knows its commands by name and loads the one that is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0] if args else ""
        if name and name not in COMMANDS and not name.startswith("-"):
            import difflib

            close = difflib.get_close_matches(name, COMMANDS, n=1)
            hint = f" Did you mean {close[0]!r}?" if close else ""
            ctx.fail(f"No such command {name!r}.{hint} The commands are {', '.join(COMMANDS)}.")
        return super().resolve_command(ctx, args)


@click.group(
    cls=LazyGroup,
    epilog=EXAMPLES,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="lastmove", message="%(prog)s %(version)s")
def cli() -> None:
    """Who wins Nim-like games, on heaps and on graphs, when the last move wins (normal play) and when it loses
    (misère)."""


def main() -> None:
    """Run the command line; Ctrl-C ends it with status 130, a closed pipe silently."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        cli(prog_name="lastmove")
    except KeyboardInterrupt:
        _leave(130)
    except BrokenPipeError:
        _leave(0)


def _leave(status: int) -> None:
    """End now, without a second error from flushing what nobody reads."""
    with contextlib.suppress(OSError):
        sys.stdout.flush()
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(status)
