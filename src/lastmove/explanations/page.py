"""An argument for people, in sections of paragraphs and tables: as text, as Markdown, or as a page of HTML."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field, replace
from html import escape
from typing import TYPE_CHECKING

from lastmove.core.errors import InputError, LimitReached, printable
from lastmove.core.language import spoken
from lastmove.core.play import Outcome
from lastmove.core.table import Table
from lastmove.explanations.position_text import board_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lastmove.core.limits import Limits
    from lastmove.explanations.argument import Argument

WIDTH = 100


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
                out += part.text(indent=4, width=width)
            else:
                out += textwrap.wrap(part, width, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
    return "\n".join(out)


def as_markdown(sections: Sequence[Section]) -> str:
    """Sections as Markdown, with tables."""
    out = []
    for number, section in enumerate(sections):
        out.append(f"{'##' if number == 0 else '###'} {_plain(section.title)}")
        out += ["\n".join(part.markdown(_plain)) if isinstance(part, Table) else _plain(part) for part in section.body]
    return "\n\n".join(out) + "\n"


def _plain(text: str) -> str:
    """Text in which nothing is taken for Markdown."""
    escaped = "".join(f"\\{c}" if c in "\\`*_[]<>|#" else c for c in text)
    return escaped.replace("~~", "\\~\\~")


def title(argument: Argument, label: str = "") -> str:
    """The heading, with what the position is known by before it."""
    return _sections(argument, label)[0].title


def _sections(argument: Argument, label: str) -> list[Section]:
    first, *rest = argument.sections()
    return [replace(first, title=f"{printable(label)}: {first.title}"), *rest] if label else [first, *rest]


def text(argument: Argument, *, width: int = 100, label: str = "") -> str:
    """Plain text: the heading, the position in lines, and the argument."""
    first, *rest = _sections(argument, label)
    board = [printable(line) for line in board_lines(argument.problem.position)]
    parts = [as_text([first], width=width), "\n".join(["The position", *(f"  {line}" for line in board)])]
    return "\n\n".join([*parts, as_text(rest, width=width)]) + "\n"


def short_text(argument: Argument, *, width: int = 100, label: str = "") -> str:
    """Plain text in a few lines: the rules, the position, who wins and how, one way it can go, the theorem."""
    from lastmove.explanations.short import short_lines
    from lastmove.explanations.wording import heading

    first = heading(argument)
    first = replace(first, title=f"{printable(label)}: {first.title}") if label else first
    board = [printable(line) for line in board_lines(argument.problem.position)]
    wrapped = [
        textwrap.fill(line, width, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
        for line in short_lines(argument)
    ]
    return "\n\n".join([as_text([first], width=width), "\n".join(board), "\n".join(wrapped)]) + "\n"


def markdown(argument: Argument, image: str | None = None, *, label: str = "") -> str:
    """Markdown: the picture if there is one in a file of its own, else the position in lines."""
    first, *rest = _sections(argument, label)
    board = "\n".join(printable(line).replace("```", "'''") for line in board_lines(argument.problem.position))
    shown = f"```text\n{board}\n```" if image is None else f"![The position]({image})"
    return "\n".join([as_markdown([first]), shown, "", as_markdown(rest)])


def picture(argument: Argument, limits: Limits | None = None) -> str | None:
    """The position with its moves and the evidence, as SVG; ``None`` where it cannot be drawn, or not in time."""
    from lastmove.pictures.draw import draw

    # the values of all moves where the argument has looked at them all; finding them could take for ever otherwise
    moves = argument.outcome is Outcome.P or argument.winning is not None
    try:
        has_evidence = argument.solution.certificate is not None
        return draw(argument.solution, moves=moves, certificate=has_evidence, limits=limits)
    except (InputError, LimitReached):
        return None


def article(argument: Argument, *, level: int = 1, label: str = "", limits: Limits | None = None) -> str:
    """One argument as a piece of HTML; ``level`` is that of its heading, ``limits`` are for its picture."""
    first, *rest = _sections(argument, label)
    drawn = picture(argument, limits)
    if drawn is None:
        shown = f"<pre>{escape(chr(10).join(map(printable, board_lines(argument.problem.position))))}</pre>"
    else:
        shown = f"<figure>{drawn[drawn.index('<svg') :]}</figure>"
    lines = ["<article>", f"<h{level}>{escape(first.title)}</h{level}>", *_paragraphs(first), shown]
    for section in rest:
        lines += [f"<h{level + 1}>{escape(section.title)}</h{level + 1}>", *_paragraphs(section)]
    return "\n".join([*lines, "</article>"]) + "\n"


def _paragraphs(section: Section) -> Iterator[str]:
    for part in section.body:
        yield "\n".join(part.html()) if isinstance(part, Table) else f"<p>{escape(part)}</p>"


def page_start(title: str = "lastmove") -> str:
    """The beginning of a page that stands alone, light or dark as the reader's system is."""
    return (
        "<!DOCTYPE html>\n"
        f'<html lang="{spoken()}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{_STYLE}</style>\n</head>\n<body>\n"
    )


def page_end() -> str:
    """The end of the page."""
    return "</body>\n</html>\n"


_STYLE = """\
:root { color-scheme: light dark; --ink: #1b1b1b; --paper: #ffffff; --line: #c9c9c9; --soft: #f3f3f3; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e8e8; --paper: #17181a; --line: #4a4c50; --soft: #222428; }
}
body { margin: 0 auto; max-width: 46rem; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.4rem; line-height: 1.3; }
h2 { font-size: 1.1rem; margin: 1.6rem 0 0.4rem; }
p { margin: 0.4rem 0; }
figure { margin: 1rem 0; text-align: center; }
figure svg { max-width: 100%; height: auto; }
pre { background: var(--soft); padding: 0.8rem; overflow-x: auto; }
table { border-collapse: collapse; margin: 0.6rem 0; display: block; overflow-x: auto; }
th, td { border: 1px solid var(--line); padding: 0.25rem 0.6rem; text-align: left; vertical-align: top; }
th { background: var(--soft); font-weight: 600; }
article + article { border-top: 2px solid var(--line); margin-top: 2.5rem; }
@media print {
  body { max-width: none; padding: 0; font-size: 11pt; }
  article + article { margin-top: 1rem; }
  h2 { margin-top: 0.8rem; }
}
"""
