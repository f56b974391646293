"""Sections of paragraphs and tables, and these as text or Markdown."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Section", "Table", "as_markdown", "as_text"]

WIDTH = 100


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of text under a head."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A title with paragraphs and tables; the first section of an argument is its heading."""

    title: str
    body: tuple[str | Table, ...] = field(default=())


def as_text(sections: Sequence[Section], *, width: int = WIDTH) -> str:
    """Sections as plain text: titles at the margin, the rest indented and wrapped."""
    out = []
    for number, section in enumerate(sections):
        out += [section.title] if number == 0 else ["", section.title]
        for part in section.body:
            if isinstance(part, Table):
                out += _text_table(part, width)
            else:
                out += textwrap.wrap(part, width, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
    return "\n".join(out)


def _text_table(table: Table, width: int) -> Iterator[str]:
    rows = [table.head, *table.rows] if any(table.head) else list(table.rows)
    most = [max(len(row[place]) for row in rows) for place in range(len(table.head))]
    for row in rows:
        cells = [cell.ljust(size) for cell, size in zip(row, most, strict=True)]
        *first, last = cells
        begin = "    " + "".join(cell + "  " for cell in first)
        wrapped = textwrap.wrap(last.rstrip(), max(30, width - len(begin))) or [""]
        yield (begin + wrapped[0]).rstrip()
        yield from (" " * len(begin) + more for more in wrapped[1:])


def as_markdown(sections: Sequence[Section]) -> str:
    """Sections as Markdown, with tables."""
    out = []
    for number, section in enumerate(sections):
        out.append(f"{'##' if number == 0 else '###'} {_plain(section.title)}")
        out += ["\n".join(_markdown_table(part)) if isinstance(part, Table) else _plain(part) for part in section.body]
    return "\n\n".join(out) + "\n"


def _markdown_table(table: Table) -> Iterator[str]:
    for number, row in enumerate((table.head, *table.rows)):
        yield f"| {' | '.join(map(_plain, row))} |"
        if number == 0:
            yield f"|{' --- |' * len(row)}"


def _plain(text: str) -> str:
    """Text in which nothing is taken for Markdown."""
    escaped = "".join(f"\\{c}" if c in "\\`*_[]<>|#" else c for c in text)
    return escaped.replace("~~", "\\~\\~")
