"""Commands that ask one question about each position of a file: ``grundy`` and ``compare``."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, TypeVar

import click

from lastmove.core.errors import CycleError, InputError, LimitReached
from lastmove.core.json_text import is_plain_json
from lastmove.core.limits import Limits
from lastmove.core.reason import LimitReason
from lastmove.games.notation import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from lastmove.apps.options import Choices
    from lastmove.apps.reading import Record
    from lastmove.core.problem import Problem

    Command = TypeVar("Command", bound=Callable[..., Any])

__all__ = ["answer_each", "limit_options", "limits_of"]

BAD_INPUT, UNKNOWN, INTERRUPTED = 1, 3, 130


def limit_options(command: Command) -> Command:
    """What each answer may cost."""
    for option in (
        click.option("--position-limit", metavar="N", type=int, help="Positions visited for each position asked."),
        click.option("--memory-limit", metavar="MB", type=float, help="Growth of the process; default half of all."),
        click.option("--time-limit", metavar="S", type=float, help="Seconds for each position."),
    ):
        command = option(command)
    return command


def limits_of(given: dict[str, Any]) -> Limits:
    """The limits that the options ask for; a usage error if they make no sense."""
    try:
        return Limits(time=given["time_limit"], memory=given["memory_limit"], positions=given["position_limit"])
    except InputError as error:
        raise click.UsageError(str(error)) from None


def answer_each(
    records: Iterable[Record],
    choices: Choices,
    ask: Callable[[Problem], dict[str, object]],
    show: Callable[[Problem, dict[str, object]], None] | None,
) -> int:
    """Write an answer for every record as it comes; return the exit status.

    Parameters
    ----------
    ask
        Gives the fields of the answer; an answer with the outcome unknown in it, or LimitReached, counts as unknown.
    show
        Writes an answer for people; ``None`` for JSON Lines.
    """
    failed = unknown = False
    for record in records:
        asker: object = None
        try:
            if isinstance(record.content, InputError):
                raise record.content
            asker = record.content.get("id")
            problem = parse(choices.applied(record.content))
            answer = ask(problem)
            unknown |= any(isinstance(part, dict) and part.get("outcome") == "unknown" for part in answer.values())
        except (InputError, CycleError) as error:
            failed = True
            _write_error(error, record, asker, people=show is not None)
            continue
        except (LimitReached, KeyboardInterrupt) as stop:
            unknown = True
            reason = LimitReason(*_spent(stop), 0.0)
            answer = {"outcome": "unknown", "reason": reason.to_json()}
            _write(answer, asker, people=show is not None, said=str(reason))
            if reason.limit == "interrupt":
                return INTERRUPTED
            continue
        if show is None:
            _write(answer, asker)
        else:
            show(problem, answer)
    return BAD_INPUT if failed else UNKNOWN if unknown else 0


def _spent(stop: LimitReached | KeyboardInterrupt) -> tuple[str, int]:
    return (stop.limit, stop.positions) if isinstance(stop, LimitReached) else ("interrupt", 0)


def _write(answer: dict[str, object], asker: object, *, people: bool = False, said: str = "") -> None:
    named = {} if asker is None or not is_plain_json(asker) else {"id": asker}
    sys.stdout.write(f"{said if people else json.dumps({**named, **answer})}\n")
    sys.stdout.flush()


def _write_error(error: InputError | CycleError, record: Record, asker: object, *, people: bool) -> None:
    problem = error if isinstance(error, InputError) else InputError("game", str(error))
    if people:
        from lastmove.apps.terminal import write_error

        write_error(problem, record.place)
    else:
        named = {"id": asker} if asker is not None and is_plain_json(asker) else {}
        sys.stdout.write(json.dumps({"error": str(problem), **record.place, **named}) + "\n")
        sys.stdout.flush()
