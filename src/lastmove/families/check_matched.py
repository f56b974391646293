"""The proof that a family is known whole where matchings say who wins: normal Vertex Geography, undirected.

The player to move wins if and only if every maximum matching covers the token's vertex. The certificate lists the types
of ``matched_parts`` and the walks through them; the check composes every step anew, edge by edge.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lastmove.certificates.certificate import VERSION
from lastmove.certificates.untrusted import MOST_LONG_STEPS, Body, Budget, array, number, numbers
from lastmove.core.errors import Refuted, show_json
from lastmove.families.column_fields import columns_to_json
from lastmove.families.family_checker import FamilyChecker
from lastmove.families.family_walks import Walk, columns_of, walk_of, walks_to_json
from lastmove.families.matched_parts import MatchedParts

if TYPE_CHECKING:
    from lastmove.families.columns import Columns
    from lastmove.families.matched_parts import Type

__all__ = ["MATCHED_KIND", "MatchedFamilyProof"]

MATCHED_KIND = "family-matchings"
_MOST_PORTS = 16


@dataclass(frozen=True, slots=True)
class MatchedFamilyProof:
    """Types, each with its ports and what the sets of them cost, and walks with their return."""

    family: Columns
    types: tuple[Type, ...]
    walks: tuple[Walk, ...]

    def to_json(self) -> dict[str, object]:
        """The ``certificate`` object."""
        return {
            "kind": MATCHED_KIND,
            "version": VERSION,
            "columns": columns_to_json(self.family),
            "types": [{"ports": list(ports), "lost": list(lost)} for ports, lost in self.types],
            "walks": walks_to_json(self.walks),
        }

    @classmethod
    def read(cls, body: Body) -> MatchedFamilyProof:
        """The proof that an object holds; Refuted if it has the wrong form."""
        body.only("columns", "types", "walks")
        types = tuple(map(_type, body.items("types")))
        return cls(columns_of(body), types, tuple(map(walk_of, body.items("walks"))))

    def load(self, game: str, misere: bool) -> tuple[MatchedParts, list[int]]:
        """A store with the types of the certificate, and their numbers there; Refuted for another game."""
        if game != "vertex-geography" or misere or self.family.directed:
            raise Refuted("matchings decide Vertex Geography on undirected boards in normal play only")
        parts = MatchedParts(Budget(MOST_LONG_STEPS))
        return parts, [parts.number(part) for part in self.types]

    def checker(self, game: str, *, misere: bool, weights: tuple[int, ...]) -> FamilyChecker:
        """What composes the walks anew."""
        return FamilyChecker(self, game, misere, weights)


def _type(raw: object) -> Type:
    if not isinstance(raw, dict) or set(raw) != {"ports", "lost"}:
        raise Refuted(f"types: {show_json(raw)}; accepted: objects with ports and lost")
    ports = array(raw["ports"], "ports")
    if len(ports) > _MOST_PORTS:
        raise Refuted(f"types: {len(ports)} ports; accepted: at most {_MOST_PORTS}")
    firsts = tuple(None if port is None else number(port, "ports", below=len(ports)) for port in ports)
    lost = numbers(raw["lost"], "lost")
    if len(lost) != 2 ** len(ports):
        raise Refuted(f"types: {len(lost)} numbers for {len(ports)} ports; accepted: one for each set of ports")
    return firsts, lost
