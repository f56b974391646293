"""Circles: Adjacent Nim (and Vertexnim on a directed circuit, which is the same game), and NimG-RM on circuits.

Heaps in a circle are read from any start. For NimG-RM (Remark 5 of Duchêne and Renault, and LM3) one walk answers every
start.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Mapping
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from lastmove.core.play import UNDECIDED, Play
from lastmove.games.adjacent_nim import AdjacentNim
from lastmove.games.moves import Lower, LowerAndSlide
from lastmove.graphs.backend import choose_backend, listed
from lastmove.graphs.csr import rows_of, small_weights
from lastmove.theorems.board import BoardTheorem, Study, counted
from lastmove.theorems.rules.labels import KERNELS, NONE
from lastmove.theorems.rules.matchings.matching import slide_range
from lastmove.theorems.rules.parity_check import Parity
from lastmove.theorems.statement import BoardVerdict, Verdict

if TYPE_CHECKING:
    from lastmove.core.limits import Meter
    from lastmove.games.nimg import NimGRM
    from lastmove.games.vertexnim import Vertexnim
    from lastmove.graphs.graph import Graph


class Circle(NamedTuple):
    """Non-empty heaps in a circle.

    Attributes
    ----------
    heaps
        Their sizes in the order of play.
    places
        Where among them each start stands.
    lower
        From the place of the current heap to the move that leaves k there, as a function of k.
    """

    heaps: tuple[int, ...]
    places: Mapping[Any, int]
    lower: Callable[[int], Callable[[int], Any]]

    def heaps_from(self, place: int) -> tuple[int, ...]:
        """The heaps in the order of play, the one at ``place`` first."""
        return self.heaps[place:] + self.heaps[:place]


def circle_of(board: AdjacentNim | Vertexnim) -> Circle | None:
    """The circle that a board is; ``None`` for Vertexnim on anything but a directed circuit without loops.

    A single vertex is a circuit, with a loop or without: the token stays there.
    """
    if isinstance(board, AdjacentNim):
        full = board.starts()
        heaps = tuple(board.heaps[number] for number in full)
        return Circle(heaps, {number: place for place, number in enumerate(full)}, lambda _: Lower)
    graph, weights = board.graph, board.weights  # each is worked out anew when it is asked for
    if not graph.directed or any(len(around) > 1 for around in graph.neighbours) or not graph.n:
        return None
    walk = [0]
    while len(walk) < graph.n:
        walk.append(graph.neighbours[walk[-1]][0])
    names = [graph.vertices[u] for u in walk]
    heaps = tuple(weights[u] for u in walk)

    def lower(place: int) -> Callable[[int], LowerAndSlide]:
        following: Hashable = names[(place + 1) % len(names)]
        return lambda k: LowerAndSlide(k, following if k or len(names) > 1 else None)

    return Circle(heaps, {name: place for place, name in enumerate(names)}, lower)


class CircleTheorem(BoardTheorem):
    """A theorem about heaps in a circle; ``rule`` names the check of its evidence, where counting is enough."""

    rule: ClassVar[str] = ""

    @abstractmethod
    def study_circle(self, circle: Circle, play: Play, meter: Meter) -> Study | None:
        """What is known place by place; ``None`` if the hypotheses fail whatever the current heap."""

    def study(self, board: AdjacentNim | Vertexnim, play: Play, meter: Meter) -> Study | None:
        circle = circle_of(board)
        study = None if circle is None else self.study_circle(circle, play, meter)
        if circle is None or study is None:
            return None
        places, (verdict, wins, *_) = circle.places, study
        return Study(
            lambda start: verdict(places[start]),
            None if wins is None else lambda start: wins(places[start]),
            partial(counted, self.rule, board, play) if self.rule else None,
        )


class CircuitBoard:
    """A NimG-RM board on a digraph, and the circuits that are all a token on them can reach.

    Each vertex of such a circuit has one out-neighbour.

    Attributes
    ----------
    length
        For each vertex the length of its circuit; 0 where it is on none.
    decisive, place
        The first vertex around the circuit that decides, and its place, from 1: one of weight 0; without any, one of
        least weight (normal play) or of weight 1 (misère play). NONE and 0 where there is none.
    """

    def __init__(self, board: NimGRM, play: Play) -> None:
        graph = board.graph
        self.board = board
        self.play = play
        self.names, self.weights = graph.vertices, board.weights
        make, n = choose_backend(graph.n + graph.m), graph.n
        following = make.given(_following(graph))
        kernels, walk = make.kernels(KERNELS), make.ints(n)
        size = kernels.walk_circuits(following, make.ints(n, NONE), walk)
        found = make.ints(n), make.ints(n, NONE), make.ints(n)
        weight = make.given(small_weights(board.weights))
        kernels.first_places(following, walk, size, weight, play is Play.MISERE, *found)
        self.following = listed(following)
        self.length, self.decisive, self.place = map(listed, found)

    def has_null(self, u: int) -> bool:
        """Whether some weight on the circuit of u is 0."""
        return self.decisive[u] != NONE and not self.weights[self.decisive[u]]

    def wins(self, u: int) -> bool:
        """Whether the mover wins on the vertex u of a circuit, by LM3; what comes first decides by its place."""
        even = self.place[u] % 2 == 0
        if self.has_null(u):
            return even != self.play.wins_when_stuck
        return self._by_length(u) or self.decisive[u] == NONE or even

    def _by_length(self, u: int) -> bool:
        """Whether the length of the circuit is enough for a win, where all weights are positive."""
        return (self.length[u] % 2 == 1) == (self.play is Play.NORMAL)

    def _least(self, u: int) -> int:
        """The least that a winning move from u leaves."""
        if self.has_null(u) or self._by_length(u):
            return 0
        return 1 if self.play is Play.MISERE else self.weights[self.decisive[u]]

    def move(self, u: int) -> LowerAndSlide | None:
        """A winning move from a vertex that is won; ``None`` if that has no move."""
        least = self._least(u)
        return LowerAndSlide(least, self.names[self.following[u]]) if least < self.weights[u] else None

    def verdict(self, u: int) -> Verdict | None:
        """What LM3 says of the start u."""
        if not self.length[u]:
            return None
        place, size, top = self.place[u], self.length[u], self.weights[u] - 1
        why, most = f"the circuit has {size} vertices, an {'odd' if size % 2 else 'even'} number", top
        if self.has_null(u):
            why = f"the first vertex of weight 0 around the circuit is at place {place}"
        elif self._by_length(u):
            most = 0
        elif self.decisive[u] == NONE:
            why, most = f"{why}, and no weight is 1", 1
        elif self.play is Play.MISERE:
            why += f", and its first weight 1 is at place {place}"
        else:
            why += f", and its first minimum, {self.weights[self.decisive[u]]}, is at place {place}"
        evidence = partial(self._certificate, u)
        if not self.wins(u):
            return Verdict(False, None, why, certificate=evidence)
        ways = slide_range(self.names[self.following[u]], self._least(u), most)
        return Verdict(True, self.move(u), why, lambda: [ways], certificate=evidence)

    def _certificate(self, u: int) -> Parity:
        return Parity.of("LM3", self.board.at(self.names[u]), self.play)

    def board_verdict(self, *, nulls: bool) -> BoardVerdict:
        """The verdicts on every start; without ``nulls``, on those whose circuits have no weight 0."""
        kept = [bool(size) and (nulls or not self.has_null(u)) for u, size in enumerate(self.length)]
        codes = bytes(self.wins(u) if keep else UNDECIDED for u, keep in enumerate(kept))
        return BoardVerdict(codes, self.verdict, self.move, certificate=lambda: Parity("LM3"))


def _following(graph: Graph) -> list[int]:
    """For each vertex its only out-neighbour, itself with a loop; NONE where there is none or more than one."""
    indptr, heads = map(listed, rows_of(graph))
    found = []
    for u, ((begin, end), loop) in enumerate(zip(pairwise(indptr), graph.looped, strict=True)):
        only = end - begin + loop == 1
        found.append(NONE if not only else u if loop else heads[begin])
    return found
