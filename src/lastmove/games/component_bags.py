"""Positions as bags of independent components: what the searches of sums and their checks share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.core.position import components_of, key_of, scope_of
from lastmove.games.heap_rules import Heaps
from lastmove.games.heaps import HeapGame
from lastmove.games.sum import Sum

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

    from lastmove.core.position import Position

__all__ = ["Component", "filed_components", "uncancelled"]


class Component(NamedTuple):
    """A component, what it is filed under, and the part of the sum it comes from (for filing its own options)."""

    key: Hashable
    place: Hashable
    position: Any


_HEAP_BY_HEAP = (HeapGame.components, Heaps.components)


def filed_components(position: Position, around: Hashable = ()) -> Iterator[Component]:
    """The independent components of a position; equal keys mean equal components.

    Sums are taken apart first, part by part, and then each part gives its own components. ``around`` is the place of
    the position in the sums around it.
    """
    heaps = getattr(type(position), "components", None) in _HEAP_BY_HEAP
    if heaps and len(position.heaps) == 1:  # type: ignore[attr-defined]  # the most frequent case, made quick
        yield Component((scope_of(position, around), key_of(position)), around, position)
        return
    if isinstance(position, Sum):
        for number, part in enumerate(position.parts):
            yield from filed_components(part, (around, number))
        return
    for component in components_of(position):
        if isinstance(component, Sum):
            yield from filed_components(component, (around, "sum"))
        else:
            yield Component((scope_of(component, around), key_of(component)), around, component)


def uncancelled(components: Iterable[Component]) -> list[Component]:
    """What is left when equal components cancel in pairs: in normal play G + G is worth nothing."""
    found: dict[Hashable, Component] = {}
    for component in components:
        if component.key in found:
            del found[component.key]
        else:
            found[component.key] = component
    return list(found.values())
