"""``lm.quotient``: the misère quotient of a heap game up to a heap, or of everything below some positions."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import InputError, InternalError, LimitReached, Refuted, TooLarge, show
from lastmove.core.limits import Limits, Meter, stopping_at_limits
from lastmove.core.notebook import Drawable, shown_as
from lastmove.core.play import Problem
from lastmove.core.position import check_position
from lastmove.core.view import Edge, GraphView, Node
from lastmove.games.heap_rules import HeapRules
from lastmove.games.octal import Code, Octal
from lastmove.games.subtraction import Subtraction
from lastmove.games.sum import Sum
from lastmove.heaps.check import HeapTable, called, named
from lastmove.notation.json import position_to_json
from lastmove.quotients.check import Quotient
from lastmove.quotients.heap_games import HeapGrowth, SavedContexts
from lastmove.quotients.monoid import (
    Atoms,
    HeapFamily,
    archimedean_components,
    idempotents,
    is_tame,
    options_of,
    presented,
)
from lastmove.quotients.solver import QuotientSolver
from lastmove.quotients.sums import SumQuotient, written
from lastmove.sums.grundy import rules_of

if TYPE_CHECKING:
    from lastmove.core.position import Position
    from lastmove.heaps.check import Period, Rules
    from lastmove.quotients.check import CheckedQuotient
    from lastmove.quotients.heap_games import GrowthStep
    from lastmove.quotients.monoid import OutcomeMonoid, Presentation

MOST_DRAWN = 60
"""Quotients with more elements are not drawn."""


@dataclass(frozen=True, slots=True)
class QuotientSource:
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
    source: QuotientSource
    growth: tuple[GrowthStep, ...] = ()
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
        return [] if self.monoid is None else self.words(idempotents(self.monoid))

    @property
    def archimedean_components(self) -> list[list[str]]:
        """The elements by the idempotent that their powers come to."""
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
            element = int(self.monoid.product[element, self._image(heap)])
        return "P" if self.monoid.lost[element] else "N"

    def _image(self, heap: object) -> int:
        """The element of a heap, or of a position by its number."""
        if type(heap) is int and heap >= 0:
            place = heap if self.periodic is None or heap < len(self.images) else self.periodic.heap(heap)
            if place < len(self.images):
                return self.images[place]
        raise InputError("heaps", f"{show(heap)}; accepted: 0..{len(self.images) - 1}")

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
            found["reason"] = self.stopped_by.to_json()
        if certificate:
            found["certificate"] = None if self.certificate is None else self.certificate.to_json()
        return found


def _as_json(position: Any) -> object:
    try:
        return position_to_json(position)
    except InputError:
        return show(position)


def quotient(
    what: str | HeapRules | Iterable[int] | Position | Problem | Iterable[Position],
    *,
    heap: int | None = None,
    limits: Limits | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
) -> MisereQuotient:
    """The misère quotient: the finite monoid, if there is one, that decides all sums of some positions.

    Parameters
    ----------
    what
        A heap game (an octal code, a set of integers for a subtraction game, or :class:`lastmove.HeapRules`), or a
        position or several: then the quotient is that of all sums of what play can make of them.
    heap
        Of a heap game, the largest heap.
    limits
        What may be spent; no limit by default. When a limit is spent the answer is not ``"proved"``.
    checkpoint
        A file in which the work on a heap game that a limit has stopped is saved. If it is there already, the work
        goes on from it.

    Raises
    ------
    InputError
        If this is no game, no heap or no position.
    CycleError
        If play can come back to an earlier position.

    Notes
    -----
    ``status`` is ``"proved"`` if the quotient that was asked for is found, and has passed the check of its certificate.
    It is ``"bounded"`` if a limit came first: the answer is then that of the heaps up to ``reached``, and the quotient
    that was asked for has at least as many elements. It is ``"unknown"`` if nothing is known.

    Examples
    --------
    >>> import lastmove as lm
    >>> kayles = lm.quotient("0.77", heap=180)
    >>> kayles.status, kayles.order, kayles.p_order, kayles.period, kayles.preperiod
    ('proved', 40, 9, 12, 71)
    >>> print(lm.quotient("0.75", heap=30).presentation)
    < a, b, c | a^2 = 1, bc = ab, c^2 = b^2, b^3 = b >
    """
    if isinstance(what, Problem):
        what = what.position
    game = _heap_game(what)
    if game is not None:
        if isinstance(heap, bool) or not isinstance(heap, int) or heap < 0:
            raise InputError("heap", f"{show(heap)}; accepted: an integer >= 0, the largest heap")
        return _of_heaps(game, heap, limits, checkpoint)
    if heap is not None:
        raise InputError("heap", f"{show(heap)}; it goes with a heap game, and these are positions")
    if checkpoint is not None:
        raise InputError("checkpoint", "it goes with an octal code or a subtraction set, not with positions")
    return _of_positions(what, limits)


def _heap_game(what: Any) -> Rules | HeapRules | None:
    """The rules of the heap game that is meant; ``None`` for positions."""
    several = isinstance(what, list | tuple | set | frozenset | range)
    if isinstance(what, str | HeapRules) or (several and what and all(type(each) is int for each in what)):
        return rules_of(what)
    return None


def _of_heaps(game: Rules | HeapRules, heap: int, limits: Limits | None, checkpoint: Any) -> MisereQuotient:
    rules = None if isinstance(game, HeapRules) else game
    if rules is None and checkpoint is not None:
        raise InputError("checkpoint", "it goes with an octal code or a subtraction set, not with a Python function")
    store = None if checkpoint is None or rules is None else SavedContexts(checkpoint, named(rules))
    atoms = Atoms()
    family = HeapFamily(options_of(game), atoms)
    solver = QuotientSolver(atoms.rules)
    growth = HeapGrowth(family, atoms, solver, rules)
    meter = Meter(limits)
    certificate, stopped_by = None, None
    try:
        with stopping_at_limits(meter):
            if store is not None:
                store.hint(solver, family, heap, meter)
            growth.grow(heap, meter)
            certificate = _heap_certificate(game, growth)
    except LimitReached as stop:
        stopped_by = stop
        if store is not None:
            store.save(solver.contexts, growth.heap)
    reached = growth.heap if growth.period is None else heap
    return MisereQuotient(
        growth.quotient(),
        _phi(growth, reached),
        source=QuotientSource(game.name if isinstance(game, HeapRules) else called(game), heap, reached),
        growth=tuple(growth.steps),
        periodic=growth.period,
        certificate=certificate,
        stopped_by=stopped_by,
    )


def _phi(growth: HeapGrowth, reached: int) -> tuple[int, ...]:
    values, period = growth.values(growth.quotient()), growth.period
    return tuple(values[size if period is None else period.heap(size)] for size in range(reached + 1))


def _heap_certificate(game: Rules | HeapRules, growth: HeapGrowth) -> Quotient | None:
    """The evidence, once its check has accepted it."""
    found = growth.quotient()
    values = growth.values(found)
    listed: tuple[int, ...] = ()
    tables: tuple[HeapTable, ...] = ()
    position: Any
    if isinstance(game, HeapRules):
        position = game(*range(1, growth.heap + 1))
        listed = tuple(values[1:])  # the walk meets the heaps of the position first, and no others
    else:
        position = Octal(str(game), [growth.heap]) if isinstance(game, Code) else Subtraction(game, [growth.heap])
        tables = (HeapTable.of(game, values, growth.period),)
    checked = _checked(Quotient(*written(found), listed, tables), position, found)
    return None if checked is None else checked.certificate


def _of_positions(what: Any, limits: Limits | None) -> MisereQuotient:
    positions = list(what) if isinstance(what, Iterable) and not hasattr(what, "moves") else [what]
    positions = [each.position if isinstance(each, Problem) else each for each in positions]
    if not positions:
        raise InputError("positions", "there are none; accepted: an octal code, a set of integers, positions")
    for position in positions:
        check_position(position)
    whole = positions[0] if len(positions) == 1 else Sum(positions)
    meter = Meter(limits)
    try:
        with stopping_at_limits(meter):
            found = SumQuotient(whole, meter)
            certificate, exact = _evidence(found, whole)
            if not exact:
                found = SumQuotient(whole, meter, families=False)
                certificate, _ = _evidence(found, whole)
            places = [()] if len(positions) == 1 else [((), number) for number in range(len(positions))]
            phi = tuple(found.element(each, place) for each, place in zip(positions, places, strict=True))
            steps = tuple(found.growth())
    except LimitReached as stop:
        return MisereQuotient(None, (), source=QuotientSource(positions=tuple(positions)), stopped_by=stop)
    source = QuotientSource(positions=tuple(positions))
    return MisereQuotient(found.quotient, phi, source=source, growth=steps, certificate=certificate)


def _evidence(found: SumQuotient, position: Any) -> tuple[Quotient | None, bool]:
    """The certificate, if it is not too long, and whether this is the quotient of the position and of no more.

    It may be of more where play does not come to all heaps up to the largest.
    """
    try:
        checked = _checked(found.certificate(), position, found.quotient)
        return (None, True) if checked is None else (checked.certificate, checked.is_of_position())
    except TooLarge:
        return None, True


def _checked(certificate: Quotient, position: Any, found: OutcomeMonoid) -> CheckedQuotient | None:
    """The certificate with what its check made of it; ``None`` where that would take too long.

    Raises
    ------
    InternalError
        If it does not: then nothing is answered.
    """
    try:
        right = certificate.checked(position)
    except TooLarge:
        return None
    except Refuted as error:
        raise InternalError(f"the quotient of {position!r} fails its check: {error}. Please report this.") from error
    if right.monoid.order != found.order:
        raise InternalError(f"the quotient of {position!r} has another order in its check. Please report this.")
    return right
