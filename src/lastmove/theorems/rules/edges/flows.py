"""Edge NimG on bipartite graphs in which every vertex of one side has at most two edges: LM44, by flows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, NamedTuple

from lastmove.core.errors import show
from lastmove.core.limits import look, watched
from lastmove.core.play import LOSES, UNDECIDED, WINS, Play
from lastmove.theorems.rules.edges.flows_check import Cuts, Ends, Flows
from lastmove.theorems.rules.edges.live import LiveEdges
from lastmove.theorems.rules.edges.network import NONE, Middle, Network
from lastmove.theorems.statement import BoardVerdict, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.games.edge_nimg import EdgeNimG
    from lastmove.games.moves import SlideAlong
    from lastmove.theorems.rules.edges.network import Flow
    from lastmove.theorems.statement import MoveRange

ENOUGH = 4
"""So many middles that win from everywhere are looked for: more than one, as each vertex may lie on some flows."""


@dataclass(frozen=True, eq=False)
class Witness:
    """An unbalanced middle whose demand can be sent: every vertex of ``reaching`` could send one unit more and wins."""

    net: Network
    number: int
    flow: Flow
    reaching: dict[int, int]

    @cached_property
    def _times(self) -> dict[int, tuple[int, int]]:
        """When a walk through the tree of all ways comes to a vertex, and when it has left what lies beyond."""
        beyond: dict[int, list[int]] = {u: [] for u in self.reaching}
        for u, over in self.reaching.items():
            if over != NONE:
                beyond[sum(self.net.middles[over].ends) - u].append(u)
        came, found, clock = dict[int, int](), dict[int, tuple[int, int]](), 0
        waiting = [next(u for u, over in self.reaching.items() if over == NONE)]
        while waiting:
            u = waiting[-1]
            if u in came:
                waiting.pop()
                found[u] = came[u], clock
            else:
                came[u] = clock
                clock += 1
                waiting += beyond[u]
        return found

    def reached_past(self, u: int, number: int) -> bool:
        """Whether u could send one unit more past another middle, through which nothing flows.

        From what lies beyond u, a way is wanted to a vertex that does not: that one has a way which does not meet u.
        """
        if self.reaching[u] != number:
            return True
        first, last = self._times[u]
        seen, waiting = {u}, [u]
        for v in waiting:  # it grows
            look()
            for over, w, sign in self.net.around[v]:
                if over in (number, self.number) or w in seen or w not in self.reaching:
                    continue
                if self.net.capacity[over] > sign * self.flow.get(over, 0):
                    if not first <= self._times[w][0] < last:
                        return True
                    seen.add(w)
                    waiting.append(w)
        return False


class Cut(NamedTuple):
    """A set of vertices of H around the low ends of middles, too small a cut for these to win from inside.

    Attributes
    ----------
    everywhere
        Whether they win from nowhere, for the demand itself cannot be sent.
    """

    inside: set[int]
    numbers: list[int]
    everywhere: bool


class HalfBoard:
    """A component: H, which of its vertices are won, and the middles between them."""

    def __init__(self, own: list[int], middles: list[Middle]) -> None:
        self.own = own
        self.place = {u: number for number, u in enumerate(own)}
        self.net = Network(len(own), middles)
        self.places = {middle.vertex: number for number, middle in enumerate(middles)}

    @classmethod
    def of(cls, live: LiveEdges, own: list[int], inner: list[int]) -> HalfBoard:
        """The component with these vertices of H, and those as middles."""
        place = {u: number for number, u in enumerate(own)}
        middles = []
        for u in inner:
            (first, v), (second, w) = live.ways[u][0], live.ways[u][-1]
            several = second != first
            weights = live.weights[first], live.weights[second] if several else 0
            middles.append(Middle(u, (first, second if several else NONE), (place[v], place[w]), weights))
        return cls(own, middles)

    def after(self, number: int, way: int, left: int) -> HalfBoard:
        """What is joined to the end of an edge of a middle when a player has gone over it and left less on it."""
        middle = self.net.middles[number]
        rest = 1 - way
        if left:
            weights = (left, middle.weights[1]) if way == 0 else (middle.weights[0], left)
            changed = [middle._replace(weights=weights)]
        elif middle.edges[rest] == NONE:
            changed = []
        else:
            end = middle.ends[rest]
            changed = [Middle(middle.vertex, (middle.edges[rest], NONE), (end, end), (middle.weights[rest], 0))]
        kept = [each for k, each in enumerate(self.net.middles) if k != number] + changed
        near = Network(self.net.size, kept).reaching({}, middle.ends[way], NONE) if not left else range(self.net.size)
        own = sorted(near)
        place = {u: k for k, u in enumerate(own)}
        inside = [each for each in kept if each.ends[0] in place]
        moved = [each._replace(ends=(place[each.ends[0]], place[each.ends[1]])) for each in inside]
        return HalfBoard([self.own[u] for u in own], moved)

    @cached_property
    def unbalanced(self) -> list[int]:
        """The unbalanced middles, those of little demand first."""
        found = (number for number, middle in enumerate(self.net.middles) if not middle.balanced)
        return sorted(found, key=lambda number: (self.net.middles[number].demand, number))

    @cached_property
    def study(self) -> tuple[list[Witness], list[Cut]]:
        """Middles that win, and cuts for the others; if one wins from everywhere, a few such and no cuts."""
        strong: list[Witness] = []
        partly: list[Witness] = []
        cuts: list[Cut] = []
        for number in watched(self.unbalanced, 1):
            if not any(self._shares(cut, number) for cut in cuts[-20:]):
                self._study(number, strong, partly, cuts)
            if len(strong) == ENOUGH:
                break
        return (strong, []) if strong else (partly, cuts)

    def _study(self, number: int, strong: list[Witness], partly: list[Witness], cuts: list[Cut]) -> None:
        enough, flow = self.net.demanded(number)
        middle = self.net.middles[number]
        reaching = self.net.reaching(flow, middle.ends[1 - middle.low], number)
        if enough and len(reaching) == self.net.size:
            strong.append(Witness(self.net, number, flow, reaching))
        elif not strong:
            if enough:
                partly.append(Witness(self.net, number, flow, reaching))
            cuts.append(Cut(set(range(self.net.size)) - reaching.keys(), [number], not enough))

    def _shares(self, cut: Cut, number: int) -> bool:
        """Whether a cut that is known shows that a middle wins nowhere; then that is noted."""
        middle = self.net.middles[number]
        if not cut.everywhere or len({end in cut.inside for end in middle.ends}) == 1:
            return False
        if self.net.cut_size(cut.inside) - self.net.capacity[number] >= middle.demand:
            return False
        cut.numbers.append(number)
        return True

    @cached_property
    def won(self) -> set[int]:
        """The vertices of H that are N."""
        found: set[int] = set()
        for witness in self.study[0]:
            found |= witness.reaching.keys()
        return found

    # the other side

    def detour(self, number: int, u: int) -> Witness | None:
        """A witness by which u wins even if nothing can pass a middle at u."""
        fit = [each for each in self.study[0] if each.number != number and not each.flow.get(number, 0)]
        return next((each for each in fit if u in each.reaching and each.reached_past(u, number)), None)

    def _target(self, number: int) -> int:
        middle = self.net.middles[number]
        return middle.ends[1 - middle.low]

    def other_witness(self, number: int, u: int, capacity: int) -> Witness | None:
        """Another middle that wins from u when so much can pass this one."""
        known = self.detour(number, u)
        if known is not None:
            return known
        net = self.net.with_capacity(number, capacity)
        near = net.reaching({}, u, NONE)
        for other in watched(self.known_first(), 1):
            middle = net.middles[other]
            if (
                other != number
                and self._target(other) in near
                and (not middle.demand or middle.ends[middle.low] in near)
            ):
                enough, flow = net.demanded(other)
                reaching = net.reaching(flow, self._target(other), other) if enough else {}
                if u in reaching:
                    return Witness(net, other, flow, reaching)
        return None

    def known_first(self) -> list[int]:
        """The unbalanced middles, those that are known to win first."""
        known = [witness.number for witness in self.study[0]]
        return known + [other for other in self.unbalanced if other not in known]

    def leaves(self, number: int, way: int) -> int:
        """The one thing worth leaving on edge ``way`` of a middle, coming from it: what passes it, or the other weight.

        It is as much as the edge has, or more, where nothing is worth leaving.
        """
        middle = self.net.middles[number]
        other = middle.weights[1 - way]
        return other if middle.is_loop else self.net.between(number, other)[0]

    def good_way(self, number: int) -> tuple[int, int] | None:
        """A winning move from a middle: which edge, and what to leave; ``None`` if it is lost."""
        middle = self.net.middles[number]
        for way in (0, 1):
            if middle.edges[way] != NONE:
                if self.detour(number, middle.ends[way]) is not None:
                    continue
                left = self.leaves(number, way)
                if left < middle.weights[way] and self.other_witness(number, middle.ends[way], left) is None:
                    return way, left
        return None

    # certificates

    def flow_pairs(self, flow: Flow) -> tuple[tuple[int, int, int], ...]:
        """A flow as (from, over, amount), by vertices of the board."""
        found = []
        for number, amount in flow.items():
            if amount:
                middle = self.net.middles[number]
                found.append((self.own[middle.ends[amount < 0]], middle.vertex, abs(amount)))
        return tuple(found)

    def witness_pair(self, witness: Witness) -> tuple[int, tuple[tuple[int, int, int], ...]]:
        """A witness for a certificate."""
        return self.net.middles[witness.number].vertex, self.flow_pairs(witness.flow)

    def evidence(self) -> tuple[tuple[tuple[int, tuple[tuple[int, int, int], ...]], ...], Cuts]:
        """The witnesses and cuts of all vertices of H."""
        witnesses, cuts = self.study
        sets = tuple(
            (
                tuple(self.own[u] for u in sorted(cut.inside)),
                tuple(self.net.middles[number].vertex for number in cut.numbers),
            )
            for cut in cuts
        )
        return tuple(map(self.witness_pair, witnesses)), sets

    def ends_of(self, number: int) -> Ends:
        """For a middle that is lost: for each way what passes it, and another middle that wins when no more does."""
        middle, found = self.net.middles[number], []
        for way in (0, 1):
            if middle.edges[way] != NONE:
                u, weight = middle.ends[way], middle.weights[way]
                other, passes, flow = self.detour(number, u), 0, dict[int, int]()
                if other is None:
                    passes = min(middle.weights[1 - way], weight)
                    if not middle.is_loop:
                        passes, flow = self.net.between(number, passes)
                    other = None if passes >= weight else self.other_witness(number, u, passes)
                found.append((passes, self.flow_pairs(flow), None if other is None else self.witness_pair(other)))
        return tuple(found)


class FlowBoard:
    """An Edge NimG board in normal play; its components in which one side has degrees up to 2 are decided."""

    def __init__(self, board: EdgeNimG, root: int | None = None) -> None:
        self.board = board
        self.live = live = LiveEdges(board)
        self.half: dict[int, HalfBoard] = {}
        self.halves: list[HalfBoard] = []
        parts = live.components() if root is None else [live.component(root)]
        for members in watched(parts, 1):
            side = live.sides(members)
            first = 0 if side is None else side[min(members)]
            for middle in (1 - first, first):
                if side is not None and all(len(live.ways[u]) <= 2 for u in members if side[u] == middle):
                    outer, inner = (sorted(u for u in members if side[u] == s) for s in (1 - middle, middle))
                    self.halves.append(HalfBoard.of(live, outer, inner))
                    self.half.update(dict.fromkeys(members, self.halves[-1]))
                    break

    def code(self, u: int) -> int:
        """WINS, LOSES or UNDECIDED for a start."""
        half = self.half.get(u)
        if half is None:
            return UNDECIDED
        if u in half.places:
            return WINS if half.good_way(half.places[u]) is not None else LOSES
        return WINS if half.place[u] in half.won else LOSES

    @cached_property
    def codes(self) -> bytes:
        """The same for every start."""
        found = bytearray([UNDECIDED]) * self.live.n
        for half in watched(self.halves, 1):
            for place, u in enumerate(half.own):
                found[u] = WINS if place in half.won else LOSES
            for u in watched(half.places, 1):
                found[u] = self.code(u)
        return bytes(found)

    def move(self, u: int) -> SlideAlong | None:
        """A winning move from a start that is won."""
        half = self.half[u]
        if u in half.places:
            good = half.good_way(half.places[u])
            return good and self.live.move(u, half.net.middles[half.places[u]].edges[good[0]], good[1])
        v = half.place[u]
        witness = next(each for each in half.study[0] if v in each.reaching)
        middle = half.net.middles[witness.number]
        high = 1 - middle.low
        if middle.ends[high] == v:
            return self.live.move(u, middle.edges[high], middle.weights[middle.low])
        way = next(each for each in half.net.around[v] if each[0] == witness.reaching[v])
        if way[2] * witness.flow.get(way[0], 0) < 0:  # the unit from v makes that less, and v sends something elsewhere
            way = next(each for each in half.net.around[v] if each[2] * witness.flow.get(each[0], 0) > 0)
        room = half.net.capacity[way[0]]
        left = half.net.between(way[0], room - 1)[0]
        return self.live.move(u, half.net.middles[way[0]].edges[way[2] < 0], left)

    def winning(self, u: int) -> Iterator[MoveRange]:
        """All winning moves: along each edge what may be left is an interval."""
        half = self.half[u]
        for edge, v in self.live.ways[u]:
            first, after = self._from_middle(half, u, edge) if u in half.places else self._to_middle(half, v, edge)
            if first < after:
                yield self.live.moves(u, edge, first, after - 1)

    def _from_middle(self, half: HalfBoard, u: int, edge: int) -> tuple[int, int]:
        """From a middle u: the board after the move has u's own way to win, or another middle's."""
        number = half.places[u]
        middle = half.net.middles[number]
        way = middle.edges.index(edge)
        end, weight, other = middle.ends[way], middle.weights[way], middle.weights[1 - way]
        passes = half.leaves(number, way)
        if passes >= weight or half.other_witness(number, end, passes) is not None:
            return 0, 0
        if passes == other:  # with more left, the middle itself wins; it has to stay balanced
            return passes, passes + 1
        return passes, self._first_capacity(half, number, end, passes, min(weight - 1, other)) or weight

    def _to_middle(self, half: HalfBoard, u: int, edge: int) -> tuple[int, int]:
        """Towards a middle u: what keeps the other player from coming back, and what keeps him from going on."""
        number = half.places[u]
        middle = half.net.middles[number]
        way = middle.edges.index(edge)
        here, there = middle.ends[way], middle.ends[1 - way]
        weight, other = middle.weights[way], middle.weights[1 - way]
        passes = half.leaves(number, way)
        after = weight
        if half.other_witness(number, here, passes) is None:
            after = min(weight, passes + 1)
        first = other if passes == other else weight
        least = self._first_capacity(half, number, there, NONE, min(passes, weight - 1))
        return min(first, weight if least is None else least), after

    def _first_capacity(self, half: HalfBoard, number: int, u: int, above: int, most: int) -> int | None:
        """The least capacity of a middle, from ``above`` + 1 to ``most``, with which another one wins from u."""
        found = None
        for other in watched(half.known_first(), 1):
            if other != number and found != above + 1 and most > above:
                sent, need = half.net.with_capacity(number, most).sent(other, u)
                if sent == need:
                    sent, need = half.net.with_capacity(number, 0).sent(other, u)
                    found = most = max(need - sent, above + 1)
        return found

    def certificate(self) -> Flows:
        """The evidence for every start: witnesses and cuts, and for middles that these do not show something more."""
        main = self._flows(self.halves)
        shown = main.outcomes(self.board, Play.NORMAL)
        open_still = [u for u in self.half if shown[u] == UNDECIDED]
        more = [self.certificate_of(u) for u in watched(open_still, 1)]
        won = tuple(each for flows in more for each in flows.won)
        return Flows(main.witnesses, main.cuts, won, tuple(each for flows in more for each in flows.lost))

    def _flows(self, halves: list[HalfBoard]) -> Flows:
        witnesses: list[tuple[int, tuple[tuple[int, int, int], ...]]] = []
        cuts: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        for half in halves:
            more, sets = half.evidence()
            witnesses += more
            cuts += sets
        return Flows(tuple(witnesses), tuple(cuts))

    def certificate_of(self, u: int) -> Flows:
        """The evidence for one start."""
        half = self.half[u]
        if u not in half.places:
            return self._flows([half])
        number = half.places[u]
        good = half.good_way(number)
        if good is None:
            return Flows((), (), lost=((u, half.ends_of(number)),))
        way, left = good
        _, cuts = half.after(number, way, left).evidence()
        return Flows((), (), won=((u, half.net.middles[number].edges[way], left, cuts),))

    def board_verdict(self) -> BoardVerdict:
        """The verdicts on every start."""
        return BoardVerdict(self.codes, self.verdict, self.move, certificate=self.certificate)

    def verdict(self, u: int) -> Verdict | None:
        """Who wins with the token on u, and how."""
        half, name = self.half.get(u), self.live.names[u]
        if half is None:
            return None
        evidence, winning = partial(self.certificate_of, u), partial(self.winning, u)
        wins = self.code(u) == WINS
        if u in half.places:
            why = f"{name} has at most two edges, like all vertices of its side, and "
            why += "a flow past it shows what to leave" if wins else "whatever is left, some flow wins for the other"
        elif wins:
            v = half.place[u]
            number = next(each.number for each in half.study[0] if v in each.reaching)
            middle = half.net.middles[number]
            by = self.live.names[middle.vertex]
            why = f"the demand of {by}, {show(middle.demand)}, and one more from {name} can be sent past {by}"
        elif not half.unbalanced:
            why = "every vertex of the other side has two edges of the same weight"
        else:
            why = f"cuts show that from {name} no unbalanced vertex of the other side gets what it needs"
        return Verdict(wins, self.move(u) if wins else None, why, winning, certificate=evidence)
