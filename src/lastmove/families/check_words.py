"""Automata of words of weights, held against the rules of the game.

The check reads all words at once, with the automaton of the answer and with the types of parts side by side: it walks
through all pairs of a state of the automaton and what the types know after the same letters. There are finitely many,
and in each both must say the same of the player to move. So the automaton is right for every word.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any

from lastmove.certificates.answer_fields import verified
from lastmove.certificates.certificate import MOST_LONG_STEPS, Budget, array, kind_and_body, number
from lastmove.core.errors import InputError, Refuted, TooLarge, show_json
from lastmove.core.limits import deep_calls, look
from lastmove.families import MOST_CHECKED_LENGTHS, MOST_CHECKED_PAIRS
from lastmove.families.check import check_counts, check_types, other_fields
from lastmove.families.weight_words import SHAPES
from lastmove.parts.check import CheckedTypes
from lastmove.parts.cores import ports_close

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lastmove.certificates.answer_fields import CheckedAnswer

KIND = "words"
"""There is nothing in such a certificate: the automaton of the answer is all the evidence there is."""

_FIELDS = ("family", "game", "play", "weights", "status", "types", "n_starts", "automaton", "certificate")
_WEIGHTS = re.compile("([0-9])-([0-9])", re.ASCII)


def is_words(answer: Mapping[str, object]) -> bool:
    """Whether an object is an answer of ``lastmove family --weights``."""
    return "family" in answer and "weights" in answer


def check_words(answer: Mapping[str, object]) -> CheckedAnswer:
    """Check the automaton and the numbers of an answer of ``lastmove family --weights --certificate``."""
    if answer.get("certificate") is None:
        raise InputError("certificate", "missing; `lastmove family --weights 1-K --certificate` writes one")
    _, body = kind_and_body(answer["certificate"], (KIND,))
    body.only()
    shape, game, play = answer.get("family"), answer.get("game"), answer.get("play")
    named = isinstance(shape, str) and shape in SHAPES
    if not named or game not in ("nimg-rm", "nimg-mr") or play not in ("normal", "misere"):
        raise InputError("family", f"{show_json([shape, game, play])}; accepted: path:n or cycle:n, NimG, a convention")
    match = _WEIGHTS.fullmatch(str(answer["weights"]))
    if answer.get("status") != "proved" or match is None or match[1] > match[2]:
        raise InputError("status", "there is something to check for proved only, and for weights such as 1-3")
    unknown_fields = other_fields(answer, _FIELDS, "words of weights")
    marks = ("", "*") if shape == "path:n" else ("",)
    letters = [(weight, mark) for mark in marks for weight in range(int(match[1]), int(match[2]) + 1)]
    accepts, steps = _automaton(answer.get("automaton"), [f"{weight}{mark}" for weight, mark in letters])
    types = CheckedTypes(misere=play == "misere", closing=ports_close(str(game)), budget=Budget(MOST_LONG_STEPS))
    try:
        with deep_calls():
            pairs, met = _side_by_side(SHAPES[str(shape)](types, str(game)), letters, accepts, steps)
    except RecursionError:
        raise TooLarge("the diagrams of these words are too deep") from None
    _check_smallest(accepts, steps)  # first: then there are no more states to count in than the game needs
    winners = partial(_winners, shape=str(shape), weights=len(letters) // len(marks), accepts=accepts, steps=steps)
    least, most, said = 1 if shape == "path:n" else 3, MOST_CHECKED_LENGTHS, ("letters", "the automaton gives")
    check_counts(answer.get("n_starts"), winners, least=least, digits=2, most=most, said=said)
    not_shown = [*check_types(answer, len(types.needed(met))), *unknown_fields]
    text = f"the automaton of {len(steps):,} states is right for every word: {pairs:,} pairs of states agree"
    return verified({"family": shape, "states": len(steps)}, text, not_shown)


def _automaton(raw: object, letters: list[str]) -> tuple[set[int], list[tuple[int, ...]]]:
    """The states that accept, and for each state where each letter leads."""
    if not isinstance(raw, dict) or set(raw) != {"letters", "states", "start", "accepts", "steps"}:
        raise Refuted("automaton: accepted: an object with letters, states, start, accepts and steps")
    if raw["letters"] != letters or number(raw["start"], "start"):
        raise Refuted(f"automaton: accepted: letters {show_json(letters)} and start 0")
    rows = array(raw["steps"], "steps")
    steps = []
    for row in rows:
        if not isinstance(row, dict) or set(row) != set(letters):
            raise Refuted("automaton: a state does not say where each letter leads")
        steps.append(tuple(number(row[letter], "steps", below=len(rows)) for letter in letters))
    if not steps or number(raw["states"], "states") != len(steps):
        raise Refuted("automaton: states is the number of rows in steps, at least 1")
    accepts = [number(state, "accepts", below=len(rows)) for state in array(raw["accepts"], "accepts")]
    if len(set(accepts)) != len(accepts):
        raise Refuted("automaton: a state stands twice in accepts")
    return set(accepts), steps


def _side_by_side(
    reader: Any, letters: Sequence[tuple[int, str]], accepts: set[int], steps: Sequence[Sequence[int]]
) -> tuple[int, set[int]]:
    """Walk through all pairs of states; Refuted where they disagree. How many there are, and the types in them."""
    first = reader.first
    pending: list[tuple[Any, int]] = [(first, 0)]
    seen = {(_key(first), 0)}
    met: set[int] = set()
    while pending:
        known, state = pending.pop()
        met.update(reader.types_in(known) if known != "senseless" else ())
        loses = known != "senseless" and reader.loses(known)
        if loses != (state in accepts):
            raise Refuted(f"automaton: the words that lead to state {state} are not those in which the mover loses")
        for place, (weight, mark) in enumerate(letters):
            after = known if known == "senseless" else reader.step(known, weight, bool(mark))
            pair = ("senseless" if after is None else after, steps[state][place])
            key = (_key(pair[0]), pair[1])
            if key not in seen:
                if len(seen) >= MOST_CHECKED_PAIRS:
                    raise TooLarge("checking these words takes too many pairs of states")
                seen.add(key)
                pending.append(pair)
    if len({state for _, state in seen}) != len(steps):
        raise Refuted("automaton: there is a state to which no word leads")
    return len(seen), met


def _check_smallest(accepts: set[int], steps: Sequence[Sequence[int]]) -> None:
    """Refuted if two states accept the same words: states are told apart by longer and longer words."""
    classes: list[Any] = [state in accepts for state in range(len(steps))]
    count = 0
    while count < len(set(classes)):
        count = len(set(classes))
        look()
        numbers = {key: number for number, key in enumerate(dict.fromkeys(classes))}
        known = [numbers[key] for key in classes]
        classes = [(known[state], *(known[to] for to in row)) for state, row in enumerate(steps)]
    if count < len(steps):
        raise Refuted(f"automaton: {len(steps)} states, but {count} are enough")


def _key(known: Any) -> Any:
    """What a reader knows, told apart by what its truths are and not by how they look."""
    if not isinstance(known, tuple):
        return known
    return tuple(id(each) if isinstance(each, tuple) and len(each) == 3 else each for each in known)


def _winners(n: int, shape: str, weights: int, accepts: set[int], steps: Sequence[Sequence[int]]) -> int:
    """The number of pairs of a word of n letters and a start in which the player to move wins."""
    ways = {0: 1}
    for _ in range(n):
        look()
        after: dict[int, int] = {}
        for state, many in ways.items():
            for to in steps[state]:
                after[to] = after.get(to, 0) + many
        ways = after
    lost = sum(many for state, many in ways.items() if state in accepts)
    words = int(weights**n)
    return n * words - lost if shape == "path:n" else n * (words - lost)
