"""Make the figures of paper/, and the paper where LaTeX is installed.

    python scripts/make_paper.py            figures, then misere-geography.pdf
    python scripts/make_paper.py figures    only the figures

Every figure is what `lastmove draw --to tikz --theme print` makes of a position. LaTeX is pdflatex with TikZ; where it
is missing, one line says so and the PDF is left out.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import lastmove as lm
from lastmove.reductions import reduction

if TYPE_CHECKING:
    from collections.abc import Iterator

PAPER = Path(__file__).parent.parent / "paper"
NAME = "misere-geography"

CROSSING = "eV-w1 eB-w1 w1-w2 w2-w3 w3-fV w3-fB fB-gB gB-eV fV-gV gV-eB"
CROSSING_OF_ONES = "eV-w1 eB-w1 w1-w2 w2-fV w2-fB fB-eV fV-eB"
BARRED = "a-c a-p p-q q-a c-r r-s s-c d-p d-e e-f f-d"


SQUARE = lm.VertexGeography([("u", "v"), ("v", "w"), ("w", "x"), ("u", "x")], start="u", directed=True)


def edges(text: str) -> list[tuple[str, str]]:
    """Edges written as ``u-v``."""
    return [(u, v) for u, _, v in (edge.partition("-") for edge in text.split())]


def figures() -> Iterator[tuple[str, str]]:
    """Names and TikZ pictures."""
    yield "hexagon", draw(gadget("lastmove:LM25", lm.VertexGeography))
    for name, text in (("crossing", CROSSING), ("crossing-of-ones", CROSSING_OF_ONES)):
        yield name, draw(lm.Problem(lm.VertexGeography(edges(text), directed=True), lm.Play.NORMAL))
    yield "tiles", draw(lm.reduce(SQUARE, to="vertex-geography", by="lastmove:LM25:grid").problem)
    yield "leaves", draw(leaves())
    yield "square", draw(gadget("lastmove:LM29", lm.EdgeGeography))
    yield "degree-three", draw(lm.Problem(lm.EdgeGeography(edges(BARRED)), lm.Play.MISERE), "--starts", "all")


def gadget(key: str, game: type[lm.VertexGeography | lm.EdgeGeography]) -> lm.Problem:
    """What a reduction makes of one arc from u to v; the vertices in its place are called by their roles alone."""
    target = reduction(key).apply(game([("u", "v")], start="u", directed=True)).target
    names = [str(name).rpartition(".")[2] for name in target.graph.vertices]
    return lm.Problem(game(target.graph.renamed(names), start="u"), lm.Play.MISERE)


def leaves() -> lm.Problem:
    """What LM33 makes of one arc, with leaves of weight 10."""
    arc = lm.VertexGeography([("u", "v")], start="u", directed=True)
    target = reduction("lastmove:LM33").apply(arc).target
    graph = target.graph.renamed([str(name).rpartition(".")[2] for name in target.graph.vertices])
    weights = [weight - min(target.weights) + 10 for weight in target.weights]
    return lm.Problem(lm.VertexnimMR(graph, weights, start="u"), lm.Play.NORMAL)


def draw(problem: lm.Problem, *options: str) -> str:
    """What the command draws, in black and white, without legend."""
    command = [sys.executable, "-m", "lastmove", "draw", "-", "--to", "tikz", "--theme", "print", "--no-legend"]
    asked = json.dumps(lm.problem_to_json(problem))
    run = subprocess.run([*command, "--caption", "", *options], input=asked, capture_output=True, text=True, check=True)
    return run.stdout


def main() -> None:
    """Write the figures, and the paper where that can be done."""
    (PAPER / "figures").mkdir(exist_ok=True)
    for name, picture in figures():
        (PAPER / "figures" / f"{name}.tex").write_text(picture)
    if sys.argv[1:] == ["figures"]:
        return
    latex = shutil.which("pdflatex")
    if latex is None:
        sys.stdout.write("pdflatex is not installed: the paper is left out\n")
        return
    for _ in range(2):
        run = subprocess.run(
            [latex, "-interaction=nonstopmode", "-halt-on-error", f"{NAME}.tex"],
            cwd=PAPER,
            capture_output=True,
            text=True,
            check=False,
        )
        if run.returncode:
            raise SystemExit(run.stdout[-2000:])
    sys.stdout.write(f"{PAPER / NAME}.pdf\n")


if __name__ == "__main__":
    main()
