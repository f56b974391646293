"""The sparse-space method for heap games: one source that runs as plain Python and, compiled, through Numba."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lastmove.core.compiling import digest_of, kept
from lastmove.graphs.backend import is_compiled, may_compile, may_start_numba

if TYPE_CHECKING:
    from numpy.typing import NDArray


def fill_sparse(
    values: NDArray[np.int32],
    first: int,
    last: int,
    rules: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]],
    common: NDArray[np.bool_],
    rare: NDArray[np.int64],
    count: int,
) -> tuple[int, int]:
    """Fill in ``values[first:last]``; return the first heap that is not filled in, and how many rare ones there are.

    Parameters
    ----------
    values
        Grundy values, known below ``first``.
    rules
        How many tokens may be taken to leave nothing, one heap, two heaps.
    common
        Which values are common. A sum of two common or two rare values is rare, other sums are common.
    rare, count
        The heaps >= 1 of rare value below ``first``, ascending, in the first ``count`` places; there is room for all.

    Notes
    -----
    Invariant: every common value of an option is met in a pair with a rare heap, so the least common value that no
    option has is known after looking at the rare heaps only. Other pairs are looked at just until every rare value
    below it has turned up; mostly that is soon. Where no choice of common values leaves few rare heaps, every pair is
    looked at instead.

    It stops early after a value that is not below half of ``len(common)``: the caller must then make room.
    """
    nothing, single, double = rules
    seen = np.full(len(common), -1, np.int64)
    room = len(common) // 2
    for n in range(first, last):
        for taken in nothing:
            if taken == n:
                seen[0] = n
        for taken in single:
            if taken < n:
                seen[values[n - taken]] = n
        dense = 3 * count > n
        for taken in double:
            left = n - taken
            if dense:
                for smaller in range(1, left // 2 + 1):
                    seen[values[smaller] ^ values[left - smaller]] = n
                continue
            for place in range(count):
                if rare[place] >= left:
                    break
                seen[values[rare[place]] ^ values[left - rare[place]]] = n
        least = 0
        missing = 0
        while seen[least] == n or not (common[least] or dense):
            if seen[least] != n:
                missing += 1
            least += 1
        step = 0
        while missing > 0 and 2 * step <= n // 2:  # all numbers taken side by side, and heaps from both ends: a value
            for taken in double:  # may turn up at once for one of them and never for another
                left = n - taken
                half = left // 2
                for smaller in (1 + step, half - step):
                    if 1 <= smaller <= half:
                        value = values[smaller] ^ values[left - smaller]
                        if seen[value] != n:
                            seen[value] = n
                            if value < least:
                                missing -= 1
            step += 1
        if missing > 0:
            least = 0
            while seen[least] == n:
                least += 1
        values[n] = least
        if not common[least]:
            rare[count] = n
            count += 1
        if least >= room:
            return n + 1, count
    return last, count


def common_values(mask: int, room: int) -> NDArray[np.bool_]:
    """Which of the values below ``room`` have an odd number of bits in common with the mask."""
    bits = np.arange(room, dtype=np.int64) & mask
    odd = np.zeros(room, np.bool_)
    while bits.any():
        odd ^= (bits & 1).astype(np.bool_)
        bits >>= 1
    return odd


def best_mask(values: NDArray[np.int32]) -> int:
    """The mask that makes the fewest of these values rare: the least place of the Walsh transform of their counts."""
    counts = np.bincount(values).astype(np.int64)
    size = 2
    while size < len(counts):
        size *= 2
    balance = np.zeros(size, np.int64)
    balance[: len(counts)] = counts
    step = 1
    while step < size:
        pairs = balance.reshape(-1, 2, step)
        balance = np.stack((pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]), axis=1).reshape(-1)
        step *= 2
    return int(balance[1:].argmin()) + 1


_compiled: dict[Any, Any] = {}


def compiled(function: Any) -> Any | None:
    """A function compiled by Numba, once and kept on disk.

    ``None`` where Numba is not installed, and where a limit leaves no time or memory for it.
    """
    if not may_start_numba():
        return None
    made = _made(function)
    return made if made is None or may_compile() or is_compiled(made) else None


def _made(function: Any) -> Any | None:
    if function not in _compiled:
        try:
            made = kept(function, sources=digest_of("lastmove.heaps"))
        except ImportError:
            return None
        _compiled.setdefault(function, made)  # the first of several threads: Numba then compiles it once
    return _compiled[function]
