"""LM40 to LM50 and LM54: Edge NimG. The proofs are in docs/background/proofs-edge-nim.md."""

from __future__ import annotations

from abc import abstractmethod
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, ClassVar, Protocol

from lastmove.certificates.boards import Board
from lastmove.core.play import UNDECIDED, Play
from lastmove.theorems import acyclic_and_trees, geography
from lastmove.theorems.complexity import NARROW, Setting, Shape, hard, in_exptime, in_pspace, polynomial
from lastmove.theorems.papers import FUKUYAMA, LM
from lastmove.theorems.rules.edges.cycles import RoundBoard
from lastmove.theorems.rules.edges.flows import FlowBoard
from lastmove.theorems.rules.edges.live import LiveEdges
from lastmove.theorems.rules.edges.nim_sums import NimSumBoard
from lastmove.theorems.rules.edges.ones import carried
from lastmove.theorems.rules.edges.ones_check import AsEdgeGeography, LightBoard
from lastmove.theorems.rules.edges.splits import LoopBoard, SplitBoard, ThresholdBoard
from lastmove.theorems.rules.edges.trees import TreeBoard
from lastmove.theorems.statement import BoardVerdict, Cost, Kind, Statement, Theorem, Verdict

if TYPE_CHECKING:
    from lastmove.certificates.certificate import Certificate
    from lastmove.core.limits import Meter
    from lastmove.games.edge_nimg import EdgeNimG


class Looked(Protocol):
    """What one look at a board finds: the verdicts on its starts."""

    def verdict(self, u: int) -> Verdict | None:
        """That on one, ``None`` where nothing is known."""

    def board_verdict(self) -> BoardVerdict:
        """Those on all of them."""


class EdgeNimGTheorem(Theorem):
    """A theorem about undirected boards, or about digraphs, that looks at a board or at the component of one start."""

    directed: ClassVar[bool] = False

    @abstractmethod
    def look(self, board: EdgeNimG, play: Play, root: int | None = None) -> Looked:
        """What is found of a board; of the component of ``root`` only, if that is given."""

    def decide(self, position: EdgeNimG, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        if position.graph.directed is not self.directed:
            return None
        u = position.graph.index(position.start)
        return self.look(position, play, u).verdict(u)

    def decide_board(self, board: EdgeNimG, play: Play, meter: Meter, left: bytes | None = None) -> BoardVerdict:  # noqa: ARG002
        if board.graph.directed is not self.directed:
            return BoardVerdict.silent(board.graph.n)
        return self.look(board, play).board_verdict()


class LM40(EdgeNimGTheorem):
    """LM40. Edge NimG on trees, both conventions.

    In normal play the weights do not matter: a vertex is N iff some branch is P for the player who enters it. In misère
    play only 0, 1 and more matter. A way back that is left open is of use only to the player who did not leave it.
    """

    cost = Cost.LINEAR
    statement = Statement(
        paper=LM,
        number="LM40",
        title="Edge NimG on trees",
        text=(
            "Give each vertex of a tree, rooted at the token, a type from the leaves on. A vertex with a child of type "
            "L is of type S. Any other vertex is of type L in normal play; in misère play it is of type F if all its "
            "edges to children have weight at least 2 and lead to type F (or it has no child), and otherwise of type "
            "L. The player to move wins if and only if the token's vertex is not of type L. So in normal play weights "
            "do not matter, and in misère play the player to move wins where all weights are at least 2."
        ),
        idea=(
            "Work backwards from the ends of the branches: a vertex from which some edge leads to a lost one wins. Go "
            "to a lost one and use the edge up."
        ),
        kind=Kind.THEOREM,
        games=("edge-nimg",),
        condition="undirected graph; the edges of positive weight around the token make a tree",
        verified="all graphs on up to 4 vertices with weights to 3, every start, and random larger trees",
    )

    def look(self, board: EdgeNimG, play: Play, root: int | None = None) -> Looked:
        return TreeBoard(board, play, root)


class LM41(Theorem):
    """LM41. Edge NimG where all weights are at most 1 is Edge Geography, whose theorems decide it."""

    cost = Cost.ELIMINATION
    statement = Statement(
        paper=LM,
        number="LM41",
        title="Edge NimG with weights up to 1 is Edge Geography",
        text=(
            "Where no weight is above 1, Edge NimG is Edge Geography on the edges of weight 1, in both conventions. So "
            "what is known of Edge Geography decides it, and it is as hard."
        ),
        idea=(
            "Play as in Edge Geography: with weights of 1 every edge can be used once. Go where every edge that your "
            "opponent can use leaves you another good one."
        ),
        kind=Kind.THEOREM,
        games=("edge-nimg",),
        condition="no weight in the token's component is above 1, and a theorem decides Edge Geography there",
        verified="all graphs and digraphs on up to 3 vertices, every start, and random larger ones",
        claims=polynomial(Setting("edge-nimg", Play.NORMAL, directed=False, shape=Shape(bipartite=True, ones=True))),
    )

    def decide(self, position: EdgeNimG, play: Play, meter: Meter) -> Verdict | None:
        u = position.graph.index(position.start)
        board = LightBoard(position)
        if not board.light[u]:
            return None
        for theorem in _of_edge_geography(play):
            found = theorem.decide(board.geography.at(position.start), play, meter)
            if found is not None:
                return carried(found, LiveEdges(position), u, theorem)
        return None

    def decide_board(self, board: EdgeNimG, play: Play, meter: Meter, left: bytes | None = None) -> BoardVerdict:
        light = LightBoard(board)
        open_starts = bytearray(light.light if left is None else map(min, left, light.light))
        codes = bytearray([UNDECIDED]) * board.graph.n
        live = LiveEdges(board)
        said: list[tuple[Theorem, BoardVerdict]] = []
        by: dict[int, int] = {}
        for theorem in _of_edge_geography(play):
            if any(open_starts):
                found = theorem.decide_board(light.geography, play, meter, bytes(open_starts))
                for u, code in enumerate(found.codes):
                    if open_starts[u] and code != UNDECIDED:
                        codes[u], open_starts[u], by[u] = code, 0, len(said)
                said.append((theorem, found))

        def verdict(u: int) -> Verdict | None:
            theorem, found = said[by[u]]
            inner = found[u]
            return inner and carried(inner, live, u, theorem)

        def certificate() -> Certificate:
            parts = [found.certificate() for number, (_, found) in enumerate(said) if number in by.values()]
            if len(parts) == 1:
                return AsEdgeGeography(parts[0])
            flat = (part.parts if isinstance(part, Board) else (part,) for part in parts)
            return AsEdgeGeography(Board(tuple(chain.from_iterable(flat))))

        return BoardVerdict(bytes(codes), verdict, certificate=certificate)


@cache
def _of_edge_geography(play: Play) -> tuple[Theorem, ...]:
    """The proved theorems about Edge Geography, cheapest first."""
    from lastmove.theorems.ours import DECIDERS as OURS  # here: that loads this module

    found = (
        theorem
        for theorem in (*acyclic_and_trees.DECIDERS, *geography.DECIDERS, *OURS)
        if "edge-geography" in theorem.statement.games and play in theorem.statement.plays
    )
    return tuple(sorted(found, key=lambda theorem: list(Cost).index(theorem.cost)))


class LM42(EdgeNimGTheorem):
    """LM42. Edge NimG on a directed circuit, both conventions: the place of the first least weight.

    Every lap each arc is used by one player if the number of arcs is even, and by both in turn if it is odd. Zeroing
    an arc decides who meets it one lap later.
    """

    cost = Cost.LINEAR
    statement = Statement(
        paper=LM,
        number="LM42",
        title="Edge NimG on directed circuits",
        text=(
            "Let n arcs of positive weight make a circuit. Normal play: the player to move wins if n is odd; if n is "
            "even, iff the first arc of least weight from the token on is at an even place. Misère play: he wins if n "
            "is even; if n is odd, he loses iff some weight is 1 and the first such arc is at an odd place."
        ),
        idea=(
            "Going round a circuit you cannot choose the way, only how much you leave. Count the arcs to the first "
            "weakest one: who has to use it first runs dry."
        ),
        kind=Kind.THEOREM,
        games=("edge-nimg",),
        condition="directed graph; all arcs of positive weight that the token can reach make a circuit",
        verified="all circuits of up to 5 arcs with weights to 3, and random larger ones",
    )

    directed = True

    def look(self, board: EdgeNimG, play: Play, root: int | None = None) -> Looked:
        return RoundBoard(board, play, root)


class LM43(EdgeNimGTheorem):
    """LM43. Edge NimG on a cycle, both conventions: how many edges there are before the first least weight, both ways.

    In normal play on an even cycle the winner makes both numbers even again and again; he never cuts the cycle. On an
    odd cycle he cuts it at once.
    """

    cost = Cost.LINEAR
    statement = Statement(
        paper=LM,
        number="LM43",
        title="Edge NimG on cycles",
        text=(
            "Let n edges of positive weight make a cycle, let M be the least weight, and let d and d' be the numbers "
            "of edges before the first one of weight M, the one way and the other. The player to move loses in normal "
            "play, and in misère play if M is at least 2, iff n, d and d' are even; in misère play with M = 1 iff n is "
            "even and d and d' are odd, or n is odd and d and d' are even."
        ),
        idea=(
            "With an odd number of edges use one up. With an even number go the way where an odd number of edges comes "
            "before the first weakest one, and leave as much as that has. In misère play leave 1 in place of 0; if an "
            "edge of 1 is there already, swap odd and even numbers of edges."
        ),
        kind=Kind.THEOREM,
        games=("edge-nimg",),
        condition="undirected graph; the edges of positive weight around the token make a cycle (also of 1 or 2 edges)",
        verified="all cycles of up to 5 edges with weights to 3, and random larger ones",
    )

    def look(self, board: EdgeNimG, play: Play, root: int | None = None) -> Looked:
        return RoundBoard(board, play, root)


class LM44(EdgeNimGTheorem):
    """LM44. Edge NimG on bipartite graphs in which one side has degrees up to 2, normal play: flows decide.

    H has the vertices of the one side and, for each vertex u of the other, an edge with the smaller of the weights of u
    as capacity. So the game is played on H, with a heap at either end of each edge.
    """

    cost = Cost.FLOW
    statement = Statement(
        paper=LM,
        number="LM44",
        title="Edge NimG on bipartite graphs with degrees up to 2 on one side",
        due_to=(FUKUYAMA,),
        text=(
            "Let each vertex u of one side have two edges, of weights a <= b to s and t (a missing one has weight 0), "
            "and let H be the graph that has for each u an edge st of capacity a. With the token on a vertex v of the "
            "other side, the player to move wins if and only if there is a u with a < b such that in H without the "
            "edge of u, a units from s and one unit from v can be sent to t. With the token on u he wins if and only "
            "if he does by going over one edge and leaving the weight of the other one, or the largest flow from s to "
            "t past u if that is less. What may be left on an edge to win is an interval."
        ),
        idea=(
            "Each vertex of one side has two edges; what is left on them flows from one to the other. Leave an amount "
            "that your opponent cannot send on."
        ),
        kind=Kind.THEOREM,
        games=("edge-nimg",),
        plays=(Play.NORMAL,),
        condition=(
            "undirected graph; the edges of positive weight around the token make a bipartite graph in which no vertex "
            "of one of the sides has more than two"
        ),
        verified="all bipartite graphs on up to 4 vertices with weights to 3, every start, and random larger ones",
    )

    def look(self, board: EdgeNimG, play: Play, root: int | None = None) -> Looked:  # noqa: ARG002
        return FlowBoard(board, root)


class LM45(EdgeNimGTheorem):
    """LM45. Edge NimG on bipartite graphs, normal play: two ways in which sets with vanishing nim-sums decide.

    With weights up to 1 just one of the two sets exists for every start (Fraenkel, Scheinerman, Ullman). With larger
    ones there may be neither, and nothing is said.
    """

    cost = Cost.ELIMINATION
    statement = Statement(
        paper=LM,
        number="LM45",
        title="Nim-sums decide Edge NimG on some bipartite boards",
        text=(
            "Let S be a set of vertices without an edge inside. If for every other vertex the weights of its edges "
            "into S have the nim-sum 0, all vertices of S are P. If that holds for all but one vertex, this one is N: "
            "to make its nim-sum 0 by a move into S wins. On bipartite graphs linear algebra over GF(2) finds such "
            "sets on one side."
        ),
        idea=(
            "Choose vertices without an edge between them. Bring the token to one of them, so that at your opponent's "
            "vertex the nim-sum of the edges into them is 0."
        ),
        kind=Kind.THEOREM,
        games=("edge-nimg",),
        plays=(Play.NORMAL,),
        condition="undirected graph; the token's component is bipartite, and there is such a set for the token",
        verified="all bipartite graphs on up to 4 vertices with weights to 3, every start, and random larger ones",
    )

    def look(self, board: EdgeNimG, play: Play, root: int | None = None) -> Looked:  # noqa: ARG002
        return NimSumBoard(board, root)


class LM46(EdgeNimGTheorem):
    """LM46. Edge NimG on threshold graphs, normal play: weights do not matter."""

    cost = Cost.SORT
    statement = Statement(
        paper=LM,
        number="LM46",
        title="Edge NimG on threshold graphs",
        text=(
            "On a threshold graph (no induced path or cycle of 4 vertices and no two edges apart; complete graphs are "
            "among them) the player to move loses if and only if the token's vertex v is isolated, or some vertex that "
            "is not joined to v is joined to all neighbours of v. Otherwise he wins by using up the edge to a "
            "neighbour of least degree. Weights do not matter."
        ),
        idea="Use up the edge to a neighbour that has the fewest neighbours of its own.",
        kind=Kind.THEOREM,
        games=("edge-nimg",),
        plays=(Play.NORMAL,),
        condition="undirected graph; the token's component is a threshold graph without loops and parallel edges",
        verified="all graphs on up to 4 vertices with weights to 3, every start, and random larger ones",
    )

    def look(self, board: EdgeNimG, play: Play, root: int | None = None) -> Looked:  # noqa: ARG002
        return ThresholdBoard(board, root)


class LM47(EdgeNimGTheorem):
    """LM47. Edge NimG on split graphs with a top, normal play: weights do not matter."""

    cost = Cost.SORT
    statement = Statement(
        paper=LM,
        number="LM47",
        title="Edge NimG on split graphs with a top",
        text=(
            "Let a clique and an independent set I make up a graph, and let some u in I, the top, be joined to all "
            "neighbours of each vertex of I. Then every other vertex of I is P. A vertex of the clique that is joined "
            "to one of these is N: to use up that edge wins. Weights do not matter."
        ),
        idea="Use up an edge from the clique to a vertex outside it that is not the top.",
        kind=Kind.THEOREM,
        games=("edge-nimg",),
        plays=(Play.NORMAL,),
        condition=(
            "undirected graph; the token's component is a split graph with a top, without loops and parallel edges, "
            "and the token is neither on the only top nor on a vertex of the clique that is joined to no other one of I"
        ),
        verified="all graphs on up to 4 vertices with weights to 3, every start, and random larger ones",
    )

    def look(self, board: EdgeNimG, play: Play, root: int | None = None) -> Looked:  # noqa: ARG002
        return SplitBoard(board, root)


class LM48(EdgeNimGTheorem):
    """LM48. Edge NimG with loops, normal play: the nim-sum of the loops at the token's vertex."""

    cost = Cost.LINEAR
    statement = Statement(
        paper=LM,
        number="LM48",
        title="Edge NimG with loops",
        text=(
            "If no edge joins two different vertices at which the loops have the nim-sum 0 (without loops it is 0), "
            "the player to move loses if and only if the loops at the token's vertex have the nim-sum 0. So with one "
            "loop of positive weight at every vertex he always wins."
        ),
        idea="Play the loops at your vertex as a game of Nim, and leave their nim-sum 0.",
        kind=Kind.THEOREM,
        games=("edge-nimg",),
        plays=(Play.NORMAL,),
        condition="undirected graph; no edge of the component joins two vertices whose loops have the nim-sum 0",
        verified="all graphs with loops on up to 3 vertices with weights to 3, every start, and random larger ones",
    )

    def look(self, board: EdgeNimG, play: Play, root: int | None = None) -> Looked:  # noqa: ARG002
        return LoopBoard(board, root)


DECIDERS: tuple[Theorem, ...] = (LM40(), LM41(), LM42(), LM43(), LM48(), LM46(), LM47(), LM44(), LM45())
_SETTINGS = tuple((play, directed) for play in Play for directed in (False, True))

LM49 = Statement(
    paper=LM,
    number="LM49",
    title="Edge NimG is hard",
    text=(
        "Deciding Edge NimG is PSPACE-hard in both conventions, on undirected graphs and on digraphs, with all weights "
        "1: that is Edge Geography (LM41). In normal play this holds on planar graphs of degree at most 3, in misère "
        "play on planar bipartite graphs of degree at most 4."
    ),
    kind=Kind.HARDNESS,
    games=("edge-nimg",),
    claims=(
        *hard(
            Setting("edge-nimg", Play.MISERE, directed=False, shape=NARROW._replace(degree=4, ones=True)),
            given=Setting("edge-geography", Play.MISERE, directed=False, shape=NARROW._replace(degree=4)),
        ),
        *(
            claim
            for play, directed in _SETTINGS
            for claim in hard(
                Setting("edge-nimg", play, directed=directed), given=Setting("edge-geography", play, directed=directed)
            )
        ),
    ),
)

LM50 = Statement(
    paper=LM,
    number="LM50",
    title="Edge NimG is in EXPTIME",
    text=(
        "A board has at most n times the product of all w + 1 positions, which is exponential in the length of the "
        "input, so Edge NimG is in EXPTIME. If the weights are bounded by a polynomial, plays are short, and it is in "
        "PSPACE; with weights in binary a play may be exponentially long, and whether it is in PSPACE is open."
    ),
    kind=Kind.THEOREM,
    games=("edge-nimg",),
    claims=(
        *in_pspace(*(Setting("edge-nimg", play, directed, shape=Shape(ones=True)) for play, directed in _SETTINGS)),
        *in_exptime(*(Setting("edge-nimg", play, directed) for play, directed in _SETTINGS)),
    ),
)

LM54 = Statement(
    paper=LM,
    number="LM54",
    title="Grundy values of Edge NimG on trees and even cycles",
    text=(
        "On a tree call a vertex D, C or A if none, one or several of its branches are P. At D the value is 0. "
        "Otherwise leave out all D, and match each C to the root of its P branch and each A to a new leaf by an edge "
        "of weight 1. The value is the least weight m of that matching around the token, plus the value after m is "
        "taken from all of its edges. On a cycle of even length the value follows from the least weight, the least of "
        "the other class of alternate edges, and the value of a path. So sums of such boards are decided, and sums "
        "with Nim, for weights of any size."
    ),
    kind=Kind.THEOREM,
    games=("edge-nimg", "sum"),
    plays=(Play.NORMAL,),
)

STATEMENTS: tuple[Statement, ...] = (*(theorem.statement for theorem in DECIDERS), LM49, LM50, LM54)
