"""Pictures of any position by their structure: what is drawn, how often, and that nothing lies on anything else."""

from __future__ import annotations

import random
import re
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lastmove as lm
from drawings import SVG, balanced, boxes, groups, is_apart, read, styled, texts
from effort import tries
from lastmove.core.view import GraphView, HeapsView, SumView
from lastmove.games import GAMES, game_class
from lastmove.games.moves import LowerHeap, Slide
from lastmove.pictures.draw import picture
from lastmove.pictures.svg import THEMES
from lastmove.pictures.tikz import tikz
from samples import random_problem


def shapes(view: Any) -> list[Any]:
    return [inner for part in view.parts for inner in shapes(part)] if isinstance(view, SumView) else [view]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("theme", THEMES)
def test_every_game_is_drawn_whole(game: str, theme: str) -> None:
    """A group for each node, edge and heap, and one token for each part that has one."""
    rng = random.Random(f"pictures {game}")
    starts = [dict(game_class(game).example), *(random_problem(game, rng) for _ in range(tries(12, quick=2)))]
    for raw in starts:
        problem = lm.parse(raw)
        parts = shapes(problem.position.view())  # type: ignore[attr-defined]
        root = read(lm.draw(problem, theme=theme))
        graphs = [part for part in parts if isinstance(part, GraphView)]
        rows = [part for part in parts if isinstance(part, HeapsView) and not part.circular]
        rings = [part for part in parts if isinstance(part, HeapsView) and part.circular]
        nodes = sum(len(part.nodes) for part in graphs) + sum(len(part.heaps) for part in rings)
        edges = sum(len(part.edges) for part in graphs)
        edges += sum(len(part.heaps) if len(part.heaps) > 1 else 0 for part in rings)
        assert len(groups(root, "node")) == nodes
        assert len(groups(root, "edge")) == edges
        assert len(groups(root, "heap")) == sum(len(part.heaps) for part in rows)
        tokens = [p for p in graphs if p.token is not None] + [p for p in rings if p.current is not None]
        assert len(styled(root, "token", "node")) == len(tokens)
        small = [size for part in rows for size in part.heaps if size <= 12]
        large = sum(size > 12 for part in rows for size in part.heaps)
        assert len(styled(root, "counter", "heap")) == sum(small) + large
        if not isinstance(problem.position.view(), SumView):  # type: ignore[attr-defined]
            assert is_apart(root)


@pytest.mark.parametrize("game", GAMES)
def test_moves_are_drawn_by_their_value(game: str) -> None:
    rng = random.Random(f"moves {game}")
    for _ in range(8):
        answer = lm.solve(lm.parse(random_problem(game, rng)), all_moves=True)
        root = read(lm.draw(answer))
        winning = [answer.problem.position.view_move(move) for move in answer.winning_moves()]  # type: ignore[attr-defined]
        view = answer.problem.position.view()  # type: ignore[attr-defined]
        if isinstance(view, GraphView) and not view.has_token:
            edges = [move.edge for move in winning if move.edge is not None]
            rings = [move.chooses for move in winning if move.edge is None]
            assert len(styled(root, "edge-win", "edge")) == len(edges)
            assert len(styled(root, "edge-win", "node")) == len(rings)
        elif isinstance(view, GraphView):
            ways = {(move.to, move.edge) for move in winning if move.to is not None}
            staying = {to for to, _ in ways if view.token is not None and view.place(to) == view.token}
            stuck = {to for to in staying if view.edge_to(view.token or 0) is None}
            drawn = styled(root, "edge-win", "edge") + styled(root, "edge-win", "way")
            assert len(drawn) == len(ways) - len(stuck)
        said = " ".join(texts(root))
        assert ("the player to move wins" in said) == (answer.outcome is lm.Outcome.N)


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 10**6), st.booleans(), st.sampled_from(THEMES))
def test_any_position_is_well_formed(game: str, seed: int, certificate: bool, theme: str) -> None:
    raw = random_problem(game, random.Random(seed))
    answer = lm.solve(lm.parse(raw), certificate=certificate)
    text = lm.draw(answer, certificate=certificate, theme=theme)
    root = read(text)
    assert text == lm.draw(answer, certificate=certificate, theme=theme)
    assert root.tag == f"{SVG}svg"
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    assert root.attrib["viewBox"] == f"0 0 {width:g} {height:g}"
    assert not any("id" in element.attrib for element in root.iter())
    for x, y, wide, high in boxes(root).values():
        assert min(x - wide, y - high) >= 0
        assert x + wide <= width
        assert y + high <= height
    assert root[0].tag == f"{SVG}title"


@settings(deadline=None, max_examples=40)
@given(st.lists(st.text(max_size=40), min_size=2, max_size=5, unique=True))
def test_any_name_can_be_drawn(names: list[str]) -> None:
    board = lm.VertexGeography(list(pairwise(names)), start=names[0])
    root = read(lm.draw(board))
    titles = [group.find(f"{SVG}title") for group in groups(root, "node")]
    assert len(titles) == len(names)
    assert all(len(text) <= 20 for text in texts(root))
    assert is_apart(root)
    weighted = lm.NimGRM(list(pairwise(names)), [10 ** (7 * k) for k in range(len(names))])
    assert is_apart(read(lm.draw(weighted)))
    balanced(tikz(picture(board)))


@pytest.mark.parametrize("game", GAMES)
def test_tikz(game: str) -> None:
    for raw in (dict(game_class(game).example), random_problem(game, random.Random(game))):
        answer = lm.solve(lm.parse(raw), certificate=True)
        balanced(tikz(picture(answer, certificate=True)))
        balanced(tikz(picture(answer.problem), theme="print"))


def test_lines_of_play() -> None:
    text = lm.draw(lm.Nim([3, 5]), line=[LowerHeap(1, 3), LowerHeap(0, 0)])
    root = read(text)
    assert len(groups(root, "step")) == 3
    assert {"to begin with", "1. take 2 from heap 2 (5 -> 3)"} <= set(texts(root))
    path = lm.VertexGeography([("a", "b"), ("b", "c")], start="a")
    steps = groups(read(lm.draw(path, line=[Slide("b")])), "step")
    assert [len(groups(step, "node")) for step in steps] == [3, 2]
    with pytest.raises(lm.IllegalMoveError):
        lm.draw(path, line=[Slide("c")])


def test_long_names_are_whole_in_the_title() -> None:
    name = "a vertex with a name that nobody would want to read"
    root = read(lm.draw(lm.VertexGeography([(name, "b")])))
    (title, _) = (group.find(f"{SVG}title") for group in groups(root, "node"))
    assert title is not None
    assert title.text == name
    assert name not in texts(root)
    assert any("…" in text for text in texts(root))


def test_dark_and_black_and_white() -> None:
    answer = lm.solve(lm.NimGRM([("a", "b"), ("b", "c")], [2, 1, 1], start="a"))
    pictures = {theme: lm.draw(answer, theme=theme) for theme in THEMES}
    assert "prefers-color-scheme:dark" in pictures["auto"]
    assert not any("<style>" in pictures[theme] for theme in ("light", "dark", "print"))
    greys = {c[1:3] == c[3:5] == c[5:7] for c in re.findall(r"#[0-9a-f]{6}", pictures["print"])}
    assert greys == {True}
    shape = [re.sub(r'class="lastmove [^"]+"|#[0-9a-f]{6}|<style>.*</style>\n', "", p) for p in pictures.values()]
    assert len(set(shape)) == 1, "themes differ in colours only"
    with pytest.raises(lm.InputError, match="theme: 'pink'; accepted: auto, light, dark, print"):
        lm.draw(answer, theme="pink")
