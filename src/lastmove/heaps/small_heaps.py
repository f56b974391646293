"""The value of a heap of a heap game: small ones in plain Python, so that a small question does not load numpy."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from lastmove.heaps.check import Rules, game_of, grown
from lastmove.heaps.tables_of_heaps import tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.core.limits import Meter
    from lastmove.games.heap_rules import Heaps
    from lastmove.games.octal import Octal
    from lastmove.games.subtraction import Subtraction

__all__ = ["heap_value", "small_values"]

SMALL = 150
"""Up to this heap plain Python is as fast as loading numpy."""


class _Known:
    """The values of the heaps 0, 1, ... of one game; they are never changed, only exchanged for longer ones."""

    def __init__(self) -> None:
        self.values: tuple[int, ...] = ()


@lru_cache(maxsize=64)
def _known(rules: Rules) -> _Known:  # noqa: ARG001
    """What is known of an octal or subtraction game."""
    return _Known()


def small_values(rules: Rules, to: int, meter: Meter) -> Sequence[int]:
    """The values of the heaps up to ``to``, at least.

    Threads that ask at the same time each make a list of their own: it takes less than a wait. What stands in the
    shared tuple is whole and right, and stays so.
    """
    known = _known(rules)
    values = known.values
    if len(values) <= to:
        longer = list(values)
        try:
            for _ in grown(rules, longer, to):
                meter.tick()
        finally:  # a limit, or Ctrl-C between two heaps: what is there is right
            values = tuple(longer)
            if len(values) > len(known.values):
                known.values = values
    return values


def heap_value(position: Octal | Subtraction | Heaps, heap: int, meter: Meter) -> int:
    """The value of one heap of the game that a position belongs to."""
    rules = game_of(position)
    if rules is not None and heap <= SMALL:
        return small_values(rules, heap, meter)[heap]
    found: int = tables().table_of(position).value(heap, meter)
    return found
