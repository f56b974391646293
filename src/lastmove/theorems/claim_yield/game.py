"""Adjacent Nim with heaps of 1 as the game of claiming and yielding (LM8), solved by search.

Number the non-empty heaps 1..N from the current one. The first player F owns the odd places, the second player S the
even ones; the flag A belongs to F if N is odd, else to S. Heaps of 1 are forgotten. Walk round the other, *big* heaps.
The owner X of the next one either claims it, and the flag is X's (the heap loses 1 if the flag was not X's, and is gone
when it reaches 1; it is gone at once if the flag was X's), or yields it: the heap is gone and the flag is the other
player's. When no big heap is left, the owner of the flag wins.

In Adjacent Nim the two choices are moves: with N odd a claim empties the heap and yielding lowers it to 1; with N
even a claim lowers it by 1 and yielding empties it. No other move needs trying (LM7).
"""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from sys import maxsize
from typing import TYPE_CHECKING, NamedTuple

from lastmove.core.errors import LimitReached, TooLarge
from lastmove.theorems.board import lost_if_it_lasts
from lastmove.theorems.claim_yield.check import MOST_STATES, CheckedState, ClaimYieldPlan
from lastmove.theorems.rules.parity_check import Parity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.certificates.certificate import Certificate
    from lastmove.core.limits import Meter
    from lastmove.core.play import Play
    from lastmove.theorems.claim_yield.search import ClaimYieldSearch


class State(NamedTuple):
    """A moment of the walk: a surviving heap that began with w has w - laps before its visit in this lap."""

    laps: int
    next: int
    survivors: int
    flag: bool


class ClaimYield:
    """The claim and yield game of a circle of heaps, with what is known of its states.

    They are searched by :mod:`lastmove.theorems.claim_yield.rules`. Laps are skipped: while the smallest survivor is
    more than s = the number of survivors away from 1, one lap more or less changes nothing. For either somebody must
    lose a heap in this lap, or all claims keep their heaps and lead to the same state one lap later; every deviation
    leads to fewer survivors, where by induction a lap does not count, so the value is either that of the deviation or
    handed on from lap to lap. Hence sizes do not matter, only the number of big heaps does.
    """

    def __init__(self, heaps: Sequence[int], meter: Meter) -> None:
        big = [place for place, heap in enumerate(heaps) if heap > 1]
        self.sizes = [heaps[place] for place in big]
        self.owners = [place % 2 == 0 for place in big]  # True is the first player
        self.first_flag = len(heaps) % 2 == 1
        self.meter = meter
        self.known: dict[State, bool] = {}

    @cached_property
    def search(self) -> ClaimYieldSearch:
        """The search that answers; on one thread, as it rarely takes long."""
        from lastmove.search.fast.settings import Settings
        from lastmove.theorems.claim_yield.search import ClaimYieldSearch

        return ClaimYieldSearch(self.sizes, self.meter, Settings(threads=1))

    def start(self) -> State:
        """The state before the first choice."""
        return self._state(0, 0, (1 << len(self.sizes)) - 1, self.first_flag)

    def claimed(self, state: State) -> State:
        """The state after the next heap is claimed."""
        laps, heap, survivors, flag = state
        owner = self.owners[heap]
        if flag != owner and self.sizes[heap] - laps > 2:
            return self._following(laps, heap, survivors, owner)
        return self._without(state, owner)

    def yielded(self, state: State) -> State:
        """The state after the next heap is yielded."""
        return self._without(state, not self.owners[state.next])

    def _without(self, state: State, flag: bool) -> State:
        left = state.survivors ^ (1 << state.next)
        found = self._following(state.laps, state.next, left, flag)
        return self._state(*found)

    def _following(self, laps: int, heap: int, survivors: int, flag: bool) -> State:
        ahead = survivors >> (heap + 1)
        if ahead:
            return State(laps, heap + (ahead & -ahead).bit_length(), survivors, flag)
        return State(laps + 1, (survivors & -survivors).bit_length() - 1, survivors, flag)

    def _state(self, laps: int, heap: int, survivors: int, flag: bool) -> State:
        """A state with the laps skipped that do not matter."""
        if not survivors:
            return State(0, 0, 0, flag)
        sizes = [size for number, size in enumerate(self.sizes) if survivors >> number & 1]
        return State(max(laps, min(sizes) - 1 - max(2, len(sizes))), heap, survivors, flag)

    def first_wins(self, state: State) -> bool:
        """Whether the first player wins from a state."""
        value = self.known.get(state)
        if value is None:
            self.meter.tick()
            order = self._order(state)
            turns = [self.sizes[n] - state.laps - (n < state.next) for n in order]
            value = self.search.first_wins(turns, [self.owners[n] for n in order], state.flag, self.meter)
            self.known[state] = value
        return value

    def _order(self, state: State) -> list[int]:
        """The survivors in the order of their turns."""
        around = (*range(state.next, len(self.sizes)), *range(state.next))
        return [n for n in around if state.survivors >> n & 1]

    def settled(self, state: State) -> bool | None:
        """The winner where LM10 knows it: the owner of the last survivor, who yields everything else."""
        if not state.survivors:
            return state.flag
        owners = [self.owners[n] for n in self._order(state)]
        last = owners[-1]
        if owners[0] != last and state.flag == last:
            return None
        other_twice = any(one != last and two != last for one, two in pairwise(owners))
        return None if other_twice else last


def mover_wins(heaps: Sequence[int], play: Play, meter: Meter) -> bool:
    """Whether the player to move wins Adjacent Nim from non-empty heaps, the current one first."""
    if all(heap == 1 for heap in heaps):
        return not lost_if_it_lasts(len(heaps), play)
    game = ClaimYield(heaps, meter)
    return game.first_wins(game.start())


def good_move(heaps: Sequence[int], play: Play, game: ClaimYield) -> int | None:
    """What a winning move leaves of the first heap; ``None`` if there is none."""
    count, heap = len(heaps), heaps[0]
    if all(other == 1 for other in heaps[1:]):
        good = (left for left in range(min(heap, 2)) if lost_if_it_lasts(count - 1 + left, play))
        return next(good, None)
    state = game.start()
    if not game.first_wins(state):
        return None
    if heap == 1:
        return 0
    odd = count % 2 == 1
    if game.first_wins(game.claimed(state)):
        return 0 if odd else heap - 1
    return 1 if odd else 0


def plan(heaps: Sequence[int], game: ClaimYield) -> Certificate:
    """The evidence: the winner's choice in every state that can come up, the others being settled by LM10.

    The winner yields where that wins: fewer heaps are left, and the plan is much shorter.

    Raises
    ------
    TooLarge
        When the plan has more states than are checked, or the time that the question had is over.
    """
    if all(heap == 1 for heap in heaps):
        return Parity("ones", len(heaps))
    game.meter = game.meter.part(maxsize)
    try:
        return _plan(game)
    except LimitReached:
        raise TooLarge("no time is left to write out the plan") from None


def _plan(game: ClaimYield) -> ClaimYieldPlan:
    states = [game.start()]
    wins = game.first_wins(states[0])
    seen = set(states)
    choices: list[tuple[CheckedState, bool]] = []
    for state in states:
        game.meter.tick()
        if game.settled(state) is not None:
            continue
        options = [game.claimed(state), game.yielded(state)]
        if game.owners[state.next] == wins:
            claim = game.first_wins(options[1]) != wins
            choices.append((CheckedState(*state), claim))
            options = [options[0 if claim else 1]]
        for option in options:
            if option not in seen:
                seen.add(option)
                states.append(option)
        if len(seen) > MOST_STATES:
            raise TooLarge("the plan has too many states")
    return ClaimYieldPlan(wins, tuple(choices))
