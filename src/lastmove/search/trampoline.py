"""Values that need other values, worked out without recursion, however deep they lie.

A *recipe* is a generator that asks for the values of other things by yielding them, is sent each value, and returns its
own. Every search that follows the definition, and every search made of parts, is a recipe and the one loop here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from lastmove.core.errors import CycleError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Hashable

    from lastmove.core.limits import Meter

    Thing = TypeVar("Thing")
    Value = TypeVar("Value")

_UNKNOWN: Any = object()
_UNFILED: Any = object()


def _itself(thing: Any) -> Any:
    return thing


def evaluate(
    root: Thing,
    recipe: Callable[[Thing], Generator[Thing, Value, Value]],
    known: dict[Any, Value],
    meter: Meter | None = None,
    *,
    key_of: Callable[[Thing], Hashable] = _itself,
    shown: Callable[[Thing], object] = _itself,
) -> Value:
    """The value of ``root`` by ``recipe``; the values of all things that were needed are put into ``known``.

    Parameters
    ----------
    root
        What is asked for.
    recipe
        How a thing is worked out.
    known
        Values by key; they are not worked out again.
    meter
        Counts every thing that is worked out, and stops the work when a limit is spent (LimitReached).
    key_of
        What a thing is filed under; by default itself.
    shown
        What a thing is in the message of a cycle; by default itself.

    Raises
    ------
    CycleError
        If a thing needs its own value.
    """
    key = key_of(root)
    if key in known:
        return known[key]
    if meter is not None:
        meter.tick()
    return _run([(key, recipe(root))], {key: root}, recipe, known, meter, key_of, shown)


def work_out(
    work: Generator[Thing, Value, Value],
    recipe: Callable[[Thing], Generator[Thing, Value, Value]],
    known: dict[Any, Value],
) -> Value:
    """The value of a generator that stands for no thing of its own; what it asks for is worked out as above."""
    return _run([(_UNFILED, work)], {}, recipe, known, None, _itself, _itself)


def _run(
    stack: list[tuple[Hashable, Generator[Thing, Value, Value]]],
    path: dict[Hashable, Thing],
    recipe: Callable[[Thing], Generator[Thing, Value, Value]],
    known: dict[Any, Value],
    meter: Meter | None,
    key_of: Callable[[Thing], Hashable],
    shown: Callable[[Thing], object],
) -> Value:
    """Run what is on the stack, and what that asks for; ``path`` holds the things that are being worked out."""
    answer: Any = None  # None starts a new recipe
    while True:
        if meter is not None:
            meter.look()
        key, node = stack[-1]
        try:
            asked = node.send(answer)
        except StopIteration as finished:
            answer = finished.value
            stack.pop()
            if key is not _UNFILED:
                known[key] = answer
                del path[key]
            if not stack:
                return answer  # type: ignore[no-any-return]
            continue
        key = key_of(asked)
        answer = known.get(key, _UNKNOWN)
        if answer is _UNKNOWN:
            if key in path:
                things = list(path.values())[list(path).index(key) :]
                raise CycleError([shown(thing) for thing in things])
            if meter is not None:
                meter.tick()
            path[key] = asked
            stack.append((key, recipe(asked)))
            answer = None
