"""Every start of a small block of Vertex Geography at once, by going through all sets of vertices. Compiled.

``wins[S]`` is the set of the vertices of S from which the mover wins when just the vertices of S are left. The token's
vertex v is won if some vertex that v leads to is lost once v is gone; a vertex with nothing left to go to is won unless
being stuck there loses. Sets are numbers, so smaller sets come first.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numba import njit

from lastmove.core.compiling import kept
from lastmove.search.fast.board import sources_digest

_kept = partial(kept, sources=sources_digest(), nogil=True)


@_kept
def fill(out: Any, loses: int, won: int, wins: Any, begin: int, end: int) -> None:
    """Fill in ``wins[begin:end]``; everything below ``begin`` must be there.

    ``loses``: the vertices where to be stuck is to lose; ``won``: those from which the mover wins in any case.
    """
    for chosen in range(begin, end):
        found = chosen & won
        rest = chosen ^ found
        while rest:
            here = rest & -rest
            rest ^= here
            v = _place(here)
            onward = np.int64(out[v]) & (chosen ^ here)
            if onward == 0:
                if here & loses == 0:
                    found |= here
            elif onward & ~np.int64(wins[chosen ^ here]):
                found |= here
        wins[chosen] = found


def prepare() -> None:
    """Compile it, or load it."""
    fill(np.zeros(1, np.uint32), 0, 0, np.zeros(1, np.uint32), 0, 0)


@njit(inline="always")
def _place(single: int) -> int:
    """The number of the only bit of a 32-bit word."""
    place = 0
    if single & 0xFFFF0000:
        place += 16
    if single & 0xFF00FF00:
        place += 8
    if single & 0xF0F0F0F0:
        place += 4
    if single & 0xCCCCCCCC:
        place += 2
    if single & 0xAAAAAAAA:
        place += 1
    return place
