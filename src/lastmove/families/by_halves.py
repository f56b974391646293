"""Families by halves: classes of what lies left and right of the token, and who wins on every member.

The halves come in classes that differ only where play needs it. They are guessed, and mended until play from full
strips never shows a half in the wrong class. At first all halves are in one class. In each round the stands that play
from full strips comes to are found, with the guessed classes, and at each of them every half that may stand there is
entered. If some half does another thing than its class says, its step is led to another class, or to a new one. When no
half is blamed, the classes are a proof for strips of every length: see docs/how-to/families.md.

A proof that takes minutes to find and a moment to check ships with the package: an answer of ``lastmove family
--certificate`` in the folder ``proofs``, written by ``scripts/make_kept_proofs.py``. Nothing is taken on trust: it is
checked, as ``lastmove check`` does it, before it answers for the first time in a process. One that does not hold, or
cannot be read, is left aside, and the family is proved anew.
"""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import InputError, Refuted
from lastmove.core.limits import current_meter, need
from lastmove.core.play import Play
from lastmove.families import COMPILING, SIZES_AT_ONCE
from lastmove.families.check import walks_checked
from lastmove.families.check_halves import HalvedFamilyProof, HalvesChecker
from lastmove.families.check_types import Walk
from lastmove.families.columns import columns
from lastmove.families.halves_kernels import DONE, EVERY, ROOM, Classes, ColumnGame, StandWork
from lastmove.families.strips import ColumnMoves, halves_decide
from lastmove.graphs.backend import Plain, compiled, listed, may_start_numba

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lastmove.core.solution import Evidence
    from lastmove.families.columns import Columns
    from lastmove.families.question import FamilyQuestion
    from lastmove.graphs.backend import Backend


_SLACK = 64
_KERNELS = "families.halves_kernels"
"""Not among ``backend.KERNELS``: questions about single boards need not wait until these are compiled too."""

_AT_ONCE = 2_000
_ROOMY = 4
_UNBLAMED = 2**31 - 1
_END = -1


class HalfStrips:
    """The classes of the halves of a family of strips, while they are mended.

    Parameters
    ----------
    columns
        The family; :func:`halves_decide` must hold.
    misere
        The convention.
    weight
        For NimG-MR, the weight of every vertex; without it the game is Vertex Geography.
    spend
        Called with a number of stands that were looked at; it may raise to stop the work.

    Examples
    --------
    >>> from lastmove.families.columns import columns
    >>> strips = HalfStrips(columns("grid:3xn"), misere=True)
    >>> found = strips.settle()
    >>> found.preperiod, found.period, [found.winners(n) for n in range(1, 9)]
    (2, 2, [2, 0, 5, 2, 8, 4, 11, 6])
    """

    def __init__(
        self,
        columns: Columns,
        *,
        misere: bool,
        weight: int | None = None,
        spend: Callable[[int], None] = lambda _: None,
    ) -> None:
        self.columns, self.rounds = columns, 0
        self.moves = ColumnMoves(columns, weight)
        self._spend = spend
        self._make = _backend()
        self._kernels = self._make.kernels(_KERNELS)
        self.game = column_game(self.moves, misere=misere, given=self._make.given)
        self.count = 1
        self._classes = self._roomy()
        self._work = self._empty()
        self._failed: dict[int, set[int]] = {}
        """The classes that each step was led to before."""

    @property
    def _room(self) -> int:
        """For how many classes there is room."""
        return len(self._classes.parent)

    def _roomy(self, before: Classes | None = None) -> Classes:
        """The same classes with room for more."""
        ints, room = self._make.ints, self.count + max(_SLACK, self.count // 8)
        made = Classes(ints(room), ints(room), ints(room), ints(room * self.moves.columns))
        for numbers, earlier in zip(made, before or (), strict=before is not None):
            numbers[: len(earlier)] = earlier
        return made

    def settle(self) -> FamilyByHalves:
        """Go round until no half is blamed."""
        while True:
            self.rounds += 1
            if self.count + _SLACK // 2 > self._room:
                self._classes = self._roomy(self._classes)
            self._work = self._empty()
            self._reach()
            blamed = self._blame()
            if not blamed:
                return self._settled()
            most = min(blamed.values()) + SIZES_AT_ONCE
            for number, size in blamed.items():
                if size <= most and self.count < self._room:
                    self._mend(number, size)

    def _empty(self) -> StandWork:
        """Nothing is known of any stand."""
        make, room, pairs = self._make, self._room, len(self.moves.pairs)
        need(2 * room * room * pairs)
        steps = room * self.moves.columns
        todo = max(_ROOMY * self._margin, room * pairs)
        counts = make.counters(3)
        counts[1] = self.count
        return StandWork(
            room=room,
            pairs=pairs,
            value=make.bits(room * room * pairs),
            mark=make.bits(room * room * pairs),
            needed=make.bits(steps),
            made=make.ints(room, _END),
            made_before=make.ints(steps, _END),
            stack=make.counters(3 * (2 * max(listed(self._classes.size)) + self.moves.size(self.moves.full) + 2)),
            todo=make.counters(todo),
            todo_from=make.counters(todo),
            counts=counts,
            met=make.counters(12),
        )

    @property
    def _margin(self) -> int:
        """How much one thing that is followed may add to what is to do."""
        return (2 * self.moves.size(self.moves.full) + 2) * (self._room + _SLACK)

    def _walk(self) -> tuple[list[int], int]:
        """The classes of halves of 0, 1, 2, ... full columns until one comes back, and the place of that one."""
        found = [0]
        while True:
            longer = int(self._classes.step[found[-1] * self.moves.columns + self.moves.full])
            if longer in found:
                return found, found.index(longer)
            found.append(longer)

    def _reach(self) -> None:
        """Mark the stands that play from full strips comes to."""
        walk, _ = self._walk()
        full, number = self.moves.full, self.moves.number
        for s in walk:
            self._kernels.add_step(self.game, self._classes, self._work, s, full)
            for u in walk:
                for place in range(self.columns.places):
                    self._kernels.reach(self.game, self._classes, self._work, s, number[full, place], u)
            self._drain()

    def _drain(self) -> None:
        """Follow all that is to do, looking at the limits now and then."""
        while True:
            state = self._kernels.spread(self.game, self._classes, self._work, _AT_ONCE, self._margin)
            if state == DONE:
                return
            self._spend(_AT_ONCE)
            if state == ROOM:
                make, work = self._make, self._work
                need(32 * len(work.todo))
                more = [make.counters(2 * len(work.todo)) for _ in range(2)]
                for numbers, old in zip(more, (work.todo, work.todo_from), strict=True):
                    numbers[: len(old)] = old
                self._work = work._replace(todo=more[0], todo_from=more[1])

    def _blame(self) -> dict[int, int]:
        """The steps that lead to a wrong class, with the size of the least board that shows it."""
        least = self._make.ints(self._room * self.moves.columns, _UNBLAMED)
        for s in range(self.count):
            self._kernels.blame(self.game, self._classes, self._work, least, s)
            self._spend(len(self.moves.pairs))
        return {number: size for number, size in enumerate(listed(least)) if size != _UNBLAMED}

    def _mend(self, number: int, size: int) -> None:
        """Lead a step to a class that boards up to a size do not tell from its halves, or to a new one."""
        classes, columns = self._classes, self.moves.columns
        old = int(classes.step[number])
        failed = self._failed.setdefault(number, set())
        failed.add(old)
        barred = self._make.bits(self._room)
        for s in failed:
            barred[s] = 1
        home = int(self._kernels.find_home(self.game, classes, self._work, number, size, barred))
        self._spend(self.count)
        if home < 0:
            home = self.count
            self.count += 1
            self._work.counts[1] = self.count
            parent, column = divmod(number, columns)
            classes.parent[home], classes.last[home] = parent, column
            classes.size[home] = classes.size[parent] + self.moves.size(column)
            for at in range(columns):
                classes.step[home * columns + at] = classes.step[old * columns + at]
        classes.step[number] = home

    def _settled(self) -> FamilyByHalves:
        """What was found; the classes that are needed are numbered from 0 on, class 0 as before."""
        work, columns, pairs = self._work, self.moves.columns, self.moves.pairs
        lost: dict[tuple[int, int, int], tuple[int, ...]] = {}
        for s in range(self.count):
            for p, pair in enumerate(pairs):
                start = (s * len(pairs) + p) * self._room
                row = bytes(work.mark[start : start + s + 1])
                if EVERY in row:
                    lost[s, *pair] = tuple(u for u, what in enumerate(row) if what == EVERY)
        needed = [number for number, flag in enumerate(listed(work.needed)) if flag]
        steps = {divmod(number, columns): int(self._classes.step[number]) for number in needed}
        walk, returns = self._walk()
        used = {0, *walk, *steps.values(), *(s for s, _ in steps), *(s for s, _, _ in lost)}
        new = {s: at for at, s in enumerate(sorted(used))}
        proof = HalvedFamilyProof(
            self.columns,
            Walk(tuple(new[s] for s in walk), returns),
            {(new[s], column): new[t] for (s, column), t in steps.items()},
            {(new[s], column, i): frozenset(new[u] for u in others) for (s, column, i), others in lost.items()},
        )
        return FamilyByHalves(proof, self.moves)


def column_game(moves: ColumnMoves, *, misere: bool, given: Callable[[Sequence[int]], Any]) -> ColumnGame:
    """The tables; ``given`` puts numbers into the form that the kernels take."""
    inner: list[int] = []
    enter: list[int] = []
    inner_at, enter_at = [0], [0]
    for column, place in moves.pairs:
        inner += [moves.number[pair] for pair in moves.inner(column, place)]
        inner_at.append(len(inner))
        for beside in range(moves.columns):
            enter += [moves.number[pair] for pair in moves.entered(beside, place)]
            enter_at.append(len(enter))
    return ColumnGame(
        moves.columns,
        int(misere),
        rest=given([moves.rest(*pair) for pair in moves.pairs]),
        weight=given([moves.size(column) for column, _ in moves.pairs]),
        size=given([moves.size(column) for column in range(moves.columns)]),
        inner_at=given(inner_at),
        inner=given(inner),
        enter_at=given(enter_at),
        enter=given(enter),
    )


def _backend() -> Backend:
    """Compiled code, where it is sure that there is time to start Numba and to compile it."""
    meter = current_meter()
    if (meter is not None and meter.seconds_left < COMPILING) or not may_start_numba():
        return Plain()
    return compiled() or Plain()


@dataclass(frozen=True)
class FamilyByHalves:
    """The classes of halves of full columns, the steps that play takes, and the stands in which the mover loses."""

    proof: HalvedFamilyProof
    moves: ColumnMoves

    closed = True

    @property
    def preperiod(self) -> int:
        """From which number of full columns on the classes come back."""
        return self.proof.walk.returns

    @property
    def period(self) -> int:
        """After how many columns they do."""
        return len(self.proof.walk.types) - self.preperiod

    @property
    def grown(self) -> int:
        """How many full columns the halves of the walk have."""
        return len(self.proof.walk.types) - 1

    @cached_property
    def count(self) -> int:
        """How many classes there are."""
        return len({0, *(s for s, _ in self.proof.steps), *self.proof.steps.values()})

    def at(self, m: int) -> int:
        """The class of a half of m full columns."""
        classes, first = self.proof.walk
        return classes[m if m < len(classes) else first + (m - first) % self.period]

    def is_lost(self, s: int, column: int, place: int, u: int) -> bool:
        """Whether the player to move is known to lose, with halves of these classes beside the token's column.

        Lists may name the two halves in either order, as certificates may.
        """
        lost = self.proof.lost
        return u in lost.get((s, column, place), ()) or s in lost.get((u, column, place), ())

    def wins(self, n: int, start: int) -> bool:
        """Whether the player to move wins from a vertex of the member with n columns."""
        column, place = self.proof.family.place(n, start)
        return not self.is_lost(self.at(column), self.moves.full, place, self.at(n - 1 - column))

    def winners(self, n: int) -> int:
        """The number of vertices from which the player to move wins."""
        return sum(self.wins(n, start) for start in range(self.proof.family.size(n)))

    def move(self, n: int, start: int) -> dict[str, object] | None:
        """A winning move, as JSON, from a vertex that wins; None where it has no move."""
        column, place = self.proof.family.place(n, start)
        vertex, full = self.proof.family.vertex, self.moves.full
        left, right, rest = self.at(column), self.at(n - 1 - column), self.moves.rest(full, place)
        for pair in self.moves.inner(full, place):
            if self.is_lost(left, *pair, right):
                return self.moves.move(vertex(n, column, pair[1]), *pair)
        for to, beyond, far in ((column - 1, column - 1, right), (column + 1, n - 2 - column, left)):
            after = self.proof.steps.get((far, rest)) if rest else 0
            if 0 <= to < n and after is not None:
                for pair in self.moves.entered(full, place):
                    if self.is_lost(self.at(beyond), *pair, after):
                        return self.moves.move(vertex(n, to, pair[1]), *pair)
        return None

    def certificate(self) -> Evidence:
        """The classes, steps and lost stands."""
        return self.proof


FOLDER = "proofs"

KEPT = (("vertex-geography", Play.MISERE, "grid:5xn"),)
"""The game, the convention and the name of each family."""


def file_name(game: str, play: Play, name: str) -> str:
    """The file that a proof is kept in.

    >>> file_name("vertex-geography", Play.MISERE, "grid:5xn")
    'vertex-geography-misere-grid-5xn.json.gz'
    """
    return f"{game}-{play.value}-{name.replace(':', '-')}.json.gz"


def kept_halves(asked: FamilyQuestion) -> FamilyByHalves | None:
    """What is known of a family by a proof that is kept, checked; None if there is none.

    The name does not count, nor do the numbers of vertices: a proof speaks of every family with its columns and links.
    """
    family, game, play, weight = asked
    if weight is not None or not halves_decide(family, game):
        return None
    for kept in KEPT:
        if kept[:2] == (game, play) and _shape(columns(kept[2])) == _shape(family):
            found = _checked(*kept)
            return found and replace(found, proof=replace(found.proof, family=family))
    return None


def _shape(family: Columns) -> tuple[int, set[frozenset[int]], set[tuple[int, int]]]:
    """All that halves see of a family that they decide."""
    links = {(link.left, link.right) for link in family.links}
    return family.places, {frozenset(edge) for edge in family.edges}, links


@cache
def _checked(game: str, play: Play, name: str) -> FamilyByHalves | None:
    try:
        file = files("lastmove.families").joinpath(FOLDER, file_name(game, play, name))
        answer: Any = json.loads(gzip.decompress(file.read_bytes()))
        asked = {"family": name, "game": game, "play": play.value}
        with walks_checked({**asked, "certificate": answer["certificate"]}) as checker:
            if not isinstance(checker, HalvesChecker) or _shape(checker.family) != _shape(columns(name)):
                return None
            return FamilyByHalves(checker.proof, ColumnMoves(checker.family))
    except (OSError, EOFError, ValueError, LookupError, TypeError, InputError, Refuted):
        return None
