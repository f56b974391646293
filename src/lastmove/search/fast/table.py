"""What a search has found out, by state: a table with exact keys that several threads use at once. Compiled.

A line is one word that says what is known, and the state itself. The word is 0 on a free line; else its lowest two
bits say BUSY, LOST or WON, the next six how large the search was (its binary logarithm), and the rest are bits of the
state's hash, so that most other states are told apart at a glance. A thread takes a free line by marking it busy,
writes the state, and only then what is known; a line is never changed again. So nobody ever reads half a state, and no
two states are taken for the same.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numba import njit

from lastmove.core.compiling import kept
from lastmove.search.fast.bitsets_compiled import load_word, prefetch_word, store_word, swap_word
from lastmove.search.fast.board import sources_digest

_kept = partial(kept, sources=sources_digest(), nogil=True, _nrt=False)

BUSY, LOST, WON = 1, 2, 3
_EFFORT = 2
_TAG = np.uint64(0xFFFFFFFFFFFFFF00)
_START = np.uint64(0x243F6A8885A308D3)
_FACTOR = np.uint64(0x9FB21C651E98DF25)
_LAST = np.uint64(0xD6E8FEB86659FD93)
_HALF = np.uint64(32)
_NOTHING = np.uint64(0)


@njit(inline="always")
def hash_of(state: Any) -> Any:
    """Spread a state over 64 bits."""
    found = _START
    for i in range(state.shape[0]):
        found = (found ^ state[i]) * _FACTOR
        found ^= found >> _HALF
    found *= _LAST
    return found ^ (found >> _HALF)


@njit(inline="always")
def _holds(table: Any, line: int, state: Any) -> Any:
    for i in range(state.shape[0]):  # noqa: SIM110 - Numba compiles no generator
        if table[line, i + 1] != state[i]:
            return False
    return True


@njit(inline="always")
def fetch(table: Any, spread: Any) -> None:
    """Have the line where a state will be looked for brought near: waiting for it costs more than a search step."""
    size, width = table.shape
    prefetch_word(table, (np.int64(spread >> _HALF) & (size - 1)) * width)


@njit
def find(table: Any, state: Any, spread: Any) -> Any:
    """1 if the state is known to be won, 0 if lost, -1 if nothing is known."""
    size, width = table.shape
    line = np.int64(spread >> _HALF) & (size - 1)
    tag = (spread << np.uint64(8)) & _TAG
    while True:
        known = load_word(table, line * width)
        if known == _NOTHING:
            return -1
        if (known & _TAG) == tag and (np.int64(known) & 3) != BUSY and _holds(table, line, state):
            return (np.int64(known) & 3) - LOST
        line = (line + 1) & (size - 1)


@njit
def record(table: Any, state: Any, spread: Any, effort: int, wins: int) -> int:
    """Note who wins a state; how many lines that took, 0 if it was there already."""
    size, width = table.shape
    line = np.int64(spread >> _HALF) & (size - 1)
    tag = (spread << np.uint64(8)) & _TAG
    while True:
        known = load_word(table, line * width)
        if known == _NOTHING and swap_word(table, line * width, _NOTHING, tag | np.uint64(BUSY)):
            for i in range(state.shape[0]):
                table[line, i + 1] = state[i]
            word = tag | np.uint64((effort << _EFFORT) | (LOST + wins))
            store_word(table, line * width, word)
            return 1
        known = load_word(table, line * width)
        if (known & _TAG) == tag and (np.int64(known) & 3) != BUSY and _holds(table, line, state):
            return 0
        line = (line + 1) & (size - 1)


@_kept
def move_lines(old: Any, new: Any, least: int) -> int:
    """Copy lines of at least this effort into another table; how many there were."""
    count = 0
    for line in range(old.shape[0]):
        known = np.int64(old[line, 0])
        if known & 3 >= LOST and (known >> _EFFORT) & 63 >= least:
            state = old[line, 1:]
            count += record(new, state, hash_of(state), (known >> _EFFORT) & 63, (known & 3) - LOST)
    return count


@_kept
def arrange_lines(table: Any, old: int, least: int, room: Any) -> int:
    """Put the lines of a table that had ``old`` of them where they belong in all of it; how many stay.

    Those of less effort than ``least`` are forgotten. ``room`` holds one state. A line is taken out and put in again in
    turn, beginning behind a free one: the way from where a state is looked for to where it stood holds only lines that
    were put in again by then, so none comes to stand behind one that is still to be moved.
    """
    begin = 0
    while table[begin, 0] != _NOTHING:
        begin += 1
    count = 0
    for i in range(1, old):
        line = (begin + i) & (old - 1)
        known = np.int64(table[line, 0])
        if known == 0:
            continue
        for j in range(room.shape[0]):
            room[j] = table[line, j + 1]
        table[line, 0] = _NOTHING
        if known & 3 >= LOST and (known >> _EFFORT) & 63 >= least:
            count += record(table, room, hash_of(room), (known >> _EFFORT) & 63, (known & 3) - LOST)
    return count


@_kept
def efforts(table: Any, counts: Any) -> None:
    """Count the lines of each effort."""
    for line in range(table.shape[0]):
        known = np.int64(table[line, 0])
        if known & 3 >= LOST:
            counts[(known >> _EFFORT) & 63] += 1
