"""Words of weights: NimG on all paths and cycles with bounded weights, as a finite automaton.

The weights of a path are a word, and who wins is a property of the word and the token's place. As the parts of paths
have finitely many types, the positions in which the player to move loses are a regular language.

Letters are ``1``, ``2``, ...; on a path the token's weight is written with a star (``2*``), and a word has exactly one
such letter. On a cycle the word begins at the token, and no star is needed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.core.errors import InputError, LimitReached, show
from lastmove.core.limits import Limits, Meter, deep_calls, stopping_at_limits
from lastmove.core.play import Play
from lastmove.core.solution import LimitReason
from lastmove.families import LEAST_ROWS, MOST_LETTER
from lastmove.families.weight_words import SHAPES
from lastmove.parts.cores import ports_close
from lastmove.parts.types import Types

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping


CERTIFICATE = {"kind": "words", "version": 1}
"""The automaton is the claim; what proves it is to read all words with it and with types side by side."""


class Automaton(NamedTuple):
    """A complete automaton: state 0 is the first; ``accepts`` are the states of words in which the mover loses."""

    letters: tuple[str, ...]
    accepts: tuple[int, ...]
    steps: tuple[tuple[int, ...], ...]

    def loses(self, word: list[str] | tuple[str, ...]) -> bool:
        """Whether the player to move loses."""
        state = 0
        for letter in word:
            state = self.steps[state][self.letters.index(letter)]
        return state in self.accepts

    def to_json(self) -> dict[str, object]:
        """The ``automaton`` object of an answer."""
        return {
            "letters": list(self.letters),
            "states": len(self.steps),
            "start": 0,
            "accepts": list(self.accepts),
            "steps": [dict(zip(self.letters, row, strict=True)) for row in self.steps],
        }


@dataclass(frozen=True)
class WordsAnswer:
    """Who wins for all words of weights: the automaton, or the limit that was spent before it was found.

    Attributes
    ----------
    family, game, play, weights
        What was asked, such as ``path:n``, ``nimg-rm``, the convention and ``1-2``.
    types
        How many types were met.
    automaton
        It accepts the words of the positions in which the player to move loses; None if a limit was spent.
    stopped
        That limit.
    n_starts
        For each n, the number of pairs of a word and a start in which the player to move wins.
    """

    family: str
    game: str
    play: Play
    weights: str
    types: int
    automaton: Automaton | None = None
    stopped: LimitReason | None = None
    n_starts: Mapping[int, int] = field(default_factory=dict)

    def to_json(self, *, certificate: bool = False) -> dict[str, object]:
        """The answer of ``lastmove family SPEC --weights 1-K``; with ``certificate``, ``check`` reads it."""
        made: dict[str, object] = {
            "family": self.family,
            "game": self.game,
            "play": self.play.value,
            "weights": self.weights,
            "status": "unknown" if self.automaton is None else "proved",
            "types": self.types,
            "n_starts": {str(n): count for n, count in self.n_starts.items()},
        }
        if self.stopped is not None:
            made["reason"] = self.stopped.to_json()
        if self.automaton is not None:
            made["automaton"] = self.automaton.to_json()
            if certificate:
                made["certificate"] = CERTIFICATE
        return made


def words(
    spec: str, *, weights: str, game: str, play: Play | str = "normal", limits: Limits | None = None
) -> WordsAnswer:
    """Who wins for all words of weights on a path or cycle.

    >>> words("path:n", weights="1-2", game="nimg-rm").n_starts[1]
    2
    """
    shape = spec.strip().lower()
    if shape not in SHAPES:
        raise InputError("spec", f"{show(spec)}; words of weights are for path:n and cycle:n")
    if game not in ("nimg-rm", "nimg-mr"):
        raise InputError("game", f"{show(game)}; accepted: nimg-rm, nimg-mr")
    match = re.fullmatch(r"([0-9])-([0-9])", weights)
    if match is None or int(match[1]) > int(match[2]):
        raise InputError(
            "weights",
            f"{show(weights)}; accepted: a weight K for all, or 1-K or 0-K with K up to {MOST_LETTER} for all words",
        )
    meter = Meter(limits)
    convention = Play(play)
    types = Types(misere=convention is Play.MISERE, ports_close=ports_close(game), tick=meter.tick, look=meter.check)
    alphabet = range(int(match[1]), int(match[2]) + 1)
    try:
        with stopping_at_limits(meter), deep_calls():
            automaton = _automaton(SHAPES[shape](types, game), alphabet)
    except LimitReached as stop:
        spent = LimitReason(stop.limit, meter.positions, meter.seconds)
        return WordsAnswer(shape, game, convention, weights, len(types.parts), stopped=spent)
    least = 1 if shape == "path:n" else 3
    counts = {n: _wins(automaton, shape, n) for n in range(least, LEAST_ROWS + 1)}
    return WordsAnswer(shape, game, convention, weights, len(types.parts), automaton, n_starts=counts)


def _automaton(reader: Any, alphabet: range) -> Automaton:
    """All states that can be reached, then as few as tell the same words apart."""
    marks = (False, True) if reader.starred else (False,)
    symbols = [(weight, star) for star in marks for weight in alphabet]
    numbers: dict[Hashable, int] = {reader.first: 0}
    states: list[Any] = [reader.first]
    rows: list[tuple[int, ...]] = []
    for state in states:  # it grows
        row = []
        for weight, star in symbols:
            after = None if state == "senseless" else reader.step(state, weight, star)
            name = "senseless" if after is None else after
            if name not in numbers:
                numbers[name] = len(states)
                states.append(name)
            row.append(numbers[name])
        rows.append(tuple(row))
    accepts = [state != "senseless" and reader.loses(state) for state in states]
    blocks = _smallest(rows, accepts)
    letters = tuple(f"{weight}*" if star else f"{weight}" for weight, star in symbols)
    count = max(blocks) + 1
    first = {block: blocks.index(block) for block in range(count)}
    steps = tuple(tuple(blocks[to] for to in rows[first[block]]) for block in range(count))
    return Automaton(letters, tuple(block for block in range(count) if accepts[first[block]]), steps)


def _smallest(rows: list[tuple[int, ...]], accepts: list[bool]) -> list[int]:
    """The states that no word tells apart have one number (Moore); the first state has 0."""
    blocks = _named([int(each) for each in accepts])
    while True:
        finer = _named([(blocks[state], *(blocks[to] for to in row)) for state, row in enumerate(rows)])
        if max(finer) == max(blocks):
            return finer
        blocks = finer


def _named(keys: list[Any]) -> list[int]:
    numbers: dict[Any, int] = {}
    return [numbers.setdefault(key, len(numbers)) for key in keys]


def _wins(automaton: Automaton, shape: str, n: int) -> int:
    """The number of pairs of a word of length n and a start in which the player to move wins."""
    count: dict[int, int] = {0: 1}
    for _ in range(n):
        after: dict[int, int] = {}
        for state, ways in count.items():
            for to in automaton.steps[state]:
                after[to] = after.get(to, 0) + ways
        count = after
    lost = sum(ways for state, ways in count.items() if state in automaton.accepts)
    weights = len({letter.rstrip("*") for letter in automaton.letters})
    if shape == "path:n":
        return int(n * weights**n - lost)
    return int(n * (weights**n - lost))
