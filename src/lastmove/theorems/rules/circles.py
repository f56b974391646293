"""Adjacent Nim, and Vertexnim on a directed circuit, which is the same game: heaps in a circle, read from any start."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from lastmove.games.adjacent_nim import AdjacentNim
from lastmove.games.moves import Lower, LowerAndSlide
from lastmove.theorems.board import BoardTheorem, Study
from lastmove.theorems.rule_certificates import counted

if TYPE_CHECKING:
    from lastmove.core.limits import Meter
    from lastmove.core.play import Play
    from lastmove.games.vertexnim import Vertexnim
__all__ = ["Circle", "CircleTheorem", "circle_of"]


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
