"""Quotients of a heap game, heap by heap: where they grow, the period of heaps as elements, and stopped work on disk.

What is kept are the contexts that were found to matter: one JSON object with a SHA-256 sum of
its content, read as data and never executed. Contexts are hints: the solver proves everything anew with their help, so
a file that was tampered with costs time and no more.
"""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.core.errors import InputError, show
from lastmove.core.files import is_version, remove_leftovers, replacing
from lastmove.heaps.periods import period_of
from lastmove.quotients.monoid import reduced, trivial

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lastmove.core.limits import Meter
    from lastmove.heaps.check import Period, Rules
    from lastmove.quotients.monoid import Atoms, HeapFamily, OutcomeMonoid, Word
    from lastmove.quotients.solver import QuotientSolver

LOOK_EVERY = 16
"""A period is looked for whenever so many heaps have been added."""


class GrowthStep(NamedTuple):
    """A heap at which the quotient becomes another one: how many elements it has, and how many of them are P."""

    heap: int
    order: int
    p_order: int


class HeapGrowth:
    """The quotient of the heaps 1..n of a game, for growing n.

    Parameters
    ----------
    rules
        The rules, for the proof of a period; ``None`` where nothing is known of larger heaps.
    beside
        The atoms up to this one, of other positions, are always there too.
    """

    def __init__(
        self, family: HeapFamily, atoms: Atoms, solver: QuotientSolver, rules: Rules | None, *, beside: int = 0
    ) -> None:
        self._family = family
        self._atoms = atoms
        self._solver = solver
        self._rules = rules
        self._beside = beside
        self._done = trivial()
        self.heap = 0
        """All heaps up to this one are done."""
        self.steps: list[GrowthStep] = []
        self.period: Period | None = None

    def grow(self, to: int, meter: Meter) -> None:
        """Go on to this heap, or until a period is proved.

        Raises
        ------
        LimitReached
            When a limit is spent; what has been done by then stays.
        """
        while self.heap < to and self.period is None:
            before = self._solver.monoid(self.proved_atoms, meter)
            if len(self._family.numbers) == self.heap + 1:
                self._family.grow(meter)
            atom = self._family.numbers[self.heap + 1]
            found = self._solver.monoid(max(atom, self.proved_atoms), meter)
            self.heap += 1
            self._done = found
            if found.words is not before.words:
                self._note(reduced(found, self._atoms.rules))
            if self.heap % LOOK_EVERY == 0 or self.heap == to:
                self._look_for_period()

    @property
    def proved_atoms(self) -> int:
        """The largest atom that is done."""
        return max(self._beside, *self._family.numbers[: self.heap + 1])

    def quotient(self) -> OutcomeMonoid:
        """The misère quotient of the heaps that are done."""
        return reduced(self._done, self._atoms.rules)

    def _note(self, found: OutcomeMonoid) -> None:
        step = GrowthStep(self.heap, found.order, int(found.lost.sum()))
        if step[1:] != (self.steps[-1][1:] if self.steps else (1, 0)):
            self.steps.append(step)

    def _look_for_period(self) -> None:
        if self._rules is not None:
            self.period = phi_period(self.values(self.quotient()), self._rules)

    def values(self, quotient: OutcomeMonoid) -> list[int]:
        """The elements of the heaps 0, 1, 2, ... that are done."""
        return [quotient.images[atom] if atom else 0 for atom in self._family.numbers[: self.heap + 1]]


def phi_period(values: list[int], rules: Rules) -> Period | None:
    """The period that the elements of the heaps 0, 1, 2, ... prove, for all heaps and in the same monoid.

    Notes
    -----
    The window is that of Grundy values for moves that leave two heaps, also where moves leave one: a heap whose moves
    lead to the same elements as those of a smaller one can have its element (``like_known``), and that is all that
    the induction needs.
    """
    return period_of(rules, values, heaps=2)


_FORMAT = "lastmove quotient"
_VERSION = 1


class SavedContexts:
    """A file for the work on one heap game.

    Parameters
    ----------
    path
        The file. If it is there, it is read.
    game
        The code or the set; a file that was saved for another game is refused.

    Raises
    ------
    InputError
        If the file is damaged, or was saved for another game.
    """

    def __init__(self, path: str | os.PathLike[str], game: object) -> None:
        if not isinstance(path, str | os.PathLike) or not isinstance(os.fspath(path), str):
            raise InputError("checkpoint", f"{show(path)}; accepted: the name of a file")
        self.path = Path(path)
        self.game = json.loads(json.dumps(game))
        try:
            there = self.path.exists()
        except (OSError, ValueError) as error:
            raise self._bad(f"cannot be used: {error}") from None
        if not there and not self.path.parent.is_dir():
            raise self._bad("cannot be used: there is no such folder")
        remove_leftovers(self.path)
        self.heap, self.contexts = self._read() if there else (0, {})

    def hint(self, solver: QuotientSolver, family: HeapFamily, heap: int, meter: Meter) -> None:
        """Give the solver the contexts that speak of the heaps up to ``heap``, and number those heaps."""
        if not self.contexts:
            return
        while len(family.numbers) <= min(self.heap + 1, heap):
            family.grow(meter)
        atoms = max(family.numbers)
        solver.hint(
            {
                atom: kept
                for atom, words in self.contexts.items()
                if (kept := {word for word in words if atom < word[-1] and word[0] <= atoms})
            }
        )

    def save(self, contexts: Mapping[int, set[Word]], heap: int) -> None:
        """Write the file, all of it or nothing."""
        listed = {str(atom): sorted(map(list, words)) for atom, words in sorted(contexts.items())}
        body = {"format": _FORMAT, "version": _VERSION, "game": self.game, "heap": heap, "contexts": listed}
        try:
            with replacing(self.path) as file:
                file.write(json.dumps({**body, "sum": _sum(body)}).encode() + b"\n")
        except OSError as error:
            raise self._bad(f"cannot be written: {error.strerror}") from None

    def _read(self) -> tuple[int, dict[int, set[Word]]]:
        try:
            body: Any = json.loads(self.path.read_bytes())
        except OSError as error:
            raise self._bad(f"cannot be read: {error.strerror}") from None
        except (ValueError, RecursionError):
            raise self._bad("is not a saved quotient") from None
        known = isinstance(body, dict) and body.get("format") == _FORMAT and is_version(body.get("version"), _VERSION)
        if not known:
            raise self._bad("is not a saved quotient of this version")
        if body.pop("sum", None) != _sum(body):
            raise self._bad("is damaged: its sum is wrong")
        if body.get("game") != self.game:
            raise self._bad(f"was saved for {show(body.get('game'))}, not for {show(self.game)}")
        heap, contexts = body.get("heap"), body.get("contexts")
        if type(heap) is not int or heap < 0 or not isinstance(contexts, dict):
            raise self._bad("is damaged: it has no heap or no contexts")
        if not all(key.isdecimal() and isinstance(words, list) for key, words in contexts.items()):
            raise self._bad("is damaged: the contexts have another form")
        return heap, {int(key): {self._word(word) for word in words} for key, words in contexts.items()}

    def _word(self, word: object) -> Word:
        found = [atom for atom in word if type(atom) is int and atom > 0] if isinstance(word, list) else []
        if not found or found != word or found != sorted(found, reverse=True):
            raise self._bad(f"is damaged: {show(word)} is no context")
        return tuple(found)

    def _bad(self, problem: str) -> InputError:
        return InputError("checkpoint", f"{show(str(self.path))} {problem}")


def _sum(body: dict[str, Any]) -> str:
    return sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
