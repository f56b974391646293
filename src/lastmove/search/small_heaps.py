"""The value of a heap of a heap game: small ones in plain Python, so that a small question does not load numpy."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from lastmove.certificates.heap_evidence import Rules, game_of, grown

if TYPE_CHECKING:
    from lastmove.core.limits import Meter
    from lastmove.games.heap_rules import Heaps
    from lastmove.games.octal import Octal
    from lastmove.games.subtraction import Subtraction

__all__ = ["heap_value", "small_values"]

SMALL = 150
"""Up to this heap plain Python is as fast as loading numpy."""


@lru_cache(maxsize=64)
def _values(rules: Rules) -> list[int]:  # noqa: ARG001
    """The values of the heaps 0, 1, ... of an octal or subtraction game; it grows."""
    return []


def small_values(rules: Rules, to: int, meter: Meter) -> list[int]:
    """The values of the heaps up to ``to``, at least."""
    values = _values(rules)
    for _ in grown(rules, values, to):
        meter.tick()
    return values


def heap_value(position: Octal | Subtraction | Heaps, heap: int, meter: Meter) -> int:
    """The value of one heap of the game that a position belongs to."""
    rules = game_of(position)
    if rules is not None and heap <= SMALL:
        return small_values(rules, heap, meter)[heap]
    from lastmove.search.heap_tables import table_of  # only here, for it loads numpy

    return table_of(position).value(heap, meter)
