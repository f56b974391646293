"""``lastmove nim``: Nim on a file of heaps, as many and as large as one likes."""

from __future__ import annotations

import shutil
import sys
import tempfile
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING

import click

from lastmove.cli.options import BAD_INPUT, INTERRUPTED, PLAY, UNKNOWN, json_option
from lastmove.cli.output import write_json
from lastmove.cli.read import open_input
from lastmove.core.errors import InputError, LimitReached, has_too_many_digits, show
from lastmove.core.files import unpacked
from lastmove.core.limits import Limits, Meter, stopping_at_limits
from lastmove.core.play import Outcome, Play
from lastmove.core.solution import LimitReason, TheoremReason
from lastmove.core.words import counted
from lastmove.heaps.nim_files import Encoding, LineError
from lastmove.theorems.nim import because, theorem_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.core.solution import Reason

EPILOG = """\b
Examples:
  lastmove nim heaps.txt --encoding decimal
  lastmove nim heaps.txt --encoding binary --play misere --log-space
  seq 1 1000000 | lastmove nim - --encoding decimal

\b
Exit status: 0 answered, 1 a line was bad, 2 wrong usage, 3 out of memory,
130 interrupted.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Who wins the position in a file, and how.

    ``remaining`` is an integer or, if it has more digits than Python converts, text in binary.
    """

    outcome: Outcome
    reason: Reason
    heap: int | None = None
    remaining: int | str = 0
    heaps: int | None = None
    registers: dict[str, int] = field(default_factory=dict)

    def to_json(self) -> dict[str, object]:
        """The answer object."""
        found: dict[str, object] = {"outcome": self.outcome.value}
        if self.outcome is not Outcome.UNKNOWN:
            key = "remaining_binary" if isinstance(self.remaining, str) else "remaining"
            found["move"] = None if self.heap is None else {"heap": self.heap, key: self.remaining}
        found["reason"] = self.reason.to_json()
        return found | ({"registers": self.registers} if self.registers else {})

    def in_words(self) -> dict[str, str]:
        """What people read, by label."""
        said: dict[str, str] = {}
        if self.heap is not None:
            left = show(self.remaining)
            if isinstance(self.remaining, str):
                left = f"a number of {len(self.remaining):,} bits (--json has it whole)"
            said["winning move"] = f"leave {left} in heap {self.heap + 1}"
        said["reason"] = str(self.reason)
        if self.registers:
            bits, symbols = self.registers["peak_bits"], self.registers["input_symbols"]
            said["registers"] = f"{bits} bits at most, for {symbols:,} input symbols"
        return said


@click.command(epilog=EPILOG)
@click.argument("file", metavar="FILE|-", type=click.Path(allow_dash=True))
@click.option(
    "--encoding",
    type=click.Choice([encoding.value for encoding in Encoding]),
    required=True,
    help="How the heaps are written; unary: runs of 1, and 0 for an empty heap.",
)
@click.option("--play", type=PLAY, default="normal", show_default=True, help="The rule.")
@click.option("--log-space", is_flag=True, help="Use the machine that keeps O(log n) bits; binary and unary.")
@json_option
def nim(file: str, encoding: str, play: str, log_space: bool, people: bool) -> None:
    """Say who wins Nim on the heaps in FILE (or standard input), one heap a line, with a winning move.

    Blank lines are skipped and # begins a comment. Heaps are numbered from 0. Binary and unary heaps may have any size,
    decimal ones 4,300 digits; a file may be larger than memory, a line may not.
    """
    code, convention = Encoding(encoding), Play(play)
    if log_space and code is Encoding.DECIMAL:
        raise click.UsageError("--log-space reads --encoding binary or unary, not decimal")
    answer_in = _by_machine if log_space else _by_arrays
    meter = Meter(Limits(interrupts="answer"))
    try:
        with stopping_at_limits(meter), _open(file, code) as stream, _seekable(stream) as heaps:
            answer = answer_in(heaps, code, convention)
    except InputError as error:
        _write_error(error, people=people)
        sys.exit(BAD_INPUT)
    except LimitReached as stop:
        answer = Answer(outcome=Outcome.UNKNOWN, reason=LimitReason(stop.limit, 0, meter.seconds))
        _write(answer, file, convention, people=people)
        sys.exit(INTERRUPTED if stop.limit == "interrupt" else UNKNOWN)
    _write(answer, file, convention, people=people)


def _open(file: str, encoding: Encoding) -> AbstractContextManager[IO[bytes]]:
    if file != "-":
        return open_input(file, short=False)
    if sys.stdin.isatty():
        click.echo(f"Reading {encoding.value} heaps from standard input, one a line; Ctrl-D ends.", err=True)
    return nullcontext(unpacked(sys.stdin.buffer))


@contextmanager
def _seekable(stream: IO[bytes]) -> Iterator[IO[bytes]]:
    """The stream behind its byte order mark, if it has one; a pipe is copied to a file that is read twice."""
    if stream.seekable():
        _skip_mark(stream)
        yield stream
        return
    with tempfile.TemporaryFile() as copy:
        shutil.copyfileobj(stream, copy)
        copy.seek(0)
        _skip_mark(copy)
        yield copy


def _skip_mark(stream: IO[bytes]) -> None:
    start = stream.tell()
    if stream.read(3) != b"\xef\xbb\xbf":
        stream.seek(start)


def _by_arrays(stream: IO[bytes], encoding: Encoding, play: Play) -> Answer:
    from lastmove.heaps.nim_files import nim_facts

    facts = nim_facts(stream, encoding)
    if not facts.heaps:
        raise _no_heaps(encoding)
    move = facts.move(play)
    return Answer(
        outcome=Outcome.for_mover(facts.wins(play)),
        reason=_reason(play, facts.nim_sum, all_small=facts.big == 0),
        heap=None if move is None else move.heap,
        remaining=0 if move is None else _printable(move.remaining),
        heaps=facts.heaps,
    )


def _by_machine(stream: IO[bytes], encoding: Encoding, play: Play) -> Answer:
    from lastmove.heaps.log_space import InputTape, machine

    start = stream.tell()
    program = machine(InputTape(stream), encoding)
    written = _Written(encoding)
    found = program.solve(play, written.write)
    if found.empty:
        raise _no_heaps(encoding)
    symbols = stream.seek(0, 2) - start
    bits = counted(found.nim_sum_bits, "bit")
    return Answer(
        outcome=Outcome.for_mover(found.wins),
        reason=_reason(play, f"not 0 ({bits})" if found.nim_sum_bits else "0", all_small=found.all_small),
        heap=written.heap if found.moved else None,
        remaining=_printable(written.remaining()) if found.moved else 0,
        registers={"peak_bits": program.registers.peak, "input_symbols": symbols},
    )


class _Written:
    """The output tape of a machine: the number of a heap, then what is left of it (in unary just counted)."""

    def __init__(self, encoding: Encoding) -> None:
        self._unary = encoding is Encoding.UNARY
        self._lines = 0
        self._bits: list[str] = []
        self._ones = 0
        self.heap = 0

    def write(self, symbol: str) -> None:
        if symbol == "\n":
            self._lines += 1
        elif self._lines == 0:
            self.heap = 2 * self.heap + int(symbol)
        elif self._unary:
            self._ones += symbol == "1"
        else:
            self._bits.append(symbol)

    def remaining(self) -> int:
        return self._ones if self._unary else int("".join(self._bits), 2)


def _printable(number: int) -> int | str:
    """The number; as text in binary where it has more digits than Python writes and reads."""
    return f"{number:b}" if has_too_many_digits(number) else number


def _reason(play: Play, nim_sum: int | str, *, all_small: bool) -> TheoremReason:
    return theorem_of(play).reason(because(play, nim_sum, all_small=all_small))


def _no_heaps(encoding: Encoding) -> LineError:
    return LineError(1, f"the input holds no heap; accepted: {encoding.accepted}")


def _write(answer: Answer, file: str, play: Play, *, people: bool) -> None:
    if not people:
        write_json(answer.to_json())
        return
    from lastmove.cli import text as terminal

    place = "standard input" if file == "-" else file
    heaps = "the heaps" if answer.heaps is None else counted(answer.heaps, "heap")
    terminal.write_verdict("Nim", play, f"{heaps} in {place}", answer.outcome, answer.in_words())


def _write_error(error: InputError, *, people: bool) -> None:
    line = {"line": error.line} if isinstance(error, LineError) else {}
    shown = InputError("", error.problem) if line else error
    if people:
        from lastmove.cli import text as terminal

        terminal.write_error(shown, line)
    else:
        write_json({"error": str(shown), **line})
