"""The halves of strips that are not as their class says, and the classes where they belong.

The functions are kernels: :mod:`lastmove.graphs.backend` runs them on lists, or compiles them for arrays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.families.halves.play import WINS, entered, inside, into, is_won, longer, won

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

    from lastmove.families.halves.play import Classes, ColumnGame, Work

__all__ = ["blame", "find_home"]

_END = -1


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
    while number != _END:
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
        met[at] = _END
    if s == 0:
        met[base] = 0
    after = longer(game, classes, u, game.rest[p])
    number = work.made[s]
    while number != _END:
        parent, column = number // game.columns, number % game.columns
        at = base + 2 * entered(game, classes, work, parent, column, p, after)
        size = classes.size[parent] + game.size[column]
        if met[at] == _END or size < met[at]:
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
