"""The misère quotient of a growing set of atoms, found by guessing a monoid and mending its least failure.

For each new atom the monoid below is taken to be fine enough and extended. If the result is wrong, let X be the least
sum of atoms where it is. All smaller sums are then right, so the rules decide X, and a part m of X was wrongly taken to
be a smaller sum r: beside the rest of X they differ. The atoms of that rest above m become a *context* that the
monoids from m on must respect. So ever more sums are right, until all are. What is kept between two runs is the list of
contexts: hints that save the failures, and can do no harm.

*Extending.* Let R decide the outcomes of all sums of the atoms below n, and let some contexts be given: sums w of
larger atoms. For each number k of copies of n, and each context w, the row (k, w) says for every element y of R whether
y + k·n + w is lost for the player to move. Moves in w and in the copies lead to rows that are already known, moves in
y to earlier places of the same row; so a row follows from others by the definition. The rows of one context are
a function of the row before and of periodic rows; so they repeat, and R times the powers of n up to there is a finite
monoid. Elements that no row tells apart are made one. All of this rests on one assumption: that R also tells outcomes
apart correctly beside n and beside the contexts.

*Failures.* A monoid is right if every sum of atoms, other than the empty one, is lost exactly when no move from it
leads to a lost one. Two tests decide this for infinitely many sums at once.

No move leads from lost to lost: for an atom g, an option e of it and an element z, z·g and z·e are not both lost.

Every won sum has a move to a lost one: for a sum X let W(X) be the set of elements z such that a move inside X,
beside z, leads to a lost element. Then W(X + g) = {z : z·g in W(X)} + {z : z·X in W(g)}, and X is won by moving iff
W(X) contains the identity. If X and Y have the same element and W(X) is a subset of W(Y), a failure at Y + Z is one at
X + Z; so only the least sets W matter. They are walked through in the order of their sums: the first failure is the
least.

*Atoms that make no difference.* An element x with word X can stand for the new atom n if no element of W(n) makes x
lost, and W(X) is part of W(n). For then no move in n leads from lost to lost, and a won sum n + Z that had no winning
move would be a won sum X + Z of the atoms below without one. So nothing has to be grown or gone through: from some heap
on, every heap of a periodic game is such an atom.
"""

from __future__ import annotations

import math
from dataclasses import replace
from heapq import heappop, heappush
from itertools import count
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

from lastmove.core.errors import InternalError, LimitReached
from lastmove.core.optional import later
from lastmove.quotients.monoid import OutcomeMonoid, first_places, mask_of, reduced, trivial

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    import numpy as np

    from lastmove.core.limits import Meter
    from lastmove.quotients.monoid import Bools, Numbers, Word

    AtomRules = Mapping[int, Sequence[Word]]
else:
    np = later("numpy")


class ContextMove(NamedTuple):
    """A move in a context: the context it leaves, how many copies of the atom it adds, and an element of R."""

    context: Word
    copies: int
    element: int


class ContextRows(NamedTuple):
    """The rows of one context for 0, 1, 2, ... copies; from ``start`` on they repeat with ``period``."""

    rows: list[Bools]
    start: int
    period: int

    def at(self, copies: int) -> Bools:
        """The row for any number of copies."""
        size = len(self.rows)
        return self.rows[copies if copies < size else self.start + (copies - self.start) % self.period]


def extended(
    below: OutcomeMonoid, atom: int, rules: AtomRules, contexts: Collection[Word], meter: Meter
) -> OutcomeMonoid:
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
    below: OutcomeMonoid, atom: int, rules: AtomRules, contexts: Collection[Word], meter: Meter
) -> dict[Word, ContextRows]:
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
    found: dict[Word, ContextRows] = {}
    alike: dict[object, ContextRows] = {}
    equal: dict[object, ContextRows] = {}
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
    below: OutcomeMonoid, atom: int, rules: AtomRules, context: Word, seen: dict[int, set[ContextMove]]
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
    ways: list[tuple[ContextRows, int, int]],
    is_context: bool,
    meter: Meter,
) -> ContextRows:
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
                return ContextRows(rows, seen[state], copies - seen[state])
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


def _merged(below: OutcomeMonoid, atom: int, start: int, columns: list[Bools], rules: AtomRules) -> OutcomeMonoid:
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
    place: Numbers = first_places(np.unique(label, return_index=True)[1])[label].astype(np.int32)
    return place


def least_failure(monoid: OutcomeMonoid, meter: Meter) -> Word | None:
    """The least sum of atoms whose outcome the monoid gets wrong; ``None`` if it gets all of them right."""
    beside = {atom: _beside(monoid, moves) for atom, moves in monoid.moves.items() if moves}
    lost_to_lost = _lost_to_lost(monoid, beside)
    return _stuck_in_won(monoid, _undominated(monoid, beside), lost_to_lost, meter)


def _beside(monoid: OutcomeMonoid, moves: Iterable[int]) -> Bools:
    """Beside which elements a move to one of these wins: W of an atom or a sum, from what its moves lead to."""
    found: Bools = np.zeros(monoid.order, bool)
    for element in moves:
        found |= monoid.lost[monoid.product[:, element]]
    return found


def _lost_to_lost(monoid: OutcomeMonoid, beside: dict[int, Bools]) -> Word | None:
    """The least sum that is called lost and has a move to one called lost."""
    found = []
    for atom, wins in beside.items():
        wrong = monoid.lost[monoid.product[:, monoid.images[atom]]] & wins
        if wrong.any():  # words are in ascending order, so the first element gives the least sum
            found.append(_with(monoid.words[int(wrong.argmax())], atom))
    return min(found, default=None)


def _undominated(monoid: OutcomeMonoid, beside: dict[int, Bools]) -> dict[int, Bools]:
    """The atoms without those for which a smaller one stands: the same element, and no more ways to win."""
    kept: dict[int, Bools] = {}
    for atom in sorted(beside):
        image, wins = monoid.images[atom], beside[atom]
        if not any(monoid.images[other] == image and not (less & ~wins).any() for other, less in kept.items()):
            kept[atom] = wins
    return kept


def _stuck_in_won(monoid: OutcomeMonoid, atoms: dict[int, Bools], bound: Word | None, meter: Meter) -> Word | None:
    """The least sum below ``bound`` that is called won and has no move to one called lost; else ``bound``."""
    beside = {atom: [wins[monoid.product[:, x]] for x in range(monoid.order)] for atom, wins in atoms.items()}
    least: dict[int, list[int]] = {}
    found: list[Bools] = [np.zeros(monoid.order, bool)]
    waiting: list[tuple[Word, int, int]] = [((), 0, 0)]
    while waiting:
        word, number, element = heappop(waiting)
        wins = found[number]
        if bound is not None and word > bound:
            break
        if word and not monoid.lost[element] and not wins[0]:
            return word
        meter.tick()
        if _has_part(least.get(element, ()), mask_of(wins)):
            continue
        least.setdefault(element, []).append(mask_of(wins))
        for atom in atoms:
            image = monoid.images[atom]
            more = wins[monoid.product[:, image]] | beside[atom][element]
            product = int(monoid.product[element, image])
            if not _has_part(least.get(product, ()), mask_of(more)):
                heappush(waiting, (_with(word, atom), len(found), product))
                found.append(more)
    return bound


def _has_part(masks: list[int] | tuple[()], mask: int) -> bool:
    return any(not part & ~mask for part in masks)


def _with(word: Word, atom: int) -> Word:
    return tuple(sorted((*word, atom), reverse=True))


def with_known(below: OutcomeMonoid, atom: int, options: Sequence[Word]) -> OutcomeMonoid | None:
    """The same monoid with one more atom, if one of its elements can stand for it."""
    moves = tuple(sorted({below.element(option) for option in options}))
    image = _like_an_atom(below, moves)
    if image is None:
        image = _standing_for(below, moves)
    if image is None:
        return None
    return replace(below, images={**below.images, atom: image}, moves={**below.moves, atom: moves})


def _like_an_atom(below: OutcomeMonoid, moves: tuple[int, ...]) -> int | None:
    """The element of an atom whose moves lead to the same elements."""
    if not moves:
        return 0
    return next((below.images[other] for other, same in below.moves.items() if same == moves), None)


def _standing_for(below: OutcomeMonoid, moves: tuple[int, ...]) -> int | None:
    """The first element, other than the identity, that passes the two tests."""
    wins = _beside(below, moves)
    fits = ~(below.lost[below.product] & wins[:, None]).any(axis=0)
    for element in np.flatnonzero(fits).tolist():
        if element and not (_beside(below, _bits(below.options[element])) & ~wins).any():
            return int(element)
    return None


def _bits(mask: int) -> list[int]:
    return [place for place in range(mask.bit_length()) if mask >> place & 1]


class QuotientSolver:
    """Quotients of the atoms 1, 2, 3, ...; what has been found out for the first ones serves the next.

    Parameters
    ----------
    rules
        For each atom, what its moves can leave: words of smaller atoms, in descending order.
    most
        Monoids with more elements than this are not worked with: LimitReached.

    Notes
    -----
    A solver belongs to one thread.
    """

    def __init__(self, rules: AtomRules, *, most: float = math.inf) -> None:
        self.rules = rules
        self.most = most
        self.contexts: dict[int, set[Word]] = {}
        """For each atom, the sums of larger ones that the monoid up to it respects."""
        self.failures = 0
        """How many wrong monoids there have been."""
        self._levels: list[OutcomeMonoid] = [trivial()]
        self._proved = 0

    def quotient(self, atoms: int, meter: Meter) -> OutcomeMonoid:
        """The misère quotient of all sums of the atoms 1..atoms.

        Raises
        ------
        LimitReached
            When a limit of the meter is spent. What is known by then is kept.
        """
        return reduced(self.monoid(atoms, meter), self.rules)

    def monoid(self, atoms: int, meter: Meter) -> OutcomeMonoid:
        """A monoid that decides the outcomes of all sums of the atoms 1..atoms, perhaps larger than the quotient.

        If the last atom makes no difference, its elements are the very ``words`` of the monoid without it.
        """
        while self._proved < atoms:
            self._prove(self._proved + 1, meter)
        return self._levels[atoms]

    def hint(self, contexts: Mapping[int, set[Word]]) -> None:
        """Respect these contexts from the beginning; any contexts will do, right ones save time."""
        self.contexts = {atom: set(words) for atom, words in contexts.items()}
        del self._levels[1:]
        self._proved = 0

    def _prove(self, atom: int, meter: Meter) -> None:
        """Make the monoids up to this atom right."""
        if len(self._levels) == atom and not self.contexts.get(atom):
            known = with_known(self._levels[-1], atom, self.rules[atom])
            if known is not None:
                self._levels.append(known)
                self._proved = atom
                return
        while True:
            self._build(atom, meter)
            failure = least_failure(self._levels[atom], meter) if self.rules[atom] else None
            if failure is None:
                self._proved = atom
                return
            self.failures += 1
            self._mend(atom, failure)

    def _build(self, atom: int, meter: Meter) -> None:
        for each in range(len(self._levels), atom + 1):
            below = self._levels[-1]
            made = extended(below, each, self.rules, self.contexts.get(each, ()), meter)
            if made.order > self.most:
                raise LimitReached("elements", meter.positions)
            self._levels.append(made)

    def _mend(self, atom: int, failure: Word) -> None:
        """Let the monoids tell apart what the least failure shows to be different."""
        words = set(self._levels[atom].words)
        smaller = sorted({each for each in failure if each < failure[0]})
        lowest = next((top for top in smaller if tuple(each for each in failure if each <= top) not in words), None)
        if lowest is None:
            raise InternalError(f"the least failure {failure} of a quotient has no part that stands for another sum")
        for each in range(lowest, failure[0]):
            self.contexts.setdefault(each, set()).add(tuple(larger for larger in failure if larger > each))
        del self._levels[lowest:]
        self._proved = min(self._proved, lowest - 1)
