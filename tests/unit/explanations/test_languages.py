"""German and French all the way: complete catalogues, and no English left in explanations, worksheets and keys."""

from __future__ import annotations

import copy
import pickle
import re
import runpy
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

import lastmove as lm
from lastmove.core.language import Phrase, catalogue, languages, speaking, t
from lastmove.core.play import PlayName
from lastmove.explanations import page
from lastmove.explanations.worksheet import exercise, key_sheet, moodle, sheet
from lastmove.graphs.graph import Graph

ROOT = Path(__file__).parents[3]
OTHERS = [language for language in languages() if language != "en"]
ENGLISH = re.compile(
    r"\b(the|and|of|to|you|your|they|move|moves|wins|win|loses|lose|heap|heaps|take|takes|taking|with|without|is|are|has"
    r"|have|player|opponent|neighbour|vertex|vertices|edge|edges|weight|row|rows|pin|pins|knock|game|other|others|each"
    r"|every|always|leave|leaves|circle|tree|token|tokens|graph of|theorem|values|here|how|because|class|sum)\b",
    re.IGNORECASE,
)
TRIANGLE = Graph(["x", "y", "z", "u"], [("x", "y"), ("y", "z"), ("z", "x"), ("z", "u")])
CLASSROOM: list[Any] = [
    *map(lm.Nim, ([3, 5, 7], [3, 3], [1, 1, 1], [2, 4], [])),
    *(lm.Octal(code, [5]) for code in ("0.77", "0.07", "0.137", "0.6", "0.35", "4.[3]")),
    *(lm.Octal(code, [3, 4]) for code in ("0.77", "0.07", "0.137", "0.6", "0.35", "4.[3]")),
    *(lm.Octal(code, [4, 4]) for code in ("0.77", "0.007")),
    lm.Subtraction([1, 2, 5], [7]),
    lm.Subtraction([1], [3, 4]),
    lm.Sum([lm.Nim([3]), lm.Octal("0.77", [4])]),
    *(kind(board, start=start) for kind in (lm.VertexGeography, lm.EdgeGeography) for board, start in (
        (TRIANGLE, "x"),
        (TRIANGLE, "u"),
        (Graph(["x", "y", "z"], [("x", "y"), ("y", "z")]), "y"),
        (Graph(["x", "y", "z"], [("x", "y"), ("y", "z")], directed=True), "x"),
        (nx.convert_node_labels_to_integers(nx.grid_2d_graph(2, 3)), 0),
        (nx.convert_node_labels_to_integers(nx.grid_2d_graph(3, 3)), 0),
    )),
    *(lm.AdjacentNim(heaps, start=0) for heaps in ([2, 3, 4], [3, 2, 4, 2], [1, 2, 1, 2], [1, 3, 1, 2], [1, 1], [3])),
    *(lm.NimGRM(TRIANGLE, weights, start="x") for weights in ([2, 1, 3, 1], [1, 1, 1, 1], [0, 1, 2, 3])),
    *(lm.NimGMR(TRIANGLE, weights, start="x") for weights in ([2, 1, 3, 1], [1, 1, 1, 1], [0, 1, 2, 3])),
    *(lm.NimGRM([("x", "y"), ("y", "z"), ("x", "x")], weights, start="x") for weights in ([2, 1, 1], [1, 3, 2])),
    *(lm.EdgeNimG(TRIANGLE, weights, start="u") for weights in (1, [2, 1, 3, 1], [2, 2, 2, 2])),
    lm.EdgeNimG([("x", "y"), ("x", "y"), ("x", "x")], [1, 2, 3], start="x"),
    lm.EdgeNimG([("x", "y"), ("y", "z"), ("z", "x")], [1, 2, 3], start="x", directed=True),
    *(kind(TRIANGLE, [2, 1, 3, 1], start="x") for kind in (lm.Vertexnim, lm.VertexnimMR)),
    *(kind([("x", "y"), ("y", "x")], [2, 1], start="x", directed=True) for kind in (lm.Vertexnim, lm.VertexnimMR)),
    *(kind(TRIANGLE) for kind in (lm.NodeKayles, lm.ArcKayles)),
    *(kind(nx.path_graph(7)) for kind in (lm.NodeKayles, lm.ArcKayles)),
]  # fmt: skip


def visible(html: str) -> str:
    """What a person reads of a page; the names of theorems, which are citations, left out."""
    html = re.sub(r"<(style|title|desc)>.*?</\1>", "", html, flags=re.DOTALL)
    return re.sub(r"<[^>]*>", " ", html)


def english(text: str) -> list[str]:
    """The English words in a text."""
    return [found[0] for found in ENGLISH.finditer(text)]


def test_german_and_french_are_offered() -> None:
    assert languages() == ("en", "de", "fr")


@pytest.mark.parametrize("language", OTHERS)
def test_catalogues_are_complete_and_up_to_date(language: str) -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "update_catalogues.py"))
    known = dict(catalogue(language))
    path = ROOT / "src" / "lastmove" / "languages" / f"{language}.po"
    assert path.read_text(encoding="utf-8") == script["written"](language, known), "run scripts/update_catalogues.py"
    assert set(known) == set(script["messages"]()), "a language with a gap must not be offered"
    for text, said in known.items():
        placeholders = set(re.findall(r"{\w*}", said))
        assert placeholders <= set(re.findall(r"{\w*}", text)), text


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("number", range(len(CLASSROOM)))
def test_no_english_is_left(number: int, play: PlayName, language: str) -> None:
    position = CLASSROOM[number]
    argument = lm.explain(position, play)
    answer = lm.solve(position, play, all_moves=True)
    with speaking(language):
        told = page.short_text(argument)
        exercises = [exercise(answer, 1)]
        pages = [sheet(t("Worksheet"), exercises), key_sheet(t("Worksheet"), exercises)]
        quiz = moodle(t("Worksheet"), exercises)
    found = english(told) + english(" ".join(map(visible, pages)))
    found += english(visible(re.sub(r"<file.*?</file>", "", quiz)).replace("MULTICHOICE", ""))
    assert not found, told


def test_without_another_language_all_is_english() -> None:
    assert t("Who wins?") == "Who wins?"
    with speaking("de"):
        assert t("Who wins?") == "Wer gewinnt?"
    assert t("Who wins?") == "Who wins?"


def test_a_phrase_is_its_english_and_goes_everywhere() -> None:
    edges = Phrase("{count} edges", count=3)
    phrase = Phrase(
        "a maximum matching has {edges}, and every maximum matching covers {place}", edges=edges, place="{a}"
    )
    assert phrase == "a maximum matching has 3 edges, and every maximum matching covers {a}"
    for same in (phrase, pickle.loads(pickle.dumps(phrase)), copy.deepcopy(phrase)):
        assert str(same) == str(phrase)
        with speaking("fr"):
            assert t(same) == "un couplage maximum a 3 arêtes, et chaque couplage maximum couvre {a}"
