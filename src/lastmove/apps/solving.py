"""``lastmove solve``: positions in, answers out, one at a time."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from lastmove.apps.options import Choices, input_options
from lastmove.apps.progress import Progress
from lastmove.apps.reading import Record, open_input, read_records
from lastmove.core.errors import InputError
from lastmove.core.limits import Limits
from lastmove.core.play import Outcome
from lastmove.core.reason import LimitReason
from lastmove.core.solution import Outcomes, Solution
from lastmove.engine.solve import outcomes
from lastmove.engine.solve import solve as solve_problem
from lastmove.games.notation import parse

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["solve"]

BAD_INPUT, UNKNOWN, INTERRUPTED = 1, 3, 130

EPILOG = """\b
Examples:
  echo '{"game": "nim", "play": "misere", "heaps": [3, 5]}' | lastmove solve
  lastmove solve positions.jsonl --json --all-moves > answers.jsonl
  lastmove solve board.graphml --game nimg-rm --starts all
  geng -c 7 | lastmove solve --format graph6 --game vertex-geography --play misere --starts all

\b
Exit status: 0 all answered, 1 some input was bad, 3 something stayed unknown,
2 wrong usage, 130 interrupted.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What is to be found out about every position."""

    every_start: bool = False
    all_moves: bool = False
    values: bool = False
    limits: Limits | None = None

    def answer(self, fields: dict[str, object]) -> Solution | Outcomes:
        """The answer to one position object; an InputError if it cannot be read."""
        problem = parse(fields)
        if self.every_start:
            return outcomes(problem, limits=self.limits, all_moves=self.all_moves)
        return solve_problem(problem, limits=self.limits, all_moves=self.all_moves)


@click.command(epilog=EPILOG)
@input_options
@click.option("--starts", type=click.Choice(["all"]), help="Answer every start of each board.")
@click.option("--all-moves", is_flag=True, help="List every winning move.")
@click.option("--values", is_flag=True, help="Show every legal move with its value and remoteness.")
@click.option("--time-limit", metavar="S", type=float, help="Seconds for each position.")
@click.option("--memory-limit", metavar="MB", type=float, help="Growth of the process; default half of all memory.")
@click.option("--position-limit", metavar="N", type=int, help="Positions visited for each position asked.")
@click.option("--json", "as_json", is_flag=True, help="JSON Lines also on a terminal.")
def solve(file: str, format_: str, directed: bool, as_json: bool, starts: str | None, **given: Any) -> None:
    """Say who wins each position in FILE (or standard input), with a winning move and the reason.

    FILE holds positions as JSON: one object, one object a line, or an array. Graph formats (graph6, sparse6,
    digraph6, edge list, GraphML) need --game, and --start or --starts all.
    """
    choices = Choices(**{name: given[name] for name in ("game", "play", "start", "weight")})
    if starts and given["values"]:
        raise click.UsageError("--values goes with one start; --all-moves goes with --starts all")
    try:
        limits = Limits(time=given["time_limit"], memory=given["memory_limit"], positions=given["position_limit"])
    except InputError as error:
        raise click.UsageError(str(error)) from None
    wish = Wish(every_start=starts == "all", all_moves=given["all_moves"], values=given["values"], limits=limits)
    with open_input(file) as stream:
        records = read_records(stream, format_, name=file, game=choices.game, directed=directed)
        status = answer_all(records, choices, wish, people=sys.stdout.isatty() and not as_json)
    sys.exit(status)


def answer_all(records: Iterable[Record], choices: Choices, wish: Wish, *, people: bool) -> int:
    """Write an answer for every record as it comes; return the exit status."""
    failed = unknown = False
    try:
        with Progress(shown=not people) as progress:
            for record in records:
                answer = _answer(record, choices, wish)
                failed |= isinstance(answer, InputError)
                unknown |= _is_unknown(answer)
                _write(answer, record, wish, people=people)
                progress.step(failed=isinstance(answer, InputError))
                if _is_interrupted(answer):
                    return INTERRUPTED
    except KeyboardInterrupt:
        sys.stdout.flush()
        return INTERRUPTED
    return BAD_INPUT if failed else UNKNOWN if unknown else 0


def _answer(record: Record, choices: Choices, wish: Wish) -> Solution | Outcomes | InputError:
    if isinstance(record.content, InputError):
        return record.content
    try:
        return wish.answer(choices.applied(record.content))
    except InputError as error:
        return error


def _is_unknown(answer: Solution | Outcomes | InputError) -> bool:
    if isinstance(answer, Outcomes):
        return any(outcome is Outcome.UNKNOWN for outcome in answer.values())
    return isinstance(answer, Solution) and answer.outcome is Outcome.UNKNOWN


def _is_interrupted(answer: Solution | Outcomes | InputError) -> bool:
    if isinstance(answer, InputError):
        return False
    reasons = [reason for reason, _ in answer.reasons] if isinstance(answer, Outcomes) else [answer.reason]
    return any(isinstance(reason, LimitReason) and reason.limit == "interrupt" for reason in reasons)


def _write(answer: Solution | Outcomes | InputError, record: Record, wish: Wish, *, people: bool) -> None:
    if people:
        from lastmove.apps import terminal

        if isinstance(answer, InputError):
            terminal.write_error(answer, record.place)
        elif isinstance(answer, Outcomes):
            terminal.write_outcomes(answer, all_moves=wish.all_moves)
        else:
            terminal.write_solution(answer, all_moves=wish.all_moves, values=wish.values)
        return
    if isinstance(answer, InputError):
        written: dict[str, object] = {"error": str(answer), **record.place, **_asker(record)}
    elif isinstance(answer, Outcomes):
        written = answer.to_json(all_moves=wish.all_moves)
    else:
        written = answer.to_json(all_moves=wish.all_moves, values=wish.values)
    sys.stdout.write(json.dumps(written) + "\n")
    sys.stdout.flush()


def _asker(record: Record) -> dict[str, object]:
    """The id of a bad record, where it has a simple one."""
    content = record.content
    asker = content.get("id") if isinstance(content, dict) else None
    return {"id": asker} if isinstance(asker, str | int) else {}
