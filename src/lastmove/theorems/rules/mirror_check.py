"""A symmetry of a graph after which the second player of a deletion game answers every choice by its image."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lastmove.certificates.certificate import Certificate, CheckResult, numbers
from lastmove.core.errors import IllegalMoveError, Refuted
from lastmove.core.play import Play
from lastmove.games.deletion.arc_kayles import ArcKayles
from lastmove.games.deletion.node_kayles import NodeKayles
from lastmove.games.moves import Delete

if TYPE_CHECKING:
    from typing import Self

    from lastmove.certificates.certificate import Body


@dataclass(frozen=True, slots=True)
class Mirror(Certificate):
    """For each vertex its image, by numbers; and first the choice that leaves such a graph, where one is made.

    Attributes
    ----------
    image
        Of each vertex of the graph, after the choice if there is one.
    choice
        The vertex, or the two ends of the edge, that the player to move chooses; empty where the graph as it is has
        the symmetry, and the player to move loses.
    """

    kind = "mirror"

    image: tuple[int, ...]
    choice: tuple[int, ...] = ()

    def outcome(self, position: Any, play: Play) -> CheckResult:
        if play is not Play.NORMAL or type(position) not in (NodeKayles, ArcKayles):
            raise Refuted("a symmetry decides Node Kayles and Arc Kayles in normal play")
        before = position
        if self.choice:
            position = position.after(self._chosen(position))
        self._check(position)
        said = "every choice has an image that is still there"
        if before is position:
            return CheckResult(False, f"the second player answers symmetrically: {said}")
        return CheckResult(True, f"after the first move the graph is symmetric: {said}")

    def _chosen(self, position: Any) -> Delete:
        names = position.graph.vertices
        single = type(position) is NodeKayles
        if len(self.choice) != 2 - single or max(self.choice) >= len(names):
            raise Refuted("the choice is not a vertex of Node Kayles, or an edge of Arc Kayles")
        chosen = [names[v] for v in self.choice]
        move = Delete(chosen[0] if single else tuple(chosen))
        try:
            position.after(move)
        except IllegalMoveError as error:
            raise Refuted(f"the choice is no move: {error}") from None
        return move

    def _check(self, position: Any) -> None:
        graph, image = position.graph, self.image
        if sorted(image) != list(range(graph.n)):
            raise Refuted("the images are not all vertices")
        if any(image[image[v]] != v for v in range(graph.n)):
            raise Refuted("some image has another image than the vertex it is of")
        edges = {frozenset(ends) for ends in graph.ends()}
        if any(frozenset(image[v] for v in ends) not in edges for ends in edges):
            raise Refuted("the image of some edge is no edge")
        for v, near in enumerate(graph.neighbours):
            if image[v] == v and (near or type(position) is NodeKayles):
                raise Refuted(f"vertex number {v} is its own image")
            if image[v] in near:
                raise Refuted(f"vertex number {v} is joined to its image")

    def after(self, position: Any, play: Play, move: Any) -> CheckResult | None:
        if not self.choice or position.after(move) != position.after(self._chosen(position)):
            return None
        return Mirror(self.image).outcome(position.after(move), play)

    def body(self) -> dict[str, object]:
        first: dict[str, object] = {"choice": list(self.choice)} if self.choice else {}
        return {"image": list(self.image), **first}

    @classmethod
    def read(cls, body: Body) -> Self:
        body.only("image", "choice")
        choice = body.optional("choice")
        return cls(numbers(body.get("image"), "image"), () if choice is None else numbers(choice, "choice"))
