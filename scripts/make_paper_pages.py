"""Make a page for each of the four papers that lastmove began with: docs/background/paper-*.md, from the registry.

    python scripts/make_paper_pages.py

A row for each result, in the numbering of the paper: what it says in our words, whether it holds, what came after,
and a command that shows it.
"""

from __future__ import annotations

import re
from pathlib import Path

from lastmove.reductions.run import running
from lastmove.theorems.papers import DR, HR, LS, RS, Paper
from lastmove.theorems.registry import deciders, statements
from lastmove.theorems.statement import Kind, Standing, Statement
from lastmove.verify.targets import TARGETS
from make_theorem_pages import cited, table

FOLDER = Path(__file__).parents[1] / "docs" / "background"
PAGES: dict[str, tuple[Paper, str]] = {
    "paper-nim-in-log-space": (
        LS,
        """Who wins Nim, in both conventions, with a work space that is logarithmic in the input. [Nim at its
limits](nim.md) shows the command that does it.""",
    ),
    "paper-vertex-nim": (
        DR,
        """Nim with a token that walks on a graph: remove, then move. The labelling that two of its results rest on is
wrong as printed; LM1 takes its place.""",
    ),
    "paper-three-games": (
        RS,
        """Vertex Geography, Edge Geography and NimG in misère play: what is hard, by gadgets that run here as
[reductions](../how-to/reductions.md), and what matchings decide.""",
    ),
    "paper-misere-games": (
        HR,
        """Sums of games in misère play, under a hypothesis that must be tested on the whole closure of a game.
[Sums](sums.md) says what is done where it fails.""",
    ),
}


REPAIRED = "**no**, repaired"
READING = """What a row says is in our words; the last column is a command that shows it. This page is made by
`scripts/make_paper_pages.py`."""


def made() -> dict[str, str]:
    """The pages, by the names of their files."""
    return {f"{name}.md": "\n".join(_page(paper, about)) for name, (paper, about) in PAGES.items()}


def _page(paper: Paper, about: str) -> list[str]:
    found = sorted((each for each in statements() if each.paper is paper), key=_place)
    repaired = sum(holds(each) == REPAIRED for each in found)
    rows = [
        (each.number, f"**{each.title}.** {each.text}", holds(each), after(each), f"`{shown_by(each)}`")
        for each in found
    ]
    said = f"Wrong as printed, of the {len(found)} rows: {repaired}" if repaired else "No row is wrong as printed"
    return [
        f"# The paper: {paper.title}",
        "",
        cited(paper),
        "",
        about,
        "",
        f"{said}; the [errata](errata.md) have the smallest counterexamples. {READING}",
        "",
        *table(("number", "result", "holds", "what came after", "command"), rows),
        "",
    ]


def _place(statement: Statement) -> tuple[list[int], str]:
    """The order of the paper: 2.10 after 2.9, and what has a word after its number behind it."""
    number, _, word = statement.number.partition(" ")
    return [int(part) for part in re.findall(r"\d+", number)], word


def holds(statement: Statement) -> str:
    """What is known of it, in a word or two."""
    if statement.text.startswith("A caution"):
        return "a caution, no error"
    if statement.standing is Standing.REFUTED:
        return REPAIRED
    if statement.kind is Kind.OPEN_PROBLEM:
        return "answered" if statement.standing is Standing.PROVED else "open"
    if statement.kind is Kind.DEFINITION:
        return "definition"
    return "yes" if statement.standing is Standing.PROVED else statement.standing.value


def after(statement: Statement) -> str:
    """The later results that its text leads to, and those that lead back to it."""
    back = re.compile(rf"{re.escape(statement.paper.name)} (?:\w+ )?{re.escape(statement.number)}(?![.\w])")
    named = set(re.findall(r"\bLM\d+\b", statement.text))
    ours = [each for each in statements() if each.paper is not statement.paper]
    found = [each.key for each in ours if each.number in named or back.search(each.text)]
    found += [f"target {each.key}" for each in TARGETS if each.statement == statement.key]
    return ", ".join(f"`{key}`" for key in found)


def shown_by(statement: Statement) -> str:
    """A command that shows it: held against brute force where it decides or can be run, otherwise told."""
    key = statement.key if re.fullmatch(r"[\w:.-]+", statement.key) else f'"{statement.key}"'
    runs = {each.statement.key for each in deciders()} | {each.statement.key for each in running()}
    return f"lastmove {'verify' if statement.key in runs else 'theorems'} {key}"


def main() -> None:
    """Write the pages."""
    for name, text in made().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
