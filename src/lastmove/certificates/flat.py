"""Long lists of pairs in flat arrays: what a certificate for a large board holds.

Small certificates hold tuples. Those of large boards hold these, which look the same from outside and take 8 bytes a
pair, so that making and checking them costs less than the answer itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, overload

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Pair = tuple[int, int]


class FlatPairs(Sequence[Pair]):
    """Pairs of numbers, from two numpy arrays."""

    __slots__ = ("xs", "ys")

    def __init__(self, xs: Any, ys: Any) -> None:
        self.xs = xs
        self.ys = ys

    def __len__(self) -> int:
        return len(self.xs)

    @overload
    def __getitem__(self, place: int) -> Pair: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Pair, ...]: ...
    def __getitem__(self, place: int | slice) -> Pair | tuple[Pair, ...]:
        if isinstance(place, slice):
            return tuple(zip(self.xs[place].tolist(), self.ys[place].tolist(), strict=True))
        return int(self.xs[place]), int(self.ys[place])

    def __iter__(self) -> Iterator[Pair]:
        return zip(self.xs.tolist(), self.ys.tolist(), strict=True)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"<{len(self)} pairs>"


class FlatCycles(Sequence[tuple[Pair, ...]]):
    """Lists of pairs, one after the other; ``ends`` says where each ends among the pairs."""

    __slots__ = ("ends", "pairs")

    def __init__(self, pairs: FlatPairs, ends: Any) -> None:
        self.pairs = pairs
        self.ends = ends

    def __len__(self) -> int:
        return len(self.ends)

    @overload
    def __getitem__(self, place: int) -> tuple[Pair, ...]: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[tuple[Pair, ...], ...]: ...
    def __getitem__(self, place: int | slice) -> tuple[Any, ...]:
        return tuple(self)[place]

    def __iter__(self) -> Iterator[tuple[Pair, ...]]:
        pairs = tuple(self.pairs)
        return (pairs[begin:end] for begin, end in pairwise([0, *self.ends.tolist()]))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"<{len(self)} cycles>"


def columns(pairs: Iterable[Pair]) -> tuple[Any, Any]:
    """The first numbers of all pairs, and the second ones."""
    if isinstance(pairs, FlatPairs):
        return pairs.xs, pairs.ys
    listed = list(pairs)
    return [x for x, _ in listed], [y for _, y in listed]


def cycle_columns(cycles: Iterable[Sequence[Pair]]) -> tuple[Any, Any, Any]:
    """The same for all pairs of all lists together, and where each list ends."""
    if isinstance(cycles, FlatCycles):
        return cycles.pairs.xs, cycles.pairs.ys, cycles.ends
    flat: list[Pair] = []
    ends: list[int] = []
    for cycle in cycles:
        flat += cycle
        ends.append(len(flat))
    return *columns(flat), ends
