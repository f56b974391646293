"""E. Duchêne and G. Renault, Vertex Nim played on graphs (2014).

On Vertexnim Definitions 1 and 2 and Theorems 6 to 10, 13 and 14; on Adjacent Nim Theorem 3 and Problem 4; on Vertex
NimG (NimG-RM) Remarks 5 and 15, Definition 11, Corollary 12 and Problem 16.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from lastmove.core.errors import show
from lastmove.core.language import Phrase
from lastmove.core.play import Play
from lastmove.core.position import OVER
from lastmove.theorems.board import BoardTheorem, Study, verdict_from
from lastmove.theorems.complexity import Loops, Setting, polynomial
from lastmove.theorems.ideas import CHOOSE_WHO_COMES_NEXT, CHOOSE_WHO_MOVES_ON
from lastmove.theorems.papers import DR
from lastmove.theorems.rules.circles import CircleTheorem, CircuitBoard
from lastmove.theorems.rules.vertexnim import LoopedBoard, UndirectedBoard
from lastmove.theorems.statement import BoardVerdict, Cost, Kind, MoveRange, Standing, Statement, Theorem, Verdict

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from lastmove.core.limits import Meter
    from lastmove.games.nimg import NimGRM
    from lastmove.games.vertexnim import Vertexnim
    from lastmove.graphs.csr import CSR
    from lastmove.theorems.rules.circles import Circle


def printed_labels(neighbours: Sequence[Sequence[int]], weights: Sequence[int], kept: Iterable[int]) -> dict[int, bool]:
    """For each vertex of the graph induced by ``kept`` whether Definition 11 calls it N.

    Vertices no heavier than any neighbour (S) are P, the other neighbours of S (T) are N; both are removed, and what is
    left is labelled in the same way.
    """
    left = set(kept)
    wins: dict[int, bool] = {}
    while left:
        around = {u: [v for v in neighbours[u] if v in left] for u in left}
        minimal = {u for u in left if all(weights[u] <= weights[v] for v in around[u])}
        beside = {v for u in minimal for v in around[u]} - minimal
        wins |= dict.fromkeys(minimal, False) | dict.fromkeys(beside, True)
        left -= minimal | beside
    return wins


_DIRECTED_RULE = (
    "If all weights are 1, the player to move wins if and only if the number of vertices is {parity}. Otherwise a "
    "token on weight >= 2 is N, and a token on weight 1 is N if and only if Definition 7, applied to the vertices of "
    "weight 1, labels it N."
)
_UNDIRECTED_RULE = (
    "If all weights are 1, the player to move wins if and only if the number of vertices is {parity}. Otherwise a "
    "token on weight 1 is N if and only if its component among the vertices of weight 1 has an even number of "
    "vertices; a token on weight >= 2 is N if it is on a loop or beside a vertex of weight 1; a vertex of any other "
    "kind, by increasing weight, is N if and only if it has a P neighbour of its kind of strictly smaller weight "
    "(LM5)."
)


def _study(board: Vertexnim, known: LoopedBoard | UndirectedBoard, play: Play) -> Study:
    index = board.graph.index
    return Study(
        lambda start: known.verdict(index(start), play),
        lambda start: known.wins(index(start), play),
        lambda start: known.certificate(None if start is None else index(start), play),
        partial(known.codes, play),
    )


class _Looped(BoardTheorem):
    """What Theorems 6 and 14 share."""

    cost = Cost.QUADRATIC

    def study(self, board: Vertexnim, play: Play, meter: Meter) -> Study | None:  # noqa: ARG002
        looped = LoopedBoard(board)
        return _study(board, looped, play) if board.graph.directed and looped.is_looped else None


class Theorem6(_Looped):
    """Theorem 6. Directed Vertexnim with a loop on every vertex, normal play, by the labels of Definition 7."""

    statement = Statement(
        paper=DR,
        number="6",
        title="Directed Vertexnim with all loops, normal play",
        text=_DIRECTED_RULE.format(parity="odd"),
        idea=CHOOSE_WHO_MOVES_ON,
        kind=Kind.THEOREM,
        games=("vertexnim",),
        plays=(Play.NORMAL,),
        condition="strongly connected digraph with a loop on every vertex",
        verified=(
            "all digraphs of up to 3 vertices with weights to 4 and of 4 vertices with weights to 2, every start, and "
            "random larger ones"
        ),
        claims=polynomial(Setting("vertexnim", Play.NORMAL, True, Loops.ALL)),
    )


class Theorem14(_Looped):
    """Theorem 14. Directed Vertexnim with a loop on every vertex, misère: as Theorem 6 unless all weights are 1."""

    statement = Statement(
        paper=DR,
        number="14",
        title="Directed Vertexnim with all loops, misère play",
        text=_DIRECTED_RULE.format(parity="even"),
        idea=CHOOSE_WHO_MOVES_ON,
        kind=Kind.THEOREM,
        games=("vertexnim",),
        plays=(Play.MISERE,),
        condition="strongly connected digraph with a loop on every vertex",
        verified=(
            "all digraphs of up to 3 vertices with weights to 4 and of 4 vertices with weights to 2, every start, and "
            "random larger ones"
        ),
        claims=polynomial(Setting("vertexnim", Play.MISERE, True, Loops.ALL)),
    )


class Proposition9(BoardTheorem):
    """Proposition 9. Undirected Vertexnim with a loop on every vertex, normal play, by the size of one component.

    The paper counts O(|V|) steps; finding the components takes O(|V| + |E|).
    """

    cost = Cost.LINEAR
    statement = Statement(
        paper=DR,
        number="9",
        title="Undirected Vertexnim with all loops, normal play",
        text=(
            "If all weights are 1, the player to move wins if and only if the number of vertices is odd. Otherwise a "
            "token on weight >= 2 is N, and a token on weight 1 is N if and only if its component among the vertices "
            "of weight 1 has an even number of vertices."
        ),
        idea=CHOOSE_WHO_COMES_NEXT,
        kind=Kind.THEOREM,
        games=("vertexnim",),
        plays=(Play.NORMAL,),
        condition="connected graph with a loop on every vertex",
        verified="with Theorem 10",
        claims=polynomial(Setting("vertexnim", Play.NORMAL, False, Loops.ALL)),
    )

    def study(self, board: Vertexnim, play: Play, meter: Meter) -> Study | None:  # noqa: ARG002
        if board.graph.directed:
            return None
        undirected = UndirectedBoard(board)
        return _study(board, undirected, play) if all(undirected.looped) else None


class _Undirected(BoardTheorem):
    """What Theorems 10 and 13 share."""

    cost = Cost.SORT

    def study(self, board: Vertexnim, play: Play, meter: Meter) -> Study | None:  # noqa: ARG002
        return None if board.graph.directed else _study(board, UndirectedBoard(board), play)


class Theorem10(_Undirected):
    """Theorem 10. Undirected Vertexnim, normal play, in polynomial time; with LM5 in place of Definition 11.

    As printed, the last case of the proof is false: on the path a-b-c-d with weights (2, 3, 4, 4) the start c is P, and
    Definition 11 labels it N. LM5 also lowers the cost from O(|V||E|) to O(|E| + |V| log |V|).
    """

    statement = Statement(
        paper=DR,
        number="10",
        title="Undirected Vertexnim, normal play",
        text=_UNDIRECTED_RULE.format(parity="odd"),
        idea=CHOOSE_WHO_COMES_NEXT,
        kind=Kind.THEOREM,
        games=("vertexnim",),
        plays=(Play.NORMAL,),
        condition="connected graph",
        verified=(
            "all graphs of up to 4 vertices with weights to 4 and of 5 vertices with weights to 2, every start, and "
            "random larger ones"
        ),
        claims=polynomial(Setting("vertexnim", Play.NORMAL, False)),
    )


class Theorem13(_Undirected):
    """Theorem 13. Undirected Vertexnim, misère play: as Theorem 10 unless all weights are 1."""

    statement = Statement(
        paper=DR,
        number="13",
        title="Undirected Vertexnim, misère play",
        text=_UNDIRECTED_RULE.format(parity="even"),
        idea=CHOOSE_WHO_COMES_NEXT,
        kind=Kind.THEOREM,
        games=("vertexnim",),
        plays=(Play.MISERE,),
        condition="connected graph",
        verified=(
            "all graphs of up to 4 vertices with weights to 4 and of 5 vertices with weights to 2, every start, and "
            "random larger ones"
        ),
        claims=polynomial(Setting("vertexnim", Play.MISERE, False)),
    )


class Theorem10AsPrinted(BoardTheorem):
    """Theorem 10 with the labelling of Definition 11, false: the path a-b-c-d with weights (2, 3, 4, 4), start c, is P.

    In the path a-b-c-d with weights 2, 3, 4, 4 the ends a and d are no heavier than their neighbours, so Definition 11
    labels them P, and b and c N. The proof of case (4) then takes, for the token on c, a neighbour of smaller weight
    labelled P, with the words "such a vertex exists by definition of lu". It need not exist: the P neighbour d of c is
    as heavy as c, and the only lighter one, b, is N. Theorem 13 uses the same labels and inherits this. The
    theorems stand once the labelling asks for a P neighbour of strictly smaller weight.
    """

    cost = Cost.QUADRATIC
    statement = Statement(
        paper=DR,
        number="10 as printed",
        title="Undirected Vertexnim, normal play, as printed",
        text=(
            "The cases of Theorem 10, with the labelling of Definition 11 for a token of weight >= 2 without a loop "
            "or a neighbour of weight 1. True instead: Theorem 10 with LM5."
        ),
        kind=Kind.ERRATUM,
        standing=Standing.REFUTED,
        games=("vertexnim",),
        plays=(Play.NORMAL,),
        condition="connected graph",
    )

    def study(self, board: Vertexnim, play: Play, meter: Meter) -> Study | None:  # noqa: ARG002
        graph = board.graph
        if graph.directed:
            return None
        printed = UndirectedBoard(board, _printed_losses)

        def verdict(start: Hashable) -> Verdict:
            u = graph.index(start)
            return Verdict(printed.wins(u, play), None, printed.why(u))

        return Study(verdict)


def _printed_losses(rows: CSR, weights: Sequence[int], quiet: bytes) -> bytes:
    within = [u for u in range(rows.n) if quiet[u]]
    wins = printed_labels([rows.row(u) for u in range(rows.n)], weights, within)
    return bytes(not wins.get(u, True) for u in range(rows.n))


DEFINITION_1 = Statement(
    paper=DR,
    number="1",
    title="Undirected Vertexnim",
    text=(
        "On a connected graph with positive weights and a token, a move lowers the weight under the token and takes "
        "the token to a neighbour. A vertex that becomes 0 is deleted; its neighbours become a clique and each gets "
        "a loop. The game ends when the graph is empty. Read here: who empties a vertex goes to another one, and on "
        "a single vertex without a loop the token stays."
    ),
    idea=(
        "Each part is worth a Nim heap, its Grundy value. Leave the nim-sum of these values 0, and make it 0 again "
        "after every reply."
    ),
    kind=Kind.DEFINITION,
    games=("vertexnim",),
)
DEFINITION_2 = Statement(
    paper=DR,
    number="2",
    title="Directed Vertexnim",
    text=(
        "On a strongly connected digraph with positive weights and a token, a move lowers the weight under the token "
        "and takes the token along an arc. A vertex v that becomes 0 is deleted, and every pair of arcs p -> v -> s "
        "becomes an arc p -> s, also for p = s. The game ends when the digraph is empty. Read here: on a single "
        "vertex the token stays."
    ),
    idea="Always leave the nim-sum 0. Your opponent has to spoil it, and you can make it 0 again.",
    kind=Kind.DEFINITION,
    games=("vertexnim",),
)
DEFINITION_7 = Statement(
    paper=DR,
    number="7",
    title="The labelling lo",
    text=(
        "Take a strongly connected set S that no arc leaves. If its size is even, label it N and remove it. If it is "
        "odd, label it P, label N every other vertex with an arc into S, and remove both. Repeat; the labels do not "
        "depend on the choices of S."
    ),
    kind=Kind.DEFINITION,
    games=("vertexnim",),
)
PROBLEM_8 = Statement(
    paper=DR,
    number="8",
    title="Directed Vertexnim, loops optional",
    text=(
        "Who wins directed Vertexnim when loops are optional? Known: loops everywhere (Theorems 6 and 14), circuits "
        "without loops (Theorem 3, LM8), at most one weight >= 2 and that under the token (LM4)."
    ),
    kind=Kind.OPEN_PROBLEM,
    standing=Standing.OPEN,
    games=("vertexnim",),
)

COST_OF_9 = Statement(
    paper=DR,
    number="9 cost",
    title="The cost of Proposition 9",
    text=(
        "The proposition states O(|V|) steps; finding the component of the token among the vertices of weight 1 takes "
        "O(|V| + |E|). True instead: linear in the size of the graph."
    ),
    kind=Kind.ERRATUM,
    games=("vertexnim",),
    plays=(Play.NORMAL,),
)


def first_minimum(heaps: Sequence[int]) -> int:
    """The place of the first smallest heap, counted from 1."""
    return heaps.index(min(heaps)) + 1


class Theorem3(CircleTheorem):
    """Theorem 3. Adjacent Nim with all heaps >= 2: N odd wins; N even wins iff the first minimum is at an even place.

    The paper has N >= 3 heaps and normal play; one and two heaps follow the same rule, and by LM4 so does misère play.
    """

    cost = Cost.LINEAR
    rule = "theorem-3"
    statement = Statement(
        paper=DR,
        number="3",
        title="Adjacent Nim with heaps of at least 2",
        text=(
            "Count the non-empty heaps from the current one, all of them at least 2. If their number is odd, the "
            "player to move wins; if it is even, if and only if the first smallest heap is at an even place."
        ),
        idea=(
            "An odd number of heaps lets you swap sides: leave a 1. With an even number everyone keeps coming back to "
            "the same heaps, and the first smallest heap runs dry first: see that it is your opponent's, and take one "
            "token at a time."
        ),
        kind=Kind.THEOREM,
        games=("adjacent-nim", "vertexnim"),
        condition="all non-empty heaps are at least 2 (in Vertexnim: a directed circuit without loops)",
        verified=(
            "all circles of up to 5 heaps of up to 4 and, without empty heaps, of up to 10 heaps of up to 2, and "
            "random larger ones"
        ),
    )

    def study_circle(self, circle: Circle, play: Play, meter: Meter) -> Study | None:  # noqa: ARG002
        if min(circle.heaps) < 2:
            return None
        if len(circle.heaps) % 2:
            return Study(partial(_odd_verdict, circle, play), lambda _: True)
        steps = _steps_to_minimum(circle.heaps)
        return Study(partial(_even_verdict, circle, steps), lambda place: steps[place] % 2 == 1)


def _odd_verdict(circle: Circle, play: Play, place: int) -> Verdict:
    count, lower = len(circle.heaps), circle.lower(place)
    if count == 1:
        left = 0 if play is Play.NORMAL else 1
        alone = Phrase("there is 1 heap, and it is at least 2")
        return verdict_from(True, alone, lambda: [MoveRange(lower, left, left)])
    why = Phrase("there are {count} heaps, an odd number, all at least 2", count=count)
    return Verdict(True, lower(1), why, partial(_odd_winning, circle, place))


def _odd_winning(circle: Circle, place: int) -> Iterator[MoveRange]:
    """Lowering to 1 wins; emptying wins if the even circle that is left is lost; nothing else does."""
    lower = circle.lower(place)
    if first_minimum(circle.heaps_from(place)[1:]) % 2 == 1:
        yield MoveRange(lower, 0, 0)
    yield MoveRange(lower, 1, 1)


def _even_verdict(circle: Circle, steps: Sequence[int], place: int) -> Verdict:
    """Lower to no less than the smallest heap, and the opponent owns the first minimum."""
    first, least = steps[place] + 1, circle.heaps[(place + steps[place]) % len(circle.heaps)]
    why = Phrase(
        "there are {count} heaps, an even number, and the first smallest one, {least}, is at place {first}, "
        "an {parity} one",
        count=len(circle.heaps),
        least=show(least),
        first=first,
        parity=Phrase("even") if first % 2 == 0 else Phrase("odd"),
    )
    spans = [MoveRange(circle.lower(place), least, circle.heaps[place] - 1)]
    return verdict_from(first % 2 == 0, why, lambda: spans)


def _steps_to_minimum(heaps: Sequence[int]) -> list[int]:
    """For each place how many steps on the next smallest heap is."""
    least, count = min(heaps), len(heaps)
    steps = [0] * count
    for place in range(2 * count - 1, -1, -1):  # the second lap knows what comes after the end of the first
        here = place % count
        steps[here] = 0 if heaps[here] == least else steps[(here + 1) % count] + 1
    return steps


PROBLEM_4 = Statement(
    paper=DR,
    number="4",
    title="Adjacent Nim with heaps of 1",
    text=(
        "Who wins Adjacent Nim when some heaps are 1? Answered in polynomial time for every fixed number of heaps of "
        "1, whatever the sizes (LM19; for exactly one heap of 1 by a formula, LM11), and in linear time for every "
        "bound on the heaps (LM20), wherever one player never owns two heaps above 1 in a row (LM18, with LM9 and "
        "LM10), and where one player owns much more (LM21). In general it comes down to a smaller game (LM8, LM17), "
        "which is searched after it is shortened (LM22, LM23). Open: whether polynomial time is enough for many heaps "
        "of 1 and many sizes at once."
    ),
    kind=Kind.OPEN_PROBLEM,
    standing=Standing.OPEN,
    games=("adjacent-nim",),
)


class Remark5(Theorem):
    """Remark 5. NimG-RM on a directed circuit with positive weights, normal play: the rule of Theorem 3."""

    cost = Cost.LINEAR
    statement = Statement(
        paper=DR,
        number="5",
        title="NimG-RM on directed circuits, normal play",
        text=(
            "On a directed circuit with positive weights, counted from the token: an odd length is "
            "N; an even length is N "
            "if and only if the first vertex of minimum weight is at an even place."
        ),
        idea=(
            "On an odd circuit empty your vertex: your opponent comes to it first. On an even one everyone keeps "
            "coming back to the same vertices: take one token at a time, and whoever has the first smallest vertex "
            "runs dry."
        ),
        kind=Kind.THEOREM,
        games=("nimg-rm",),
        plays=(Play.NORMAL,),
        condition="directed; what the token can reach is a circuit; positive weights",
        verified="all circuits of up to 4 vertices with weights to 4, and random longer ones",
    )

    def decide(self, position: NimGRM, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        if not position.graph.directed or position.start is OVER:
            return None
        circuits, u = CircuitBoard(position, play), position.graph.index(position.start)
        return None if circuits.has_null(u) else circuits.verdict(u)

    def decide_board(self, board: NimGRM, play: Play, meter: Meter, left: bytes | None = None) -> BoardVerdict:  # noqa: ARG002
        if not board.graph.directed:
            return BoardVerdict.silent(board.graph.n)
        return CircuitBoard(board, play).board_verdict(nulls=False)


class Remark5AsPrinted(Theorem):
    """The rule of Remark 5 with null weights, of which the remark does not speak: a caution for those who use it."""

    cost = Cost.LINEAR
    statement = Statement(
        paper=DR,
        number="5 with null weights",
        title="A caution on Remark 5: weights of 0",
        text=(
            "A caution, not an error: Remark 5 carries Theorem 3 over to circuits of at least three vertices with "
            "weights of at least 1, and that is true. Weights of 0 can come up in play, and there the rule (odd length "
            "is N; even length is N if and only if the first minimum is at an even place) does not hold. True instead: "
            "LM3."
        ),
        kind=Kind.ERRATUM,
        standing=Standing.REFUTED,
        games=("nimg-rm",),
        plays=(Play.NORMAL,),
        condition="directed; what the token can reach is a circuit of at least three vertices",
    )

    def decide(self, position: NimGRM, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        if not position.graph.directed or position.start is OVER:
            return None
        circuits, u = CircuitBoard(position, play), position.graph.index(position.start)
        if circuits.length[u] < 3:
            return None
        wins = circuits.length[u] % 2 == 1 or circuits.place[u] % 2 == 0
        return Verdict(wins, None, "the rule is applied as if all weights were positive")


class Corollary12AsPrinted(Theorem):
    """Corollary 12 as printed, false: see LM1 for what is true.

    Smallest failures: the edge 0-1 with a loop on 1 and weights (2, 1) is P from 0; the path with weights (2, 1, 0) is
    P from its end of weight 2; the path a-b-c-d with weights (2, 3, 4, 4) is P from c. The printed rule says N.

    Vertices without a neighbour are left out here: what may be done on them is a convention, and ours (tokens may be
    taken, which ends the game) need not be the authors'.
    """

    cost = Cost.QUADRATIC
    statement = Statement(
        paper=DR,
        number="12 as printed",
        title="NimG-RM on undirected graphs, normal play, as printed",
        text=(
            "A null vertex is P and its neighbours are N; a loop makes N; weight 1 without a loop is P; a neighbour of "
            "weight 1 makes a vertex of weight at least 2 N; the rest follow the labelling of Definition 11. True "
            "instead: LM1."
        ),
        kind=Kind.ERRATUM,
        standing=Standing.REFUTED,
        games=("nimg-rm",),
        plays=(Play.NORMAL,),
        condition="undirected graph",
    )

    def decide(self, position: NimGRM, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        graph = position.graph
        if graph.directed or position.start is OVER:
            return None
        u = graph.index(position.start)
        if not graph.neighbours[u]:
            return None
        return Verdict(self._wins(position, u), None, f"the printed cases are applied to {graph.vertices[u]}")

    def _wins(self, position: NimGRM, u: int) -> bool:
        graph, weights = position.graph, position.weights
        around = graph.neighbours[u]
        if weights[u] == 0:
            return False
        if any(weights[v] == 0 for v in around) or u in around:
            return True
        if weights[u] == 1:
            return False
        if any(weights[v] == 1 for v in around):
            return True
        kept = [
            v
            for v in range(graph.n)
            if weights[v] >= 2 and v not in graph.neighbours[v] and all(weights[x] >= 2 for x in graph.neighbours[v])
        ]
        return printed_labels(graph.neighbours, weights, kept)[u]


REMARK_5_CONJECTURE = Statement(
    paper=DR,
    number="5 conjecture",
    title="Directed NimG-RM, normal play",
    text=(
        "On general digraphs NimG-RM in normal play is conjectured to be at least as hard as Geography. Answered: it "
        "is, with all weights 1 too (LM26)."
    ),
    kind=Kind.OPEN_PROBLEM,
    games=("nimg-rm",),
    plays=(Play.NORMAL,),
)
DEFINITION_11 = Statement(
    paper=DR,
    number="11",
    title="The labelling lu",
    text=(
        "Vertices no heavier than any neighbour are P, their other neighbours N; both are removed and the rest is "
        "labelled likewise. It goes wrong where a neighbour of equal weight is called N: LM1 and LM5 ask for a P "
        "neighbour of strictly smaller weight."
    ),
    kind=Kind.DEFINITION,
    games=("nimg-rm", "vertexnim"),
    plays=(Play.NORMAL,),
)
REMARK_15 = Statement(
    paper=DR,
    number="15",
    title="Misère NimG-RM",
    text="The algorithm for NimG-RM does not carry over to misère play; Renault and Schmidt show why (3.1 to 3.7).",
    kind=Kind.THEOREM,
    games=("nimg-rm",),
    plays=(Play.MISERE,),
)
PROBLEM_16 = Statement(
    paper=DR,
    number="16",
    title="Move then remove",
    text=(
        "Are NimG and Vertexnim polynomial too when one moves before removing? Answered: neither is, unless "
        "P = PSPACE. NimG-MR is PSPACE-hard (Burke and George; Renault-Schmidt 3.8), and so is Vertexnim with the move "
        "first (LM33); its case with a loop on every vertex, and small weights, are open."
    ),
    kind=Kind.OPEN_PROBLEM,
    games=("nimg-mr", "vertexnim-mr"),
)


ON_FUKUYAMA = Statement(
    paper=DR,
    number="1 introduction",
    title="What is said of Nim on edges in the introduction",
    text=(
        "A caution, not an error of the paper: its introduction says that Fukuyama's papers of 2003 characterise the P "
        "positions of Nim on the edges of bipartite graphs. What we could find of them, abstracts and a summary "
        "by others, speaks of bipartite graphs in which one side has degrees up to 2, with the token on the other "
        "side; for bipartite graphs in general we know of no polynomial algorithm. We may well have missed something. "
        "What we can prove is in LM44 and LM45."
    ),
    kind=Kind.ERRATUM,
    games=("edge-nimg",),
    plays=(Play.NORMAL,),
)


DECIDERS: tuple[Theorem, ...] = (
    Theorem6(),
    Proposition9(),
    Theorem10(),
    Theorem10AsPrinted(),
    Theorem13(),
    Theorem14(),
    Theorem3(),
    Remark5(),
    Remark5AsPrinted(),
    Corollary12AsPrinted(),
)
STATEMENTS: tuple[Statement, ...] = tuple(
    sorted(
        (
            ON_FUKUYAMA,
            DEFINITION_1,
            DEFINITION_2,
            Theorem6.statement,
            DEFINITION_7,
            PROBLEM_8,
            Proposition9.statement,
            COST_OF_9,
            Theorem10.statement,
            Theorem10AsPrinted.statement,
            Theorem13.statement,
            Theorem14.statement,
            Theorem3.statement,
            PROBLEM_4,
            Remark5.statement,
            Remark5AsPrinted.statement,
            REMARK_5_CONJECTURE,
            DEFINITION_11,
            Corollary12AsPrinted.statement,
            REMARK_15,
            PROBLEM_16,
        ),
        key=lambda statement: int(statement.number.split()[0]),
    )
)
