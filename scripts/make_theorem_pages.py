"""Make the tables of docs/reference/theorems.md from the registered statements.

    python scripts/make_theorem_pages.py

What stands between two marker comments of the page is written anew, the rest of it is left alone. The output depends on
the registry only, so a test can ask whether the page is up to date.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lastmove.core.play import Play
from lastmove.reductions.run import behind
from lastmove.theorems.complexity import TABLES
from lastmove.theorems.registry import deciders, statements
from lastmove.theorems.statement import Cost, Kind, Standing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from lastmove.theorems.complexity import Cell, Setting
    from lastmove.theorems.papers import Paper
    from lastmove.theorems.statement import Statement

PAGE = Path(__file__).parent.parent / "docs" / "reference" / "theorems.md"

COSTS = {
    Cost.CONSTANT: "operations on the numbers in the position",
    Cost.LINEAR: "one pass over the board",
    Cost.SORT: "a pass over the vertices in the order of their weights",
    Cost.QUADRATIC: "many passes over the board",
    Cost.MATCHING: "one matching; the bound is for the plain algorithm that is used",
    Cost.FLOW: "one flow on the edges of a bipartite graph; the bound is for the plain algorithm that is used",
    Cost.ELIMINATION: "elimination of bits, w of them in a word",
    Cost.POWER: "polynomial while there are few parts of some kind",
    Cost.CLOSURE: "a search, but of smaller games",
}
"""What the costs mean: for n vertices (heaps) and m edges."""

PROOFS = {
    "lastmove": (
        " The proofs: [NimG and Vertexnim](../background/proofs.md), [Adjacent Nim]"
        "(../background/proofs-adjacent-nim.md), [open problems of the papers](../background/proofs-open-problems.md)."
    )
}

PLAYS = {Play.NORMAL: "normal", Play.MISERE: "misère"}


def updated(page: str) -> str:
    """The page with every generated part written anew."""
    for name, make in PARTS.items():
        begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
        before, _, rest = page.partition(begin)
        _, closed, after = rest.partition(end)
        if not closed:
            raise SystemExit(f"{PAGE.name}: the comments {begin} and {end} are missing or in the wrong order")
        page = "\n".join([before + begin, "", *make(), end + after])
    return page


def costs() -> Iterator[str]:
    """The order in which theorems are tried."""
    yield from table(("cost", "which is"), ((cost.value, COSTS[cost]) for cost in Cost))
    yield ""


def papers() -> Iterator[str]:
    """For each paper a heading, a table of what decides positions, and one of everything else."""
    spent = {theorem.statement.key: theorem.cost.value for theorem in deciders()}
    for paper in dict.fromkeys(statement.paper for statement in statements()):
        found = [statement for statement in statements() if statement.paper is paper]
        deciding = [(*said(s), s.condition, spent[s.key]) for s in found if s.key in spent]
        others = [said(s) for s in found if s.key not in spent]
        yield from (f"### {paper.name}", "", cited(paper), "")
        if deciding:
            yield from table(("decides", "what it says", "if", "cost"), deciding)
        if deciding and others:
            yield ""
        if others:
            yield from table(("besides" if deciding else "key", "what it says"), others)
        yield ""


def said(statement: Statement) -> tuple[str, str]:
    """The key, and the statement with what it is unless it is a proved theorem."""
    proved = statement.standing is Standing.PROVED
    kind = statement.kind.value if statement.kind is not Kind.THEOREM else "" if proved else statement.standing.value
    kind += ", answered" if proved and statement.kind is Kind.OPEN_PROBLEM else ""
    kind = "refuted" if statement.standing is Standing.REFUTED else kind
    known = f"{statement.known_as[:1].upper()}{statement.known_as[1:]}: " if statement.known_as else ""
    return f"`{statement.key}`", f"{known}**{statement.title}**{f' ({kind})' if kind else ''}. {statement.text}"


def cited(paper: Paper) -> str:
    """The reference, and where the proofs are if they are ours."""
    by = f"{paper.authors[:1].upper()}{paper.authors[1:]}, " if paper.authors else ""
    return f"{by}*{paper.title}*{f' ({paper.year})' if paper.year else ''}.{PROOFS.get(paper.key, '')}"


def complexity() -> Iterator[str]:
    """The tables of Renault and Schmidt, each cell with the statements it follows from."""
    claims = {statement.key: statement.claims for statement in statements() if statement.claims}
    for number, found in TABLES.items():
        yield from (f"**Table {number}. {found.title}**", "")
        rows = [
            (
                PLAYS[play],
                *(told(cell, column.setting(play)) for cell, column in placed),
            )
            for play, cells in found.cells(claims).items()
            for placed in [list(zip(cells.values(), found.columns.values(), strict=True))]
        ]
        yield from table(("", *found.columns), rows)
        yield ""


def told(cell: Cell, setting: Setting) -> str:
    """One cell of a complexity table: the verdict, the statements, and the reductions that run."""
    run = behind(setting, cell)
    runs = ["*runs:* " + ", ".join(f"`{key}`" for key in run)] if run else []
    return "<br>".join([f"**{cell.verdict}**", *(f"`{key}`" for key in cell.follows_from), *runs])


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """The lines of a Markdown table."""
    for cells in (heads, ["---"] * len(heads), *rows):
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


PARTS: dict[str, Callable[[], Iterator[str]]] = {"costs": costs, "papers": papers, "tables": complexity}


def main() -> None:
    """Write the page."""
    PAGE.write_text(updated(PAGE.read_text()))


if __name__ == "__main__":
    main()
