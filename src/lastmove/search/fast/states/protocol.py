"""What the rules of a game say of a state to a search; see :mod:`lastmove.search.fast.machine.kernel`."""

from __future__ import annotations

__all__ = ["LOST", "SPLIT", "WON"]

LOST, WON, SPLIT = -1, -2, -3
