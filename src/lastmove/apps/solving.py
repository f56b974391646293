"""``lastmove solve``: positions in, answers out, one at a time."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from typing import IO, TYPE_CHECKING, Any, NamedTuple

import click

from lastmove.apps.faults import faults_as_errors
from lastmove.apps.graph_streams import solved_ahead
from lastmove.apps.progress import Clock, Progress
from lastmove.apps.reading import Record, open_input, read_records
from lastmove.apps.shared_options import (
    BAD_INPUT,
    INTERRUPTED,
    UNKNOWN,
    Choices,
    input_options,
    limit_options,
    limits_of,
    work_options,
)
from lastmove.apps.wishes import Answer, Wish, answer_line, answered, outcomes_pieces, stopped_by
from lastmove.core.errors import InputError
from lastmove.core.memory import half_of_memory
from lastmove.core.reason import LimitReason
from lastmove.core.solution import Solution
from lastmove.engine.outcomes import Outcomes
from lastmove.engine.solve import MOST_THREADS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lastmove.research.executors import Executor

__all__ = ["solve"]

LARGE_BOARD = 100_000
"""Boards with this many starts say where the time went."""
_MEGABYTE = 2**20

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


@click.command(epilog=EPILOG)
@input_options
@click.option("--seed", type=int, default=0, show_default=True, help="Decides random weights.")
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
@work_options
@click.option("--checkpoint", metavar="FILE", help="Save a search that is stopped; go on from FILE if it is there.")
@click.option("--brief", is_flag=True, help="Name theorems without their text.")
@click.option("--no-times", is_flag=True, help="JSON without seconds: the same input gives the same output.")
@click.option("--json", "as_json", is_flag=True, help="JSON Lines also on a terminal.")
def solve(file: str, format_: str, directed: bool, as_json: bool, starts: str | None, **given: Any) -> None:
    """Say who wins each position in FILE (or standard input), with a winning move and the reason.

    FILE holds positions as JSON: one object, one object a line, or an array. In its place stands a position in short:
    nim:3,5,7, kayles:7, 0.77:5,7, subtraction:1,2,5:7, adjacent-nim:2,3,4, grid:3x4 with --game, or a sum of such with
    + between them. Graph formats (graph6, sparse6, digraph6, edge list, GraphML) need --game, and --start or --starts
    all. A formula in QDIMACS is answered with its truth, and with values for its outermost block where they decide it.
    """
    choices = Choices.of(given)
    if starts and given["values"]:
        raise click.UsageError("--values goes with one start; --all-moves goes with --starts all")
    elsewhere = given["jobs"] > 1 or given["scheduler"] is not None
    if elsewhere and given["checkpoint"]:
        raise click.UsageError("--checkpoint holds one search; it does not go with --jobs and --scheduler")
    wish = Wish(
        every_start=starts == "all",
        all_moves=given["all_moves"],
        values=given["values"],
        certificate=given["certificate"],
        brief=given["brief"],
        times=not given["no_times"],
        limits=limits_of(given),
        threads=given["threads"],
        checkpoint=given["checkpoint"],
    )
    with open_input(file) as stream:
        records = read_records(stream, format_, name=file, game=choices.game, directed=directed, formulas=True)
        people = sys.stdout.isatty() and not as_json
        if elsewhere:
            from lastmove.research.executors import executor

            place = executor(given["jobs"], given["scheduler"])
            try:
                status = answer_elsewhere(records, choices, _shared(wish, given["jobs"]), place, people=people)
            except InputError as error:
                raise click.UsageError(str(error)) from None
        else:
            status = answer_all(records, choices, wish, people=people, stream=stream)
    sys.exit(status)


def answer_all(records: Iterable[Record], choices: Choices, wish: Wish, *, people: bool, stream: IO[bytes]) -> int:
    """Write an answer for every record as it comes; return the exit status."""
    failed = unknown = False
    try:
        with Progress(shown=not people) as progress:
            clock = Clock()
            for number, (record, ready) in enumerate(solved_ahead(records, choices, wish, stream)):
                clock.lap("read")
                if number and wish.checkpoint is not None:
                    record = record._replace(content=InputError("checkpoint", "it holds one position, not several"))
                answer = answered(record, choices, wish) if ready is None else ready
                clock.lap("solved")
                spent = stopped_by(answer, wish)
                unknown |= spent is not None
                answer = _write(answer, record, wish, people=people, first=number == 0)
                failed |= isinstance(answer, InputError)
                clock.lap("written")
                if isinstance(answer, Outcomes) and len(answer) >= LARGE_BOARD:
                    clock.tell(f"{len(answer):,} starts", f"{answer.checking:.2f} s of solving went into evidence")
                clock = Clock()
                progress.step(failed=isinstance(answer, InputError))
                if spent == "interrupt":
                    return INTERRUPTED
    except KeyboardInterrupt:
        sys.stdout.flush()
        return INTERRUPTED
    return BAD_INPUT if failed else UNKNOWN if unknown else 0


class Done(NamedTuple):
    """What a process has found: a line of JSON, or the answer itself where people read it."""

    record: Record
    answer: Answer | str
    failed: bool
    spent: str | None


def _shared(wish: Wish, jobs: int) -> Wish:
    """The wish of each of several processes: a share of the memory, and one thread."""
    assert wish.limits is not None
    share = half_of_memory() / _MEGABYTE / jobs
    limits = wish.limits if wish.limits.memory is not None else replace(wish.limits, memory=share)
    return replace(wish, limits=limits, threads=wish.threads or 1)


def answer_elsewhere(records: Iterable[Record], choices: Choices, wish: Wish, place: Executor, *, people: bool) -> int:
    """The same in other processes: the answers in the order of the records."""
    failed = unknown = False
    work = partial(_done, choices, wish, people)
    found = place.map(work, records, partial(_lost, wish, people))
    try:
        with Progress(shown=not people) as progress:
            for number, done in enumerate(found):
                answer = done.answer
                if isinstance(answer, str):
                    sys.stdout.write(f"{answer}\n")
                    sys.stdout.flush()
                else:
                    _write(answer, done.record, wish, people=people, first=number == 0)
                failed |= done.failed
                unknown |= done.spent is not None
                progress.step(failed=done.failed)
    except KeyboardInterrupt:
        _write(LimitReason("interrupt", 0, 0.0), Record({}, {}), wish, people=people, first=False)
        return INTERRUPTED
    finally:
        found.close()  # type: ignore[attr-defined]
    return BAD_INPUT if failed else UNKNOWN if unknown else 0


def _done(choices: Choices, wish: Wish, people: bool, record: Record) -> Done:
    """One record, in a process of its own."""
    answer = answered(record, choices, wish)
    spent = stopped_by(answer, wish)
    if people:
        return Done(record, answer, isinstance(answer, InputError), spent)
    try:
        with faults_as_errors():
            line = answer_line(answer, record, wish)
    except InputError as error:
        answer, line = error, answer_line(error, record, wish)
    return Done(record, line, isinstance(answer, InputError), spent)


def _lost(wish: Wish, people: bool, record: Record) -> Done:
    error = InputError("internal error", "the process that worked on this position ended; perhaps memory ran out")
    return Done(record, error if people else answer_line(error, record, wish), True, None)


def _write(answer: Answer, record: Record, wish: Wish, *, people: bool, first: bool) -> Answer:
    """Write an answer, or an InputError where it turns out that it cannot be; what was written is returned.

    Moves and values may be worked out only now, and that may fail like the rest.
    """
    try:
        if people:
            with faults_as_errors(writing=True):
                sys.stdout.write("" if first else "\n")
                _show(answer, record, wish)
        elif isinstance(answer, Outcomes) and len(answer) >= LARGE_BOARD:
            _write_large(answer, record, wish)
        else:
            with faults_as_errors():
                text = answer_line(answer, record, wish)
            sys.stdout.write(f"{text}\n")
    except InputError as error:
        answer = error
        if people:
            _show(error, record, wish)
        else:
            sys.stdout.write(answer_line(error, record, wish) + "\n")
    sys.stdout.flush()
    return answer


def _write_large(answer: Outcomes, record: Record, wish: Wish) -> None:
    """All starts of a large board, piece by piece; what fails in the middle of it spoils the line."""
    with faults_as_errors(writing=True):
        try:
            sys.stdout.writelines(outcomes_pieces(answer, record, wish, ensure_ascii=True))
        finally:
            sys.stdout.write("\n")


def _show(answer: Answer, record: Record, wish: Wish) -> None:
    """Write an answer for people."""
    from lastmove.apps import terminal

    if isinstance(answer, InputError):
        terminal.write_error(answer, record.place)
    elif isinstance(answer, LimitReason):
        terminal.console().print(str(answer))
    elif isinstance(answer, Outcomes):
        terminal.write_outcomes(answer, all_moves=wish.all_moves, brief=wish.brief, label=_label(record))
    elif isinstance(answer, Solution):
        label = _label(record)
        terminal.write_solution(answer, all_moves=wish.all_moves, values=wish.values, brief=wish.brief, label=label)
    else:
        from lastmove.apps.formula_text import write_truth

        write_truth(answer)
    if wish.certificate and not isinstance(answer, InputError | LimitReason):
        terminal.write_certificate(answer.certificate, answer.certificate_note)


def _label(record: Record) -> str:
    """What a position is known by: its id, or which graph of a file it is."""
    asker = record.asker().get("id")
    if asker is not None:
        return str(asker)
    if not record.source:
        return ""
    return ", ".join([*(f"{name} {number}" for name, number in record.place.items()), *record.source.values()])
