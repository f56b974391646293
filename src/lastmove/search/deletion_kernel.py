"""Deletion games on boards of up to 62 vertices, a set of vertices in a word: one source, plain Python or Numba.

Each function goes on from where it stood: what it works on is a stack in an array, so that a caller can count and look
at limits between two calls. The tables use open addressing and are never more than half full.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lastmove.core.compiling import digest_of, kept
from lastmove.graphs.backend import is_compiled, may_compile, may_start_numba

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Words = NDArray[np.int64]

MOST_VERTICES = 62
MULTIPLIER = 0x1E3779B97F4A7C15
_DE_BRUIJN = 0x03F79D71B4CB0A89
PLACES = np.zeros(64, np.int64)
for _bit in range(63):
    PLACES[(_DE_BRUIJN << _bit & 2**64 - 1) >> 58] = _bit
BUSY = -1
"""In place of an answer: not done yet."""
COLUMNS = 10
"""Of a stack: set, place in the table, target, tried value, whether that is the target, move, rest, sum, last, what
comes next."""


def find_values(
    stack: Words, depth: int, answer: int, board: tuple[Words, Words, Words, Words], step: int, table: Any, most: int
) -> tuple[int, int, int]:
    """Work on the Grundy value of the connected set at the bottom of the stack.

    Parameters
    ----------
    stack, depth
        A row for each set that waits for another: see :data:`COLUMNS`. To begin, one row with set and target, -1 for
        the value itself.
    answer
        What the last call gave.
    board
        For each vertex its neighbours; for each move what must be there, and what it deletes; and :data:`PLACES`.
    step
        Not 0: sets can be moved down by so many places without a change, and are.
    table
        Keys; values, -1 where they are not known; and which values some option has, as bits.
    most
        How many new sets may be entered.

    Returns
    -------
    int, int, int
        The depth, the answer, and how many sets were entered. With depth 0 the answer is the value; of a set with a
        target -1 says that the value is another one.

    Notes
    -----
    The value of a set is n if no option has it and every smaller one is some option's. Of the components of an option
    all but one must be known; of the last it is asked only whether it has the value that would make up n.
    """
    near, needs, deletes, places = board
    keys, values, attained = table
    cap = len(keys) - 1
    low = (1 << step) - 1
    entered = 0
    while depth:
        row = stack[depth - 1]
        state = row[9]
        if state == 0:  # just put here
            m = row[0]
            if step:
                while not m & low:
                    m >>= step
            place = (m * 0x1E3779B97F4A7C15 >> 22) & cap
            while keys[place] and keys[place] != m:
                place = (place + 1) & cap
            target = row[2]
            if keys[place]:
                if values[place] >= 0:
                    answer = values[place]
                    depth -= 1
                    continue
                if target >= 0 and attained[place] >> target & 1:
                    answer = -1
                    depth -= 1
                    continue
            else:
                if entered >= most:
                    return depth, answer, entered
                keys[place] = m
                values[place] = -1
                attained[place] = 0
                entered += 1
            row[0] = m
            row[1] = place
            row[3] = target if target >= 0 else 0
            row[4] = 1 if target >= 0 else 0
            row[5] = 0
            row[6] = -1
            state = 1
        place = row[1]
        found = False
        if state == 2:  # back from a component whose value was asked for
            row[7] ^= answer
            state = 1
        elif state == 3:  # back from the last component
            if answer >= 0:
                attained[place] |= 1 << (answer ^ row[7])
                found = answer ^ row[7] == row[3]
            row[5] += 1
            row[6] = -1
            state = 1
        if attained[place] >> row[3] & 1:
            found = True
        asked = False
        m = row[0]
        while not found and row[5] < len(needs):
            left = row[6]
            if left < 0:  # the next move
                move = row[5]
                if needs[move] & ~m:
                    row[5] += 1
                    continue
                left = m & ~deletes[move]
                row[7] = 0
                row[8] = 0
            while left:
                piece = left & -left
                new = piece
                while new:
                    reached = 0
                    while new:
                        bit = new & -new
                        reached |= near[places[(bit * 0x03F79D71B4CB0A89 >> 58) & 63]]
                        new ^= bit
                    new = reached & left & ~piece
                    piece |= new
                left ^= piece
                if step:
                    while not piece & low:
                        piece >>= step
                at = (piece * 0x1E3779B97F4A7C15 >> 22) & cap
                while keys[at] and keys[at] != piece:
                    at = (at + 1) & cap
                if keys[at] and values[at] >= 0:
                    row[7] ^= values[at]
                elif row[8] == 0:
                    row[8] = piece
                else:
                    row[6] = left
                    row[9] = 2
                    stack[depth, 0] = piece
                    stack[depth, 2] = -1
                    asked = True
                    break
            if asked:
                break
            if row[8]:
                row[6] = 0
                row[9] = 3
                stack[depth, 0] = row[8]
                stack[depth, 2] = row[7] ^ row[3]
                asked = True
                break
            attained[place] |= 1 << row[7]
            found = row[7] == row[3]
            row[5] += 1
            row[6] = -1
        if asked:
            stack[depth, 9] = 0
            depth += 1
            continue
        row[5] = 0
        row[6] = -1
        row[9] = 1
        if found:
            if row[4]:
                answer = -1
                depth -= 1
                continue
            row[3] += 1
            if row[3] != row[2]:
                continue
            values[place] = row[3]  # every smaller value is some option's, and this one is not
        elif row[4]:  # no option has the target; now the smaller values
            row[4] = 0
            row[3] = 0
            if row[2]:
                continue
            values[place] = 0
        else:
            values[place] = row[3]
        answer = values[place]
        depth -= 1
    return depth, answer, entered


def find_winners(
    stack: Words, depth: int, answer: int, board: tuple[Words, Words, Words, Words], table: Any, most: int
) -> tuple[int, int, int]:
    """Who wins the set at the bottom of the stack in misère play: 1 if the player to move does.

    The columns of the stack: set, place in the table, move, what comes next. Components of one or two vertices in which
    every move is the last one are a Nim heap of 1: two of these cancel, and one is the bit above all vertices. All else
    is as in :func:`find_values`.
    """
    near, needs, deletes, places = board
    keys, values = table
    cap = len(keys) - 1
    alone = 1 << 62
    entered = 0
    while depth:
        row = stack[depth - 1]
        if row[3] == 0:  # just put here: drop what is over, and pairs of heaps of 1
            left = row[0] & ~alone
            m = row[0] & alone
            while left:
                piece = left & -left
                new = piece
                while new:
                    reached = 0
                    while new:
                        bit = new & -new
                        reached |= near[places[(bit * 0x03F79D71B4CB0A89 >> 58) & 63]]
                        new ^= bit
                    new = reached & left & ~piece
                    piece |= new
                left ^= piece
                rest = piece & (piece - 1)
                if rest & (rest - 1):
                    m |= piece
                    continue
                moves = 0
                lasts = 0
                for move in range(len(needs)):
                    if not needs[move] & ~piece:
                        moves += 1
                        after = piece & ~deletes[move]
                        lasts += 1
                        for other in range(len(needs)):
                            if after and not needs[other] & ~after:
                                lasts -= 1
                                break
                if moves and moves == lasts:
                    m ^= alone
                elif moves:
                    m |= piece
            if m & ~alone == 0:
                answer = 0 if m else 1
                depth -= 1
                continue
            place = (m * 0x1E3779B97F4A7C15 >> 22) & cap
            while keys[place] and keys[place] != m:
                place = (place + 1) & cap
            if keys[place] and values[place] >= 0:
                answer = values[place]
                depth -= 1
                continue
            if not keys[place]:
                if entered >= most:
                    return depth, answer, entered
                keys[place] = m
                values[place] = -1
                entered += 1
            row[0] = m
            row[1] = place
            row[2] = -1
            row[3] = 1
        elif answer == 0:  # a move leads to a loss
            values[row[1]] = 1
            answer = 1
            depth -= 1
            continue
        m = row[0]
        move = row[2]
        row[2] += 1
        if move == -1:
            if m & alone:
                stack[depth, 0] = m ^ alone
                stack[depth, 3] = 0
                depth += 1
            else:
                answer = 1  # nothing was tried
            continue
        while move < len(needs) and needs[move] & ~m:
            move += 1
        row[2] = move + 1
        if move < len(needs):
            stack[depth, 0] = m & ~deletes[move]
            stack[depth, 3] = 0
            depth += 1
            continue
        values[row[1]] = 0
        answer = 0
        depth -= 1
    return depth, answer, entered


_compiled: dict[Any, Any] = {}


def compiled(function: Any) -> Any | None:
    """A function compiled by Numba; ``None`` where it is not installed, or a limit leaves no time or memory for it."""
    if not may_start_numba():
        return None
    if function not in _compiled:
        try:
            made = kept(function, sources=digest_of("lastmove.search.deletion_kernel"))
        except ImportError:
            return None
        _compiled.setdefault(function, made)
    made = _compiled[function]
    return made if may_compile() or is_compiled(made) else None
