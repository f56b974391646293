"""A table for people: rows under a head, in columns, as Markdown or as HTML; ``cli/text.py`` colours it."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape

_NARROW = 30
"""Characters that the last column has in any case."""


def _without_bars(cell: str) -> str:
    return cell.replace("|", "\\|")


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a head.

    Attributes
    ----------
    head
        The names of the columns. Where all of them are empty, only Markdown has the head.
    rows
        The cells; what is no text is written with ``str``.
    right
        The numbers of the columns that are set to the right.

    Examples
    --------
    >>> print(*Table(("heap", "value"), [(1, 1), (2, 20)], right=(1,)).text(), sep="\\n")
    heap  value
    1         1
    2        20
    """

    head: tuple[str, ...]
    rows: Sequence[Sequence[object]]
    right: Collection[int] = field(default=(), repr=False)

    def text(self, *, indent: int = 0, width: int | None = None) -> Iterator[str]:
        """The lines of the table in columns; with a width the last column is wrapped."""
        rows = [list(map(str, row)) for row in ([self.head] if any(self.head) else []) + list(self.rows)]
        sizes = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            cells = [
                cell.rjust(size) if number in self.right else cell.ljust(size)
                for number, (cell, size) in enumerate(zip(row, sizes, strict=True))
            ]
            begin = " " * indent + "".join(f"{cell}  " for cell in cells[:-1])
            last = cells[-1].rstrip()
            pieces = [last] if width is None else textwrap.wrap(last, max(_NARROW, width - len(begin)))
            yield f"{begin}{''.join(pieces[:1])}".rstrip()
            yield from (" " * len(begin) + piece for piece in pieces[1:])

    def markdown(self, plain: Callable[[str], str] = _without_bars) -> Iterator[str]:
        """The lines of the table in Markdown; ``plain`` escapes what would mean something in a cell."""
        rule = ["---:" if number in self.right else "---" for number in range(len(self.head))]
        head, *rows = ([plain(str(cell)) for cell in row] for row in (self.head, *self.rows))
        yield from (f"| {' | '.join(cells)} |" for cells in (head, rule, *rows))

    def html(self) -> Iterator[str]:
        """The lines of the table in HTML."""
        yield "<table>"
        if any(self.head):
            yield f"<thead>{_html_row(self.head, 'th')}</thead>"
        yield "<tbody>"
        yield from (_html_row(row, "td") for row in self.rows)
        yield "</tbody></table>"


def _html_row(cells: Iterable[object], tag: str) -> str:
    return f"<tr>{''.join(f'<{tag}>{escape(str(cell))}</{tag}>' for cell in cells)}</tr>"


def in_tens(name: str, values: Sequence[object], *, right: Collection[int] = ()) -> Table:
    """Something for each number from 0 on, ten of them a row; ``name`` stands over the numbers."""
    tens = [[f"{begin}+", *values[begin : begin + 10]] for begin in range(0, len(values), 10)]
    return Table((name, *map(str, range(10))), [row + [""] * (11 - len(row)) for row in tens], right)
