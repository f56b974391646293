"""LM11: Adjacent Nim with exactly one heap of 1, by the places of the 1, of the first 2 and of first minima."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.theorems.duchene_renault.adjacent_nim import first_minimum
from lastmove.theorems.ours.few_ones import VERIFIED, LetterTheorem
from lastmove.theorems.papers import LM
from lastmove.theorems.statement import Cost, Kind, Statement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.core.limits import Meter
    from lastmove.core.play import Play
    from lastmove.theorems.board import Study
    from lastmove.theorems.claim_yield.letters import LetterGame
    from lastmove.theorems.rules.circles import Circle
    from lastmove.theorems.statement import Theorem


class LM11(LetterTheorem):
    """LM11. Adjacent Nim with exactly one heap of 1, at place j among N >= 2 heaps.

    fm is the place of the first minimum. It was a conjecture for a while; LM18 contains it.
    """

    cost = Cost.LINEAR
    statement = Statement(
        paper=LM,
        number="LM11",
        title="Adjacent Nim with exactly one heap of 1",
        text=(
            "Let w1..wN be the heaps from the current one, N >= 2, with the only 1 at place j, and fm the place of "
            "the first minimum of a list. N odd: for even j the mover wins; for odd j the mover loses if and only if "
            "j = N or fm(w(j+1)..wN) is even. N even: for j = N the mover wins. Else let i be the first place before "
            "j with a heap of 2, Y the owner of the 1 and X the other player: X wins if there is no i or i is Y's; "
            "if i is X's, X wins if and only if for some k <= i owned by X, fm(w(j+1)..wN, w1 - 1..w(k-1) - 1) is "
            "even."
        ),
        kind=Kind.THEOREM,
        games=("adjacent-nim", "vertexnim"),
        condition="exactly one heap of 1, all others at least 2, at least two heaps",
        verified=VERIFIED,
    )

    def study_circle(self, circle: Circle, play: Play, meter: Meter) -> Study | None:
        if circle.heaps.count(1) != 1 or len(circle.heaps) < 2:
            return None
        return super().study_circle(circle, play, meter)

    def mover_wins(self, heaps: Sequence[int], game: LetterGame) -> bool | None:  # noqa: ARG002
        return _wins(heaps)

    def why(self, heaps: Sequence[int]) -> str:
        return f"there are {len(heaps)} heaps and the only 1 is at place {heaps.index(1) + 1}"


def _wins(heaps: Sequence[int]) -> bool:
    """Whether the mover wins. The first minimum is kept track of while k goes on."""
    count, one = len(heaps), heaps.index(1) + 1
    after = heaps[one:]
    if count % 2:
        return one % 2 == 0 or not (one == count or first_minimum(after) % 2 == 0)
    if one == count:
        return True
    other_is_mover = one % 2 == 0  # X, who does not own the 1
    two = next((place for place in range(1, one) if heaps[place - 1] == 2), None)
    if two is None or two % 2 == one % 2:
        return other_is_mover
    # fm(w(j+1)..wN, w1 - 1..w(k-1) - 1) for k of X's parity, k <= i; the places before k are walked once
    least, place = min(after), first_minimum(after)
    first = 1 if other_is_mover else 2
    found = first == 1 and place % 2 == 0
    for k in range(2, two + 1):
        if heaps[k - 2] - 1 < least:
            least, place = heaps[k - 2] - 1, len(after) + k - 1
        found |= k % 2 == first % 2 and place % 2 == 0
    return found == other_is_mover


DECIDERS: tuple[Theorem, ...] = (LM11(),)
STATEMENTS: tuple[Statement, ...] = (LM11.statement,)
