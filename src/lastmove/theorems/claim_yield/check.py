"""Adjacent Nim as the game of claiming and yielding (LM8): a choice for the winner wherever he has one to make."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.certificates.certificate import Budget, Certificate, CheckResult, array, number
from lastmove.core.errors import Refuted, TooLarge, show_json
from lastmove.core.position import OVER
from lastmove.theorems.rules.circles_check import circle_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self

    from lastmove.certificates.certificate import Body
    from lastmove.core.play import Play

MOST_STATES = 200_000
"""Longer plans are neither read nor checked."""


class CheckedState(NamedTuple):
    """A moment of the walk round the big heaps: a survivor that began with w has w - laps before its visit in this lap.

    ``survivors`` has a bit for each big heap; ``flag`` is true if the first player holds it.
    """

    laps: int
    next: int
    survivors: int
    flag: bool


@dataclass(frozen=True, slots=True)
class ClaimYieldPlan(Certificate):
    """Whether the player to move wins, and the winner's choices: true to claim, false to yield."""

    kind = "claim-yield"

    wins: bool
    choices: tuple[tuple[CheckedState, bool], ...]

    def outcome(self, position: Any, play: Play) -> CheckResult:  # noqa: ARG002
        if getattr(position, "start", None) in (None, OVER):
            raise Refuted("there is no current heap")
        heaps, place = circle_of(position)
        graph = getattr(position, "graph", None)
        start = position.starts().index(position.start) if graph is None else graph.index(position.start)
        walk = _Walk(heaps[place[start] :] + heaps[: place[start]])
        chosen = dict(self.choices)
        states = [walk.start()]
        seen = set(states)
        budget = Budget()
        for state in states:
            budget.spend(len(heaps))
            settled = walk.settled(state)
            if settled is not None:
                if settled != self.wins:
                    raise Refuted("a state of the plan is lost for its winner")
                continue
            options = [walk.claimed(state), walk.yielded(state)]
            if walk.owners[state.next] == self.wins:
                if state not in chosen:
                    raise Refuted("the plan has no choice for a state it comes to")
                options = [options[0 if chosen[state] else 1]]
            for option in options:
                if option not in seen:
                    seen.add(option)
                    states.append(option)
            if len(seen) > MOST_STATES:
                raise TooLarge("the plan has too many states")
        winner = "player to move" if self.wins else "opponent"
        return CheckResult(self.wins, f"a plan of {len(seen):,} states of claiming and yielding wins for the {winner}")

    def body(self) -> dict[str, object]:
        listed = [[*state[:3], state.flag, claim] for state, claim in self.choices]
        return {"wins": self.wins, "choices": listed}

    @classmethod
    def read(cls, body: Body) -> Self:
        body.only("wins", "choices")
        wins = body.get("wins")
        if not isinstance(wins, bool):
            raise Refuted(f"wins: {show_json(wins)}; accepted: true, false")
        listed = body.items("choices")
        if len(listed) > MOST_STATES:
            raise Refuted(f"the plan has more than {MOST_STATES:,} choices")
        return cls(wins, tuple(_read_choice(raw) for raw in listed))


def _read_choice(raw: object) -> tuple[CheckedState, bool]:
    fields = array(raw, "choices")
    if len(fields) != 5 or not isinstance(fields[3], bool) or not isinstance(fields[4], bool):
        raise Refuted(f"choices: {show_json(raw)}; accepted: [laps, next, survivors, flag, claim]")
    laps, following, survivors = (number(value, "choices", below=None) for value in fields[:3])
    return CheckedState(laps, following, survivors, fields[3]), fields[4]


class _Walk:
    """The rules of claiming and yielding for heaps from the current one; true is the first player."""

    def __init__(self, heaps: Sequence[int]) -> None:
        big = [place for place, heap in enumerate(heaps) if heap > 1]
        if not big:
            raise Refuted("no heap is above 1")
        self.sizes = [heaps[place] for place in big]
        self.owners = [place % 2 == 0 for place in big]
        self.flag = len(heaps) % 2 == 1

    def start(self) -> CheckedState:
        return self._skipped(0, 0, (1 << len(self.sizes)) - 1, self.flag)

    def claimed(self, state: CheckedState) -> CheckedState:
        laps, heap, survivors, flag = state
        owner = self.owners[heap]
        if flag != owner and self.sizes[heap] - laps > 2:
            return self._after(laps, heap, survivors, owner)
        return self._removed(state, owner)

    def yielded(self, state: CheckedState) -> CheckedState:
        return self._removed(state, not self.owners[state.next])

    def _removed(self, state: CheckedState, flag: bool) -> CheckedState:
        left = state.survivors ^ (1 << state.next)
        return self._skipped(*self._after(state.laps, state.next, left, flag))

    def _after(self, laps: int, heap: int, survivors: int, flag: bool) -> CheckedState:
        ahead = survivors >> (heap + 1)
        if ahead:
            return CheckedState(laps, heap + (ahead & -ahead).bit_length(), survivors, flag)
        return CheckedState(laps + 1, (survivors & -survivors).bit_length() - 1, survivors, flag)

    def _skipped(self, laps: int, heap: int, survivors: int, flag: bool) -> CheckedState:
        """The state after the laps that do not matter: all but the last s + 1, s survivors.

        docs/reference/certificates.md has the proof.
        """
        if not survivors:
            return CheckedState(0, 0, 0, flag)
        sizes = [size for place, size in enumerate(self.sizes) if survivors >> place & 1]
        return CheckedState(max(laps, min(sizes) - 1 - max(2, len(sizes))), heap, survivors, flag)

    def settled(self, state: CheckedState) -> bool | None:
        """The winner if no heap is left, or where LM10 names him."""
        _, heap, survivors, flag = state
        if not survivors:
            return flag
        order = [*range(heap, len(self.sizes)), *range(heap)]
        owners = [self.owners[place] for place in order if survivors >> place & 1]
        last = owners[-1]
        if owners[0] != last and flag == last:
            return None
        return None if any(one != last and two != last for one, two in pairwise(owners)) else last
