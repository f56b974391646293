"""Every start of many boards: small ones of a kind are solved together by a batch kernel, the others one by one."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from itertools import islice
from math import prod
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.core.errors import InputError, LimitReached, show
from lastmove.core.limits import Limits, Meter, stopping_at_limits
from lastmove.core.optional import is_there
from lastmove.core.play import UNDECIDED, WINS, Play, PlayName, Problem
from lastmove.core.solution import LimitReason, SearchReason
from lastmove.games import game_class
from lastmove.search.batch import kernel_for, pairs_of
from lastmove.search.batch.blocks import block_of_graphs
from lastmove.search.batch.edge_nimg import shares_a_table
from lastmove.search.batch.outcomes import NO_MOVE
from lastmove.search.small_boards import SMALL_GAMES
from lastmove.solver.outcomes import Outcomes
from lastmove.solver.solve import outcomes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lastmove.core.position import Move, Position
    from lastmove.core.solution import Reason
    from lastmove.search.batch import BatchKernel, GraphBlock


@dataclass
class Batch:
    """What a kernel said of the boards of a block, in one convention; ``reason`` is that of every start."""

    play: Play
    reason: Reason
    block: GraphBlock | None = field(default=None, repr=False)
    kernel: BatchKernel | None = field(default=None, repr=False)

    @cached_property
    def moves(self) -> list[int] | None:
        """For each board four bits a start: a winning move; ``None`` where the kernel does not know moves.

        They are worked out for all boards together when somebody asks for the first.
        """
        if self.kernel is None or self.block is None:
            return None
        found = self.kernel.solve(self.block, moves=True).moves_of(self.play)
        return None if found is None else found.tolist()


class BatchRow(NamedTuple):
    """One board of a batch, as the layer that decided every start of it."""

    position: Any
    codes: bytes
    batch: Batch
    place: int

    @property
    def reason(self) -> Reason:
        return self.batch.reason

    def moves(self) -> Iterator[Move | None] | None:
        return None if self.batch.moves is None else self._moves(self.batch.moves[self.place])

    def _moves(self, known: int) -> Iterator[Move | None]:
        starts = self.position.starts()
        for number, code in enumerate(self.codes):
            to = known >> 4 * number & 15
            yield self.position.move_class(starts[to]) if code == WINS and to != NO_MOVE else None

    def __reduce__(self) -> tuple[Any, ...]:
        """Without the other boards of the batch."""
        batch = self.batch
        block = None if batch.block is None else next(batch.block.cut(self.place)[1].parts(1))
        return BatchRow, (self.position, self.codes, Batch(batch.play, batch.reason, block, batch.kernel), 0)


@lru_cache(maxsize=1 << 14)
def _codes_of(won: int, n: int) -> bytes:
    return bytes(won >> v & 1 for v in range(n))


_FIRST = 32
_MOST = 8192
"""How many boards are read ahead at first, and later."""
_LEAST = 4
"""From so many boards of a kind on a kernel is faster than one board after the other."""
_SETS = 8
"""A kernel goes through all sets of vertices: with more than so many, twice as many boards for each vertex more."""
_STATES_A_BOARD = 200
"""And through all weights: so many positions for each board at most."""
_LARGEST = 14
"""Vertices."""
_SMALL = 16
"""Boards of which so many would be enough are always worth it in a long stream."""
_NEVER = 1 << 60
_STATES_OF_EDGES = 1 << 12
"""In Edge NimG so many choices of weights in the table that all boards share cost as much as a board by itself."""
_SHARED_EDGES = 21
"""Pairs of vertices up to which all boards of Edge Geography have one table together."""


def outcomes_many(
    boards: Iterable[Position | Problem],
    play: Play | PlayName | None = None,
    *,
    limits: Limits | None = None,
    all_moves: bool = False,
    certificate: bool = False,
    threads: int | None = None,
) -> Iterator[Outcomes]:
    """The outcomes of every start of many boards, in their order: what :func:`outcomes` says of each.

    Small boards of one game with equally many vertices are solved together, a thousand times as fast as one by one;
    their reason is a search. All others are answered by :func:`outcomes`.

    Parameters
    ----------
    boards
        Boards or Problems, of any games and sizes; some are read ahead, a few thousand at most.
    play, threads
        As for :func:`outcomes`.
    limits
        What each board may spend.
    all_moves, certificate
        As for :func:`outcomes`; with one of these every board is answered by itself.

    Returns
    -------
    Iterator of Outcomes
        One for each board. What a board comes to is worked out when it is its turn, so an InputError is raised there.

    Examples
    --------
    >>> import lastmove as lm
    >>> boards = [lm.VertexGeography(lm.graphs.named(f"cycle:{n}")) for n in range(3, 8)]
    >>> [found.count(lm.Outcome.N) for found in lm.outcomes_many(boards, play="misere")]
    [3, 0, 5, 0, 7]
    """
    asked = {"limits": limits, "all_moves": all_moves, "certificate": certificate, "threads": threads}
    for some in _chunks(boards):
        by_itself = all_moves or certificate
        found = [None] * len(some) if by_itself else solved_together(some, play, limits or Limits())
        for board, answer in zip(some, found, strict=True):
            yield outcomes(board, play, **asked) if answer is None else answer  # type: ignore[arg-type]


def _chunks(boards: Iterable[Position | Problem]) -> Iterator[list[Position | Problem]]:
    """Some boards at a time; what the iterator raises is raised after the boards before it."""
    if not hasattr(boards, "__iter__"):
        raise InputError("boards", f"{show(boards)}; accepted: boards, one after the other")
    source, size = iter(boards), _FIRST
    while True:
        some: list[Position | Problem] = []
        try:
            some.extend(islice(source, size))
        except BaseException:
            if some:
                yield some
            raise
        if not some:
            return
        yield some
        size = min(2 * size, _MOST)


class _Kind(NamedTuple):
    """What boards that are solved together have in common; ``state`` is what is alive, or the weights.

    In Edge NimG it is the largest weight: one table has all weights of edges.
    """

    game: str
    n: int
    directed: bool
    play: Play
    state: Any

    @property
    def weights(self) -> tuple[int, ...] | None:
        return self.state if isinstance(self.state, tuple) else None


@cache
def _games() -> dict[type, str]:
    """The games that kernels know; a class derived from one may have other rules."""
    return {game_class(name): name for name in SMALL_GAMES}


def solved_together(
    boards: Sequence[Position | Problem], play: Play | PlayName | None, limits: Limits, *, always: bool = False
) -> list[Outcomes | None]:
    """The answers to those boards that a kernel solves; ``None`` for the others.

    A kernel is used where there are enough boards of a kind; or, with ``always``, on all boards that are small, so that
    the answers do not depend on how many boards come together.
    """
    found: list[Outcomes | None] = [None] * len(boards)
    for kind, numbers in _groups(boards, play).items():
        kernel = _kernel(kind, None if always else len(numbers))
        if kernel is None:
            continue
        meter = Meter(limits)
        try:
            with stopping_at_limits(meter):
                _solve(boards, numbers, kind, kernel, limits, found)
        except LimitReached as stop:  # then each board has its limits to itself
            if stop.limit == "interrupt":
                reason = LimitReason("interrupt", meter.positions, meter.seconds)
                board, codes = boards[numbers[0]], bytes([UNDECIDED]) * kind.n
                row = BatchRow(_position(board), codes, Batch(kind.play, reason), 0)
                asker = getattr(board, "id", None)
                found[numbers[0]] = Outcomes(
                    row.position, kind.play, codes, limits, id=asker, layer=row, stopped_by="interrupt"
                )
                break
    return found


def _position(board: Position | Problem) -> Any:
    return board.position if type(board) is Problem else board


def _groups(boards: Sequence[Position | Problem], play: Play | PlayName | None) -> dict[_Kind, list[int]]:
    """The numbers of the boards of each kind. This is done for every board, so it does as little as can be."""
    games, usual = _games(), Play.NORMAL if play is None else Play(play)
    groups: defaultdict[tuple[Any, ...], list[int]] = defaultdict(list)
    for number, board in enumerate(boards):
        position: Any = board
        chosen = usual
        if type(board) is Problem:
            position = board.position
            chosen = board.play if play is None else usual
        game = games.get(type(position))
        if game is not None:
            graph = position.board
            state = position.key()[0]
            if game == "edge-geography":
                state = graph.m - state.bit_count()
            elif game == "edge-nimg":
                state = max(state, default=1) or 1
            groups[game, len(graph.vertices), graph.directed, chosen is Play.MISERE, state].append(number)
    return {
        _Kind(game, n, directed, Play.MISERE if misere else Play.NORMAL, state): numbers
        for (game, n, directed, misere, state), numbers in groups.items()
        if 1 <= n <= _LARGEST and _is_whole(game, n, state)
    }


def _is_whole(game: str, n: int, state: Any) -> bool:
    """Whether nothing of the board is gone."""
    return bool(state + 1 == 1 << n if game == "vertex-geography" else state == 0 if game == "edge-geography" else True)


def _kernel(kind: _Kind, count: int | None) -> BatchKernel | None:
    """The kernel for so many boards, if it is worth its while; for any number, if the boards are small."""
    if kind.weights is not None:
        needed = prod(weight + 1 for weight in kind.weights) * kind.n // _STATES_A_BOARD
        if kind.game == "vertexnim-mr":  # of which one board by itself is quick, and a kernel looks for ways each time
            needed *= 8
    elif kind.game == "edge-nimg":
        pairs = len(pairs_of(kind.n, kind.directed))
        shared = shares_a_table(kind.n, kind.directed, kind.state)
        needed = (kind.state + 1) ** pairs // _STATES_OF_EDGES if shared else _NEVER
    elif kind.game == "edge-geography":
        pairs = len(pairs_of(kind.n, kind.directed))
        needed = 1 << max(0, pairs - 17) if pairs <= _SHARED_EDGES else _NEVER
    else:
        needed = _LEAST << max(0, kind.n - _SETS)
    if max(_LEAST, needed) > (_SMALL if count is None else count) or not is_there("numpy"):
        return None
    return _kept_kernel(kind.game, kind.n, kind.directed, kind.state if kind.game == "edge-nimg" else kind.weights)


@lru_cache(maxsize=256)
def _kept_kernel(game: str, n: int, directed: bool, weights: tuple[int, ...] | int | None) -> BatchKernel | None:
    return kernel_for(game, n=n, directed=directed, weights=weights)


def _solve(
    boards: Sequence[Position | Problem],
    numbers: list[int],
    kind: _Kind,
    kernel: BatchKernel,
    limits: Limits,
    answers: list[Outcomes | None],
) -> None:
    """Put the answers to the boards with these numbers in their places."""
    began = perf_counter()
    positions = [_position(boards[number]) for number in numbers]
    block, good = block_of_graphs(
        [position.board for position in positions],
        kind.n,
        directed=kind.directed,
        loops=kind.game == "vertex-geography",
        parallel=kind.game not in ("edge-geography", "edge-nimg"),
    )
    if kind.game == "edge-nimg":
        numbers = [number for number, is_good in zip(numbers, good.tolist(), strict=True) if is_good]
        positions = [_position(boards[number]) for number in numbers]
        block, good = replace(block, masks=block.masks[good]), good[good]
        if not numbers:
            return
        said = kernel.solve_given(block, [_in_order_of_pairs(position) for position in positions])
    else:
        said = kernel.solve(block)
    a_board = said.positions // len(numbers)
    if limits.positions is not None and a_board > limits.positions:
        return
    won = said.of(kind.play).tolist()
    text = f"exact search of {a_board:,} positions, on many boards at once"
    reason = SearchReason(a_board, (perf_counter() - began) / len(numbers), text)
    batch = Batch(kind.play, reason, block, None if kind.game == "edge-nimg" else kernel)
    for place, (number, position, is_good) in enumerate(zip(numbers, positions, good.tolist(), strict=True)):
        if is_good:
            board, codes = boards[number], _codes_of(won[place], kind.n)
            asker = board.id if type(board) is Problem else None
            row = BatchRow(position, codes, batch, place)
            answers[number] = Outcomes(position, kind.play, codes, limits, id=asker, layer=row)


def _in_order_of_pairs(position: Any) -> list[int]:
    """The weights of edges in the order in which a block has these."""
    graph = position.board
    place = _places(graph.n, graph.directed)
    heaps = zip([place[ends] for ends in graph.ends()], position.weights, strict=True)
    return [weight for _, weight in sorted(heaps)]


@cache
def _places(n: int, directed: bool) -> dict[tuple[int, int], int]:
    """The number of each pair, in both directions where an edge is undirected."""
    found = {pair: place for place, pair in enumerate(pairs_of(n, directed))}
    return found if directed else found | {(w, v): place for (v, w), place in found.items()}
