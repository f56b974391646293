"""Node Kayles and Arc Kayles: paths, symmetric boards, twins; and how hard they are."""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from lastmove.core.play import Play
from lastmove.games.base import HeapGame
from lastmove.games.octal import name_and_code
from lastmove.sums.normal import sum_verdict
from lastmove.theorems.complexity import Setting, hard, in_pspace
from lastmove.theorems.ideas import WORTH_NIM_HEAPS
from lastmove.theorems.papers import FOLKLORE, GUY_SMITH, SCHAEFER
from lastmove.theorems.rules.mirror import MOST_VERTICES, mirror_of
from lastmove.theorems.rules.mirror_check import Mirror
from lastmove.theorems.statement import Cost, Kind, Statement, Theorem, Verdict

if TYPE_CHECKING:
    from lastmove.core.limits import Meter

GAMES = ("node-kayles", "arc-kayles")
FEW_MOVES = 30
"""So many first moves are tried that may leave a symmetric graph."""


class RowsOfPins(Theorem):
    """On paths deletion games are octal games: a path of n vertices is a heap of n.

    *Proof.* To choose a vertex of a path deletes one, two or three neighbouring vertices and leaves a path on each
    side, or none; so a move of Node Kayles takes 1 token and leaves nothing, 2 and leaves at most one heap, or 3 and
    leaves at most two: 0.137. To choose an edge of a path deletes two neighbouring vertices, and leaves at most two
    paths: 0.07. With a loop on every vertex one vertex may be deleted as well: 0.77.
    """

    cost = Cost.SORT
    statement = Statement(
        paper=GUY_SMITH,
        number="paths",
        title="Node Kayles and Arc Kayles on paths",
        known_as="Dawson's Chess and Dawson's Kayles",
        text=(
            "A path of n vertices is, in Node Kayles, a heap of n in the octal game 0.137; in Arc Kayles one in 0.07, "
            "and with a loop on every vertex one in 0.77. So a board all of whose components are paths is P if and "
            "only if the nim-sum of the values of these heaps is 0."
        ),
        idea=WORTH_NIM_HEAPS,
        kind=Kind.THEOREM,
        games=GAMES,
        plays=(Play.NORMAL,),
        condition="every component a path; in Arc Kayles with no loops or with all",
        verified="all graphs of up to 5 vertices, and random larger ones",
    )

    def decide(self, position: Any, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        if _branches(position):
            return None
        parts = position.components()
        if not parts or not all(isinstance(part, HeapGame) for part in parts):
            return None
        found = sum_verdict(position, meter)
        sizes = sorted((part.heaps[0] for part in parts), reverse=True)
        shown = ", ".join(map(str, sizes[:8])) + (", ..." if len(sizes) > 8 else "")
        why = f"the components are paths, heaps {shown} of {name_and_code(parts[0].code)}, and {found.why}"
        return Verdict(found.wins, found.move, why, found.winning, certificate=found.certificate)


def _branches(position: Any) -> bool:
    """Whether some vertex that is left has more than two neighbours beside itself."""
    return any(len([w for w in near if w != v]) > 2 for v, near in enumerate(position.graph.neighbours))


class Symmetry(Theorem):
    """The second player answers symmetrically.

    *Proof.* Let s be a symmetry of the graph that is its own inverse, with s(v) neither v nor a neighbour of v for
    every v. In Node Kayles a choice of v deletes v and its neighbours, and s(v) stays: it can be chosen in answer. In
    Arc Kayles s takes an edge u v to one that shares no end with it: s(u) is neither u nor v, nor is s(v). After both
    choices what is gone is taken to itself by s, so what is left has the same symmetry. The second player always has an
    answer, and makes the last move.
    """

    cost = Cost.QUADRATIC
    statement = Statement(
        paper=FOLKLORE,
        number="symmetry",
        title="Symmetric boards of Node Kayles and Arc Kayles",
        known_as="Tweedledum and Tweedledee",
        text=(
            "Let a graph have a symmetry that is its own inverse and takes no vertex to itself or to a neighbour (in "
            "Arc Kayles it may take vertices without edges to themselves). Then it is P in normal play. A graph from "
            "which one move leaves such a graph is N. Grids with an even number of rows and of columns are P, and in "
            "Node Kayles grids with an odd number of both are N."
        ),
        idea=(
            "Copy: answer every move by its mirror image. Where the board is not symmetric yet, make the move that "
            "leaves it so."
        ),
        kind=Kind.THEOREM,
        games=GAMES,
        plays=(Play.NORMAL,),
        condition=f"such a symmetry is soon found: that which turns the vertices round; up to {MOST_VERTICES}, any",
        verified="all graphs of up to 5 vertices, and random larger ones",
    )

    def decide(self, position: Any, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        all_vertices = position.name == "node-kayles"
        graph = position.graph
        image = mirror_of(graph, all_vertices=all_vertices)
        if image is not None:
            why = "the graph has a symmetry that takes no vertex to itself or to a neighbour"
            return Verdict(False, None, why, certificate=partial(Mirror, image))
        for move in self._moves(position):
            meter.look()
            left = mirror_of(position.after(move).graph, all_vertices=all_vertices)
            if left is not None:
                ends = move.delete if type(move.delete) is tuple and not all_vertices else (move.delete,)
                chosen = tuple(graph.index(end) for end in ends)
                why = "this leaves a graph with a symmetry that takes no vertex to itself or to a neighbour"
                return Verdict(True, move, why, certificate=partial(Mirror, left, chosen))
        return None

    @staticmethod
    def _moves(position: Any) -> list[Any]:
        """The moves that are tried: of small boards the first ones, of large ones the one in the middle."""
        graph = position.graph
        if graph.n <= MOST_VERTICES:
            return list(islice(position.moves(), FEW_MOVES))
        names, last = graph.vertices, graph.n - 1
        if position.name == "node-kayles":
            return [position.move_class(names[last // 2])] if graph.n % 2 else []
        middle = [(names[v], names[last - v]) for v in range(graph.n // 2) if last - v in graph.neighbours[v]]
        return [position.move_class(middle[0])] if len(middle) == 1 else []


TWINS = Statement(
    paper=FOLKLORE,
    number="twins",
    title="Twins in Node Kayles and Arc Kayles",
    text=(
        "In Node Kayles one of two vertices with the same closed neighbourhood may be deleted, and two of three "
        "vertices with the same open neighbourhood; in Arc Kayles without loops one of more vertices with the same "
        "open neighbourhood than there are vertices in it. The game is worth the same, in both conventions."
    ),
    kind=Kind.THEOREM,
    games=GAMES,
    plays=(Play.NORMAL, Play.MISERE),
    verified="all graphs of up to 6 vertices, and random larger ones",
)

_NODE_KAYLES = Setting("node-kayles", Play.NORMAL, directed=False)

HARDNESS = Statement(
    paper=SCHAEFER,
    number="NK",
    title="Node Kayles is hard",
    text="Deciding Node Kayles in normal play is PSPACE-complete.",
    kind=Kind.HARDNESS,
    games=("node-kayles",),
    plays=(Play.NORMAL,),
    claims=(*hard(_NODE_KAYLES), *in_pspace(_NODE_KAYLES)),
)

DECIDERS: tuple[Theorem, ...] = (RowsOfPins(), Symmetry())
STATEMENTS: tuple[Statement, ...] = (*(theorem.statement for theorem in DECIDERS), TWINS, HARDNESS)
