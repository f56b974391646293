"""An answer about a family in words, with rows of N and P."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.errors import printable
from lastmove.core.play import Play

if TYPE_CHECKING:
    from lastmove.families.family import FamilyAnswer

__all__ = ["cap_rows", "described"]


def described(answer: FamilyAnswer) -> str:
    """The claim, then rows of N and P over n."""
    convention = "misère" if answer.play is Play.MISERE else "normal"
    title = f"{printable(answer.columns.name)}, {answer.game}, {convention} play"
    if answer.status == "proved":
        many = f"{answer.types:,} types" if answer.types != 1 else "1 type"
        claim = f"proved for every n ({many}; period of the types {answer.period} from n = {answer.preperiod} on)"
    else:
        claim = f"unknown; {answer.stopped_by} limit at {answer.growth.grown} columns, {answer.types:,} types"
    lines = [f"{title}: {claim}"]
    for n, count in answer.n_starts.items():
        rows = answer.rows(n)
        lines += [f"n = {n:>3}  {count:>4} N   {rows[0]}", *(" " * 18 + row for row in rows[1:])]
        lines += [f"{name + ' cap':>15}   {row}" for name, row in cap_rows(answer, n).items()]
    return "\n".join(lines)


def cap_rows(answer: FamilyAnswer, n: int) -> dict[str, str]:
    """The outcomes of the vertices of the caps, a letter each; there is no row for a cap that the family lacks."""
    found, first = answer.outcomes(n), answer.columns.places * n
    letters = "".join(outcome.value[0] for v, outcome in found.items() if v >= first)
    rows = {"left": letters[: answer.columns.left.n], "right": letters[answer.columns.left.n :]}
    return {name: row for name, row in rows.items() if row}
