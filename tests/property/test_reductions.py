"""Every reduction against the law: outcomes, moves both ways, sizes, and play carried across."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations_with_replacement
from typing import Any

import networkx as nx
import pytest

import lastmove as lm
from effort import tries
from lastmove.notation.formula import is_true
from lastmove.reductions import reduction
from lastmove.reductions.carried_play import carried_player
from lastmove.reductions.chain import apply_chain, reachable, side_of
from lastmove.reductions.run import behind
from lastmove.theorems.complexity import TABLES, Loops, Setting
from lastmove.theorems.registry import statements
from reduction_cases import (
    BETWEEN_GAMES,
    FROM_DIRECTED,
    FROM_DIRECTED_EDGES,
    FROM_FORMULAS,
    beats_at_random,
    beats_every_reply,
    by_the_law,
    digraphs,
    planar_bipartite_digraph,
    random_formula,
    random_problem,
    random_source,
)

pytestmark = pytest.mark.long


def check_moves(reduced: lm.Reduced) -> None:
    """A move wins if and only if its image does, and every winning move of the target is the image of one."""
    assert isinstance(reduced.source, lm.Problem)
    source: Any = reduced.source.position
    target, play = reduced.problem.position, reduced.problem.play
    winning = set()
    for move in source.moves():
        lifted = reduced.lift(move)
        assert reduced.lower(lifted) == move
        wins = not by_the_law(source.after(move), reduced.source.play)
        assert wins == (lm.solve(target.after(lifted), play).outcome is lm.Outcome.P)
        winning |= {move.to} if wins else set()
    found = list(lm.solve(target, play).winning_moves())
    lowered = [reduced.lower(move) for move in found]
    assert [reduced.lift(move) for move in lowered] == found
    assert {move.to for move in lowered} == winning


@pytest.mark.parametrize(("key", "to"), FROM_DIRECTED)
def test_all_small_digraphs(key: str, to: dict[str, Any]) -> None:
    outcomes = []
    for n in (1, 2, 3):
        for graph in digraphs(n):
            for start in range(n):
                source = lm.VertexGeography(graph, start=start)
                found = lm.reduce(source, **to)
                assert found.chain == [key]
                outcomes.append(by_the_law(source, "normal"))
                assert by_the_law(found.problem.position, found.problem.play) == outcomes[-1]
    assert len(outcomes) == 1 + 4 * 2 + 64 * 3
    assert sum(outcomes) > 30


@pytest.mark.parametrize("key", FROM_DIRECTED_EDGES)
@pytest.mark.parametrize(("n", "most"), [(1, 2), (2, 4), pytest.param(3, 4, marks=pytest.mark.long)])
def test_all_small_digraphs_with_loops_and_parallel_arcs(key: str, n: int, most: int) -> None:
    pairs = [(u, v) for u in range(n) for v in range(n)]
    for arcs in (arcs for m in range(most + 1) for arcs in combinations_with_replacement(pairs, m)):
        for start in range(n):
            source = lm.EdgeGeography(lm.Graph(n, arcs, directed=True), start=start)
            target = reduction(key).apply(source).target
            play = lm.Play.MISERE if key == "lastmove:LM29" else lm.Play.NORMAL
            assert by_the_law(target, play) == by_the_law(source, "normal"), source


@pytest.mark.parametrize("key", ["renault-schmidt:2.5", "renault-schmidt:2.6", "renault-schmidt:3.8"])
def test_small_sources_of_other_games(key: str) -> None:
    rng = random.Random(f"small {key}")
    for _ in range(tries(200)):
        source = random_source(key, rng, (1, 3))
        found = lm.reduce(source, to=source.name, play="misere")
        assert found.chain == [key]
        assert by_the_law(found.problem.position, "misere") == by_the_law(source, "normal")


def check_random(key: str, count: int) -> None:
    rng = random.Random(f"larger {key}")
    outcomes = []
    for _ in range(count):
        source = random_problem(key, rng)
        found = apply_chain(source, [key])
        outcomes.append(by_the_law(source.position, source.play))
        assert (lm.solve(found.problem).outcome is lm.Outcome.N) == outcomes[-1], source
    assert 0.3 <= sum(outcomes) / count <= 0.7


@pytest.mark.parametrize("key", BETWEEN_GAMES)
def test_random_sources(key: str) -> None:
    check_random(key, 60)


@pytest.mark.long
@pytest.mark.parametrize("key", BETWEEN_GAMES)
def test_many_random_sources(key: str) -> None:
    check_random(key, 500)


@pytest.mark.parametrize("key", BETWEEN_GAMES)
def test_moves_both_ways(key: str) -> None:
    rng = random.Random(f"moves {key}")
    for _ in range(tries(25)):
        check_moves(apply_chain(random_problem(key, rng, (2, 4)), [key]))


@pytest.mark.parametrize("key", [*FROM_FORMULAS, *BETWEEN_GAMES])
def test_sizes_and_maps(key: str) -> None:
    rng = random.Random(f"sizes {key}")
    step = reduction(key)
    for _ in range(tries(40)):
        formula = key in FROM_FORMULAS
        source: Any = random_formula(rng, 5) if formula else random_source(key, rng, (1, 6))
        image = step.apply(source)
        graph = image.target.graph
        assert step.size(source) == (graph.n, graph.m)
        wanted = {str(x) for v in source.variables for x in (v, -v)} if formula else set(source.graph.vertices)
        assert image.map.keys() == wanted
        assert set(image.map.values()) <= set(graph.vertices)
        assert len(set(image.map.values())) == len(image.map)
        assert lm.parse(lm.problem_to_json(lm.Problem(image.target))).position == image.target


@pytest.mark.parametrize("key", BETWEEN_GAMES)
def test_the_winner_of_the_source_beats_every_reply(key: str) -> None:
    rng = random.Random(f"play {key}")
    count = 0
    for _ in range(tries(60)):
        found = apply_chain(random_problem(key, rng, (1, 3)), [key])
        player = carried_player(found)
        assert player.wins(found.problem.position) == by_the_law(found.problem.position, found.problem.play)
        count += beats_every_reply(player, found.problem)
    assert count > tries(100)


@pytest.mark.parametrize("key", BETWEEN_GAMES)
def test_the_winner_of_a_larger_source_beats_random_opponents(key: str) -> None:
    rng = random.Random(f"opponents {key}")
    for _ in range(8):
        found = apply_chain(random_problem(key, rng, (7, 9)), [key])
        player = carried_player(found)
        for _ in range(tries(25)):
            beats_at_random(player, found.problem, rng)


def test_edge_geography_in_the_middle_of_a_game_is_edge_nimg() -> None:
    """Both conventions, parallel edges and loops; edges keep the numbers that they have in what is left."""
    rng = random.Random("ones")
    for _ in range(tries(60)):
        source = random_source("folklore:ones", rng, (2, 4))
        for _ in range(rng.randint(0, 2)):
            moves = list(source.moves())
            source = source.after(rng.choice(moves)) if moves else source
        for play in lm.Play:
            found = lm.reduce(lm.Problem(source, play), to="edge-nimg")
            assert found.problem.play is play
            assert found.problem.position.weights == (1,) * source.graph.m  # type: ignore[attr-defined]
            check_moves(found)
            player = carried_player(found)
            assert player.wins(found.problem.position) == by_the_law(source, play)
            beats_every_reply(player, found.problem)


def test_strategies_go_through_chains() -> None:
    rng = random.Random("chains")
    for _ in range(15):
        formula = random_formula(rng, 3)
        for to, play in (
            ("vertex-geography", "normal"),
            ("edge-geography", "misere"),
            ("nimg-rm", "misere"),
            ("edge-nimg", "misere"),
        ):
            found = lm.reduce(formula, to=to, play=lm.Play(play))
            player = carried_player(found)
            assert player.wins(found.problem.position) == is_true(formula)
            for _ in range(5):
                beats_at_random(player, found.problem, rng)
            if to != "nimg-rm":
                beats_every_reply(player, found.problem)


def test_chains_of_three() -> None:
    rng = random.Random("three")
    truths = []
    for _ in range(tries(60)):
        formula = random_formula(rng, 4)
        found = lm.reduce(formula, to="edge-geography", play="misere")
        assert found.chain == ["lichtenstein-sipser:VG", "lastmove:LM12", "renault-schmidt:2.6"]
        truths.append(is_true(formula))
        assert (lm.solve(found.problem).outcome is lm.Outcome.N) == truths[-1], formula
    assert tries(15) <= sum(truths) <= tries(45)


def test_formulas_reach_nimg_mr_in_misere_play() -> None:
    """By LM24, whose weights are small, and Theorem 3.8."""
    rng = random.Random("LM24")
    for _ in range(10):
        formula = random_formula(rng, 2)
        found = lm.reduce(formula, to="nimg-mr", play="misere")
        assert found.chain == ["lichtenstein-sipser:VG", "lastmove:LM24", "renault-schmidt:3.8"]
        assert (lm.solve(found.problem).outcome is lm.Outcome.N) == is_true(formula)
        assert max(found.problem.position.weights) == 2 or not formula.variables  # type: ignore[attr-defined]


@pytest.mark.long
def test_every_chain_there_is_keeps_the_outcome() -> None:
    rng = random.Random("all chains")
    sources: list[Any] = [random_problem(key, rng, (2, 4)) for key in BETWEEN_GAMES for _ in range(5)]
    sources += [random_formula(rng, 2) for _ in range(10)]
    for source in sources:
        wins = is_true(source) if isinstance(source, lm.Formula) else by_the_law(source.position, source.play)
        for keys in reachable(side_of(source)).values():
            if keys and all(reduction(key).searchable for key in keys):
                found = apply_chain(source, keys)
                assert (lm.solve(found.problem).outcome is lm.Outcome.N) == wins, keys


def test_positions_in_the_middle_of_a_game_are_reduced_as_they_stand() -> None:
    board = lm.VertexGeography([("a", "b"), ("b", "c"), ("c", "a"), ("b", "d")], start="a", directed=True)
    later = board.after(next(board.moves()))
    assert set(lm.reduce(later, to="nimg-rm").map) == {"b", "c", "d"}


def test_names_that_are_taken_already() -> None:
    names = ["a", "a'", "a''", "a>b.1", "b", "a>b", "a.out", "a.in", "a.1"]
    arcs = [("a", "b"), ("b", "a"), ("a'", "a"), ("a>b.1", "a"), ("a", "a.out"), ("a>b", "a''")]
    board = lm.VertexGeography(lm.Graph(names, arcs, directed=True), start="a")
    for _, to in FROM_DIRECTED:
        found = lm.reduce(board, **to)
        assert (lm.solve(found.problem).outcome is lm.Outcome.N) == by_the_law(board, "normal")
        for move in board.moves():
            assert found.lower(found.lift(move)) == move


@pytest.mark.parametrize("key", FROM_FORMULAS)
def test_formulas_and_their_targets(key: str) -> None:
    """The outcome is the truth, moves go both ways, targets look as they should, and the strategy wins."""
    rng = random.Random(f"formulas {key}")
    truths, crossings = [], 0
    for _ in range(tries(60)):
        formula = random_formula(rng, 4)
        found = apply_chain(formula, [key])
        truths.append(is_true(formula))
        answer = lm.solve(found.problem)
        assert (answer.outcome is lm.Outcome.N) == truths[-1], formula
        target: Any = found.problem.position
        check_look(key, target)
        crossings += sum(str(name).endswith(".w1") for name in target.graph.vertices)
        block = formula.outermost
        if block is not None and block.quantifier == "e":
            winning = set()
            for literal in (block.variables[0], -block.variables[0]):
                lifted = found.lift(literal)
                assert found.lower(lifted) == literal
                wins = is_true(formula.assign(literal))
                assert wins == (lm.solve(target.after(lifted), "normal").outcome is lm.Outcome.P)
                winning |= {lifted} if wins else set()
            assert set(answer.winning_moves()) == winning
        player = carried_player(found)
        assert player.wins(target) == truths[-1]
        for _ in range(3):
            beats_at_random(player, found.problem, rng)
    assert tries(15) <= sum(truths) <= tries(45)
    assert crossings > tries(100) or key in ("lichtenstein-sipser:VG", "lastmove:LM26:plain")


def check_look(key: str, target: Any) -> None:
    """What the statements say of targets of formulas."""
    digraph = nx.DiGraph(list(target.graph.edges))
    graph = digraph.to_undirected()
    assert len(digraph) == target.graph.n
    assert digraph.number_of_edges() == graph.number_of_edges() == target.graph.m
    if target.name == "nimg-rm":
        assert set(target.weights) == {1}
        assert all(degree for _, degree in digraph.out_degree)
    if key in ("lichtenstein-sipser:VG:planar", "lastmove:LM26", "lastmove:LM26:strong"):
        assert nx.check_planarity(graph)[0]
        assert nx.is_bipartite(graph)
        assert max(degree for _, degree in digraph.in_degree) <= 2
        assert max(degree for _, degree in digraph.out_degree) <= 2
        assert {degree for vertex, degree in digraph.degree if vertex != "start"} <= {2, 3}
    if key == "lastmove:LM26:strong":
        assert nx.is_strongly_connected(digraph)


def test_small_formulas_in_planar_digraphs() -> None:
    """All literals of a clause, and all prefixes, of up to two variables; by the definition of the games."""
    clauses = [(1,), (-1,), (1, 2), (1, -2), (-1, 2), (2, -2), (-1, -2), ()]
    for prefix in ("ee", "ea", "ae", "aa"):
        for chosen in [(), *((one,) for one in clauses), *combinations_with_replacement(clauses, 2)]:
            formula = lm.Formula.of([(prefix[0], [1]), (prefix[1], [2])], chosen)
            for key in FROM_FORMULAS:
                target = reduction(key).apply(formula).target
                assert by_the_law(target, "normal") == is_true(formula), (key, formula)


def test_planar_digraphs_stay_planar_bipartite_and_of_small_degree() -> None:
    """From formulas all the way to misère play, whatever is there on the way."""
    rng = random.Random("all the way")
    planar = "lichtenstein-sipser:VG:planar"
    ways: list[tuple[list[str], int, bool]] = [
        (["lastmove:LM25"], 3, True),
        (["lastmove:LM25", "lastmove:LM27"], 3, True),
        (["lastmove:LM25:girth=11"], 3, True),
        (["lastmove:LM12", "lastmove:LM29"], 4, True),
        (["lastmove:LM12", "fraenkel-scheinerman-ullman:EG"], 3, False),
        (["lastmove:LM12", "fraenkel-scheinerman-ullman:EG", "renault-schmidt:2.5"], 4, False),
        (["lastmove:LM12", "renault-schmidt:2.6"], 4, True),
        (["renault-schmidt:2.1"], 4, True),
    ]
    for _ in range(tries(8)):
        formula = random_formula(rng, 2)
        for way, degree, bipartite in ways:
            found = apply_chain(formula, [planar, *way])
            graph: Any = nx.Graph(list(found.problem.position.graph.edges))  # type: ignore[attr-defined]
            assert nx.check_planarity(graph)[0]
            assert nx.is_bipartite(graph) == bipartite
            assert max(each for _, each in graph.degree) <= degree
            if "lastmove:LM25:girth=11" in way:
                assert nx.girth(graph) >= 11
            if way[-1] == "lastmove:LM27":
                assert sorted(set(found.problem.position.weights)) == [0, 1]  # type: ignore[attr-defined]
            player = carried_player(found)
            assert player.wins(found.problem.position) == is_true(formula)
            beats_at_random(player, found.problem, rng)


def hard_cells() -> list[Any]:
    """Every hard cell of the complexity tables: its setting, and the chain that the table names."""
    claims = {statement.key: statement.claims for statement in statements() if statement.claims}
    found = []
    for number, table in TABLES.items():
        for play, cells in table.cells(claims).items():
            for name, cell in cells.items():
                setting = table.columns[name].setting(play)
                if cell.verdict.startswith("PSPACE"):
                    found.append(pytest.param(setting, behind(setting, cell), id=f"{number}, {name}, {play.value}"))
    return found


def check_shape(setting: Setting, target: Any) -> None:
    """That a board is one of a cell, by networkx."""
    assert (target.name, target.graph.directed) == (setting.game, setting.directed)
    graph: Any = nx.Graph([edge for edge in target.graph.edges if edge[0] != edge[1]])
    shape = setting.shape
    assert not shape.bipartite or nx.is_bipartite(graph)
    assert not shape.planar or nx.check_planarity(graph)[0]
    degrees = Counter(end for edge in target.graph.edges if edge[0] != edge[1] for end in edge)
    assert max(degrees.values(), default=0) <= (shape.degree or 10**9)
    assert not shape.ones or max(target.weights) == 1
    looped = sum(target.graph.looped)
    assert setting.loops is Loops.ANY or looped == (target.graph.n if setting.loops is Loops.ALL else 0)


@pytest.mark.parametrize(("setting", "chain"), hard_cells())
def test_every_hard_cell_is_reached_from_formulas(setting: Setting, chain: tuple[str, ...]) -> None:
    """A chain that runs takes any formula to a board of the cell, and keeps who wins."""
    assert chain[0].split(":planar")[0] in FROM_FORMULAS
    rng = random.Random("cells")
    truths = set()
    for _ in range(tries(6)):
        heavy = setting.game == "vertexnim-mr"  # the boards of LM33, which nobody can search
        formula = lm.Formula.of([("e", [1])], [(rng.choice([1, -1]),)]) if heavy else random_formula(rng, 2)
        found = apply_chain(formula, chain)
        assert found.problem.play is setting.play
        check_shape(setting, found.problem.position)
        if heavy:
            continue
        truths.add(is_true(formula))
        player = carried_player(found)
        assert player.wins(found.problem.position) == is_true(formula)
        beats_at_random(player, found.problem, rng)
        if found.problem.position.graph.n < 60:  # type: ignore[attr-defined]
            assert (lm.solve(found.problem).outcome is lm.Outcome.N) == is_true(formula)
    assert heavy or truths == {True, False}


def test_there_are_as_many_hard_cells_as_the_tables_say() -> None:
    assert len(hard_cells()) == 36


def cells_of(graph: lm.Graph) -> dict[Any, tuple[int, int]]:
    """The cell of every vertex, by its name."""
    places = {name: str(name).rpartition("@")[2].split(",") for name in graph.vertices}
    return {name: (int(x), int(y)) for name, (x, y) in places.items()}


def check_grid(graph: lm.Graph) -> None:
    """It is an induced subgraph of the square grid, of degree at most 3."""
    cells = cells_of(graph)
    there = set(cells.values())
    assert len(there) == graph.n
    edges = {frozenset((cells[u], cells[v])) for u, v in graph.edges}
    beside = ((cell, other) for cell in there for other in ((cell[0] + 1, cell[1]), (cell[0], cell[1] + 1)))
    assert edges == {frozenset(pair) for pair in beside if pair[1] in there}
    assert len(edges) == graph.m
    assert max(Counter(end for edge in edges for end in edge).values(), default=0) <= 3


def test_boards_on_the_grid() -> None:
    rng = random.Random("grid")
    outcomes = []
    for number in range(tries(150)):
        graph = planar_bipartite_digraph(rng, 9)
        source = lm.VertexGeography(graph, start=rng.randrange(graph.n))
        found = apply_chain(lm.Problem(source), ["lastmove:LM25:grid"])
        target: Any = found.problem.position
        check_grid(target.graph)
        assert reduction("lastmove:LM25:grid").size(source) == (target.graph.n, target.graph.m)
        assert lm.parse(lm.problem_to_json(found.problem)) == found.problem
        outcomes.append(by_the_law(source, "normal"))
        assert (lm.solve(found.problem).outcome is lm.Outcome.N) == outcomes[-1], source
        if number % 5 == 0:
            check_moves(found)
            player = carried_player(found)
            assert player.wins(target) == outcomes[-1]
            beats_at_random(player, found.problem, rng)
    assert tries(30) < sum(outcomes) < tries(120)


def test_formulas_on_the_grid() -> None:
    """All the way, to Vertex Geography and to NimG-MR; the first vertex is the token's, and moves go both ways."""
    rng = random.Random("formulas on the grid")
    for _ in range(tries(4)):
        formula = random_formula(rng, 2)
        if sum(map(len, formula.clauses)) > 6:
            continue
        for to, by in (("vertex-geography", []), ("nimg-mr", ["lastmove:LM27"])):
            found = lm.reduce(formula, to=to, by=["lastmove:LM25:grid", *by])
            assert found.chain == ["lichtenstein-sipser:VG:planar", "lastmove:LM25:grid", *by]
            assert found.problem.play is lm.Play.MISERE
            check_grid(found.problem.position.graph)  # type: ignore[attr-defined]
            block = formula.outermost
            if block is not None and block.quantifier == "e":
                for literal in (block.variables[0], -block.variables[0]):
                    assert found.lower(found.lift(literal)) == literal
        player = carried_player(lm.reduce(formula, to="vertex-geography", by="lastmove:LM25:grid"))
        found = lm.reduce(formula, to="vertex-geography", by="lastmove:LM25:grid")
        assert player.wins(found.problem.position) == is_true(formula)
        beats_at_random(player, found.problem, rng)
