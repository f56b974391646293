"""Answers to queries as text: CSV, LaTeX, and b-files as the OEIS wants them."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from lastmove.cli.number_types import integers
from lastmove.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lastmove.censuses.query import Rows

__all__ = ["FORMATS", "first_difference", "sequence", "written"]

FORMATS = ("csv", "latex", "bfile")
_NAMED = {"\\": "backslash", "^": "asciicircum", "~": "asciitilde", "|": "bar", "<": "less", ">": "greater"}
_LATEX = str.maketrans(
    {c: f"\\{c}" for c in "&%$#_{}"}
    | {c: f"\\text{name}{{}}" for c, name in _NAMED.items()}
    | {"[": "{[}", "*": "{*}"}  # at the beginning of a row LaTeX takes them for options of the line break before it
)


def written(rows: Rows, target: str, title: str) -> Iterator[str]:
    """The lines of a table in one of the formats, each with its end of line.

    Parameters
    ----------
    rows
        The answer.
    target
        ``"csv"``, with a line of names; ``"latex"``, a ``tabular``; ``"bfile"``, a line ``n a(n)`` for each row.
    title
        For the comment at the head of LaTeX and b-files.

    Examples
    --------
    >>> from lastmove.censuses.query import Rows
    >>> print(*written(Rows(("n", "wins"), [(1, 1), (2, 0)]), "bfile", "misère wins"), sep="", end="")
    # misère wins
    1 1
    2 0
    """
    if target == "csv":
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(rows.columns)
        writer.writerows(rows.rows)
        yield text.getvalue()
    elif target == "bfile":
        terms = sequence(rows)
        yield f"# {title}\n"
        yield from (f"{n} {value}\n" for n, value in terms)
    else:
        yield f"% {title}\n\\begin{{tabular}}{{{'r' * len(rows.columns)}}}\n"
        yield " & ".join(name.translate(_LATEX) for name in rows.columns) + " \\\\ \\hline\n"
        for row in rows.rows:
            yield " & ".join("" if value is None else str(value).translate(_LATEX) for value in row) + " \\\\\n"
        yield "\\end{tabular}\n"


def sequence(rows: Rows) -> list[tuple[int, int]]:
    """The terms of a sequence: two columns of integers, the first one n, n + 1, n + 2, ..."""
    terms = [(_integer(n), _integer(value)) for n, value in (row[:2] for row in rows.rows if len(row) == 2)]
    if len(terms) != len(rows.rows) or any(n is None or value is None for n, value in terms):
        raise InputError("query", f"a sequence has two columns of integers, n and a(n), not {', '.join(rows.columns)}")
    found = [(n, value) for n, value in terms if n is not None and value is not None]
    if any(n != found[0][0] + place for place, (n, _) in enumerate(found)):
        raise InputError("query", "the first column of a sequence is n, n + 1, n + 2, ...; `order by n` sorts it")
    return found


def _integer(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def first_difference(rows: Rows, expected: str) -> str | None:
    """Where a sequence is not as given, in words; values beyond the shorter of the two are not compared.

    >>> from lastmove.censuses.query import Rows
    >>> first_difference(Rows(("n", "wins"), [(1, 1), (2, 0)]), "1, 2, 3")
    'check: a(2) is 0, not 2'
    """
    values = integers("check", expected, "integers")
    if not rows.rows:
        return "check: the answer has no rows"
    for (n, value), wanted in zip(sequence(rows), values, strict=False):
        if value != wanted:
            return f"check: a({n}) is {value}, not {wanted}"
    return None
