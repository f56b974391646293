"""Edge NimG on bipartite graphs in which every vertex of one side has at most two edges: flows and cuts.

Call the vertices of that side *middles*, each an edge of the graph H on the other side, with its smaller weight as
capacity. An unbalanced middle m, with weights a < b towards s and t, *wins from* a vertex v if a units from s and one
from v can be sent to t past m. LM44: a vertex v of H is N iff some unbalanced middle wins from it. Everything here is
added up; no flow is looked for. See docs/reference/certificates.md.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.certificates.boards import RuleCertificate
from lastmove.certificates.certificate import Body, Budget, CheckResult, array, number, numbers
from lastmove.core.errors import Refuted, show, show_json
from lastmove.core.limits import watched
from lastmove.core.play import Play
from lastmove.games.edge_nimg import EdgeNimG

if TYPE_CHECKING:
    from typing import Self

    from lastmove.certificates.boards import Answers

Streams = tuple[tuple[int, int, int], ...]
"""A flow: from which vertex of H, over which middle, how much."""

Witnesses = tuple[tuple[int, Streams], ...]
"""Middles, each with a flow that sends its demand past it."""

Cuts = tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
"""Sets of vertices of H, each with middles that do not win because of it."""

Ends = tuple[tuple[int, Streams, tuple[int, Streams] | None], ...]
"""For each edge of a middle: so much passes it, by this flow; and with no more, that other middle wins."""

Lost = tuple[tuple[int, Ends], ...]
"""Middles that are P, each with what answers its edges."""

Won = tuple[tuple[int, int, int, Cuts], ...]
"""Middles that are N: the edge to use, what to leave on it, and cuts of what is then left of H."""


@dataclass(frozen=True, slots=True)
class Flows(RuleCertificate):
    """Witnesses and cuts, which show vertices of H; for middles what answers each edge, or the winning move.

    Attributes
    ----------
    witnesses, cuts
        Of the board as it is.
    won
        For middles that are N: a winning move, with cuts of the board after it.
    lost
        For middles that are P: what answers each of their edges, in the order of the edges.
    """

    kind = "flows"

    witnesses: Witnesses
    cuts: Cuts
    won: Won = ()
    lost: Lost = ()

    def answers(self, board: Any, play: Play) -> Answers:
        if not isinstance(board, EdgeNimG) or board.graph.directed or play is not Play.NORMAL:
            raise Refuted("flows decide Edge NimG on undirected graphs in normal play")
        half = _Half(board)
        shown = _Shown(half, self.witnesses, self.cuts)
        won, lost = {each[0]: each[1:] for each in self.won}, dict(self.lost)

        def answer(u: int) -> CheckResult | None:
            if u in won:
                return _after_move(half, u, *won[u])
            return _all_ends(half, u, lost[u], shown.budget) if u in lost else shown.answer(u)

        return answer

    def after(self, position: Any, play: Play, move: Any) -> CheckResult | None:
        used = position.edge_of(move), move.remaining
        if all((edge, left) != used for _, edge, left, _ in self.won) or not self.outcome(position, play).wins:
            return None
        u = position.graph.index(position.start)
        shown = any((v, edge, left) == (u, *used) for v, edge, left, _ in self.won)
        return CheckResult(False, "cuts show it") if shown else None

    def body(self) -> dict[str, object]:
        found: dict[str, object] = {
            "witnesses": [_witness_json(each) for each in self.witnesses],
            "cuts": _cuts_json(self.cuts),
        }
        if self.won:
            found["won"] = [[u, edge, left, _cuts_json(cuts)] for u, edge, left, cuts in self.won]
        if self.lost:
            found["lost"] = [[u, list(map(_end_json, ends))] for u, ends in self.lost]
        return found

    @classmethod
    def read(cls, body: Body) -> Self:
        body.only("witnesses", "cuts", "won", "lost")
        won, lost = [], []
        for raw in body.items("won") if body.has("won") else ():
            u, edge, left, cuts = _parts(raw, 4, "won")
            won.append((number(u, "won"), number(edge, "won"), number(left, "won", below=None), _read_cuts(cuts)))
        for raw in body.items("lost") if body.has("lost") else ():
            u, ends = _parts(raw, 2, "lost")
            lost.append((number(u, "lost"), tuple(map(_read_end, array(ends, "lost")))))
        witnesses = tuple(map(_read_witness, body.items("witnesses")))
        return cls(witnesses, _read_cuts(body.get("cuts")), tuple(won), tuple(lost))


def _cuts_json(cuts: Cuts) -> list[object]:
    return [[list(inside), list(through)] for inside, through in cuts]


def _read_cuts(raw: object) -> Cuts:
    found = []
    for each in array(raw, "cuts"):
        inside, through = _parts(each, 2, "cuts")
        found.append((numbers(inside, "cuts"), numbers(through, "cuts")))
    return tuple(found)


def _witness_json(witness: tuple[int, Streams]) -> list[object]:
    return [witness[0], list(map(list, witness[1]))]


def _end_json(end: tuple[int, Streams, tuple[int, Streams] | None]) -> list[object]:
    passes, streams, other = end
    return [passes, list(map(list, streams)), None if other is None else _witness_json(other)]


def _parts(raw: object, count: int, name: str) -> list[object]:
    found = array(raw, name)
    if len(found) != count:
        raise Refuted(f"{name}: {show_json(raw)}; accepted: an array of {count}")
    return found


def _streams(raw: object) -> Streams:
    found = []
    for each in array(raw, "flow"):
        start, over, amount = _parts(each, 3, "flow")
        found.append((number(start, "flow"), number(over, "flow"), number(amount, "flow", below=None)))
    return tuple(found)


def _read_witness(raw: object) -> tuple[int, Streams]:
    vertex, streams = _parts(raw, 2, "witnesses")
    return number(vertex, "witnesses"), _streams(streams)


def _read_end(raw: object) -> tuple[int, Streams, tuple[int, Streams] | None]:
    passes, streams, other = _parts(raw, 3, "lost")
    return number(passes, "lost", below=None), _streams(streams), None if other is None else _read_witness(other)


class _Middle(NamedTuple):
    edges: tuple[int, ...]
    ends: tuple[int, ...]
    weights: tuple[int, ...]

    @property
    def both(self) -> tuple[int, int]:
        """Its weights; a missing one is 0."""
        return self.weights[0], self.weights[1] if len(self.weights) == 2 else 0

    @property
    def low(self) -> int:
        return int(self.both[0] > self.both[1])

    @property
    def demand(self) -> int:
        """What the low end has to send to the high end."""
        return 0 if self.ends[0] == self.ends[-1] else min(self.both)

    def end(self, way: int) -> int:
        return self.ends[way if len(self.ends) == 2 else 0]


class _Half:
    """The middles of all components, and H: where both sides may be middles, H has both in parts of their own."""

    def __init__(self, board: EdgeNimG) -> None:
        graph = board.graph
        self.n = graph.n
        ways: list[list[tuple[int, int]]] = [[] for _ in range(graph.n)]
        for edge, ((u, v), weight) in enumerate(zip(watched(graph.ends()), board.weights, strict=True)):
            if weight:
                ways[u].append((edge, v))
                ways[v].append((edge, u))
        seen = bytearray(graph.n)
        self.has_middles = bytearray(graph.n)
        self.middles: dict[int, _Middle] = {}
        for root in watched(range(graph.n), 16):
            if not seen[root]:
                self._side_up(root, ways, board.weights, seen)
        self.capacity = {u: min(middle.both) for u, middle in self.middles.items()}
        self.around: list[list[tuple[int, int]]] = [[] for _ in range(graph.n)]
        for u, middle in self.middles.items():
            if middle.ends[0] != middle.ends[-1]:
                self.around[middle.ends[0]].append((u, middle.ends[1]))
                self.around[middle.ends[1]].append((u, middle.ends[0]))
        self.part = [-1] * graph.n
        for root in watched(range(graph.n), 16):
            if self.part[root] < 0:
                self._mark_part(root, root)

    def _mark_part(self, root: int, mark: int) -> None:
        """Mark the component of H of a vertex."""
        self.part[root] = mark
        waiting = [root]
        for u in waiting:
            for _, v in self.around[u]:
                if self.part[v] != mark:
                    self.part[v] = mark
                    waiting.append(v)

    def _side_up(self, root: int, ways: list[list[tuple[int, int]]], weights: tuple[int, ...], seen: bytearray) -> None:
        members, side, fits = [root], {root: 0}, True
        seen[root] = 1
        for u in watched(members):
            for _, v in ways[u]:
                if v not in side:
                    side[v] = 1 - side[u]
                    seen[v] = 1
                    members.append(v)
                fits = fits and side[v] != side[u]
        for chosen in (0, 1):
            middles = [u for u in members if side[u] == chosen]
            if fits and all(len(ways[u]) <= 2 for u in middles):
                for u in members:
                    self.has_middles[u] |= side[u] != chosen
                for u in middles:
                    if ways[u]:
                        edges, ends = zip(*ways[u], strict=True)
                        self.middles[u] = _Middle(edges, ends, tuple(weights[edge] for edge in edges))

    def after(self, u: int, way: int, left: int) -> _Half:
        """What is left when a player has gone over an edge of a middle, and left less on it."""
        other = object.__new__(_Half)
        other.n, other.has_middles, other.around, other.part = self.n, self.has_middles, self.around, self.part
        other.middles, other.capacity = dict(self.middles), dict(self.capacity)
        edges, ends, weights = self.middles[u]
        kept = [k for k in range(len(edges)) if k != way or left]
        if kept:
            now = tuple(left if k == way else weights[k] for k in kept)
            other.middles[u] = _Middle(tuple(edges[k] for k in kept), tuple(ends[k] for k in kept), now)
            other.capacity[u] = min(other.middles[u].both)
        else:
            del other.middles[u], other.capacity[u]
        if not left and ends[0] != ends[-1]:
            other.around = list(self.around)
            for end in ends:
                other.around[end] = [each for each in self.around[end] if each[0] != u]
            other.part = list(self.part)
            other._mark_part(ends[way], self.n)
        return other

    def limited(self, u: int, capacity: int) -> _Half:
        """The same when no more than that can pass a middle."""
        other = object.__new__(_Half)
        other.n, other.part, other.has_middles = self.n, self.part, self.has_middles
        other.middles, other.around = self.middles, self.around
        other.capacity = self.capacity | {u: capacity}
        return other

    def flow(self, streams: Streams, past: int) -> dict[int, tuple[int, int]]:
        """For each middle from where and how much flows; Refuted if that is too much, or flows over ``past``."""
        found: dict[int, tuple[int, int]] = {}
        for start, over, amount in watched(streams):
            middle = self.middles.get(over)
            if middle is None or over == past or over in found or start not in middle.ends:
                raise Refuted(f"nothing can flow from {show(start)} over {show(over)}, or that is said twice")
            if middle.ends[0] == middle.ends[-1] or amount > self.capacity[over]:
                raise Refuted(f"{show(amount)} is more than can flow over {show(over)}")
            found[over] = start, amount
        return found

    def check_sums(self, flow: dict[int, tuple[int, int]], wanted: dict[int, int]) -> None:
        """Refuted unless each vertex sends what is wanted of it more than it gets, the others nothing."""
        sums = dict.fromkeys(wanted, 0)
        for over, (start, amount) in watched(flow.items()):
            one, two = self.middles[over].ends
            sums[start] = sums.get(start, 0) + amount
            end = one + two - start
            sums[end] = sums.get(end, 0) - amount
        if any(amount != wanted.get(u, 0) for u, amount in sums.items()):
            raise Refuted("what a vertex gets is not what it sends on")

    def reached(self, u: int, streams: Streams) -> dict[int, int]:
        """From where an unbalanced middle wins, if the flow sends its demand; each with the middle used next."""
        middle = self.middles.get(u)
        if middle is None or middle.both[0] == middle.both[1]:
            raise Refuted(f"{show(u)} has no two different weights, or its side has a vertex with more than two edges")
        flow = self.flow(streams, u)
        source, target = middle.end(middle.low), middle.end(1 - middle.low)
        self.check_sums(flow, {source: 0} if source == target else {source: middle.demand, target: -middle.demand})
        following = {target: -1}
        waiting = deque([target])
        while waiting:
            v = waiting.popleft()
            for over, w in self.around[v]:
                if over != u and w not in following:
                    start, amount = flow.get(over, (w, 0))
                    if self.capacity[over] > (amount if start == w else -amount):
                        following[w] = over
                        waiting.append(w)
        return following


def _after_move(half: _Half, u: int, edge: int, left: int, cuts: Cuts) -> CheckResult:
    """A middle is N: after a move the other player has lost, as cuts show."""
    middle = half.middles.get(u)
    if middle is None or edge not in middle.edges or left >= middle.weights[middle.edges.index(edge)]:
        raise Refuted(f"no move from {show(u)} along edge {show(edge)} leaves {show(left)}, or it has too many edges")
    way = middle.edges.index(edge)
    found = _Shown(half.after(u, way, left), (), cuts).own_answer(middle.ends[way])
    if found is None:
        raise Refuted("it is not shown that the move wins")
    return CheckResult(True, f"over edge {edge} the move wins: {found.text}")


def _all_ends(half: _Half, u: int, ends: Ends, budget: Budget) -> CheckResult:
    """A middle is P: whatever is left on one of its edges, it wins from the end by itself, or another one does.

    If k can be sent past it, it wins while less than k is left, or if more than its other weight is left and that is k.
    With k or more left, at least k can pass it, and another one wins that needs no more.
    """
    middle = half.middles.get(u)
    if middle is None or len(ends) != len(middle.edges):
        raise Refuted("what answers its edges is for a vertex of a side with at most two edges; one for each edge")
    for way, (passes, streams, other) in enumerate(ends):
        end, weight = middle.ends[way], middle.weights[way]
        budget.spend(half.n + len(streams))
        if passes > (middle.weights[1 - way] if len(middle.edges) == 2 else 0):
            raise Refuted("more is said to pass a vertex than it has weight on its other edge")
        if middle.ends[0] != middle.ends[-1]:
            flow = half.flow(streams, u)
            half.check_sums(flow, {middle.ends[0]: passes, middle.ends[1]: -passes})  # as well the other way
        elif streams:
            raise Refuted("nothing has to flow past a vertex whose edges lead to the same vertex")
        if passes < weight:
            if other is None:
                raise Refuted("no other vertex is said to win when no more can pass")
            witness, sent = other
            if witness == u or end not in half.limited(u, passes).reached(witness, sent):
                raise Refuted(f"{show(witness)} does not win when no more can pass")
    return CheckResult(False, "whatever is left on the way to a neighbour, a flow wins for the other player")


class _Won:
    """From where an unbalanced middle wins, as its flow shows; and whether it does when nothing passes another middle.

    Attributes
    ----------
    following
        The middle used next on a way from each such vertex, all of them together a tree.
    """

    def __init__(self, half: _Half, middle: int, streams: Streams) -> None:
        self._half, self._middle = half, middle
        self._streams = streams
        self.following = half.reached(middle, streams)

    @cached_property
    def _flow(self) -> dict[int, tuple[int, int]]:
        return self._half.flow(self._streams, self._middle)

    @cached_property
    def _spans(self) -> dict[int, range]:
        """The vertices numbered so that those whose ways lead over a vertex have the numbers of a range."""
        before = {w: sum(self._half.middles[over].ends) - w for w, over in self.following.items() if over >= 0}
        size = dict.fromkeys(self.following, 1)
        for w in reversed(before):
            size[before[w]] += size[w]
        free: dict[int, int] = {}
        found = {}
        for w in self.following:
            first = free[before[w]] if w in before else 0
            found[w] = range(first, first + size[w])
            free[w] = first + 1
            if w in before:
                free[before[w]] += size[w]
        return found

    def without(self, u: int, end: int, budget: Budget) -> bool:
        """Whether it wins from an end of another middle, when nothing can pass that."""
        if u == self._middle or end not in self.following or u in self._flow:
            return False
        if self.following[end] != u:
            return True
        below, seen, waiting = self._spans[end], {end}, [end]
        for v in waiting:  # it grows: vertices whose ways lead over this end, until one has a way to another vertex
            budget.spend(len(self._half.around[v]))
            for over, w in self._half.around[v]:
                if over not in (u, self._middle) and w in self.following and w not in seen:
                    start, amount = self._flow.get(over, (v, 0))
                    if self._half.capacity[over] > (amount if start == v else -amount):
                        if self._spans[w].start not in below:
                            return True
                        seen.add(w)
                        waiting.append(w)
        return False


class _Shown:
    """What witnesses and cuts show of each vertex of H, and of the middles that they show as well."""

    def __init__(self, half: _Half, witnesses: Witnesses, cuts: Cuts) -> None:
        self.half = half
        self.budget = Budget()
        self.found = []
        self.won: set[int] = set()
        for u, streams in watched(witnesses, 1):
            self.budget.spend(half.n)
            self.found.append(_Won(half, u, streams))
            self.won |= self.found[-1].following.keys()
        self.wanting = {u: middle for u, middle in half.middles.items() if middle.both[0] != middle.both[1]}
        self.possible = [0] * (half.n + 1)  # how many middles of a component of H may win from somewhere in it
        self.failing = [0] * half.n  # how many of these are shown not to win from a vertex
        self._read_cuts(cuts)

    def _read_cuts(self, cuts: Cuts) -> None:
        half, nowhere = self.half, set()
        tight: dict[int, tuple[set[int], bool]] = {}
        for inside, through in watched(cuts, 1):
            chosen = {v for v in inside if v < half.n}
            self.budget.spend(sum(len(half.around[v]) for v in chosen) + len(through))
            size = sum(half.capacity[over] for v in chosen for over, w in half.around[v] if w not in chosen)
            for u in through:
                middle = self.wanting.get(u)
                if middle is None or middle.ends[0] == middle.ends[-1]:
                    raise Refuted(f"{show(u)} needs no cut: it has no two different weights towards different vertices")
                low_inside = middle.end(middle.low) in chosen
                if low_inside == (middle.end(1 - middle.low) in chosen):
                    raise Refuted(f"a cut does not part the ends of {show(u)}")
                spare = size - half.capacity[u] - middle.demand
                if spare > 0:
                    raise Refuted(f"a cut leaves {show(u)} room to win")
                if spare < 0:
                    nowhere.add(u)
                else:
                    tight[u] = chosen, low_inside
        for u, middle in self.wanting.items():
            if u not in nowhere:
                self.possible[half.part[middle.ends[0]]] += 1
        for u, (chosen, low_inside) in watched(tight.items(), 1):
            if u not in nowhere:
                part = half.part[half.middles[u].ends[0]]
                self.budget.spend(len(chosen) if low_inside else half.n)
                for v in chosen if low_inside else set(range(half.n)) - chosen:
                    if half.part[v] == part:
                        self.failing[v] += 1

    def own_answer(self, u: int) -> CheckResult | None:
        """What is shown of a vertex of H."""
        half = self.half
        if not half.has_middles[u]:
            return None
        if u in self.won:
            return CheckResult(True, "a flow past an unbalanced vertex of the other side, and one unit more, wins")
        if self.failing[u] == self.possible[half.part[u]]:
            return CheckResult(False, "cuts show that no unbalanced vertex of the other side wins")
        return None

    def answer(self, u: int) -> CheckResult | None:
        """What is shown of a vertex, which is one of H or a middle."""
        found = self.own_answer(u)
        middle = self.half.middles.get(u)
        if found is not None or middle is None:
            return found
        if all(any(each.without(u, end, self.budget) for each in self.found) for end in middle.ends):
            return CheckResult(False, "from both its ends a flow wins that does not need it")
        return None
