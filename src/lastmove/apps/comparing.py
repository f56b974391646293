"""``lastmove compare``: positions in normal and in misère play, side by side."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from lastmove.apps.each_position import answer_each
from lastmove.apps.reading import open_input, read_records
from lastmove.apps.shared_options import Choices, input_options, limit_options, limits_of
from lastmove.core.play import Outcome
from lastmove.engine.misere import compare as compare_problem

if TYPE_CHECKING:
    from lastmove.core.problem import Problem
    from lastmove.core.solution import Solution
    from lastmove.engine.misere import Comparison

__all__ = ["compare", "show_comparison"]

EPILOG = """\b
Examples:
  lastmove compare kayles:5,2
  lastmove new petersen:5,2 --game vertex-geography | lastmove compare
"""


@click.command(epilog=EPILOG)
@input_options
@limit_options
@click.option("--json", "as_json", is_flag=True, help="JSON Lines also on a terminal.")
def compare(file: str, format_: str, directed: bool, as_json: bool, **given: Any) -> None:
    """Say of each position in FILE who wins it in normal and in misère play, and what its values are.

    The values are the Grundy values of both conventions and the genus; tame says whether misère play is as easy as
    Nim below it, special whether every position of value 0 is over or has an option of value 1. Where the values are
    too expensive, that is said, and the rest is answered.
    """
    limits = limits_of(given)
    choices = Choices.of(given)
    last: list[Comparison] = []

    def ask(problem: Problem) -> dict[str, object]:
        last[:] = [compare_problem(problem, limits=limits)]
        answer = last[0].to_json()
        answer.pop("id", None)
        return answer

    def show(problem: Problem, answer: dict[str, object]) -> None:
        show_comparison(problem, last[0], answer)

    with open_input(file) as stream:
        records = read_records(stream, format_, name=file, game=choices.game, directed=directed)
        people = sys.stdout.isatty() and not as_json
        sys.exit(answer_each(records, choices, ask, show if people else None))


def show_comparison(problem: Problem, found: Comparison, answer: dict[str, object]) -> None:
    """Both conventions side by side, for people."""
    from rich.table import Table
    from rich.text import Text

    from lastmove.apps.terminal import console, write_lines
    from lastmove.core.errors import printable

    position: Any = problem.position
    table = Table(box=None, pad_edge=False, padding=(0, 2), header_style="bold")
    for column in ("", "normal play", "misère play"):
        table.add_column(column, style="dim" if not column else None)
    answers = (found.normal, found.misere)
    table.add_row("who cannot move", "loses", "wins")
    table.add_row("outcome", *(_OUTCOME[each.outcome] for each in answers))
    moves = ["-" if each.move is None else position.say_move(each.move) for each in answers]
    table.add_row("winning move", *(Text(printable(move)) for move in moves))
    values = ("-", "-") if found.genus is None else (str(found.genus.value), str(found.genus.misere[0]))
    table.add_row("Grundy value", *values)
    table.add_row("reason", *(Text(getattr(each.reason, "title", "") or _searched(each)) for each in answers))
    table.add_row("why", *(Text(printable(getattr(each.reason, "why", "") or "-")) for each in answers))
    write_lines(problem, _lines(found, answer))
    wrapped = console()
    wrapped.soft_wrap = False
    wrapped.print(table)


_OUTCOME = {
    Outcome.N: "N: the player to move wins",
    Outcome.P: "P: the player to move loses",
    Outcome.UNKNOWN: "unknown",
}


def _searched(answer: Solution) -> str:
    return "search" if answer.outcome is not Outcome.UNKNOWN else str(answer.reason)


def _lines(found: Comparison, answer: dict[str, object]) -> dict[str, str]:
    """What is said above the table, by label."""
    same = {True: "the same player wins in both", False: "the conventions disagree", None: "not known"}
    lines = {"winner": same[found.same_winner]}
    if found.stopped_by is not None:
        lines["values"] = f"too expensive here: {found.stopped_by}"
    if found.genus is not None:
        lines["genus"] = str(found.genus)
    if found.tame is not None:
        lines["tame or wild"] = "tame" if found.tame else f"wild: {answer['wild']}"
    if found.special is not None:
        lines["special"] = "yes" if found.special else f"no: {answer['violation']}"
    return lines
