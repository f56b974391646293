"""Which stands between two halves of a strip are reached: the player who wins follows one move, the other every move.
Then: the halves of strips that are not as their class says, and the classes where they belong.

The functions are kernels: :mod:`lastmove.graphs.backend` runs them on lists, or compiles them for arrays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.families.halves.play import WINS, entered, inside, into, is_won, longer, won

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

    from lastmove.families.halves.play import Classes, ColumnGame, Work

__all__ = ["DONE", "MORE", "ROOM", "add_step", "blame", "find_home", "reach", "spread"]

EVERY, INNER, ENTER, IDLE = 1, 2, 3, 4
"""What is followed from a stand towards its first half: every move, one move in the column, one into the half, none."""

DONE, MORE, ROOM = 0, 1, 2
_STEPS_AT_ONCE = 64
_FRESH, _END = -2, -1


def reach(game: ColumnGame, classes: Classes, work: Work, s: int, p: int, u: int) -> None:
    """Mark a stand, the first time, with what is followed from it."""
    if s < u:
        s, u = u, s
    if work.mark[(s * work.pairs + p) * work.room + u]:
        return
    if not won(game, classes, work, s, p, u):
        here = there = EVERY
    elif inside(game, classes, work, s, p, u) == WINS:
        here = there = INNER
    else:
        left = into(game, classes, work, s, p, u) == WINS
        right = into(game, classes, work, u, p, s) == WINS
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


def _mark(work: Work, s: int, p: int, u: int, what: int) -> None:
    place = (s * work.pairs + p) * work.room + u
    work.mark[place] = what
    work.counts[2] += 1
    _put(work, place, _FRESH)


def _put(work: Work, item: int, start: int) -> None:
    top = work.counts[0]
    work.todo[top] = item
    work.todo_from[top] = start
    work.counts[0] = top + 1


def add_step(game: ColumnGame, classes: Classes, work: Work, s: int, column: int) -> None:
    """A half of class s gets a column before it: the class that it then has may now be entered so."""
    number = s * game.columns + column
    if column == 0 or work.needed[number]:
        return
    work.needed[number] = 1
    made = classes.step[number]
    work.made_before[number] = work.made[made]
    work.made[made] = number
    _put(work, -1 - number, 0)


def spread(game: ColumnGame, classes: Classes, work: Work, most: int, margin: int) -> int:
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


def _follow_step(game: ColumnGame, classes: Classes, work: Work, number: int, p: int) -> None:
    """Enter halves by a step that is new, from all stands with one pair; then go on to the next pair."""
    if p + 1 < work.pairs:
        _put(work, -1 - number, p + 1)
    s = classes.step[number]
    for u in range(work.counts[1]):
        if work.mark[(s * work.pairs + p) * work.room + u]:
            _enter(game, classes, work, number, s, p, u)


def _follow(game: ColumnGame, classes: Classes, work: Work, place: int, number: int) -> None:
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


def _enter(game: ColumnGame, classes: Classes, work: Work, number: int, s: int, p: int, u: int) -> None:
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


def blame(game: ColumnGame, classes: Classes, work: Work, least: MutableSequence[int], s: int) -> None:
    """For each step that leads to class s and should not, lower ``least`` to the size of a board that shows it."""
    for p in range(work.pairs):
        for u in range(work.counts[1]):
            if work.mark[(s * work.pairs + p) * work.room + u]:
                inner = inside(game, classes, work, s, p, u)
                if inner != WINS:
                    _blame_stand(game, classes, work, least, s, p, u, inner)


def _blame_stand(
    game: ColumnGame, classes: Classes, work: Work, least: MutableSequence[int], s: int, p: int, u: int, inner: int
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


def _list_ways(game: ColumnGame, classes: Classes, work: Work, s: int, p: int, u: int, base: int) -> None:
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


def find_home(game: ColumnGame, classes: Classes, work: Work, number: int, most: int, barred: Sequence[int]) -> int:
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
