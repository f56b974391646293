"""Make docs/images/reductions/*.svg, and the part of docs/how-to/reductions.md that lists the gadgets.

    python scripts/make_reduction_pictures.py

Everything is drawn by the program itself, from what `lastmove reduce` makes; vertices carry the names of their roles.
What stands between the marker comments of the page is written anew.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import lastmove as lm
from lastmove.reductions import reduction

if TYPE_CHECKING:
    from collections.abc import Iterator

DOCS = Path(__file__).parent.parent / "docs"
FOLDER = "images/reductions"
PAGE = "how-to/reductions.md"
BEGIN, END = "<!-- gadgets: begin -->", "<!-- gadgets: end -->"

PLANAR = "lichtenstein-sipser:VG:planar"
GRID = "lastmove:LM25:grid"
FORMULA = "p cnf 2 2\na 1 0\ne 2 0\n1 2 0\n-1 -2 0\n"
"""For every x1 there is an x2 that differs from it."""


def sources() -> dict[str, Any]:
    """For each reduction a source that shows one gadget of it."""
    arc = lm.VertexGeography([("u", "v")], start="u", directed=True)
    either = lm.Formula.of([("e", [1])], [[1], [-1]])
    return {
        "lichtenstein-sipser:VG": either,
        "renault-schmidt:2.1": arc,
        "renault-schmidt:2.3": arc,
        "renault-schmidt:2.5": lm.EdgeGeography([("u", "v")], start="u"),
        "renault-schmidt:2.6": lm.EdgeGeography([("u", "v")], start="u", directed=True),
        "renault-schmidt:3.1": arc,
        "renault-schmidt:3.8": lm.NimGMR([("u", "v")], [2, 1], start="u"),
        "fraenkel-scheinerman-ullman:EG": lm.EdgeGeography([("u", "v")], start="u", directed=True),
        "lastmove:LM12": arc,
        "lastmove:LM24": arc,
        "lastmove:LM25": arc,
        "lastmove:LM26": either,
        "lastmove:LM27": lm.VertexGeography([("u", "v"), ("v", "w"), ("w", "u"), ("w", "x")], start="u"),
        "lastmove:LM29": lm.EdgeGeography([("u", "v")], start="u", directed=True),
        "lastmove:LM33": arc,
        "folklore:ones": lm.EdgeGeography([("u", "v"), ("v", "w"), ("v", "w"), ("w", "w")], start="u"),
    }


def name_of(key: str) -> str:
    """The name of the picture of a gadget."""
    return f"gadget-{key.replace(':', '-').replace('.', '-')}"


def light(target: Any) -> Any:
    """The target of LM33 with weights that can be read: 10 at its leaves."""
    if target.name != "vertexnim-mr":
        return target
    least = min(target.weights)
    return lm.VertexnimMR(target.graph, [weight - least + 10 for weight in target.weights], start=target.start)


def pictures() -> Iterator[tuple[str, str]]:
    """Names and pictures."""
    for key, source in sources().items():
        yield name_of(key), lm.draw(light(reduction(key).apply(source).target))
    geography = lm.reduce(FORMULA, to="vertex-geography")
    yield "formula-geography", lm.draw(lm.solve(geography.problem))
    yield "formula-nimg-rm", lm.draw(lm.reduce(FORMULA, to="nimg-rm").problem)
    arcs = [("u", "v"), ("v", "w"), ("w", "x"), ("u", "x")]
    square = lm.reduce(lm.VertexGeography(arcs, start="u", directed=True), to="vertex-geography", by=GRID)
    yield "grid", lm.draw(lm.solve(square.problem))
    yield "formula-grid", lm.draw(lm.reduce(FORMULA, to="vertex-geography", by=GRID).problem)
    yield "formula-planar", lm.draw(lm.reduce(FORMULA, to="vertex-geography", by=PLANAR).problem)
    arc = sources()["renault-schmidt:3.1"]
    yield "arc-geography", lm.draw(lm.solve(arc))


def gadgets() -> Iterator[str]:
    """For each reduction its picture, the roles of the new vertices, and the size of the target."""
    for key in sources():
        step = reduction(key)
        title = f"{step.title[:1].upper()}{step.title[1:]}"
        yield from (f"### {key}", "", f"{title}. The target has {step.bounds}.", "")
        yield from (f"![The gadget of {key}, with the roles as names](../{FOLDER}/{name_of(key)}.svg)", "")
        if key == "lastmove:LM33":
            yield from ("In the picture leaves have weight 10; on the board they are much heavier.", "")
        if step.roles:
            yield from ("| name | role |", "| --- | --- |")
        yield from (f"| {f'`{role}`' if role else '*u>v*'} | {said} |" for role, said in step.roles.items())
        yield ""


def updated(page: str) -> str:
    """The page with its generated part written anew."""
    before, _, rest = page.partition(BEGIN)
    _, closed, after = rest.partition(END)
    if not closed:
        raise SystemExit(f"{PAGE}: the comments {BEGIN} and {END} are missing or in the wrong order")
    return "\n".join([before + BEGIN, "", *gadgets(), END + after])


def made() -> dict[str, str]:
    """Every file below docs/, with its text."""
    page = updated((DOCS / PAGE).read_text())
    return {PAGE: page} | {f"{FOLDER}/{name}.svg": svg for name, svg in pictures()}


def main() -> None:
    """Write the pictures."""
    (DOCS / FOLDER).mkdir(parents=True, exist_ok=True)
    for name, text in made().items():
        (DOCS / name).write_text(text)


if __name__ == "__main__":
    main()
