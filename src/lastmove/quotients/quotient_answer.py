"""The answer of ``lm.quotient``: a misère quotient as people and programs read it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import InputError, show
from lastmove.core.notebook import Drawable, shown_as
from lastmove.core.view import Edge, GraphView, Node
from lastmove.notation.json import position_to_json
from lastmove.quotients.presentation import presented

if TYPE_CHECKING:
    from lastmove.core.errors import LimitReached
    from lastmove.heaps.periods_too import Period
    from lastmove.quotients.check import Quotient
    from lastmove.quotients.heap_games import Step
    from lastmove.quotients.monoid import OutcomeMonoid
    from lastmove.quotients.presentation import Presentation

__all__ = ["MOST_DRAWN", "MisereQuotient", "Source"]

MOST_DRAWN = 60
"""Quotients with more elements are not drawn."""


@dataclass(frozen=True, slots=True)
class Source:
    """What a quotient is of: a heap game up to a heap, or positions."""

    code: str | None = None
    heap: int | None = None
    reached: int = 0
    positions: tuple[Any, ...] = ()

    def to_json(self) -> dict[str, object]:
        """The first fields of an answer."""
        if self.code is not None:
            return {"code": self.code, "heap": self.heap, "reached": self.reached}
        return {"positions": [_as_json(position) for position in self.positions]}


@dataclass(frozen=True, eq=False)
class MisereQuotient(Drawable):
    """A misère quotient: a finite commutative monoid with the outcomes of its elements.

    Elements are written as words in a few generators; ``1`` is the empty sum.

    Attributes
    ----------
    source
        What it is the quotient of.
    growth
        Where it becomes another one: heap (of positions: the number of different components so far), elements,
        P-elements.
    certificate
        The evidence, where the status is ``"proved"``.
    stopped_by
        The limit that came first, if one did.
    """

    monoid: OutcomeMonoid | None = field(repr=False)
    images: tuple[int, ...] = field(repr=False)
    source: Source
    growth: tuple[Step, ...] = ()
    periodic: Period | None = None
    certificate: Quotient | None = field(default=None, repr=False)
    stopped_by: LimitReached | None = None

    def __str__(self) -> str:
        """What the terminal shows: the status, the presentation, and a table of Phi."""
        return shown_as("text", self)

    @property
    def status(self) -> str:
        """``"proved"``, ``"bounded"`` (true of the heaps up to ``source.reached`` only) or ``"unknown"``."""
        if self.monoid is None or (self.source.reached == 0 and self.source.heap):
            return "unknown"
        return "bounded" if self.certificate is None else "proved"

    @property
    def order(self) -> int | None:
        """How many elements there are."""
        return None if self.monoid is None else self.monoid.order

    @property
    def p_order(self) -> int | None:
        """How many of them are P-positions."""
        return None if self.monoid is None else int(self.monoid.lost.sum())

    @property
    def tame(self) -> bool | None:
        """Whether it is the quotient of a game of Nim."""
        from lastmove.quotients.structure import is_tame

        return None if self.monoid is None else is_tame(self.monoid)

    @property
    def period(self) -> int | None:
        """The period of the map from heaps to elements, if it is proved."""
        return None if self.periodic is None else self.periodic.period

    @property
    def preperiod(self) -> int | None:
        """The least n0 >= 1 from which on that map has the period, if it is proved."""
        return None if self.periodic is None else self.periodic.preperiod

    @cached_property
    def presentation(self) -> Presentation | None:
        """Generators and relations."""
        if self.monoid is None:
            return None
        return presented(self.monoid, self.monoid.images.values())

    def words(self, elements: Any) -> list[str]:
        """Elements, given by number, as words."""
        return [] if self.presentation is None else [self.presentation.words[element] for element in elements]

    @property
    def p_portion(self) -> list[str]:
        """The elements that are P-positions."""
        return [] if self.monoid is None else self.words(self.monoid.lost.nonzero()[0].tolist())

    @property
    def phi(self) -> list[str]:
        """The element of each heap 0, 1, 2, ..., or of each position."""
        return self.words(self.images)

    @property
    def idempotents(self) -> list[str]:
        """The elements that are their own squares."""
        from lastmove.quotients.structure import idempotents

        return [] if self.monoid is None else self.words(idempotents(self.monoid))

    @property
    def archimedean_components(self) -> list[list[str]]:
        """The elements by the idempotent that their powers come to."""
        from lastmove.quotients.structure import archimedean_components

        return [] if self.monoid is None else [self.words(part) for part in archimedean_components(self.monoid)]

    def outcome(self, *heaps: int) -> str:
        """``"N"`` or ``"P"`` for a sum of heaps, or of positions by their numbers.

        >>> import lastmove as lm
        >>> lm.quotient("0.77", heap=10).outcome(5, 5, 9)
        'N'
        """
        if self.monoid is None:
            raise InputError("heaps", "nothing is known of this quotient")
        element = 0
        for heap in heaps:
            if type(heap) is not int or heap < 0 or (self.periodic is None and heap >= len(self.images)):
                raise InputError("heaps", f"{show(heap)}; accepted: 0..{len(self.images) - 1}")
            place = heap if self.periodic is None or heap < len(self.images) else self.periodic.heap(heap)
            if place >= len(self.images):
                raise InputError("heaps", f"{show(heap)}; accepted: 0..{len(self.images) - 1}")
            element = int(self.monoid.product[element, self.images[place]])
        return "P" if self.monoid.lost[element] else "N"

    def view(self) -> GraphView:
        """The Cayley graph: elements, joined to their products with the generators.

        Raises
        ------
        InputError
            If there are more than 60 elements, or none are known.
        """
        if self.monoid is None or self.presentation is None or self.monoid.order > MOST_DRAWN:
            raise InputError("order", f"{self.order}; a picture shows quotients of at most {MOST_DRAWN} elements")
        words = self.presentation.words
        generators = [words.index(letter) for letter in self.presentation.generators]
        joined = {
            tuple(sorted((element, int(self.monoid.product[element, generator]))))
            for element in range(self.monoid.order)
            for generator in generators
        }
        edges = tuple(Edge(*pair) for pair in sorted(joined) if pair[0] != pair[1])
        return GraphView(tuple(Node(word, word) for word in words), edges)

    def to_json(self, *, structure: bool = False, certificate: bool = False) -> dict[str, object]:
        """The answer object of ``lastmove quotient``."""
        found = self.source.to_json()
        found |= {"status": self.status, "order": self.order, "p_order": self.p_order, "tame": self.tame}
        found |= {"period": self.period, "preperiod": self.preperiod, "growth": [list(step) for step in self.growth]}
        shown = None if self.presentation is None else self.presentation.to_json()
        found |= {"presentation": shown, "p_portion": self.p_portion, "phi": self.phi}
        if structure:
            found |= {"idempotents": self.idempotents, "archimedean_components": self.archimedean_components}
        if self.stopped_by is not None:
            spent = {"limit": self.stopped_by.limit, "positions": self.stopped_by.positions}
            found["reason"] = {"kind": "limit", **spent}
        if certificate:
            found["certificate"] = None if self.certificate is None else self.certificate.to_json()
        return found


def _as_json(position: Any) -> object:
    try:
        return position_to_json(position)
    except InputError:
        return show(position)
