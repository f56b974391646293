"""The search itself, compiled: depth first on an explicit stack, in slices, with a table. It knows no game.

A game is a function ``expand(rows, numbers, state, states, marks)``, which says of a state who wins it, or what its
options are; :class:`lastmove.search.fast.board.Rules` has the whole of it.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numba import njit, types

from lastmove.core.compiling import kept
from lastmove.search.fast.board import LOST, MOST, SPLIT, SURE, WON, sources_digest
from lastmove.search.fast.table import fetch, find, hash_of, record

__all__ = ["EXPAND", "NEW", "search"]

_ROWS = types.uint64[:, :, ::1]
_NUMBERS = types.int64[::1]
_STATES = types.uint64[:, ::1]
EXPAND = types.int64(_ROWS, _NUMBERS, types.uint64[::1], _STATES, _NUMBERS)
"""The type of a game's compiled ``expand``."""

# The columns of a frame: the place of its state; where its options begin, the next to try, where they end; what it is
# doing; how many positions had been visited when it was entered; and how likely it is lost.
STATE, BEGIN, NEXT, END, DOING, ENTERED, CHANCE = 0, 1, 2, 3, 4, 5, 6
COLUMNS = 7
NEW, CHOOSING, ASKING, FOLLOWING = 0, 1, 2, 3

# What control holds: the depth of the current frame; positions visited; states found in the table; whether to stop;
# lines written and how many may be; the greatest depth; whether other threads search the same state.
DEPTH, POSITIONS, HITS, STOP, LINES, ROOM, DEEPEST, SHARED = 0, 1, 2, 3, 4, 5, 6, 7

# Threads put the hashes of the states they are in into so many places, and look every so many positions
# whether another has finished one of theirs.
PLACES = 1 << 14
_LOOK_UP = 1 << 10

# One option that has failed makes it four times as likely that all will; that the option
# tried first is the right one, if there is one, holds in three cases of four; both as measured.
_EVEN = SURE // 2
_WORTH_SHARING = SURE * 11 // 20

# What search returns beside 1 (won) and 0 (lost).
PAUSED, NEEDS_STATES, NEEDS_FRAMES, NEEDS_LINES = -1, -2, -3, -4


@njit(inline="always")
def _effort(positions: int) -> int:
    found = 0
    while positions > 1:
        positions >>= 1
        found += 1
    return found


@njit(inline="always")
def _least_mark(order: Any, marks: Any, begin: int, end: int) -> Any:
    """Bring the option to try next to the front."""
    best = begin
    for i in range(begin + 1, end):
        if marks[order[i]] < marks[order[best]]:
            best = i
    chosen = order[best]
    order[best] = order[begin]
    order[begin] = chosen
    return chosen


@njit(inline="always")
def _free_mark(order: Any, marks: Any, hashes: Any, busy: Any, begin: int, end: int) -> Any:
    """Bring the option to try next to the front: one that no other thread is busy with, if there is any."""
    best = begin
    best_is_busy = True
    for i in range(begin, end):
        is_busy = busy[np.int64(hashes[order[i]]) & (PLACES - 1)] == hashes[order[i]]
        if (best_is_busy and not is_busy) or (is_busy == best_is_busy and marks[order[i]] < marks[order[best]]):
            best = i
            best_is_busy = is_busy
    chosen = order[best]
    order[best] = order[begin]
    order[begin] = chosen
    return chosen


@njit(inline="always")
def _likelier(chance: int) -> int:
    """How likely a state is lost when one more of its options has failed."""
    return 4 * SURE * chance // (3 * chance + SURE)


@njit(inline="always")
def _chance_below(frames: Any, marks: Any, d: int, p: int) -> Any:
    """How likely the option p of the state in frame d is lost."""
    if frames[d, DOING] != CHOOSING:
        return _EVEN
    right = SURE - frames[d, CHANCE]
    if frames[d, NEXT] < frames[d, END]:
        right -= right >> 2
    return SURE - right if marks[p] & 1 else right


@partial(
    kept,
    signature=types.int64(
        types.FunctionType(EXPAND), _ROWS, _NUMBERS, _STATES, _STATES, _NUMBERS, _NUMBERS, types.uint64[::1],
        types.int64[:, ::1], _NUMBERS, types.uint64[::1], types.int64,
    ),
    sources=sources_digest(),
    nogil=True,
    _nrt=False,
)  # fmt: skip
def search(
    expand: Any, rows: Any, numbers: Any, table: Any, states: Any, marks: Any, order: Any, hashes: Any,
    frames: Any, control: Any, busy: Any, budget: int,
) -> int:  # fmt: skip
    """Search the state in ``states[0]``, or go on with it; PAUSED after ``budget`` positions."""
    width = numbers[MOST]
    is_shared = control[SHARED] != 0
    hashes[0] = hash_of(states[0])
    d = control[DEPTH]
    last = control[POSITIONS] + budget
    answer = -1
    if is_shared:
        for i in range(d + 1):
            busy[np.int64(hashes[frames[i, STATE]]) & (PLACES - 1)] = hashes[frames[i, STATE]]
    while True:
        value = -1
        is_joined = False
        if is_shared and frames[d, DOING] == NEW and control[POSITIONS] & (_LOOK_UP - 1) == 0:
            # Has another thread finished a state that this one is in?
            for above in range(d):
                known = find(table, states[frames[above, STATE]], hashes[frames[above, STATE]])
                if known >= 0:
                    for i in range(above + 1, d + 1):
                        busy[np.int64(hashes[frames[i, STATE]]) & (PLACES - 1)] = 0
                    d = above
                    value = known
                    break
        if value >= 0:
            pass
        elif frames[d, DOING] == NEW:
            begin = frames[d, BEGIN]
            needs = 0
            if control[POSITIONS] >= last or control[STOP] != 0:
                needs = PAUSED
            elif begin + width > states.shape[0]:
                needs = NEEDS_STATES
            elif d + 1 >= frames.shape[0]:
                needs = NEEDS_FRAMES
            elif control[LINES] >= control[ROOM]:
                needs = NEEDS_LINES
            if needs != 0:
                control[DEPTH] = d
                return needs
            frames[d, ENTERED] = control[POSITIONS]
            control[POSITIONS] += 1
            k = expand(rows, numbers, states[frames[d, STATE]], states[begin:], marks[begin:])
            if k == WON:
                value = 1
            elif k == LOST:
                value = 0
            elif k == SPLIT:
                frames[d, DOING] = ASKING
                frames[d, NEXT] = begin
                frames[d, END] = begin + 3
                for p in range(begin, begin + 3):
                    hashes[p] = hash_of(states[p])
                    fetch(table, hashes[p])
            else:
                frames[d, DOING] = CHOOSING
                kept = begin
                for p in range(begin, begin + k):
                    hashes[p] = hash_of(states[p])
                    fetch(table, hashes[p])
                for p in range(begin, begin + k):
                    known = find(table, states[p], hashes[p])
                    if known < 0:
                        order[kept] = p
                        kept += 1
                    else:
                        control[HITS] += 1
                        if known == marks[p] & 1:
                            value = 1
                            break
                if is_shared:
                    if kept < begin + k:
                        frames[d, CHANCE] = _likelier(frames[d, CHANCE])
                    else:
                        is_joined = frames[d, CHANCE] < _WORTH_SHARING
                frames[d, NEXT] = begin
                frames[d, END] = kept
                # States that are known keep their room until the frame is left.
                frames[d + 1, BEGIN] = begin + k
        elif frames[d, DOING] == CHOOSING:
            if answer == marks[order[frames[d, NEXT] - 1]] & 1:
                value = 1
            elif is_shared:
                frames[d, CHANCE] = _likelier(frames[d, CHANCE])
        elif frames[d, DOING] == ASKING:
            asked = frames[d, BEGIN]
            branch = asked + (1 if answer != marks[asked] else 2)
            if marks[branch] >= 2:
                value = marks[branch] - 2
            else:
                frames[d, DOING] = FOLLOWING
                frames[d, NEXT] = branch
        else:
            value = answer ^ marks[frames[d, NEXT]]

        if value < 0:
            look_up = True
            if frames[d, DOING] == CHOOSING:
                if frames[d, NEXT] < frames[d, END]:
                    if is_shared and not is_joined:
                        p = _free_mark(order, marks, hashes, busy, frames[d, NEXT], frames[d, END])
                    else:
                        p = _least_mark(order, marks, frames[d, NEXT], frames[d, END])
                    look_up = frames[d, NEXT] > frames[d, BEGIN]
                    frames[d, NEXT] += 1
                else:
                    value = 0
                    p = 0
            else:
                p = frames[d, NEXT]
                frames[d + 1, BEGIN] = frames[d, BEGIN] + 3
            if value < 0:
                # The first option was looked up just now; others may have been met since.
                answer = find(table, states[p], hashes[p]) if look_up else -1
                if answer < 0:
                    d += 1
                    frames[d, STATE] = p
                    frames[d, DOING] = NEW
                    if is_shared:
                        busy[np.int64(hashes[p]) & (PLACES - 1)] = hashes[p]
                        frames[d, CHANCE] = _chance_below(frames, marks, d - 1, p)
                    if d > control[DEEPEST]:
                        control[DEEPEST] = d
                else:
                    control[HITS] += 1
                continue

        p = frames[d, STATE]
        effort = _effort(control[POSITIONS] - frames[d, ENTERED])
        control[LINES] += record(table, states[p], hashes[p], effort, value)
        answer = value
        if is_shared:
            busy[np.int64(hashes[p]) & (PLACES - 1)] = 0
        if d == 0:
            control[DEPTH] = 0
            return value
        d -= 1
