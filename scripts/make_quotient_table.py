"""Make the table of octal games in docs/background/quotients.md.

    python scripts/make_quotient_table.py

What stands between two marker comments of the page is written anew, the rest of it is left alone. The work on each
game is limited by a number of steps, not by time, so the table is the same on every machine.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import lastmove as lm

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = Path(__file__).parent.parent / "docs" / "background" / "quotients.md"
BEGIN, END = "<!-- the table of octal games: scripts/make_quotient_table.py -->", "<!-- end of the table -->"
HEAP, STEPS = 350, 6_000
MORE = ("0.123", "0.152", "4.3", "4.5", "4.7")


def codes() -> Iterator[str]:
    """All codes of one and two octal digits in which heaps can split, and some that the text speaks of."""
    for one, two in product("01234567", repeat=2):
        if {one, two} & set("4567"):
            yield f"0.{one}{two}".rstrip("0")
    yield from MORE


def row(code: str) -> str:
    """What is known of one game."""
    found = lm.quotient(code, heap=HEAP, limits=lm.Limits(positions=STEPS))
    size = f"{found.order}/{found.p_order}"
    if found.period is not None:
        kind = "tame" if found.tame else "wild"
        return f"| {code} | {size} | {kind} | {found.period} | {found.preperiod} | proved for all heaps |"
    kind = "tame so far" if found.tame else "wild"
    size = size if found.status == "proved" else f"at least {size}"
    return f"| {code} | {size} | {kind} | | | heaps up to {found.source.reached} |"


def table() -> str:
    """The whole table."""
    begin = ["| code | elements/P | | period | preperiod | |", "|---|---|---|---:|---:|---|"]
    return "\n".join([*begin, *map(row, dict.fromkeys(codes()))])


def updated(page: str) -> str:
    """The page with a new table."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{table()}\n\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(updated(PAGE.read_text()))
