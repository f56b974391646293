"""Long streams of graphs, whose boards are solved many at a time."""

from __future__ import annotations

import io
import os
import select
import stat
from typing import IO, TYPE_CHECKING

from lastmove.apps.faults import faults_as_errors
from lastmove.core.errors import InputError
from lastmove.core.limits import Limits
from lastmove.games.notation import parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lastmove.apps.reading import Record
    from lastmove.apps.shared_options import Choices
    from lastmove.apps.wishes import Wish
    from lastmove.core.problem import Problem
    from lastmove.engine.outcomes import Outcomes

__all__ = ["BY_THEMSELVES", "solved_ahead"]

BY_THEMSELVES = 64
"""The first graphs of a stream are answered one by one, with theorems as reasons; only long streams gain by more."""
_AT_ONCE = 4096


def solved_ahead(
    records: Iterable[Record], choices: Choices, wish: Wish, stream: IO[bytes]
) -> Iterator[tuple[Record, Outcomes | None]]:
    """Each record in order, with its answer where a batch kernel has given it.

    Which graphs a kernel answers depends on the graphs alone, not on how fast they arrive. Only what has arrived is
    read ahead: whoever sends a line and waits gets its answer.
    """
    rest = iter(records)
    number = 0
    for record in rest:
        number += 1
        if number <= BY_THEMSELVES or not _goes_together(record, wish):
            yield record, None
            continue
        some = [record]
        while len(some) < _AT_ONCE and _has_arrived(stream) and (later := next(rest, None)) is not None:
            some.append(later)
        number += len(some) - 1
        yield from _solved(some, choices, wish)


def _goes_together(record: Record, wish: Wish) -> bool:
    plain = not (wish.all_moves or wish.values or wish.certificate or wish.checkpoint)
    return wish.every_start and plain and bool(record.source)


def _has_arrived(stream: IO[bytes]) -> bool:
    """Whether reading on does not wait for somebody."""
    try:
        file = stream.fileno()
        return stat.S_ISREG(os.fstat(file).st_mode) or bool(select.select([file], [], [], 0)[0])
    except (OSError, ValueError, io.UnsupportedOperation):
        return False


def _solved(records: list[Record], choices: Choices, wish: Wish) -> Iterator[tuple[Record, Outcomes | None]]:
    from lastmove.engine.many_boards import solved_together

    problems: list[Problem] = []
    places: list[int] = []
    for place, record in enumerate(records):
        if not isinstance(record.content, InputError):
            try:
                with faults_as_errors():
                    problems.append(parse(choices.applied(record.content)))
                places.append(place)
            except InputError:
                pass  # it is told when the record is answered by itself
    try:
        with faults_as_errors():
            found = solved_together(problems, None, wish.limits or Limits(), always=True)
    except InputError:
        found = [None] * len(problems)
    answers = dict(zip(places, found, strict=True))
    return ((record, answers.get(place)) for place, record in enumerate(records))
