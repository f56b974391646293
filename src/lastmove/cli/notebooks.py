"""What Python shows unasked: by print as on a terminal, but without colours; and in notebooks.

:mod:`lastmove.core.notebook` finds these functions.
"""

from __future__ import annotations

from contextlib import suppress
from html import escape
from typing import TYPE_CHECKING, Any

from lastmove.censuses.census import Census
from lastmove.censuses.query import Rows
from lastmove.core.errors import InputError, LimitReached, printable
from lastmove.core.position import title_of
from lastmove.core.solution import MoveValues, Solution
from lastmove.core.table import Table, in_tens
from lastmove.core.words import play_name
from lastmove.explanations.argument import Argument
from lastmove.families.family import FamilyAnswer
from lastmove.games.graph_game import GraphGame
from lastmove.quotients.quotient import MisereQuotient
from lastmove.reductions.chain import Reduced
from lastmove.solver.compare import Comparison
from lastmove.solver.outcomes import Outcomes
from lastmove.sums.genus import Genus
from lastmove.sums.grundy import HeapValues

if TYPE_CHECKING:
    from collections.abc import Iterator

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
    if isinstance(what, Outcomes | FamilyAnswer):
        with suppress(InputError, LimitReached):  # too large for one
            picture = f"<div>{svg(what)}</div>"
    return picture + _html_table(*_table_of(what))


def text(what: Any) -> str:
    """What a terminal shows."""
    from lastmove.cli import text as terminal

    if isinstance(what, Solution):
        return terminal.written(lambda: terminal.write_solution(what, all_moves=False, values=False))
    if isinstance(what, Comparison):
        from lastmove.cli.questions.compare import show_comparison

        return terminal.written(lambda: show_comparison(what.normal.problem, what))
    if isinstance(what, HeapValues):
        from lastmove.cli.questions.grundy import show_table

        return terminal.written(lambda: show_table(what, "heaps"))
    if isinstance(what, MisereQuotient):
        from lastmove.cli.questions.quotient import show_quotient

        return terminal.written(lambda: show_quotient(what, structure=False))
    if isinstance(what, Outcomes) and len(what) <= MOST_ROWS:
        return terminal.written(lambda: terminal.write_outcomes(what, all_moves=False))
    return repr(what) if isinstance(what, Outcomes) else _text_table(*_table_of(what))


def _html_table(table: Table, below: str) -> str:
    """A table of so many rows as a notebook can show, and what is said below it."""
    left = len(table.rows) - MOST_ROWS
    below = " ".join(filter(None, (f"{left:,} more rows." if left > 0 else "", below)))
    return "".join(_cut(table).html()) + (f"<p>{escape(below)}</p>" if below else "")


def _text_table(table: Table, below: str) -> str:
    """The same in columns."""
    left = len(table.rows) - MOST_ROWS
    return "\n".join([*_cut(table).text(), *([f"... and {left:,} more"] if left > 0 else []), *filter(None, [below])])


def _cut(table: Table) -> Table:
    rows = [[printable(str(cell)) for cell in row] for row in table.rows[:MOST_ROWS]]
    return Table(table.head, rows, table.right)


def _table_of(what: Any) -> tuple[Table, str]:
    """The table, and what is said below it."""
    if isinstance(what, Comparison):
        return Table(("", "normal play", "misère play"), list(_compared(what))), ""
    if isinstance(what, FamilyAnswer):
        period = f"; types repeat with period {what.period} from n = {what.preperiod} on" if what.period else ""
        return Table(
            ("n", "winning starts"), list(what.n_starts.items()), right=(0, 1)
        ), f"{what.columns.name}: {what.status}{period}"
    if isinstance(what, Census):
        names, *totals = what.totals()
        return Table(tuple(names), totals, right=range(len(names))), str(what.directory)
    if isinstance(what, Rows):
        return Table(what.columns, what.rows), ""
    if isinstance(what, Genus):
        nim = ", ".join(map(str, what.misere))
        said = [("Grundy value", what.value), ("misère values with heaps of 2 added", f"{nim}, and so on")]
        return Table(("genus", str(what)), [*said, ("tame", "yes" if what.is_tame else "no")]), ""
    if isinstance(what, Reduced):
        made = [(key, _title_of(what)) if key == what.chain[-1] else (key, "") for key in what.chain]
        return Table(("reduction", "it ends in"), made), ""
    if isinstance(what, HeapValues):
        below = f"period {what.period}, preperiod {what.preperiod}" if what.period else "no period proved"
        return in_tens("n", what.values.tolist()), below
    if isinstance(what, Outcomes):
        moves = what.moves
        found = [(start, outcome.value, _said(what.position(start), moves[start])) for start, outcome in what.items()]
        below = "; ".join(f"{getattr(reason, 'title', reason.name)} ({count:,})" for reason, count in what.reasons)
        return Table(("start", "outcome", "a winning move"), found), below
    assert isinstance(what, MoveValues)
    rows = [(_in_fields(v.move), "wins" if v.wins else "loses", v.outcome.value, str(v.remoteness)) for v in what.moves]
    below = f"remoteness {what.remoteness}" + ("" if what.complete else "; more moves are not listed")
    return Table(("move", "wins?", "leads to", "moves left"), rows), below


def _title_of(found: Reduced) -> str:
    position = found.problem.position
    return (
        f"{title_of(position)}, {play_name(found.problem.play)}: {position.graph.n:,} vertices"
        if isinstance(position, GraphGame)
        else title_of(position)
    )


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
