"""Adjacent Nim by the letter game (LM11, LM17 to LM23).

It decides one owner of doubles, few odd runs of ones, small heaps, one sign, and exactly one heap of 1.
"""

from __future__ import annotations

from abc import abstractmethod
from functools import partial
from typing import TYPE_CHECKING

from lastmove.theorems.board import Study
from lastmove.theorems.claim_yield.letters import MOST_RUNS, LetterGame, TooLong, winning_left, winning_spans
from lastmove.theorems.claim_yield.letters_check import (
    LARGEST_LIFE,
    automaton,
    blocks,
    by_one_owner,
    by_signs,
    letter_list,
)
from lastmove.theorems.duchene_renault import first_minimum
from lastmove.theorems.ideas import HEAP_BY_HEAP
from lastmove.theorems.ours.adjacent_nim import CIRCLE_GAMES
from lastmove.theorems.papers import LM
from lastmove.theorems.rules.circles import CircleTheorem
from lastmove.theorems.statement import Cost, Kind, MoveRange, Statement, Theorem, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lastmove.certificates.certificate import Certificate
    from lastmove.core.limits import Meter
    from lastmove.core.play import Play
    from lastmove.theorems.rules.circles import Circle


VERIFIED = (
    "all positions of up to 12 heaps of up to 3, of up to 10 heaps of up to 4, of up to 7 heaps of up to 6 and of up "
    "to 5 heaps of up to 9, and random larger ones"
)


class LetterTheorem(CircleTheorem):
    """A theorem that names the winner; moves and evidence come from the letter game and are the same for all."""

    @abstractmethod
    def mover_wins(self, heaps: Sequence[int], game: LetterGame) -> bool | None:
        """Whether the mover wins from heaps of which one is above 1; ``None`` where the hypotheses fail."""

    @abstractmethod
    def why(self, heaps: Sequence[int]) -> str:
        """Why they hold."""

    def study_circle(self, circle: Circle, play: Play, meter: Meter) -> Study | None:
        if max(circle.heaps) < 2:
            return None
        game = LetterGame(meter)

        def wins(place: int) -> bool | None:
            meter.check()
            return self.mover_wins(circle.heaps_from(place), game)

        def verdict(place: int) -> Verdict | None:
            known = wins(place)
            return None if known is None else self._verdict(circle, place, play, game, known)

        return Study(verdict, wins)

    def _verdict(self, circle: Circle, place: int, play: Play, game: LetterGame, wins: bool) -> Verdict:
        heaps = circle.heaps_from(place)
        why = f"{self.why(heaps)}; the {'player to move' if wins else 'opponent'} wins the letter game"
        if not wins:
            return Verdict(False, None, why, certificate=partial(_evidence, heaps, play, game))
        lower = circle.lower(place)

        def winning() -> Iterator[MoveRange]:
            spans = winning_spans(heaps, partial(game.mover_wins, play=play))
            return (MoveRange(lower, least, most) for least, most in spans)

        move = lower(winning_left(heaps, play, game))
        return Verdict(True, move, why, winning, certificate=partial(_evidence, heaps, play, game))


def _evidence(heaps: Sequence[int], play: Play, game: LetterGame) -> Certificate:
    game.mover_wins(heaps, play)
    return game.evidence(heaps)


def _is_mover(winner: int | None) -> bool | None:
    return None if winner is None else winner == 0


def _big(heaps: Sequence[int]) -> int:
    return sum(heap > 1 for heap in heaps)


class LM18(LetterTheorem):
    """LM18. Adjacent Nim where one player never owns two big heaps in a row.

    It contains Theorem 3 of Duchêne and Renault (owners alternate), LM10 and LM11.
    """

    cost = Cost.LINEAR
    statement = Statement(
        paper=LM,
        number="LM18",
        title="Adjacent Nim, one owner of doubles",
        text=(
            "Suppose that one player, Y, never owns two consecutive heaps above 1 around the circle, heaps of 1 not "
            "counted; X is the other player. Cut the heaps above 1, from the current one on, into alternating blocks; "
            "forget the first one if its first heap is blocked (then the owner of the last heap wins if it is the "
            "only one). With one block left: an odd one is won by the owner of its first heap, an even one lost by "
            "the owner of its first minimum. With more: X wins if the first and the last heap are his, or if some "
            "block but the last has no heap of 2 or its first 2 is Y's. Else take the last block, then the first heap "
            "less 1 if it is Y's: X wins if the first minimum is Y's, or if in some other block the heaps before its "
            "first 2, less 1, have a strict minimum of Y's below all that."
        ),
        idea=HEAP_BY_HEAP,
        kind=Kind.THEOREM,
        games=CIRCLE_GAMES,
        condition="a heap above 1, and a player who never owns two consecutive ones",
        verified=VERIFIED,
    )

    def mover_wins(self, heaps: Sequence[int], game: LetterGame) -> bool | None:  # noqa: ARG002
        return _is_mover(by_one_owner(*letter_list(heaps)))

    def why(self, heaps: Sequence[int]) -> str:
        return f"of {_big(heaps)} heaps above 1 one player never owns two in a row"


class LM21(LetterTheorem):
    """LM21. Adjacent Nim where all offsets have one sign and their owner's heaps are large enough: he keeps all."""

    cost = Cost.LINEAR
    statement = Statement(
        paper=LM,
        number="LM21",
        title="Adjacent Nim, one sign",
        text=(
            "Walk over the heaps above 1 from the current one on, a step up for each of X's and a step down for each "
            "of Y's, X being the mover; the level of a heap is the lower end of its step, and its offset the level "
            "less twice the height at the end, and 1 more if the number of heaps is odd. If all offsets are negative "
            "and each of X's heaps is larger than 1 + the binary logarithm of its offset's size + the number of Y's "
            "heaps, X wins, keeping every heap he can. Likewise Y if all are positive."
        ),
        idea=HEAP_BY_HEAP,
        kind=Kind.THEOREM,
        games=CIRCLE_GAMES,
        condition="a heap above 1; all offsets have one sign, and the heaps of its owner are large enough",
        verified=VERIFIED,
    )

    def mover_wins(self, heaps: Sequence[int], game: LetterGame) -> bool | None:  # noqa: ARG002
        return _is_mover(by_signs(*letter_list(heaps)))

    def why(self, heaps: Sequence[int]) -> str:
        mine = sum(heap > 1 for heap in heaps[::2])
        return f"of {_big(heaps)} heaps above 1 the mover owns {mine}, and all offsets have one sign"


class LM20(LetterTheorem):
    """LM20. Adjacent Nim with heaps up to 4, any number of them, by a finite automaton.

    There is one for every bound on the heaps; the states are 3, 9 and 211 for heaps up to 2, 3 and 4, and more than
    20,000 for heaps up to 5. The program makes the automaton when it is first needed, in a moment.
    """

    cost = Cost.LINEAR
    statement = Statement(
        paper=LM,
        number="LM20",
        title="Adjacent Nim with bounded heaps",
        text=(
            "For every bound on the heaps a finite automaton reads them from the last to the current one and tells "
            "who wins; so the lost positions form a regular language. For heaps of at most 4 it has 211 states."
        ),
        idea=HEAP_BY_HEAP,
        kind=Kind.THEOREM,
        games=CIRCLE_GAMES,
        condition="a heap above 1, and none above 4",
        verified=VERIFIED,
    )

    def mover_wins(self, heaps: Sequence[int], game: LetterGame) -> bool | None:  # noqa: ARG002
        if max(heaps) > LARGEST_LIFE + 1:
            return None
        return _is_mover(automaton(LARGEST_LIFE).decide(*letter_list(heaps)))

    def why(self, heaps: Sequence[int]) -> str:
        return f"the {_big(heaps)} heaps above 1 are at most {LARGEST_LIFE + 1}, and an automaton has read them"


class LM19(LetterTheorem):
    """LM19. Adjacent Nim with few odd runs of ones between the big heaps: polynomial, whatever the sizes.

    Big heaps with an even number of ones between them have different owners. So each odd run begins a new alternating
    block, and of each block a prefix survives.
    """

    cost = Cost.POWER
    statement = Statement(
        paper=LM,
        number="LM19",
        title="Adjacent Nim with few heaps of 1",
        text=(
            "Cut the heaps above 1, from the current one on, into t alternating blocks: one more than there are odd "
            "runs of ones between them. In every lap what is kept of a block is a prefix of it. So the winner is found "
            "from at most 2 t (m + 2) (m/t + 1)^t positions of the letter game, for m heaps above 1 of any size: in "
            "polynomial time for every fixed number of heaps of 1."
        ),
        idea=HEAP_BY_HEAP,
        kind=Kind.THEOREM,
        games=CIRCLE_GAMES,
        condition=f"a heap above 1; at most {MOST_RUNS} odd runs of ones between such heaps, and not too many lists",
        verified=VERIFIED,
    )

    def mover_wins(self, heaps: Sequence[int], game: LetterGame) -> bool | None:
        listed, letter = letter_list(heaps)
        if len(blocks(listed)) - 2 > MOST_RUNS:
            return None
        try:
            return _is_mover(game.winner(listed, letter))
        except TooLong:
            return None

    def why(self, heaps: Sequence[int]) -> str:
        runs = len(blocks(letter_list(heaps)[0])) - 2
        return f"there are {_big(heaps)} heaps above 1 with {runs} odd run{'s' * (runs != 1)} of ones between them"


LM17 = Statement(
    paper=LM,
    number="LM17",
    title="Adjacent Nim, the letter game",
    text=(
        "Adjacent Nim with a heap above 1 has the winner of this game. The heaps above 1 stand in the order of their "
        "turns; each has its owner and a life, its size less 1; the letter is the player who does not hold the flag of "
        "LM8. If the letter is not the owner of the first heap, or its life is 1, it is deleted and the letter becomes "
        "its owner. Else its owner keeps it, with 1 less, at the end of the list, and the letter becomes the other "
        "player, or deletes it and the letter stays. When no heap is left, the letter names the winner."
    ),
    kind=Kind.THEOREM,
    games=("adjacent-nim",),
    condition="a heap above 1",
    verified="all lists of up to 6 heaps with lives up to 3, both letters, and random larger ones",
)
LM22 = Statement(
    paper=LM,
    number="LM22",
    title="Adjacent Nim, gaps between heaps",
    text=(
        "Let s heaps be above 1, and M the larger of s and 2. If no heap has a size from a + 1 to a + M, for some "
        "a >= 1, then 1 may be taken off all heaps above a: the winner stays. So heaps of at most 1 + s M are enough."
    ),
    kind=Kind.THEOREM,
    games=("adjacent-nim",),
    condition="any heaps",
    verified="all lists of up to 5 heaps with lives up to 7, both letters, and random larger ones",
)
LM23 = Statement(
    paper=LM,
    number="LM23",
    title="Adjacent Nim, rewriting rules",
    text=(
        "In the letter game these parts of lists may replace each other, whatever stands around them (x, y heaps of "
        "different owners, z, w of any, lives in brackets): z[1] w[1] and w[1]; x[p] y[q] and x[p] y[p] if q > p; "
        "x[p] y[q] x[r] and x[r] if q >= p >= r; x[p] y[q] z[1] and z[1] if q >= p; x[p] y[p'] y[q] x[s] x[r] and "
        "y[q] x[s] x[r] if p' >= p >= r and s >= q; for equal lives x y^k x^k and y^(k-1) x^k if k >= 1. A first heap "
        "y[q] counts as y[p+1] if q > p + 1 and the last heap is x[p]."
    ),
    kind=Kind.THEOREM,
    games=("adjacent-nim",),
    condition="any list of the letter game",
    verified="all lists of up to 6 heaps with lives up to 3, both letters, and random larger ones",
)


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
        idea=HEAP_BY_HEAP,
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


DECIDERS: tuple[Theorem, ...] = (LM11(), LM18(), LM21(), LM20(), LM19())
STATEMENTS: tuple[Statement, ...] = (
    LM11.statement,
    LM17,
    LM18.statement,
    LM21.statement,
    LM20.statement,
    LM19.statement,
    LM22,
    LM23,
)
