"""Answers for people: short, in words, with Rich."""

from __future__ import annotations

import sys
from contextvars import ContextVar
from io import StringIO
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from lastmove.cli.output import behind, harmless
from lastmove.core.errors import printable
from lastmove.core.play import Outcome, Play
from lastmove.core.position import Position, title_of
from lastmove.core.solution import TheoremReason
from lastmove.core.view import terminal_width
from lastmove.games.base import Game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from lastmove.core.play import Problem
    from lastmove.core.solution import Evidence, Reason, Solution
    from lastmove.solver.outcomes import Outcomes

MOST_SHOWN = 30
"""Longer lists of moves are cut on a terminal; --json has them whole."""

_STYLE = {Outcome.N: "bold green", Outcome.P: "bold magenta", Outcome.UNKNOWN: "bold yellow"}
_VERDICT = {
    Outcome.N: "N: the player to move wins",
    Outcome.P: "P: the player to move loses",
    Outcome.UNKNOWN: "unknown",
}
_INDENT = 17
_written_to: ContextVar[StringIO | None] = ContextVar("_written_to", default=None)
_PLAY = {"normal": "normal play", "misere": "misère play"}


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


def write_error(said: object, place: Mapping[str, int], label: str = "error") -> None:
    """One line on standard error: what is wrong with a record, or what stopped the work on it."""
    where = ", ".join(f"{name} {number}" for name, number in place.items()) + ": " * bool(place)
    style = "bold red" if label == "error" else "bold yellow"
    console(stderr=True).print(Text.assemble((f"{label} ", style), printable(f"{where}{said}")))


def write_solution(solution: Solution, *, all_moves: bool, values: bool, brief: bool = False, label: str = "") -> None:
    """The verdict, the winning moves, the reason, and on request every legal move."""
    out = console()
    _print_heading(out, heading(solution.problem, label))
    out.print(Text(f"  {_VERDICT[solution.outcome]}", style=_STYLE[solution.outcome]))
    position = solution.problem.position
    if solution.outcome is not Outcome.UNKNOWN and all_moves:
        winning = solution.winning_moves()
        _write_moves(out, position, winning, winning.total)
        if winning.undecided:
            out.print(f"  {len(winning.undecided)} moves stayed undecided")
    elif solution.move is not None:
        write_line(out, "winning move", _say(position, solution.move))
    _write_reason(out, solution.reason, brief=brief)
    if values:
        _write_values(out, solution)


def write_outcomes(outcomes: Outcomes, *, all_moves: bool, brief: bool = False, label: str = "") -> None:
    """A heading, and a table of the starts of a board."""
    out = console()
    _print_heading(out, heading(outcomes.problem, label, starts=True))
    table = start_table("winning moves" if all_moves else "a winning move")
    moves_by_start = outcomes.moves
    for start, outcome in outcomes.items():
        position = outcomes.position(start)
        known = all_moves and outcome is not Outcome.UNKNOWN
        moves = list(outcomes.winning_moves(start)[:MOST_SHOWN]) if known else [moves_by_start[start]]
        said = "; ".join(_say(position, move) for move in moves if move is not None)
        table.add_row(Text(start_name(position, start)), outcome_text(outcome), Text(said))
    out.print(table)
    for reason, count in outcomes.reasons:
        _write_reason(out, reason, f" ({count:,} {'start' if count == 1 else 'starts'})", brief=brief)


def start_table(moves: str) -> Table:
    """A table of starts that has no rows yet."""
    table = Table(box=None, pad_edge=False, padding=(0, 2), header_style="bold")
    for column in ("start", "outcome", moves):
        table.add_column(column)
    return table


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
    out.print(Text(f"  {_VERDICT[outcome]}", style=_STYLE[outcome]))
    for label, said in lines.items():
        write_line(out, label, said)


def write_heading(out: Console, title: str, play: Play, summary: str) -> None:
    """What is asked about, where it is not in memory."""
    _print_heading(out, Text.assemble((title, "bold"), printable(f", {_PLAY[play.value]}: {summary}")))


def heading(problem: Problem, label: str = "", *, play: bool = True, starts: bool = False) -> Text:
    """What a position is known by, its game, the convention unless ``play`` is false, and the position in short.

    Where every start is answered the token that the position may have is left out.
    """
    position: Any = problem.position
    if starts and isinstance(position, Game):
        position = position.at(None)
    title = title_of(position)
    convention = f", {_PLAY[problem.play.value]}" if play else ""
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
    write_line(out, "remoteness", f"{found.remoteness} {'move' if found.remoteness == 1 else 'moves'} to the end")
    table = Table(box=None, pad_edge=False, padding=(0, 2), header_style="bold")
    for column, side in (("move", "left"), ("wins?", "left"), ("leads to", "left"), ("moves left", "right")):
        table.add_column(column, justify="right" if side == "right" else "left")
    for value in found.moves[:MOST_SHOWN]:
        style = _STYLE[Outcome.N if value.wins else Outcome.P]
        said = _say(solution.problem.position, value.move)
        verdict = Text("wins" if value.wins else "loses", style=style)
        table.add_row(Text(said), verdict, value.outcome.value, str(value.remoteness))
    if found.moves:
        out.print(table)
    if len(found.moves) > MOST_SHOWN:
        out.print(f"... and {len(found.moves) - MOST_SHOWN:,} more (--json lists them)")


def _write_reason(out: Console, reason: Reason, note: str = "", *, brief: bool = False) -> None:
    """What decided it; for a theorem its name, why it applies here, and what it says, wrapped to the terminal."""
    if not isinstance(reason, TheoremReason):
        write_line(out, "reason", f"{reason}{note}")
        return
    write_line(out, "reason", f"{reason.title}{note}")
    if brief:
        return
    if reason.why:
        out.print(Padding(Text(printable(reason.why)), (0, 0, 0, _INDENT)), soft_wrap=False)
    out.print(Padding(Text(printable(reason.statement), style="dim"), (0, 0, 0, _INDENT)), soft_wrap=False)


def _say(position: Position, move: object) -> str:
    say = getattr(position, "say_move", str)
    return printable(say(move))


def _print_heading(out: Console, text: Text) -> None:
    """A heading, with what does not fit on its line below it."""
    fits = text.cell_len <= out.width
    out.print(text if fits else Text("\n    ").join(text.wrap(out, max(out.width - 4, _INDENT))))


def write_line(out: Console, label: str, text: str) -> None:
    """What is said under a label, wrapped to the terminal."""
    out.print(_hanging(label, text), soft_wrap=False)


def _hanging(label: str, text: str) -> Table:
    """The same, wrapped to the terminal beside its label."""
    table = Table.grid()
    table.add_column(width=_INDENT)
    table.add_column()
    table.add_row(Text(f"  {label}", style="dim"), Text(printable(text)))
    return table


def write_lines(problem: Problem, lines: Mapping[str, str], label: str = "", *, starts: bool = False) -> None:
    """A position, whatever its convention, and what is said of it under each name; see :func:`heading`."""
    out = console()
    _print_heading(out, heading(problem, label, play=False, starts=starts))
    for name, said in lines.items():
        write_line(out, name, said)
