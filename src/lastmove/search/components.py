"""Positions as bags of components: what the searches of sums share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.core.position import components_of, key_of
from lastmove.games.heap_rules import Heaps
from lastmove.games.nim import Nim
from lastmove.games.octal import Octal
from lastmove.games.subtraction import Subtraction
from lastmove.games.sum import Sum

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from lastmove.core.position import Position

__all__ = ["family_of", "filed_components"]


def family_of(position: Position, around: Hashable) -> Hashable:
    """What tells apart components with equal keys: their rules, or the part of the sum (``around``) they come from."""
    if isinstance(position, Nim):
        return "nim"
    if isinstance(position, Octal):
        return position.code
    if isinstance(position, Subtraction):
        return position.amounts
    return id(position.rules) if isinstance(position, Heaps) else around


def filed_components(position: Position, around: Hashable = ()) -> Iterator[tuple[Hashable, Hashable, Any]]:
    """The independent components of a position, each with what it is filed under and the part it comes from.

    Sums are taken apart first, part by part, so that the keys of different games do not meet; then each part gives
    its own components.
    """
    if isinstance(position, Sum):
        for number, part in enumerate(position.parts):
            yield from filed_components(part, (around, number))
        return
    for component in components_of(position):
        if isinstance(component, Sum):
            yield from filed_components(component, (around, "sum"))
        else:
            yield (type(component), family_of(component, around), key_of(component)), around, component
