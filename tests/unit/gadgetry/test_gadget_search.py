"""``lm.gadgets``: the gadgets of the papers are found again; runs that are stopped, cut into parts, or disturbed."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import pairwise, permutations
from typing import TYPE_CHECKING, Any

import networkx as nx
import pytest

import lastmove as lm
from lastmove.censuses import choose_source
from lastmove.censuses.sources import WeightedGraph
from lastmove.core.errors import InputError, LimitReached, Refuted
from lastmove.core.play import Outcome, Play, PlayName
from lastmove.gadgetry import check, search
from lastmove.gadgetry.blocks import GadgetKernel
from lastmove.gadgetry.check import boards_of, check_gadget
from lastmove.gadgetry.gadget import Gadget, odd_girth
from lastmove.gadgetry.inside import GadgetRules
from lastmove.gadgetry.source import gadget_source
from lastmove.graphs.graph import Graph
from lastmove.graphs.graph6 import decode
from lastmove.reductions.gadgets import DoublyWeightedGadgets, Hexagons, Houses, Squares, WeightedGadgets

if TYPE_CHECKING:
    from pathlib import Path

NAUTY = pytest.mark.long  # it lists the graphs, and the quick tests do without it


def with_ends(gadget: Gadget) -> nx.Graph:
    """The gadget between u and v."""
    graph = nx.Graph((gadget.names[u], gadget.names[v]) for u, v in gadget.graph.ends())
    graph.add_edges_from([("u", "a"), ("b", "v")])
    own = dict(zip(gadget.names, gadget.weights or (1,) * gadget.graph.n, strict=True))
    for vertex in graph:
        graph.nodes[vertex]["is"] = vertex if vertex in "uv" else own[vertex]
    return graph


def is_same(gadget: Gadget, joins: Any, weights: dict[str, int] | None = None) -> bool:
    known = nx.Graph(joins)
    for vertex in known:
        known.nodes[vertex]["is"] = vertex if vertex in "uv" else (weights or {}).get(vertex, 1)
    return bool(nx.is_isomorphic(with_ends(gadget), known, node_match=lambda one, two: one["is"] == two["is"]))


@NAUTY
def test_the_hexagon_is_found_again_and_nothing_below() -> None:
    found = lm.gadgets("arc", game="vertex-geography", play="misère", n="2-8", bipartite=True, max_degree=3, every=True)
    gadgets = list(found)
    assert found.summary["least"] == {"vertices": 8, "gadgets": 2, "placings": 6}
    assert found.summary["found"] == 2
    assert sum(is_same(gadget, Hexagons().joins) for gadget in gadgets) == 1
    assert all(gadget.properties["planar"] and gadget.properties["max_degree"] == 3 for gadget in gadgets)


@NAUTY
def test_without_a_bound_on_degrees_there_are_twenty() -> None:
    found = lm.gadgets(game="vertex-geography", play="misere", n="2-8", bipartite=True)
    assert is_same(next(found), Hexagons().joins)
    assert list(found) == []
    assert found.summary == {
        "searched": {"n": [2, 8], "graphs": 253},
        "found": 1,
        "least": {"vertices": 8, "gadgets": 8, "placings": 20},
    }


def test_the_four_cycle_is_found_again_and_nothing_below() -> None:
    found = lm.gadgets(game="edge-geography", play="misere", bipartite=True, every=True)
    (gadget,) = found
    assert is_same(gadget, Squares().joins)
    assert found.summary["least"] == {"vertices": 6, "gadgets": 1, "placings": 2}
    assert gadget.properties["planar"]


@NAUTY
@pytest.mark.parametrize(
    ("game", "play", "reduction"),
    [("nimg-rm", "misere", WeightedGadgets), ("nimg-mr", "normal", DoublyWeightedGadgets)],
)
def test_gadgets_with_weights_are_found_again(game: str, play: PlayName, reduction: Any) -> None:
    search = lm.gadgets(game=game, play=play, n="2-4", weights="1-2", max_degree=3, every=True)
    weights = dict(zip("abcd", reduction.weights, strict=True))
    assert sum(is_same(gadget, reduction.joins, weights) for gadget in search) == 1
    assert search.summary["least"]["vertices"] == 4  # type: ignore[index]


def test_where_matchings_decide_there_is_none() -> None:
    search = lm.gadgets(game="vertex-geography", play="normal", n="2-6")
    assert list(search) == []
    assert search.summary == {"searched": {"n": [2, 6], "graphs": 142}, "found": 0}
    bipartite = lm.gadgets(game="edge-geography", play="normal", n="2-6", bipartite=True)
    assert list(bipartite) == []


def test_a_gadget_speaks_for_itself() -> None:
    gadget = next(lm.gadgets(game="edge-geography", play="normal", max_degree=3, planar=True))
    assert (gadget.graph.n, gadget.properties["max_degree"]) == (5, 3)
    assert str(gadget) == "DUw: 0-b, 0-3, a-3, 0-4, a-4, b-4"
    assert is_same(gadget, Houses().joins)
    said = gadget.reduction()
    assert said is not None
    assert "new neighbour" not in said  # in normal play nobody needs one
    assert gadget.board.graph.vertices == gadget.names
    proof = gadget.proof()
    assert [row["outcome"] for row in proof] == ["P", "N", "N", "N"]
    assert all(row["plays"] for row in proof)
    assert gadget.to_json()["ports"] == dict(gadget.ports)
    assert {gadget: 1}[replace(gadget)] == 1


@NAUTY
def test_plays_keep_to_the_rules() -> None:
    """Each play goes along edges to new vertices, and ends where the loser has nothing left."""
    gadget = next(lm.gadgets(game="vertex-geography", play="misere", bipartite=True))
    graph = with_ends(gadget)
    for row in gadget.proof():
        for play in row["plays"]:  # type: ignore[attr-defined]
            inside = [word for word in play if word != "out"]
            assert len(set(inside)) == len(inside)
            assert all(graph.has_edge(*step) for step in pairwise(inside))
            if play[-1] != "out":  # stuck, which wins: the mover after so many moves is the one whose outcome is N
                assert (len(play) % 2 == 1) == (row["outcome"] == "N")
                assert all(name in inside for name in graph[inside[-1]] if name not in "uv")


def test_other_sources() -> None:
    door = next(lm.gadgets("door", game="edge-geography", play="misere"))
    assert door.graph6 == "CV"
    assert door.reduction() is None
    variable = next(lm.gadgets("variable", game="edge-geography", play="normal"))
    assert sorted(variable.ports) == ["in", "out", "x", "y"]
    crossing = lm.gadgets("crossing", game="vertex-geography", play="normal", n=4, every=True)
    (found,) = crossing
    assert nx.is_isomorphic(nx.Graph(list(found.graph.ends())), nx.path_graph(4))
    assert found.properties["planar"] is False  # the ports do not stand around it in their order
    assert found.proof() == [
        each
        for each in found.proof()
        if all(isinstance(value, str) for value in each["outside"].values())  # type: ignore[attr-defined]
    ]


def test_limits_are_kept() -> None:
    wide = lm.gadgets(game="vertex-geography", play="misere", n="2-6", every=True)
    gadgets = list(wide)
    for limit, value in (("girth", 4), ("odd_girth", 5), ("max_degree", 3), ("planar", True), ("edges", "6-7")):
        narrow: Any = {limit: value}
        found = list(lm.gadgets(game="vertex-geography", play="misere", n="2-6", every=True, **narrow))
        wanted = replace(wide.limits, **(narrow if limit != "edges" else {"edges": (6, 7)}))
        assert found == [each for each in gadgets if wanted.wants(each) and wanted.takes(each.graph)], limit


def test_odd_girth() -> None:
    for n in range(3, 9):
        assert odd_girth(lm.graphs.named(f"cycle:{n}")) == (n if n % 2 else None)
    assert odd_girth(lm.graphs.named("petersen:5,2")) == 5
    assert odd_girth(Graph(5, [(0, 1), (1, 2), (2, 3), (3, 0), (3, 4), (4, 2)])) == 3


@NAUTY
def test_a_run_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "_WORK_A_SHARD", 1 << 15)
    asked: dict[str, Any] = {"game": "vertex-geography", "play": "misere", "n": "5-6", "max_degree": 4, "every": True}
    whole = lm.gadgets(**asked)
    gadgets = list(whole)
    assert len(gadgets) == 3
    seen: list[Any] = []

    class Stop(Exception):
        pass

    def stop(progress: Any) -> None:
        seen.append(progress)
        if len(seen) == 6:
            raise Stop

    with pytest.raises(Stop):
        list(lm.gadgets(out=tmp_path, progress=stop, **asked))
    there = {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("*.json")}
    assert there
    damaged = min(there)
    (tmp_path / damaged).write_text("{")
    again = lm.gadgets(out=tmp_path, **asked)
    assert list(again) == gadgets
    assert again.summary == whole.summary
    assert {name: (tmp_path / name).stat().st_mtime_ns for name in there if name != damaged} == {
        name: when for name, when in there.items() if name != damaged
    }
    with pytest.raises(InputError, match="holds another search: its play is different"):
        list(lm.gadgets(out=tmp_path, **{**asked, "play": "normal"}))


def test_a_file_is_not_taken_on_trust(tmp_path: Path) -> None:
    asked: dict[str, Any] = {"game": "edge-geography", "play": "misere", "n": 5, "every": True, "out": tmp_path}
    assert len(list(lm.gadgets(**asked))) == 4
    (file,) = tmp_path.glob("*.json")
    content = json.loads(file.read_text())
    content["found"][0][1] = content["found"][0][1][::-1]
    file.write_text(json.dumps(content))
    with pytest.raises(InputError, match="it does not hold that"):
        list(lm.gadgets(**asked))


def test_parts_make_a_whole(tmp_path: Path) -> None:
    asked: dict[str, Any] = {"game": "vertex-geography", "play": "misere", "n": "5-6", "every": True}
    parts = [lm.gadgets(part=f"{number}/3", out=tmp_path, **asked) for number in range(3)]
    found = [gadget for part in parts for gadget in part]
    whole = lm.gadgets(**asked)
    assert sorted(map(str, found)) == sorted(map(str, whole))
    assert sum(part.summary["searched"]["graphs"] for part in parts) == whole.summary["searched"]["graphs"]  # type: ignore[index]
    assert parts[1].summary["part"] == "1/3"


@pytest.mark.long
def test_processes_find_the_same() -> None:
    asked: dict[str, Any] = {"game": "vertex-geography", "play": "misere", "n": "5-6", "every": True}
    assert list(lm.gadgets(jobs=2, **asked)) == list(lm.gadgets(**asked))


@NAUTY
def test_a_limit_on_time_is_kept() -> None:
    stopped = lm.gadgets(game="vertex-geography", play="misere", n="5-9", every=True, limits=lm.Limits(time=0.5))
    given: list[Gadget] = []
    with pytest.raises(LimitReached):
        given.extend(stopped)
    given += stopped.left()
    assert stopped.left() == []
    assert stopped.summary["found"] == len(given)
    assert stopped.summary["stopped"]["n"] <= 9  # type: ignore[index]


def test_without_nauty_there_are_small_graphs(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {"game": "edge-geography", "play": "misere", "n": "2-6", "bipartite": True, "every": True}
    before = lm.gadgets(**asked)
    there = list(before)
    for module in (choose_source, search):
        monkeypatch.setattr(module, "nauty_tool", lambda _: None)
    after = lm.gadgets(**asked)
    assert [gadget.ports for gadget in after] == [gadget.ports for gadget in there] or list(after) == []
    assert after.summary["searched"] == before.summary["searched"]
    with pytest.raises(InputError, match="nauty lists them and is not installed"):
        list(lm.gadgets(game="vertex-geography", play="misere", n=8, bipartite=True))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"game": "nim"}, "game: 'nim'; accepted: vertex-geography, edge-geography, nimg-rm, nimg-mr"),
        ({"play": "both"}, "play: 'both' is no convention"),
        ({"source": "door", "n": 1}, "n: 1; accepted: at least 2 vertices, for as many ports of door"),
        ({"n": "x"}, "n: 'x'; accepted"),
        ({"n": "8-2"}, "n: '8-2'; accepted"),
        ({"n": [3, 0]}, "n: 0; accepted: numbers of vertices from 1 on"),
        ({"n": 30}, "n: a graph with 30 vertices may have 1,073,741,824 states"),
        ({"game": "edge-geography", "n": 9}, "n: a graph with 9 vertices may have 68,719,476,736 states"),
        ({"max_degree": 0}, "max degree: 0; accepted: an integer >= 1"),
        ({"girth": 2}, "girth: 2; accepted: an integer >= 3"),
        ({"odd_girth": 4.0}, "odd girth: 4.0; accepted: an integer >= 3"),
        ({"edges": "9-3"}, "edges: '9-3'; accepted"),
        ({"weights": 2}, "weights: vertex-geography has none; accepted with nimg-rm and nimg-mr"),
        ({"game": "nimg-rm", "weights": "2-3"}, "weights: '2-3'; accepted: 1-K"),
        ({"part": "3/3"}, "part: '3/3'; accepted: a part such as 0/4"),
        ({"jobs": 0}, "jobs: 0; accepted"),
        ({"n": "5-6", "max_degree": 1}, "limits: no connected graph with 5 to 6 vertices fits them (max degree 1)"),
        ({"n": 4, "edges": (5, 6), "bipartite": True}, "limits: no connected graph with 4 to 4 vertices fits them"),
        ({"n": 4, "edges": (9, 9)}, "fits them (9 to 9 edges)"),
    ],
)
def test_what_cannot_be_asked(given: dict[str, Any], said: str) -> None:
    asked: dict[str, Any] = {"game": "vertex-geography", "play": "misere", **given}
    with pytest.raises(InputError, match=re.escape(said)):
        list(lm.gadgets(**asked))


def claims() -> list[Gadget]:
    """One true claim for each game."""
    source = gadget_source("arc")
    ports = {"a": 1, "b": 0}
    return [
        Gadget(source, "vertex-geography", Play.MISERE, decode("D]w"), {"a": 0, "b": 3}),
        Gadget(source, "edge-geography", Play.MISERE, decode("E?ro"), {"a": 2, "b": 4}),
        Gadget(source, "nimg-rm", Play.MISERE, decode("CV"), {"a": 1, "b": 0}, (2, 1, 1, 1)),
        Gadget(source, "nimg-mr", Play.NORMAL, decode("CV"), ports, (2, 1, 2, 1)),
    ]


@pytest.mark.parametrize("claim", claims(), ids=lambda claim: claim.game)
def test_forged_gadgets_are_refused(claim: Gadget) -> None:
    check_gadget(claim)
    kernel = GadgetKernel(claim.source, claim.game, claim.play, 0)
    ((_, placings),) = kernel.placings((WeightedGraph(claim.graph, claim.weights or None),))
    edges = list(claim.graph.ends())
    forged = [
        *(
            replace(claim, ports=dict(zip("ab", ports, strict=True)))
            for ports in permutations(range(claim.graph.n), 2)
            if ports not in {each.ports for each in placings}
        ),
        replace(claim, play=next(play for play in Play if play is not claim.play)),
        replace(claim, source=gadget_source("door")),
        replace(claim, graph=Graph.numbered(claim.graph.n, edges[1:])),
    ]
    if claim.weights:
        forged.append(replace(claim, weights=(1,) * claim.graph.n))
    for each in forged:
        with pytest.raises(Refuted):
            check_gadget(each, 4)
    assert len(forged) > 8


@pytest.mark.parametrize("claim", claims(), ids=lambda claim: claim.game)
def test_digraphs_alone_show_a_forgery(claim: Gadget, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last of the three checks stands on its own."""
    monkeypatch.setattr(GadgetRules, "holds", lambda *_: True)
    monkeypatch.setattr(check, "_holds_on_boards", lambda *_: True)
    check_gadget(claim)
    with pytest.raises(Refuted, match="in place of the arcs"):
        check_gadget(replace(claim, ports={"a": claim.ports["b"], "b": claim.ports["a"]}), 40)


@pytest.mark.parametrize("claim", claims(), ids=lambda claim: claim.game)
def test_boards_alone_show_a_forgery(claim: Gadget, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GadgetRules, "holds", lambda *_: True)
    with pytest.raises(Refuted, match="on a board with vertices outside"):
        check_gadget(replace(claim, ports={"a": claim.ports["b"], "b": claim.ports["a"]}))


def test_what_is_outside_has_the_outcome_it_should() -> None:
    """The paths of the check: the token on the vertex outside, where it has come from a port that is gone."""
    for game in ("vertex-geography", "edge-geography"):
        for play in Play:
            for value in "NP":
                one = gadget_source(
                    {"ports": ["p", "q"], "start": [{"enter": "p", "outside": {"q": value}, "outcome": "N"}]}
                )
                gadget = Gadget(one, game, play, Graph.numbered(2, [(0, 1)]), {"p": 0, "q": 1})
                (board,) = boards_of(gadget, one.conditions[0])
                for step in (1, ("q", 0)):
                    board = next(board.after(move) for move in board.moves() if move.to == step)
                assert lm.solve(board, play=play).outcome is Outcome(value)


def long_cycle(game: str, play: Play, k: int, j: int) -> Gadget:
    """The gadgets of docs/how-to/gadgets.md with a cycle of length 2k + 3 and a path of 2j + 1 vertices."""
    around = ["p", "b", *(f"c{number}" for number in range(1, 2 * k + 2))]
    path = [f"a{number}" for number in range(1, 2 * j + 2)]
    names = [*around, *path]
    edges = [*pairwise([*around, "p"]), *pairwise([*path, "p"])]
    weights = {"b": 2, **({"c1": 2} if game == "nimg-mr" else {})}
    numbers = {name: number for number, name in enumerate(names)}
    graph = Graph.numbered(len(names), [(numbers[u], numbers[v]) for u, v in edges])
    ports = {"a": numbers["a1"], "b": numbers["b"]}
    return Gadget(gadget_source("arc"), game, play, graph, ports, tuple(weights.get(name, 1) for name in names))


@pytest.mark.parametrize("k", range(3))
@pytest.mark.parametrize("j", range(3))
@pytest.mark.parametrize(("game", "play"), [("nimg-rm", Play.MISERE), ("nimg-mr", Play.NORMAL)])
def test_odd_cycles_may_be_long(game: str, play: Play, k: int, j: int) -> None:
    """The theorem of docs/how-to/gadgets.md, by the definition of the games, on boards and on digraphs."""
    gadget = long_cycle(game, play, k, j)
    check_gadget(gadget, 3)
    assert (gadget.properties["girth"], gadget.properties["max_degree"]) == (2 * k + 3, 3)
    assert gadget.properties["planar"]
    weights = list(gadget.weights)
    weights[gadget.ports["b"]] = 1
    with pytest.raises(Refuted):
        check_gadget(replace(gadget, weights=tuple(weights)))


@NAUTY
@pytest.mark.parametrize(("game", "play"), [("nimg-rm", "misere"), ("nimg-mr", "normal")])
def test_the_kernel_finds_long_cycles(game: str, play: PlayName) -> None:
    asked: dict[str, Any] = {"game": game, "play": play, "weights": 2, "max_degree": 3, "every": True}
    found = list(lm.gadgets(n="5-6", odd_girth=5, edges="5-6", **asked))
    assert {gadget.graph.n for gadget in found} == {6}
    known = with_ends(long_cycle(game, Play.of(play), 1, 0))
    same = [
        gadget
        for gadget in found
        if nx.is_isomorphic(with_ends(gadget), known, node_match=lambda one, two: one["is"] == two["is"])
    ]
    assert len(same) == 1
