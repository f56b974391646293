"""Long streams of graphs, whose boards are solved many at a time."""

from __future__ import annotations

import io
import os
import select
import stat
from typing import IO, TYPE_CHECKING, Any

from lastmove.cli.records import faults_as_errors
from lastmove.core.errors import InputError
from lastmove.core.limits import Limits
from lastmove.core.play import Play
from lastmove.core.problem import Problem
from lastmove.games import game_class
from lastmove.games.graph_fields import READ_ELSEWHERE
from lastmove.notation.json import parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lastmove.cli.options import Choices
    from lastmove.cli.read import Record
    from lastmove.cli.wishes import Wish
    from lastmove.solver.outcomes import Outcomes

__all__ = ["BY_THEMSELVES", "Ahead"]

BY_THEMSELVES = 64
"""The first graphs of a stream are answered one by one, with theorems as reasons; only long streams gain by more."""
_AT_ONCE = 4096
_BARE = ("vertex-geography", "edge-geography")


class Ahead:
    """Reads a stream some lines ahead, and keeps the answers that batch kernels give, for every start of each board.

    Which graphs a kernel answers depends on the graphs alone, not on how fast they arrive. Only what has arrived is
    read ahead: whoever sends a line and waits gets its answer.
    """

    def __init__(self, choices: Choices, wish: Wish) -> None:
        self._choices = choices
        self._wish = wish
        self._stream: IO[bytes] | None = None
        self._answers: dict[int, Outcomes] = {}

    def opened(self, stream: IO[bytes]) -> None:
        """Take note of where the records are read from."""
        self._stream = stream

    def records(self, records: Iterable[Record]) -> Iterator[Record]:
        """Each record in its turn."""
        rest = iter(records)
        number = 0
        for record in rest:
            number += 1
            if number <= BY_THEMSELVES or not _goes_together(record, self._wish):
                yield record
                continue
            some = [record]
            while len(some) < _AT_ONCE and _has_arrived(self._stream) and (later := next(rest, None)) is not None:
                some.append(later)
            number += len(some) - 1
            self._answers = _solved(some, self._choices, self._wish)
            yield from some

    def answer(self, record: Record) -> Outcomes | None:
        """What a kernel has said of a record."""
        return self._answers.pop(record.place["line"], None) if self._answers and "line" in record.place else None


def _goes_together(record: Record, wish: Wish) -> bool:
    plain = not (wish.all_moves or wish.values or wish.certificate or wish.checkpoint)
    return plain and bool(record.source)


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


def _solved(records: list[Record], choices: Choices, wish: Wish) -> dict[int, Outcomes]:
    """The answers that kernels give, by the number of the line."""
    from lastmove.solver.many_boards import solved_together

    problems: list[Problem] = []
    lines: list[int] = []
    for record in records:
        problem = _problem(record, choices)
        if problem is not None:
            problems.append(problem)
            lines.append(record.place["line"])
    try:
        with faults_as_errors():
            found = solved_together(problems, None, wish.limits or Limits(), always=True)
    except InputError:
        return {}
    return {line: answer for line, answer in zip(lines, found, strict=True) if answer is not None}


def _problem(record: Record, choices: Choices) -> Problem | None:
    """The board of a record; ``None`` if it is bad, which is reported when the record is answered by itself."""
    content = record.content
    if isinstance(content, InputError):
        return None
    try:
        if choices.game in _BARE and len(content) == 1 and choices.start is None and choices.after is None:
            # a graph is all that the game needs, so there is nothing to be parsed
            kind: Any = game_class(choices.game)
            return Problem(kind(content[READ_ELSEWHERE]), Play.of(choices.play or Play.NORMAL))
        with faults_as_errors():
            return parse(choices.applied(content))
    except InputError:
        return None
