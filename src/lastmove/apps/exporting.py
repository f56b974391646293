"""Tables of values as text: CSV, LaTeX, and b-files as the OEIS wants them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.engine.values import HeapValues

__all__ = ["EXPORTS", "exported"]

EXPORTS = ("csv", "latex", "bfile")
_COLUMNS = 10


def exported(found: HeapValues, target: str, title: str) -> Iterator[str]:
    """The lines of a table in one of the formats, each with its end of line.

    Parameters
    ----------
    found
        The values and their period.
    target
        ``"csv"``: a line for each heap; ``"latex"``: a ``tabular`` of ten columns; ``"bfile"``: a line ``n a(n)`` for
        each heap from 0 on.
    title
        The game, for the comment at the head of LaTeX and b-files.

    Examples
    --------
    >>> from lastmove.engine.values import heap_values
    >>> print(*exported(heap_values("0.77", 2), "csv", "Kayles"), sep="", end="")
    heap,value
    0,0
    1,1
    2,2
    """
    values = found.values.tolist()
    if target == "csv":
        yield "heap,value\n"
        yield from (f"{heap},{value}\n" for heap, value in enumerate(values))
    elif target == "bfile":
        yield f"# Grundy values of the {title}{_period(found)}\n"
        yield from (f"{heap} {value}\n" for heap, value in enumerate(values))
    else:
        yield f"% Grundy values of the {title}{_period(found)}\n"
        yield f"\\begin{{tabular}}{{r|{'r' * _COLUMNS}}}\n"
        yield "$n$ & " + " & ".join(map(str, range(_COLUMNS))) + " \\\\ \\hline\n"
        for row in range(0, len(values), _COLUMNS):
            cells = [*map(str, values[row : row + _COLUMNS]), *[""] * max(0, row + _COLUMNS - len(values))]
            yield f"{row} & " + " & ".join(cells) + " \\\\\n"
        yield "\\end{tabular}\n"


def _period(found: HeapValues) -> str:
    return "" if found.period is None else f", period {found.period}, preperiod {found.preperiod}"
