"""``lastmove compare``: positions in normal and in misère play, side by side."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from lastmove.cli.options import Choices, input_options, limit_options, limits_of
from lastmove.cli.records import (
    Reply,
    answer_each,
    ask_every_start,
    keyed_by_start,
    records_of,
    starts_option,
    write_starts,
)
from lastmove.core.play import Outcome
from lastmove.core.solution import LimitReason
from lastmove.solver.compare import Comparison
from lastmove.solver.compare import compare as compare_problem

if TYPE_CHECKING:
    from lastmove.cli.read import Record
    from lastmove.core.limits import Limits
    from lastmove.core.play import Problem
    from lastmove.core.solution import Solution

EPILOG = """\b
Examples:
  lastmove compare kayles:5,2
  lastmove new petersen:5,2 --game vertex-geography | lastmove compare
"""


@click.command(epilog=EPILOG)
@input_options
@starts_option
@limit_options
@click.option("--json", "as_json", is_flag=True, help="JSON Lines also on a terminal.")
def compare(as_json: bool, **given: Any) -> None:
    """Say of each position in FILE who wins it in normal and in misère play, and what its values are.

    The values are the Grundy values of both conventions and the genus; tame says whether misère play is as easy as
    Nim below it, special whether every position of value 0 is over or has an option of value 1. Where the values are
    too expensive, that is said, and the rest is answered.
    """
    people = sys.stdout.isatty() and not as_json
    reply = _reply if given["starts"] is None else _reply_for_starts
    ask = partial(reply, Choices.of(given), limits_of(given), people)
    sys.exit(answer_each(records_of(given), ask, people=people))


def _reply(choices: Choices, limits: Limits, people: bool, record: Record) -> Reply:
    """One position in both conventions."""
    problem = choices.problem(record)
    found = compare_problem(problem, limits=limits)
    spent = stopped_by(found)
    if people:
        return Reply(partial(show_comparison, problem, found, record.label()), spent)
    return Reply.line({**record.asker(), **found.to_json()}, spent)


def _reply_for_starts(choices: Choices, limits: Limits, people: bool, record: Record) -> Reply:
    """Every start of a board in both conventions."""
    problem = choices.problem(record)
    found = ask_every_start(problem, lambda asked, left: compare_problem(asked, limits=left), limits)
    spent = next(filter(None, map(stopped_by, found.values())), None)
    if people:
        rows = {start: _row(each) if isinstance(each, Comparison) else {} for start, each in found.items()}
        return Reply(partial(write_starts, problem, rows, record.label()), spent)
    return Reply.line({**record.asker(), **keyed_by_start(found, "normal", "misere")}, spent)


def stopped_by(found: Comparison | LimitReason) -> str | None:
    """The limit that left something of a comparison unknown, if one did."""
    if isinstance(found, LimitReason):
        return found.limit
    if found.stopped_by is not None:
        return found.stopped_by.limit
    reasons = (answer.reason for answer in (found.normal, found.misere))
    return next((reason.limit for reason in reasons if isinstance(reason, LimitReason)), None)


def _row(found: Comparison) -> dict[str, str]:
    """What is said of one start in each column."""
    known = {None: "?", True: "yes", False: "no"}
    return {
        "normal play": found.normal.outcome.value,
        "misère play": found.misere.outcome.value,
        "same winner": known[found.same_winner],
        "genus": "?" if found.genus is None else str(found.genus),
        "tame": known[found.tame],
        "special": known[found.special],
    }


def show_comparison(problem: Problem, found: Comparison, label: str = "") -> None:
    """Both conventions side by side, for people."""
    from rich.table import Table
    from rich.text import Text

    from lastmove.cli.text import console, write_lines
    from lastmove.core.errors import printable
    from lastmove.explanations.argument import say_move

    position = problem.position
    table = Table(box=None, pad_edge=False, padding=(0, 2), header_style="bold")
    for column in ("", "normal play", "misère play"):
        table.add_column(column, style="dim" if not column else None)
    answers = (found.normal, found.misere)
    table.add_row("who cannot move", "loses", "wins")
    table.add_row("outcome", *(_OUTCOME[each.outcome] for each in answers))
    moves = ["-" if each.move is None else say_move(position, each.move) for each in answers]
    table.add_row("winning move", *(Text(printable(move)) for move in moves))
    values = ("-", "-") if found.genus is None else (str(found.genus.value), str(found.genus.misere[0]))
    table.add_row("Grundy value", *values)
    table.add_row("reason", *(Text(getattr(each.reason, "title", "") or _searched(each)) for each in answers))
    table.add_row("why", *(Text(printable(getattr(each.reason, "why", "") or "-")) for each in answers))
    write_lines(problem, _lines(found), label)
    wrapped = console()
    wrapped.soft_wrap = False
    wrapped.print(table)


_WHOLE = 300
"""So many characters of a position are shown at most; of a longer one only its numbers."""
_OUTCOME = {
    Outcome.N: "N: the player to move wins",
    Outcome.P: "P: the player to move loses",
    Outcome.UNKNOWN: "unknown",
}


def _searched(answer: Solution) -> str:
    return "search" if answer.outcome is not Outcome.UNKNOWN else str(answer.reason)


def _lines(found: Comparison) -> dict[str, str]:
    """What is said above the table, by label."""
    same = {True: "the same player wins in both", False: "the conventions disagree", None: "not known"}
    lines = {"winner": same[found.same_winner]}
    if found.stopped_by is not None:
        lines["values"] = f"too expensive here: {found.stopped_by}"
    if found.genus is not None:
        lines["genus"] = str(found.genus)
    if found.tame is not None:
        lines["tame or wild"] = "tame" if found.wild is None else f"wild: {found.wild} at {_short(found.wild.position)}"
    if found.special is not None:
        below = "no: value 0, with moves but none to the value 1, at "
        lines["special"] = "yes" if found.violation is None else f"{below}{_short(found.violation)}"
    return lines


def _short(position: object) -> str:
    """A position below, whole if it is small."""
    from lastmove.core.errors import show
    from lastmove.games.base import Game
    from lastmove.verify.report import in_words

    if not isinstance(position, Game):
        return show(position)
    whole = in_words(position)
    return whole if len(whole) <= _WHOLE else position.summary()
