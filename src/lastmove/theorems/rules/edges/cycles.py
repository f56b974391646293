"""Edge NimG on cycles and on directed circuits: places of the least weights, counted from the token."""

from __future__ import annotations

from functools import cached_property, partial
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from lastmove.core.errors import show
from lastmove.core.limits import watched
from lastmove.core.play import UNDECIDED, Play
from lastmove.theorems.rules.edges.live import NONE, LiveEdges
from lastmove.theorems.rules.parity_check import Parity
from lastmove.theorems.statement import BoardVerdict, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lastmove.games.edge_nimg import EdgeNimG
    from lastmove.games.moves import SlideAlong
    from lastmove.theorems.statement import MoveRange


class Round(NamedTuple):
    """A cycle or circuit: edge i leads from vertex i to vertex i + 1; how many steps it is to a least weight.

    Attributes
    ----------
    ahead, back
        For each vertex the number of edges before the first one of least weight, onwards and backwards.
    """

    vertices: list[int]
    edges: list[int]
    weights: list[int]
    least: int
    ahead: list[int]
    back: list[int]


def steps(marked: Sequence[bool]) -> list[int]:
    """For each place of a circle how many places on the next marked one is, 0 for itself; one is marked.

    >>> steps([False, True, False])
    [1, 0, 2]
    """
    count = len(marked)
    found = [0] * count
    for place in range(2 * count - 1, -1, -1):
        here = place % count
        found[here] = 0 if marked[here] else found[(here + 1) % count] + 1
    return found


def round_of(live: LiveEdges, vertices: list[int], edges: list[int]) -> Round:
    """A round with its steps."""
    weights = [live.weights[edge] for edge in edges]
    least = min(weights)
    marked = [weight == least for weight in weights]
    backwards = steps(marked[::-1])[::-1]  # from each edge
    return Round(vertices, edges, weights, least, steps(marked), backwards[-1:] + backwards[:-1])


class RoundBoard:
    """The starts that are on cycles (LM43), or on circuits of a digraph (LM42), with who wins there.

    All edges of a round have positive weight, and every vertex on it has no other way.
    """

    def __init__(self, board: EdgeNimG, play: Play, root: int | None = None) -> None:
        self.board = board
        self.live = LiveEdges(board)
        self.play = play
        self.where: dict[int, tuple[Round, int]] = {}
        off: set[int] = set()
        for start in watched(range(self.live.n) if root is None else (root,), 16):
            if start not in self.where and start not in off:
                vertices, found = self._walk(start)
                if found is None:
                    off.update(vertices)
                else:
                    self.where |= {u: (found, place) for place, u in enumerate(found.vertices)}

    def _walk(self, start: int) -> tuple[list[int], Round | None]:
        """The round through a vertex; without one, vertices that are on none."""
        ways = 1 if self.board.graph.directed else 2
        place: dict[int, int] = {}
        edges, u, last = [], start, NONE
        while u not in place:
            place[u] = len(place)
            if sum(1 + (ways == 2 and v == u) for _, v in self.live.ways[u]) != ways:
                return list(place), None
            edge, v = next((way for way in self.live.ways[u] if way[0] != last), self.live.ways[u][0])
            edges.append(edge)
            u, last = v, edge
        vertices = list(place)
        if u != start:
            return vertices[: place[u]], None
        first = min(vertices)  # so that the way round does not hang on the start
        return self._walk(first) if first < start else (vertices, round_of(self.live, vertices, edges))

    @cached_property
    def codes(self) -> bytes:
        """WINS, LOSES or UNDECIDED for every start."""
        return bytes(self.wins(u) if u in self.where else UNDECIDED for u in watched(range(self.live.n), 16))

    def wins(self, u: int) -> bool:
        """Whether the mover wins on a vertex of a round."""
        found, place = self.where[u]
        return self._rule(len(found.edges), found.least, found.ahead[place], found.back[place])

    def _rule(self, count: int, least: int, ahead: int, back: int) -> bool:
        misere = self.play is Play.MISERE
        if self.board.graph.directed:
            return ((count % 2 == 1) != misere) or (misere and least > 1) or ahead % 2 == 1
        if misere and least == 1:
            return (ahead % 2 == 0 or back % 2 == 0) if count % 2 == 0 else (ahead % 2 == 1 or back % 2 == 1)
        return count % 2 == 1 or ahead % 2 == 1 or back % 2 == 1

    def move(self, u: int) -> SlideAlong:
        """A winning move from a vertex that is won."""
        found, place = self.where[u]
        count, least, ahead, back = len(found.edges), found.least, found.ahead[place], found.back[place]
        misere, onwards = self.play is Play.MISERE, True
        if self.board.graph.directed:
            leave = 0
            if (count % 2 == 1) == misere:
                leave = 1 if misere else least
        elif misere and least == 1:
            leave, onwards = 0, back % 2 == count % 2
        elif count % 2 == 1:
            leave = int(misere)
        else:
            leave, onwards = least, ahead % 2 == 1
        return self.live.move(u, found.edges[place if onwards else place - 1], leave)

    def winning(self, u: int) -> Iterator[MoveRange]:
        """All winning moves: the same rule one move later, for each kind of what is left."""
        found, place = self.where[u]
        count = len(found.edges)
        onwards = self.board.graph.directed or count == 1
        for edge, to in ((place, place + 1),) if onwards else ((place, place + 1), (place - 1, place - 1)):
            edge, to = edge % count, to % count
            weight = found.weights[edge]
            others = min((w for k, w in enumerate(found.weights) if k != edge), default=0)
            ends = sorted({0, 1, 2, others, others + 1, weight})
            for first, after in pairwise(ends):
                if after <= weight and not self._wins_after(found, edge, to, first):
                    yield self.live.moves(u, found.edges[edge], first, after - 1)

    def _wins_after(self, found: Round, edge: int, to: int, left: int) -> bool:
        """Whether the mover wins on the vertex ``to`` once ``left`` is left on an edge beside it."""
        count, misere = len(found.edges), self.play is Play.MISERE
        weights = [left if k == edge else weight for k, weight in enumerate(found.weights)]
        if left:
            least = min(weights)
            ahead = next(k for k in range(count) if weights[(to + k) % count] == least)
            back = next(k for k in range(count) if weights[(to - 1 - k) % count] == least)
            return self._rule(count, least, ahead, back)
        if self.board.graph.directed or not misere or count == 1:
            return (count % 2 == 0) != misere  # a way with a dead end, on which nobody can turn round or need not
        path = [weights[(edge + k) % count] for k in range(1, count)]
        from_far = path if to == edge else path[::-1]
        ones = [k for k, weight in enumerate(from_far) if weight == 1]
        return not ones or (count - ones[0]) % 2 == 1

    def board_verdict(self) -> BoardVerdict:
        """The verdicts on every start."""
        evidence = partial(Parity, self._key)
        return BoardVerdict(self.codes, self.verdict, self.move, certificate=evidence)

    @property
    def _key(self) -> str:
        return "LM42" if self.board.graph.directed else "LM43"

    def verdict(self, u: int) -> Verdict | None:
        """Who wins with the token on u, and how."""
        if u not in self.where:
            return None
        found, place = self.where[u]
        count, ahead, back = len(found.edges), found.ahead[place], found.back[place]
        kind = "circuit" if self.board.graph.directed else "cycle"
        size = f"the {kind} has 1 edge" if count == 1 else f"the {kind} has {count:,} edges"
        if self.board.graph.directed:
            why = f"{size}, and number {ahead + 1} from the token is the first of least weight, {show(found.least)}"
        else:
            why = f"{size}; before the first one of least weight, {show(found.least)}, there are {ahead} and {back}"
        evidence = partial(Parity.of, self._key, self.board.at(self.live.names[u]), self.play)
        if not self.wins(u):
            return Verdict(False, None, why, certificate=evidence)
        return Verdict(True, self.move(u), why, partial(self.winning, u), certificate=evidence)
