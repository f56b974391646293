"""What Python shows unasked, by print and in notebooks: see :mod:`lastmove.core.notebook`, which finds these functions.

What print writes is what the command line shows on a terminal, without colours.
"""

from __future__ import annotations

from contextlib import suppress
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.core.errors import InputError, LimitReached, printable
from lastmove.core.solution import MoveValues, Solution
from lastmove.explanations.argument import Argument
from lastmove.quotients.quotient import MisereQuotient
from lastmove.solver.compare import Comparison
from lastmove.solver.outcomes import Outcomes
from lastmove.sums.grundy import HeapValues

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MOST_ROWS = 200
"""Longer tables are cut in notebooks, and print says how many rows there would be."""


def svg(what: Any) -> str:
    """The picture of a position, an answer or a board."""
    from lastmove.pictures.draw import shown

    return shown(what)


def html(what: Any) -> str:
    """An argument with its picture; a table of outcomes (below the board), values, heap values, or a comparison."""
    if isinstance(what, Argument):
        from lastmove.explanations.page import article
        from lastmove.pictures.draw import UNASKED

        return article(what, level=3, limits=UNASKED)
    picture = ""
    if isinstance(what, Outcomes):
        with suppress(InputError, LimitReached):  # too large for one
            picture = f"<div>{svg(what)}</div>"
    return picture + _table_of(what).html()


def text(what: Any) -> str:
    """What a terminal shows."""
    from lastmove.cli import text as terminal

    if isinstance(what, Solution):
        return terminal.written(lambda: terminal.write_solution(what, all_moves=False, values=False))
    if isinstance(what, Comparison):
        from lastmove.cli.compare import show_comparison

        return terminal.written(lambda: show_comparison(what.normal.problem, what))
    if isinstance(what, HeapValues):
        from lastmove.cli.grundy import show_table

        return terminal.written(lambda: show_table(what, "heaps"))
    if isinstance(what, MisereQuotient):
        from lastmove.cli.quotient import show_quotient

        return terminal.written(lambda: show_quotient(what, structure=False))
    if isinstance(what, Outcomes) and len(what) <= MOST_ROWS:
        return terminal.written(lambda: terminal.write_outcomes(what, all_moves=False))
    return repr(what) if isinstance(what, Outcomes) else _table_of(what).text()


class _Table(NamedTuple):
    """Rows under heads, and what is said below them."""

    heads: tuple[str, ...]
    rows: Sequence[Sequence[str]]
    below: str = ""

    def html(self) -> str:
        """The table for a notebook."""

        def line(cells: Sequence[str], tag: str) -> str:
            return "<tr>" + "".join(f"<{tag}>{escape(printable(cell))}</{tag}>" for cell in cells) + "</tr>"

        body = "".join(line(row, "td") for row in self.rows[:MOST_ROWS])
        left = len(self.rows) - MOST_ROWS
        below = " ".join(filter(None, (f"{left:,} more rows." if left > 0 else "", self.below)))
        end = f"<p>{escape(below)}</p>" if below else ""
        return f"<table><thead>{line(self.heads, 'th')}</thead><tbody>{body}</tbody></table>{end}"

    def text(self) -> str:
        """The table in columns."""
        rows = [self.heads, *self.rows[:MOST_ROWS]]
        widths = [max(len(row[column]) for row in rows) for column in range(len(self.heads))]
        lines = ["  ".join(map(str.ljust, map(printable, row), widths)).rstrip() for row in rows]
        left = len(self.rows) - MOST_ROWS
        return "\n".join([*lines, *([f"... and {left:,} more"] if left > 0 else []), *filter(None, [self.below])])


def _table_of(what: Any) -> _Table:
    if isinstance(what, Comparison):
        return _Table(("", "normal play", "misère play"), list(_compared(what)))
    if isinstance(what, HeapValues):
        rows = [[f"{row}+", *map(str, what.values[row : row + 10].tolist())] for row in range(0, len(what), 10)]
        below = f"period {what.period}, preperiod {what.preperiod}" if what.period else "no period proved"
        return _Table(("n", *map(str, range(10))), [row + [""] * (11 - len(row)) for row in rows], below)
    if isinstance(what, Outcomes):
        moves = what.moves
        chosen = ((start, outcome, moves[start]) for start, outcome in what.items())
        rows = [[str(s), outcome.value, _said(what.position(s), move)] for s, outcome, move in chosen]
        reasons = "; ".join(f"{getattr(reason, 'title', reason.name)} ({count:,})" for reason, count in what.reasons)
        return _Table(("start", "outcome", "a winning move"), rows, reasons)
    assert isinstance(what, MoveValues)
    rows = [[_in_fields(v.move), "wins" if v.wins else "loses", v.outcome.value, str(v.remoteness)] for v in what.moves]
    below = f"remoteness {what.remoteness}" + ("" if what.complete else "; more moves are not listed")
    return _Table(("move", "wins?", "leads to", "moves left"), rows, below)


def _compared(found: Comparison) -> Iterator[list[str]]:
    answers = (found.normal, found.misere)
    position = found.normal.problem.position
    yield ["outcome", *(each.outcome.value for each in answers)]
    yield ["winning move", *(_said(position, each.move) for each in answers)]
    if found.genus is not None:
        yield ["Grundy value", str(found.genus.value), str(found.genus.misere[0])]
    yield ["reason", *(getattr(each.reason, "title", each.reason.name) for each in answers)]


def _said(position: Any, move: Any) -> str:
    return "-" if move is None else getattr(position, "say_move", str)(move)


def _in_fields(move: Any) -> str:
    """A move whose position is not known, by its fields."""
    fields = getattr(move, "_fields", ())
    return ", ".join(f"{name} {getattr(move, name)}" for name in fields) or str(move)
