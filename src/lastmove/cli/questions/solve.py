"""``lastmove solve``: positions in, answers out, one at a time; long streams of graphs many at a time."""

from __future__ import annotations

import io
import os
import select
import stat
import sys
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeAlias

import click

from lastmove.cli.options import (
    Integer,
    IntegerRange,
    input_options,
    limit_options,
    limits_of,
    usage_errors,
    work_options,
)
from lastmove.cli.read import Item, items_of
from lastmove.cli.records import Clock, Output, SearchProgress, answer_each, as_input_error
from lastmove.core.errors import InputError
from lastmove.core.files import fitting, json_line, replacing
from lastmove.core.limits import Limits, half_of_memory
from lastmove.core.play import Problem
from lastmove.core.solution import LimitReason, Solution, trimmed
from lastmove.notation.json import problem_to_json
from lastmove.solver.solve import MOST_THREADS, outcomes
from lastmove.solver.solve import solve as solve_problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lastmove.notation.formula import Formula
    from lastmove.search.fast.settings import SearchStatus
    from lastmove.solver.by_reduction import Truth
    from lastmove.solver.outcomes import Outcomes

BY_THEMSELVES = 64
"""The first graphs of a stream are answered one by one, with theorems as reasons; only long streams gain by more."""
_AT_ONCE = 4096


class BatchReader:
    """Reads a stream some lines ahead, and keeps the answers that batch kernels give, for every start of each board.

    Which graphs a kernel answers depends on the graphs alone, not on how fast they arrive. Only what has arrived is
    read ahead: whoever sends a line and waits gets its answer.
    """

    def __init__(self, wanted: SolveOptions) -> None:
        self._wanted = wanted
        self._stream: IO[bytes] | None = None
        self._answers: dict[int, Outcomes] = {}

    def opened(self, stream: IO[bytes]) -> None:
        """Take note of where the items are read from."""
        self._stream = stream

    def items(self, items: Iterable[Item]) -> Iterator[Item]:
        """Each item in its turn."""
        rest = iter(items)
        number = 0
        for item in rest:
            number += 1
            if number <= BY_THEMSELVES or not _goes_together(item, self._wanted):
                yield item
                continue
            some = [item]
            while len(some) < _AT_ONCE and _has_arrived(self._stream) and (later := next(rest, None)) is not None:
                some.append(later)
            number += len(some) - 1
            self._answers = _solved(some, self._wanted)
            yield from some

    def answer(self, item: Item) -> Outcomes | None:
        """What a kernel has said of an item."""
        return self._answers.pop(item.place["line"], None) if self._answers and "line" in item.place else None


def _goes_together(item: Item, wanted: SolveOptions) -> bool:
    plain = not (wanted.all_moves or wanted.values or wanted.certificate or wanted.checkpoint)
    return plain and bool(item.source)


def _has_arrived(stream: IO[bytes] | None) -> bool:
    """Whether reading on does not wait for somebody: behind blank lines it might."""
    if stream is None:
        return False
    try:
        file = stream.fileno()
        if stat.S_ISREG(os.fstat(file).st_mode):
            return True
        if not select.select([file], [], [], 0)[0]:
            return False
        peek = getattr(stream, "peek", None)
        next_bytes = b"" if peek is None else peek(1)
        return not next_bytes or not next_bytes.isspace()
    except (OSError, ValueError, io.UnsupportedOperation):
        return False


def _solved(items: list[Item], wanted: SolveOptions) -> dict[int, Outcomes]:
    """The answers that kernels give, by the number of the line."""
    from lastmove.solver.many_boards import solved_together

    problems: list[Problem] = []
    lines: list[int] = []
    for item in items:
        problem = _problem(item)
        if problem is not None:
            problems.append(problem)
            lines.append(item.place["line"])
    try:
        found = solved_together(problems, None, wanted.limits or Limits(), always=True)
    except Exception as error:
        as_input_error(error)  # which raises what is no fault
        return {}
    return {line: answer for line, answer in zip(lines, found, strict=True) if answer is not None}


def _problem(item: Item) -> Problem | None:
    """The board of an item; ``None`` if it is bad, which is reported when the item is answered by itself."""
    try:
        return item.problem()
    except Exception as error:
        as_input_error(error)  # which raises what is no fault
        return None


Answer: TypeAlias = "Solution | Outcomes | Truth"
"""What an item can come to."""

_GRAPH = ("directed", "vertices", "edges")


@dataclass(frozen=True, slots=True, kw_only=True)
class SolveOptions:
    """What is to be found out about every position."""

    every_start: bool = False
    all_moves: bool = False
    values: bool = False
    certificate: bool = False
    certificate_out: bool = False
    brief: bool = False
    times: bool = True
    limits: Limits | None = None
    threads: int | None = None
    checkpoint: str | None = None


def _truth(formula: Formula, wanted: SolveOptions, **asked: Any) -> Truth:
    """Whether a formula is true; an InputError if something is asked that goes with positions only."""
    from lastmove.solver.by_reduction import solve_formula

    wrong = {
        "starts": wanted.every_start,
        "all-moves": wanted.all_moves,
        "values": wanted.values,
        "checkpoint": wanted.checkpoint is not None,
    }
    for name, given in wrong.items():
        if given:
            raise InputError(name, "it goes with positions, and this is a formula")
    return solve_formula(formula, certificate=wanted.certificate, **asked)


def stopped_by(answer: Answer, wanted: SolveOptions) -> str | None:
    """The limit that left something of what was asked unknown, if one did."""
    unproved = answer.certificate_stopped_by if wanted.certificate else None
    if isinstance(answer, Solution):
        if isinstance(answer.reason, LimitReason):
            return answer.reason.limit
        moves = answer.winning_moves().stopped_by if wanted.all_moves else None
        values = answer.values().stopped_by if wanted.values else None
        return moves or values or unproved
    from lastmove.solver.outcomes import Outcomes  # here, as below: a position needs none of it

    if isinstance(answer, Outcomes):
        return answer.stopped_by or unproved
    return answer.reason.limit if isinstance(answer.reason, LimitReason) else unproved


def answer_line(answer: Answer, item: Item, wanted: SolveOptions) -> str:
    """The answer object as a line of JSON."""
    found: dict[str, object]
    if isinstance(answer, Solution):
        found = {**answer.to_json(all_moves=wanted.all_moves, values=wanted.values, certificate=wanted.certificate)}
        if item.source or wanted.certificate:
            found = {**_about(item, answer.problem if wanted.certificate else None), **found}
    else:
        from lastmove.solver.outcomes import Outcomes

        if isinstance(answer, Outcomes):
            return fitting("".join(outcomes_pieces(answer, item, wanted, ensure_ascii=False)))
        found = answer.to_json(certificate=wanted.certificate)
    found = {**item.asker(), **found}
    if wanted.brief or not wanted.times:
        reason = found["reason"]
        assert isinstance(reason, dict)
        found["reason"] = trimmed(reason, texts=not wanted.brief, times=wanted.times)
    return json_line(found)


def outcomes_pieces(answer: Outcomes, item: Item, wanted: SolveOptions, *, ensure_ascii: bool) -> Iterator[str]:
    """The text of the answer for every start, piece by piece."""
    about = _about(item, answer.problem if wanted.certificate else None)
    return answer.json_text(
        all_moves=wanted.all_moves,
        certificate=wanted.certificate,
        also=about if answer.id is not None else {**item.asker(), **about},  # an id of null is echoed too
        texts=not wanted.brief,
        times=wanted.times,
        ensure_ascii=ensure_ascii,
    )


def _about(item: Item, problem: Problem | None) -> dict[str, object]:
    """Which graph of a file this is, and the position that a certificate speaks of."""
    about: dict[str, object] = {**item.source, **item.place} if item.source else {}
    if problem is not None:
        position = problem_to_json(problem)
        if item.source:
            position = {name: value for name, value in position.items() if name not in _GRAPH} | {**item.source}
        about["position"] = position
    return about


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
@click.option(
    "--values", is_flag=True, help="Show how long play lasts, and every move with its outcome and remoteness."
)
@click.option("--certificate", is_flag=True, help="Add evidence that `lastmove check` verifies.")
@click.option(
    "--certificate-out",
    metavar="FILE",
    help="Write the answers with their evidence to FILE, packed by gzip if it ends in .gz.",
)
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
    if starts and given["values"]:
        raise click.UsageError("--values goes with one start; --all-moves goes with --starts all")
    elsewhere = given["jobs"] > 1 or given["scheduler"] is not None
    if elsewhere and given["checkpoint"]:
        raise click.UsageError("--checkpoint holds one search; it does not go with --jobs and --scheduler")
    wanted = SolveOptions(
        every_start=starts == "all",
        all_moves=given["all_moves"],
        values=given["values"],
        certificate=given["certificate"] or given["certificate_out"] is not None,
        certificate_out=given["certificate_out"] is not None,
        brief=given["brief"],
        times=not given["no_times"],
        limits=limits_of(given),
        threads=given["threads"],
        checkpoint=given["checkpoint"],
    )
    people = sys.stdout.isatty() and not as_json
    between = "\n" if people else ""
    ahead = BatchReader(wanted) if wanted.every_start else None
    items = items_of(given, formulas=True, opened=None if ahead is None else ahead.opened)
    out = given["certificate_out"]
    with nullcontext() if out is None else _evidence_file(out) as evidence:
        if elsewhere:
            from lastmove.censuses.executors import executor

            place = executor(given["jobs"], given["scheduler"])
            ask = partial(_reply, _shared(wanted, given["jobs"]), people, None, None)
            with usage_errors():
                status = answer_each(items, ask, people=people, between=between, place=place, evidence=evidence)
        else:
            if wanted.checkpoint is not None:
                items = _one_position(items)
            clock = Clock() if wanted.every_start else None
            if ahead is not None and clock is not None:
                items = _timed(ahead.items(items), clock)
            ask = partial(_reply, wanted, people, clock, ahead)
            status = answer_each(items, ask, people=people, between=between, evidence=evidence)
    sys.exit(status)


@contextmanager
def _evidence_file(name: str) -> Iterator[IO[bytes]]:
    """The file for evidence, written whole or not at all; the same answers give the same bytes."""
    with ExitStack() as stack:
        try:
            file: IO[bytes] = stack.enter_context(replacing(Path(name)))
        except OSError as error:
            raise click.UsageError(f"--certificate-out: {name}: {error.strerror}") from None
        if name.endswith(".gz"):
            import gzip  # here: few ask for it

            packed: Any = gzip.GzipFile("", "wb", fileobj=file, mtime=0)
            file = stack.enter_context(packed)
        yield file


def _timed(items: Iterable[Item], clock: Clock) -> Iterator[Item]:
    """The items; the clock starts again when one has been dealt with."""
    clock.restart()
    for item in items:
        clock.lap("read")
        yield item
        clock.restart()


def _one_position(items: Iterable[Item]) -> Iterator[Item]:
    """The first item; each after it is an error."""
    for number, item in enumerate(items):
        several = InputError("checkpoint", "it holds one position, not several")
        yield item._replace(content=several) if number else item


def _shared(wanted: SolveOptions, jobs: int) -> SolveOptions:
    """What is wanted of each of several processes: a share of the memory, and one thread."""
    assert wanted.limits is not None
    share = half_of_memory() / _MEGABYTE / jobs
    limits = wanted.limits if wanted.limits.memory is not None else replace(wanted.limits, memory=share)
    return replace(wanted, limits=limits, threads=wanted.threads or 1)


def _reply(wanted: SolveOptions, people: bool, clock: Clock | None, ahead: BatchReader | None, item: Item) -> Output:
    """What one item comes to; a large board is written piece by piece if there is a clock to say how long it took."""
    answer: Answer | None = None if ahead is None else ahead.answer(item)
    if answer is None:
        question = item.question()
        if sys.stderr.isatty():
            with SearchProgress() as progress:
                answer = _answer(question, item, wanted, progress.watch)
        else:
            answer = _answer(question, item, wanted, None)
    spent = stopped_by(answer, wanted)
    evidence = ""
    if wanted.certificate_out:
        evidence = f"{answer_line(answer, item, wanted)}\n"
        wanted = replace(wanted, certificate=people)  # people are told the kind
    if people:
        return Output(partial(_show, answer, item, wanted), spent, evidence=evidence)
    if clock is not None and not isinstance(answer, Solution):
        from lastmove.solver.outcomes import Outcomes

        if isinstance(answer, Outcomes) and len(answer) >= LARGE_BOARD:
            clock.lap("solved")
            return Output(partial(_write_large, answer, item, wanted, clock), spent, evidence=evidence)
    return Output(f"{answer_line(answer, item, wanted)}\n", spent, evidence=evidence)


def _answer(
    question: Problem | Formula, item: Item, wanted: SolveOptions, watch: Callable[[SearchStatus], None] | None
) -> Answer:
    """What is found out about one position or formula."""
    limits, threads = wanted.limits, wanted.threads
    if not isinstance(question, Problem):
        found = _truth(question, wanted, limits=limits, threads=threads, watch=watch)
        return replace(found, id=item.asker().get("id"))
    asked: dict[str, Any] = {
        "limits": limits,
        "all_moves": wanted.all_moves,
        "certificate": wanted.certificate,
        "threads": threads,
        "checkpoint": wanted.checkpoint,
        "watch": watch,
    }
    return outcomes(question, **asked) if wanted.every_start else solve_problem(question, values=wanted.values, **asked)


def _write_large(answer: Outcomes, item: Item, wanted: SolveOptions, clock: Clock) -> None:
    """All starts of a large board, piece by piece; what fails in the middle of it spoils the line."""
    try:
        sys.stdout.writelines(outcomes_pieces(answer, item, wanted, ensure_ascii=True))
    finally:
        sys.stdout.write("\n")
    sys.stdout.flush()
    clock.lap("written")
    clock.tell(f"{len(answer):,} starts", f"{answer.checking:.2f} s of solving went into evidence")


def _show(answer: Answer, item: Item, wanted: SolveOptions) -> None:
    """Write an answer for people."""
    from lastmove.cli import text as terminal

    label = item.label()
    if isinstance(answer, Solution):
        terminal.write_solution(
            answer, all_moves=wanted.all_moves, values=wanted.values, brief=wanted.brief, label=label
        )
    else:
        from lastmove.solver.outcomes import Outcomes

        if isinstance(answer, Outcomes):
            terminal.write_outcomes(answer, all_moves=wanted.all_moves, brief=wanted.brief, label=label)
        else:
            terminal.write_truth(answer)
    if wanted.certificate:
        terminal.write_certificate(answer.certificate, answer.certificate_note)
