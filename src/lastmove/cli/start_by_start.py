"""``--starts all`` for commands that ask about one position at a time: each start in turn, one answer for the board."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

from lastmove.core.errors import LimitReached
from lastmove.core.limits import Allowance
from lastmove.core.position import check_board, start_to_json
from lastmove.core.reason import LimitReason

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from lastmove.core.limits import Limits
    from lastmove.core.problem import Problem

__all__ = ["ask_every_start", "keyed_by_start", "starts_option", "write_starts"]

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


class _Answer(Protocol):
    def to_json(self) -> dict[str, object]: ...


def keyed_by_start(
    answers: Mapping[Hashable, Mapping[str, object] | _Answer], *always: str
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


def write_starts(problem: Problem, rows: Mapping[Hashable, Mapping[str, str]], label: str) -> None:
    """For people: the board, and a line for each start with what is said of it in each column."""
    from rich.table import Table
    from rich.text import Text

    from lastmove.cli.text import console, start_name, write_lines
    from lastmove.core.errors import printable

    write_lines(problem, {}, label, starts=True)
    table = Table(box=None, pad_edge=False, padding=(0, 2), header_style="bold")
    columns = dict.fromkeys(column for row in rows.values() for column in row)
    for column in ("start", *columns):
        table.add_column(column)
    position: Any = problem.position
    for start, row in rows.items():
        cells = [start_name(position, start), *(row.get(column, "-") for column in columns)]
        table.add_row(*(Text(printable(cell)) for cell in cells))
    console().print(table)
