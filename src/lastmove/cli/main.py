"""The command line ``lastmove``: one group of commands, each loaded when it is called."""

from __future__ import annotations

import contextlib
import gc
import os
import sys
from importlib import import_module
from typing import Any

import click

from lastmove._version import __version__
from lastmove.cli.output import COMPLETION, door

COMMANDS = {
    "solve": ("questions.solve", "Who wins these positions, how, and why."),
    "explain": ("questions.explain", "Why a position is won or lost, and how to win it."),
    "play": ("playground.play", "Play a game: against the engine, or between two people."),
    "check": ("questions.check", "Check answers by their certificates, without solving."),
    "grundy": ("questions.grundy", "Grundy values of positions, and tables for heap games."),
    "compare": ("questions.compare", "Positions in normal and misère play, side by side."),
    "quotient": ("questions.quotient", "Misère quotients of heap games and closed sets."),
    "games": ("reference.games", "The games, their rules and their JSON fields."),
    "theorems": ("reference.theorems", "What is known: theorems, reductions, open problems, errata."),
    "cite": ("reference.cite", "BibTeX for lastmove, and for what answers relied on."),
    "verify": ("research.verify", "Check theorems by brute force on small boards."),
    "family": ("questions.family", "Every board of a family, such as grid:4xn, with proof."),
    "census": ("research.census", "Every start of every graph of a kind, as a table."),
    "query": ("research.query", "Questions about a census, in SQL."),
    "refute": ("research.refute", "The smallest board on which a claim in SQL is wrong."),
    "gadget": ("research.gadget", "Small graphs that stand in for an arc or a crossing."),
    "targets": ("research.targets", "Open problems, and what a census says of them."),
    "nim": ("questions.nim", "Who wins Nim on the heaps of a file, of any size."),
    "draw": ("boards.draw", "Pictures of positions: SVG, PNG, TikZ."),
    "worksheet": ("boards.worksheet", "Exercises to print, and the key with the answers."),
    "serve": ("playground.serve", "The playground in the browser: draw, see who wins, play."),
    "site": ("playground.site", "The playground as plain files, without a server."),
    "mcp": ("playground.mcp", "The questions as tools for language models, over MCP."),
    "reduce": ("boards.reduce", "Positions and formulas as positions of another game."),
    "new": ("boards.new", "Make a position on a named graph, such as grid:3x4."),
    "convert": ("boards.convert", "Rewrite positions and graphs in another format."),
    "schema": ("reference.games", "JSON schemas of positions, moves, answers, certificates."),
    "completion": ("reference.games", "Print the shell completion script."),
}
"""For each command the module below ``lastmove.cli`` that has it under its name, and what the list says of it."""

EXAMPLES = """\b
Examples:
  lastmove solve nim:3,5,7
  lastmove play kayles:7
  lastmove new grid:3x4 --game vertex-geography | lastmove solve --play misere
  lastmove solve positions.jsonl --json --all-moves
  lastmove games vertexnim
"""


class LazyGroup(click.Group):
    """A group that knows its commands by name and loads the one that is called."""

    def main(self, *arguments: Any, **options: Any) -> Any:
        """Run a command, behind the door through which all of its output goes."""
        with door():
            return super().main(*arguments, **options)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            if not cmd_name or cmd_name.startswith("-") or ctx.resilient_parsing:
                return None
            import difflib

            close = difflib.get_close_matches(cmd_name, COMMANDS, n=1)
            hint = f" Did you mean {close[0]!r}?" if close else ""
            ctx.fail(f"No such command {cmd_name!r}.{hint} The commands are {', '.join(COMMANDS)}.")
        command: click.Command = getattr(import_module(f"{__package__}.{COMMANDS[cmd_name][0]}"), cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in COMMANDS.items()])


cli = click.version_option(__version__, prog_name="lastmove", message="%(prog)s %(version)s")(
    LazyGroup(
        name="cli",
        help="Who wins Nim-like games, on heaps and on graphs, when the last move wins (normal play) and when it loses "
        "(misère).",
        epilog=EXAMPLES,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
)


def main() -> None:
    """Run the command line and leave with its exit status.

    A wrong call is 2, Ctrl-C is 130, a closed pipe ends silently, and a stream that fails is said in one line.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    with door():
        status = _run()
    if status == 130 and _compiler_is_at_work():
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)  # an end in good order would wait for it
    gc.freeze()  # or Python would look through everything once more before it ends, for as long as a small answer takes
    sys.exit(status)


def _compiler_is_at_work() -> bool:
    background = sys.modules.get("lastmove.search.fast.background")
    return background is not None and background.is_at_work()


def _run() -> int:
    """Call the command, and return its exit status.

    Click's own handling of Ctrl-C and closed pipes would hide both.
    """
    if sys.stdin is None or sys.stdout is None:
        return _complain("standard input and output are both needed", 2)
    try:
        if COMPLETION in os.environ:
            cli.main(prog_name="lastmove")
        try:
            with cli.make_context("lastmove", sys.argv[1:]) as context:
                cli.invoke(context)
        finally:
            sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.exceptions.Exit as left:
        return left.exit_code
    except (KeyboardInterrupt, click.Abort):
        return 130
    except BrokenPipeError:
        _drop_output()
        return 0
    except OSError as error:
        _drop_output()
        return _complain(str(error), 1)
    except MemoryError:
        _drop_output()
        return _complain("the memory is used up", 1)
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else 0
    return 0


def _complain(problem: str, status: int) -> int:
    if sys.stderr is not None:
        sys.stderr.write(f"lastmove: {problem}\n")
    return status


def _drop_output() -> None:
    """Send what is still buffered nowhere: nobody reads it, or it cannot be written."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
