"""Tables of values as text: CSV, LaTeX, and b-files as the OEIS wants them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from lastmove.core.limits import look

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.sums.grundy import HeapValues

__all__ = ["EXPORTS", "exported"]

EXPORTS = ("csv", "latex", "bfile")
_COLUMNS = 10
_BLOCK = 10_000


def exported(found: HeapValues, target: str, title: str) -> Iterator[str]:
    """A table in one of the formats, in pieces of many lines.

    Parameters
    ----------
    found
        The values and their period.
    target
        ``"csv"``: a line for each heap; ``"latex"``: a ``tabular`` of ten columns; ``"bfile"``: a line ``n a(n)`` for
        each heap from 0 on; ``"json"``: the answer object.
    title
        The game, for the comment at the head of LaTeX and b-files.

    Examples
    --------
    >>> from lastmove.sums.grundy import heap_values
    >>> print(*exported(heap_values("0.77", 2), "csv", "Kayles"), sep="", end="")
    heap,value
    0,0
    1,1
    2,2
    """
    if target == "csv":
        yield "heap,value\n"
        yield from ("".join(f"{heap},{value}\n" for heap, value in block) for block in _blocks(found))
    elif target == "bfile":
        yield f"# Grundy values of the {title}{_period(found)}\n"
        yield from ("".join(f"{heap} {value}\n" for heap, value in block) for block in _blocks(found))
    elif target == "json":
        yield '{"values": ['
        for block in _blocks(found):
            first, _ = block[0]
            yield (", " if first else "") + ", ".join(str(value) for _, value in block)
        yield f"], {json.dumps(found.period_to_json())[1:]}\n"
    else:
        yield f"% Grundy values of the {title}{_period(found)}\n"
        yield f"\\begin{{tabular}}{{r|{'r' * _COLUMNS}}}\n"
        yield "$n$ & " + " & ".join(map(str, range(_COLUMNS))) + " \\\\ \\hline\n"
        for block in _blocks(found):
            for row in range(0, len(block), _COLUMNS):
                values = [str(value) for _, value in block[row : row + _COLUMNS]]
                cells = [*values, *[""] * (_COLUMNS - len(values))]
                yield f"{block[row][0]} & " + " & ".join(cells) + " \\\\\n"
        yield "\\end{tabular}\n"


def _blocks(found: HeapValues) -> Iterator[list[tuple[int, int]]]:
    """Heaps and their values, many at a time; a limit is looked at between two blocks."""
    for begin in range(0, len(found.values), _BLOCK):
        look()
        yield list(enumerate(found.values[begin : begin + _BLOCK].tolist(), start=begin))


def _period(found: HeapValues) -> str:
    return "" if found.period is None else f", period {found.period}, preperiod {found.preperiod}"
