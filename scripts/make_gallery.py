"""Make docs/tutorials/gallery.md and docs/images/gallery: every game with its picture and words, and figures of papers.

    python scripts/make_gallery.py

Pictures and words come from the program alone: no dates, no times. Positions are chosen here; who wins them is not.
"""

from __future__ import annotations

import re
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import lastmove as lm
from lastmove.games import GAMES, game_class
from lastmove.games.moves import LowerAndSlide, Slide, SlideAndLower, SlideOver
from lastmove.graphs.families import named

if TYPE_CHECKING:
    from collections.abc import Iterator

DOCS = Path(__file__).parent.parent / "docs"
IMAGES = "images/gallery"
WIDTH = 118

BEGIN = """\
# Gallery

Every game with a picture and the explanation that the program gives for it, then figures after those of the papers.
`scripts/make_gallery.py` makes this page and its pictures; [Pictures](../how-to/pictures.md) says how to make one's
own.
"""

PAPERS = """\
## After the figures of the papers

The papers show how moves are made and how labels are found. These are figures of the same kinds, on positions of our
own; the labels are computed, and the certificates that hold them are checked.
"""


class Figure(NamedTuple):
    """A picture with its name, what it shows, and the words below it."""

    name: str
    title: str
    svg: str
    words: str


def positions() -> dict[str, lm.Problem]:
    """For each game a position that shows something; the game's own example where none is given."""
    grid = named("grid:3x4")
    loops = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "a"), ("b", "d"), ("c", "c")]
    steps = [("a", "b"), ("a", "c"), ("b", "d"), ("c", "d"), ("c", "e"), ("d", "f"), ("e", "f")]
    several = [("a", "b"), ("b", "c"), ("b", "c"), ("c", "d"), ("d", "a"), ("d", "a")]
    pieces = [lm.Octal("0.77", [4]), lm.VertexGeography(named("cycle:5"), start=0), lm.Nim([2, 3])]
    chosen = {
        "nim": ("misere", lm.Nim([3, 5, 7])),
        "adjacent-nim": ("normal", lm.AdjacentNim([2, 3, 4, 2, 5, 3], start=0)),
        "vertex-geography": ("normal", lm.VertexGeography([e for e in grid.edges if 11 not in e], start=6)),
        "edge-geography": ("normal", lm.EdgeGeography(several, start="a")),
        "nimg-rm": ("normal", lm.NimGRM(named("grid:2x4"), [3, 1, 4, 2, 2, 3, 1, 4], start=2)),
        "nimg-mr": ("normal", lm.NimGMR(loops, {"a": 1, "b": 2, "c": 2, "d": 1}, start="a")),
        "edge-nimg": ("normal", lm.EdgeNimG(named("grid:2x4"), [3, 1, 2, 2, 2, 3, 1, 1, 0, 1], start=1)),
        "vertexnim-mr": ("normal", lm.VertexnimMR(named("grid:2x4"), [3, 0, 2, 2, 0, 0, 1, 1], start=0)),
        "vertexnim": ("normal", lm.Vertexnim(loops[:5], {"a": 3, "b": 2, "c": 4, "d": 3}, start="a")),
        "node-kayles": ("normal", lm.NodeKayles(named("grid:3x3"))),
        "arc-kayles": ("misere", lm.ArcKayles(named("grid:2x4"))),
        "octal": ("misere", lm.Octal("0.77", [5, 4])),
        "subtraction": ("normal", lm.Subtraction({1, 3, 4}, [6, 5])),
        "dag": ("normal", lm.Dag(steps, start="a")),
        "sum": ("normal", lm.Sum(pieces)),
    }
    examples = {name: lm.parse(dict(game_class(name).example)) for name in GAMES}
    return examples | {name: lm.Problem(position, lm.Play.of(play)) for name, (play, position) in chosen.items()}


def games() -> Iterator[Figure]:
    """Each game: the rules, the picture with the moves and the certificate, and why."""
    for name, problem in positions().items():
        kind = game_class(name)
        answer = lm.solve(problem, all_moves=True, certificate=True)
        words = [f"{kind.rules}", *explained(problem)]
        yield Figure(name, kind.title, lm.draw(answer, certificate=True), "\n\n".join(words))


def explained(problem: lm.Problem) -> Iterator[str]:
    """Who wins, why, and a winning move: the beginning of the explanation, without the time a search took."""
    for section in lm.explain(problem).sections():
        if section.title in ("Who wins", "Why", "A winning move"):
            text = " ".join(part for part in section.body if isinstance(part, str))
            yield f"**{section.title}.** {re.sub(r' in [0-9.e-]+ s(?=[ .,;:)]|$)', '', text)}"


def figures() -> Iterator[Figure]:
    """Moves, plays and labels, as the papers show them."""
    yield from moves()
    yield from plays()
    yield from labels()


def moves() -> Iterator[Figure]:
    """One move of each game of Renault and Schmidt (figures 1 to 4)."""
    path: Any = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "a"), ("b", "d")]
    weights = {"a": 3, "b": 2, "c": 1, "d": 2}
    arcs = [("a", "b"), ("b", "c"), ("c", "b"), ("c", "d"), ("d", "e"), ("e", "c"), ("b", "e")]
    yield Figure(
        "move-nimg-rm",
        "A move of NimG-RM (Renault-Schmidt, figure 1)",
        lm.draw(lm.NimGRM(path, weights, start="a"), line=[LowerAndSlide(1, "b")]),
        "Two tokens are taken from the token's vertex, then the token slides.",
    )
    yield Figure(
        "move-nimg-mr",
        "A move of NimG-MR (Renault-Schmidt, figure 2)",
        lm.draw(lm.NimGMR(path, weights, start="a"), line=[SlideAndLower("b", 0)]),
        "The token slides first; then all tokens are taken from where it stands.",
    )
    yield Figure(
        "move-vertex-geography",
        "A move of Vertex Geography (Renault-Schmidt, figure 3)",
        lm.draw(lm.VertexGeography(arcs, start="c", directed=True), line=[Slide("d")]),
        "The vertex that the token left is gone; what could be reached only through it cannot be reached any more.",
    )
    yield Figure(
        "move-edge-geography",
        "A move of Edge Geography (Renault-Schmidt, figure 4)",
        lm.draw(lm.EdgeGeography(arcs, start="b", directed=True), line=[SlideOver("c")]),
        "Only the arc is gone: the one in the other direction still leads back.",
    )


def plays() -> Iterator[Figure]:
    """The beginnings of two plays (Duchêne and Renault, figures 1 and 2)."""
    square = lm.Vertexnim([("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")], [2, 1, 3, 2], start="b")
    yield Figure(
        "play-vertexnim",
        "Playing undirected Vertexnim (Duchêne-Renault, figure 1)",
        lm.draw(square, line=[LowerAndSlide(0, "c"), LowerAndSlide(1, "d"), LowerAndSlide(0, "a")]),
        "A vertex that became empty is deleted; its neighbours become a clique with loops.",
    )
    arcs = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "a"), ("c", "a")]
    circuit = lm.Vertexnim(lm.Graph("abcd", arcs, directed=True), [1, 2, 3, 1], start="a")
    yield Figure(
        "play-directed-vertexnim",
        "Playing directed Vertexnim (Duchêne-Renault, figure 2)",
        lm.draw(circuit, line=[LowerAndSlide(0, "b"), LowerAndSlide(0, "c"), LowerAndSlide(0, "d")]),
        "Both players take everything; every way p to v to s becomes an arc from p to s.",
    )


def labels() -> Iterator[Figure]:
    """The labellings lo and lu, and the parity cases (Duchêne and Renault, figures 3 to 6)."""
    arcs = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("d", "e"), ("e", "f"), ("f", "e"), ("e", "h"), ("h", "b")]
    arcs += [("g", "a"), ("f", "g"), ("h", "d")]
    names = "abcdefgh"
    board = lm.Graph(names, [*arcs, *zip(names, names, strict=True)], directed=True)
    weights = [1, 1, 1, 1, 1, 1, 3, 2]
    places = dict(
        zip(
            names,
            [(0, 0), (0, 2.2), (1.4, 1.1), (2.8, 1.1), (4.2, 1.1), (4.2, -0.8), (1.4, -0.8), (3.5, 2.9)],
            strict=True,
        )
    )
    yield Figure(
        "labels-lo",
        "The labelling lo (Duchêne-Renault, figure 3)",
        lm.draw(lm.outcomes(lm.Vertexnim(board, weights)), certificate=True, layout=places),
        "Directed Vertexnim with a loop on every vertex. Closed sets of vertices of weight 1 are taken away one after "
        "the other: the vertices of an odd set are P, and those with an arc into it are N; an even set is N.",
    )
    odd = lm.Vertexnim([("u", "a"), ("u", "b"), ("a", "x"), ("b", "y"), ("x", "y")], [1, 1, 1, 3, 2], start="u")
    yield Figure(
        "case-2",
        "Theorem 10, case 2 (Duchêne-Renault, figure 4)",
        lm.draw(lm.solve(odd), certificate=True),
        "The token stands on a weight 1, and the weights 1 around it form a component of odd size.",
    )
    beside = lm.Vertexnim([("u", "a"), ("u", "x"), ("a", "y"), ("x", "y")], [3, 1, 2, 4], start="u")
    yield Figure(
        "case-3",
        "Theorem 10, case 3 (Duchêne-Renault, figure 5)",
        lm.draw(lm.solve(beside), certificate=True),
        "A weight above 1 beside a weight 1 is N.",
    )
    edges = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "e"), ("e", "f"), ("f", "a"), ("b", "e"), ("d", "g"), ("g", "h")]
    quiet = lm.Vertexnim([*edges, ("g", "g")], [4, 3, 2, 5, 4, 6, 2, 1])
    spots = {"a": (0, 1), "b": (1, 1), "c": (2, 1), "d": (2, 0), "e": (1, 0), "f": (0, 0), "g": (3, 0), "h": (4, 0)}
    yield Figure(
        "labels-lu",
        "The labelling lu, repaired (Duchêne-Renault, figure 6)",
        lm.draw(lm.outcomes(quiet), certificate=True, layout=spots),
        "Undirected Vertexnim. Away from weights 1 and loops, a vertex is N if and only if a lighter neighbour is P; "
        "definition 11 as printed is refuted in the [errata](../background/errata.md).",
    )


def page(found: list[Figure], drawn: list[Figure]) -> str:
    """The text of docs/tutorials/gallery.md."""
    lines = [BEGIN]
    for figure in found:
        lines += section(figure, "##")
    lines.append(PAPERS)
    for figure in drawn:
        lines += section(figure, "###")
    return "\n".join(lines)


def section(figure: Figure, level: str) -> Iterator[str]:
    """Heading, picture and words."""
    alternative = re.search(r"<title>(.*?)</title>", figure.svg, re.DOTALL)
    assert alternative is not None
    text = re.sub(r"[\[\]]", "", alternative[1])
    yield f"{level} {figure.title}\n"
    yield f"![{text}](../{IMAGES}/{figure.name}.svg)\n"
    for paragraph in figure.words.split("\n\n"):
        yield textwrap.fill(paragraph, WIDTH, break_long_words=False, break_on_hyphens=False) + "\n"


def made() -> dict[str, str]:
    """Every file with its text, by its path in docs."""
    found, drawn = list(games()), list(figures())
    pictures = {f"{IMAGES}/{figure.name}.svg": figure.svg for figure in (*found, *drawn)}
    return {"tutorials/gallery.md": page(found, drawn), **pictures}


def main() -> None:
    """Write the files, and delete pictures that are no longer made."""
    files = made()
    folder = DOCS / IMAGES
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*.svg"):
        if f"{IMAGES}/{path.name}" not in files:
            path.unlink()
    for name, text in files.items():
        (DOCS / name).write_text(text)
    sys.stdout.write(f"{len(files)} files\n")


if __name__ == "__main__":
    main()
