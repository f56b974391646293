"""Families by halves: classes of what lies left and right of the token, and who wins on every member.

``halves.search`` finds them. A proof that takes minutes to find and a moment to check ships with the package: an answer
of ``lastmove family --certificate`` in the folder ``proofs``, written by ``scripts/make_kept_proofs.py``. Nothing is
taken on trust: it is checked, as ``lastmove check`` does it, before it answers for the first time in a process. One
that does not hold, or cannot be read, is left aside, and the family is proved anew.
"""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import InputError, Refuted
from lastmove.core.play import Play
from lastmove.families.check import walks_checked
from lastmove.families.check_halves import HalvedFamilyProof, HalvesChecker
from lastmove.families.column_moves import ColumnMoves, halves_decide
from lastmove.families.columns import columns

if TYPE_CHECKING:
    from lastmove.core.solution import Evidence
    from lastmove.families.columns import Columns
    from lastmove.families.question import Family


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


def kept_halves(asked: Family) -> FamilyByHalves | None:
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
