"""The one loop over the items of an input: ask, write, go on with the next.

A command gives a function from an item to an :class:`Output`. Here a bad item becomes an error in its place, a spent
limit an unknown, Ctrl-C the end; and all of them the exit status. Long inputs that a person watches have a line of
progress on standard error. Commands that ask about one position at a time take ``--starts all``: each start in turn,
one answer for the board.
"""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Mapping
from contextlib import closing, nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple, Protocol, Self, TypeVar

import click

from lastmove.cli.options import BAD_INPUT, INTERRUPTED, UNKNOWN
from lastmove.cli.output import behind
from lastmove.cli.read import Item
from lastmove.core.errors import CycleError, InputError, InternalError, LimitReached, Refuted, printable
from lastmove.core.files import json_line
from lastmove.core.limits import Allowance
from lastmove.core.position import check_board, start_to_json
from lastmove.core.solution import LimitReason

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Hashable, Iterable

    from lastmove.censuses.executors import Executor
    from lastmove.core.limits import Limits
    from lastmove.core.play import Problem
    from lastmove.search.fast.settings import SearchStatus

_FIRST_AFTER = 1.0
_EVERY = 0.2


class Clock:
    """Where the time went, lap by lap; to be started before the first."""

    def restart(self) -> None:
        """Forget the laps; the first begins."""
        self._began = time.monotonic()
        self._laps: list[str] = []

    def lap(self, name: str) -> None:
        """End a lap and begin the next."""
        now = time.monotonic()
        self._laps.append(f"{name} in {now - self._began:.2f} s")
        self._began = now

    def tell(self, subject: str, note: str) -> None:
        """One line on standard error."""
        sys.stderr.write(f"{subject}: {', '.join(self._laps)}; {note}\n")


def write_over(text: str) -> None:
    """Put a text on standard error in the place of what stands on the line."""
    out = behind(sys.stderr)
    out.write(f"\r\x1b[K{printable(text)}")
    out.flush()


class _StatusLine:
    """A line on a terminal, after the first second, that is written over and over; made where somebody sees it."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._next = self._started + _FIRST_AFTER
        self._drawn = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._drawn:
            self._end()

    def _end(self) -> None:
        """Leave the terminal as it was found."""
        write_over("")

    def _write(self, text: str) -> None:
        self._next = time.monotonic() + _EVERY
        write_over(text)
        self._drawn = True


class SearchProgress(_StatusLine):
    """How far a long search is."""

    def watch(self, seen: SearchStatus) -> None:
        """Draw the line again, now and then."""
        now = time.monotonic()
        if seen.compiling:
            self._write("compiling the search: some seconds, once on this machine")
        elif now >= self._next:
            rate = seen.positions / (now - self._started)
            text = f"{seen.positions:,} positions, {rate:,.0f} a second, depth {seen.depth}"
            table = f" (table {seen.fill:.0%} full)" if seen.fill else ""
            self._write(f"{text}, {seen.lines:,} kept{table}")


class Progress(_StatusLine):
    """How many items are done; the last count stays."""

    _done = _failed = 0

    def step(self, *, failed: bool = False) -> None:
        """One more item is done."""
        self._done += 1
        self._failed += failed
        if time.monotonic() >= self._next:
            self._draw()

    def _draw(self) -> None:
        seconds = time.monotonic() - self._started
        text = f"{self._done:,} answered, {self._done / seconds:,.0f} a second"
        self._write(text + (f", {self._failed:,} bad" if self._failed else ""))

    def _end(self) -> None:
        self._draw()
        sys.stderr.write("\n")
        sys.stderr.flush()


_LONGEST = 200
"""Characters of what an exception says."""


class Output(NamedTuple):
    """What one item comes to.

    Attributes
    ----------
    written
        The text for standard output, or what writes it; either can be sent from another process.
    stopped_by
        The limit that left something unknown, if one did.
    failed
        Whether the item was bad.
    usage
        What the command line lacks for every item alike: that is said once, and ends the command.
    evidence
        The text for the file of evidence, if there is one.
    """

    written: str | Callable[[], object]
    stopped_by: str | None = None
    failed: bool = False
    usage: str = ""
    evidence: str = ""

    @classmethod
    def line(cls, fields: Mapping[str, object], stopped_by: str | None = None, *, failed: bool = False) -> Output:
        """A line of JSON."""
        return cls(f"{json_line(fields)}\n", stopped_by, failed)


def answer_each(
    items: Iterable[Item],
    ask: Callable[[Item], Output],
    *,
    people: bool,
    between: str = "",
    place: Executor | None = None,
    evidence: IO[bytes] | None = None,
) -> int:
    """Write an output to every item as it comes; return the exit status.

    Parameters
    ----------
    items
        Where they come from; read one at a time.
    ask
        The output for one of them. InputError, LimitReached, Ctrl-C and faults are dealt with here.
    people
        Whether errors and spent limits are words on standard error; otherwise they are objects in the place of
        the answer.
    between
        What stands between two outputs.
    place
        Other processes that ask, in place of this one.
    evidence
        A file for what the outputs have for it.
    """
    work = partial(_output_for, ask, people)
    outputs = ((item, work(item)) for item in items) if place is None else _from_elsewhere(place, work, items, people)
    failed = unknown = False
    progress = Progress() if sys.stderr.isatty() and not sys.stdout.isatty() else None
    try:
        with closing(outputs), progress or nullcontext():
            for number, (item, output) in enumerate(outputs):
                if output.usage:
                    raise click.UsageError(output.usage)
                if between and number:
                    sys.stdout.write(between)
                output = _write(output, item, people)
                if evidence is not None:
                    evidence.write(output.evidence.encode(errors="backslashreplace"))
                failed |= output.failed
                unknown |= output.stopped_by is not None
                if progress is not None:
                    progress.step(failed=output.failed)
                if output.stopped_by == "interrupt":
                    return INTERRUPTED
    except KeyboardInterrupt:
        sys.stdout.flush()
        return INTERRUPTED
    return BAD_INPUT if failed else UNKNOWN if unknown else 0


def _from_elsewhere(
    place: Executor, work: Callable[[Item], Output], items: Iterable[Item], people: bool
) -> Generator[tuple[Item, Output]]:
    """What other processes say, in the order of the items; Ctrl-C while one is waited for is said of no item."""
    nothing = Item({}, {})
    asked: deque[Item] = deque()  # they are not sent back

    def noted() -> Generator[Item]:
        for item in items:
            asked.append(item)
            yield item

    try:
        for output in place.map(work, noted(), partial(_lost, people)):
            yield asked.popleft(), output
    except KeyboardInterrupt:
        yield nothing, _interrupted(nothing, people)


def _lost(people: bool, item: Item) -> Output:
    error = InputError("internal error", "the process that worked on this position ended; perhaps memory ran out")
    return _bad(error, item, people)


def _output_for(ask: Callable[[Item], Output], people: bool, item: Item) -> Output:
    """What an item comes to, whatever goes wrong with it."""
    began = time.monotonic()
    try:
        return ask(item)
    except LimitReached as stop:
        return _stopped(LimitReason(stop.limit, stop.positions, time.monotonic() - began), item, people)
    except KeyboardInterrupt:
        return _interrupted(item, people, time.monotonic() - began)
    except Exception as error:
        return _bad(as_input_error(error), item, people)


def _write(output: Output, item: Item, people: bool) -> Output:
    """Write an output, or what goes wrong: moves may be worked out only now. What was written is returned."""
    try:
        if isinstance(output.written, str):
            sys.stdout.write(output.written)
        else:
            output.written()
    except LimitReached as stop:
        return _write(_stopped(LimitReason(stop.limit, stop.positions, 0.0), item, people), item, people)
    except Exception as error:
        bad = as_input_error(error, writing=True)
        if output.failed:  # even that cannot be said
            raise bad from None
        return _write(_bad(bad, item, people)._replace(stopped_by=output.stopped_by), item, people)
    sys.stdout.flush()
    return output


def _bad(error: InputError, item: Item, people: bool) -> Output:
    """What is wrong with an item, said in its place; to people what no line of its format can say is said once."""
    if people and item.source and error.problem.startswith("missing"):
        return Output("", failed=True, usage=f"{error}. A line of {next(iter(item.source))} does not say it.")
    if people:
        return Output(partial(_complain, "error", error, item.place), failed=True)
    return Output.line({"error": str(error), **item.place, **item.asker()}, failed=True)


def _interrupted(item: Item, people: bool, seconds: float = 0.0) -> Output:
    """Ctrl-C came before there was anything to say of an item."""
    return Output("", "interrupt") if people else _stopped(LimitReason("interrupt", 0, seconds), item, people)


def _stopped(reason: LimitReason, item: Item, people: bool) -> Output:
    if people:
        return Output(partial(_complain, "unknown", reason, item.place), reason.limit)
    return Output.line({**item.asker(), "outcome": "unknown", "reason": reason.to_json()}, reason.limit)


def _complain(label: str, said: object, place: Mapping[str, int]) -> None:
    from lastmove.cli.text import write_error

    write_error(said, place, label)


def as_input_error(error: Exception, *, writing: bool = False) -> InputError:
    """What goes wrong with an item as an InputError, faults too; every command that reads a stream asks for it here.

    Spent limits, refuted certificates and wrong usage are no faults and are raised again.

    Parameters
    ----------
    writing
        Whether output was being written. Then a closed pipe or a full disk is raised too: no other line could be
        written either.
    """
    if isinstance(error, InputError):
        return error
    through = (LimitReached, Refuted, click.ClickException, click.exceptions.Exit, *((OSError,) if writing else ()))
    if isinstance(error, through):
        raise error
    if isinstance(error, CycleError):  # a game of another package
        return InputError("game", str(error))
    if isinstance(error, InternalError):
        return InputError("internal error", str(error))
    return InputError("internal error", f"{_described(error)}. Please report this.")


def _described(error: Exception) -> str:
    """What happened and where, in one line."""
    import traceback

    frames = traceback.extract_tb(error.__traceback__)
    where = f" in {frames[-1].name} ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    said = printable(str(error))
    said = said if len(said) <= _LONGEST else f"{said[: _LONGEST - 3]}..."
    return f"{type(error).__name__}{where}{f': {said}' if said else ''}"


FoundT = TypeVar("FoundT")

starts_option = click.option("--starts", type=click.Choice(["all"]), help="Answer every start of each board.")


def ask_every_start(
    problem: Problem, ask: Callable[[Problem, Limits], FoundT], limits: Limits
) -> dict[Hashable, FoundT | LimitReason]:
    """What is found for each start of a board, in its order; the limit, where one was spent first.

    The time is for the whole board: each start may take its share of what is left. A start that the position may have
    is not looked at.
    """
    board = check_board(problem.position)
    starts = board.starts()
    allowance = Allowance(limits)
    found: dict[Hashable, FoundT | LimitReason] = {}
    for number, start in enumerate(starts):
        began = time.perf_counter()
        try:
            asked = replace(problem, position=board.at(start))
            found[start] = ask(asked, allowance.left(1 / (len(starts) - number)))
        except LimitReached as stop:
            if stop.limit == "interrupt":
                raise
            found[start] = LimitReason(stop.limit, stop.positions, time.perf_counter() - began)
    return found


class _WithJson(Protocol):
    def to_json(self) -> dict[str, object]: ...


def keyed_by_start(
    answers: Mapping[Hashable, Mapping[str, object] | _WithJson], *always: str
) -> dict[str, dict[str, object]]:
    """The answer object of a board without its id: the fields of the starts' answers, each with its values by start.

    The fields ``always`` are there even if the board has no starts, as a finished game.

    >>> keyed_by_start({"a": {"grundy": 1}, "b": {"grundy": 0}})
    {'grundy': {'a': 1, 'b': 0}}
    >>> keyed_by_start({}, "grundy")
    {'grundy': {}}
    """
    found: dict[str, dict[str, object]] = {name: {} for name in always}
    for start, answer in answers.items():
        fields = answer if isinstance(answer, Mapping) else answer.to_json()
        for name, value in fields.items():
            if name != "id":
                found.setdefault(name, {})[start_to_json(start)] = value
    return found
