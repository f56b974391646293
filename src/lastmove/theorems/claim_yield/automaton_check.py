"""Adjacent Nim with heaps up to a bound is decided by a finite automaton (LM20); here it is made.

Words are lists of the letter game with lives up to b. Two words are equivalent if lists that differ by them alone have
the same winner, whatever stands before and behind; let M(b) be the classes of words. M(0) has the empty word only. For
a word V with lives up to b let F(V) be the table that says, for each letter and each class c of M(b - 1), who wins the
list V c. Here c is what was kept so far: a heap of V is met with a life of at most b, so what is kept of it belongs to
M(b - 1). A heap put before V changes the table in a way that depends on the table alone. So there are finitely many
tables: these are the states, and reading a list from its last heap to its first ends in the state that knows the
winner. Words that change all states alike are equivalent, which gives M(b).
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

LARGEST_LIFE = 3
"""Heaps up to 4. For the next bound there are more than 20,000 states, and 111,075 classes of what is kept."""

_Row = tuple[int, int]
"""The winner for the letters 0 and 1."""


class Automaton(NamedTuple):
    """States numbered from 0, the empty list.

    Attributes
    ----------
    step
        For each state and heap (twice the life plus the owner) the state with that heap put before.
    winner
        For each state the winner by letter.
    """

    step: list[dict[int, int]]
    winner: list[_Row]

    def decide(self, heaps: Sequence[int], letter: int) -> int:
        """Who wins a list."""
        state = 0
        for heap in reversed(heaps):
            state = self.step[state][heap]
        return self.winner[state][letter]


class _Classes(NamedTuple):
    """Classes of words: each with a heap put behind, and the winner of the class by letter."""

    behind: list[dict[int, int]]
    winner: list[_Row]


@cache
def automaton(life: int) -> Automaton:
    """The automaton for lives up to a bound.

    Examples
    --------
    >>> [len(automaton(life).step) for life in (1, 2, 3)]
    [3, 9, 211]
    """
    classes = _Classes([{}], [(0, 1)])  # no heap is left: the letter names the winner
    for bound in range(1, life):
        classes = _classes_of(_automaton(classes, bound), bound)
    return _automaton(classes, life)


def _automaton(kept: _Classes, bound: int) -> Automaton:
    """The automaton for lives up to ``bound``, from the classes of what is kept."""
    tables: list[tuple[_Row, ...]] = [tuple(kept.winner)]
    number = {tables[0]: 0}
    steps: list[dict[int, int]] = []
    for table in tables:
        step = {}
        for heap in range(2, 2 * bound + 2):
            found = _with_heap(table, heap, kept)
            if found not in number:
                number[found] = len(tables)
                tables.append(found)
            step[heap] = number[found]
        steps.append(step)
    return Automaton(steps, [table[0] for table in tables])


def _with_heap(table: tuple[_Row, ...], heap: int, kept: _Classes) -> tuple[_Row, ...]:
    """The table of a word with one heap put before it."""
    owner = heap & 1
    rows = []
    for number, row in enumerate(table):
        deleted = row[owner]
        found = [deleted, deleted]
        if heap >= 4:
            keeping = table[kept.behind[number][heap - 2]][1 - owner]
            found[owner] = owner if owner in (keeping, deleted) else 1 - owner
        rows.append((found[0], found[1]))
    return tuple(rows)


def _classes_of(machine: Automaton, bound: int) -> _Classes:
    """The classes of words by what they do to all states when they are put before."""
    states = range(len(machine.step))
    words: list[tuple[int, ...]] = [tuple(states)]
    number = {words[0]: 0}
    behind: list[dict[int, int]] = []
    for word in words:
        row = {}
        for heap in range(2, 2 * bound + 2):
            longer = tuple(word[machine.step[state][heap]] for state in states)
            if longer not in number:
                number[longer] = len(words)
                words.append(longer)
            row[heap] = number[longer]
        behind.append(row)
    return _Classes(behind, [machine.winner[word[0]] for word in words])
