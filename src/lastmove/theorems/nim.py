"""Nim in log space: who wins Nim, how, with almost no memory, and how long a game lasts.

The decisions here are the fast ones, on integers of any size; :mod:`lastmove.heaps.nim_files` makes them on
files. The machine that reads its input one symbol at a time and counts the bits it keeps is in
:mod:`lastmove.heaps.log_space`. A game is as long as it is when the winner hurries and the loser delays.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial, reduce
from operator import xor
from typing import TYPE_CHECKING, NamedTuple

from lastmove.core.errors import InputError, LimitReached, show
from lastmove.core.language import Phrase
from lastmove.core.limits import Limits, Meter, stopping_at_limits, watched
from lastmove.core.play import Play
from lastmove.core.solution import LimitReason, SearchReason
from lastmove.games.base import read_heaps
from lastmove.games.moves import LowerHeap
from lastmove.search.plain import PlainSearch
from lastmove.theorems.nim_check import NimSum
from lastmove.theorems.papers import BOUTON, LS
from lastmove.theorems.statement import Cost, Kind, MoveRange, Standing, Statement, Theorem, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lastmove.core.solution import Reason
    from lastmove.games.nim import Nim


def nim_sum(heaps: tuple[int, ...]) -> int:
    """The binary sum without carries of the heaps."""
    return reduce(xor, heaps, 0)


def target(heaps: tuple[int, ...], number: int, play: Play) -> int | None:
    """What heap ``number`` must be lowered to for a win; ``None`` if no move on it wins.

    At most one move on a heap wins: two would differ by a move between positions that both lose.
    """
    return _target(heaps[number], nim_sum(heaps), sum(heap > 1 for heap in heaps), play)


def _target(heap: int, total: int, big: int, play: Play) -> int | None:
    """The same from the nim-sum of all heaps and how many of them are above 1."""
    others, big_elsewhere = total ^ heap, big > (heap > 1)
    left = others if play is Play.NORMAL or big_elsewhere else others ^ 1
    return left if left < heap else None


class _Bouton(Theorem):
    """What both theorems say alike: the mover wins iff the nim-sum is not 0, unless all heaps are <= 1 in misère play.

    There it is the other way round.
    """

    cost = Cost.CONSTANT

    def decide(self, position: Nim, play: Play, meter: Meter) -> Verdict:  # noqa: ARG002
        heaps = position.heaps
        total, big = nim_sum(heaps), sum(heap > 1 for heap in heaps)
        wins = (total != 0) != (play is Play.MISERE and not big)

        def winning() -> Iterator[MoveRange]:
            for number, heap in enumerate(watched(heaps)):
                left = _target(heap, total, big, play)
                if left is not None:
                    yield MoveRange(partial(LowerHeap, number), left, left)

        first = next(winning(), None) if wins else None
        why = because(play, total, all_small=not big)
        return Verdict(wins, first and first.make(first.least), why, winning, certificate=partial(NimSum, total))


class NormalBouton(_Bouton):
    """Theorem 2. In normal play the mover wins iff the nim-sum of the heaps is not 0."""

    statement = Statement(
        paper=LS,
        number="2",
        title="Nim, normal play",
        known_as="Bouton's theorem",
        due_to=(BOUTON,),
        text="The player to move wins if and only if the nim-sum of the heaps is not 0.",
        idea="Always leave the nim-sum 0. Your opponent has to spoil it, and you can make it 0 again.",
        kind=Kind.THEOREM,
        games=("nim",),
        plays=(Play.NORMAL,),
        condition="any heaps",
        verified="all positions of up to 4 heaps of up to 7",
    )


class MisereBouton(_Bouton):
    """Theorem 3. In misère play the mover wins iff "the nim-sum is not 0" differs from "all heaps are <= 1"."""

    statement = Statement(
        paper=LS,
        number="3",
        title="Nim, misère play",
        known_as="Bouton's theorem for misère Nim",
        due_to=(BOUTON,),
        text=(
            "The player to move wins if and only if exactly one of these holds: the nim-sum of the heaps is not 0; "
            "every heap is at most 1."
        ),
        idea=(
            "Play as in ordinary Nim and leave the nim-sum 0, until your move would leave only heaps of 1. Then leave "
            "an odd number of them."
        ),
        kind=Kind.THEOREM,
        games=("nim",),
        plays=(Play.MISERE,),
        condition="any heaps",
        verified="all positions of up to 4 heaps of up to 7",
    )


class Theorem3ProofAsPrinted(Theorem):
    """The last step of Theorem 3's proof, false as printed: it counts empty heaps too. The theorem stands.

    Smallest failure: the heaps 2 and 0. There are two, so the printed move takes the whole 2, and the opponent, who
    cannot move, wins; 2 -> 1 wins. `last_step` with the number of non-empty heaps is the repair.
    """

    cost = Cost.CONSTANT
    statement = Statement(
        paper=LS,
        number="3 proof",
        title="Misère Nim with one heap above 1, as the proof of Theorem 3 says",
        text=(
            "If exactly one heap is above 1, a winning move lowers it to 0 if the number of heaps is even, and to 1 if "
            "it is odd. True instead: only the heaps that are not empty count."
        ),
        kind=Kind.ERRATUM,
        standing=Standing.REFUTED,
        games=("nim",),
        plays=(Play.MISERE,),
        condition="exactly one heap is above 1",
    )

    def decide(self, position: Nim, play: Play, meter: Meter) -> Verdict | None:  # noqa: ARG002
        size = len(position.heaps)
        move = last_step(position.heaps, size)
        return None if move is None else Verdict(True, move, f"{size} heaps are counted, empty ones included")


def last_step(heaps: tuple[int, ...], size: int) -> LowerHeap | None:
    """The end of Theorem 3's proof: the only heap above 1 is lowered to 0 if ``size`` is even, else to 1.

    The proof takes the number of heaps for ``size``; right is the number of heaps that are not empty. ``None`` where
    it is not so that exactly one heap is above 1.

    >>> last_step((2, 0), size=2), last_step((2, 0), size=1)
    (LowerHeap(heap=0, remaining=0), LowerHeap(heap=0, remaining=1))
    """
    big = [number for number, heap in enumerate(heaps) if heap > 1]
    return LowerHeap(big[0], size % 2) if len(big) == 1 else None


def length_of_two_equal_heaps(n: int, play: Play) -> int:
    """Section 5. How many moves a game on two heaps of n takes, if the winner hurries and the loser delays.

    2 n in normal play and, for n >= 2, 2 n - 1 in misère play, where the loser can be spared the last move. Two heaps
    of 1 take two moves however one plays. So the length is exponential in the bits of n.

    >>> [length_of_two_equal_heaps(n, Play.MISERE) for n in range(5)]
    [0, 2, 3, 5, 7]
    """
    if isinstance(n, bool) or not isinstance(n, int) or n < 0:
        raise InputError("n", f"{show(n)}; accepted: integers >= 0")
    return 2 * n - 1 if play is Play.MISERE and n >= 2 else 2 * n


def theorem_of(play: Play) -> Statement:
    """The statement that decides Nim under a convention."""
    return NormalBouton.statement if play is Play.NORMAL else MisereBouton.statement


def because(play: Play, nim_sum: int | str, *, all_small: bool = False) -> str:
    """What the theorem of a convention looks at, in words. The nim-sum is a number, or a description of one."""
    if isinstance(nim_sum, int) and nim_sum >= 10**20:
        nim_sum = f"not 0 ({nim_sum.bit_length():,} bits)"
    if play is Play.NORMAL:
        return Phrase("the nim-sum of the heaps is {sum}", sum=nim_sum)
    if all_small:
        return Phrase("the nim-sum of the heaps is {sum} and every heap is at most 1", sum=nim_sum)
    return Phrase("the nim-sum of the heaps is {sum} and some heap is larger than 1", sum=nim_sum)


LEMMA_1 = Statement(
    paper=LS,
    number="Lemma 1",
    title="Moves and the nim-sum",
    text="The nim-sum of the heaps is 0 if and only if every move makes it different from 0.",
    kind=Kind.THEOREM,
    games=("nim",),
    verified="all positions of up to 4 heaps of up to 7",
)
SECTION_4 = Statement(
    paper=LS,
    number="4",
    title="Nim in logarithmic space",
    text=(
        "Who wins Nim, and a winning move, can be found in logarithmic work space, in both conventions and whether the "
        "heaps are written in binary or in unary."
    ),
    kind=Kind.THEOREM,
    games=("nim",),
    verified=(
        "by a machine that counts its registers: at most 6 log2(n) + 23 bits in binary and 4 log2(n) + 32 in unary, "
        "measured for n from 100 to 10,000,000 symbols"
    ),
)
SECTION_5 = Statement(
    paper=LS,
    number="5",
    title="The length of a game on two equal heaps",
    text=(
        "On two heaps of n the loser can delay the end for 2n moves in normal play and, for n at least 2, for 2n - 1 "
        "in misère play, and no longer: exponential in the number of bits of n."
    ),
    idea=(
        "On an odd circuit empty your vertex: your opponent comes to it first. On an even one everyone keeps coming "
        "back to the same vertices: take one token at a time, and whoever has the first smallest vertex runs dry."
    ),
    kind=Kind.THEOREM,
    games=("nim",),
    condition="two equal heaps",
    verified="n up to 40, against the remoteness by the definition",
)

DECIDERS: tuple[Theorem, ...] = (NormalBouton(), MisereBouton(), Theorem3ProofAsPrinted())
STATEMENTS: tuple[Statement, ...] = (
    LEMMA_1,
    NormalBouton.statement,
    MisereBouton.statement,
    Theorem3ProofAsPrinted.statement,
    SECTION_4,
    SECTION_5,
)


class Length(NamedTuple):
    """The number of moves to the end (the remoteness), ``None`` if a limit was spent first; and why."""

    moves: int | None
    reason: Reason


@dataclass(frozen=True, slots=True)
class _Heaps:
    """A position of Nim as a multiset: non-empty heaps in order. Play on it is as long as on the heaps themselves."""

    heaps: tuple[int, ...]

    @classmethod
    def of(cls, heaps: Iterable[int]) -> _Heaps:
        return cls(tuple(sorted(heap for heap in heaps if heap)))

    def moves(self) -> Iterator[tuple[int, int]]:
        for number, heap in enumerate(self.heaps):
            if self.heaps.index(heap) == number:  # equal heaps have the same moves
                for remaining in range(heap):
                    yield number, remaining

    def after(self, move: tuple[int, int]) -> _Heaps:
        number, remaining = move
        return self.of((*self.heaps[:number], remaining, *self.heaps[number + 1 :]))


def nim_length(heaps: Iterable[int], play: Play | str = Play.NORMAL, *, limits: Limits | None = None) -> Length:
    """The number of moves in a game of Nim when the winner hurries and the loser delays.

    Two equal heaps by the closed form, of any size; no formula is known to us for other heaps, and these are worked
    out by the definition, one position after the other.

    Parameters
    ----------
    heaps
        The heap sizes; empty heaps and the order change nothing.
    play
        The convention.
    limits
        What the search may spend; when it is spent, ``moves`` is ``None`` and the reason says so.

    Examples
    --------
    >>> nim_length([10**30, 10**30], "misere").moves == 2 * 10**30 - 1
    True
    >>> nim_length([1, 2, 3]).moves
    6
    """
    play = Play(play)
    position = _Heaps.of(read_heaps(heaps))
    if len(position.heaps) == 2 and len(set(position.heaps)) == 1:
        reason = SECTION_5.reason()
        return Length(length_of_two_equal_heaps(position.heaps[0], play), reason)
    meter = Meter(limits)
    try:
        with stopping_at_limits(meter):
            moves = PlainSearch(play, meter).remoteness(position)
    except LimitReached as stop:
        return Length(None, LimitReason(stop.limit, stop.positions, meter.seconds))
    return Length(moves, SearchReason(meter.positions, meter.seconds))
