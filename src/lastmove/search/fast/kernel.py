"""The search itself, compiled: depth first on an explicit stack, in slices, with a table. It knows no game.

A game is a function ``expand(rows, numbers, state, states, marks)``. It is given the tables of the board, the numbers
that go with them, a state, and room for other states, and returns

* WON or LOST, when it knows who wins the state;
* how many options it has written to ``states``. The mark of an option is twice its rank in the order in which to try
  them, plus 1 if the option is good for the mover when that state is won (an odd number of forced moves leads to it),
  plus 0 if it is good for the mover when that state is lost;
* SPLIT, when it has written three states: the state is worth the second one if the first is won, else the third. The
  marks say whether to take the value of a state (0) or its opposite (1), or that the second or third is lost (2) or
  won (3) without a look.

Rules of a game must give states that have one meaning whoever asks, since what is found out about a state is kept.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, types

from lastmove.search.fast.marks import LOST, SPLIT, WON
from lastmove.search.fast.table import find, hash_of, record

__all__ = ["EXPAND", "NEW", "search"]

_ROWS = types.uint64[:, :, ::1]
_NUMBERS = types.int64[::1]
_STATES = types.uint64[:, ::1]
EXPAND = types.int64(_ROWS, _NUMBERS, types.uint64[::1], _STATES, _NUMBERS)
"""The type of a game's compiled ``expand``."""

# The columns of a frame: the place of its state; where its options begin, the next to try, where they end; what it is
# doing; and how many positions had been visited when it was entered.
STATE, BEGIN, NEXT, END, DOING, ENTERED = 0, 1, 2, 3, 4, 5
NEW, CHOOSING, ASKING, FOLLOWING = 0, 1, 2, 3

# What control holds: the depth of the current frame; positions visited; states found in the table; whether to stop;
# lines written and how many may be; the greatest depth; what breaks ties between options.
DEPTH, POSITIONS, HITS, STOP, LINES, ROOM, DEEPEST, SALT = 0, 1, 2, 3, 4, 5, 6, 7

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


@njit(
    types.int64(
        types.FunctionType(EXPAND), _ROWS, _NUMBERS, _STATES, _STATES, _NUMBERS, _NUMBERS, types.uint64[::1],
        types.int64[:, ::1], _NUMBERS, types.int64,
    ),
    cache=True,
    nogil=True,
)  # fmt: skip
def search(
    expand: Any, rows: Any, numbers: Any, table: Any, states: Any, marks: Any, order: Any, hashes: Any,
    frames: Any, control: Any, budget: int,
) -> int:  # fmt: skip
    """Search the state in ``states[0]``, or go on with it; PAUSED after ``budget`` positions."""
    width = numbers[0]
    salt = np.uint64(control[SALT])
    hashes[0] = hash_of(states[0])
    d = control[DEPTH]
    last = control[POSITIONS] + budget
    answer = -1
    while True:
        value = -1
        if frames[d, DOING] == NEW:
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
            else:
                frames[d, DOING] = CHOOSING
                kept = begin
                for p in range(begin, begin + k):
                    hashes[p] = hash_of(states[p])
                    known = find(table, states[p], hashes[p])
                    if known < 0:
                        order[kept] = p
                        kept += 1
                        if salt != 0:
                            tie = np.int64((hashes[p] * salt) >> np.uint64(61))
                            marks[p] = ((marks[p] >> 1) << 4) | (tie << 1) | (marks[p] & 1)
                    else:
                        control[HITS] += 1
                        if known == marks[p] & 1:
                            value = 1
                            break
                frames[d, NEXT] = begin
                frames[d, END] = kept
                # States that are known keep their room until the frame is left.
                frames[d + 1, BEGIN] = begin + k
        elif frames[d, DOING] == CHOOSING:
            if answer == marks[order[frames[d, NEXT] - 1]] & 1:
                value = 1
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
                    if d > control[DEEPEST]:
                        control[DEEPEST] = d
                else:
                    control[HITS] += 1
                continue

        p = frames[d, STATE]
        effort = _effort(control[POSITIONS] - frames[d, ENTERED])
        control[LINES] += record(table, states[p], hashes[p], effort, value)
        answer = value
        if d == 0:
            control[DEPTH] = 0
            return value
        d -= 1
