"""Deletion games in which a move deletes the same whatever else is gone: Grundy values and misère play on one board.

A set of vertices is an integer. In normal play the components of a set are worked out one by one, each no further than
the question needs. Small questions are answered in plain Python, larger ones by compiled code where Numba is installed;
both do the same.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from lastmove.core.limits import deep_calls
from lastmove.core.optional import is_there
from lastmove.core.play import Play
from lastmove.games.deletion import DeletionGame
from lastmove.graphs.canonical import bits_of
from lastmove.search.thresholds import THRESHOLDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.core.limits import Meter
    from lastmove.graphs.graph import Graph

    Moves = tuple[tuple[int, int], ...]


class DeletionSearch:
    """The tables of the boards that were met, of games whose moves are fixed."""

    def __init__(self) -> None:
        self._tables: dict[tuple[type, Graph], DeletionTable | None] = {}

    def value(self, position: Any, meter: Meter) -> int | None:
        """The Grundy value; ``None`` for a game of another kind."""
        found = self._found(position)
        return None if found is None else found[0].value(found[1], meter)

    def wins(self, position: Any, play: Play, meter: Meter) -> bool | None:
        """Whether the player to move wins; ``None`` for a game of another kind."""
        found = self._found(position)
        if found is None:
            return None
        table, live = found
        return table.misere_wins(live, meter) if play is Play.MISERE else table.value(live, meter) != 0

    def _found(self, position: Any) -> tuple[DeletionTable, int] | None:
        if not isinstance(position, DeletionGame):
            return None
        board, live = position.at_home
        key = type(position), board
        if key not in self._tables:
            moves = position.fixed_moves(board)
            self._tables[key] = None if moves is None else DeletionTable(board.rows, moves)
        table = self._tables[key]
        return None if table is None else (table, live)


class _Slow(Exception):
    """Compiled code is there now, and plain Python stops."""


class DeletionTable:
    """What is known of the sets of vertices of one board.

    Parameters
    ----------
    rows
        For each vertex its neighbours as bits.
    moves
        For each move what must be there, and what it deletes.
    compiled
        Whether compiled code answers: always, never, or once it is worth its while (``None``).
    """

    def __init__(self, rows: tuple[int, ...], moves: Moves, *, compiled: bool | None = None) -> None:
        order, self._step = narrow_order(rows)
        self._place = [0] * len(rows)
        for new, old in enumerate(order):
            self._place[old] = 1 << new
        self._moved = list(order) != list(range(len(rows)))
        self._rows = tuple(self._set(rows[old]) for old in order)
        self._moves = tuple(dict.fromkeys((self._set(needs), self._set(deletes)) for needs, deletes in moves))
        self._patience = {None: THRESHOLDS.deletion_compiling, True: 1, False: 0}[compiled]
        self._entered = 0
        self._values: dict[int, int] = {}
        self._attained: dict[int, int] = {}
        self._wins: dict[int, bool] = {}
        self._fast: Any = None

    def _set(self, members: int) -> int:
        """A set of vertices in the order of the table."""
        place = self._place
        return sum(place[v] for v in bits_of(members)) if self._moved else members

    def value(self, live: int, meter: Meter) -> int:
        """The Grundy value of a set."""
        with deep_calls():
            try:
                return self._sum(live, meter)
            except _Slow:
                return self._sum(live, meter)

    def _sum(self, live: int, meter: Meter) -> int:
        total = 0
        for piece in self._pieces(self._set(live)):
            total ^= self._exact(piece, meter) if self._fast is None else self._fast.value(piece, meter)
        return total

    def misere_wins(self, live: int, meter: Meter) -> bool:
        """Whether the player to move wins in misère play."""
        members = self._set(live)
        if self._fast is None:
            try:
                with deep_calls():
                    return self._plain_wins(members, meter)
            except _Slow:
                pass
        return bool(self._fast.wins(members, meter))

    def _enter(self, meter: Meter) -> None:
        """Count a set; once there are many, the compiled code takes over, if there is any."""
        meter.tick()
        self._entered += 1
        if self._entered == self._patience and is_there("numpy"):
            from lastmove.search.deletion_compiled import CompiledDeletion

            self._fast = CompiledDeletion.made(self._rows, self._moves, self._step)
            if self._fast is not None:
                raise _Slow

    def _pieces(self, members: int) -> Iterator[int]:
        """The connected pieces of a set, each moved down as far as that changes nothing."""
        rows, step = self._rows, self._step
        low = (1 << step) - 1
        while members:
            piece = new = members & -members
            while new:
                reached = 0
                while new:
                    bit = new & -new
                    reached |= rows[bit.bit_length() - 1]
                    new ^= bit
                new = reached & members & ~piece
                piece |= new
            members ^= piece
            while step and not piece & low:
                piece >>= step
            yield piece

    def _exact(self, piece: int, meter: Meter) -> int:
        found = self._values.get(piece)
        if found is None:
            least = 0
            while not self._is(piece, least, meter):
                least += 1
            found = self._values[piece]
        return found

    def _is(self, piece: int, value: int, meter: Meter) -> bool:
        """Whether a connected set has this value, where that of every smaller one is known to be another."""
        known = self._values.get(piece)
        if known is not None:
            return known == value
        if self._has(piece, value, meter):
            return False
        for smaller in range(value):
            if not self._has(piece, smaller, meter):
                self._values[piece] = smaller
                return False
        self._values[piece] = value
        return True

    def _has(self, piece: int, value: int, meter: Meter) -> bool:
        """Whether an option of a connected set has this value."""
        attained = self._attained.get(piece)
        if attained is None:
            self._enter(meter)
            attained = self._attained[piece] = 0
        if attained >> value & 1:
            return True
        for needs, deletes in self._moves:
            if needs & ~piece:
                continue
            total, last = 0, 0
            for each in self._pieces(piece & ~deletes):
                known = self._values.get(each)
                if known is not None:
                    total ^= known
                elif not last:
                    last = each
                else:
                    total ^= self._exact(each, meter)
            if self._is(last, total ^ value, meter) if last else total == value:
                self._attained[piece] |= 1 << value
                return True
        return False

    def _plain_wins(self, members: int, meter: Meter) -> bool:
        key = 0  # without what is over
        for needs, _ in self._moves:
            if not needs & ~members:
                key |= needs
        pieces = [piece for piece in self._parts(members) if piece & key]
        members = sum(pieces)
        if not members:
            return True
        found = self._wins.get(members)
        if found is None:
            self._enter(meter)
            options = (members & ~deletes for needs, deletes in self._moves if not needs & ~members)
            found = self._wins[members] = any(not self._plain_wins(option, meter) for option in options)
        return found

    def _parts(self, members: int) -> Iterator[int]:
        """The connected pieces where they are."""
        step, self._step = self._step, 0
        try:
            yield from list(self._pieces(members))
        finally:
            self._step = step


@lru_cache(maxsize=1 << 10)
def narrow_order(rows: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """An order of the vertices, and a step by which sets can be moved down without a change; 0 if there is none.

    A strip of many equal columns looks alike everywhere: with its vertices column by column, those of one column are
    the step.

    >>> narrow_order((0b001010, 0b010101, 0b100010, 0b010001, 0b101010, 0b010100))
    ((0, 3, 1, 4, 2, 5), 2)
    """
    n = len(rows)
    best = tuple(range(n)), n
    for width in (width for width in range(1, n) if n % width == 0):
        order = tuple(sorted(range(n), key=lambda v: (v % width, v)))
        place = {old: new for new, old in enumerate(order)}
        moved = tuple(sum(1 << place[v] for v in bits_of(rows[old])) for old in order)
        step = next((step for step in range(1, min(best[1], n // 2 + 1)) if _is_step(moved, step)), n)
        if step < best[1]:
            best = order, step
    return best[0], best[1] % n if n else 0


def _is_step(rows: tuple[int, ...], step: int) -> bool:
    """Whether the vertices from ``step`` on are joined like the first ones."""
    n = len(rows)
    inner = (1 << (n - step)) - 1
    return all(rows[v] & inner == rows[v + step] >> step for v in range(n - step))
