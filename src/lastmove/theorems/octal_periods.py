"""The theorem that proves the period of a heap game: see :class:`lastmove.heaps.check.Period`."""

from __future__ import annotations

from lastmove.core.play import Play
from lastmove.theorems.papers import GUY_SMITH
from lastmove.theorems.statement import Kind, Statement, Theorem

DECIDERS: tuple[Theorem, ...] = ()
STATEMENTS: tuple[Statement, ...] = (
    Statement(
        paper=GUY_SMITH,
        number="period",
        title="Grundy values of heaps repeat",
        known_as="octal periodicity theorem",
        text=(
            "Let no move of an octal game take more than d tokens, and let g(n + p) = g(n) for n0 <= n < 2 n0 + p + d. "
            "Then g(n + p) = g(n) for all n >= n0."
        ),
        kind=Kind.THEOREM,
        games=("octal",),
        plays=(Play.NORMAL,),
        verified="the published periods of seven codes; Kayles heap by heap to a million",
    ),
)
