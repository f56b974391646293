"""Play between two halves of a strip that are known by class only.

The token stands in one column; what lies on either side of it is a *half*. Halves come in numbered *classes*; class 0
is the half in which nothing can be entered. A *stand* is the class of one half, a *pair* (what is left of the token's
column, and the token's place in it) and the class of the other half. A *step* leads from a class and a column to the
class of the half with that column put before it.

The functions are kernels: :mod:`lastmove.graphs.backend` runs them on lists, or compiles them for arrays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

__all__ = [
    "LOSES",
    "NONE",
    "WINS",
    "Classes",
    "ColumnGame",
    "Work",
    "entered",
    "inside",
    "into",
    "is_won",
    "longer",
    "won",
]

LOST, WON = 1, 2
"""What is known of a stand, for the player to move; 0 is nothing."""

NONE, LOSES, WINS = 0, 1, 2
"""What the moves of one sort do for the player to move: there are none, none of them wins, one wins."""


class ColumnGame(NamedTuple):
    """The moves of a token in a column and into the column beside it, as tables of pairs."""

    columns: int
    misere: int
    rest: Sequence[int]
    """The column that a move out of each pair leaves behind."""
    weight: Sequence[int]
    """How much can still be played in the column of each pair."""
    size: Sequence[int]
    """The same for each column."""
    inner_at: Sequence[int]
    inner: Sequence[int]
    """The pairs after a move in the column: those of pair p are ``inner[inner_at[p]:inner_at[p + 1]]``."""
    enter_at: Sequence[int]
    enter: Sequence[int]
    """The pairs after a move into the column b beside it, in the same way for ``p * columns + b``."""


class Classes(NamedTuple):
    """The classes of halves: how the smallest half of each is made, and the steps between them."""

    parent: MutableSequence[int]
    last: MutableSequence[int]
    """The smallest half of a class has the column ``last`` before a half of the class ``parent``."""
    size: MutableSequence[int]
    """How much can be played in it."""
    step: MutableSequence[int]
    """The class after each step; step number ``class * columns + column``."""


class Work(NamedTuple):
    """What is known of the stands, and what is still to be followed; there is room for so many classes."""

    room: int
    pairs: int
    value: MutableSequence[int]
    mark: MutableSequence[int]
    """What is followed from each stand that is reached; see EVERY."""
    needed: MutableSequence[int]
    """Which steps are taken by halves that are reached."""
    made: MutableSequence[int]
    """The last step found that leads to each class; ``made_before`` has the one found before it."""
    made_before: MutableSequence[int]
    stack: MutableSequence[int]
    todo: MutableSequence[int]
    todo_from: MutableSequence[int]
    counts: MutableSequence[int]
    """How much is to do, the number of classes, the number of stands reached."""
    met: MutableSequence[int]
    """Scratch: for what entering a half does (0 to 2), the least half that does so and its step; for both halves."""


def _place(work: Work, s: int, p: int, u: int) -> int:
    """Where a stand has its value: halves are exchanged freely."""
    if s < u:
        return (u * work.pairs + p) * work.room + s
    return (s * work.pairs + p) * work.room + u


def longer(game: ColumnGame, classes: Classes, s: int, column: int) -> int:
    """The class of a half of class s with a column before it; behind an empty column nothing can be entered."""
    return classes.step[s * game.columns + column] if column else 0


def won(game: ColumnGame, classes: Classes, work: Work, s: int, p: int, u: int) -> bool:
    """Whether the player to move wins, with the smallest halves of the classes on both sides.

    Each move makes the smallest halves and the column smaller in sum, so that the stack is never higher than that.
    """
    value, stack = work.value, work.stack
    first = _place(work, s, p, u)
    if value[first]:
        return value[first] == WON
    stack[0], stack[1], stack[2] = s, p, u
    height = 1
    while height > 0:
        at = 3 * height - 3
        s, p, u = stack[at], stack[at + 1], stack[at + 2]
        found = _judge(game, classes, work, s, p, u, at + 3)
        if found:
            value[_place(work, s, p, u)] = found
            height -= 1
        else:
            height += 1
    return value[first] == WON


def _judge(game: ColumnGame, classes: Classes, work: Work, s: int, p: int, u: int, top: int) -> int:
    """LOST or WON, from what is known of the stands after each move; 0 with the stand that is missing on the stack."""
    value, stack = work.value, work.stack
    stuck = True
    for at in range(game.inner_at[p], game.inner_at[p + 1]):
        stuck = False
        known = value[_place(work, s, game.inner[at], u)]
        if known == LOST:
            return WON
        if not known:
            stack[top], stack[top + 1], stack[top + 2] = s, game.inner[at], u
            return 0
    for side in range(2):
        near, far = (u, s) if side else (s, u)
        if near == 0:
            continue
        entry = p * game.columns + classes.last[near]
        for at in range(game.enter_at[entry], game.enter_at[entry + 1]):
            stuck = False
            after = longer(game, classes, far, game.rest[p])
            known = value[_place(work, classes.parent[near], game.enter[at], after)]
            if known == LOST:
                return WON
            if not known:
                stack[top], stack[top + 1], stack[top + 2] = classes.parent[near], game.enter[at], after
                return 0
    return WON if stuck and game.misere else LOST


def inside(game: ColumnGame, classes: Classes, work: Work, s: int, p: int, u: int) -> int:
    """What moves in the column do."""
    found = NONE
    for at in range(game.inner_at[p], game.inner_at[p + 1]):
        if not won(game, classes, work, s, game.inner[at], u):
            return WINS
        found = LOSES
    return found


def entered(game: ColumnGame, classes: Classes, work: Work, s: int, column: int, p: int, after: int) -> int:
    """What moves into a half do, of class s with a column before it; the other half is of the class ``after`` then."""
    found = NONE
    entry = p * game.columns + column
    for at in range(game.enter_at[entry], game.enter_at[entry + 1]):
        if not won(game, classes, work, s, game.enter[at], after):
            return WINS
        found = LOSES
    return found


def into(game: ColumnGame, classes: Classes, work: Work, s: int, p: int, u: int) -> int:
    """What moves into the smallest half of class s do."""
    if s == 0:
        return NONE
    after = longer(game, classes, u, game.rest[p])
    return entered(game, classes, work, classes.parent[s], classes.last[s], p, after)


def is_won(game: ColumnGame, inner: int, left: int, right: int) -> bool:
    """Whether the player to move wins, by what the moves of the three sorts do."""
    best = max(inner, left, right)
    return best == WINS or (best == NONE and game.misere != 0)
