"""Smaller positions, from the JSON form of any game: for finding the smallest one that shows a fault.

Nothing is known here of the games. Whatever is not a position is refused when it is read, and left out.
"""

from __future__ import annotations

import json
import math
import time
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import LastmoveError
from lastmove.notation.json import parse, problem_to_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lastmove.core.play import Problem

    Test = Callable[[Problem, tuple[Problem, ...]], bool]


def shrunk(
    problem: Problem, before: Sequence[Problem], shows: Test, *, attempts: int = 2_000, seconds: float = math.inf
) -> tuple[Problem, tuple[Problem, ...]]:
    """The smallest question found that still shows a fault, and the questions that must be asked before it.

    Parameters
    ----------
    problem, before
        A question that shows it.
    shows
        Whether another one does.
    attempts, seconds
        How many others to try, and how long.
    """
    left, until = attempts, time.monotonic() + seconds
    best = problem, tuple(before)
    going_on = True
    while going_on:
        going_on = False
        for candidate in _candidates(*best):
            if left <= 0 or time.monotonic() > until:
                return best
            left -= 1
            if shows(*candidate):
                best, going_on = candidate, True
                break
    return best


def _candidates(problem: Problem, before: tuple[Problem, ...]) -> Iterator[tuple[Problem, tuple[Problem, ...]]]:
    if before:
        yield problem, ()
    for number in range(len(before)):
        yield problem, before[:number] + before[number + 1 :]
    for less in smaller(problem):
        yield less, before
    for number, earlier in enumerate(before):
        for less in smaller(earlier):
            yield problem, (*before[:number], less, *before[number + 1 :])


def smaller(problem: Problem) -> Iterator[Problem]:
    """Problems a little smaller than this one, each once; those that leave out most come first."""
    written = _written(problem)
    seen = {json.dumps(written)}
    for change in _objects(written):
        try:
            less = parse({**change, "play": problem.play.value})
            smaller = _written(less)
        except LastmoveError:
            continue
        text = json.dumps(smaller)
        if text in seen or _size(smaller) >= _size(written) or getattr(less.position, "is_board", False):
            continue
        seen.add(text)
        yield less


def _written(problem: Problem) -> dict[str, Any]:
    """The JSON form, as its game writes it, without what no game needs."""
    return {name: value for name, value in problem_to_json(problem).items() if name not in ("id", "play")}


def _size(value: object) -> tuple[int, int]:
    """How many values there are in a JSON value, and how large the numbers are together."""
    if isinstance(value, dict | list):
        inside = [_size(each) for each in (value.values() if isinstance(value, dict) else value)]
        return 1 + sum(count for count, _ in inside), sum(total for _, total in inside)
    if isinstance(value, str):
        return len(value), 0
    return 1, abs(value) if isinstance(value, int) else 0


def _objects(written: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Changes of a position object: its parts for itself, a vertex less, a value less, a smaller number."""
    for part in written.get("parts", ()):
        yield dict(part)
    yield from _without_vertices(written)
    for field, value in written.items():
        if field in ("game", "start"):
            continue
        if field == "parts":
            for number, part in enumerate(value):
                yield {**written, "parts": value[:number] + value[number + 1 :]}
                yield from (
                    {**written, "parts": [*value[:number], less, *value[number + 1 :]]} for less in _objects(part)
                )
        else:
            yield from ({**written, field: less} for less in _values(value))


def _without_vertices(written: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A vertex less, with its edges and its weight, where there are vertices; those behind it are numbered anew."""
    vertices, edges = written.get("vertices"), written.get("edges")
    if vertices is None or not isinstance(edges, list):
        return
    numbered = isinstance(vertices, int)
    names = list(range(vertices)) if numbered else list(vertices)
    for place in reversed(range(len(names))):
        gone = names[place]
        if written.get("start") == gone:
            continue
        less = dict(written)
        kept = [edge for edge in edges if gone not in edge]
        if numbered:
            less |= {"vertices": vertices - 1, "edges": [[v - (v > gone) for v in edge] for edge in kept]}
            if isinstance(less.get("start"), int):
                less["start"] -= less["start"] > gone
        else:
            less |= {"vertices": names[:place] + names[place + 1 :], "edges": kept}
        weights = written.get("weights")
        if isinstance(weights, list):
            less["weights"] = weights[:place] + weights[place + 1 :]
        elif isinstance(weights, dict) and not numbered:
            less["weights"] = {name: weight for name, weight in weights.items() if name != str(gone)}
        yield less


def _values(value: Any) -> Iterator[Any]:
    """Smaller values of one field."""
    if isinstance(value, bool) or value is None:
        return
    if isinstance(value, int):
        yield from dict.fromkeys(less for less in (0, 1, value // 2, value - 1) if 0 <= less < value)
    elif isinstance(value, str):
        yield from (value[:place] + value[place + 1 :] for place in range(len(value)))
    elif isinstance(value, list):
        if len(value) > 3:
            yield from (value[: len(value) // 2], value[len(value) // 2 :])
        yield from (value[:place] + value[place + 1 :] for place in range(len(value)))
        for place, each in enumerate(value):
            if not isinstance(each, list | str):
                yield from ([*value[:place], less, *value[place + 1 :]] for less in _values(each))
    elif isinstance(value, dict):
        yield from ({**value, name: less} for name in value for less in _values(value[name]))
