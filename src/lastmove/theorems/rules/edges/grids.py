"""Edge Geography on rectangular grids, normal play: the even sets of a grid in closed form.

Rows and columns are counted from 1. Modulo 2, a function on the squares whose sum over the neighbours of every square
is 0 is g(i + j) + g(i - j) for an even function g of period 2d, where d = gcd(m + 1, n + 1): see
docs/background/proofs.md.
"""

from __future__ import annotations

from functools import partial
from math import gcd
from typing import TYPE_CHECKING

from lastmove.core.limits import watched
from lastmove.core.play import LOSES, UNDECIDED, WINS
from lastmove.games.moves import SlideOver
from lastmove.theorems.rules.edges.grids_check import Grids
from lastmove.theorems.rules.matchings.even_sets_check import EvenSet
from lastmove.theorems.statement import BoardVerdict, MoveRange, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from lastmove.graphs.graph import Graph

    Square = tuple[int, int]
    OnSquares = Callable[[int, int], int]
    """0 or 1 for each square: a set of squares."""


class GridComponent:
    """A component of a board that is a grid.

    Parameters
    ----------
    rows
        Its vertices, row by row.
    """

    def __init__(self, rows: Sequence[Sequence[int]]) -> None:
        self.rows = rows
        self.height, self.width = len(rows), len(rows[0])
        self.divisor = gcd(self.height + 1, self.width + 1)

    def squares(self) -> Iterator[tuple[int, int, int]]:
        """Each vertex with its row and column."""
        for i, row in enumerate(self.rows, 1):
            for j, u in enumerate(row, 1):
                yield u, i, j

    def wins(self, i: int, j: int) -> bool:
        """Whether the player to move wins with the token there."""
        return i % self.divisor == 0 or j % self.divisor == 0

    def around(self, i: int, j: int) -> Iterator[Square]:
        """The neighbours of a square."""
        for a, b in ((i - 1, j), (i, j - 1), (i, j + 1), (i + 1, j)):
            if 1 <= a <= self.height and 1 <= b <= self.width:
                yield a, b

    def winning(self, i: int, j: int) -> Iterator[Square]:
        """Where the winning moves from a square lead, cheapest to find first.

        They are the neighbours that are lost on the whole grid, and those in one set that shows the square to be won:
        the sets that do so differ by even sets, and the lost squares are the union of these.
        """
        lost = [square for square in self.around(i, j) if not self.wins(*square)]
        yield from lost
        chosen = self.balance(i, j)
        yield from (square for square in self.around(i, j) if square not in lost and chosen(*square))

    def set_for(self, i: int, j: int) -> list[int]:
        """A set on the square's side that shows it to be lost, or one on the other side that shows it to be won."""
        chosen = self.balance(i, j) if self.wins(i, j) else self._even(i + j)
        return [u for u, a, b in watched(self.squares()) if chosen(a, b)]

    def _even(self, k: int) -> OnSquares:
        """The even set with g(t) = 1 for t = k and t = -k modulo 2d."""
        period = 2 * self.divisor
        ones = {k % period, -k % period}
        return lambda a, b: ((a + b) % period in ones) ^ ((a - b) % period in ones)

    def balance(self, i: int, j: int) -> OnSquares:
        """A set with an odd number of neighbours of a won square, and an even number of those of every other.

        It grows from the square along one axis as a wave does, is reflected at the sides, and an even set makes it
        vanish beyond the end.
        """
        if (self.height + 1) // self.divisor % 2 == 0:  # then the evenness of g is not for free
            turned = _balance(self.width, self.height, j, i)
            return lambda a, b: turned(b, a)
        return _balance(self.height, self.width, i, j)


def _balance(m: int, n: int, x: int, y: int) -> OnSquares:
    """The same on a grid of m by n squares; (m + 1) / d is odd."""
    period, end = 2 * (m + 1), n + 1

    def wave(i: int, j: int) -> int:
        """How often i or its reflections lie in the interval that the wave from (x, y) has reached at j, modulo 2."""
        reach = j - y - 1
        if reach < 0 or (i + j + x + y) % 2 == 0:
            return 0
        low, high = x - reach - 1, x + reach
        return sum((high - at) // period - (low - at) // period for at in (i, -i)) % 2

    g: list[int | None] = [None] * period
    for first in range(period):
        if g[first] is None:
            g[first], k = 0, first
            circle = [first]
            while g[onward := (k + 2 * end) % period] is None:
                g[onward] = (g[k] or 0) ^ wave(k + end, end)
                k = onward
                circle.append(k)
            for k in circle:
                g[-k % period] = g[k]
    even = [bool(value) for value in g]
    return lambda i, j: wave(i, j) ^ even[(i + j) % period] ^ even[(i - j) % period]


def grid_rows(graph: Graph, u: int) -> tuple[list[int], list[list[int]] | None]:
    """The vertices of the component of u, and the same row by row if it is a grid.

    A grid with more than one row and column has four vertices of degree 2, its corners. The distances to two corners
    on one side are coordinates.
    """
    from_u = _levels(graph, u)
    component, degrees = list(from_u), graph.degrees
    if len(component) == 1:
        return component, None if degrees[u] else [component]
    if not all(1 <= degrees[v] <= 4 for v in component):
        return component, None
    corners = [v for v in component if degrees[v] == 1] or [v for v in component if degrees[v] == 2]
    if len(corners) not in (2, 4):
        return component, None
    corner = min(corners)
    first = _levels(graph, corner)
    near = min((v for v in corners if v != corner), key=first.__getitem__)
    side = first[near]
    second = _levels(graph, near)
    height, rest = divmod(len(component), side + 1)
    if rest:
        return component, None
    rows = [[-1] * (side + 1) for _ in range(height)]
    for v in component:
        i, j = (first[v] + second[v] - side) // 2, (first[v] - second[v] + side) // 2
        if i < height and 0 <= j <= side:
            rows[i][j] = v
    if height > 1 and side and rows[0][1] != min(graph.neighbours[corner]):
        rows = [list(column) for column in zip(*rows, strict=True)]
    return component, rows if Grids.are_rows(graph, rows) else None


def _levels(graph: Graph, root: int) -> dict[int, int]:
    """How far each vertex of the component is from the root."""
    level = {root: 0}
    queue = [root]
    for u in watched(queue):
        for v in graph.neighbours[u]:
            if v not in level:
                level[v] = level[u] + 1
                queue.append(v)
    return level


class GridRule:
    """What the theorem says of a board: components that are grids are decided.

    Parameters
    ----------
    graph
        An undirected board.
    wanted
        The vertices whose components are looked at.
    """

    def __init__(self, graph: Graph, wanted: Iterable[int]) -> None:
        self._graph = graph
        self._grids: list[GridComponent] = []
        self._at: dict[int, tuple[GridComponent, int, int]] = {}
        seen: set[int] = set()
        for u in watched(wanted):
            if u not in seen:
                component, rows = grid_rows(graph, u)
                seen.update(component)
                if rows is not None:
                    grid = GridComponent(rows)
                    self._grids.append(grid)
                    self._at.update((v, (grid, i, j)) for v, i, j in grid.squares())

    def board_verdict(self) -> BoardVerdict:
        """The verdicts on every start."""
        codes = bytearray([UNDECIDED]) * self._graph.n
        for u, (grid, i, j) in watched(self._at.items()):
            codes[u] = WINS if grid.wins(i, j) else LOSES
        return BoardVerdict(bytes(codes), self.verdict, self._move, certificate=self._certificate)

    def _certificate(self) -> Grids:
        return Grids(tuple(tuple(map(tuple, grid.rows)) for grid in self._grids))

    def verdict(self, u: int) -> Verdict | None:
        """What is said of one start."""
        if u not in self._at:
            return None
        grid, i, j = self._at[u]
        wins, divisor = grid.wins(i, j), grid.divisor
        row, column = f"the row {i:,}", f"the column {j:,}"
        said = f"divides {column if i % divisor else row}" if wins else f"divides neither {row} nor {column}"
        why = (
            f"the component is a grid of {grid.height:,} by {grid.width:,} squares, and gcd({grid.height + 1}, "
            f"{grid.width + 1}) = {divisor} {said} of {self._graph.vertices[u]}, counted from 1"
        )
        evidence = partial(self._even_set, u)
        if not wins:
            return Verdict(False, None, why, certificate=evidence)
        return Verdict(True, self._move(u), why, partial(self._winning, u), certificate=evidence)

    def _even_set(self, u: int) -> EvenSet:
        grid, i, j = self._at[u]
        return EvenSet(tuple(grid.set_for(i, j)))

    def _moves(self, u: int) -> Iterator[SlideOver]:
        grid, i, j = self._at[u]
        for a, b in grid.winning(i, j):
            yield SlideOver(self._graph.vertices[grid.rows[a - 1][b - 1]])

    def _move(self, u: int) -> SlideOver:
        return next(self._moves(u))

    def _winning(self, u: int) -> Iterator[MoveRange]:
        return map(MoveRange.single, self._moves(u))
