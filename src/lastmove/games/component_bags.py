"""Positions as bags of independent components: what the searches of sums and their checks share."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.core.position import components_of, key_of
from lastmove.games.heap_rules import Heaps
from lastmove.games.nim import Nim
from lastmove.games.octal import Octal
from lastmove.games.subtraction import Subtraction
from lastmove.games.sum import Sum

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lastmove.core.position import Position

__all__ = ["Component", "family_of", "filed_components", "uncancelled"]


class Component(NamedTuple):
    """A component, what it is filed under, and the part of the sum it comes from (for filing its own options)."""

    key: Hashable
    place: Hashable
    position: Any


_NAMES: dict[type, Callable[[Any], Hashable]] = {
    Nim: lambda _: "nim",
    Octal: lambda position: position.code,
    Subtraction: lambda position: position.amounts,
    Heaps: lambda position: id(position.rules),
}
"""How the rules of the games of heaps are told apart."""


def family_of(position: Position, around: Hashable) -> Hashable:
    """What tells apart components with equal keys: their rules, or the part of the sum (``around``) they come from."""
    name = _NAMES.get(type(position))
    return around if name is None else name(position)


def filed_components(position: Position, around: Hashable = ()) -> Iterator[Component]:
    """The independent components of a position; equal keys mean equal components.

    Sums are taken apart first, part by part, so that the keys of different games do not meet; then each part gives
    its own components.
    """
    kind = type(position)
    if kind in _NAMES and len(position.heaps) == 1:  # type: ignore[attr-defined]  # the most frequent case, made quick
        yield Component((kind, _NAMES[kind](position), key_of(position)), around, position)
        return
    if isinstance(position, Sum):
        for number, part in enumerate(position.parts):
            yield from filed_components(part, (around, number))
        return
    for component in components_of(position):
        if isinstance(component, Sum):
            yield from filed_components(component, (around, "sum"))
        else:
            yield Component((type(component), family_of(component, around), key_of(component)), around, component)


def uncancelled(components: Iterable[Component]) -> list[Component]:
    """What is left when equal components cancel in pairs: in normal play G + G is worth nothing."""
    found: dict[Hashable, Component] = {}
    for component in components:
        if component.key in found:
            del found[component.key]
        else:
            found[component.key] = component
    return list(found.values())
