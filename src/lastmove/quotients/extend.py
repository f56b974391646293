"""From a monoid for the atoms 1..n-1 to one for the atoms 1..n.

Let R decide the outcomes of all sums of smaller atoms, and let some *contexts* be given: sums w of larger atoms. For
each number k of copies of atom n, and each context w, the row (k, w) says for every element y of R whether
y + k·n + w is lost for the player to move. Moves in w and in the copies lead to rows that are already known, moves in
y to earlier places of the same row; so a row follows from others by the definition. The rows of one context are
a function of the row before and of periodic rows; so they repeat, and R times the powers of n up to there is a
finite monoid. Elements that no row tells apart are made one.

All of this rests on one assumption: that R also tells outcomes apart correctly beside n and beside the contexts.
``failures`` finds out whether it does.
"""

from __future__ import annotations

from itertools import count
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

from lastmove.core.optional import later
from lastmove.quotients.monoid import OutcomeMonoid

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    import numpy as np

    from lastmove.core.limits import Meter
    from lastmove.quotients.monoid import Bools, Numbers, Word

    Rules = Mapping[int, Sequence[Word]]
else:
    np = later("numpy")


class ContextMove(NamedTuple):
    """A move in a context: the context it leaves, how many copies of the atom it adds, and an element of R."""

    context: Word
    copies: int
    element: int


class Rows(NamedTuple):
    """The rows of one context for 0, 1, 2, ... copies; from ``start`` on they repeat with ``period``."""

    rows: list[Bools]
    start: int
    period: int

    def at(self, copies: int) -> Bools:
        """The row for any number of copies."""
        size = len(self.rows)
        return self.rows[copies if copies < size else self.start + (copies - self.start) % self.period]


def extended(below: OutcomeMonoid, atom: int, rules: Rules, contexts: Collection[Word], meter: Meter) -> OutcomeMonoid:
    """The monoid with one more atom, which also tells apart what the contexts tell apart."""
    if not rules[atom]:  # an atom without moves is nothing
        return OutcomeMonoid.made(below.product, below.words, {**below.images, atom: 0}, below.lost, rules)
    rows = _all_rows(below, atom, rules, contexts, meter)
    asked = [rows[context] for context in ((), *sorted(contexts))]
    start = max(found.start for found in asked)
    powers = start + lcm(*(found.period for found in asked))
    columns = [np.array([found.at(copies) for copies in range(powers)]) for found in asked]
    return _merged(below, atom, start, columns, rules)


def _all_rows(
    below: OutcomeMonoid, atom: int, rules: Rules, contexts: Collection[Word], meter: Meter
) -> dict[Word, Rows]:
    """The rows of the contexts and of all that play can make of them.

    There are far fewer rows than contexts: those with the same moves to the same rows are worked out once.
    """
    seen: dict[int, set[ContextMove]] = {}
    moves: dict[Word, set[ContextMove]] = {}
    waiting = [(), *contexts]
    while waiting:
        context = waiting.pop()
        if context not in moves:
            meter.tick()
            moves[context] = _context_moves(below, atom, rules, context, seen)
            waiting += {move.context for move in moves[context]}
    copy_moves = sorted({below.element(option) for option in rules[atom]})
    found: dict[Word, Rows] = {}
    alike: dict[object, Rows] = {}
    equal: dict[object, Rows] = {}
    for context in sorted(moves):  # a move makes a context smaller
        meter.look()
        leads = {(id(found[move.context]), move.copies, move.element) for move in moves[context]}
        key = frozenset(leads), bool(context)
        rows = alike.get(key)
        if rows is None:
            to = {(id(found[move.context]), move.copies, move.element): found[move.context] for move in moves[context]}
            ways = [(known, copies, element) for (_, copies, element), known in to.items()]
            made = _rows(below, copy_moves, ways, bool(context), meter)
            rows = equal.setdefault((made.start, made.period, *(row.tobytes() for row in made.rows)), made)
            alike[key] = rows
        found[context] = rows
    return found


def _context_moves(
    below: OutcomeMonoid, atom: int, rules: Rules, context: Word, seen: dict[int, set[ContextMove]]
) -> set[ContextMove]:
    """The moves in a context; ``seen`` remembers those in one larger atom alone."""
    found = set()
    for place, larger in enumerate(context):
        if place and context[place - 1] == larger:
            continue
        if larger not in seen:
            seen[larger] = {
                ContextMove(
                    tuple(each for each in option if each > atom),
                    option.count(atom),
                    below.element(each for each in option if each < atom),
                )
                for option in rules[larger]
            }
        rest = context[:place] + context[place + 1 :]
        for above, copies, element in seen[larger]:
            left = tuple(sorted((*rest, *above), reverse=True)) if above else rest
            found.add(ContextMove(left, copies, element))
    return found


def _rows(
    below: OutcomeMonoid,
    copy_moves: list[int],
    ways: list[tuple[Rows, int, int]],
    is_context: bool,
    meter: Meter,
) -> Rows:
    """The rows of one context, until they repeat together with those that they depend on.

    ``ways`` are its moves: to which rows, how many copies they add, and the element.
    """
    steady = max((known.start for known, _, _ in ways), default=0)
    phases = lcm(*(known.period for known, _, _ in ways))
    rows: list[Bools] = []
    seen: dict[tuple[bytes, int], int] = {}
    for copies in count():
        meter.tick()
        if copies == 0 and not is_context:
            row = below.lost
        else:
            wins = np.zeros(below.order, bool)
            if copies:
                for element in copy_moves:
                    wins |= rows[-1][below.product[:, element]]
            for known, more, element in ways:
                wins |= known.at(copies + more)[below.product[:, element]]
            row = _row_over(below, wins)
        if copies >= steady:
            state = row.tobytes(), (copies - steady) % phases
            if state in seen:
                return Rows(rows, seen[state], copies - seen[state])
            seen[state] = copies
        rows.append(row)
    raise AssertionError  # count() does not end


def _row_over(below: OutcomeMonoid, wins: Bools) -> Bools:
    """Which elements are lost, where ``wins`` says from which a move elsewhere wins.

    The options of an element's word are smaller words, so they come before it.
    """
    lost = 0
    row = np.zeros(below.order, bool)
    for element, (won, options) in enumerate(zip(wins.tolist(), below.options, strict=True)):
        if not won and not options & lost:
            lost |= 1 << element
            row[element] = True
    return row


def _merged(below: OutcomeMonoid, atom: int, start: int, columns: list[Bools], rules: Rules) -> OutcomeMonoid:
    """R times the powers of the atom; pairs that no column tells apart, beside any sum, are made one."""
    powers, size = columns[0].shape
    period = powers - start
    power = np.add.outer(np.arange(powers), np.arange(powers))
    power = np.where(power < powers, power, start + (power - start) % period)
    pairs = np.arange(powers * size).reshape(powers, size)
    steps = [pairs[:, below.product[:, image]].reshape(-1) for image in sorted(set(below.images.values()))]
    steps.append(pairs[power[:, 1 % powers]].reshape(-1) if powers > 1 else pairs.reshape(-1))
    label = _coarsest(np.stack([column.reshape(-1) for column in columns]), steps)
    kept = np.unique(label, return_index=True)[1]
    copies, element = kept // size, kept % size
    factors = power[np.ix_(copies, copies)] * size + below.product[np.ix_(element, element)]
    words = tuple((atom,) * int(k) + below.words[y] for k, y in zip(copies, element, strict=True))
    images = {each: int(label[image]) for each, image in below.images.items()}
    images[atom] = int(label[pairs[1 % powers, 0]])
    lost = columns[0].reshape(-1)[kept]
    return OutcomeMonoid.made(label[factors].astype(np.int32), words, images, lost, rules)


def _coarsest(columns: Bools, steps: list[Numbers]) -> Numbers:
    """The coarsest labels that agree with the columns and with every step, numbered in the order of first places."""
    label = np.unique(columns, axis=1, return_inverse=True)[1].reshape(-1)
    size = 0
    while size != int(label.max()) + 1:
        size = int(label.max()) + 1
        for step in steps:
            both = label * (int(label.max()) + 1) + label[step]
            label = np.unique(both, return_inverse=True)[1].reshape(-1)
    first = np.unique(label, return_index=True)[1]
    place = np.empty_like(first)
    place[np.argsort(first)] = np.arange(len(first))
    return place[label].astype(np.int32)
