"""The reference rules themselves, on facts that can be worked by hand from the text of the rules."""

from __future__ import annotations

import itertools
import json
import random
from functools import reduce
from operator import xor
from typing import Any

import pytest

from effort import tries
from reference import cases, rules

Json = dict[str, Any]
PLAYS = ("normal", "misere")


def outcome(position: Json, play: str | None = None) -> str:
    """N or P."""
    return rules.solve(position, play)[0]


def moves(position: Json) -> list[Json]:
    """The legal moves."""
    return [move for move, _ in rules.options(position)]


def result(position: Json, move: Json) -> Json:
    """The position after a legal move."""
    return next(after for found, after in rules.options(position) if found == move)


def graph_position(game: str, edges: list[list[Any]], start: Any, **more: Any) -> Json:
    """A position of a graph game."""
    return {"game": game, "edges": edges, "start": start, **more}


def as_set(found: list[Json]) -> set[str]:
    """Moves without their order."""
    return {json.dumps(move, sort_keys=True) for move in found}


# --- heap games ---------------------------------------------------------------------------------------------


def test_nim_follows_the_xor_rules() -> None:
    for heaps in itertools.product(range(5), repeat=3):
        position = {"game": "nim", "heaps": list(heaps)}
        nonzero = reduce(xor, heaps) != 0
        assert (outcome(position) == "N") == nonzero
        assert (outcome(position, "misere") == "N") == (nonzero != (max(heaps) <= 1))


def test_nim_moves_and_winning_moves() -> None:
    position = {"game": "nim", "heaps": [1, 0, 3]}
    assert [(m["heap"], m["remaining"]) for m in moves(position)] == [(0, 0), (2, 0), (2, 1), (2, 2)]
    assert result(position, {"heap": 2, "remaining": 0}) == {"game": "nim", "heaps": [1, 0, 0]}
    assert rules.solve(position) == ("N", [{"heap": 2, "remaining": 1}])
    assert rules.solve(position, "misere") == ("N", [{"heap": 2, "remaining": 0}])
    assert rules.solve({**position, "play": "misere"}) == rules.solve(position, "misere")


@pytest.mark.parametrize("n", range(1, 7))
def test_two_equal_nim_heaps_last_2n_moves(n: int) -> None:
    position = {"game": "nim", "heaps": [n, n]}
    assert rules.remoteness(position) == 2 * n
    if n >= 2:
        assert rules.remoteness(position, "misere") == 2 * n - 1


def test_a_position_without_moves_is_p_in_normal_and_n_in_misere_play() -> None:
    over: list[Json] = [
        {"game": "nim", "heaps": []},
        {"game": "nim", "heaps": [0, 0]},
        {"game": "adjacent-nim", "heaps": [0, 0], "start": None},
        {"game": "adjacent-nim", "heaps": [0, 0], "start": 1},
        {"game": "sum", "parts": []},
        {"game": "sum", "parts": [{"game": "sum", "parts": []}, {"game": "nim", "heaps": [0]}]},
        {"game": "octal", "code": "0.07", "heaps": [1]},
        {"game": "subtraction", "set": [2, 3], "heaps": [1, 0]},
        graph_position("vertexnim", [], None, vertices=[], weights=[]),
        graph_position("nimg-rm", [], None, vertices=2, weights=[1, 1]),
        graph_position("nimg-rm", [["a", "b"]], "a", weights={"a": 0, "b": 1}),
        graph_position("nimg-mr", [["a", "b"]], "a", weights={"a": 1, "b": 0}),
        graph_position("vertex-geography", [[0, 0]], 0),
        graph_position("edge-geography", [[1, 0]], 0, directed=True),
        graph_position("dag", [["a", "b"]], "b"),
    ]
    for position in over:
        assert rules.options(position) == []
        assert rules.solve(position) == ("P", [])
        assert rules.solve(position, "misere") == ("N", [])
        assert rules.remoteness(position) == rules.remoteness(position, "misere") == 0


def grundy_value(heap_game: Json) -> int:
    """The one k for which the game and a Nim heap of k together are P."""
    fitting = [
        k for k in range(10) if outcome({"game": "sum", "parts": [heap_game, {"game": "nim", "heaps": [k]}]}) == "P"
    ]
    assert len(fitting) == 1
    return fitting[0]


@pytest.mark.parametrize(("heap", "value"), list(enumerate([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6])))
def test_kayles_values(heap: int, value: int) -> None:
    assert grundy_value({"game": "octal", "code": "0.77", "heaps": [heap]}) == value


@pytest.mark.parametrize(("heap", "value"), list(enumerate([0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3])))
def test_dawsons_kayles_values(heap: int, value: int) -> None:
    assert grundy_value({"game": "octal", "code": "0.07", "heaps": [heap]}) == value


@pytest.mark.parametrize("heap", range(9))
def test_taking_one_or_two_has_the_values_0_1_2(heap: int) -> None:
    assert grundy_value({"game": "subtraction", "set": [2, 1, 2], "heaps": [heap]}) == heap % 3
    assert grundy_value({"game": "octal", "code": "0.33", "heaps": [heap]}) == heap % 3


def test_octal_moves() -> None:
    kayles = {"game": "octal", "code": "0.77", "heaps": [2, 5, 1]}
    leaves = [move["leaves"] for move in moves(kayles) if move["heap"] == 1]
    assert leaves == [[4], [3, 1], [2, 2], [3], [2, 1]]
    assert [move["leaves"] for move in moves(kayles) if move["heap"] == 0] == [[1], []]
    assert result(kayles, {"heap": 1, "leaves": [3, 1]})["heaps"] == [2, 3, 1, 1]
    assert result(kayles, {"heap": 0, "leaves": []})["heaps"] == [5, 1]
    split = {"game": "octal", "code": "4.01", "heaps": [2, 5]}
    assert [(move["heap"], move["leaves"]) for move in moves(split)] == [
        (0, [1, 1]),  # split
        (0, []),  # a heap of exactly two may be taken
        (1, [4, 1]),
        (1, [3, 2]),
    ]
    assert moves({"game": "octal", "code": "0.6", "heaps": [1]}) == []


# --- Geography ----------------------------------------------------------------------------------------------


def test_vertex_geography_on_a_path_of_three() -> None:
    path = [["a", "b"], ["b", "c"]]
    from_end = graph_position("vertex-geography", path, "a")  # a to b to c, forced
    from_middle = graph_position("vertex-geography", path, "b")  # one move
    assert (outcome(from_end), outcome(from_end, "misere")) == ("P", "N")
    assert (outcome(from_middle), outcome(from_middle, "misere")) == ("N", "P")
    assert rules.starts(from_end) == {"a": "P", "b": "N", "c": "P"}
    assert rules.starts({**from_end, "play": "misere"}) == {"a": "N", "b": "P", "c": "N"}
    assert rules.options(from_end) == [
        (
            {"to": "b"},
            {
                "game": "vertex-geography",
                "directed": False,
                "vertices": ["b", "c"],
                "edges": [["b", "c"]],
                "start": "b",
            },
        )
    ]


def test_vertex_geography_ignores_loops_and_parallel_edges() -> None:
    assert moves(graph_position("vertex-geography", [[0, 0], [0, 1], [1, 0], [0, 1]], 0)) == [{"to": 1}]
    assert moves(graph_position("vertex-geography", [[0, 0], [1, 0]], 0, directed=True)) == []


@pytest.mark.parametrize("n", range(1, 8))
def test_vertex_geography_on_a_clique_lasts_n_minus_1_moves(n: int) -> None:
    edges = [list(pair) for pair in itertools.combinations(range(n), 2)]
    position = graph_position("vertex-geography", edges, 0, vertices=n)
    assert rules.remoteness(position) == rules.remoteness(position, "misere") == n - 1


def test_edge_geography_uses_every_edge_once() -> None:
    single = graph_position("edge-geography", [["a", "b"]], "a")
    double = graph_position("edge-geography", [["a", "b"], ["b", "a"]], "a")
    triangle = graph_position("edge-geography", [[0, 1], [1, 2], [2, 0]], 1)
    loop = graph_position("edge-geography", [[0, 0]], 0)
    two_loops = graph_position("edge-geography", [[0, 0], [0, 0]], 0)
    assert [rules.remoteness(p) for p in (single, double, triangle, loop, two_loops)] == [1, 2, 3, 1, 2]
    assert moves(double) == [{"to": "b"}]
    assert result(double, {"to": "b"})["edges"] == [["b", "a"]]  # the lowest edge went
    assert as_set(moves(triangle)) == as_set([{"to": 0}, {"to": 2}])
    assert moves(graph_position("edge-geography", [["a", "b"], ["b", "a"]], "a", directed=True)) == [{"to": "b"}]


# --- NimG ---------------------------------------------------------------------------------------------------


def test_nimg_rm_counterexamples_to_the_printed_corollary() -> None:
    looped_edge = graph_position("nimg-rm", [[0, 1], [1, 1]], 0, vertices=2, weights=[2, 1])
    short_path = graph_position("nimg-rm", [[0, 1], [1, 2]], 0, vertices=3, weights=[2, 1, 0])
    weights = {"a": 2, "b": 3, "c": 4, "d": 4}
    long_path = graph_position("nimg-rm", [["a", "b"], ["b", "c"], ["c", "d"]], "c", weights=weights)
    assert rules.solve(looped_edge) == ("P", [])
    assert rules.solve(short_path) == ("P", [])
    assert rules.solve(long_path) == ("P", [])


def test_nimg_rm_without_a_neighbour_ends_the_game() -> None:
    alone = graph_position("nimg-rm", [["b", "b"]], "a", vertices=["a", "b"], weights=[2, 3])
    assert moves(alone) == [{"remaining": 0, "to": None}, {"remaining": 1, "to": None}]
    over = result(alone, {"remaining": 1, "to": None})
    assert (over["start"], over["weights"]) == (None, [1, 3])
    assert rules.options(over) == []
    assert (outcome(alone), outcome(alone, "misere")) == ("N", "P")
    looped = {**alone, "start": "b"}  # not isolated: a Nim heap of 3
    assert moves(looped) == [{"remaining": k, "to": "b"} for k in range(3)]
    assert (outcome(looped), outcome(looped, "misere")) == ("N", "N")


def test_nimg_rm_in_a_digraph_reads_out_neighbour() -> None:
    arc = graph_position("nimg-rm", [["a", "b"]], "b", directed=True, weights={"a": 1, "b": 1})
    assert moves(arc) == [{"remaining": 0, "to": None}]
    assert moves({**arc, "directed": False}) == [{"remaining": 0, "to": "a"}]


@pytest.mark.parametrize(
    ("weights", "normal", "misere"),
    [((0, 0, 1), "P", "N"), ((1, 0, 1), "N", "P"), ((1, 1, 0), "P", "N"), ((1, 1, 1), "N", "P")],
)
def test_nimg_rm_on_a_directed_circuit(weights: tuple[int, ...], normal: str, misere: str) -> None:
    circuit = [[0, 1], [1, 2], [2, 0]]
    position = graph_position("nimg-rm", circuit, 0, directed=True, vertices=3, weights=list(weights))
    assert (outcome(position), outcome(position, "misere")) == (normal, misere)


def labelled(position: Json) -> dict[str, str]:
    """The rule for normal undirected NimG-RM: N by a loop, no neighbour, or a smaller P neighbour."""
    graph = rules.Graph(position, directed=False)
    weight = dict(graph.read_weights(position))
    label: dict[Any, str] = {}
    for u in sorted(graph.vertices, key=lambda v: weight[v]):
        around = graph.neighbours[u]
        smaller = any(weight[v] < weight[u] and label[v] == "P" for v in around)
        label[u] = "N" if weight[u] > 0 and (u in around or not around or smaller) else "P"
    return {str(u): found for u, found in label.items()}


def test_nimg_rm_normal_undirected_follows_the_labelling() -> None:
    rng = random.Random(12)
    for _ in range(tries(150)):
        position = {**cases.generate("nimg-rm", rng), "directed": False, "play": "normal"}
        assert rules.starts(position) == labelled(position), position


def test_nimg_mr_moves_first() -> None:
    weights = {"a": 0, "b": 2, "c": 0}
    position = graph_position("nimg-mr", [["a", "b"], ["b", "c"], ["a", "c"], ["b", "a"]], "a", weights=weights)
    assert moves(position) == [{"to": "b", "remaining": 0}, {"to": "b", "remaining": 1}]
    after = result(position, {"to": "b", "remaining": 1})
    assert (after["start"], after["weights"]) == ("b", [0, 1, 0])
    assert rules.options(after) == []  # b has a token, but neither neighbour has
    looped = graph_position("nimg-mr", [[0, 0]], 0, weights={"0": 3})
    assert moves(looped) == [{"to": 0, "remaining": k} for k in range(3)]


# --- Vertexnim and Adjacent Nim -----------------------------------------------------------------------------


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("weight", [1, 2, 3])
@pytest.mark.parametrize("edges", [[], [["a", "a"]]])
def test_vertexnim_on_one_vertex_is_a_nim_heap(directed: bool, weight: int, edges: list[list[str]]) -> None:
    position = graph_position("vertexnim", edges, "a", directed=directed, vertices=["a"], weights=[weight])
    kept = [{"remaining": k, "to": "a"} for k in range(1, weight)]
    assert as_set(moves(position)) == as_set([*kept, {"remaining": 0, "to": None}])
    assert outcome(position) == "N"
    assert outcome(position, "misere") == ("P" if weight == 1 else "N")
    end = result(position, {"remaining": 0, "to": None})
    assert (end["vertices"], end["edges"], end["weights"], end["start"]) == ([], [], [], None)


def test_vertexnim_emptying_a_vertex_joins_its_neighbours_and_loops_them() -> None:
    star = [["m", "a"], ["b", "m"], ["m", "m"]]
    position = graph_position("vertexnim", star, "m", vertices=["a", "b", "m"], weights=[1, 2, 2])
    kept = [{"remaining": 1, "to": v} for v in ("a", "b", "m")]  # the loop serves while tokens remain
    emptied = [{"remaining": 0, "to": v} for v in ("a", "b")]  # but not for who empties m
    assert as_set(moves(position)) == as_set(kept + emptied)
    assert result(position, {"remaining": 0, "to": "b"}) == {
        "game": "vertexnim",
        "directed": False,
        "vertices": ["a", "b"],
        "edges": [["a", "a"], ["a", "b"], ["b", "b"]],
        "weights": [1, 2],
        "start": "b",
    }
    leaf = result({**position, "start": "a"}, {"remaining": 0, "to": "m"})
    assert leaf["edges"] == [["b", "m"], ["m", "m"]]


def test_directed_vertexnim_emptying_a_vertex_joins_its_predecessors_to_its_successors() -> None:
    arcs = [["p", "v"], ["v", "s"], ["s", "p"], ["v", "p"], ["v", "v"]]
    position = graph_position("vertexnim", arcs, "v", directed=True, vertices=["p", "v", "s"], weights=[1, 1, 1])
    assert as_set(moves(position)) == as_set([{"remaining": 0, "to": "p"}, {"remaining": 0, "to": "s"}])
    after = result(position, {"remaining": 0, "to": "s"})
    assert after["edges"] == [["p", "p"], ["p", "s"], ["s", "p"]]


def lengths_of_all_plays(position: Json) -> set[int]:
    """How many moves play can last, over all ways to play on."""
    found = rules.options(position)
    return {0} if not found else {1 + more for _, after in found for more in lengths_of_all_plays(after)}


def test_all_ones_vertexnim_lasts_exactly_n_moves() -> None:
    rng = random.Random(3)
    for _ in range(tries(60)):
        position = cases.generate("vertexnim", rng)
        if position["start"] is None:
            continue
        vertices = rules.Graph(position, directed=True).vertices
        position = {**position, "weights": {str(v): 1 for v in vertices}}
        assert lengths_of_all_plays(position) == {len(vertices)}


def test_vertexnim_outcomes_agree_unless_all_weights_are_1() -> None:
    rng = random.Random(4)
    for game in ("vertexnim", "adjacent-nim"):
        for _ in range(tries(150)):
            position = cases.generate(game, rng)
            weights = position.get("heaps") or position.get("weights", [])
            numbers = weights.values() if isinstance(weights, dict) else weights
            agree = outcome(position, "normal") == outcome(position, "misere")
            assert agree == any(number > 1 for number in numbers), position


def test_adjacent_nim_skips_empty_heaps() -> None:
    position = {"game": "adjacent-nim", "heaps": [2, 0, 1, 0], "start": 0}
    assert rules.options(position) == [
        ({"remaining": 0}, {"game": "adjacent-nim", "heaps": [0, 0, 1, 0], "start": 2}),
        ({"remaining": 1}, {"game": "adjacent-nim", "heaps": [1, 0, 1, 0], "start": 2}),
    ]
    last = {"game": "adjacent-nim", "heaps": [0, 2], "start": 1}
    assert rules.options(last) == [
        ({"remaining": 0}, {"game": "adjacent-nim", "heaps": [0, 0], "start": None}),
        ({"remaining": 1}, {"game": "adjacent-nim", "heaps": [0, 1], "start": 1}),
    ]
    assert rules.starts(position).keys() == {"0", "2"}


@pytest.mark.parametrize("play", PLAYS)
def test_adjacent_nim_is_directed_vertexnim_on_a_circuit(play: str) -> None:
    for n in (1, 2, 3, 4):
        circuit = [[i, (i + 1) % n] for i in range(n)] if n > 1 else []
        for heaps in itertools.product((1, 2, 3), repeat=n):
            shape = {"directed": True, "vertices": n, "weights": list(heaps), "play": play}
            position = {"game": "adjacent-nim", "heaps": list(heaps), "start": 0, "play": play}
            assert rules.starts(position) == rules.starts(graph_position("vertexnim", circuit, 0, **shape))


def test_adjacent_nim_with_all_heaps_at_least_2() -> None:
    for n in (2, 3, 4, 5):
        for heaps in itertools.product((2, 3, 4) if n < 5 else (2, 3), repeat=n):
            first_minimum = heaps.index(min(heaps)) + 1
            expected = "N" if n % 2 == 1 or first_minimum % 2 == 0 else "P"
            position = {"game": "adjacent-nim", "heaps": list(heaps), "start": 0}
            assert outcome(position) == outcome(position, "misere") == expected


# --- sums and dags ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("play", PLAYS)
def test_a_sum_of_nim_heaps_is_nim_however_nested(play: str) -> None:
    for a, b, c in itertools.product(range(4), repeat=3):
        inner = {"game": "sum", "parts": [{"game": "nim", "heaps": [b]}, {"game": "nim", "heaps": [c]}]}
        position = {"game": "sum", "parts": [{"game": "nim", "heaps": [a]}, inner]}
        plain = {"game": "nim", "heaps": [a, b, c]}
        assert outcome(position, play) == outcome(plain, play)
        assert rules.remoteness(position, play) == rules.remoteness(plain, play)
        assert len(moves(position)) == a + b + c
        if c:
            move = {"part": 1, "move": {"part": 1, "move": {"heap": 0, "remaining": 0}}}
            assert result(position, move)["parts"][1]["parts"][1] == {"game": "nim", "heaps": [0]}


def test_dag() -> None:
    position = graph_position("dag", [["a", "b"], ["a", "c"], ["b", "c"], ["a", "b"]], "a")
    assert as_set(moves(position)) == as_set([{"to": "b"}, {"to": "c"}])
    assert rules.starts(position) == {"a": "N", "b": "N", "c": "P"}
    assert rules.solve(position, "misere") == ("N", [{"to": "b"}])
    assert (rules.remoteness(position), rules.remoteness(position, "misere")) == (1, 2)
    with pytest.raises(ValueError, match="cycle"):
        rules.solve(graph_position("dag", [["a", "b"], ["b", "a"]], "a"))


# --- everything, on random positions ------------------------------------------------------------------------


@pytest.mark.parametrize("game", cases.GAMES)
def test_random_positions_are_consistent(game: str) -> None:
    """Outcomes against those of the options as re-read JSON, against lengths, and against starts."""
    rng = random.Random(game)
    for _ in range(tries(60)):
        position = json.loads(json.dumps(cases.generate(game, rng)))
        play = position["play"]
        before = json.dumps(position)
        found = rules.options(position)
        assert len(as_set([move for move, _ in found])) == len(found)
        losing = [move for move, after in found if outcome(json.loads(json.dumps(after)), play) == "P"]
        expected = "N" if losing or (not found and play == "misere") else "P"
        assert rules.solve(position) == (expected, losing)
        # in normal play the winner makes the last move, in misère play the loser does
        assert (expected == "N") == ((rules.remoteness(position) % 2 == 1) == (play == "normal"))
        if position.get("start") is not None and any(position.get("heaps", [1])):
            assert rules.starts(position)[str(position["start"])] == expected
        assert json.dumps(position) == before


@pytest.mark.parametrize("game", cases.GAMES)
def test_cases_are_determined_by_the_seed(game: str) -> None:
    first, second = random.Random(7), random.Random(7)
    for _ in range(20):
        assert cases.generate(game, first) == cases.generate(game, second)


def test_cases_cover_the_forms_of_a_graph() -> None:
    rng = random.Random(5)
    for game in cases.GRAPH_GAMES:
        seen: set[tuple[Any, ...]] = set()
        for _ in range(tries(300)):
            position = cases.generate(game, rng)
            directed = position.get("directed", False)
            edges = [tuple(edge) for edge in position["edges"]]
            vertices = rules.Graph(position, directed).vertices
            seen.add(("directed", directed))
            seen.add(("play", position["play"]))
            seen.add(("vertices", type(position.get("vertices")).__name__))
            seen.add(("weights", type(position.get("weights")).__name__))
            seen.add(("loop", directed, any(u == v for u, v in edges)))
            seen.add(("parallel", directed, len(set(edges)) < len(edges)))
            seen.add(("isolated", any(all(v not in edge for edge in edges) for v in vertices)))
            seen.update(("name", type(v).__name__) for v in vertices)
        wanted: set[tuple[Any, ...]] = {("isolated", True), ("name", "int"), ("name", "str")}
        wanted |= {("directed", flag) for flag in (True, False)} | {("play", play) for play in PLAYS}
        wanted |= {(kind, flag, True) for kind in ("loop", "parallel") for flag in (True, False)}
        wanted |= {("vertices", kind) for kind in ("int", "list", "NoneType")}
        if "geography" not in game and game != "edge-nimg":
            wanted |= {("weights", kind) for kind in ("list", "dict")}
        assert wanted <= seen, (game, wanted - seen)
