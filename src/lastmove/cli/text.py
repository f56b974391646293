"""Answers for people: short, in words, with Rich."""

from __future__ import annotations

import sys
from contextvars import ContextVar
from io import StringIO
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table as RichTable
from rich.text import Text

from lastmove.cli.output import behind, harmless
from lastmove.core.errors import printable
from lastmove.core.play import Outcome, Play
from lastmove.core.position import Position, title_of
from lastmove.core.solution import TheoremReason
from lastmove.core.table import Table, in_tens
from lastmove.core.view import terminal_width
from lastmove.core.words import VERDICT, counted, play_name
from lastmove.explanations.idea import heading as heading_of_idea
from lastmove.explanations.idea import idea_of
from lastmove.games.base import Game
from lastmove.notation.formula import EXISTS

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence

    from lastmove.core.play import Problem
    from lastmove.core.solution import Evidence, Reason, Solution
    from lastmove.notation.formula import Formula
    from lastmove.solver.by_reduction import Truth
    from lastmove.solver.outcomes import Outcomes

MOST_SHOWN = 30
"""Longer lists of moves are cut on a terminal; --json has them whole."""

_STYLE = {Outcome.N: "bold green", Outcome.P: "bold magenta", Outcome.UNKNOWN: "bold yellow"}
_INDENT = 17
MOST_NAMED = 8
"""So many variables of a block of a formula are named in words."""
_written_to: ContextVar[StringIO | None] = ContextVar("_written_to", default=None)


class _Console(Console):
    """Rich writes past the door, for it writes colours; so here all text becomes harmless before it gets them."""

    def render(self, renderable: Any, options: Any = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            said = segment.text if segment.control else harmless(segment.text)
            yield segment if said is segment.text else Segment(said, segment.style)


def console(*, stderr: bool = False) -> Console:
    """Where answers go; made anew so that tests and redirection are honoured. Brackets in a text are just brackets."""
    options: dict[str, Any] = {"highlight": False, "soft_wrap": True, "markup": False, "emoji": False}
    file = None if stderr else _written_to.get()
    if file is not None:
        width = terminal_width()  # print(answer) fits the terminal that shows it
        return _Console(file=file, width=width, color_system=None, force_terminal=False, **options)
    return _Console(file=behind(sys.stderr if stderr else sys.stdout), **options)


def written(write: Callable[[], None]) -> str:
    """What one of the functions here writes, as plain text."""
    file = StringIO()
    token = _written_to.set(file)
    try:
        write()
    finally:
        _written_to.reset(token)
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines())


def write_table(
    table: Table, *, wrapped: bool = False, fold: bool = False, styles: Mapping[int, str] | None = None, **looks: Any
) -> None:
    """A table, with cells of :class:`rich.text.Text` in their colours.

    Parameters
    ----------
    table
        The head and the rows.
    wrapped
        Whether the table is kept within the terminal; otherwise lines may be as long as they have to be.
    fold
        Whether a word that is too long for its column goes on below; otherwise it is cut off.
    styles
        The styles of columns by number.
    looks
        What is not as in most tables; see :class:`rich.table.Table`.
    """
    drawn = RichTable(**{"box": None, "pad_edge": False, "padding": (0, 2), "header_style": "bold", **looks})
    for number, name in enumerate(table.head):
        side: Any = "right" if number in table.right else "left"
        drawn.add_column(name, justify=side, style=(styles or {}).get(number), overflow="fold" if fold else "ellipsis")
    for row in table.rows:
        drawn.add_row(*(cell if isinstance(cell, Text) else Text(printable(str(cell))) for cell in row))
    console().print(drawn, soft_wrap=not wrapped)


def write_heap_table(name: str, values: Sequence[object], *, right: Collection[int] = (), **looks: Any) -> None:
    """What there is to say of each heap; see :func:`~lastmove.core.table.in_tens`."""
    table = in_tens(name, values, right=right)
    rows = [(Text(str(tens), style="dim"), *rest) for tens, *rest in table.rows]
    write_table(Table(table.head, rows, right), padding=(0, 1), pad_edge=True, **looks)


def write_error(said: object, place: Mapping[str, int], label: str = "error") -> None:
    """One line on standard error: what is wrong with a record, or what stopped the work on it."""
    where = ", ".join(f"{name} {number}" for name, number in place.items()) + ": " * bool(place)
    style = "bold red" if label == "error" else "bold yellow"
    console(stderr=True).print(Text.assemble((f"{label} ", style), printable(f"{where}{said}")))


def write_solution(solution: Solution, *, all_moves: bool, values: bool, brief: bool = False, label: str = "") -> None:
    """The verdict, the winning moves, the reason, and on request every legal move."""
    out = console()
    _print_heading(out, heading(solution.problem, label))
    out.print(Text(f"  {VERDICT[solution.outcome]}", style=_STYLE[solution.outcome]))
    position = solution.problem.position
    if solution.outcome is not Outcome.UNKNOWN and all_moves:
        winning = solution.winning_moves()
        _write_moves(out, position, winning, winning.total)
        if winning.undecided:
            out.print(f"  {len(winning.undecided)} moves stayed undecided")
    elif solution.move is not None:
        write_line(out, "winning move", _say(position, solution.move))
    if not brief:
        _write_idea(out, heading_of_idea(solution.outcome), idea_of(solution))
    _write_reason(out, solution.reason, brief=brief)
    if values:
        _write_values(out, solution)


def write_outcomes(outcomes: Outcomes, *, all_moves: bool, brief: bool = False, label: str = "") -> None:
    """A heading, and a table of the starts of a board."""
    out = console()
    _print_heading(out, heading(outcomes.problem, label, starts=True))
    rows = []
    moves_by_start = outcomes.moves
    for start, outcome in outcomes.items():
        position = outcomes.position(start)
        known = all_moves and outcome is not Outcome.UNKNOWN
        moves = list(outcomes.winning_moves(start)[:MOST_SHOWN]) if known else [moves_by_start[start]]
        said = "; ".join(_say(position, move) for move in moves if move is not None)
        rows.append((start_name(position, start), outcome_text(outcome), said))
    write_table(Table(("start", "outcome", "winning moves" if all_moves else "a winning move"), rows))
    for reason, count in outcomes.reasons:
        if not brief and isinstance(reason, TheoremReason):
            _write_idea(out, "how to win", reason.idea)
        _write_reason(out, reason, f" ({counted(count, 'start')})", brief=brief)


def write_starts(problem: Problem, rows: Mapping[Hashable, Mapping[str, str]], label: str) -> None:
    """The board, and a line for each start with what is said of it in each column."""
    write_lines(problem, {}, label, starts=True)
    columns = dict.fromkeys(column for row in rows.values() for column in row)
    lines = [
        (start_name(problem.position, start), *(row.get(column, "-") for column in columns))
        for start, row in rows.items()
    ]
    write_table(Table(("start", *columns), lines))


def outcome_text(outcome: Outcome) -> Text:
    """An outcome in its colour."""
    return Text(outcome.value, style=_STYLE[outcome])


def start_name(position: Position, start: object) -> str:
    """A vertex by its name; a heap by its number, counted from 1."""
    return f"heap {start + 1}" if isinstance(start, int) and hasattr(position, "heaps") else printable(str(start))


def write_certificate(certificate: Evidence | None, note: str) -> None:
    """That there is evidence and of what kind; it is written in JSON only."""
    write_line(console(), "certificate", certificate_words(None if certificate is None else certificate.kind, note))


def certificate_words(kind: str | None, note: str) -> str:
    """The same in words, for evidence of a kind or for none."""
    if kind is None:
        return note or "none"
    return f"{kind}; --json writes it, `lastmove check` verifies it{f' ({note})' if note else ''}"


def write_verdict(title: str, play: Play, summary: str, outcome: Outcome, lines: Mapping[str, str]) -> None:
    """The answer to a position that is not in memory: a heading, the verdict, and what is said under each label."""
    out = console()
    write_heading(out, title, play, summary)
    out.print(Text(f"  {VERDICT[outcome]}", style=_STYLE[outcome]))
    for label, said in lines.items():
        write_line(out, label, said)


def write_heading(out: Console, title: str, play: Play, summary: str) -> None:
    """What is asked about, where it is not in memory."""
    _print_heading(out, Text.assemble((title, "bold"), printable(f", {play_name(play)}: {summary}")))


def heading(problem: Problem, label: str = "", *, play: bool = True, starts: bool = False) -> Text:
    """What a position is known by, its game, the convention unless ``play`` is false, and the position in short.

    Where every start is answered the token that the position may have is left out.
    """
    position: Any = problem.position
    if starts and isinstance(position, Game):
        position = position.at(None)
    title = title_of(position)
    convention = f", {play_name(problem.play)}" if play else ""
    summary = f": {position.summary()}" if hasattr(position, "summary") else ""
    known_by = (f"{printable(label)}: ", "bold cyan") if label else ""
    return Text.assemble(known_by, (printable(title), "bold"), printable(f"{convention}{summary}"))


def _write_moves(out: Console, position: Position, moves: Sequence[object], total: int) -> None:
    if not total:
        write_line(out, "winning moves", "none")
    for number, move in enumerate(moves[:MOST_SHOWN]):
        write_line(out, "winning moves" if number == 0 else "", _say(position, move))
    if total > MOST_SHOWN:
        write_line(out, "", f"... and {total - MOST_SHOWN:,} more (--json lists them)")


def _write_values(out: Console, solution: Solution) -> None:
    found = solution.values()
    if found.remoteness is None:
        write_line(out, "remoteness", "unknown: a limit was reached")
        return
    write_line(out, "remoteness", f"{counted(found.remoteness, 'move')} to the end")
    rows = []
    for value in found.moves[:MOST_SHOWN]:
        style = _STYLE[Outcome.N if value.wins else Outcome.P]
        said = _say(solution.problem.position, value.move)
        verdict = Text("wins" if value.wins else "loses", style=style)
        rows.append((said, verdict, value.outcome.value, value.remoteness))
    if rows:
        write_table(Table(("move", "wins?", "leads to", "moves left"), rows, right=(3,)))
    if len(found.moves) > MOST_SHOWN:
        out.print(f"... and {len(found.moves) - MOST_SHOWN:,} more (--json lists them)")


def _write_reason(out: Console, reason: Reason, note: str = "", *, brief: bool = False) -> None:
    """What decided it; for a theorem why it applies here, its name, and what it says, wrapped to the terminal."""
    if not isinstance(reason, TheoremReason):
        write_line(out, "reason", f"{reason}{note}")
        return
    if reason.why and not brief:
        write_line(out, "here", reason.why)
    write_line(out, "theorem", f"{reason.title}{note}")
    if not brief:
        out.print(Padding(Text(printable(reason.statement), style="dim"), (0, 0, 0, _INDENT)), soft_wrap=False)


def _write_idea(out: Console, label: str, idea: str) -> None:
    """How the winner plays, where that can be said."""
    if idea:
        write_line(out, label, idea)


def _say(position: Position, move: object) -> str:
    say = getattr(position, "say_move", str)
    return printable(say(move))


def _print_heading(out: Console, text: Text) -> None:
    """A heading, with what does not fit on its line below it."""
    fits = text.cell_len <= out.width
    out.print(text if fits else Text("\n    ").join(text.wrap(out, max(out.width - 4, _INDENT))))


def write_line(out: Console, label: str, text: str) -> None:
    """What is said under a label, wrapped to the terminal beside it."""
    grid = RichTable.grid()
    grid.add_column(width=_INDENT)
    grid.add_column()
    grid.add_row(Text(f"  {label}", style="dim"), Text(printable(text)))
    out.print(grid, soft_wrap=False)


def write_lines(problem: Problem, lines: Mapping[str, str], label: str = "", *, starts: bool = False) -> None:
    """A position, whatever its convention, and what is said of it under each name; see :func:`heading`."""
    out = console()
    _print_heading(out, heading(problem, label, play=False, starts=starts))
    for name, said in lines.items():
        write_line(out, name, said)


def formula_in_words(formula: Formula) -> str:
    """A formula in half a line."""
    blocks = []
    for quantifier, variables in formula.blocks:
        listed = " ".join(map(str, variables[:MOST_NAMED])) + (" ..." if len(variables) > MOST_NAMED else "")
        blocks.append(f"{'there are' if quantifier == EXISTS else 'for all'} {listed}")
    prefix = ", ".join(blocks)
    return f"{prefix or 'no variable'}: {counted(len(formula.clauses), 'clause')}"


def write_truth(truth: Truth) -> None:
    """Whether a formula is true, how its outermost block is decided, and why."""
    out = console()
    said, style = {True: ("true", "bold green"), False: ("false", "bold magenta"), None: ("unknown", "bold yellow")}[
        truth.true
    ]
    out.print(Text(f"Formula: {formula_in_words(truth.formula)}", style="bold"))
    out.print(Text(f"  {said}", style=style))
    if truth.assignment:
        values = ", ".join(f"{variable} {'true' if value else 'false'}" for variable, value in truth.assignment.items())
        out.print(Text(f"  decided by    {values}"))
    out.print(Text(f"  because       {truth.reason}"))
