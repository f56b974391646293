"""Duchêne and Renault on Adjacent Nim: Theorem 3 and Problem 4."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from lastmove.core.errors import show
from lastmove.core.play import Play
from lastmove.theorems.board import Study, verdict_from
from lastmove.theorems.papers import DR
from lastmove.theorems.rules.circles import CircleTheorem
from lastmove.theorems.statement import Cost, Kind, MoveRange, Standing, Statement, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lastmove.core.limits import Meter
    from lastmove.theorems.rules.circles import Circle
    from lastmove.theorems.statement import Theorem


def first_minimum(heaps: Sequence[int]) -> int:
    """The place of the first smallest heap, counted from 1."""
    return heaps.index(min(heaps)) + 1


class Theorem3(CircleTheorem):
    """Theorem 3. Adjacent Nim with all heaps >= 2: N odd wins; N even wins iff the first minimum is at an even place.

    The paper has N >= 3 heaps and normal play; one and two heaps follow the same rule, and by LM4 so does misère play.
    """

    cost = Cost.LINEAR
    rule = "theorem-3"
    statement = Statement(
        paper=DR,
        number="3",
        title="Adjacent Nim with heaps of at least 2",
        text=(
            "Count the non-empty heaps from the current one, all of them at least 2. If their number is odd, the "
            "player to move wins; if it is even, if and only if the first smallest heap is at an even place."
        ),
        kind=Kind.THEOREM,
        games=("adjacent-nim", "vertexnim"),
        condition="all non-empty heaps are at least 2 (in Vertexnim: a directed circuit without loops)",
        verified=(
            "all circles of up to 5 heaps of up to 4 and, without empty heaps, of up to 10 heaps of up to 2, and "
            "random larger ones"
        ),
    )

    def study_circle(self, circle: Circle, play: Play, meter: Meter) -> Study | None:  # noqa: ARG002
        if min(circle.heaps) < 2:
            return None
        if len(circle.heaps) % 2:
            return Study(partial(_odd_verdict, circle, play), lambda _: True)
        steps = _steps_to_minimum(circle.heaps)
        return Study(partial(_even_verdict, circle, steps), lambda place: steps[place] % 2 == 1)


def _odd_verdict(circle: Circle, play: Play, place: int) -> Verdict:
    count, lower = len(circle.heaps), circle.lower(place)
    if count == 1:
        left = 0 if play is Play.NORMAL else 1
        return verdict_from(True, "there is 1 heap, and it is at least 2", lambda: [MoveRange(lower, left, left)])
    why = f"there are {count} heaps, an odd number, all at least 2"
    return Verdict(True, lower(1), why, partial(_odd_winning, circle, place))


def _odd_winning(circle: Circle, place: int) -> Iterator[MoveRange]:
    """Lowering to 1 wins; emptying wins if the even circle that is left is lost; nothing else does."""
    lower = circle.lower(place)
    if first_minimum(circle.heaps_from(place)[1:]) % 2 == 1:
        yield MoveRange(lower, 0, 0)
    yield MoveRange(lower, 1, 1)


def _even_verdict(circle: Circle, steps: Sequence[int], place: int) -> Verdict:
    """Lower to no less than the smallest heap, and the opponent owns the first minimum."""
    first, least = steps[place] + 1, circle.heaps[(place + steps[place]) % len(circle.heaps)]
    parity = "even" if first % 2 == 0 else "odd"
    why = (
        f"there are {len(circle.heaps)} heaps, an even number, and the first smallest one, {show(least)}, "
        f"is at place {first}, an {parity} one"
    )
    spans = [MoveRange(circle.lower(place), least, circle.heaps[place] - 1)]
    return verdict_from(first % 2 == 0, why, lambda: spans)


def _steps_to_minimum(heaps: Sequence[int]) -> list[int]:
    """For each place how many steps on the next smallest heap is."""
    least, count = min(heaps), len(heaps)
    steps = [0] * count
    for place in range(2 * count - 1, -1, -1):  # the second lap knows what comes after the end of the first
        here = place % count
        steps[here] = 0 if heaps[here] == least else steps[(here + 1) % count] + 1
    return steps


PROBLEM_4 = Statement(
    paper=DR,
    number="4",
    title="Adjacent Nim with heaps of 1",
    text=(
        "Who wins Adjacent Nim when some heaps are 1? Answered in polynomial time for every fixed number of heaps of "
        "1, whatever the sizes (LM19; for exactly one heap of 1 by a formula, LM11), and in linear time for every "
        "bound on the heaps (LM20), wherever one player never owns two heaps above 1 in a row (LM18, with LM9 and "
        "LM10), and where one player owns much more (LM21). In general it comes down to a smaller game (LM8, LM17), "
        "which is searched after it is shortened (LM22, LM23). Open: whether polynomial time is enough for many heaps "
        "of 1 and many sizes at once."
    ),
    kind=Kind.OPEN_PROBLEM,
    standing=Standing.OPEN,
    games=("adjacent-nim",),
)

DECIDERS: tuple[Theorem, ...] = (Theorem3(),)
STATEMENTS: tuple[Statement, ...] = (Theorem3.statement, PROBLEM_4)
