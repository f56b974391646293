"""The moves of the built-in games: small named tuples whose fields are the keys of their JSON form."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from lastmove.core.errors import show
from lastmove.core.language import t


class LowerHeap(NamedTuple):
    """Take from one heap until ``remaining`` tokens are left."""

    heap: int
    remaining: int


class Lower(NamedTuple):
    """Take from the current heap until ``remaining`` tokens are left."""

    remaining: int


class Slide(NamedTuple):
    """Move the token to a vertex."""

    to: Hashable


class SlideOver(NamedTuple):
    """Move the token to a vertex over one edge: number ``edge``, or the first one that leads there."""

    to: Hashable
    edge: int | None = None


class LowerAndSlide(NamedTuple):
    """Lower the weight under the token to ``remaining``, then move to a vertex (None: the game ends there)."""

    remaining: int
    to: Hashable | None


class SlideAndLower(NamedTuple):
    """Move the token to a vertex, then lower the weight there to ``remaining``."""

    to: Hashable
    remaining: int


class SlideAlong(NamedTuple):
    """Move the token to a vertex along an edge, and lower the weight of that edge to ``remaining``.

    ``edge`` is the number of the edge; None where only one leads there.
    """

    to: Hashable
    remaining: int
    edge: int | None = None


class Delete(NamedTuple):
    """Choose a vertex, or an edge by its two ends, of a graph from which something is then deleted."""

    delete: Hashable


class Split(NamedTuple):
    """Replace one heap by the heaps in ``leaves`` (non-zero, descending)."""

    heap: int
    leaves: tuple[int, ...]


class PartMove(NamedTuple):
    """Make ``move`` in part number ``part`` of a sum."""

    part: int
    move: object


def say_taking(heap: int, size: int, remaining: int) -> str:
    """What is taken from a heap, as people type it, and how the heap changes; heaps count from 1.

    >>> say_taking(2, 7, 5)
    'take 2 from heap 3 (7 -> 5)'
    """
    values = {"taken": show(size - remaining), "before": show(size), "after": show(remaining)}
    return t("take {taken} from heap {heap} ({before} -> {after})", heap=heap + 1, **values)


def say_taking_from(place: object, size: int, remaining: int) -> str:
    """The same for the weight of a vertex.

    >>> say_taking_from("a", 3, 1)
    'take 2 from a (3 -> 1)'
    """
    values = {"taken": show(size - remaining), "before": show(size), "after": show(remaining)}
    return t("take {taken} from {place} ({before} -> {after})", place=place, **values)


def say_taking_there(size: int, remaining: int) -> str:
    """The same where the vertex has just been named.

    >>> say_taking_there(3, 1)
    'take 2 there (3 -> 1)'
    """
    values = {"taken": show(size - remaining), "before": show(size), "after": show(remaining)}
    return t("take {taken} there ({before} -> {after})", **values)
