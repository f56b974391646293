"""``lastmove worksheet``: positions as exercises to print, and the key with the answers."""

from __future__ import annotations

import sys
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from lastmove.cli.options import INTERRUPTED, input_options, limit_options, limits_of
from lastmove.cli.read import items_of
from lastmove.cli.records import Output, answer_each
from lastmove.core.errors import InputError, LimitReached, printable
from lastmove.core.files import replacing
from lastmove.core.limits import stopping_at_limits
from lastmove.core.play import Outcome
from lastmove.core.position import title_of
from lastmove.core.showing import Showing
from lastmove.core.solution import LimitReason, SearchReason, TheoremReason
from lastmove.core.words import ENDS, VERDICT, play_name
from lastmove.explanations.argument import say_move, say_position, say_rules
from lastmove.explanations.page import page_end, page_start
from lastmove.explanations.position_text import board_lines
from lastmove.solver.solve import solve

if TYPE_CHECKING:
    from lastmove.cli.read import Item
    from lastmove.core.play import Problem
    from lastmove.core.solution import Solution

EPILOG = """\b
Examples:
  lastmove worksheet examples/first.jsonl -o lesson
  lastmove worksheet nim:3,5,7 nim:1,1,2 kayles:7 --play misere -o lesson
  lastmove worksheet misere:nim:1,2 vertex-geography:grid:3x4@5 -o lesson

\b
A position may say its convention, its game and its start itself: as above, or
in the lines of a FILE, which are JSON or in short. --game and --play hold for
those that do not.

\b
For a PDF, open the pages in a browser and print them to a file.

\b
Exit status: 0 all written, 1 some input was bad, 3 something stayed unknown,
2 wrong usage, 130 interrupted.
"""

MOST_OTHERS = 20
"""So many winning moves are named in the key beside the first."""
_UNKNOWN = "Not known: a limit was reached before the answer was found."
_BLANKS = """\
<p class="blanks">Who wins? &#9744; the player to move (N) &emsp; &#9744; the other player (P)</p>
<p class="blanks">A winning move, if there is one: <span class="line"></span></p>
<p class="blanks">Because: <span class="line"></span></p>
"""
_STYLE = """\
<style>
article { break-inside: avoid; }
.blanks { margin: 0.8rem 0; }
.line { display: inline-block; width: 22rem; max-width: 60%; border-bottom: 1px solid currentColor; }
</style>
"""


class Exercise(NamedTuple):
    """A question and its answer, as pieces of HTML."""

    question: str
    key: str


@click.command(epilog=EPILOG)
@input_options
@click.option("--output", "-o", metavar="NAME", required=True, help="Write NAME.html and NAME-key.html.")
@click.option("--title", default="Worksheet", show_default=True, help="What stands above the exercises.")
@limit_options
def worksheet(output: str, title: str, **given: Any) -> None:
    """Write the positions in FILE (or in short) as exercises to print, NAME.html, and their answers, NAME-key.html.

    Each position is drawn with its number, its id, the game and the convention. The key says who wins, all winning
    moves, and the reason in a sentence.
    """
    if output.lower().endswith(".pdf"):
        raise click.UsageError(
            f"--output: {output}; worksheets are HTML. Give -o {output[:-4]}, open {output[:-4]}.html in a browser and "
            "print it to a PDF file"
        )
    limits = limits_of(given)
    exercises: list[Exercise] = []

    def ask(item: Item) -> Output:
        showing = Showing(limits)
        answer = solve(item.problem(), limits=limits, all_moves=True)
        reason = answer.reason
        spent = reason.limit if isinstance(reason, LimitReason) else answer.winning_moves().stopped_by
        if spent != "interrupt":
            with stopping_at_limits(showing.to_show()):
                exercises.append(exercise(answer, len(exercises) + 1))
        return Output("", spent)

    status = answer_each(items_of(given), ask, people=True)
    if exercises and status != INTERRUPTED:
        name = output.removesuffix(".html")
        _save(Path(f"{name}.html"), title, [each.question for each in exercises])
        _save(Path(f"{name}-key.html"), f"{title}: the key", [each.key for each in exercises])
    sys.exit(status)


def exercise(answer: Solution, number: int) -> Exercise:
    """The question and the key for one position."""
    problem = answer.problem
    position: Any = problem.position
    title = title_of(position)
    asker = "" if problem.id is None else f" {printable(str(problem.id))}:"
    heading = f"<h2>{number}.{escape(asker)} {escape(title)}, {play_name(problem.play)}</h2>\n"
    rules = " ".join(say_rules(position))
    told = f"<p>{escape(rules)} In {play_name(problem.play)} {ENDS[problem.play]}.</p>\n"
    question = f"<article>\n{heading}{told}{_picture(problem)}{_BLANKS}</article>\n"
    verdict = _UNKNOWN if answer.outcome is Outcome.UNKNOWN else f"{VERDICT[answer.outcome]}."
    lines = [f"<strong>{verdict}</strong>"]
    if answer.move is not None:
        lines.append(escape(printable(_winning(answer))))
    lines.append(f"Because: {escape(because(answer))}")
    said = "".join(f"<p>{line}</p>\n" for line in lines)
    key = f"<article>\n{heading}<p>{escape(printable(say_position(position)))}</p>\n{said}</article>\n"
    return Exercise(question, key)


def _winning(answer: Solution) -> str:
    """A winning move and the others: a pupil may have found any of them."""
    position, winning = answer.problem.position, answer.winning_moves()
    others = [say_move(position, move) for move in winning if move != answer.move][:MOST_OTHERS]
    more = winning.total - 1 - len(others)
    said = f"A winning move: {say_move(position, answer.move)}."
    if others:
        said += f" Others: {'; '.join(others)}{f'; and {more:,} more' if more else ''}."
    if winning.stopped_by is not None:
        return f"{said} Not all moves were worked out within the limits."
    return said if others else f"{said} It is the only one."


def because(answer: Solution) -> str:
    """The reason in a sentence."""
    reason = answer.reason
    if isinstance(reason, TheoremReason):
        return f"{reason.text} ({', '.join(filter(None, (reason.known_as, reason.name)))})"
    if isinstance(reason, SearchReason) and not reason.text:  # nobody prints how long it took
        return "exact search: every line of play that matters was followed to its end."
    return f"{reason}."


def _picture(problem: Problem) -> str:
    """The position without its answer, black on white; in lines of text where it cannot be drawn, or not in time."""
    from lastmove.pictures.draw import draw

    try:
        drawn = draw(problem, theme="print", caption="", legend=False)
    except (InputError, LimitReached):
        return f"<pre>{escape(chr(10).join(map(printable, board_lines(problem.position))))}</pre>\n"
    return f"<figure>{drawn[drawn.index('<svg') :]}</figure>\n"


def page(title: str, articles: list[str]) -> str:
    """A whole page of HTML, to be printed."""
    return page_start(title) + _STYLE + f"<h1>{escape(title)}</h1>\n" + "".join(articles) + page_end()


def _save(path: Path, title: str, articles: list[str]) -> None:
    try:
        with replacing(path) as file:
            file.write(page(title, articles).encode())
    except OSError as error:
        raise click.UsageError(f"--output: {path}: {error.strerror}") from None
    click.echo(f"{path}", err=True)
