"""The walk that parts take through the types as they grow, and where it closes."""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING, Any

from lastmove.families.strips import Strip, inner_column

if TYPE_CHECKING:
    from collections.abc import Callable

    from lastmove.families.columns import Columns
    from lastmove.parts.cores import PartTypes, Playing


class Walk:
    """The types of parts of 0, 1, 2, ... columns, until one comes back: then all of them are known."""

    def __init__(self, first: int, longer: Callable[[int, int], int], from_: int = 0) -> None:
        self.types = [first]
        self.preperiod: int | None = None
        self._longer, self._from = longer, from_

    @property
    def closed(self) -> bool:
        """Whether a type has come back."""
        return self.preperiod is not None

    @property
    def period(self) -> int:
        """After how many columns types come back."""
        assert self.preperiod is not None
        return len(self.types) - self.preperiod

    def grow(self) -> None:
        """Add a column."""
        m = len(self.types) - 1
        made = self._longer(self.types[m], m)
        # Parts shorter than the longest link grow by other rules than the rest; they come back to nobody.
        for earlier in range(min(self._from, len(self.types)), len(self.types)):
            if self.types[earlier] == made:
                self.preperiod = earlier
                return
        self.types.append(made)

    def place(self, m: int) -> int:
        """Where the type of m columns stands in the list."""
        if m < len(self.types):
            return m
        if self.preperiod is None:
            raise IndexError(m)
        return self.preperiod + (m - self.preperiod) % self.period

    def at(self, m: int) -> int:
        """The type of a part of m columns; IndexError if it is not known yet."""
        return self.types[self.place(m)]


class Growth:
    """All members of a family: the walks of their parts, and who wins from each vertex."""

    def __init__(self, columns: Columns, game: str, types: PartTypes, weights: tuple[int, ...] = ()) -> None:
        self.columns, self.types = columns, types
        self.strip = Strip(columns, game, types, weights)
        reach = columns.reach
        if columns.closed:
            self.walks = [Walk(self.strip.empty(), self.strip.longer, reach)]
            self.left = self.right = self.walks[0]
        else:
            mirror = Strip(columns.mirrored(), game, types, weights)
            self.left = Walk(self.strip.end(), self.strip.longer, 0 if not columns.left.n else 1)
            alike = _alike(columns, mirror.columns)
            self.right = self.left if alike else Walk(mirror.end(), mirror.longer, 0 if not columns.right.n else 1)
            self.walks = [self.left] if alike else [self.left, self.right]
        self._asked: dict[tuple[Any, ...], tuple[Playing, Any]] = {}

    @property
    def closed(self) -> bool:
        """Whether every walk has closed: then every member is known."""
        return all(walk.closed for walk in self.walks)

    @property
    def preperiod(self) -> int:
        """From which number of columns on the types come back."""
        return max(walk.preperiod or 0 for walk in self.walks)

    @property
    def period(self) -> int:
        """After how many columns they do."""
        return lcm(*(walk.period for walk in self.walks))

    @property
    def least(self) -> int:
        """The least number of columns that the types speak of; shorter rings need another way."""
        return 2 * self.columns.reach + 1 if self.columns.closed else 1

    @property
    def count(self) -> int:
        """How many types were met."""
        return len(self.types.parts)

    @property
    def grown(self) -> int:
        """How many columns the parts have by now."""
        return min(len(walk.types) for walk in self.walks) - 1

    @property
    def reached(self) -> int:
        """The largest number of columns of which all is known while the walks are open."""
        return self.grown + self.columns.reach

    def grow(self) -> None:
        """Add a column to a walk that is open."""
        min((walk for walk in self.walks if not walk.closed), key=lambda walk: len(walk.types)).grow()

    def around(self, n: int, column: int) -> tuple[Playing, tuple[int, ...], Any, int]:
        """The few columns about one column of the member with n columns, the types beside them, and their first."""
        reach, caps, first = self.columns.reach, (False, False), 0
        if self.columns.closed:
            children: tuple[int, ...] = (self.left.at(n - reach),)
            width, first = reach, column
        else:
            width = min(reach, n)
            first = 0 if column < 0 else min(column, n - width)
            caps = (column < 0, column >= n)
            children = (self.left.at(first), self.right.at(n - first - width))
        key = (children, width, caps)
        if key not in self._asked:
            if self.columns.closed:
                core, window = self.strip.around(children[0], width)
            else:
                core, window = self.strip.middle(children[0], children[1], width, caps=caps)
            self._asked[key] = self.types.play(core), window
        playing, window = self._asked[key]
        return playing, children, window, first

    def wins(self, n: int, column: int, place: int) -> bool:
        """Whether the player to move wins from a vertex of the member with n columns; column -1 or n is a cap."""
        playing, children, window, first = self.around(n, column)
        v = window.vertex(inner_column(column, first, n, window), place)
        return self.types.is_won(playing.token(playing.core.start, children, v))

    def row(self, n: int, column: int) -> tuple[bool, ...]:
        """The same for every place of a column."""
        count = {-1: self.columns.left.n, n: self.columns.right.n}.get(column, self.columns.places)
        return tuple(self.wins(n, column, place) for place in range(count))

    def winners(self, n: int) -> int:
        """The number of vertices from which the player to move wins."""
        if self.columns.closed:
            return n * sum(self.row(n, 0))
        return sum(sum(self.row(n, column)) for column in range(-1, n + 1))


def _alike(columns: Columns, mirror: Columns) -> bool:
    """Whether a strip is its own mirror image, ports and all."""
    return columns.links == mirror.links and columns.left == mirror.left
