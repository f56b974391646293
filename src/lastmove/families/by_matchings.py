"""Families by matchings: normal Vertex Geography on undirected boards, where maximum matchings say who wins.

The player to move wins if and only if every maximum matching covers the token's vertex: if a maximum matching of the
board without that vertex has one edge less. So all that the rest of a board can notice of a part is how many edges a
maximum matching of the part *loses* when some of its ports are taken from it: a number for each set of ports. These
types are far fewer than those of the rules (``parts.types``), and a part may have many more ports.

Two ports of a part can be the same vertex (in a ring of one column every vertex is a right port and a left one). The
type says so: each port names the first port that stands on its vertex.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.families import MOST_MATCHED_PORTS
from lastmove.families.by_types import FamilyByTypes
from lastmove.families.check_matchings import MatchedFamilyProof
from lastmove.families.check_types import Walk
from lastmove.parts.cores import CorePort, PartTypes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lastmove.core.solution import Evidence
    from lastmove.parts.cores import ChildPort


class MatchedPart(NamedTuple):
    """For each port the first port on its vertex, None if it is gone; for each set of ports the edges it costs."""

    ports: tuple[int | None, ...]
    lost: tuple[int, ...]


class MatchingTypes(PartTypes):
    """A store of such types; see :class:`~lastmove.parts.cores.PartTypes`.

    ``tick`` is called for each set of vertices and ports that is looked at; it may raise to stop the work.

    >>> from lastmove.parts.cores import Door, Join, Wiring, core_of
    >>> types = MatchingTypes()
    >>> door = Door("end", 0)
    >>> one = types.compose(core_of("vertex-geography", Wiring(1, (), doors=(door,))), (), [CorePort("end")])
    >>> path = Wiring(1, (), joins=(Join(0, 0, 0),), doors=(door,))
    >>> two = types.compose(core_of("vertex-geography", path), (one,), [CorePort("end")])
    >>> types.matched[one].lost, types.matched[two].lost
    ((0, 0), (0, 1))
    """

    stuck = False

    def __init__(self, *, tick: Callable[[], None] = lambda: None) -> None:
        self.tick = tick
        self.matched: list[MatchedPart] = []
        self.parts: list[tuple[tuple[int] | None, ...]] = []
        self._numbers: dict[MatchedPart, int] = {}

    def number(self, part: MatchedPart) -> int:
        """The number of a type."""
        found = self._numbers.get(part)
        if found is None:
            found = self._numbers[part] = len(self.matched)
            self.matched.append(part)
            self.parts.append(tuple(None if first is None else (port,) for port, first in enumerate(part.ports)))
        return found

    def nothing(self, ports: int) -> int:
        """The type of a part with nothing in it."""
        return self.number(MatchedPart((None,) * ports, (0,) * (1 << ports)))

    def play(self, core: Any, ports: Sequence[CorePort | ChildPort | None] = ()) -> MatchedCore:
        """The core with children, once their types are said."""
        return MatchedCore(self, core, ports)

    @staticmethod
    def is_won(found: bool) -> bool:
        """Whether the mover wins."""
        return found


class MatchedCore:
    """A core of Vertex Geography with children of some types."""

    def __init__(self, types: MatchingTypes, core: Any, ports: Sequence[CorePort | ChildPort | None]) -> None:
        if len(ports) > MOST_MATCHED_PORTS:
            raise ValueError(f"{len(ports)} ports; at most {MOST_MATCHED_PORTS}")
        self.types, self.core, self.ports = types, core, tuple(ports)
        self._most: dict[tuple[int, tuple[int, ...], tuple[int, ...]], int] = {}

    def whole(self, state: int, children: tuple[int, ...]) -> int:
        """The type of the part, when the core is in a state and the children have these types."""
        homes = [self._home(port, state, children) for port in self.ports]
        firsts = tuple(None if home is None else homes.index(home) for home in homes)
        none = (0,) * len(children)
        values = [self.most(state, none, children)]
        for ports in range(1, 1 << len(homes)):
            left, taken = state, list(none)
            for port, home in enumerate(homes):
                if ports >> port & 1 and home is not None:
                    child, place = home
                    if child is None:
                        left &= ~(1 << place)
                    else:
                        taken[child] |= 1 << place
            values.append(self.most(left, tuple(taken), children))
        return self.types.number(MatchedPart(firsts, tuple(values[0] - value for value in values)))

    def _home(
        self, port: CorePort | ChildPort | None, state: int, children: tuple[int, ...]
    ) -> tuple[int | None, int] | None:
        """Where a port is: None and a vertex of the core, or a child and its port; None if it is gone."""
        if port is None:
            return None
        if isinstance(port, CorePort):
            v: int = self.core.homes[port.name].v
            return (None, v) if state >> v & 1 else None
        first = self.types.matched[children[port.child]].ports[port.port]
        return None if first is None else (port.child, first)

    def most(self, state: int, taken: tuple[int, ...], children: tuple[int, ...]) -> int:
        """The edges of a maximum matching, less those of the children by themselves, when these ports are taken."""
        key = (state, taken, children)
        found = self._most.get(key)
        if found is not None:
            return found
        matched = self.types.matched
        if not state:
            found = -sum(matched[child].lost[ports] for child, ports in zip(children, taken, strict=True))
        else:
            self.types.tick()
            v = state.bit_length() - 1
            rest = state & ~(1 << v)
            found = self.most(rest, taken, children)
            for w in self.core.nexts[v]:
                if rest >> w & 1:
                    found = max(found, 1 + self.most(rest & ~(1 << w), taken, children))
            for child, port in self.core.into[v]:
                first = matched[children[child]].ports[port]
                if first is not None and not taken[child] >> first & 1:
                    more = (*taken[:child], taken[child] | 1 << first, *taken[child + 1 :])
                    found = max(found, 1 + self.most(rest, more, children))
        self._most[key] = found
        return found

    def token(self, state: int, children: tuple[int, ...], v: int) -> bool:
        """Whether the player to move wins with the token on vertex v of the core."""
        none = (0,) * len(children)
        return self.most(state, none, children) > self.most(state & ~(1 << v), none, children)

    def inside(self, child: int, g: int, state: int, children: tuple[int, ...]) -> bool:
        """Whether the player to move wins with the token on port g of a child."""
        none = (0,) * len(children)
        first = self.types.matched[children[child]].ports[g]
        assert first is not None
        at = (*none[:child], 1 << first, *none[child + 1 :])
        return self.most(state, none, children) > self.most(state, at, children)


class FamilyByMatchings(FamilyByTypes):
    """The same sequences, of types by matchings."""

    def certificate(self) -> Evidence:
        """All types that were met, and the walks through them."""
        assert isinstance(self.types, MatchingTypes)
        types = tuple((part.ports, part.lost) for part in self.types.matched)
        walks = tuple(Walk(tuple(each.types), each.preperiod or 0) for each in self.sequences)
        return MatchedFamilyProof(self.columns, types, walks)
