"""The proof that the Grundy values of a deletion game on strips or rings of every length have a period.

A *piece* is a connected part of a strip: a word of columns, each with the vertices that are left of it as the bits of a
number. Where a move tears a strip apart, so that all but bounded ends of what is left is one run of whole columns,
pieces are like heaps of few kinds, and the proof of Guy and Smith for heaps holds for them (see
docs/how-to/families.md).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from lastmove.certificates.answer_fields import CheckedAnswer, unknown_fields, verified
from lastmove.certificates.certificate import MOST_LONG_STEPS, VERSION, Body, Budget, kind_and_body, number
from lastmove.core.errors import InputError, Refuted, show_json
from lastmove.families.check_types import columns_of
from lastmove.families.columns import columns_to_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from lastmove.families.columns import Columns

Word = tuple[tuple[int, int], ...]
"""Columns: what is left of one, and how many like it follow each other (more than 1 for whole columns only)."""

Place = tuple[int, int]
"""A column, counted from that of a move, and a place in it."""

GAMES = ("node-kayles", "arc-kayles")


Kind = tuple[Word, Word]
"""StripPieces that differ in the length of one run of whole columns only: what stands before it, and after it."""


class StripPieces:
    """The pieces of strips in a game: their moves and their values.

    Parameters
    ----------
    columns
        The strips, or rings, without caps and loops.
    game
        One of :data:`GAMES`.
    spend
        Called with a spot of steps; it may raise to stop the work.
    """

    def __init__(self, columns: Columns, game: str, spend: Callable[[int], None] = lambda _: None) -> None:
        self.reach, self.full, self.closed = columns.reach, (1 << columns.places) - 1, columns.closed
        self.spend = spend
        self._values: dict[Word, int] = {(): 0}
        self._options: dict[Word, frozenset[tuple[Word, ...]]] = {}
        self._near: list[list[Place]] = [[] for _ in range(columns.places)]
        for i, j in columns.edges:
            self._near[i].append((0, j))
            self._near[j].append((0, i))
        for link in columns.links:
            self._near[link.left].append((link.length, link.right))
            self._near[link.right].append((-link.length, link.left))
        self.moves = self._node_moves() if game == "node-kayles" else self._arc_moves()
        """For each move what must be there, and what goes."""

    def _node_moves(self) -> list[tuple[tuple[Place, ...], tuple[Place, ...]]]:
        return [(((0, i),), ((0, i), *near)) for i, near in enumerate(self._near)]

    def _arc_moves(self) -> list[tuple[tuple[Place, ...], tuple[Place, ...]]]:
        ends = ((i, other) for i, near in enumerate(self._near) for other in near if other > (0, i))
        return [(both, both) for both in (((0, i), other) for i, other in ends)]

    def strip(self, n: int) -> Word:
        """The strip of n columns."""
        return ((self.full, n),) if n else ()

    def member(self, n: int) -> int:
        """The Grundy value of the strip or ring of n columns, worked out as it is."""
        return mex_of(self.total(left) for _, left in self.ring(n)) if self.closed else self.value(self.strip(n))

    def value(self, word: Word) -> int:
        """The Grundy value of a piece."""
        stack = [word]
        values = self._values
        while stack:
            top = stack[-1]
            if top in values:
                stack.pop()
                continue
            options = self.different_options(top)
            unknown = {piece for option in options for piece in option if piece not in values}
            if unknown:
                stack += unknown
                continue
            values[top] = mex_of(self.total(option) for option in options)
            stack.pop()
        return values[word]

    def total(self, pieces: tuple[Word, ...]) -> int:
        """The nim-sum of pieces."""
        found = 0
        for piece in pieces:
            found ^= self.value(piece)
        return found

    def different_options(self, word: Word) -> frozenset[tuple[Word, ...]]:
        """What moves leave of a piece."""
        found = self._options.get(word)
        if found is None:
            found = self._options[word] = frozenset(self.after(word, at, move) for at, move in self.placed(word))
        return found

    def placed(self, word: Word) -> Iterator[tuple[int, int]]:
        """The moves: a column, counted from the first one, and the number of a move."""
        at = 0
        for mask, count in word:
            for column in range(at, at + count):
                for spot, (needs, _) in enumerate(self.moves):
                    near = needs[0][1]
                    if mask >> near & 1 and all(self._there(word, column + c) >> i & 1 for c, i in needs[1:]):
                        yield column, spot
            at += count

    @staticmethod
    def _there(word: Word, column: int) -> int:
        """What is left of a column."""
        if column >= 0:
            for mask, count in word:
                if column < count:
                    return mask
                column -= count
        return 0

    def after(self, word: Word, at: int, move: int) -> tuple[Word, ...]:
        """The pieces that a move leaves."""
        self.spend(1)
        gone: dict[int, int] = {}
        for c, i in self.moves[move][1]:
            gone[at + c] = gone.get(at + c, 0) | 1 << i
        return self._connected(self._cut(word, at, gone))

    def _cut(self, word: Word, at: int, gone: dict[int, int]) -> list[tuple[int, int]]:
        """The columns after a move: those near it, and near the ends of runs, one by one."""
        found: list[tuple[int, int]] = []
        first, room = 0, self.reach + 1
        for mask, count in word:
            last = first + count
            alone = {*range(first, min(first + room, last)), *range(max(first, last - room), last)}
            alone.update(range(max(first, at - self.reach - room), min(last, at + self.reach + room + 1)))
            column = first
            for single in sorted(alone):
                if single > column:
                    found.append((mask, single - column))
                found.append((mask & ~gone.get(single, 0), 1))
                column = single + 1
            first = last
        return found

    def _connected(self, cut: list[tuple[int, int]]) -> tuple[Word, ...]:
        """The connected pieces of columns; a run left together is whole, and connected with what is beside it."""
        starts = []
        column = 0
        for _, count in cut:
            starts.append(column)
            column += count
        where = {start: spot for spot, start in enumerate(starts)}
        left = [mask for mask, _ in cut]
        pieces = []
        for first in range(len(cut)):
            while left[first]:
                piece = self._reached(cut, starts, where, left, first)
                pieces.append(_word(piece, self.full))
        return tuple(sorted(each for each in pieces if self._has_move(each)))

    def _reached(
        self, cut: list[tuple[int, int]], starts: list[int], where: dict[int, int], left: list[int], first: int
    ) -> list[tuple[int, int]]:
        """The piece of a vertex of a column, which is taken out of what is left."""
        taken = [0] * len(cut)
        todo: list[tuple[int, int]] = []

        def take(spot: int, mask: int) -> None:
            new = mask & left[spot]
            if new and cut[spot][1] > 1:
                new = left[spot]
            left[spot] &= ~new
            taken[spot] |= new
            todo.extend((spot, i) for i in range(new.bit_length()) if new >> i & 1)

        take(first, left[first] & -left[first])
        while todo:
            spot, i = todo.pop()
            start, count = starts[spot], cut[spot][1]
            if count > 1:
                for beside in (spot - 1, spot + 1):
                    take(beside, self.full)
                continue
            for c, j in self._near[i]:
                other = where.get(start + c)
                if other is None and 0 <= start + c < starts[-1] + cut[-1][1]:
                    other = max(n for n, begin in enumerate(starts) if begin <= start + c)
                if other is not None:
                    take(other, 1 << j)
        inside = [spot for spot, mask in enumerate(taken) if mask]
        return [(taken[spot], cut[spot][1]) for spot in range(inside[0], inside[-1] + 1)]

    def _has_move(self, word: Word) -> bool:
        return next(self.placed(word), None) is not None

    def ring(self, n: int) -> Iterator[tuple[int, tuple[Word, ...]]]:
        """The number of each move at column 0 of the ring of n columns, and what it leaves.

        Refuted where it leaves a ring that still goes all the way round.
        """
        for spot, (needs, goes) in enumerate(self.moves):
            gone: dict[int, int] = {}
            for c, i in goes:
                gone[c] = gone.get(c, 0) | 1 << i
            low, high = min(gone), max(gone)
            empty = [c for c in range(low, high + 1) if all(gone.get(c + k, 0) == self.full for k in range(self.reach))]
            if not empty or not all(0 <= c <= high for c, _ in needs):
                raise Refuted("after a move the ring still goes all the way round")
            cut = [(self.full & ~gone.get((empty[0] + self.reach + k + n // 2) % n - n // 2, 0), 1) for k in range(n)]
            yield spot, self._connected(self._runs(cut))

    def _runs(self, cut: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Columns with the inner part of their longest run of whole columns as one."""
        whole = [column for column, (mask, _) in enumerate(cut) if mask == self.full]
        room = self.reach + 1
        best = (0, 0)
        for begin in whole:
            end = begin
            while end < len(cut) and cut[end][0] == self.full:
                end += 1
            if end - begin > best[1] - best[0]:
                best = begin, end
        begin, end = best[0] + room, best[1] - room
        return cut if end - begin < 2 else [*cut[:begin], (self.full, end - begin), *cut[end:]]


def _word(columns: list[tuple[int, int]], full: int) -> Word:
    """Columns with equal whole ones together."""
    found: list[tuple[int, int]] = []
    for mask, count in columns:
        if mask == full and found and found[-1][0] == full:
            found[-1] = full, found[-1][1] + count
        else:
            found.append((mask, count))
    return tuple(found)


def mex_of(values: Iterable[int]) -> int:
    """The least integer >= 0 that is not among the values."""
    present = set(values)
    least = 0
    while least in present:
        least += 1
    return least


def has_values(columns: Columns) -> bool:
    """Whether these are strips or rings of whole columns: undirected, without caps and loops, each run connected.

    >>> from lastmove.families.columns import columns
    >>> has_values(columns("grid:2xn")), has_values(columns("circulant:n,2"))
    (True, False)
    """
    if columns.directed or columns.left.n or columns.right.n or any(i == j for i, j in columns.edges):
        return False
    if not columns.links:
        return False
    together = [{v} for v in range(2 * columns.places)]
    pairs = [(i + side, j + side) for i, j in columns.edges for side in (0, columns.places)]
    pairs += [(link.left, link.right + columns.places) for link in columns.links if link.length == 1]
    for i, j in pairs:
        both = together[i] | together[j]
        for v in both:
            together[v] = both
    return len(together[0]) == 2 * columns.places


@dataclass(frozen=True)
class ValueFamilyProof:
    """A period of all kinds of pieces.

    Attributes
    ----------
    family
        The strips or rings.
    preperiod, period
        Of the pieces of each kind: from so many columns in a run on, after so many.
    bound
        Beside its longest run a piece has at most so many columns, where that run is longer than this.
    """

    kind: ClassVar[str] = "family-values"

    family: Columns
    preperiod: int
    period: int
    bound: int

    def to_json(self) -> dict[str, object]:
        """The ``certificate`` object."""
        numbers = {"preperiod": self.preperiod, "period": self.period, "bound": self.bound}
        return {"kind": self.kind, "version": VERSION, "columns": columns_to_json(self.family), **numbers}

    @classmethod
    def read(cls, body: Body) -> ValueFamilyProof:
        """The proof that an object holds; Refuted if it has the wrong form."""
        body.only("columns", "preperiod", "period", "bound")
        found = [number(body.get(name), name, below=MOST_COLUMNS) for name in ("preperiod", "period", "bound")]
        return cls(columns_of(body), *found)


class ValueChecker:
    """The values of all members, once the proof is checked.

    Parameters
    ----------
    proof
        What is claimed.
    game
        One of :data:`GAMES`.
    pieces
        What is known of pieces; nothing unless given.
    """

    def __init__(self, proof: ValueFamilyProof, game: str, pieces: StripPieces | None = None) -> None:
        self.proof, self.family = proof, proof.family
        if game not in GAMES or not has_values(proof.family):
            raise Refuted(f"accepted: {', '.join(GAMES)} on strips and rings without caps, whose columns hang together")
        self.game = game
        self.pieces = pieces or StripPieces(proof.family, game, Budget(MOST_LONG_STEPS).spend)
        reach = self.pieces.reach
        self.least = max(self.family.least, 2 * reach + 1 if self.family.closed else 1)
        """From so many columns on members have values here."""
        self.known_from = proof.preperiod + (2 * reach + 1 if self.family.closed else 0)

    @property
    def horizon(self) -> int:
        """The longest runs that have to be looked at."""
        return 2 * (self.proof.preperiod + self.proof.period) + 2 * self.pieces.reach + 1

    def check(self) -> None:
        """Refuted unless every piece is of few kinds, and the values of each kind have the period."""
        n0, p, bound = self.proof.preperiod, self.proof.period, self.proof.bound
        if p < 1 or n0 <= bound or n0 < self.pieces.reach + 2:
            raise Refuted("accepted: a period of at least 1, and a preperiod above the bound and the longest link")
        for kind in self.kinds():
            values = [self.pieces.value(self.piece(kind, m)) for m in range(n0, self.horizon + 1)]
            if any(values[m] != values[m + p] for m in range(len(values) - p)):
                raise Refuted(f"pieces do not have the period {p} from {n0} on")

    def kinds(self) -> list[Kind]:
        """Every kind of pieces that play comes to; Refuted if ends grow.

        A move leaves more than the bound of one side of a run of ``enough`` columns: longer runs give no other kinds.
        """
        bound, pieces = self.proof.bound, self.pieces
        enough = 2 * bound + 2 * pieces.reach + 5
        found: dict[Kind, None] = {}
        if self.family.closed:
            for n in range(self.least, bound + 4 * pieces.reach + 6):
                for _, left in pieces.ring(n):
                    found.update(dict.fromkeys(kind for piece in left if (kind := self.kind_of(piece)[0]) is not None))
        else:
            found[(), ()] = None
        todo = list(found)
        for kind in todo:
            for m in range(bound + 1, enough + 1):
                for option in pieces.different_options(self.piece(kind, m)):
                    for piece in option:
                        other, _ = self.kind_of(piece)
                        if other is not None and other not in found:
                            found[other] = None
                            todo.append(other)
        return todo

    def kind_of(self, word: Word) -> tuple[Kind | None, int]:
        """The kind of a piece and the length of its run; no kind if no run is longer than the bound."""
        full, bound = self.pieces.full, self.proof.bound
        run, at = max(((count, -at) for at, (mask, count) in enumerate(word) if mask == full), default=(0, 0))
        if run <= bound:
            return None, run
        if sum(count for _, count in word) - run > bound:
            raise Refuted(f"a piece has more than {bound} columns beside its longest run")
        return (word[:-at], word[1 - at :]), run

    def piece(self, kind: Kind, m: int) -> Word:
        """The piece of a kind with a run of m columns."""
        return (*kind[0], (self.pieces.full, m), *kind[1])

    def value_of(self, word: Word) -> int:
        """The value of a piece that play comes to, of any length."""
        kind, run = self.kind_of(word)
        n0, p = self.proof.preperiod, self.proof.period
        if kind is not None and run > n0:
            word = self.piece(kind, n0 + (run - n0) % p)
        return self.pieces.value(word)

    def after(self, n: int, column: int, move: int) -> int | None:
        """The value of what a move leaves of the member with n columns; ``None`` if it is not there."""
        if self.family.closed:
            left = next((left for way, left in self.pieces.ring(n) if way == move), None)
            return None if left is None else self._total(left)
        needs = self.pieces.moves[move][0]
        if any(not 0 <= column + c < n for c, _ in needs):
            return None
        return self._total(self.pieces.after(self.pieces.strip(n), column, move))

    def _total(self, left: tuple[Word, ...]) -> int:
        found = 0
        for piece in left:
            found ^= self.value_of(piece)
        return found

    def short(self, n: int) -> int:
        """A number of columns with the same values as n, not much above the preperiod."""
        first = 2 * self.known_from + 2 * self.pieces.reach + 1
        return n if n < first else first + (n - first) % self.proof.period

    def value(self, n: int) -> int:
        """The Grundy value of the member with n columns."""
        n = self.short(n)
        if self.family.closed:
            return mex_of(self._total(left) for _, left in self.pieces.ring(n))
        return self.value_of(self.pieces.strip(n))

    @cached_property
    def least_period(self) -> tuple[int, int]:
        """The least preperiod and period of the values of the members."""
        p, first = self.proof.period, max(self.known_from, self.least)
        values = {n: self.value(n) for n in range(self.least, first + 2 * p)}
        divisors = (q for q in range(1, p + 1) if p % q == 0)
        period = next(q for q in divisors if all(values[n] == values[n + q] for n in range(first, first + p)))
        preperiod = first
        while preperiod > self.least and values[preperiod - 1] == values[preperiod - 1 + period]:
            preperiod -= 1
        return preperiod, period

    def move(self, n: int) -> dict[str, object] | None:
        """A winning move on the member with n columns, as JSON; ``None`` if there is none."""
        short = self.short(n)
        for column in range(1 if self.family.closed else short):
            for move in range(len(self.pieces.moves)):
                if self.after(short, column, move) == 0:
                    far = column if column < short // 2 else column + n - short
                    return self.named(n, far, move)
        return None

    def named(self, n: int, column: int, move: int) -> dict[str, object]:
        """A move as JSON."""
        vertices = [self.family.vertex(n, (column + c) % n, i) for c, i in self.pieces.moves[move][0]]
        return {"delete": vertices[0] if self.game == "node-kayles" else sorted(vertices)}

    def value_after(self, n: int, move: object) -> int | None:
        """The value after a move, as JSON, on the member with n columns; ``None`` if there is no such move."""
        raw = move.get("delete") if isinstance(move, dict) and len(move) == 1 else None
        ends = [raw] if self.game == "node-kayles" else raw
        if not isinstance(ends, list) or not all(type(v) is int and 0 <= v < self.family.size(n) for v in ends):
            return None
        for v in ends:
            column = self.family.place(n, v)[0]
            for way in range(len(self.pieces.moves)):
                if self.named(n, column, way)["delete"] == (raw if self.game == "node-kayles" else sorted(ends)):
                    return self.after(n, column, way)
        return None


MOST_COLUMNS = 10_000
"""No preperiod, period or bound of a certificate is larger."""

_ABOUT = ("family", "game", "play", "certificate")
_ALL_MEMBERS = (*_ABOUT, "status", "preperiod", "period", "types", "grundy")
_MEMBER = (*_ABOUT, "at", "outcome", "move", "grundy", "reason")


def is_values(answer: Mapping[str, object]) -> bool:
    """Whether an object is an answer of ``lastmove family`` about Grundy values."""
    return "family" in answer and "grundy" in answer


def check_values(answer: Mapping[str, object]) -> CheckedAnswer:
    """Check an answer about the Grundy values of a family, or of a member, by its certificate alone."""
    if answer.get("certificate") is None:
        raise InputError("certificate", "missing; `lastmove family --certificate` writes one")
    if answer.get("play") != "normal":
        raise Refuted(f"play: {show_json(answer.get('play'))}; accepted: normal, for Grundy values")
    _, body = kind_and_body(answer["certificate"], [ValueFamilyProof.kind])
    proof, game = ValueFamilyProof.read(body), answer.get("game")
    if answer.get("family") != proof.family.name:
        raise Refuted(f"the answer is about {show_json(answer.get('family'))}, and the certificate is not")
    checker = ValueChecker(proof, game if isinstance(game, str) else "")
    checker.check()
    own: dict[str, object] = {"own_columns": True} if proof.family.is_own else {}
    if "at" in answer:
        return _check_member(checker, answer, own)
    not_shown = unknown_fields(answer, _ALL_MEMBERS, {*_MEMBER, *_OTHERS}, "the values of a family")
    preperiod, period = checker.least_period
    kinds = len(checker.kinds())
    shown = {"status": "proved", "preperiod": preperiod, "period": period, "types": kinds}
    for name, proved in shown.items():
        if answer.get(name) != proved or type(answer[name]) is not type(proved):
            raise Refuted(f"{name}: {show_json(answer.get(name))}, but the certificate proves {proved}")
    claimed: Any = answer["grundy"]
    if not isinstance(claimed, dict) or len(claimed) > MOST_COLUMNS:
        raise Refuted("grundy: accepted: an object with a value for each number of columns")
    for text, value in claimed.items():
        if not re.fullmatch("[1-9][0-9]{0,5}", text, re.ASCII) or int(text) < checker.least:
            raise Refuted(f"grundy: {show_json(text)} is no number of columns of this family")
        if type(value) is not int or value != checker.value(int(text)):
            raise Refuted(f"grundy: {show_json(value)} for n = {text} is not the value")
    text = f"{proof.family.described}: the Grundy values have the period {period} from n = {preperiod} on"
    return verified({"family": proof.family.name, **own, "preperiod": preperiod, "period": period}, text, not_shown)


def _check_member(checker: ValueChecker, answer: Mapping[str, object], own: dict[str, object]) -> CheckedAnswer:
    not_shown = unknown_fields(answer, _MEMBER, {*_ALL_MEMBERS, *_OTHERS}, "the value of a member")
    n = number(answer.get("at"), "at")
    if n < checker.least:
        raise Refuted(f"at: {n}; accepted: at least {checker.least}")
    value = checker.value(n)
    if type(answer["grundy"]) is not int or answer["grundy"] != value:
        raise Refuted(f"grundy: {show_json(answer['grundy'])}, but the certificate proves {value}")
    outcome, move = ("N" if value else "P"), answer.get("move")
    if answer.get("outcome", outcome) != outcome:
        raise Refuted(f"outcome: {show_json(answer['outcome'])}, but the value is {value}")
    if move is None and "move" in answer and value:
        raise Refuted("the answer names no move, and there is one that wins")
    if move is not None and checker.value_after(n, move) != 0:
        raise Refuted(f"the move {show_json(move)} does not win, or is none")
    if "reason" in answer and answer["reason"] != reason_of(checker, n):
        not_shown = ["reason", *not_shown]
    text = f"{outcome}: {checker.family.described} with n = {n:,} has the Grundy value {value}"
    claim: dict[str, object] = {"outcome": outcome, "grundy": value, **own}
    return verified(claim if move is None else {**claim, "move": "wins"}, text, not_shown)


def reason_of(checker: ValueChecker, n: int) -> dict[str, object]:
    """Why the value of the member with n columns is known."""
    preperiod, period = checker.least_period
    text = f"the Grundy values of this family have period {period} from n = {preperiod} on"
    numbers = {"n": n, "preperiod": preperiod, "period": period}
    return {"kind": "family", "family": checker.family.name, **numbers, "text": text}


_OTHERS = ("weight", "weights", "start", "n_starts", "automaton", "reached", "outcomes", "moves", "reasons")
"""What other answers of ``lastmove family`` state."""
