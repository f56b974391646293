"""Our results on Adjacent Nim with heaps of 1 (Duchêne and Renault, Problem 4): LM6 to LM10."""

from __future__ import annotations

from bisect import bisect_left
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from lastmove.core.language import Phrase
from lastmove.core.limits import current_meter
from lastmove.theorems.board import Study, lost_if_it_lasts, verdict_from
from lastmove.theorems.claim_yield.game import ClaimYield, good_move, plan
from lastmove.theorems.claim_yield.letters import LetterGame, winning_spans
from lastmove.theorems.ideas import HEAP_BY_HEAP
from lastmove.theorems.papers import LM
from lastmove.theorems.rules.circles import CircleTheorem
from lastmove.theorems.statement import Cost, Kind, MoveRange, Statement, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from lastmove.core.limits import Meter
    from lastmove.core.play import Play
    from lastmove.theorems.rules.circles import Circle
    from lastmove.theorems.statement import Theorem

CIRCLE_GAMES = ("adjacent-nim", "vertexnim")


class LM8(CircleTheorem):
    """LM8. Adjacent Nim is decided by the game of claiming and yielding, where heaps of 1 play no part.

    The game is described and solved in :mod:`lastmove.theorems.claim_yield.game`; the cost grows with the number
    of heaps above 1, not with their sizes.
    """

    cost = Cost.CLOSURE
    statement = Statement(
        paper=LM,
        number="LM8",
        title="Adjacent Nim, claim and yield",
        text=(
            "Number the non-empty heaps from the current one: the mover owns the odd places, the opponent the even "
            "ones, and the mover holds a flag if their number is odd, else the opponent. Walk round the heaps above "
            "1. The owner of the next one claims it and takes the flag (the heap loses 1 if the other player held "
            "the flag, and drops out at 1 or if the owner held it), or yields it (it drops out, the other player "
            "takes the flag). Who holds the flag when no heap is left wins, in both conventions unless all heaps "
            "were 1 to begin with; then their number decides."
        ),
        idea=HEAP_BY_HEAP,
        kind=Kind.THEOREM,
        games=CIRCLE_GAMES,
        condition="any heaps (in Vertexnim: a directed circuit without loops)",
        verified="all positions of up to 12 heaps of up to 3, and of up to 9 heaps of up to 4",
    )

    def study_circle(self, circle: Circle, play: Play, meter: Meter) -> Study | None:
        def verdict(place: int) -> Verdict:
            heaps = circle.heaps_from(place)
            game = ClaimYield(heaps, meter)
            left = good_move(heaps, play, game)
            big = sum(heap > 1 for heap in heaps)
            why = f"the game on the {big} heaps above 1, searched, is won by the {_side(left is not None)}"
            if not big:
                why = _all_ones(len(heaps))
            evidence = partial(plan, heaps, game)
            if left is None:
                return Verdict(False, None, why, certificate=evidence)
            winning = _all_winning(circle, place, play, meter)
            return Verdict(True, circle.lower(place)(left), why, winning, certificate=evidence)

        return Study(verdict)


def _all_ones(count: int) -> str:
    return Phrase("all {count} heaps are 1", count=count) if count > 1 else Phrase("the only heap is 1")


def _side(mover: bool) -> str:
    return "player to move" if mover else "opponent"


def _all_winning(circle: Circle, place: int, play: Play, meter: Meter) -> Callable[[], Iterable[MoveRange]]:
    """How to find all winning moves: by the outcomes of some."""

    def winning() -> Iterable[MoveRange]:
        lower = circle.lower(place)
        wins = partial(LetterGame(current_meter() or meter).mover_wins, play=play)
        return [MoveRange(lower, least, most) for least, most in winning_spans(circle.heaps_from(place), wins)]

    return winning


class LM9(CircleTheorem):
    """LM9. Adjacent Nim with heaps <= 2: the owner of the last 2 wins.

    In claim and yield every heap drops out at its first visit, and whoever visits the last one claims it.
    """

    cost = Cost.LINEAR
    rule = "LM9"
    statement = Statement(
        paper=LM,
        number="LM9",
        title="Adjacent Nim with heaps of at most 2",
        text=(
            "Count the non-empty heaps from the current one, all of them at most 2. The player to move wins if and "
            "only if the last 2 is at an odd place. Without a 2 their number decides: odd wins in normal play, even "
            "in misère play."
        ),
        idea=(
            "Only the last heap of 2 matters. When it is yours, take one token of it or both, whichever makes the "
            "number of moves come out right."
        ),
        kind=Kind.THEOREM,
        games=CIRCLE_GAMES,
        condition="all heaps are at most 2 (in Vertexnim: a directed circuit without loops)",
        verified="all positions of up to 12 heaps",
    )

    def study_circle(self, circle: Circle, play: Play, meter: Meter) -> Study | None:  # noqa: ARG002
        heaps = circle.heaps
        if max(heaps) > 2:
            return None
        twos = [place for place, heap in enumerate(heaps) if heap == 2]
        return Study(partial(_twos_verdict, circle, play, twos), partial(_twos_win, circle, play, twos))


def _twos_verdict(circle: Circle, play: Play, twos: Sequence[int], place: int) -> Verdict:
    count = len(circle.heaps)
    why = _all_ones(count)
    if twos:
        why = Phrase("the last 2 is at place {last} of {count}", last=_last_two(circle, twos, place), count=count)
    winning = partial(_small_winning, circle, play, len(twos), place)
    return verdict_from(_twos_win(circle, play, twos, place), why, winning)


def _twos_win(circle: Circle, play: Play, twos: Sequence[int], place: int) -> bool:
    if twos:
        return _last_two(circle, twos, place) % 2 == 1
    return not lost_if_it_lasts(len(circle.heaps), play)


def _last_two(circle: Circle, twos: Sequence[int], place: int) -> int:
    """Where the last 2 stands, counted from the current heap as 1: the one before it in the circle."""
    return (twos[bisect_left(twos, place) - 1] - place) % len(circle.heaps) + 1


def _small_winning(circle: Circle, play: Play, big: int, place: int) -> Iterable[MoveRange]:
    """The winning moves on a heap of 1 or 2 in a won position: both, unless every other heap is 1."""
    heap, count, lower = circle.heaps[place], len(circle.heaps), circle.lower(place)
    alone = big == (heap > 1)
    good = [left for left in range(heap) if not alone or lost_if_it_lasts(count - 1 + left, play)]
    return [MoveRange(lower, left, left) for left in good]


class LM10(CircleTheorem):
    """LM10. Adjacent Nim: who owns the last big heap wins if the other never has two in a row and starts badly.

    Let L own the last heap above 1 and Z be the other player. L yields every heap but the last. The flag is then Z's
    whenever a heap of Z comes up, so that heap drops out, whatever Z does; and after it comes one of L's. At last only
    the last heap is left, and L claims it.
    """

    cost = Cost.LINEAR
    rule = "LM10"
    statement = Statement(
        paper=LM,
        number="LM10",
        title="Adjacent Nim, the last big heap",
        text=(
            "Number the non-empty heaps from the current one; the mover owns the odd places. Let L own the last heap "
            "above 1 and Z be the other player. If Z never owns two consecutive heaps above 1 (heaps of 1 not "
            "counted), and if the first heap above 1 is L's, or the number of heaps is odd and Z is the mover, or it "
            "is even and L is the mover, then L wins."
        ),
        idea=HEAP_BY_HEAP,
        kind=Kind.THEOREM,
        games=CIRCLE_GAMES,
        condition="a heap above 1, and the order of owners that the rule asks for",
        verified="all positions of up to 12 heaps of up to 3, and of up to 9 heaps of up to 4",
    )

    def study_circle(self, circle: Circle, play: Play, meter: Meter) -> Study | None:
        owners = _Owners(circle.heaps)
        if not owners.big:
            return None
        return Study(partial(_last_heap_verdict, circle, play, meter, owners), owners.mover_wins)


class _Owners:
    """Who owns what from each place, after one pass; two laps are written out, so that nothing wraps round."""

    def __init__(self, heaps: Sequence[int]) -> None:
        self.count = len(heaps)
        self.big = [place for place in range(2 * self.count) if heaps[place % self.count] > 1]
        self.lap = len(self.big) // 2
        self._twice: tuple[list[int], list[int]] = ([0], [0])
        """For even and for odd places, up to each big heap: how often two big heaps in a row stood at such places."""
        for one, two in pairwise(self.big):
            for parity, counts in enumerate(self._twice):
                counts.append(counts[-1] + (one % 2 == two % 2 == parity))

    def last(self, place: int) -> int:
        """The last big heap from a place on."""
        return self.big[bisect_left(self.big, place) + self.lap - 1]

    def mover_wins(self, place: int) -> bool | None:
        """Whether the mover is L of LM10; ``None`` if its conditions fail."""
        first = bisect_left(self.big, place)
        last = first + self.lap - 1
        winner, mover = self.big[last] % 2, place % 2
        other = 1 - winner
        flag = mover if self.count % 2 else 1 - mover
        badly = self.big[first] % 2 == winner or flag == other
        in_a_row = self._twice[other][last] > self._twice[other][first]
        return winner == mover if badly and not in_a_row else None


def _last_heap_verdict(circle: Circle, play: Play, meter: Meter, owners: _Owners, place: int) -> Verdict | None:
    wins, count = owners.mover_wins(place), owners.count
    if wins is None:
        return None
    why = (
        f"the last heap above 1 is at place {owners.last(place) - place + 1} of {count}, so it is the {_owner(wins)}, "
        f"and no two of the {_owner(not wins)} heaps above 1 are in a row"
    )
    if not wins:
        return Verdict(False, None, why)
    move = circle.lower(place)(_yielding(circle.heaps[place], count, owners.lap, play))
    return Verdict(True, move, why, _all_winning(circle, place, play, meter))


def _owner(mover: bool) -> str:
    return "mover's" if mover else "opponent's"


def _yielding(heap: int, count: int, big: int, play: Play) -> int:
    """What L's next move leaves of the current heap."""
    if heap == 1:
        return 0
    if big == 1:
        return 0 if lost_if_it_lasts(count - 1, play) else 1
    return 1 if count % 2 else 0


LM6 = Statement(
    paper=LM,
    number="LM6",
    title="Adjacent Nim, more is better",
    text=(
        "Raising a heap never hurts its owner: who wins still wins when a non-empty heap at an odd place (for the "
        "player to move) or at an even place (for the opponent) is made larger."
    ),
    kind=Kind.THEOREM,
    games=("adjacent-nim",),
    condition="the heap raised is not empty",
    verified="all positions of up to 11 heaps of up to 3, and of up to 9 heaps of up to 4",
)
LM7 = Statement(
    paper=LM,
    number="LM7",
    title="Adjacent Nim, two moves are enough",
    text=(
        "If the player to move wins, one of two moves wins: with an odd number of non-empty heaps, emptying the "
        "current heap or lowering it to 1; with an even number, emptying it or lowering it by 1."
    ),
    kind=Kind.THEOREM,
    games=("adjacent-nim",),
    condition="any heaps",
    verified="all positions of up to 11 heaps of up to 3, and of up to 9 heaps of up to 4",
)

DECIDERS: tuple[Theorem, ...] = (LM8(), LM9(), LM10())
STATEMENTS: tuple[Statement, ...] = (LM6, LM7, *(theorem.statement for theorem in DECIDERS))
