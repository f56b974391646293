"""Adjacent Nim as the letter game (LM17): lists with their winners, each of which follows from others.

LM18 or LM21 gives the winner of a list, or it is brought to its least form by the rules of LM22 and LM23. There LM18,
LM21 or LM20 gives the winner, or the certificate has the list with the winner. The check plays the first block of every
such list: its heaps are kept in order until an owner deletes one, because he must or because he wins by it. Each step
takes something off the list, so claims that all follow from each other are true.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lastmove.certificates.certificate import Certificate, Finding
from lastmove.certificates.untrusted import Budget, array, number
from lastmove.core.errors import Refuted, TooLarge, show_json
from lastmove.core.position import OVER
from lastmove.theorems.claim_yield.automaton_check import LARGEST_LIFE, automaton
from lastmove.theorems.claim_yield.letter_game import blocks, by_one_owner, by_signs, letter_list, options_of_block
from lastmove.theorems.claim_yield.letter_rules import rewritten
from lastmove.theorems.rules.circles_check import circle_of

if TYPE_CHECKING:
    from typing import Self

    from lastmove.certificates.untrusted import Body
    from lastmove.core.play import Play
    from lastmove.theorems.claim_yield.letter_game import Heaps

__all__ = ["MOST_LISTS", "Letters", "looked_at"]

MOST_LISTS = 20_000
"""Longer certificates are neither read nor checked."""


def looked_at(heaps: Heaps, letter: int) -> tuple[int | None, tuple[Heaps, int]]:
    """The winner of a list where LM18, LM21 or LM20 names one, at once or in its least form; and that form."""
    found = _by_theorem(heaps, letter)
    if found is not None:
        return found, (heaps, letter)
    position = rewritten(heaps, letter)
    found = _by_theorem(*position)
    if found is None and max(position[0]) < 2 * LARGEST_LIFE + 2:
        found = automaton(LARGEST_LIFE).decide(*position)
    return found, position


def _by_theorem(heaps: Heaps, letter: int) -> int | None:
    found = by_one_owner(heaps, letter)
    return by_signs(heaps, letter) if found is None else found


@dataclass(frozen=True, slots=True)
class Letters(Certificate):
    """Lists in their least form: (winner, letter, heaps), a heap being twice its life plus its owner."""

    kind = "letters"

    lists: tuple[tuple[int, int, tuple[int, ...]], ...] = ()

    def outcome(self, position: Any, play: Play) -> Finding:  # noqa: ARG002
        if getattr(position, "start", None) in (None, OVER):
            raise Refuted("there is no current heap")
        heaps, place = circle_of(position)
        graph = getattr(position, "graph", None)
        start = position.starts().index(position.start) if graph is None else graph.index(position.start)
        if max(heaps) < 2:
            raise Refuted("no heap is above 1")
        known = {(heaps, letter): winner for winner, letter, heaps in self.lists}
        budget = Budget()

        def winner_of(heaps: Heaps, letter: int) -> int:
            budget.spend(10 * (1 + len(heaps)))
            found, position = looked_at(heaps, letter)
            if found is None:
                found = known.get(position)
            if found is None:
                raise Refuted("a list that comes up is missing")
            return found

        wins = winner_of(*letter_list(heaps[place[start] :] + heaps[: place[start]])) == 0
        for (listed, letter), winner in known.items():
            if len(listed) < 2 or listed[0] & 1 != letter or min(listed) < 2:
                raise Refuted("a list does not begin with a free heap")
            if _played(listed, winner_of) != winner:
                raise Refuted("the winner of a list does not follow from those of others")
        how = f"{len(known):,} lists of the letter game" if known else "the letter game, decided at a glance,"
        return Finding(wins, f"{how} won by the {'player to move' if wins else 'opponent'}")

    def body(self) -> dict[str, object]:
        return {"lists": [[winner, letter, *heaps] for winner, letter, heaps in self.lists]}

    @classmethod
    def read(cls, body: Body) -> Self:
        body.only("lists")
        listed = body.items("lists")
        if len(listed) > MOST_LISTS:
            raise TooLarge(f"there are more than {MOST_LISTS:,} lists")
        return cls(tuple(_read_list(raw) for raw in listed))


def _read_list(raw: object) -> tuple[int, int, tuple[int, ...]]:
    fields = [number(value, "lists") for value in array(raw, "lists")]
    if len(fields) < 3 or fields[0] > 1 or fields[1] > 1:
        raise Refuted(f"lists: {show_json(raw)}; accepted: [winner, letter, heap, ...]")
    return fields[0], fields[1], tuple(fields[2:])


def _played(heaps: Heaps, winner_of: Any) -> int:
    """Who wins a list whose first heap is free, by the winners of what comes of its first block."""
    end = blocks(heaps)[1]
    for kept, heap in enumerate(heaps[:end]):
        winner: int = winner_of(*options_of_block(heaps, kept, end))
        if heap < 4 or winner == heap & 1:  # it has to be deleted, or its owner wins by that
            return winner
    found: int = winner_of(*options_of_block(heaps, end, end))
    return found
