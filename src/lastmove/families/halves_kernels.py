"""Play between two halves of a strip that are known by class only, and the halves that are in the wrong class.

The token stands in one column; what lies on either side of it is a *half*. Halves come in numbered *classes*; class 0
is the half in which nothing can be entered. A *stand* is the class of one half, a *pair* (what is left of the token's
column, and the token's place in it) and the class of the other half. A *step* leads from a class and a column to the
class of the half with that column put before it.

Stands are reached where the player who wins follows one move, and the other every move. Halves that are not as their
class says are brought to the classes where they belong.

The functions are kernels: :mod:`lastmove.graphs.backend` runs them on lists, or compiles them for arrays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence


__all__ = [
    "DONE",
    "LOSING",
    "MORE",
    "NONE",
    "ROOM",
    "WINNING",
    "Classes",
    "ColumnGame",
    "StandWork",
    "add_step",
    "blame",
    "entered",
    "find_home",
    "inside",
    "into",
    "is_won",
    "longer",
    "reach",
    "spread",
    "won",
]

LOST, WON = 1, 2
"""What is known of a stand, for the player to move; 0 is nothing."""

NONE, LOSING, WINNING = 0, 1, 2
"""What the moves of one sort do for the player to move: there are none, none of them wins, one wins."""

EVERY, INNER, ENTER, IDLE = 1, 2, 3, 4
"""What is followed from a stand towards its first half: every move, one move in the column, one into the half, none."""

DONE, MORE, ROOM = 0, 1, 2
_STEPS_AT_ONCE = 64
_FRESH, _END = -2, -1


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


class StandWork(NamedTuple):
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


def _place(work: StandWork, s: int, p: int, u: int) -> int:
    """Where a stand has its value: halves are exchanged freely."""
    if s < u:
        return (u * work.pairs + p) * work.room + s
    return (s * work.pairs + p) * work.room + u


def longer(game: ColumnGame, classes: Classes, s: int, column: int) -> int:
    """The class of a half of class s with a column before it; behind an empty column nothing can be entered."""
    return classes.step[s * game.columns + column] if column else 0


def won(game: ColumnGame, classes: Classes, work: StandWork, s: int, p: int, u: int) -> bool:
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


def _judge(game: ColumnGame, classes: Classes, work: StandWork, s: int, p: int, u: int, top: int) -> int:
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


def inside(game: ColumnGame, classes: Classes, work: StandWork, s: int, p: int, u: int) -> int:
    """What moves in the column do."""
    found = NONE
    for at in range(game.inner_at[p], game.inner_at[p + 1]):
        if not won(game, classes, work, s, game.inner[at], u):
            return WINNING
        found = LOSING
    return found


def entered(game: ColumnGame, classes: Classes, work: StandWork, s: int, column: int, p: int, after: int) -> int:
    """What moves into a half do, of class s with a column before it; the other half is of the class ``after`` then."""
    found = NONE
    entry = p * game.columns + column
    for at in range(game.enter_at[entry], game.enter_at[entry + 1]):
        if not won(game, classes, work, s, game.enter[at], after):
            return WINNING
        found = LOSING
    return found


def into(game: ColumnGame, classes: Classes, work: StandWork, s: int, p: int, u: int) -> int:
    """What moves into the smallest half of class s do."""
    if s == 0:
        return NONE
    after = longer(game, classes, u, game.rest[p])
    return entered(game, classes, work, classes.parent[s], classes.last[s], p, after)


def is_won(game: ColumnGame, inner: int, left: int, right: int) -> bool:
    """Whether the player to move wins, by what the moves of the three sorts do."""
    best = max(inner, left, right)
    return best == WINNING or (best == NONE and game.misere != 0)


def reach(game: ColumnGame, classes: Classes, work: StandWork, s: int, p: int, u: int) -> None:
    """Mark a stand, the first time, with what is followed from it."""
    if s < u:
        s, u = u, s
    if work.mark[(s * work.pairs + p) * work.room + u]:
        return
    if not won(game, classes, work, s, p, u):
        here = there = EVERY
    elif inside(game, classes, work, s, p, u) == WINNING:
        here = there = INNER
    else:
        left = into(game, classes, work, s, p, u) == WINNING
        right = into(game, classes, work, u, p, s) == WINNING
        if left and right:  # the smaller stand has less to be followed from it
            rest = game.rest[p]
            lefts = classes.size[s] + classes.size[longer(game, classes, u, rest)]
            left = lefts <= classes.size[u] + classes.size[longer(game, classes, s, rest)]
            right = not left
        here = IDLE if right else ENTER
        there = IDLE if left else ENTER
    if s == u:
        _mark(work, s, p, u, min(here, there))
    else:
        _mark(work, s, p, u, here)
        _mark(work, u, p, s, there)


def _mark(work: StandWork, s: int, p: int, u: int, what: int) -> None:
    place = (s * work.pairs + p) * work.room + u
    work.mark[place] = what
    work.counts[2] += 1
    _put(work, place, _FRESH)


def _put(work: StandWork, item: int, start: int) -> None:
    top = work.counts[0]
    work.todo[top] = item
    work.todo_from[top] = start
    work.counts[0] = top + 1


def add_step(game: ColumnGame, classes: Classes, work: StandWork, s: int, column: int) -> None:
    """A half of class s gets a column before it: the class that it then has may now be entered so."""
    number = s * game.columns + column
    if column == 0 or work.needed[number]:
        return
    work.needed[number] = 1
    made = classes.step[number]
    work.made_before[number] = work.made[made]
    work.made[made] = number
    _put(work, -1 - number, 0)


def spread(game: ColumnGame, classes: Classes, work: StandWork, most: int, margin: int) -> int:
    """Follow at most so many of the things to do; DONE, MORE, or ROOM when less than the margin is left for them."""
    while work.counts[0] > 0:
        if work.counts[0] + margin > len(work.todo):
            return ROOM
        if most == 0:
            return MORE
        most -= 1
        top = work.counts[0] - 1
        work.counts[0] = top
        item, start = work.todo[top], work.todo_from[top]
        if item < 0:
            _follow_step(game, classes, work, -1 - item, start)
        else:
            _follow(game, classes, work, item, start)
    return DONE


def _follow_step(game: ColumnGame, classes: Classes, work: StandWork, number: int, p: int) -> None:
    """Enter halves by a step that is new, from all stands with one pair; then go on to the next pair."""
    if p + 1 < work.pairs:
        _put(work, -1 - number, p + 1)
    s = classes.step[number]
    for u in range(work.counts[1]):
        if work.mark[(s * work.pairs + p) * work.room + u]:
            _enter(game, classes, work, number, s, p, u)


def _follow(game: ColumnGame, classes: Classes, work: StandWork, place: int, number: int) -> None:
    """Follow what a stand is marked with: its inner moves when it is fresh, then entering by some steps at a time."""
    u = place % work.room
    p = place // work.room % work.pairs
    s = place // work.room // work.pairs
    what = work.mark[place]
    if number == _FRESH:
        number = work.made[s]
        if what in (EVERY, INNER):
            for at in range(game.inner_at[p], game.inner_at[p + 1]):
                if what == EVERY:
                    reach(game, classes, work, s, game.inner[at], u)
                elif not won(game, classes, work, s, game.inner[at], u):
                    reach(game, classes, work, s, game.inner[at], u)
                    break
    for _ in range(_STEPS_AT_ONCE):
        if number == _END:
            return
        _enter(game, classes, work, number, s, p, u)
        number = work.made_before[number]
    if number != _END:
        _put(work, place, number)


def _enter(game: ColumnGame, classes: Classes, work: StandWork, number: int, s: int, p: int, u: int) -> None:
    """From a stand, enter its first half by one of the steps that lead to its class."""
    what = work.mark[(s * work.pairs + p) * work.room + u]
    if what in (INNER, IDLE):
        return
    parent, column = number // game.columns, number % game.columns
    entry = p * game.columns + column
    after = longer(game, classes, u, game.rest[p])
    for at in range(game.enter_at[entry], game.enter_at[entry + 1]):
        if what == EVERY:
            add_step(game, classes, work, u, game.rest[p])
            reach(game, classes, work, parent, game.enter[at], after)
        elif not won(game, classes, work, parent, game.enter[at], after):
            add_step(game, classes, work, u, game.rest[p])
            reach(game, classes, work, parent, game.enter[at], after)
            return
    other = (u * work.pairs + p) * work.room + s
    if what == ENTER and work.mark[other] == IDLE:  # this half does not win: the other must
        work.mark[other] = ENTER
        _put(work, other, _FRESH)


_NONE = -1


def blame(game: ColumnGame, classes: Classes, work: StandWork, least: MutableSequence[int], s: int) -> None:
    """For each step that leads to class s and should not, lower ``least`` to the size of a board that shows it."""
    for p in range(work.pairs):
        for u in range(work.counts[1]):
            if work.mark[(s * work.pairs + p) * work.room + u]:
                inner = inside(game, classes, work, s, p, u)
                if inner != WINNING:
                    _blame_stand(game, classes, work, least, s, p, u, inner)


def _blame_stand(
    game: ColumnGame, classes: Classes, work: StandWork, least: MutableSequence[int], s: int, p: int, u: int, inner: int
) -> None:
    wins = won(game, classes, work, s, p, u)
    left, right = into(game, classes, work, s, p, u), into(game, classes, work, u, p, s)
    _list_ways(game, classes, work, s, p, u, 0)
    _list_ways(game, classes, work, u, p, s, 6)
    after = longer(game, classes, u, game.rest[p])
    number = work.made[s]
    while number != _NONE:
        parent, column = number // game.columns, number % game.columns
        x = entered(game, classes, work, parent, column, p, after)
        if is_won(game, inner, x, right) != wins:
            size = classes.size[parent] + game.size[column] + game.weight[p] + classes.size[u]
            least[number] = min(least[number], size)
        number = work.made_before[number]
    for x in range(3):
        for y in range(3):
            near, far = work.met[2 * x], work.met[6 + 2 * y]
            if x != left and y != right and near >= 0 and far >= 0 and is_won(game, inner, x, y) != wins:
                number = work.met[2 * x + 1]  # both halves are others than the smallest: the first one is blamed
                least[number] = min(least[number], near + far + game.weight[p])


def _list_ways(game: ColumnGame, classes: Classes, work: StandWork, s: int, p: int, u: int, base: int) -> None:
    """For each thing that entering a half of class s may do, the size of the least such half and its step; or -1."""
    met = work.met
    for at in range(base, base + 6):
        met[at] = _NONE
    if s == 0:
        met[base] = 0
    after = longer(game, classes, u, game.rest[p])
    number = work.made[s]
    while number != _NONE:
        parent, column = number // game.columns, number % game.columns
        at = base + 2 * entered(game, classes, work, parent, column, p, after)
        size = classes.size[parent] + game.size[column]
        if met[at] == _NONE or size < met[at]:
            met[at] = size
            met[at + 1] = number
        number = work.made_before[number]


def find_home(
    game: ColumnGame, classes: Classes, work: StandWork, number: int, most: int, barred: Sequence[int]
) -> int:
    """A class whose halves have, on boards up to a size, the values that halves by this step have; -1 if there is none.

    Only stands that were reached with the class that the step has now are compared. Nothing may be to do meanwhile.
    """
    parent, column, old = number // game.columns, number % game.columns, classes.step[number]
    size = classes.size[parent] + game.size[column]
    count = 0
    for p in range(work.pairs):
        for u in range(work.counts[1]):
            if size + game.weight[p] + classes.size[u] > most:
                continue
            if work.mark[(old * work.pairs + p) * work.room + u]:
                x = entered(game, classes, work, parent, column, p, longer(game, classes, u, game.rest[p]))
                y = into(game, classes, work, u, p, old)
                work.todo[count] = p * work.room + u
                work.todo_from[count] = is_won(game, inside(game, classes, work, old, p, u), x, y)
                count += 1
    for s in range(work.counts[1]):
        if barred[s] or classes.size[s] > size:
            continue
        same = True
        for at in range(count):
            p, u = work.todo[at] // work.room, work.todo[at] % work.room
            if won(game, classes, work, s, p, u) != (work.todo_from[at] != 0):
                same = False
                break
        if same:
            return s
    return -1
