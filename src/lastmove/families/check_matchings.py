"""The proof that a family is known whole where matchings say who wins: normal Vertex Geography, undirected.

The player to move wins if and only if every maximum matching covers the token's vertex. The certificate lists the types
of the parts and the walks through them; the check composes every step anew, edge by edge, and shares no code with the
search for such types.

A type lists, for each port, the first port that stands on the same vertex (null where the port is gone), and for each
set of ports how many edges of a maximum matching it costs to take them away: set s has the number at place s, bit p for
port p.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from lastmove.certificates.certificate import MOST_LONG_STEPS, VERSION, Body, Budget, array, number, numbers
from lastmove.core.errors import Refuted, show_json
from lastmove.families import MOST_CHECKED_PORTS
from lastmove.families.check_types import FamilyChecker, Walk, columns_of
from lastmove.families.columns import columns_to_json
from lastmove.parts.cores import CorePort, PartTypes

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lastmove.families.columns import Columns
    from lastmove.parts.cores import ChildPort

Type = tuple[tuple["int | None", ...], tuple[int, ...]]


class MatchedParts(PartTypes):
    """The types that were met while a certificate is checked."""

    misere = False

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.types: list[Type] = []
        self.parts: list[list[tuple[int] | None]] = []
        self._numbers: dict[Type, int] = {}

    def number(self, part: Type) -> int:
        """The number of a type."""
        if part not in self._numbers:
            self._numbers[part] = len(self.types)
            self.types.append(part)
            self.parts.append([None if first is None else (port,) for port, first in enumerate(part[0])])
        return self._numbers[part]

    def nothing(self, ports: int) -> int:
        """The type of a part with nothing in it."""
        return self.number(((None,) * ports, (0,) * 2**ports))

    def play(self, core: Any, ports: Sequence[CorePort | ChildPort | None] = ()) -> MatchedBoard:
        """A core, once the types of its children are said."""
        return MatchedBoard(self, core, ports)

    @staticmethod
    def needed(parts: Iterable[int]) -> set[int]:
        """These types, and those that they speak of: none but these."""
        return set(parts)

    @staticmethod
    def is_won(found: bool) -> bool:
        """Whether the mover wins."""
        return found


class MatchedBoard:
    """A core of Vertex Geography with children: its edges, from vertex to vertex and from vertex to port."""

    def __init__(self, parts: MatchedParts, core: Any, ports: Sequence[CorePort | ChildPort | None] = ()) -> None:
        self.parts, self.core, self.ports = parts, core, ports
        self._known: dict[Any, int] = {}
        self._edges_of: dict[tuple[int, ...], list[tuple[Any, Any]]] = {}

    def whole(self, state: int, children: tuple[int, ...]) -> int:
        """The type of the whole."""
        places = [self._place(port, state, children) for port in self.ports]
        firsts = tuple(None if place is None else places.index(place) for place in places)
        gone = self._gone(state)
        costs = []
        for chosen in range(2 ** len(places)):
            taken = {place for port, place in enumerate(places) if chosen >> port & 1 and place is not None}
            costs.append(self._edges(children, gone) - self._edges(children, gone | taken))
        return self.parts.number((firsts, tuple(costs)))

    def _place(
        self, port: CorePort | ChildPort | None, state: int, children: tuple[int, ...]
    ) -> tuple[int, int] | None:
        if port is None:
            return None
        if isinstance(port, CorePort):
            v = next(door.v for door in self.core.wiring.doors if door.name == port.name)
            return (-1, v) if state >> v & 1 else None
        first = self.parts.types[children[port.child]][0][port.port]
        return None if first is None else (port.child, first)

    def _gone(self, state: int) -> frozenset[tuple[int, int]]:
        return frozenset((-1, v) for v in range(self.core.wiring.n) if not state >> v & 1)

    def token(self, state: int, children: tuple[int, ...], v: int) -> bool:
        """Whether the mover wins with the token on v: every maximum matching covers it."""
        gone = self._gone(state)
        return self._edges(children, gone) > self._edges(children, gone | {(-1, v)})

    def inside(self, child: int, g: int, state: int, children: tuple[int, ...]) -> bool:
        """The same with the token on a port of a child."""
        gone = self._gone(state)
        first = self.parts.types[children[child]][0][g]
        return first is not None and self._edges(children, gone) > self._edges(children, gone | {(child, first)})

    def _edges(self, children: tuple[int, ...], gone: frozenset[tuple[int, int]] | set[tuple[int, int]]) -> int:
        """How many edges a maximum matching has beside those of the children, without these vertices and ports."""
        if children not in self._edges_of:
            self._edges_of[children] = self._listed(children)
        return self._rest(self._edges_of[children], 0, frozenset(gone), children)

    def _listed(self, children: tuple[int, ...]) -> list[tuple[Any, Any]]:
        """The edges in order of their first vertex; each with the vertices of the core that no later edge has.

        What becomes of those vertices makes no difference any more.
        """
        wiring = self.core.wiring
        edges = [((-1, min(u, v)), (-1, max(u, v))) for u, v in wiring.edges if u != v]
        for join in wiring.joins:
            first = self.parts.types[children[join.child]][0][join.port]
            if first is not None:
                edges.append(((-1, join.v), (join.child, first)))
        listed: list[tuple[Any, Any]] = []
        later: set[tuple[int, int]] = set()
        for edge in sorted(edges, reverse=True):
            listed.append((frozenset(edge), frozenset(end for end in edge if end[0] < 0 and end not in later)))
            later.update(edge)
        return listed[::-1]

    def _rest(
        self, edges: Sequence[tuple[Any, Any]], number: int, used: frozenset[tuple[int, int]], children: Any
    ) -> int:
        """The same with the edges from a number on: each is in the matching or is not."""
        key = (number, used, children)
        if key not in self._known:
            self.parts.budget.spend()
            if number == len(edges):
                taken = [sum(1 << p for c, p in used if c == child) for child in range(len(children))]
                found = -sum(self.parts.types[t][1][s] for t, s in zip(children, taken, strict=True))
            else:
                edge, done = edges[number]
                found = self._rest(edges, number + 1, used - done, children)
                if not used & edge:
                    found = max(found, 1 + self._rest(edges, number + 1, (used | edge) - done, children))
            self._known[key] = found
        return self._known[key]


@dataclass(frozen=True, slots=True)
class MatchedFamilyProof:
    """Types, each with its ports and what the sets of them cost, and walks."""

    kind: ClassVar[str] = "family-matchings"

    family: Columns
    types: tuple[Type, ...]
    walks: tuple[Walk, ...]

    def to_json(self) -> dict[str, object]:
        """The ``certificate`` object."""
        return {
            "kind": self.kind,
            "version": VERSION,
            "columns": columns_to_json(self.family),
            "types": [{"ports": list(ports), "lost": list(lost)} for ports, lost in self.types],
            "walks": [walk.to_json() for walk in self.walks],
        }

    @classmethod
    def read(cls, body: Body) -> MatchedFamilyProof:
        """The proof that an object holds; Refuted if it has the wrong form."""
        body.only("columns", "types", "walks")
        types = tuple(map(_type, body.items("types")))
        return cls(columns_of(body), types, tuple(map(Walk.read, body.items("walks"))))

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
    if len(ports) > MOST_CHECKED_PORTS:
        raise Refuted(f"types: {len(ports)} ports; accepted: at most {MOST_CHECKED_PORTS}")
    firsts = tuple(None if port is None else number(port, "ports", below=len(ports)) for port in ports)
    lost = numbers(raw["lost"], "lost")
    if len(lost) != 2 ** len(ports):
        raise Refuted(f"types: {len(lost)} numbers for {len(ports)} ports; accepted: one for each set of ports")
    return firsts, lost
