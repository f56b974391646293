"""An answer about a family in words, with rows of N and P."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.play import Play

if TYPE_CHECKING:
    from lastmove.research.infinite_families import FamilyAnswer

__all__ = ["described"]


def described(answer: FamilyAnswer) -> str:
    """The claim, then rows of N and P over n."""
    convention = "misère" if answer.play is Play.MISERE else "normal"
    title = f"{answer.columns.name}, {answer.game}, {convention} play"
    if answer.status == "proved":
        many = f"{answer.types:,} types" if answer.types != 1 else "1 type"
        claim = f"proved for every n ({many}; period {answer.period} from {answer.preperiod} columns on)"
    else:
        claim = f"unknown; {answer.stopped_by} limit at {answer.growth.grown} columns, {answer.types:,} types"
    lines = [f"{title}: {claim}"]
    for n, count in answer.n_starts.items():
        rows = answer.rows(n)
        lines += [f"n = {n:>3}  {count:>4} N   {rows[0]}", *(" " * 18 + row for row in rows[1:])]
        lines += [f"{name + ' cap':>15}   {row}" for name, row in answer.cap_rows(n).items()]
    return "\n".join(lines)
