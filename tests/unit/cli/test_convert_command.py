"""``lastmove convert`` and ``lastmove new``: any format into any other, what is lost is said, every family."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import pytest

import lastmove as lm
from commands import example, invoke, jsonl, solve
from lastmove.games import GAMES, game_class
from lastmove.games.fields import write_graph
from lastmove.graphs import FAMILIES, named

ON_GRAPHS = [name for name in GAMES if "edges" in game_class(name).fields]

FORMATS = ["json", "graph6", "sparse6", "digraph6", "edgelist", "graphml"]
READ_AS = {"sparse6": "graph6", "digraph6": "graph6"}
SPECS = ["path:4", "petersen:5,2", "circuit:4", "random-digraph:6,2"]


def edges_of(graph: dict[str, Any]) -> tuple[int, Counter[tuple[int, ...]]]:
    """How many vertices, and the edges; undirected ones in one order."""
    directed = graph["directed"]
    return graph["vertices"], Counter(tuple(edge if directed else sorted(edge)) for edge in graph["edges"])


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("second", FORMATS)
@pytest.mark.parametrize("first", FORMATS)
def test_convert_between_any_two_formats(first: str, second: str, spec: str) -> None:
    directed = named(spec).directed
    original = json.loads(invoke("new", spec).stdout)
    holds_it = {"graph6": not directed, "sparse6": not directed, "digraph6": directed}
    text, source = json.dumps(original), "json"
    for target in (first, second, "json"):
        status = 0 if holds_it.get(target, True) else 1
        options = ["--format", READ_AS.get(source, source), "--to", target, *(["--directed"] if directed else [])]
        result = invoke("convert", *options, text=text, status=status)
        if status:
            assert result.stdout == ""
            assert re.fullmatch(f"error line 1: {target}: .*\n", result.stderr)
            return
        text, source = result.stdout, target
    assert edges_of(json.loads(text)) == edges_of(original)


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("target", ["json", "graphml"])
@pytest.mark.parametrize("game", ON_GRAPHS)
def test_json_and_graphml_keep_the_whole_position(game: str, target: str, play: str) -> None:
    result = invoke("convert", "--to", target, "--play", play, text=json.dumps(example(game)))
    again = invoke("convert", "--to", "json", "--format", target, text=result.stdout)
    assert result.stderr == again.stderr == ""
    assert whole(again.stdout) == whole({**example(game), "play": play})


def whole(text: str | dict[str, object]) -> dict[str, object]:
    """A problem as JSON, with its edges (and their weights) in an order of their own: GraphML has another one."""
    problem: Any = lm.problem_to_json(lm.parse(text))
    edges = [edge if problem.get("directed", True) else sorted(edge, key=str) for edge in problem["edges"]]
    if problem["game"] == "edge-nimg":
        edges = list(zip(edges, problem.pop("weights"), strict=True))
    return {**problem, "edges": sorted(edges, key=str)}


@pytest.mark.parametrize(
    "change",
    [{"id": "x"}, {"start": None}, {"vertices": ["1", "02"], "edges": [], "weights": [1, 1], "start": "1"}],
    ids=["id", "the game is over", "vertices that look like integers"],
)
def test_graphml_keeps_what_is_rare(change: dict[str, Any]) -> None:
    position = {**example("nimg-rm"), **change}
    result = invoke("convert", "--to", "graphml", text=json.dumps(position))
    again = lm.parse(invoke("convert", "--to", "json", "--format", "graphml", text=result.stdout).stdout)
    whole = lm.parse(position)
    assert (again, again.id) == (whole, whole.id) or "does not keep" in result.stderr


def test_convert_says_what_is_lost_and_goes_on_after_errors() -> None:
    text = jsonl(example("nimg-rm"), example("nim"), {"vertices": 2, "edges": [[0, 1], [0, 1]]}, {"vertices": 1})
    result = invoke("convert", "--to", "graph6", text=text, status=1)
    assert len(result.stdout.splitlines()) == 2
    errors = result.stderr.splitlines()
    assert errors[0].startswith("error line 2: game: nim has no graph")
    assert errors[1].startswith("error line 3: graph6: ")
    assert errors[2:] == ["note: graph6 does not keep game, play, start, weights, vertex names"]


@pytest.mark.parametrize("field", ["start", "wieghts"])
def test_convert_of_a_bare_graph_loses_nothing_silently(field: str) -> None:
    graph = {"vertices": 2, "edges": [[0, 1]], field: 0}
    result = invoke("convert", "--to", "json", text=json.dumps(graph), status=None)
    assert field in result.output


@pytest.mark.parametrize("target", ["edgelist", "graphml"])
def test_convert_does_not_run_two_graphs_together(target: str) -> None:
    """These formats hold one graph a file: the second one is refused."""
    graphs = jsonl({"vertices": 2, "edges": [[0, 1]]}, {"vertices": 3, "edges": [[0, 2]]})
    result = invoke("convert", "--to", target, text=graphs, status=1)
    assert result.stderr.startswith("error line 2: ")
    again = invoke("convert", "--to", "json", "--format", target, text=result.stdout).stdout
    assert edges_of(json.loads(again)) == (2, Counter({(0, 1): 1}))


def test_edge_list_with_isolated_vertices_is_recognised() -> None:
    text = invoke("convert", "--to", "edgelist", text='{"vertices": 3, "edges": [[1, 2]]}').stdout
    (answer,) = solve(text, "--game", "vertex-geography", "--starts", "all")
    assert answer["outcomes"] == {"0": "P", "1": "N", "2": "N"}


@pytest.mark.parametrize("name", FAMILIES)
def test_new_for_every_family(name: str) -> None:
    spec = FAMILIES[name].example
    graph = json.loads(invoke("new", spec, "--seed", "5").stdout)
    assert graph == json.loads(json.dumps(write_graph(named(spec, seed=5))))
    weighted = ["--game", "nimg-rm", "--play", "misere", "--weights", "1-3", "--start", "1"]
    position = json.loads(invoke("new", spec, "--seed", "5", *weighted).stdout)
    assert position.items() >= {**graph, "game": "nimg-rm", "play": "misere", "start": 1}.items()
    assert {*position["weights"]} <= {1, 2, 3}
    assert lm.problem_to_json(lm.parse(position)) == position


def test_new_list() -> None:
    listed = invoke("new", "--list").stdout.splitlines()
    assert [line.split(":")[0] for line in listed] == list(FAMILIES)


def test_a_board_in_short_without_a_game_has_no_weights() -> None:
    """An empty one has no start either, so it is a graph."""
    assert invoke("convert", "path:0", "--to", "graph6").stdout == "?\n"
