"""Values that need other values, worked out without recursion."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Hashable

    Key = TypeVar("Key", bound=Hashable)

__all__ = ["work_out"]


def work_out(
    root: Generator[Key, bool, bool], recipe: Callable[[Key], Generator[Key, bool, bool]], known: dict[Key, bool]
) -> bool:
    """Run ``root``, a generator that asks for values by their keys; each is worked out once, by ``recipe(key)``."""
    stack: list[tuple[Key | None, Generator[Key, bool, bool]]] = [(None, root)]
    answer: bool | None = None
    while True:
        key, node = stack[-1]
        try:
            wanted = node.send(answer)  # type: ignore[arg-type]  # None starts a new recipe
        except StopIteration as finished:
            answer = bool(finished.value)
            stack.pop()
            if key is None:
                return answer
            known[key] = answer
            continue
        answer = known.get(wanted)
        if answer is None:
            stack.append((wanted, recipe(wanted)))
