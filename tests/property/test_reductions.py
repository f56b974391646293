"""Every reduction against the law: outcomes, moves both ways, sizes, and play carried across."""

from __future__ import annotations

import random
from typing import Any

import pytest

import lastmove as lm
from effort import tries
from lastmove.notation.formula import is_true
from lastmove.reductions import REDUCTIONS, reduction
from lastmove.reductions.carried_play import carried_player
from lastmove.reductions.chain import apply_chain, reachable, side_of
from reduction_cases import (
    FROM_DIRECTED,
    beats_at_random,
    beats_every_reply,
    by_the_law,
    digraphs,
    random_formula,
    random_source,
)

pytestmark = pytest.mark.long

BETWEEN_GAMES = [key for key in REDUCTIONS if key != "lichtenstein-sipser:VG"]


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
        winning |= {lifted} if wins else set()
    found = set(lm.solve(target, play).winning_moves())
    assert winning <= found
    for lifted in found - winning:  # a move of the source may name one of several parallel edges
        move = reduced.lower(lifted)
        assert reduced.lift(move) == lifted
        assert not by_the_law(source.after(move), reduced.source.play)
        assert move.edge is not None


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
        source = random_source(key, rng)
        found = apply_chain(lm.Problem(source), [key])
        outcomes.append(by_the_law(source, "normal"))
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
        check_moves(apply_chain(lm.Problem(random_source(key, rng, (2, 4))), [key]))


@pytest.mark.parametrize("key", REDUCTIONS)
def test_sizes_and_maps(key: str) -> None:
    rng = random.Random(f"sizes {key}")
    step = reduction(key)
    for _ in range(tries(40)):
        formula = key == "lichtenstein-sipser:VG"
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
        found = apply_chain(lm.Problem(random_source(key, rng, (1, 3))), [key])
        player = carried_player(found)
        assert player.wins(found.problem.position) == by_the_law(found.problem.position, found.problem.play)
        count += beats_every_reply(player, found.problem)
    assert count > tries(100)


@pytest.mark.parametrize("key", BETWEEN_GAMES)
def test_the_winner_of_a_larger_source_beats_random_opponents(key: str) -> None:
    rng = random.Random(f"opponents {key}")
    for _ in range(8):
        found = apply_chain(lm.Problem(random_source(key, rng, (7, 9))), [key])
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
            found = lm.reduce(formula, to=to, play=play)
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
    sources: list[Any] = [lm.Problem(random_source(key, rng, (2, 4))) for key in BETWEEN_GAMES for _ in range(5)]
    sources += [random_formula(rng, 2) for _ in range(10)]
    for source in sources:
        wins = is_true(source) if isinstance(source, lm.Formula) else by_the_law(source.position, source.play)
        for keys in reachable(side_of(source)).values():
            if keys:
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
