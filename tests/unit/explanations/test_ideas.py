"""Every theorem says how the winner plays, what it says can be done, and the idea stands wherever answers are read."""

from __future__ import annotations

from itertools import product
from random import Random

import networkx as nx
import pytest

import commands
import lastmove as lm
from lastmove.core.play import PlayName
from lastmove.explanations.idea import idea_of
from lastmove.notation.moves import move_example, move_from_text
from lastmove.theorems.registry import deciders
from lastmove.theorems.statement import Standing
from lastmove.web.api import ask


def test_every_theorem_that_answers_has_an_idea() -> None:
    proved = [theorem.statement for theorem in deciders() if theorem.statement.standing is Standing.PROVED]
    assert [each.key for each in proved if not each.idea] == []
    for each in proved:
        assert each.idea.endswith(".")
        assert len(each.idea) < 300


def test_equal_pairs_are_copied_in_normal_play_only() -> None:
    copying = "Leave equal pairs, and copy: whatever is done to one of a pair, do to the other."
    assert idea_of(lm.solve(lm.parse("kayles:7"))) == copying
    assert idea_of(lm.solve(lm.Nim([2, 2, 5]))) == copying
    assert idea_of(lm.solve(lm.Nim([2, 2]))).startswith("Copy:")
    assert "Play as in ordinary Nim" in idea_of(lm.solve(lm.Nim([2, 2]), play="misere"))
    assert idea_of(lm.solve(lm.Nim([]))) == ""


def test_a_game_has_its_own_where_it_is_searched() -> None:
    searched = lm.solve(lm.parse("misere:edge-geography:grid:3x3"))
    assert idea_of(searched) == lm.EdgeGeography.idea


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_adjacent_nim_needs_two_moves(play: PlayName) -> None:
    """LM7: with an odd number of heaps empty yours or leave 1, with an even number empty it or take 1."""
    for count in (1, 2, 3, 4):
        for heaps in product(range(1, 4), repeat=count):
            winning = {move.remaining for move in lm.solve(lm.AdjacentNim(heaps, start=0), play).winning_moves()}
            assert not winning or winning & {0, 1 if count % 2 else heaps[0] - 1}


def test_nimg_ideas_can_be_acted_on() -> None:
    """Take one and walk to a lighter neighbour that loses; empty and slide to the partner; take one at a partner."""
    rng = Random(5)
    tried = 0
    for _ in range(60):
        graph = nx.gnp_random_graph(rng.randint(2, 5), 0.6, seed=rng.randint(0, 10**6))
        weights = [rng.randint(1, 3) for _ in graph]
        board = lm.NimGRM(graph, weights, start=0)
        winning = set(lm.solve(board).winning_moves())
        for v in graph[0]:
            if weights[v] < weights[0] and lm.solve(board.at(v)).outcome is lm.Outcome.P:
                assert (weights[0] - 1, v) in winning
                tried += 1
        if nx.is_bipartite(graph):
            moves = lm.solve(board, "misere").winning_moves()
            assert not moves or any(move.remaining == 0 for move in moves)
            moves = lm.solve(lm.NimGMR(graph, weights, start=0)).winning_moves()
            assert not moves or any(move.remaining == weights[move.to] - 1 for move in moves)
            tried += 1
    assert tried > 50


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_the_advice_on_cycles_wins(play: PlayName) -> None:
    """LM43: of an odd number of edges use one up; of an even one go the odd way and leave the least weight."""
    for weights in (each for n in (3, 4, 5) for each in product((1, 2, 3), repeat=n)):
        n, least = len(weights), min(weights)
        found = lm.solve(lm.EdgeNimG([(i, (i + 1) % n) for i in range(n)], list(weights), start=0), play)
        if found.outcome is not lm.Outcome.N:
            continue
        ways = {1: weights.index(least), n - 1: weights[::-1].index(least)}
        swapped = play == "misere" and least == 1
        if (n % 2 == 1) is not swapped:
            left = 1 if play == "misere" and least > 1 else 0
            assert any(move.remaining == left for move in found.winning_moves())
        else:
            good = {(to, least) for to, before in ways.items() if before % 2}
            assert good & {(move.to, move.remaining) for move in found.winning_moves()}


@pytest.mark.parametrize("graph", [nx.path_graph(5), nx.star_graph(4), nx.balanced_tree(2, 2)])
def test_on_trees_an_edge_is_used_up(graph: nx.Graph) -> None:
    """LM40."""
    rng = Random(7)
    for _ in range(20):
        board = lm.EdgeNimG(graph, [rng.randint(1, 3) for _ in graph.edges], start=0)
        moves = list(lm.solve(board).winning_moves())
        assert not moves or any(move.remaining == 0 for move in moves)


def test_it_stands_where_answers_are_read() -> None:
    answer = lm.solve(lm.Nim([3, 5, 7]))
    idea = "Always leave the nim-sum 0. Your opponent has to spoil it, and you can make it 0 again."
    assert idea in " ".join(str(answer).split())
    assert f"How to win: {idea}" in " ".join(commands.invoke("explain", "nim:3,5,7").stdout.split())
    position = {"game": "nim", "heaps": [3, 5, 7]}
    assert ask("look", {"position": position}).answer["idea"] == idea
    looked = ask("look", {"position": position, "language": "de"}).answer
    assert str(looked["idea"]).startswith("Lass immer die Nim-Summe 0")
    assert looked["moves"][0]["text"].startswith("nimm ")  # type: ignore[index]
    assert "nim-sum" in looked["answer"]["reason"]["text"]  # type: ignore[index]
    short = ask("explain", {"position": position, "language": "fr"}).answer["short"]
    assert short[0].startswith("Vous pouvez gagner")  # type: ignore[index]


@pytest.mark.parametrize("heaps", [[7], [7, 4], [1, 2, 3]])
@pytest.mark.parametrize("code", ["0.77", "0.07", "0.007"])
def test_pins_are_knocked_down_as_they_are_numbered(code: str, heaps: list[int]) -> None:
    position = lm.Octal(code, heaps)
    for move in position.moves():
        assert move_from_text(position, position.say_move(move)) == move
    example = move_example(position)
    if example is not None:
        assert example.startswith("pin" if len(heaps) == 1 else "row ")
        assert move_from_text(position, example) in list(position.moves())


@pytest.mark.parametrize(
    ("typed", "leaves"),
    [
        ("pin 5", (4, 2)),
        ("knock down pins 1 and 2", (5,)),
        ("pins 3-4", (3, 2)),
        ("row 1 pin 7", (6,)),
        ("pin 1", (6,)),
    ],
)
def test_pins_as_people_type_them(typed: str, leaves: tuple[int, ...]) -> None:
    assert move_from_text(lm.Octal("0.77", [7]), typed) == (0, leaves)


@pytest.mark.parametrize(
    ("typed", "said"),
    [("pin 3", "say which row"), ("row 2 pin 9", "the pins are 1 to 4"), ("row 1 pins 1 3", "side by side")],
)
def test_pins_that_cannot_be_knocked_down(typed: str, said: str) -> None:
    with pytest.raises(lm.InputError, match=said):
        move_from_text(lm.Octal("0.77", [7, 4]), typed)
