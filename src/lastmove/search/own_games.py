"""Games of one's own, as fast as a search that is written by hand for one of them: a table, and a loop.

The definition is in :mod:`lastmove.search.plain`; this says the same of games that nothing else is known of. What is
worked out is kept by position, or by the ``key()`` of a class that has one.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import chain, islice
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar

from lastmove.core.errors import CycleError, LimitReached
from lastmove.core.position import key_maker, scope_of

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from lastmove.core.limits import Meter
    from lastmove.core.play import Play
    from lastmove.core.position import Position

    ValueT = TypeVar("ValueT")

_OPEN: Any = object()
"""What a table holds of a position that is being worked out: who meets it has gone around in a circle."""
FEW = 20_000
"""So many positions are visited before a game is taken apart, in misère play: that pays for larger games only."""
_MOVES = 256
"""After so many moves of one position the limits are looked at."""
_MOST, _LONG, _SHORT = 256, 0.005, 0.001
"""Positions between two looks, at most; and the seconds that are too many or too few for them."""


class OtherKind(Exception):
    """A move has led to a position of another class: the definition knows how to keep these apart."""


class _Count:
    """Counts positions for a meter, some at a time."""

    def __init__(self, meter: Meter) -> None:
        self._meter = meter
        self._some = 1
        self._since = perf_counter()
        self.left = 0
        """So many more may be visited before the next look."""
        self._given = 0

    def more(self) -> None:
        """Count what was visited, look at the limits, and allow for some more; LimitReached if one is spent."""
        self.settle()
        self._meter.check()
        now = perf_counter()
        if now - self._since > _LONG:
            self._some = max(1, self._some // 2)
        elif now - self._since < _SHORT:
            self._some = min(2 * self._some, _MOST)
        self._since = now
        self.left = self._given = min(self._some, self._meter.positions_left)

    def settle(self) -> None:
        """Count what was visited."""
        self._meter.positions += self._given - self.left
        self._given = self.left


class OwnGames:
    """Who wins positions of any game under one convention, by the definition; and Grundy values likewise.

    Parameters
    ----------
    play
        The convention of ``wins``.

    Raises
    ------
    CycleError
        From both methods, if play can come back to an earlier position.
    OtherKind
        If a move leads to a position of another class than the one that was asked about.
    """

    def __init__(self, play: Play) -> None:
        self._stuck = play.wins_when_stuck
        self._wins: defaultdict[Hashable, dict[Any, bool]] = defaultdict(dict)
        self._values: defaultdict[Hashable, dict[Any, int]] = defaultdict(dict)

    @classmethod
    def under(cls, meter: Meter, play: Play) -> OwnGames:
        """The search that all work under one meter shares."""
        found: OwnGames = meter.notes.setdefault((cls, play), cls(play))
        return found

    def soon(self, position: Position, meter: Meter, most: int = FEW) -> bool | None:
        """Whether the player to move wins, if that is found out by visiting so many positions at most."""
        part = meter.part(most)
        try:
            return self.wins(position, part)
        except OtherKind:
            return None
        except LimitReached as stop:
            if stop.limit != "positions":
                raise
            return None
        finally:
            meter.spend(part.positions)

    def wins(self, position: Position, meter: Meter) -> bool:
        """Whether the player to move wins."""
        return self._of(position, self._wins, self._find_winner, meter)

    def value(self, position: Position, meter: Meter) -> int:
        """The Grundy value."""
        return self._of(position, self._values, self._find_value, meter)

    def _of(
        self,
        root: Any,
        tables: defaultdict[Hashable, dict[Any, ValueT]],
        find: Callable[[_WayDown, dict[Any, ValueT]], ValueT],
        meter: Meter,
    ) -> ValueT:
        make_key = key_maker(type(root))
        known = tables[type(root), scope_of(root)]
        found = known.get(root if make_key is None else make_key(root))
        if found is not None:
            return found
        walk = _WayDown(root, make_key, meter)
        try:
            return find(walk, known)
        finally:
            walk.end(known)

    def _find_winner(self, walk: _WayDown, known: dict[Any, bool]) -> bool:
        kind, make_key, count, path = walk.kind, walk.make_key, walk.count, walk.path
        key, node, moves, moved = walk.begin(known)
        after = node.after
        some: Iterator[Any] = islice(moves, _MOVES)
        found: bool | None
        while True:
            for move in some:
                moved = True
                child = after(move)
                if type(child) is not kind:
                    raise OtherKind
                child_key = child if make_key is None else make_key(child)
                value = known.get(child_key)
                if value is True:
                    continue
                if value is False:
                    found = True
                    break
                if value is _OPEN:
                    raise walk.circle(key, node, child_key)
                if not count.left:
                    count.more()
                count.left -= 1
                path.append((key, node, moves, some))
                known[child_key] = _OPEN
                key, node, moves, moved = child_key, child, iter(child.moves()), False
                after, some = node.after, islice(moves, _MOVES)
                found = None
                break
            else:
                if (more := next(moves, _OPEN)) is not _OPEN:
                    some = chain((more,), islice(moves, _MOVES))
                    walk.meter.look()
                    continue
                found = self._stuck and not moved
            while found is not None:  # at most twice: who can move to what is lost wins
                known[key] = found
                if not path:
                    return found
                key, node, moves, some = path.pop()
                after, moved = node.after, True
                found = None if found else True

    def _find_value(self, walk: _WayDown, known: dict[Any, int]) -> int:
        kind, make_key, count, path = walk.kind, walk.make_key, walk.count, walk.path
        key, node, moves, _ = walk.begin(known)
        after = node.after
        some: Iterator[Any] = islice(moves, _MOVES)
        seen: set[int] = set()
        sets: list[set[int]] = []
        while True:
            for move in some:
                child = after(move)
                if type(child) is not kind:
                    raise OtherKind
                child_key = child if make_key is None else make_key(child)
                value = known.get(child_key)
                if value is None:
                    if not count.left:
                        count.more()
                    count.left -= 1
                    path.append((key, node, moves, some))
                    sets.append(seen)
                    known[child_key] = _OPEN
                    key, node, moves, seen = child_key, child, iter(child.moves()), set()
                    after, some = node.after, islice(moves, _MOVES)
                    break
                if value is _OPEN:
                    raise walk.circle(key, node, child_key)
                seen.add(value)
            else:
                if (more := next(moves, _OPEN)) is not _OPEN:
                    some = chain((more,), islice(moves, _MOVES))
                    walk.meter.look()
                    continue
                value = 0
                while value in seen:
                    value += 1
                known[key] = value
                if not path:
                    return value
                key, node, moves, some = path.pop()
                after, seen = node.after, sets.pop()
                seen.add(value)


class _WayDown:
    """A way down from a position, and the positions on it."""

    def __init__(self, root: Any, make_key: Callable[[Any], Hashable] | None, meter: Meter) -> None:
        self.root = root
        self.kind = type(root)
        self.make_key = make_key
        self.meter = meter
        self.count = _Count(meter)
        self.path: list[tuple[Any, Any, Iterator[Any], Iterator[Any]]] = []
        """The positions above the one in hand: key, position, the moves that are left, and the next of them."""

    def _key(self) -> Any:
        return self.root if self.make_key is None else self.make_key(self.root)

    def begin(self, known: dict[Any, Any]) -> tuple[Any, Any, Iterator[Any], bool]:
        """The first position, its key and its moves; and that none of them has been made."""
        key = self._key()
        self.count.more()
        self.count.left -= 1
        known[key] = _OPEN
        return key, self.root, iter(self.root.moves()), False

    def circle(self, key: Any, node: Any, again: Any) -> CycleError:
        """What to raise where play has come back to a position on the way."""
        way = [*((each, position) for each, position, _, _ in self.path), (key, node)]
        first = next(place for place, (each, _) in enumerate(way) if each == again)
        return CycleError([position for _, position in way[first:]])

    def end(self, known: dict[Any, Any]) -> None:
        """Count what was visited; what was not finished is not known."""
        self.count.settle()
        if known.get(self._key()) is _OPEN:
            for key in [key for key, found in known.items() if found is _OPEN]:
                del known[key]
