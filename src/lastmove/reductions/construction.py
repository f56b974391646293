"""What a reduction is: a map from positions of one game to positions of another that keeps the outcome.

A reduction is one class in one file of this room and one line in the list of ``lastmove.reductions``. It says which
games it goes between, builds the target, and takes single moves across. That the outcome is kept is a theorem of some
paper; ``lastmove.theorems`` holds the statements, and ``lastmove verify`` holds each against the definition of the
games.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from lastmove.core.errors import InputError
from lastmove.core.play import Play

__all__ = ["FORMULA", "Image", "Names", "Reduction", "Side", "Size", "entered", "simple_arcs", "started"]

FORMULA = "formula"
"""Where chains may begin besides the games."""


class Side(NamedTuple):
    """One side of a reduction: a game under a convention, on digraphs or graphs (``None``: on neither)."""

    game: str
    play: Play
    directed: bool | None = None

    def __str__(self) -> str:
        if self.game == FORMULA:
            return "formulas"
        way = "" if self.directed is None else "directed " if self.directed else "undirected "
        return f"{way}{self.game} in {'misère' if self.play is Play.MISERE else 'normal'} play"


class Size(NamedTuple):
    """How large a target is."""

    vertices: int
    edges: int


@dataclass(frozen=True, slots=True)
class Image:
    """What a reduction makes of one position.

    Attributes
    ----------
    source
        The position (or formula) it was made from.
    target
        The position that has the same outcome.
    map
        Where each vertex of the source went; for a formula, where each literal did.
    gadgets
        The new vertices, in the order of the reduction's ``roles``: by arc where each arc got some, else by vertex.
    """

    source: Any
    target: Any
    map: Mapping[Hashable, Hashable]
    gadgets: Mapping[Any, tuple[Hashable, ...]]
    back: Mapping[Hashable, Hashable] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "back", {image: vertex for vertex, image in self.map.items()})


class Reduction(ABC):
    """A map that keeps the outcome."""

    key: ClassVar[str]
    """The key of the statement that it proves, such as ``renault-schmidt:2.1``."""
    title: ClassVar[str]
    """From where to where, in a few words."""
    bounds: ClassVar[str]
    """The size of the target in words; :meth:`size` counts it."""
    roles: ClassVar[Mapping[str, str]] = {}
    """The new vertices of a gadget, by the end of their names, and what each is for."""

    @abstractmethod
    def across(self, side: Side) -> Side | None:
        """The side that positions of ``side`` are taken to; ``None`` where this reduction does not start there."""

    @abstractmethod
    def apply(self, source: Any) -> Image:
        """The target of a position (or formula) of the side that this reduction starts from."""

    @abstractmethod
    def size(self, source: Any) -> Size:
        """The exact size of the target, without making it."""

    @abstractmethod
    def lift(self, image: Image, move: Any, position: Any = None) -> Any:
        """The target's move that stands for a legal move of the source.

        ``position`` is the source's position that the move is made in; the image's own by default.
        """

    @abstractmethod
    def lower(self, image: Image, move: Any) -> Any:
        """The source's move that a move of the image's target stands for.

        ``None`` where it stands for none: a move into the wrong end of a gadget, or one that ends the game. Such a
        move never wins.
        """

    @abstractmethod
    def home(self, image: Image, position: Any) -> Any:
        """The source's position that a later position of the target stands for.

        ``None`` where it stands for none, such as inside a gadget; a few moves on, play is at home again or over.
        """


class Names:
    """New vertex names beside given ones; JSON writes names as text, so they must differ as text."""

    def __init__(self, taken: Iterable[Hashable]) -> None:
        self._taken = {str(name) for name in taken}

    def new(self, name: str) -> str:
        """``name``, with as many primes as it takes to be new."""
        while name in self._taken:
            name += "'"
        self._taken.add(name)
        return name


def simple_arcs(graph: Any) -> list[tuple[int, int]]:
    """The arcs between different vertices, each once, in order: all that Vertex Geography sees of a digraph."""
    return [(u, v) for u, v in dict.fromkeys(graph.ends()) if u != v]


def started(position: Any) -> Any:
    """``position`` if its token stands somewhere; an InputError otherwise."""
    if getattr(position, "is_board", False):
        raise InputError("start", "missing; a reduction keeps the outcome of one start")
    return position


def entered(image: Image, to: Hashable) -> Any:
    """The end of the arc from the source's token whose gadget begins with ``to``; ``None`` if none does."""
    token = image.source.start
    return next((v for (u, v), gadget in image.gadgets.items() if u == token and gadget[0] == to), None)
