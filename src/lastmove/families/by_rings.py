"""Kotzig's Nim for every length: a strategy that short rings suggest, told by a finite automaton.

The player who wins takes the smallest step that wins. The words of places (see
:mod:`lastmove.families.check_rings`) in which the opponent then is to move are found for all rings of up to N
places. Beginnings of words after which the same endings were seen, as far as there is room for endings, become one
state. Then the automaton is held against all words at once. If it fails, N grows.
"""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import InputError, Refuted
from lastmove.core.play import Play
from lastmove.families.by_halves import FOLDER, file_name
from lastmove.families.check import walks_checked
from lastmove.families.check_rings import FREE, GONE, RingChecker, RingFamilyProof, after_step
from lastmove.families.columns import columns
from lastmove.families.strips import ring_steps

if TYPE_CHECKING:
    from collections.abc import Callable

    from lastmove.core.solution import Evidence
    from lastmove.families.check_rings import Word
    from lastmove.families.columns import Columns

_FIRST, _MORE = 14, 4
"""The longest rings that are played out at first, and how much longer they grow."""
_MOST_STATES = 2_000
_NOWHERE = -1


class Rings:
    """The search for an automaton.

    Parameters
    ----------
    columns
        The family; :func:`ring_steps` must know its steps.
    misere
        The convention.
    spend
        Called with a number of words that were looked at; it may raise to stop the work.

    Examples
    --------
    >>> from lastmove.families.columns import columns
    >>> found = Rings(columns("kotzig:n,1,2"), misere=False).settle()
    >>> [n for n in range(3, 30) if not found.wins(n, 0)]
    [3, 7]
    """

    def __init__(self, columns: Columns, *, misere: bool, spend: Callable[[int], None] = lambda _: None) -> None:
        self.columns, self.misere, self._spend = columns, misere, spend
        self.steps = ring_steps(columns) or ()
        self._wins: dict[Word, bool] = {}
        self._words: set[Word] = set()
        self.grown = columns.least - 1
        """The longest ring that was played out."""

    closed = False
    preperiod = period = 0

    @property
    def count(self) -> int:
        """How many words the strategy leaves to the opponent, as far as it is known."""
        return len(self._words)

    def wins(self, n: int, start: int) -> bool:  # noqa: ARG002
        """Whether the player to move wins on a ring that was played out; an IndexError for others."""
        if n > self.grown:
            raise IndexError(n)
        return self.wins_word((FREE,) * (n - 1))

    def winners(self, n: int) -> int:
        """The number of vertices of such a ring from which the player to move wins."""
        return n * self.wins(n, 0)

    def move(self, n: int, start: int) -> dict[str, object] | None:
        """A winning move, as JSON, on such a ring."""
        full = (FREE,) * (n - 1)
        won = (step for step in self.steps if (after := after_step(full, step)) and not self.wins_word(after))
        step = next(won, None)
        return None if step is None else {"to": (start + step) % n}

    def certificate(self) -> Evidence:
        """There is none before it is settled."""
        raise LookupError("no automaton is known")

    def settle(self, reached: Callable[[int], None] = lambda _: None) -> FamilyByRings:
        """Play longer and longer rings, each told to ``reached``, until the automaton that they suggest is a proof."""
        while True:
            longest = max(_FIRST, self.grown + _MORE)
            for n in range(self.grown + 1, longest + 1):
                self._play(n, self._words)
                self.grown = n
                reached(n)
            proof = self._guess(self._words, longest - 1)
            if proof is not None and self._holds(proof):
                return FamilyByRings(proof)

    def _holds(self, proof: RingFamilyProof) -> bool:
        try:
            proof.checker("vertex-geography", misere=self.misere, weights=()).check_walks()
        except Refuted:
            return False
        return True

    def _play(self, n: int, words: set[Word]) -> None:
        """Add the words that the strategy leaves to the opponent on the ring of n places."""
        full: Word = (FREE,) * (n - 1)
        todo = [full]
        if self.wins_word(full):
            answer = self._answer(full)
            todo = [] if answer is None else [answer]
        for word in todo:
            if word not in words:
                words.add(word)
                self._spend(1)
                for other in self._options(word):
                    answer = self._answer(other)
                    if answer is not None:
                        todo.append(answer)

    def _options(self, word: Word) -> list[Word]:
        return [after for step in self.steps if step <= len(word) and (after := after_step(word, step)) is not None]

    def _answer(self, word: Word) -> Word | None:
        return next((after for after in self._options(word) if not self.wins_word(after)), None)

    def wins_word(self, word: Word) -> bool:
        """Whether the player to move wins: every word is played out once."""
        stack = [word]
        known = self._wins
        while stack:
            top = stack[-1]
            options = self._options(top)
            open_ = next((each for each in options if each not in known), None)
            if any(known.get(each) is False for each in options):
                known[top] = True
                stack.pop()
            elif open_ is not None:
                stack.append(open_)
            else:
                known[top] = not options and self.misere
                stack.pop()
                self._spend(1)
        return known[word]

    def _guess(self, words: set[Word], longest: int) -> RingFamilyProof | None:
        """The automaton in which beginnings with the same endings, as far as they are known, are one state."""
        onward: list[list[int]] = [[_NOWHERE, _NOWHERE]]
        ends: set[int] = set()
        for word in words:
            node = 0
            for place in word:
                if onward[node][place] == _NOWHERE:
                    onward[node][place] = len(onward)
                    onward.append([_NOWHERE, _NOWHERE])
                node = onward[node][place]
            ends.add(node)
        onward.append([_NOWHERE, _NOWHERE])  # for _NOWHERE, the last of the list
        compared: dict[tuple[int, int, int], bool] = {}

        def alike(a: int, b: int, room: int) -> bool:
            """Whether the same endings of up to so many places lead on from two nodes."""
            if a == b:
                return True
            key = a, b, room
            if key not in compared:
                compared[key] = (a in ends) == (b in ends) and (
                    not room or all(alike(onward[a][place], onward[b][place], room - 1) for place in (GONE, FREE))
                )
            return compared[key]

        states = [(0, 0)]
        rows: list[tuple[int, int]] = []
        for node, depth in states:
            self._spend(1)
            row = []
            for place in (GONE, FREE):
                then, room = onward[node][place], longest - depth - 1
                fits = (s for s, (each, at) in enumerate(states) if alike(then, each, max(0, min(room, longest - at))))
                found = next(fits, None)
                if found is None:
                    found = len(states)
                    states.append((then, depth + 1))
                    if found > _MOST_STATES:
                        return None
                row.append(found)
            rows.append((row[0], row[1]))
        lost = frozenset(s for s, (node, _) in enumerate(states) if node in ends)
        return RingFamilyProof(self.columns, tuple(rows), lost)


KEPT_RINGS: tuple[tuple[Play, str], ...] = ((Play.MISERE, "kotzig:n,2,5"),)
"""Rings whose proofs ship with the package, for they take long rings; ``scripts/find_ring_proofs.cpp`` found them."""


def kept_rings(family: Columns, play: Play) -> FamilyByRings | None:
    """What is known of a family by a proof that is kept, checked whole; None if there is none."""
    for kept, name in KEPT_RINGS:
        if kept is play and ring_steps(columns(name)) == ring_steps(family):
            try:
                file = files("lastmove.families").joinpath(FOLDER, file_name("vertex-geography", play, name))
                answer: Any = json.loads(gzip.decompress(file.read_bytes()))
                asked = {"family": name, "game": "vertex-geography", "play": play.value}
                with walks_checked({**asked, "certificate": answer["certificate"]}) as checker:
                    if not isinstance(checker, RingChecker):
                        return None
                    proof = replace(checker.proof, family=family)
                    proof.checker("vertex-geography", misere=play is Play.MISERE, weights=()).check_walks()
                    return FamilyByRings(proof)
            except (OSError, EOFError, ValueError, LookupError, TypeError, InputError, Refuted):
                return None
    return None


@dataclass(frozen=True)
class FamilyByRings:
    """An automaton that is a proof: it accepts words in which the player to move loses."""

    proof: RingFamilyProof

    closed = True

    @property
    def preperiod(self) -> int:
        """From which number of free places on the states come back."""
        return self.proof.walk.returns

    @property
    def period(self) -> int:
        """After how many places they do."""
        return self.proof.walk.period

    @property
    def grown(self) -> int:
        """How many free places the walk has."""
        return len(self.proof.walk.types) - 1

    @cached_property
    def count(self) -> int:
        """How many states there are."""
        return len(self.proof.states)

    def wins(self, n: int, start: int) -> bool:  # noqa: ARG002
        """Whether the player to move wins on the ring of n places; all starts are alike."""
        return not self.proof.is_lost(n)

    def winners(self, n: int) -> int:
        """The number of vertices from which the player to move wins."""
        return n * self.wins(n, 0)

    def move(self, n: int, start: int) -> dict[str, object] | None:
        """A winning move, as JSON, from a vertex that wins."""
        step = next(self.proof.winning(n), None)
        return None if step is None else {"to": (start + step) % n}

    def certificate(self) -> Evidence:
        """The automaton."""
        return self.proof
