"""The proof that directed Vertex Geography on rings with fixed steps (Kotzig's Nim) is known for every length.

Read from the place after the token all the way round, a ring is a *word* of places that are free or gone. The step a
leads over a - 1 places: these, with the place that the token leaves before them, go to the end of the word. The
certificate is a finite automaton. It reads words, and the player to move loses on every ring whose word it accepts:
from each such word, whatever step is taken, some step leads to another one (see docs/how-to/families.md). Whether that
is so for all words at once is a finite question: what the automaton does on the words after two steps depends on the
first places, and on the states that it comes to from several states by reading the rest.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, ClassVar

from lastmove.certificates.certificate import MOST_LONG_STEPS, VERSION, Body, Budget, numbers
from lastmove.core.errors import Refuted
from lastmove.families.check_types import Walk, columns_of
from lastmove.families.columns import columns_to_json
from lastmove.families.strips import ring_steps

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lastmove.families.columns import Columns

GONE, FREE = 0, 1

Word = tuple[int, ...]


def after_step(word: Word, step: int) -> Word | None:
    """The word after a step, ``None`` where it leads to a place that is gone.

    >>> after_step((1, 1, 0, 1), 2)
    (0, 1, 0, 1)
    """
    if word[step - 1] == GONE:
        return None
    return (*word[step:], GONE, *word[: step - 1])


@dataclass(frozen=True)
class RingFamilyProof:
    """An automaton that begins in state 0.

    Attributes
    ----------
    family
        The rings.
    states
        For each state those that a place that is gone, and one that is free, lead to.
    lost
        The states that accept.
    """

    kind: ClassVar[str] = "family-rings"

    family: Columns
    states: tuple[tuple[int, int], ...]
    lost: frozenset[int]

    @cached_property
    def steps(self) -> tuple[int, ...]:
        """The steps of the game."""
        return ring_steps(self.family) or ()

    @cached_property
    def walk(self) -> Walk:
        """The states after 0, 1, 2, ... free places."""
        found = [0]
        while (onward := self.states[found[-1]][FREE]) not in found:
            found.append(onward)
        return Walk(tuple(found), found.index(onward))

    @cached_property
    def hopeful(self) -> frozenset[int]:
        """The states from which some word leads to one that accepts."""
        before: list[list[int]] = [[] for _ in self.states]
        for state, row in enumerate(self.states):
            for onward in row:
                before[onward].append(state)
        found = set(self.lost)
        todo = list(found)
        for state in todo:
            new = set(before[state]) - found
            found |= new
            todo += new
        return frozenset(found)

    def read_on(self, state: int, word: Sequence[int]) -> int:
        """The state after a word."""
        for place in word:
            state = self.states[state][place]
        return state

    def is_lost(self, n: int) -> bool:
        """Whether the ring of n places is accepted."""
        return self.walk.at(n - 1) in self.lost

    def winning(self, n: int) -> Iterator[int]:
        """The steps from a ring of n places to words that are accepted."""
        for step in self.steps:
            if self.read_on(self.walk.at(n - 1 - step), (GONE, *(FREE,) * (step - 1))) in self.lost:
                yield step

    def to_json(self) -> dict[str, object]:
        """The ``certificate`` object."""
        return {
            "kind": self.kind,
            "version": VERSION,
            "columns": columns_to_json(self.family),
            "states": [list(state) for state in self.states],
            "lost": sorted(self.lost),
        }

    @classmethod
    def read(cls, body: Body) -> RingFamilyProof:
        """The proof that an object holds; Refuted if it has the wrong form."""
        body.only("columns", "states", "lost")
        states = body.pairs("states")
        lost = numbers(body.get("lost"), "lost")
        if not states or any(state >= len(states) for state in (*lost, *(each for pair in states for each in pair))):
            raise Refuted("states: accepted: at least one pair of states, and states that are there")
        return cls(columns_of(body), states, frozenset(lost))

    def checker(self, game: str, *, misere: bool, weights: tuple[int, ...]) -> RingChecker:  # noqa: ARG002
        """What checks the automaton; Refuted for games and families that it does not decide."""
        if game != "vertex-geography" or ring_steps(self.family) is None:
            raise Refuted(
                "words of places decide Vertex Geography on rings of one place a column with forward arcs only"
            )
        return RingChecker(self, misere=misere)


class RingChecker:
    """An automaton, held against all words at once."""

    def __init__(self, proof: RingFamilyProof, *, misere: bool) -> None:
        self.proof, self.family, self.misere = proof, proof.family, misere
        self.preperiod, self.period = proof.walk.returns, proof.walk.period
        self.budget = Budget(MOST_LONG_STEPS)

    def not_least(self) -> list[str]:
        """Which of preperiod and period are not shown to be the least: those that the outcomes do not show."""
        first = self.family.least
        cycle = [self.wins(n, 0, 0) for n in range(first + self.preperiod, first + self.preperiod + 2 * self.period)]
        shorter = any(cycle[q:] == cycle[:-q] for q in range(1, self.period))
        before = self.preperiod and self.preperiod >= first and self.wins(self.preperiod, 0, 0)
        earlier = before == self.wins(self.preperiod + self.period, 0, 0) or self.preperiod < first
        return ["preperiod"] * bool(self.preperiod and earlier) + ["period"] * shorter

    def needed(self) -> int:
        """How many states there are."""
        return len(self.proof.states)

    def check_walks(self) -> None:
        """Every word that is accepted, and the rings that are not."""
        longest = max(self.proof.steps)
        for length in range(longest, 2 * longest):
            for word in product((GONE, FREE), repeat=length):
                self.budget.spend(length)
                if self.proof.read_on(0, word) in self.proof.lost:
                    self._check_word(word)
        for prefix in product((GONE, FREE), repeat=2 * longest):
            self._check_words(prefix)
        last = self.preperiod + self.period + longest + 1
        for n in range(self.family.least, max(self.family.least, last) + 1):
            if not self.proof.is_lost(n) and next(self.proof.winning(n), None) is None:
                raise Refuted(f"the ring of {n} places is not accepted, and no step leads to a word that is")

    def _check_word(self, word: Word) -> None:
        """Refuted unless every step from a word can be answered."""
        then = [after for step in self.proof.steps if (after := after_step(word, step)) is not None]
        if self.misere and not then:
            raise Refuted("lost: a word is accepted from which there is no step; in misère play that wins")
        for other in then:
            ends = [after for step in self.proof.steps if (after := after_step(other, step)) is not None]
            if not any(self.proof.read_on(0, end) in self.proof.lost for end in ends) and (ends or not self.misere):
                raise Refuted("lost: from a word that is accepted some step has no answer")

    def _check_words(self, prefix: Word) -> None:
        """The same for all words with these first places: they decide which steps there are, in two moves."""
        proof = self.proof
        first = [step for step in proof.steps if prefix[step - 1] == FREE]
        answers: list[list[tuple[int, Word]]] = []
        """For each step and each answer to it how many places are read off, and what has come to the end."""
        for a in first:
            found = []
            for b in proof.steps:
                if prefix[a + b - 1] == FREE:
                    end = (GONE, *prefix[: a - 1], GONE, *prefix[a : a + b - 1])
                    found.append((a + b, end))
            if found or not self.misere:
                answers.append(found)
        cuts = sorted({0, *(cut for found in answers for cut, _ in found)})
        at = {cut: place for place, cut in enumerate(cuts)}
        begin = tuple(proof.read_on(0, prefix[cut:]) for cut in cuts)
        seen, todo = {begin}, [begin] if begin[0] in proof.hopeful else []
        for states in todo:
            self.budget.spend(len(states))
            if states[0] in proof.lost:
                if self.misere and not first:
                    raise Refuted("lost: a word is accepted from which there is no step; in misère play that wins")
                for found in answers:
                    if not any(proof.read_on(states[at[cut]], end) in proof.lost for cut, end in found):
                        raise Refuted("lost: from a word that is accepted some step has no answer")
            for place in (GONE, FREE):
                onward = tuple(proof.states[state][place] for state in states)
                if onward[0] in proof.hopeful and onward not in seen:
                    seen.add(onward)
                    todo.append(onward)

    # ---- members

    def wins(self, n: int, column: int, place: int) -> bool:  # noqa: ARG002
        """Whether the player to move wins on the ring of n places; all places are alike."""
        self.budget.spend()
        return not self.proof.is_lost(n)

    def winners(self, n: int) -> int:
        """The number of winning starts of the ring of n places."""
        return n * self.wins(n, 0, 0)

    def moves(self, n: int, column: int, place: int) -> Iterator[tuple[dict[str, object], bool]]:  # noqa: ARG002
        """The moves from there; True where the certificate does not show that the next player loses."""
        winning = set(self.proof.winning(n))
        for step in self.proof.steps:
            yield {"to": self.family.vertex(n, (column + step) % n, 0)}, step not in winning
