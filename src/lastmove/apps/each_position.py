"""Commands that ask one question about each position of a file: ``grundy`` and ``compare``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from lastmove.apps.faults import faults_as_errors
from lastmove.apps.json_lines import json_line
from lastmove.apps.shared_options import BAD_INPUT, INTERRUPTED, UNKNOWN
from lastmove.core.errors import InputError, LimitReached
from lastmove.core.reason import LimitReason
from lastmove.games.notation import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from lastmove.apps.reading import Record
    from lastmove.apps.shared_options import Choices
    from lastmove.core.problem import Problem

__all__ = ["answer_each"]


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
        Gives the fields of the answer; one with an unknown outcome or a spent limit in it, or LimitReached, counts as
        unknown.
    show
        Writes an answer for people; ``None`` for JSON Lines.
    """
    failed = unknown = False
    for record in records:
        asker = record.asker()
        try:
            if isinstance(record.content, InputError):
                raise record.content
            with faults_as_errors():
                problem = parse(choices.applied(record.content))
                answer = ask(problem)
                text = "" if show else json_line({**asker, **answer})
            if show:
                with faults_as_errors(writing=True):
                    show(problem, answer)
            unknown |= any(map(_is_unknown, answer.values()))
        except InputError as error:
            failed = True
            _write_error(error, record, people=show is not None)
            continue
        except (LimitReached, KeyboardInterrupt) as stop:
            unknown = True
            reason = LimitReason(*_spent(stop), 0.0)
            _write(str(reason) if show else json_line({**asker, "outcome": "unknown", "reason": reason.to_json()}))
            if reason.limit == "interrupt":
                return INTERRUPTED
            continue
        if not show:
            _write(text)
    return BAD_INPUT if failed else UNKNOWN if unknown else 0


def _is_unknown(part: object) -> bool:
    return isinstance(part, dict) and (part.get("outcome") == "unknown" or part.get("kind") == "limit")


def _spent(stop: LimitReached | KeyboardInterrupt) -> tuple[str, int]:
    return (stop.limit, stop.positions) if isinstance(stop, LimitReached) else ("interrupt", 0)


def _write(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _write_error(error: InputError, record: Record, *, people: bool) -> None:
    if people:
        from lastmove.apps.terminal import write_error

        write_error(error, record.place)
    else:
        _write(json_line({"error": str(error), **record.place, **record.asker()}))
