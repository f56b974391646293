"""LM11, a conjecture on Adjacent Nim with exactly one heap of 1; it can be verified, and never answers a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.theory.citations import LM
from lastmove.theory.papers.duchene_renault.adjacent_nim import first_minimum
from lastmove.theory.statement import Cost, Kind, Standing, Statement, Verdict
from lastmove.theory.tools.board_theorems import Study
from lastmove.theory.tools.circle_boards import CircleTheorem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.core.limits import Meter
    from lastmove.core.play import Play
    from lastmove.theory.statement import Theorem
    from lastmove.theory.tools.circle_boards import Circle

__all__ = ["DECIDERS", "STATEMENTS"]


class LM11(CircleTheorem):
    """LM11, a conjecture. Adjacent Nim with exactly one heap of 1, at place j among N >= 2 heaps.

    No counterexample among 478,949 positions of up to 12 heaps. fm is the place of the first minimum.
    """

    cost = Cost.QUADRATIC
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
        standing=Standing.OPEN,
        games=("adjacent-nim", "vertexnim"),
        condition="exactly one heap of 1, all others at least 2, at least two heaps",
        verified="478,949 positions of up to 12 heaps",
    )

    def study_circle(self, circle: Circle, play: Play, meter: Meter) -> Study | None:  # noqa: ARG002
        if circle.heaps.count(1) != 1 or len(circle.heaps) < 2:
            return None

        def verdict(place: int) -> Verdict:
            heaps = circle.heaps_from(place)
            why = f"there are {len(heaps)} heaps and the only 1 is at place {heaps.index(1) + 1}"
            return Verdict(_conjectured(heaps), None, why)

        return Study(verdict)


def _conjectured(heaps: Sequence[int]) -> bool:
    """Whether the conjecture says that the mover wins."""
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
    lowered = [heap - 1 for heap in heaps[: two - 1]]
    starts = range(1 if other_is_mover else 2, two + 1, 2)
    found = any(first_minimum([*after, *lowered[: k - 1]]) % 2 == 0 for k in starts)
    return found == other_is_mover


DECIDERS: tuple[Theorem, ...] = (LM11(),)
STATEMENTS: tuple[Statement, ...] = (LM11.statement,)
