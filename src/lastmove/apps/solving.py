"""``lastmove solve``: positions in, answers out, one at a time."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from lastmove.apps.faults import faults_as_errors
from lastmove.apps.formulas import formula_in
from lastmove.apps.progress import Clock, Progress, SearchProgress
from lastmove.apps.reading import Record, open_input, read_records
from lastmove.apps.shared_options import (
    BAD_INPUT,
    INTERRUPTED,
    UNKNOWN,
    Choices,
    input_options,
    limit_options,
    limits_of,
)
from lastmove.core.errors import InputError, LimitReached
from lastmove.core.limits import Limits
from lastmove.core.reason import LimitReason
from lastmove.core.solution import Solution
from lastmove.engine.outcomes import Outcomes
from lastmove.engine.solve import MOST_THREADS, outcomes
from lastmove.engine.solve import solve as solve_problem
from lastmove.games.notation import parse

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lastmove.engine.reducing import Truth
    from lastmove.formulas.formula import Formula

__all__ = ["solve"]

LARGE_BOARD = 100_000
"""Boards with this many starts say where the time went."""

Answer: TypeAlias = "Solution | Outcomes | Truth | InputError | LimitReason"
"""What a record can come to; a bare LimitReason where Ctrl-C came before there was anything else to say."""

EPILOG = """\b
Examples:
  lastmove solve nim:3,5,7 --play misere
  echo '{"game": "nim", "play": "misere", "heaps": [3, 5]}' | lastmove solve
  lastmove solve positions.jsonl --json --all-moves > answers.jsonl
  lastmove solve board.graphml --game nimg-rm --starts all
  geng -c 7 | lastmove solve --format graph6 --game vertex-geography --play misere --starts all
  lastmove solve formula.qdimacs

\b
Exit status: 0 all answered, 1 some input was bad, 3 something stayed unknown,
2 wrong usage, 130 interrupted.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What is to be found out about every position."""

    every_start: bool = False
    all_moves: bool = False
    values: bool = False
    certificate: bool = False
    limits: Limits | None = None
    threads: int | None = None
    checkpoint: str | None = None

    def answer(self, fields: dict[str, object]) -> Solution | Outcomes | Truth:
        """The answer to one position object, or to a formula; an InputError if it cannot be read."""
        formula = formula_in(fields)
        if formula is not None:
            return self.truth(formula, fields.get("id"))
        problem = parse(fields)
        with SearchProgress() as progress:
            asked: dict[str, Any] = {
                "limits": self.limits,
                "all_moves": self.all_moves,
                "certificate": self.certificate,
                "threads": self.threads,
                "checkpoint": self.checkpoint,
                "watch": progress.watch,
            }
            return (
                outcomes(problem, **asked) if self.every_start else solve_problem(problem, values=self.values, **asked)
            )

    def truth(self, formula: Formula, asker: object) -> Truth:
        """Whether a formula is true; an InputError if something is asked that goes with positions only."""
        from lastmove.engine.reducing import solve_formula

        wrong = {
            "starts": self.every_start,
            "all-moves": self.all_moves,
            "values": self.values,
            "checkpoint": self.checkpoint is not None,
        }
        for name, given in wrong.items():
            if given:
                raise InputError(name, "it goes with positions, and this is a formula")
        with SearchProgress() as progress:
            asked = {"limits": self.limits, "threads": self.threads, "watch": progress.watch}
            found = solve_formula(formula, certificate=self.certificate, **asked)
        return replace(found, id=asker)


@click.command(epilog=EPILOG)
@input_options
@click.option("--starts", type=click.Choice(["all"]), help="Answer every start of each board.")
@click.option("--all-moves", is_flag=True, help="List every winning move.")
@click.option("--values", is_flag=True, help="Show every legal move with its value and remoteness.")
@click.option("--certificate", is_flag=True, help="Add evidence that `lastmove check` verifies.")
@limit_options
@click.option(
    "--threads",
    metavar="N",
    type=click.IntRange(1, MOST_THREADS),
    help="Threads for long searches; default one a core.",
)
@click.option("--checkpoint", metavar="FILE", help="Save a search that is stopped; go on from FILE if it is there.")
@click.option("--json", "as_json", is_flag=True, help="JSON Lines also on a terminal.")
def solve(file: str, format_: str, directed: bool, as_json: bool, starts: str | None, **given: Any) -> None:
    """Say who wins each position in FILE (or standard input), with a winning move and the reason.

    FILE holds positions as JSON: one object, one object a line, or an array. In its place stands a position in short:
    nim:3,5,7, kayles:7, 0.77:5,7, subtraction:1,2,5:7, adjacent-nim:2,3,4, grid:3x4 with --game, or a sum of such with
    + between them. Graph formats (graph6, sparse6,
    digraph6, edge list, GraphML) need --game, and --start or --starts all. A formula in QDIMACS is answered with its
    truth, and with values for its outermost block where they decide it.
    """
    choices = Choices.of(given)
    if starts and given["values"]:
        raise click.UsageError("--values goes with one start; --all-moves goes with --starts all")
    wish = Wish(
        every_start=starts == "all",
        all_moves=given["all_moves"],
        values=given["values"],
        certificate=given["certificate"],
        limits=limits_of(given),
        threads=given["threads"],
        checkpoint=given["checkpoint"],
    )
    with open_input(file) as stream:
        records = read_records(stream, format_, name=file, game=choices.game, directed=directed, formulas=True)
        status = answer_all(records, choices, wish, people=sys.stdout.isatty() and not as_json)
    sys.exit(status)


def answer_all(records: Iterable[Record], choices: Choices, wish: Wish, *, people: bool) -> int:
    """Write an answer for every record as it comes; return the exit status."""
    failed = unknown = False
    try:
        with Progress(shown=not people) as progress:
            clock = Clock()
            for number, record in enumerate(records):
                clock.lap("read")
                if number and wish.checkpoint is not None:
                    record = record._replace(content=InputError("checkpoint", "it holds one position, not several"))
                answer = _answer(record, choices, wish)
                clock.lap("solved")
                stopped_by = _stopped_by(answer, wish)
                unknown |= stopped_by is not None
                answer = _write(answer, record, wish, people=people)
                failed |= isinstance(answer, InputError)
                clock.lap("written")
                if isinstance(answer, Outcomes) and len(answer) >= LARGE_BOARD:
                    clock.tell(f"{len(answer):,} starts", f"{answer.checking:.2f} s of solving went into evidence")
                clock = Clock()
                progress.step(failed=isinstance(answer, InputError))
                if stopped_by == "interrupt":
                    return INTERRUPTED
    except KeyboardInterrupt:
        sys.stdout.flush()
        return INTERRUPTED
    return BAD_INPUT if failed else UNKNOWN if unknown else 0


def _answer(record: Record, choices: Choices, wish: Wish) -> Answer:
    if isinstance(record.content, InputError):
        return record.content
    try:
        with faults_as_errors():
            return wish.answer(choices.applied(record.content))
    except InputError as error:
        return error
    except LimitReached as stop:
        return LimitReason(stop.limit, stop.positions, 0.0)
    except KeyboardInterrupt:  # between two searches
        return LimitReason("interrupt", 0, 0.0)


def _stopped_by(answer: Answer, wish: Wish) -> str | None:
    """The limit that left something of what was asked unknown, if one did."""
    if isinstance(answer, InputError):
        return None
    if isinstance(answer, LimitReason):
        return answer.limit
    if isinstance(answer, Outcomes):
        return answer.stopped_by
    if isinstance(answer.reason, LimitReason):
        return answer.reason.limit
    if not isinstance(answer, Solution):
        return None
    moves = answer.winning_moves().stopped_by if wish.all_moves else None
    values = answer.values().stopped_by if wish.values else None
    return moves or values


def _write(answer: Answer, record: Record, wish: Wish, *, people: bool) -> Answer:
    """Write an answer, or an InputError where it turns out that it cannot be; what was written is returned.

    Moves and values may be worked out only now, and that may fail like the rest.
    """
    try:
        if isinstance(answer, Outcomes) and not people:
            _write_outcomes(answer, wish)
        elif people:
            with faults_as_errors(writing=True):
                _show(answer, record, wish)
        else:
            with faults_as_errors():
                text = json.dumps(_answer_object(answer, record, wish))
            sys.stdout.write(f"{text}\n")
    except InputError as error:
        answer = error
        if people:
            _show(error, record, wish)
        else:
            sys.stdout.write(json.dumps(_answer_object(error, record, wish)) + "\n")
    sys.stdout.flush()
    return answer


def _write_outcomes(answer: Outcomes, wish: Wish) -> None:
    """All starts of a board; of a large one piece by piece, so that what fails in the middle of it spoils the line."""
    pieces = answer.json_text(all_moves=wish.all_moves, certificate=wish.certificate)
    large = len(answer) >= LARGE_BOARD
    with faults_as_errors(writing=large):
        if large:
            try:
                sys.stdout.writelines(pieces)
            finally:
                sys.stdout.write("\n")
            return
        text = "".join(pieces)
    sys.stdout.write(f"{text}\n")


def _show(answer: Answer, record: Record, wish: Wish) -> None:
    """Write an answer for people."""
    from lastmove.apps import terminal

    if isinstance(answer, InputError):
        terminal.write_error(answer, record.place)
    elif isinstance(answer, LimitReason):
        terminal.console().print(str(answer))
    elif isinstance(answer, Outcomes):
        terminal.write_outcomes(answer, all_moves=wish.all_moves)
    elif isinstance(answer, Solution):
        terminal.write_solution(answer, all_moves=wish.all_moves, values=wish.values)
    else:
        from lastmove.apps.formulas import write_truth

        write_truth(answer)
    if wish.certificate and not isinstance(answer, InputError | LimitReason):
        terminal.write_certificate(answer.certificate, answer.certificate_note)


def _answer_object(answer: Answer, record: Record, wish: Wish) -> object:
    if isinstance(answer, InputError):
        return {"error": str(answer), **record.place, **record.asker()}
    if isinstance(answer, LimitReason):
        return {**record.asker(), "outcome": "unknown", "reason": answer.to_json()}
    if isinstance(answer, Outcomes):
        return answer.to_json(all_moves=wish.all_moves, certificate=wish.certificate)
    if isinstance(answer, Solution):
        return answer.to_json(all_moves=wish.all_moves, values=wish.values, certificate=wish.certificate)
    return answer.to_json(certificate=wish.certificate)
