"""``lastmove compare``: positions in normal and in misère play, side by side."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from lastmove.cli.options import input_options, json_lines_option, limit_options, limits_of
from lastmove.cli.read import items_of
from lastmove.cli.records import (
    Output,
    answer_each,
    ask_every_start,
    keyed_by_start,
    starts_option,
)
from lastmove.core.play import Outcome
from lastmove.core.solution import LimitReason
from lastmove.core.table import Table
from lastmove.core.words import VERDICT
from lastmove.solver.compare import Comparison
from lastmove.solver.compare import compare as compare_problem

if TYPE_CHECKING:
    from lastmove.cli.read import Item
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
@json_lines_option
def compare(people: bool, **given: Any) -> None:
    """Say of each position in FILE who wins it in normal and in misère play, and what its values are.

    The values are the Grundy values of both conventions and the genus; tame says whether misère play is as easy as
    Nim below it, special whether every position of value 0 is over or has an option of value 1. Where the values are
    too expensive, that is said, and the rest is answered.
    """
    reply = _reply if given["starts"] is None else _reply_for_starts
    ask = partial(reply, limits_of(given), people)
    sys.exit(answer_each(items_of(given), ask, people=people))


def _reply(limits: Limits, people: bool, item: Item) -> Output:
    """One position in both conventions."""
    problem = item.problem()
    found = compare_problem(problem, limits=limits)
    spent = stopped_by(found)
    if people:
        return Output(partial(show_comparison, problem, found, item.label()), spent)
    return Output.line({**item.asker(), **found.to_json()}, spent)


def _reply_for_starts(limits: Limits, people: bool, item: Item) -> Output:
    """Every start of a board in both conventions."""
    problem = item.problem()
    found = ask_every_start(problem, lambda asked, left: compare_problem(asked, limits=left), limits)
    spent = next(filter(None, map(stopped_by, found.values())), None)
    if people:
        from lastmove.cli.text import write_starts

        rows = {start: _row(each) if isinstance(each, Comparison) else {} for start, each in found.items()}
        return Output(partial(write_starts, problem, rows, item.label()), spent)
    return Output.line({**item.asker(), **keyed_by_start(found, "normal", "misere")}, spent)


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
    """Both conventions side by side, for people; what is said of both stands below."""
    from lastmove.cli.text import console, write_line, write_lines, write_table
    from lastmove.explanations.argument import say_move
    from lastmove.explanations.idea import idea_of

    answers = (found.normal, found.misere)
    moves = ["-" if each.move is None else say_move(problem.position, each.move) for each in answers]
    rows = [
        ("who cannot move", "loses", "wins"),
        ("outcome", *(VERDICT[each.outcome] for each in answers)),
        ("winning move", *moves),
        ("Grundy value", *(("-", "-") if found.genus is None else (found.genus.value, found.genus.misere[0]))),
        ("how the winner plays", *(idea_of(each) or "-" for each in answers)),
        ("here", *(getattr(each.reason, "why", "") or "-" for each in answers)),
        ("reason", *(getattr(each.reason, "title", "") or _searched(each) for each in answers)),
    ]
    write_lines(problem, {}, label)
    write_table(Table(("", "normal play", "misère play"), rows), wrapped=True, styles={0: "dim"})
    out = console()
    for name, said in _lines(found).items():
        write_line(out, name, said)


_WHOLE = 300
"""So many characters of a position are shown at most; of a longer one only its numbers."""


def _searched(answer: Solution) -> str:
    return "search" if answer.outcome is not Outcome.UNKNOWN else str(answer.reason)


def _lines(found: Comparison) -> dict[str, str]:
    """What is said below the table, by label."""
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
