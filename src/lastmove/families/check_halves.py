"""The proof that a family of strips is known whole by the halves beside the token, in Vertex Geography and NimG-MR.

The certificate sorts the halves that play meets into classes. It lists the *steps* (class, column, class): a half of
the first class with that column put before it is of the second. And it lists the *lost* stands (class, column, place,
other classes): the token is at that place of that column, with a half of the class on one side and a half of one of the
other classes on the other, and the player to move loses. Columns are numbered as in ``games.column_moves``.

The check goes through every move from every lost stand, whichever halves of its classes are there. It must lead to a
stand from which, again whichever halves are there, a move leads to a lost stand. A full strip of any length is a stand
of classes that steps by full columns lead to; so each start that is not lost must have such a move too. This is a proof
by induction on what is left of the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lastmove.certificates.certificate import VERSION
from lastmove.certificates.untrusted import Body, array, number, numbers
from lastmove.core.errors import Refuted
from lastmove.families.column_fields import columns_to_json
from lastmove.families.column_moves import halves_decide
from lastmove.families.family_walks import columns_of, walk_of, walks_to_json
from lastmove.families.halves_checker import HalvesChecker

if TYPE_CHECKING:
    from lastmove.families.columns import Columns
    from lastmove.families.family_walks import Walk

__all__ = ["HALVED_KIND", "HalvedFamilyProof"]

HALVED_KIND = "family-halves"


@dataclass(frozen=True, slots=True)
class HalvedFamilyProof:
    """The walk of full halves through the classes, the steps between classes, and the lost stands."""

    family: Columns
    walk: Walk
    steps: dict[tuple[int, int], int]
    lost: dict[tuple[int, int, int], frozenset[int]]

    def to_json(self) -> dict[str, object]:
        """The ``certificate`` object."""
        return {
            "kind": HALVED_KIND,
            "version": VERSION,
            "columns": columns_to_json(self.family),
            "steps": [[s, column, t] for (s, column), t in self.steps.items()],
            "lost": [[*stand, sorted(others)] for stand, others in self.lost.items()],
            "walks": walks_to_json([self.walk]),
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
        return cls(columns_of(body), walk_of(walks[0]), steps, dict(map(_lost, body.items("lost"))))

    def checker(self, game: str, *, misere: bool, weights: tuple[int, ...]) -> HalvesChecker:
        """What checks the walk; Refuted for games and families that halves do not decide."""
        weight = weights[0] if weights else None
        if not halves_decide(self.family, game, weight):
            raise Refuted("halves decide Vertex Geography and NimG-MR on narrow open strips like their mirror images")
        return HalvesChecker(self.family, self.walk, self.steps, self.lost, misere=misere, weight=weight)


def _lost(raw: object) -> tuple[tuple[int, int, int], frozenset[int]]:
    row = array(raw, "lost")
    if len(row) != 4:
        raise Refuted("lost: accepted: arrays of a class, a column, a place and an array of classes")
    s, column, place = (number(value, "lost") for value in row[:3])
    return (s, column, place), frozenset(numbers(row[3], "lost"))
