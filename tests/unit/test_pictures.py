"""Pictures by their structure: what is drawn, how often, where, and that nothing lies on anything else."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from itertools import combinations, pairwise
from math import hypot
from typing import Any
from xml.etree import ElementTree

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lastmove as lm
from lastmove.apps.pictures.geometry import count_crossings
from lastmove.apps.pictures.layout import graph_layout
from lastmove.apps.pictures.picture import picture
from lastmove.apps.pictures.svg import THEMES
from lastmove.apps.pictures.tikz import tikz
from lastmove.core.view import GraphView, HeapsView, SumView
from lastmove.games import GAMES, game_class
from lastmove.graphs.families import family
from reference import cases

SVG = "{http://www.w3.org/2000/svg}"


def read(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def groups(root: ElementTree.Element, kind: str) -> list[ElementTree.Element]:
    return [element for element in root.iter(f"{SVG}g") if element.get("class") == f"lm-g-{kind}"]


def styled(root: ElementTree.Element, style: str, within: str = "") -> list[ElementTree.Element]:
    inside = [root] if not within else groups(root, within)
    return [e for part in inside for e in part.iter() if e.get("class") == f"lm-{style}"]


def texts(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def boxes(root: ElementTree.Element) -> dict[int, tuple[float, float, float, float]]:
    """The middle and the half sizes of every node."""
    found: dict[int, tuple[float, float, float, float]] = {}
    for group in groups(root, "node"):
        for shape in group:
            if shape.get("class") in {"lm-node", "lm-node-p", "lm-node-faded"}:
                value = {k: float(v) for k, v in shape.items() if re.fullmatch(r"[\d.-]+", v)}
                if shape.tag == f"{SVG}circle":
                    box = value["cx"], value["cy"], value["r"], value["r"]
                else:
                    wide, high = value["width"] / 2, value["height"] / 2
                    box = value["x"] + wide, value["y"] + high, wide, high
                found.setdefault(int(group.attrib["data-number"]), box)
    return found


def is_apart(root: ElementTree.Element) -> bool:
    return all(
        abs(a[0] - b[0]) >= a[2] + b[2] or abs(a[1] - b[1]) >= a[3] + b[3]
        for a, b in combinations(boxes(root).values(), 2)
    )


def shapes(view: Any) -> list[Any]:
    return [inner for part in view.parts for inner in shapes(part)] if isinstance(view, SumView) else [view]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("theme", THEMES)
def test_every_game_is_drawn_whole(game: str, theme: str) -> None:
    """A group for each node, edge and heap, and one token for each part that has one."""
    rng = random.Random(f"pictures {game}")
    starts = [dict(game_class(game).example), *(cases.generate(game, rng) for _ in range(12))]
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
        answer = lm.solve(lm.parse(cases.generate(game, rng)), all_moves=True)
        root = read(lm.draw(answer))
        winning = [answer.problem.position.view_move(move) for move in answer.winning_moves()]  # type: ignore[attr-defined]
        view = answer.problem.position.view()  # type: ignore[attr-defined]
        if isinstance(view, GraphView):
            ways = {(move.to, move.edge) for move in winning if move.to is not None}
            staying = {to for to, _ in ways if view.token is not None and view.place(to) == view.token}
            stuck = {to for to in staying if view.edge_to(view.token or 0) is None}
            assert len(styled(root, "edge-win", "edge")) == len(ways) - len(stuck)
        said = " ".join(texts(root))
        assert ("the player to move wins" in said) == (answer.outcome is lm.Outcome.N)


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 10**6), st.booleans(), st.sampled_from(THEMES))
def test_any_position_is_well_formed(game: str, seed: int, certificate: bool, theme: str) -> None:
    raw = cases.generate(game, random.Random(seed))
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


def balanced(text: str) -> None:
    """Braces, brackets and environments of TikZ match, and every command ends."""
    plain = re.sub(r"\\[{}%]", "", re.sub(r"^ *%.*$", "", text, flags=re.MULTILINE))
    depth = 0
    for character in plain:
        depth += {"{": 1, "}": -1}.get(character, 0)
        assert depth >= 0
    assert depth == 0
    assert text.count(r"\begin{tikzpicture}") == text.count(r"\end{tikzpicture}") == 1
    body = text.partition("\n]\n")[2].partition(r"\end{tikzpicture}")[0].splitlines()
    assert body
    assert all(line.strip().startswith(("%", r"\path[lm-", r"\node[lm-")) for line in body), body
    assert all(line.endswith(";") for line in body if not line.strip().startswith("%"))
    used = set(re.findall(r"(?:path|node)\[(lm-[a-z-]+)", text))
    assert used == set(re.findall(r"^  (lm-[a-z-]+)/\.style", text, re.MULTILINE))
    colours = set(re.findall(r"=(lm-[a-z-]+)", text.partition("\n]\n")[0]))
    assert colours == set(re.findall(r"definecolor\{(lm-[a-z-]+)\}", text))


@pytest.mark.parametrize("game", GAMES)
def test_tikz(game: str) -> None:
    for raw in (dict(game_class(game).example), cases.generate(game, random.Random(game))):
        answer = lm.solve(lm.parse(raw), certificate=True)
        balanced(tikz(picture(answer, certificate=True)))
        balanced(tikz(picture(answer.problem), theme="print"))


PLANAR = {
    "dodecahedron": nx.dodecahedral_graph(),
    "icosahedron": nx.icosahedral_graph(),
    "octahedron": nx.octahedral_graph(),
    "cube": nx.cubical_graph(),
    "K4": nx.complete_graph(4),
    "K2,5": nx.complete_bipartite_graph(2, 5),
    "prism": nx.circular_ladder_graph(6),
    "frucht": nx.frucht_graph(),
    "house": nx.house_x_graph(),
    "lollipop": nx.lollipop_graph(4, 3),
    "wheel": nx.wheel_graph(9),
    "triangles": nx.convert_node_labels_to_integers(nx.triangular_lattice_graph(3, 4)),
    "hexagons": nx.convert_node_labels_to_integers(nx.hexagonal_lattice_graph(2, 3)),
    "windmill": nx.windmill_graph(4, 3),
    "tree": nx.balanced_tree(3, 3),
    "antiprism": nx.circulant_graph(8, [1, 2]),
}


def points_of(graph: nx.Graph) -> tuple[Any, list[tuple[int, int]]]:
    board = lm.VertexGeography(graph)
    view = board.view()
    return np.array(graph_layout(view)), [(e.tail, e.head) for e in view.edges]


@pytest.mark.parametrize("name", PLANAR)
def test_planar_graphs_do_not_cross(name: str) -> None:
    points, edges = points_of(PLANAR[name])
    assert count_crossings(points, edges) == 0
    assert is_apart(read(lm.draw(lm.VertexGeography(PLANAR[name]))))


@settings(deadline=None, max_examples=25)
@given(st.integers(3, 14), st.integers(0, 10**6))
def test_random_planar_graphs_do_not_cross(n: int, seed: int) -> None:
    rng = random.Random(seed)
    graph = nx.Graph()
    graph.add_nodes_from(range(n))
    for _ in range(3 * n):
        u, v = rng.sample(range(n), 2)
        if not graph.has_edge(u, v):
            graph.add_edge(u, v)
            if not nx.check_planarity(graph)[0]:
                graph.remove_edge(u, v)
    assert count_crossings(*points_of(graph)) == 0


@pytest.mark.parametrize("names", ["numbers", "pairs", "letters"])
def test_grids_are_grids(names: str) -> None:
    graph = nx.grid_2d_graph(3, 5)
    if names != "pairs":
        order = sorted(graph) if names == "numbers" else random.Random(3).sample(sorted(graph), 15)
        graph = nx.relabel_nodes(graph, {v: i if names == "numbers" else f"v{i}" for i, v in enumerate(order)})
    points, edges = points_of(graph)
    assert {tuple(sorted(np.abs(points[u] - points[v]).tolist())) for u, v in edges} == {(0.0, 1.0)}
    assert len({tuple(point) for point in points.tolist()}) == 15


def test_a_grid_with_holes_keeps_its_shape_as_it_is_played() -> None:
    from lastmove.games.moves import Slide

    position = lm.VertexGeography(family("grid:3x4"), start=5)
    before = dict(zip(position.graph.vertices, graph_layout(position.view()), strict=True))
    position = position.after(Slide(6)).after(Slide(7))
    after = dict(zip(position.graph.vertices, graph_layout(position.view()), strict=True))
    shift = {(round(x - before[v][0], 6), round(y - before[v][1], 6)) for v, (x, y) in after.items()}
    assert len(shift) == 1


def test_cycles_and_complete_graphs_are_circles() -> None:
    for graph in (nx.cycle_graph(7), nx.complete_graph(7), nx.circulant_graph(9, [1, 3])):
        points, _ = points_of(graph)
        middle = points.mean(axis=0)
        assert np.allclose(np.hypot(*(points - middle).T), np.hypot(*(points[0] - middle)))


def test_complete_bipartite_graphs_are_two_rows() -> None:
    points, _ = points_of(nx.complete_bipartite_graph(3, 4))
    assert len(set(points[:3, 1].tolist())) == len(set(points[3:, 1].tolist())) == 1


def test_parts_of_a_graph_stand_apart() -> None:
    graph = nx.disjoint_union_all([nx.cycle_graph(5), nx.path_graph(3), nx.complete_graph(5), nx.empty_graph(3)])
    root = read(lm.draw(lm.VertexGeography(graph)))
    assert is_apart(root)
    assert len(boxes(root)) == 16


def test_loops_parallel_edges_and_arcs_both_ways() -> None:
    arcs = [("a", "b"), ("b", "a"), ("a", "b"), ("c", "c"), ("c", "c"), ("b", "c")]
    for directed in (False, True):
        root = read(lm.draw(lm.EdgeGeography(arcs, directed=directed)))
        paths = [path.get("d") for path in styled(root, "edge", "edge")]
        assert len(set(paths)) == len(arcs), "no two edges lie on one another"
        assert len(styled(root, "tip", "edge")) == (len(arcs) if directed else 0)


def test_arrowheads_stop_at_the_border() -> None:
    graph = nx.gnp_random_graph(12, 0.3, seed=2, directed=True)
    board = lm.VertexGeography(graph, start=0)
    root = read(lm.draw(board))
    places = boxes(root)
    heads = [edge.head for edge in board.view().edges]
    for group in groups(root, "edge"):
        tip = next(e for e in group if e.get("class") == "lm-tip")
        x, y = map(float, re.findall(r"[\d.]+", tip.attrib["d"])[:2])
        u, v, r, _ = places[heads[int(group.attrib["data-number"])]]
        assert r - 0.2 <= hypot(x - u, y - v) <= r + 10


@pytest.mark.parametrize("name", [*PLANAR, "petersen", "K3,4", "clubs", "sparse"])
def test_edges_keep_clear_of_other_nodes(name: str) -> None:
    others = {
        "petersen": nx.petersen_graph(),
        "K3,4": nx.complete_bipartite_graph(3, 4),
        "clubs": nx.karate_club_graph(),
        "sparse": nx.gnm_random_graph(40, 60, seed=1),
    }
    board = lm.VertexGeography(PLANAR.get(name) or others[name])
    root = read(lm.draw(board))
    hits = 0
    places, ends = boxes(root), [{edge.tail, edge.head} for edge in board.view().edges]
    for group in groups(root, "edge"):
        number = int(group.attrib["data-number"])
        path = next(group.iter(f"{SVG}path")).attrib["d"]
        curve = np.array([float(value) for value in re.findall(r"-?[\d.]+", path)])
        times = np.linspace(0, 1, 40)[:, None]
        weights = np.hstack([(1 - times) ** 3, 3 * times * (1 - times) ** 2, 3 * times**2 * (1 - times), times**3])
        points = weights @ curve.reshape(4, 2)
        for node, (x, y, radius, high) in places.items():
            if node not in ends[number]:
                assert radius == high
                hits += bool(np.hypot(*(points - (x, y)).T).min() <= radius)
    assert hits <= (3 if name in ("clubs", "sparse") else 0), "the two are too dense to promise more"


def test_many_heaps_stand_in_rows() -> None:
    root = read(lm.draw(lm.solve(lm.Nim(range(40))), certificate=True))
    assert float(root.attrib["width"]) < 1200
    assert len(groups(root, "heap")) == 40


def test_lines_of_play() -> None:
    from lastmove.games.moves import LowerHeap, Slide

    text = lm.draw(lm.Nim([3, 5]), line=[LowerHeap(1, 3), LowerHeap(0, 0)])
    root = read(text)
    assert len(groups(root, "step")) == 3
    assert {"to begin with", "1. lower heap 1 from 5 to 3"} <= set(texts(root))
    path = lm.VertexGeography([("a", "b"), ("b", "c")], start="a")
    steps = groups(read(lm.draw(path, line=[Slide("b")])), "step")
    assert [len(groups(step, "node")) for step in steps] == [3, 2]
    with pytest.raises(lm.IllegalMoveError):
        lm.draw(path, line=[Slide("c")])


def test_what_a_parity_argument_counts_is_marked() -> None:
    edges = [("u", "a"), ("u", "b"), ("a", "x"), ("b", "y"), ("x", "y")]
    answer = lm.solve(lm.Vertexnim(edges, [1, 1, 1, 3, 2], start="u"))
    root = read(lm.draw(answer, certificate=True))
    assert len(styled(root, "frame", "node")) == 3
    circle = lm.solve(lm.AdjacentNim([3, 2, 4, 2], start=0))
    framed = [g for g in groups(read(lm.draw(circle, certificate=True)), "node") if styled(g, "frame")]
    assert [group.attrib["data-number"] for group in framed] == ["1"], "the first smallest heap"


def test_labels_of_every_start() -> None:
    found = lm.outcomes(lm.VertexGeography([("a", "b"), ("b", "c"), ("c", "d"), ("d", "b")]))
    root = read(lm.draw(found))
    letters = [e.text for e in styled(root, "badge-text", "node")]
    assert sorted(map(str, letters)) == sorted(outcome.value for outcome in found.values())
    assert not styled(root, "token", "node")
    for group in groups(root, "node"):
        vertex = list(found)[int(group.attrib["data-number"])]
        shape = "circle" if found[vertex] is lm.Outcome.N else "rect"
        (badge,) = [e for e in group if (e.get("class") or "").startswith("lm-badge-") and e.tag != f"{SVG}text"]
        assert badge.tag == f"{SVG}{shape}", "N is round and P is square"


def test_a_matching_and_its_barrier() -> None:
    answer = lm.solve(lm.VertexGeography(nx.complete_bipartite_graph(2, 3), start=0))
    certificate: Any = answer.certificate
    root = read(lm.draw(answer, certificate=True))
    assert len(groups(root, "matched")) == len(certificate.matching) == 2
    assert len(styled(root, "frame", "node")) == len(certificate.barrier) == 2
    assert "barrier: no matching covers more" in texts(root)


def test_other_evidence() -> None:
    labelled = lm.solve(lm.NimGRM([("a", "b"), ("b", "c")], [2, 1, 0], start="a"))
    root = read(lm.draw(labelled, certificate=True))
    assert [e.text for e in styled(root, "badge-text", "node")] == ["P", "N", "P"]
    even = lm.solve(lm.EdgeGeography(nx.cycle_graph(4), start=0))
    chosen: Any = even.certificate
    assert len(styled(read(lm.draw(even, certificate=True)), "frame", "node")) == len(chosen.set)
    nim = read(lm.draw(lm.solve(lm.Nim([3, 5, 6])), certificate=True))
    assert [e.text for e in styled(nim, "digits")] == ["011", "101", "110"]
    assert [e.text for e in styled(nim, "digits-total")] == ["000"]
    total = read(lm.draw(lm.solve(lm.Sum([lm.Octal("0.77", [3]), lm.Nim([1, 2])])), certificate=True))
    assert [text for text in texts(total) if text.startswith("value")] == ["value 3", "value 3"]
    tree = lm.solve(lm.VertexGeography(nx.star_graph(3), start=1), "misere", certificate=True)
    assert read(lm.draw(tree, certificate=True)) is not None


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


def test_a_layout_of_ones_own() -> None:
    board = lm.VertexGeography([("a", "b"), ("b", "c")])
    root = read(lm.draw(board, layout={"a": (0, 0), "b": (1, 1), "c": (2, 0)}))
    places = boxes(root)
    assert places[0][1] == places[2][1] < places[1][1]


def test_too_large_to_draw() -> None:
    large = lm.VertexGeography((401, []), start=0)
    with pytest.raises(lm.InputError, match="vertices: 401; a picture shows at most 400"):
        lm.draw(large)
    assert large._repr_svg_() is None
    with pytest.raises(lm.InputError, match=r"parts\[0\].heaps: 300; a picture shows at most 200"):
        lm.draw(lm.Sum([lm.Nim([1] * 300)]))
    huge = lm.NimGRM([("a", "b")], [10**30, 10**30], start="a")
    assert read(lm.draw(lm.solve(huge, "misere"))) is not None
    assert "0–1999, …" in lm.draw(lm.solve(lm.NimGRM([("a", "b")], [10**30, 0], start="a")))


@pytest.mark.parametrize("bad", ["x", None, 5, lm.Nim, lm.Graph(3)])
def test_what_is_no_position(bad: Any) -> None:
    with pytest.raises(lm.InputError, match=r"position: .* has no moves\(\) and after\(move\)"):
        lm.draw(bad)


def test_nothing_left_to_draw() -> None:
    over = [
        lm.AdjacentNim([0, 0]),
        lm.Sum([]),
        lm.Nim([]),
        lm.parse('{"game": "vertexnim", "vertices": [], "edges": [], "weights": [], "start": null}').position,
        lm.NimGRM((1, []), [0], start=lm.OVER),
    ]
    for position in over:
        for play in lm.Play:
            root = read(lm.draw(lm.solve(position, play), certificate=True))
            assert "(no move is left)" in " ".join(texts(root))


def test_huge_numbers() -> None:
    huge = 10**5000
    for position in (lm.Nim([huge, 5]), lm.AdjacentNim([huge, 2, 3], start=0), lm.Octal("0.77", [huge])):
        assert "1.00e5000" in lm.draw(position)
    assert "1.00e5000" in lm.draw(lm.solve(lm.NimGRM([(0, 1)], [huge, 3], start=0)), certificate=True)


def test_notebooks_show_the_picture() -> None:
    position = lm.Nim([1, 2])
    assert position._repr_svg_() == lm.draw(position)
    assert lm.solve(position)._repr_svg_() == lm.draw(lm.solve(position))
    board = lm.AdjacentNim([2, 3])
    assert lm.outcomes(board)._repr_svg_() == lm.draw(lm.outcomes(board))
    assert lm.HeapRules(lambda n: range(n))(3)._repr_svg_() is not None


def test_notebooks_do_not_start_long_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lastmove.apps.pictures.picture.LONG_SEARCH", 5)
    answer = lm.solve(lm.EdgeGeography(nx.complete_graph(4), start=0), "misere")
    drawn = answer._repr_svg_()
    assert drawn == lm.draw(answer, moves=False) != lm.draw(answer)


def test_a_game_of_ones_own() -> None:
    class Countdown:
        def __init__(self, left: int) -> None:
            self.left = left

        def moves(self) -> range:
            return range(self.left)

        def after(self, move: int) -> Countdown:
            return Countdown(move)

        def __hash__(self) -> int:
            return self.left

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Countdown) and other.left == self.left

        def __str__(self) -> str:
            return f"{self.left} left\n<{'*' * self.left}>"

    assert {"3 left", "<***>"} <= set(texts(read(lm.draw(Countdown(3)))))
    assert "<***>" in texts(read(lm.draw(lm.Sum([Countdown(3), lm.Nim([2])]))))
    assert "N: the player to move wins" in lm.draw(lm.solve(Countdown(3)))


def test_small_pictures_load_nothing_heavy() -> None:
    program = (
        "import sys, lastmove as lm\n"
        "lm.draw(lm.Nim([3])), lm.draw(lm.solve(lm.VertexGeography([(0, 1), (1, 2)], start=0)))\n"
        "print(sorted({'networkx', 'numpy', 'numba', 'rich', 'click'} & set(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
