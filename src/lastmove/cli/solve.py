"""``lastmove solve``: positions in, answers out, one at a time."""

from __future__ import annotations

import sys
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from lastmove.cli.graph_streams import Ahead
from lastmove.cli.number_types import Integer, IntegerRange
from lastmove.cli.options import Choices, input_options, limit_options, limits_of, work_options
from lastmove.cli.progress import Clock
from lastmove.cli.read import Record
from lastmove.cli.records import Reply, answer_each, bad_record, interrupted, records_of, reply_to, write_replies
from lastmove.cli.wishes import Wish, answer_line, outcomes_pieces, stopped_by
from lastmove.core.errors import InputError
from lastmove.core.memory import half_of_memory
from lastmove.core.solution import Solution
from lastmove.solver.outcomes import Outcomes
from lastmove.solver.solve import MOST_THREADS

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from lastmove.censuses.executors import Executor
    from lastmove.cli.wishes import Answer

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
  geng -c 7 | lastmove solve --format graph6 --game vertex-geography \\
      --play misere --starts all      (Debian: nauty-geng)
  lastmove solve formula.qdimacs

\b
Exit status: 0 all answered, 1 some input was bad, 3 something stayed unknown,
2 wrong usage, 130 interrupted.
"""


@click.command(epilog=EPILOG)
@input_options
@click.option("--seed", type=Integer(), default=0, show_default=True, help="Decides random weights.")
@click.option("--starts", type=click.Choice(["all"]), help="Answer every start of each board.")
@click.option("--all-moves", is_flag=True, help="List every winning move.")
@click.option("--values", is_flag=True, help="Show every legal move with its value and remoteness.")
@click.option("--certificate", is_flag=True, help="Add evidence that `lastmove check` verifies.")
@limit_options
@click.option(
    "--threads",
    metavar="N",
    type=IntegerRange(1, MOST_THREADS),
    help="Threads for long searches; default one a core.",
)
@work_options
@click.option("--checkpoint", metavar="FILE", help="Save a search that is stopped; go on from FILE if it is there.")
@click.option("--brief", is_flag=True, help="Name theorems without their text.")
@click.option(
    "--no-times", is_flag=True, help="JSON without seconds and counts of positions, which differ from run to run."
)
@click.option("--json", "as_json", is_flag=True, help="JSON Lines also on a terminal.")
def solve(as_json: bool, starts: str | None, **given: Any) -> None:
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
    people = sys.stdout.isatty() and not as_json
    ahead = Ahead(choices, wish) if wish.every_start else None
    records = records_of(given, formulas=True, opened=None if ahead is None else ahead.opened)
    if elsewhere:
        from lastmove.censuses.executors import executor

        place = executor(given["jobs"], given["scheduler"])
        try:
            sys.exit(answer_elsewhere(records, choices, _shared(wish, given["jobs"]), place, people=people))
        except InputError as error:
            raise click.UsageError(str(error)) from None
    if wish.checkpoint is not None:
        records = _one_position(records)
    clock = Clock() if wish.every_start else None
    if ahead is not None and clock is not None:
        records = _timed(ahead.records(records), clock)
    ask = partial(_reply, choices, wish, people, clock, ahead)
    sys.exit(answer_each(records, ask, people=people, between="\n" if people else ""))


def _timed(records: Iterable[Record], clock: Clock) -> Iterator[Record]:
    """The records; the clock starts again when one has been dealt with."""
    clock.restart()
    for record in records:
        clock.lap("read")
        yield record
        clock.restart()


def _one_position(records: Iterable[Record]) -> Iterator[Record]:
    """The first record; each after it is an error."""
    for number, record in enumerate(records):
        several = InputError("checkpoint", "it holds one position, not several")
        yield record._replace(content=several) if number else record


def _shared(wish: Wish, jobs: int) -> Wish:
    """The wish of each of several processes: a share of the memory, and one thread."""
    assert wish.limits is not None
    share = half_of_memory() / _MEGABYTE / jobs
    limits = wish.limits if wish.limits.memory is not None else replace(wish.limits, memory=share)
    return replace(wish, limits=limits, threads=wish.threads or 1)


def answer_elsewhere(records: Iterable[Record], choices: Choices, wish: Wish, place: Executor, *, people: bool) -> int:
    """The same in other processes: the answers in the order of the records."""
    work = partial(reply_to, partial(_reply, choices, wish, people, None, None), people)
    found = place.map(work, records, partial(_lost, people))
    with closing(_until_interrupted(found, people)) as replies:
        return write_replies(replies, people=people, between="\n" if people else "")


def _until_interrupted(found: Iterator[tuple[Record, Reply]], people: bool) -> Generator[tuple[Record, Reply]]:
    """The replies; Ctrl-C while one is waited for is said of no record."""
    nothing = Record({}, {})
    try:
        yield from found
    except KeyboardInterrupt:
        yield nothing, interrupted(nothing, people=people)


def _lost(people: bool, record: Record) -> tuple[Record, Reply]:
    error = InputError("internal error", "the process that worked on this position ended; perhaps memory ran out")
    return record, bad_record(error, record, people=people)


def _reply(
    choices: Choices, wish: Wish, people: bool, clock: Clock | None, ahead: Ahead | None, record: Record
) -> Reply:
    """What one record comes to; a large board is written piece by piece if there is a clock to say how long it took."""
    ready = None if ahead is None else ahead.answer(record)
    answer = wish.answer(choices.applied(record.fields())) if ready is None else ready
    spent = stopped_by(answer, wish)
    if people:
        return Reply(partial(_show, answer, record, wish), spent)
    if clock is not None and isinstance(answer, Outcomes) and len(answer) >= LARGE_BOARD:
        clock.lap("solved")
        return Reply(partial(_write_large, answer, record, wish, clock), spent)
    return Reply(f"{answer_line(answer, record, wish)}\n", spent)


def _write_large(answer: Outcomes, record: Record, wish: Wish, clock: Clock) -> None:
    """All starts of a large board, piece by piece; what fails in the middle of it spoils the line."""
    try:
        sys.stdout.writelines(outcomes_pieces(answer, record, wish, ensure_ascii=True))
    finally:
        sys.stdout.write("\n")
    sys.stdout.flush()
    clock.lap("written")
    clock.tell(f"{len(answer):,} starts", f"{answer.checking:.2f} s of solving went into evidence")


def _show(answer: Answer, record: Record, wish: Wish) -> None:
    """Write an answer for people."""
    from lastmove.cli import text as terminal

    label = record.label()
    if isinstance(answer, Outcomes):
        terminal.write_outcomes(answer, all_moves=wish.all_moves, brief=wish.brief, label=label)
    elif isinstance(answer, Solution):
        terminal.write_solution(answer, all_moves=wish.all_moves, values=wish.values, brief=wish.brief, label=label)
    else:
        from lastmove.cli.formula_text import write_truth

        write_truth(answer)
    if wish.certificate:
        terminal.write_certificate(answer.certificate, answer.certificate_note)
