"""The proof that a family of strips is known whole by the halves beside the token, in Vertex Geography and NimG-MR.

The certificate sorts the halves that play meets into classes. It lists the *steps* (class, column, class): a half of
the first class with that column put before it is of the second. And it lists the *lost* stands (class, column, place,
other classes): the token is at that place of that column, with a half of the class on one side and a half of one of the
other classes on the other, and the player to move loses. Columns are numbered as in
:class:`~lastmove.families.strips.ColumnMoves`.

The check goes through every move from every lost stand, whichever halves of its classes are there. It must lead to a
stand from which, again whichever halves are there, a move leads to a lost stand. A full strip of any length is a stand
of classes that steps by full columns lead to; so each start that is not lost must have such a move too. This is a proof
by induction on what is left of the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from lastmove.certificates.certificate import MOST_LONG_STEPS, VERSION, Body, Budget, array, number, numbers
from lastmove.core.errors import Refuted
from lastmove.families.check_types import Walk, columns_of
from lastmove.families.columns import columns_to_json
from lastmove.families.strips import ColumnMoves, halves_decide

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.families.columns import Columns

_NOTHING = 0
"""The class of the half in which nothing can be entered: there is no column, or the next one is empty."""

_NONE, _OTHERS, _WINS = range(3)
"""Of moves of one sort: there are none; there are some, and none is known to win; one wins."""

Stand = tuple[int, int, int, int]
"""The class of one half, the token's column, its place there, the class of the other half."""

Landing = tuple[int, int, int]
"""A stand without the class of the other half."""


class Entries(NamedTuple):
    """What a token finds that goes into a half of a class, from a place of the column before it."""

    sorts: list[tuple[Landing, ...]]
    """For every way to make the half where it may land; what differs in nothing else is listed once."""
    landings: list[Landing]
    """Where it may land in any of them."""


class HalvesChecker:
    """The steps and the lost stands of a certificate, gone through move by move."""

    def __init__(self, proof: HalvedFamilyProof, *, misere: bool, weight: int | None) -> None:
        self.proof, self.family, self.misere = proof, proof.family, misere
        self.walk, self.preperiod = proof.walk
        self.column_moves = ColumnMoves(proof.family, weight)
        self.full = self.column_moves.full
        self.steps, self.lost = proof.steps, proof.lost
        self.budget = Budget(MOST_LONG_STEPS)
        self._lost: set[Stand] = set()
        """The lost stands, read from either side."""
        self._won: set[Stand] = set()
        self._ways: dict[int, list[tuple[int, int]]] = {}
        """How a half of each class may be made: a class, and the column before a half of that class."""
        for (s, column), t in self.steps.items():
            self._ways.setdefault(t, []).append((s, column))
        self._entries: dict[tuple[int, int], Entries] = {}

    @property
    def period(self) -> int:
        """After how many columns the classes of full halves come back."""
        return self.proof.walk.period

    def not_least(self) -> list[str]:
        """Which of preperiod and period are not shown to be the least.

        A certificate may tell halves apart that are alike. They differ for sure if beside some full half one of them is
        lost and the other is not.
        """
        rows = [
            [self._is_lost((s, self.full, place, u)) for u in self.walk for place in range(self.family.places)]
            for s in self.walk
        ]
        cycle = rows[self.preperiod :]
        shorter = any(cycle == cycle[q:] + cycle[:q] for q in range(1, self.period))
        earlier = self.preperiod > 0 and rows[self.preperiod - 1] == rows[-1]
        return ["preperiod"] * earlier + ["period"] * shorter

    def needed(self) -> int:
        """How many classes there are."""
        return len({_NOTHING, *(s for s, _ in self.steps), *self.steps.values()})

    def check_walks(self) -> None:
        """The walk of full halves, every lost stand, and the starts that are not lost."""
        if self.walk[0] != _NOTHING or len(set(self.walk)) != len(self.walk):
            raise Refuted("walks: a walk begins with class 0, and ends before a class comes back")
        if any(not 0 < column <= self.full for _, column in self.steps):
            raise Refuted(f"steps: accepted: columns 1 to {self.full}; behind an empty one a half is of class 0")
        for s, longer in zip(self.walk, [*self.walk[1:], self.walk[self.preperiod]], strict=True):
            if self.steps.get((s, self.full)) != longer:
                raise Refuted("a full column more does not lead from a class of the walk to the next")
        for (s, column, place), others in self.lost.items():
            if (column, place) not in self.column_moves.number:
                raise Refuted(f"lost: place {place} is not in column {column}")
            for u in others:
                self._lost |= {(s, column, place, u), (u, column, place, s)}
        for (s, column, place), others in self.lost.items():
            for u in others:
                self._check_lost((s, column, place, u))
        for s in self.walk:
            for u in self.walk:
                for place in range(self.family.places):
                    if not self._is_lost(stand := (s, self.full, place, u)):
                        self._check_won(stand)

    # ---- stands

    def _is_lost(self, stand: Stand) -> bool:
        return stand in self._lost

    def _inner(self, stand: Stand) -> Iterator[Stand]:
        """The stands after the moves in the column."""
        s, column, place, u = stand
        return ((s, *pair, u) for pair in self.column_moves.inner(column, place))

    def _entering(self, s: int, place: int) -> Entries:
        """What is found in a half of class s by a token that comes from a place of the column before it."""
        found = self._entries.get((s, place))
        if found is None:
            ways = self._ways.get(s, [])
            self.budget.spend(len(ways))
            sorts = dict.fromkeys(
                tuple((parent, *pair) for pair in self.column_moves.entered(column, place)) for parent, column in ways
            )
            if s == _NOTHING:
                sorts[()] = None
            found = Entries(list(sorts), list(dict.fromkeys(landing for each in sorts for landing in each)))
            self._entries[s, place] = found
        # A class may be made in as many ways as there are steps.
        self.budget.spend(len(found.sorts) + len(found.landings))
        return found

    def _after(self, u: int, column: int, place: int) -> int | None:
        """The class of a half when the token has left the column before it; None where the steps do not have it."""
        rest = self.column_moves.rest(column, place)
        return self.steps.get((u, rest)) if rest else _NOTHING

    def _check_lost(self, stand: Stand) -> None:
        """Whichever halves are there: every move leads to a stand that is won, and in misère play there is a move."""
        self.budget.spend()
        stuck = True
        for then in self._inner(stand):
            stuck = False
            self._check_won(then)
        stuck_beside = []
        s, column, place, u = stand
        for half, other in ((s, u), (u, s)):
            entries, after = self._entering(half, place), self._after(other, column, place)
            stuck_beside.append(() in entries.sorts)
            for landing in entries.landings:
                if after is None:
                    raise Refuted(f"steps: none for a move from the stand {list(stand)}")
                self._check_won((*landing, after))
        if self.misere and stuck and all(stuck_beside):
            raise Refuted(f"lost: {list(stand)}; without a move the player to move wins")

    def _check_won(self, stand: Stand) -> None:
        """Whichever halves are there: a move leads to a lost stand, or in misère play there is none."""
        if stand in self._won:
            return
        s, column, place, u = stand
        mirrored = (u, column, place, s)
        self.budget.spend()
        if self._is_lost(stand):
            raise Refuted(f"lost: a move leads from a lost stand to the lost stand {list(stand)}")
        inner = self._best([self._is_lost(after) for after in self._inner(stand)])
        if inner != _WINS:
            for left in self._sorts(stand):
                for right in self._sorts(mirrored):
                    if _WINS not in (left, right) and not (self.misere and inner == left == right == _NONE):
                        raise Refuted(f"lost: no move from the stand {list(stand)} leads to a lost one")
        self._won |= {stand, mirrored}

    def _sorts(self, stand: Stand) -> set[int]:
        """What entering the first half does, over all ways to make it."""
        s, column, place, u = stand
        after = self._after(u, column, place)
        return {
            self._best([after is not None and (*landing, after) in self._lost for landing in each])
            for each in self._entering(s, place).sorts
        }

    @staticmethod
    def _best(wins: list[bool]) -> int:
        return _NONE if not wins else _WINS if any(wins) else _OTHERS

    # ---- members

    def wins(self, n: int, column: int, place: int) -> bool:
        """Whether the player to move wins from a place of a column of the member with n columns."""
        self.budget.spend()
        return not self._is_lost((self.proof.walk.at(column), self.full, place, self.proof.walk.at(n - 1 - column)))

    def winners(self, n: int) -> int:
        """The number of winning starts of the member with n columns."""
        return sum(self.wins(n, column, place) for column in range(n) for place in range(self.family.places))

    def moves(self, n: int, column: int, place: int) -> Iterator[tuple[dict[str, object], bool]]:
        """The moves from there; True where the certificate does not show that the next player loses."""
        full, moves, at, vertex = self.full, self.column_moves, self.proof.walk.at, self.family.vertex
        left, right = at(column), at(n - 1 - column)
        for pair in moves.inner(full, place):
            yield moves.move(vertex(n, column, pair[1]), *pair), not self._is_lost((left, *pair, right))
        for to, beyond, far in ((column - 1, column - 1, right), (column + 1, n - 2 - column, left)):
            if 0 <= to < n:
                after = self._after(far, full, place)
                for pair in moves.entered(full, place):
                    lost = after is not None and self._is_lost((at(beyond), *pair, after))
                    yield moves.move(vertex(n, to, pair[1]), *pair), not lost


@dataclass(frozen=True, slots=True)
class HalvedFamilyProof:
    """The walk of full halves through the classes, the steps between classes, and the lost stands."""

    kind: ClassVar[str] = "family-halves"

    family: Columns
    walk: Walk
    steps: dict[tuple[int, int], int]
    lost: dict[tuple[int, int, int], frozenset[int]]

    def to_json(self) -> dict[str, object]:
        """The ``certificate`` object."""
        return {
            "kind": self.kind,
            "version": VERSION,
            "columns": columns_to_json(self.family),
            "steps": [[s, column, t] for (s, column), t in self.steps.items()],
            "lost": [[*stand, sorted(others)] for stand, others in self.lost.items()],
            "walks": [self.walk.to_json()],
        }

    @classmethod
    def read(cls, body: Body) -> HalvedFamilyProof:
        """The proof that an object holds; Refuted if it has the wrong form."""
        body.only("columns", "steps", "lost", "walks")
        walks = body.items("walks")
        if len(walks) != 1:
            raise Refuted("walks: accepted: one")
        steps: dict[tuple[int, int], int] = {}
        for raw in body.items("steps"):
            step = numbers(raw, "steps")
            if len(step) != 3 or step[:2] in steps:
                raise Refuted("steps: accepted: arrays of a class, a column and a class, one for a class and a column")
            steps[step[0], step[1]] = step[2]
        return cls(columns_of(body), Walk.read(walks[0]), steps, dict(map(_lost, body.items("lost"))))

    def checker(self, game: str, *, misere: bool, weights: tuple[int, ...]) -> HalvesChecker:
        """What checks the walk; Refuted for games and families that halves do not decide."""
        weight = weights[0] if weights else None
        if not halves_decide(self.family, game, weight):
            raise Refuted("halves decide Vertex Geography and NimG-MR on narrow open strips like their mirror images")
        return HalvesChecker(self, misere=misere, weight=weight)


def _lost(raw: object) -> tuple[tuple[int, int, int], frozenset[int]]:
    row = array(raw, "lost")
    if len(row) != 4:
        raise Refuted("lost: accepted: arrays of a class, a column, a place and an array of classes")
    s, column, place = (number(value, "lost") for value in row[:3])
    return (s, column, place), frozenset(numbers(row[3], "lost"))
