"""Vertices that are alike: states that differ only by swapping some of them are one state.

Two vertices are *alike* (graph theory calls them twins) if swapping them changes no arc: they have the same in- and
out-neighbours, each other left out; they are joined both ways or not at all; and both have a loop or neither has.
Being alike is an equivalence, and a class is joined throughout or not at all: if u is alike v and v is alike w, then
swapping u and v, then v and w, then u and v again swaps u and w, and takes the pair v, w to the pair u, w.

Whatever the rules say of a state depends on the tables of the board and on the sets of the state, nothing else. So
moving all sets of a state by a permutation of vertices that are alike changes nobody's win. A state is *arranged* by
putting, in each class, the members that are in the same sets side by side, those in the first set first, then those in
the second, and so on: states that go into each other have one arranged form. And of several moves to vertices that are
alike and in the same sets one is enough.

Complete multipartite graphs and others with few classes have polynomially many arranged states. A board on which no
two vertices are alike has no classes; its rules are compiled without any of this but a comparison for each option.
"""

from __future__ import annotations

from dataclasses import replace
from math import prod
from typing import TYPE_CHECKING, Any

from lastmove.core.limits import look
from lastmove.search.fast.bitsets import both, either, field, first, only, put, row, size, some, without
from lastmove.search.fast.board import CLASSES, CLASSES_AT, MOST, SPLIT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.search.fast.board import BitBoard

# What the numbers from CLASSES_AT say: the table of the first members of each class, the place of a state that serves
# as room, how many sets a state has; of each class its lines in that table. The table after it has the class of each
# vertex.


def classes_of(out: Sequence[int], into: Sequence[int]) -> list[list[int]]:
    """The classes of vertices that are alike and not alone, from their out- and in-neighbours as bits."""
    found: list[list[int]] = []
    for joined in (0, 1):
        same: dict[tuple[int, int, int], list[int]] = {}
        for v, (onward, before) in enumerate(zip(out, into, strict=True)):
            here = 1 << v
            loop = onward >> v & 1
            around = (onward | here, before | here) if joined else (onward & ~here, before & ~here)
            same.setdefault((loop, *around), []).append(v)
        found += [members for members in same.values() if len(members) > 1]
    return found


def with_classes(board: BitBoard, out: Sequence[int], into: Sequence[int], room: int | None = None) -> BitBoard:
    """The board with its classes, if it has any; ``room`` is the place of a state that may be overwritten."""
    classes = classes_of(out, into)
    if not classes:
        return board
    numbers = list(board.numbers)
    if room is None:
        room = numbers[MOST]
        numbers[MOST] += 1
    height = len(board.rows[0])
    firsts, own = [0] * height, [1 << v for v in range(height)]
    numbers[CLASSES], numbers[CLASSES_AT] = len(classes), len(numbers)
    numbers += [len(board.rows), room, board.fields]
    line = 0
    for members in classes:
        numbers += [line, line + len(members)]
        whole = 0
        for v in members:
            whole |= 1 << v
            firsts[line] = whole
            line += 1
        for v in members:
            own[v] = whole
    return replace(board, rules=f"{board.rules}:{__name__}", rows=[*board.rows, firsts, own], numbers=numbers)


def different_sets(board: BitBoard) -> int:
    """How many sets of vertices there are when vertices that are alike count as the same."""
    begin, numbers = board.numbers[CLASSES_AT] + 3, board.numbers
    sizes = [numbers[i + 1] - numbers[i] for i in range(begin, begin + 2 * numbers[CLASSES], 2)]
    return prod(size + 1 for size in sizes) << board.size - sum(sizes)


def repeated(rows: Any, numbers: Any, state: Any, v: int, moves: Any, empty: Any) -> Any:
    """Those of the moves that are as good as the one to v, this included."""
    if not numbers[CLASSES]:
        return only(v, empty)
    begin = numbers[CLASSES_AT]
    here = only(v, empty)
    found = both(row(rows, numbers[begin] + 1, v, empty), moves)
    for i in range(numbers[begin + 2]):
        chosen = field(state, i, empty)
        found = both(found, chosen) if some(both(chosen, here)) else without(found, chosen)
    return found


def rewritten(rows: Any, numbers: Any, states: Any, count: int, empty: Any) -> int:
    """Arrange the states that the rules have written, and pass on what they say."""
    for place in range(3 if count == SPLIT else count):
        look()
        arrange(rows, numbers, states, place, empty)
    return count


def arrange(rows: Any, numbers: Any, states: Any, place: int, empty: Any) -> None:
    """Arrange the state at a place."""
    begin = numbers[CLASSES_AT]
    table, room, fields = numbers[begin], numbers[begin + 1], numbers[begin + 2]
    present = empty
    for i in range(fields):
        found = field(states[place], i, empty)
        put(states, room, i, found)
        present = either(present, found)
    for number in range(numbers[CLASSES]):
        low, high = numbers[begin + 3 + 2 * number], numbers[begin + 4 + 2 * number]
        whole = row(rows, table, high - 1, empty)
        untold = both(present, whole)
        if not some(untold):
            continue
        for i in range(fields):
            put(states, place, i, without(field(states[place], i, empty), whole))
        taken, line = empty, low - 1
        while some(untold):
            # Those that come first: in the first set if any is, and of these in the second if any is, and so on.
            foremost = untold
            for i in range(fields):
                chosen = both(foremost, field(states[room], i, empty))
                if some(chosen):
                    foremost = chosen
            member = only(first(foremost), empty)
            untold = without(untold, foremost)
            line += size(foremost)
            after = row(rows, table, line, empty)
            here = without(after, taken)
            taken = after
            for i in range(fields):
                if some(both(field(states[room], i, empty), member)):
                    put(states, place, i, either(field(states[place], i, empty), here))
