"""Vertex Geography piece by piece: a graph is searched in its blocks, which play crosses only once.

A *block* hangs on the rest of the graph by single vertices. When the token leaves a strong component, or leaves a block
through such a vertex, it cannot come back. So a move out of a block wins or loses whatever happened inside, and is
worked out once. This says two things about the vertices of the block:

* from a vertex with a winning move out of the block the player to move wins, so a sane player does not move there;
* a player on a vertex whose moves out all lose, and who has no other move left, loses.

With that the block is searched by itself. A large graph made of small blocks costs no more than its blocks do.

Boards of Vertex Geography with their chains made short; see :mod:`lastmove.search.fast.simplifications.chains`.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.graphs.components import blocks, strong_components
from lastmove.search.fast.background import Code, wait_for
from lastmove.search.fast.board import SWITCHES, BitBoard, check_width, heading
from lastmove.search.fast.driver import BitSearch, interrupts_later
from lastmove.search.fast.rules import vertex_geography as rules
from lastmove.search.fast.settings import Settings
from lastmove.search.fast.simplifications.chains import ChainSearch, chains_of
from lastmove.search.fast.simplifications.symmetry import SymmetricSearch
from lastmove.search.fast.simplifications.twins import different_sets, with_classes
from lastmove.search.small_boards import SubsetTable
from lastmove.search.thresholds import THRESHOLDS
from lastmove.search.trampoline import work_out

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from lastmove.core.limits import Meter
    from lastmove.graphs.graph import Graph
    from lastmove.search.fast.board import State


class _Shortened(NamedTuple):
    """A long chain, as sets of the board: all of it, its first and last vertex, its ends, what it becomes.

    ``entered_first`` and ``entered_last`` are where the token goes, on the short board, instead of to the first and
    the last vertex.
    """

    whole: int
    first: int
    last: int
    begin: int
    end: int
    entered_first: int
    entered_last: int
    kept: bool


class VertexPlan(NamedTuple):
    """How to make the chains of a board short."""

    vertices: list[int]
    """The vertices that stay, in the order in which the short board numbers them."""
    out: list[int]
    """The out-neighbours of each, in these numbers."""
    chains: list[_Shortened]


def plan_for(out: Sequence[int], into: Sequence[int], is_free: Sequence[bool], misere: bool) -> VertexPlan | None:
    """How to make chains short, ``is_free`` saying which vertices have no way out of the block; None if all are."""
    least = 1 if misere else 0
    long = _long_chains(out, into, is_free, least + 1)
    if not long:
        return None
    changes = [_short_path(path, least) for path in long]
    arcs = list(out)
    gone = 0
    for path, short in zip(long, changes, strict=True):
        two_way = out[path[1]] >> path[0] & 1
        gone |= _bits(path[1:-1]) & ~_bits(short[1:-1])
        for v, w in pairwise(path):
            arcs[v] &= ~(1 << w)
            arcs[w] &= ~(1 << v)
        for v, w in pairwise(short):
            arcs[v] |= 1 << w
            arcs[w] |= two_way << v
    vertices = [v for v in range(len(out)) if not gone >> v & 1]
    place = {v: number for number, v in enumerate(vertices)}
    short_out = [sum(1 << place[w] for w in vertices if arcs[v] >> w & 1) for v in vertices]
    chains = [_as_sets(path, short, place) for path, short in zip(long, changes, strict=True)]
    return VertexPlan(vertices, short_out, chains)


def _long_chains(out: Sequence[int], into: Sequence[int], is_free: Sequence[bool], most: int) -> list[list[int]]:
    """The chains with more than ``most`` inner vertices, ends included, in the direction of their arcs."""
    incidence: list[list[tuple[int, int]]] = [[] for _ in out]
    is_inner: list[bool] = []
    edges = 0
    for v, (onward, before) in enumerate(zip(out, into, strict=True)):
        one_way = onward.bit_count() == before.bit_count() == 1
        is_inner.append(is_free[v] and (onward | before).bit_count() == 2 and (onward == before or one_way))
        around = (onward | before) >> v + 1 << v + 1
        while around:
            w = (around & -around).bit_length() - 1
            around &= around - 1
            incidence[v].append((edges, w))
            incidence[w].append((edges, v))
            edges += 1
    found = []
    for path, _ in chains_of(incidence, is_inner) if any(is_inner) else ():
        if len(path) - 2 > most and path[0] != path[-1]:
            found.append(path if out[path[0]] >> path[1] & 1 else path[::-1])
    return found


def _short_path(path: Sequence[int], least: int) -> list[int]:
    """The chain with as few inner vertices, an odd or an even number as before, as there may be."""
    inner = path[1:-1]
    kept = [[], [inner[0]], [inner[0], inner[-1]]][least + (len(inner) - least) % 2]
    return [path[0], *kept, path[-1]]


def _as_sets(path: Sequence[int], short: Sequence[int], place: dict[int, int]) -> _Shortened:
    return _Shortened(
        _bits(path[1:-1]), 1 << path[1], 1 << path[-2], 1 << path[0], 1 << path[-1],
        1 << place[short[1]], 1 << place[short[-2]], len(short) > 2,
    )  # fmt: skip


def _bits(vertices: Sequence[int]) -> int:
    return sum(1 << v for v in vertices)


class VertexChainSearch(ChainSearch):
    """Searches the states of a board on the one that a plan makes of it."""

    def __init__(self, board: BitBoard, settings: Settings, short: BitSearch, plan: VertexPlan) -> None:
        super().__init__(board, settings, short)
        self.plan = plan

    def carried(self, state: State) -> tuple[int, int, State] | None:
        left, moves, *others = state
        lost = others[0] if others else 0
        out_of_place = entered = present = 0
        for chain in self.plan.chains:
            here = left & chain.whole
            out_of_place |= chain.whole
            if not here:
                if not chain.kept and left & chain.begin and left & chain.end:
                    return None
                continue
            if here != chain.whole or lost & here:
                return None
            if chain.kept:
                present |= chain.entered_first | chain.entered_last
            if moves & here == chain.first and not left & chain.begin:
                entered |= chain.entered_first
            elif moves & here == chain.last and not left & chain.end:
                entered |= chain.entered_last
            elif moves & here:
                return None
        return self._reduced(
            self._numbered(left & ~out_of_place) | present,
            self._numbered(moves & ~out_of_place) | entered,
            self._numbered(lost & ~out_of_place),
        )

    def _reduced(self, left: int, moves: int, lost: int) -> tuple[int, int, State]:
        board = self.short.board
        fields = board.fields
        lost = lost if fields > 2 else left
        switches = board.numbers[SWITCHES]
        status, flip, *state = rules.reduced(board.rows, switches, left, moves & left, lost, 1, left, 0)
        return status, flip, tuple(state[:fields])

    def _numbered(self, chosen: int) -> int:
        """A set of the board in the numbers of the short one."""
        return sum((chosen >> v & 1) << number for number, v in enumerate(self.plan.vertices))


class _Into(NamedTuple):
    """The question whether the token, on a vertex, has a winning move into a block; or (block -1) any winning move."""

    vertex: int
    block: int


SUBSETS: Code = ("lastmove.search.fast.simplifications.subsets", 0)
"""The code that goes through all sets of vertices; it has no rules."""

_ANYWHERE = -1


class BlockSearch:
    """One block: who wins in it, by a search or by a table of all sets of its vertices.

    Parameters
    ----------
    members
        The vertices, in the order in which the block numbers them.
    out
        The out-neighbours of each, in these numbers, as bits.
    is_free
        Whether each has no way out of the block.
    misere, switches, settings
        As for the whole search.
    """

    def __init__(
        self,
        members: Sequence[int],
        out: list[int],
        is_free: Sequence[bool],
        misere: bool,
        switches: int,
        settings: Settings,
    ) -> None:
        self.members = members
        if len(members) < THRESHOLDS.worth_a_look:
            switches &= ~(rules.ALIKE | rules.CHAINS | rules.SYMMETRY)
        self.board = board = vertex_board(out, misere, switches)
        made = SymmetricSearch if switches & rules.SYMMETRY else BitSearch
        plan = plan_for(out, board.rows[rules.INTO], is_free, misere) if switches & rules.CHAINS else None
        if plan is None:
            self.search = made(board, settings)
        else:
            short = made(vertex_board(plan.out, misere, switches), settings)
            self.search = VertexChainSearch(board, settings, short, plan)
        can_compile = self.search.can_be_compiled
        most_plain = THRESHOLDS.plain_table if can_compile else THRESHOLDS.plain_table_without_numba
        self.is_plain = board.size <= most_plain
        """Whether its table, if there is one, is made of plain integers."""
        entries = board.size << board.size
        self.searched_first = entries // THRESHOLDS.entries_a_position if self.is_plain else None
        """How many positions take as long as that table; a compiled one is made as soon as its code is there."""
        fits = THRESHOLDS.least_table <= board.size <= THRESHOLDS.most_table
        self._may_have_table = fits and settings.compiled is not False and (self.is_plain or can_compile)
        self.tables: dict[int | None, Any] = {}

    def is_dense(self, meter: Meter, *, every_start: bool, taken: int) -> bool:
        """Whether going through all sets of vertices costs less than searching, and is allowed.

        ``taken`` sets stand in tables already.
        """
        board, size = self.board, self.board.size
        if not self._may_have_table or meter.positions_left < 1 << size or meter.memory < (3 << size + 2) + 4 * taken:
            return False
        dense = THRESHOLDS.dense_every_start if every_start else THRESHOLDS.dense
        if self.is_plain:
            dense = THRESHOLDS.dense_plain
        positions = THRESHOLDS.sets_a_position * len(board.rows[0]) * different_sets(board)
        return sum(map(int.bit_count, board.rows[rules.OUT])) >= size**2 * dense and 1 << size <= positions


class VertexGeographySearch:
    """Who wins Vertex Geography from any vertex of a graph, also after moves have been made on it.

    Parameters
    ----------
    graph
        The graph at the beginning.
    misere
        The convention.
    meter
        Counts positions and stops the search when a limit is spent; each question may have its own.
    settings
        How to search.
    switches
        Which parts of the rules are switched on; those that pay by default.
    """

    def __init__(
        self,
        graph: Graph,
        misere: bool,
        meter: Meter,
        settings: Settings = Settings(),  # noqa: B008 - frozen
        switches: int | None = None,
    ) -> None:
        self.graph = graph
        self.misere = misere
        self.meter = meter
        self.settings = settings
        usual = rules.ALL & ~rules.PARTS if graph.directed else rules.ALL
        self.switches = usual if switches is None else switches
        self.onward = [[v for v in found if v != u] for u, found in enumerate(graph.neighbours)]
        self._component = component = [0] * graph.n
        for number, members in enumerate(strong_components(self.onward)):
            for v in members:
                component[v] = number
        inside: list[set[int]] = [set() for _ in range(graph.n)]
        self.exits: list[list[int]] = [[] for _ in range(graph.n)]
        for u, found in enumerate(self.onward):
            for v in found:
                if component[u] == component[v]:
                    inside[u].add(v)
                    inside[v].add(u)
                else:
                    self.exits[u].append(v)
        self.blocks = blocks([sorted(found) for found in inside])
        self.blocks_of: list[list[int]] = [[] for _ in range(graph.n)]
        for number, members in enumerate(self.blocks):
            members.sort()
            for v in members:
                self.blocks_of[v].append(number)
        self.made: dict[int, BlockSearch] = {}
        """The blocks that were asked about, by number."""
        self._taken = 0  # sets in the tables of all blocks
        self._known: dict[_Into, bool] = {}
        self._others: dict[int, VertexGeographySearch] = {}
        self.every_start = False
        """Whether every start will be asked for."""

    @property
    def searches(self) -> list[BitSearch]:
        """The searches of blocks made so far."""
        return [block.search for block in self.made.values()]

    def wins(self, vertex: int, live: int | None = None, meter: Meter | None = None) -> bool:
        """Whether the player to move wins with the token on a vertex; ``live``: the vertices that are left, as bits."""
        meter = meter or self.meter
        if live is not None and live.bit_count() == self.graph.n:
            live = None
        if live is not None and not self._is_fresh(vertex, live):
            return self._other(live).wins(_place(live, vertex), meter=meter)
        return work_out(self._token(vertex, live, meter), partial(self._recipe, meter=meter), self._known)

    def _recipe(self, asked: _Into, meter: Meter) -> Generator[_Into, bool, bool]:
        if asked.block == _ANYWHERE:
            return self._token(asked.vertex, None, meter)
        return self._into(asked.vertex, asked.block, None, meter)

    def _token(self, u: int, live: int | None, meter: Meter) -> Generator[_Into, bool, bool]:
        """Whether the token on u has a winning move, or wins by having none."""
        if not any(live is None or live >> v & 1 for v in self.onward[u]):
            return self.misere
        for v in self.exits[u]:
            if (live is None or live >> v & 1) and not (yield _Into(v, _ANYWHERE)):
                return True
        for block in self.blocks_of[u]:
            if live is None:
                if (yield _Into(u, block)):
                    return True
            elif (yield from self._into(u, block, live, meter)):
                return True
        return False

    def _into(self, x: int, block: int, live: int | None, meter: Meter) -> Generator[_Into, bool, bool]:
        """Whether the token on x has a winning move into a block."""
        here = self._block(block, meter)
        members, board = here.members, here.board
        rows = board.rows
        # What x leads to in other blocks is not asked; a table is of use for others only if that is nothing.
        key = x if len(self.blocks_of[x]) > 1 else None
        by_table = key in here.tables or here.is_dense(meter, every_start=self.every_start, taken=self._taken)
        # Sets of places: still there; won by leaving the block; with a way to leave it; leading to those that are won.
        alive = won = lost = bad = 0
        for place, y in enumerate(members):
            is_live = y != x and (live is None or live >> y & 1 == 1)
            if not (by_table or is_live):
                continue
            alive |= is_live << place
            wins_elsewhere, leads_elsewhere = False, False
            for v in self.exits[y]:
                leads_elsewhere = True
                wins_elsewhere = wins_elsewhere or not (yield _Into(v, _ANYWHERE))
            for other in self.blocks_of[y]:
                if other != block and y != x and not wins_elsewhere:
                    leads_elsewhere = True
                    wins_elsewhere = yield _Into(y, other)
            won |= wins_elsewhere << place
            lost |= leads_elsewhere << place
            if wins_elsewhere and is_live:
                bad |= rows[rules.INTO][place]
        if not self.misere:
            lost = (1 << len(members)) - 1
        moves = rows[rules.OUT][members.index(x)] & alive
        left = alive & ~won
        status, flip, r, m, t = rules.reduced(rows, self.switches, left, moves & left, (lost | bad) & left, 1, left, 0)
        if status != rules.OPEN:
            return bool(status)
        state = (r, m, t) if self.misere else (r, m)
        if not by_table:
            return here.search.wins(state, meter) ^ bool(flip)
        if key not in here.tables:
            found = here.search.plainly(state, meter, until=SUBSETS, most=here.searched_first)
            if found is not None:
                return found ^ bool(flip)
            made = SubsetTable if here.is_plain else all_subsets
            here.tables[key] = made(rows[rules.OUT], lost, won, meter)
            self._taken += 1 << board.size
        return moves & ~int(here.tables[key][alive]) != 0

    def _block(self, number: int, meter: Meter) -> BlockSearch:
        if number not in self.made:
            members = self.blocks[number]
            check_width(len(members), meter)
            inner = {v: place for place, v in enumerate(members)}
            out = [sum(1 << inner[w] for w in self.onward[v] if w in inner) for v in members]
            is_free = [len(self.blocks_of[v]) == 1 and not self.exits[v] for v in members]
            self.made[number] = BlockSearch(members, out, is_free, self.misere, self.switches, self.settings)
        return self.made[number]

    def _is_fresh(self, u: int, live: int) -> bool:
        """Whether everything the token can reach, but for its own blocks, is as it was at the beginning.

        That is so in every play; only a token that was put elsewhere in the middle of one can find otherwise.
        """
        own, component = set(self.blocks_of[u]), self._component
        gone = ~live & ((1 << self.graph.n) - 1)
        while gone:
            w = (gone & -gone).bit_length() - 1
            # Components come after those they lead to: a vertex of a later one is behind the token.
            if component[w] <= component[u] and own.isdisjoint(self.blocks_of[w]):
                break
            gone &= gone - 1
        if not gone:  # a vertex that was in one of its blocks parts it from all others that this one was in
            return True
        seen, stack = {u}, [u]
        while stack:
            q = stack.pop()
            for v in self.onward[q]:
                if live >> v & 1:
                    if v not in seen:
                        seen.add(v)
                        stack.append(v)
                elif q != u and not own & set(self.blocks_of[q]) & set(self.blocks_of[v]):
                    return False
        return True

    def _other(self, live: int) -> VertexGeographySearch:
        """A search of its own for a graph in another state."""
        if live not in self._others:
            left = self.graph.induced(live)
            self._others[live] = VertexGeographySearch(left, self.misere, self.meter, self.settings, self.switches)
        return self._others[live]


def all_subsets(out: Sequence[int], lost: int, won: int, meter: Meter) -> Any:
    """For each set of vertices the set of those from which the mover wins; ``simplifications.subsets`` says how."""
    wait_for(SUBSETS)
    with interrupts_later():
        import numpy as np

        from lastmove.search.fast.simplifications.subsets import fill, prepare

        prepare()
        rows = np.array(out, np.uint32)
        wins = np.zeros(1 << len(out), np.uint32)
    step = min(1 << 20, len(wins))
    for begin in range(0, len(wins), step):
        fill(rows, lost, won, wins, begin, begin + step)
        meter.spend(step)
    return wins


def vertex_board(out: Sequence[int], misere: bool, switches: int) -> BitBoard:
    """A board for the rules, from the out-neighbours of each vertex as bits."""
    into = [0] * len(out)
    for v, found in enumerate(out):
        while found:
            w = (found & -found).bit_length() - 1
            found &= found - 1
            into[w] |= 1 << v
    around = [a | b for a, b in zip(out, into, strict=True)]
    width = max(3, *(found.bit_count() for found in out))
    numbers = heading(width, switches, len(out), misere=misere, undirected=list(out) == into) + [0] * (3 * len(out))
    board = BitBoard(rules.__name__, len(out), 3 if misere else 2, [list(out), into, around], numbers)
    return with_classes(board, out, into) if switches & rules.ALIKE else board


def _place(live: int, vertex: int) -> int:
    """The number of a vertex when only the live ones are numbered."""
    return (live & ((1 << vertex) - 1)).bit_count()
