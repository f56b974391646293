"""Answers, boards and players that threads share say what they say to one thread."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

import lastmove as lm
from hammering import hammered
from lastmove import graphs
from lastmove.core.play import PlayName
from lastmove.theorems.registry import deciders
from lastmove.theorems.statement import Theorem
from lastmove.verify.verify import verify
from processes import run_python

THREADS = 8


def random_graph(rng: random.Random, n: int, p: float, *, directed: bool) -> lm.Graph:
    pairs = [(u, v) for u, v in product(range(n), repeat=2) if (u != v if directed else u < v) and rng.random() < p]
    return lm.Graph(n, pairs, directed=directed)


def positions(rng: random.Random, n: int) -> list[Any]:
    """A position of each kind: some that theorems decide, some that are searched, sums of both."""
    graph, digraph = random_graph(rng, n, 0.4, directed=False), random_graph(rng, n, 0.3, directed=True)
    weights = [rng.randint(1, 2) for _ in range(n)]
    return [
        lm.VertexGeography(graph, start=0),
        lm.VertexGeography(digraph, start=0),
        lm.EdgeGeography(random_graph(rng, n - 2, 0.5, directed=False), start=0),
        lm.NimGRM(digraph, weights, start=0),
        lm.NimGMR(graph, weights, start=0),
        lm.Vertexnim(graphs.named("cycle:4"), weights[:4], start=0),
        lm.AdjacentNim([rng.randint(1, 4) for _ in range(6)], start=0),
        lm.Octal("0.137", [rng.randint(5, 9), 4]),
        lm.Sum([lm.Octal("0.77", [rng.randint(3, 6)]), lm.Nim([rng.randint(1, 3)])]),
    ]


def said(solution: lm.Solution) -> dict[str, object]:
    """All that a solution says, but for the work it took."""
    found: dict[str, object] = {**solution.to_json(all_moves=True, values=True, certificate=True)}
    del found["reason"]
    return found


def hammer_solution(position: Any, play: PlayName, rounds: int = 2) -> None:
    solution, truth = (lm.solve(position, play, certificate=True, threads=1) for _ in range(2))
    expected = said(truth)
    for found in hammered(said, [[solution] * rounds] * THREADS):
        assert all(each == expected for each in found), (position, play)


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_threads_share_a_solution(play: PlayName) -> None:
    for position in positions(random.Random(play), 7):
        hammer_solution(position, play)


def hard_positions(rng: random.Random, n: int) -> list[Any]:
    """Positions that are searched, for some thousand positions."""
    weights = [rng.randint(1, 3) for _ in range(n)]
    return [
        lm.VertexGeography(random_graph(rng, n + 4, 0.4, directed=True), start=0),
        lm.EdgeGeography(random_graph(rng, n - 1, 0.6, directed=True), start=0),
        lm.NimGRM(random_graph(rng, n, 0.5, directed=True), weights, start=0),
        lm.NimGMR(random_graph(rng, n, 0.5, directed=True), weights, start=0),
    ]


def hammer_winning_moves(position: Any, play: PlayName) -> None:
    """Each thread asks for the winning moves of a solution that nobody has asked for more."""
    law = lm.solve(position, play, threads=1, all_moves=True).winning_moves()
    shared = lm.solve(position, play, threads=1)
    for found in hammered(lambda each: each.winning_moves(), [[shared]] * THREADS):
        assert found == [law], (position, play)


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_threads_ask_for_winning_moves(play: PlayName) -> None:
    rng = random.Random(f"{play} hard")
    for position in hard_positions(rng, 7) + hard_positions(rng, 7):
        hammer_winning_moves(position, play)


@pytest.mark.parametrize("threads", [1, 2])
def test_threads_ask_compiled_searches(threads: int) -> None:
    """The same where plain Python is not enough; the search has threads of its own."""
    position = lm.VertexGeography(random_graph(random.Random(13), 30, 0.15, directed=True), start=0)
    seen: list[int] = []
    law = lm.solve(position, "misere", threads=1, watch=lambda glimpse: seen.append(glimpse.lines))
    shared = lm.solve(position, "misere", threads=threads)
    assert shared.outcome is law.outcome
    assert seen, "nothing was compiled"
    for found in hammered(lambda each: each.winning_moves(), [[shared]] * 4):
        assert found == [law.winning_moves()]


def told(asked: tuple[lm.Outcomes, Any, int]) -> object:
    """What the outcomes of a board say of a start, asked in one of several ways."""
    found, start, way = asked
    if way == 0:
        return found[start], list(found.winning_moves(start)), found.winning_moves(start).undecided
    if way == 1:
        return said(found.solution(start))
    return found.to_json(all_moves=way == 3) | {"reasons": None}


def hammer_board(board: Any, play: PlayName, rng: random.Random) -> None:
    shared, truth = (lm.outcomes(board, play, threads=1) for _ in range(2))
    ways = [(start, way) for start in shared for way in range(4)]
    expected = {way: told((truth, *way)) for way in ways}
    asked = [rng.sample(ways, len(ways)) for _ in range(THREADS)]
    found = hammered(told, [[(shared, *way) for way in order] for order in asked])
    for order, answers in zip(asked, found, strict=True):
        for way, answer in zip(order, answers, strict=True):
            assert answer == expected[way], (board, play, way)


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_threads_share_outcomes(play: PlayName) -> None:
    rng = random.Random(f"{play} boards")
    for position in positions(rng, 5):
        if hasattr(position, "at") and isinstance(position, lm.VertexGeography | lm.NimGRM | lm.AdjacentNim):
            hammer_board(position, play, rng)


def test_threads_share_a_board() -> None:
    """One graph, several games and conventions, with all that graphs work out when first asked; compiled code too."""
    rng = random.Random(7)
    graph = graphs.named("grid:4x5")
    made = [
        (game, play)
        for play in ("normal", "misere")
        for game in (lm.VertexGeography(graph), lm.NimGMR(graph, [1] * graph.n), lm.NimGRM(graph, [1] * graph.n))
    ]

    def ask(question: tuple[Any, str]) -> list[lm.Outcome]:
        board, play = question
        return list(lm.outcomes(board, lm.Play(play), threads=1).values())

    expected = {place: ask((type(board)(*_copied(board)), play)) for place, (board, play) in enumerate(made)}
    order = [rng.sample(range(len(made)), len(made)) for _ in range(4)]
    found = hammered(ask, [[made[place] for place in each] for each in order])
    for each, answers in zip(order, found, strict=True):
        assert answers == [expected[place] for place in each]


def _copied(board: Any) -> tuple[Any, ...]:
    """The graph anew, and the weights."""
    graph = lm.Graph(board.graph.vertices, board.graph.edges, directed=board.graph.directed)
    return (graph, board.weights) if hasattr(board, "weights") else (graph,)


def test_threads_share_a_player() -> None:
    position = lm.NimGRM(random_graph(random.Random(8), 6, 0.5, directed=True), [2] * 6, start=0)
    line = [position]
    while next(iter(line[-1].moves()), None) is not None:
        line.append(line[-1].after(next(iter(line[-1].moves()))))
    line.pop()
    expected = [lm.Opponent("misere").choose(each) for each in line]
    player = lm.Opponent("misere")
    for found in hammered(player.choose, [line * 2] * THREADS):
        assert found == expected * 2


def test_who_waits_for_a_long_question_keeps_his_time_limit() -> None:
    """A question without end holds the solution; another thread's is answered unknown in its time."""
    rng = random.Random(9)
    hard = lm.VertexGeography(random_graph(rng, 60, 0.3, directed=True), start=0)
    solution = lm.solve(hard, "misere", limits=lm.Limits(time=0.3), threads=1)
    assert solution.outcome is lm.Outcome.UNKNOWN
    asked = hammered(lambda each: each.winning_moves().stopped_by, [[solution]] * 4)
    assert asked == [["time"]] * 4
    assert hammered(lambda each: each.remoteness(), [[solution]] * 4) == [[None]] * 4


@pytest.mark.long  # half a minute without Numba
def test_a_solution_asked_from_its_own_search_says_so() -> None:
    rng = random.Random(10)
    hard = lm.VertexGeography(random_graph(rng, 60, 0.3, directed=True), start=0)
    faults: list[str] = []

    def watch(_: object) -> None:
        if kept and not faults:
            try:
                kept[0].winning_moves()
            except lm.LastmoveError as fault:
                faults.append(str(fault))

    kept: list[lm.Solution] = []
    kept.append(lm.solve(hard, "misere", limits=lm.Limits(positions=300_000), threads=1, watch=watch))
    kept[0].winning_moves()
    assert "middle of its own search" in faults[0]


def test_other_entries() -> None:
    """Reading, explaining, comparing, drawing and checking at once."""
    texts = [lm.problem_to_json(lm.Problem(each, lm.Play.MISERE)) for each in positions(random.Random(11), 5)]

    def ask(text: Any) -> tuple[object, ...]:
        problem = lm.parse(text)
        answer: dict[str, Any] = {**lm.solve(problem, certificate=True).to_json(certificate=True)}
        answer["reason"] = None
        seen = lm.check_answer(problem, answer).claim if answer.get("certificate") else None
        compared = lm.compare(problem)
        told = str(lm.explain(problem.position, "normal", limits=lm.Limits(positions=3000)).move)
        return answer, seen, compared.same_winner, told, len(str(lm.draw(problem.position)))

    expected = [ask(text) for text in texts]
    order = [random.Random(seed).sample(range(len(texts)), len(texts)) for seed in range(4)]
    found = hammered(ask, [[texts[place] for place in each] for each in order])
    for each, answers in zip(order, found, strict=True):
        assert answers == [expected[place] for place in each]


def test_verification() -> None:
    """Each verification has a law of its own."""
    theorems = [theorem for theorem in deciders() if theorem.statement.games == ("nim",)]

    def ask(theorem: Theorem) -> object:
        return verify(theorem, size=3, weight=3, random=5).tallies

    expected = [ask(theorem) for theorem in theorems]
    assert hammered(ask, [theorems] * 4) == [expected] * 4


@pytest.mark.long
@pytest.mark.parametrize("play", ["normal", "misere"])
def test_threads_share_many_answers(play: PlayName) -> None:
    for seed in range(6):
        rng = random.Random(f"{play} {seed}")
        for position in positions(rng, 7):
            hammer_solution(position, play)
        for position in hard_positions(rng, 8):
            hammer_winning_moves(position, play)
        hammer_board(rng.choice(positions(rng, 6)[:4]), play, rng)


FIRST = """
import sys
import threading

sys.setswitchinterval(1e-6)
import lastmove as lm

board = [(0, 1), (1, 2), (2, 0), (2, 3)]
asked = [
    lambda: lm.solve(lm.VertexGeography(board, start=0), "misere").outcome,
    lambda: lm.solve(lm.EdgeGeography(board, start=0)).outcome,
    lambda: lm.outcomes(lm.NimGRM(board, [2] * 4), "misere").count(lm.Outcome.N),
    lambda: lm.solve(lm.Sum([lm.Octal("0.77", [5]), lm.Nim([2])]), "misere").winning_moves(),
    lambda: lm.grundy(lm.Octal("0.137", [200])),
    lambda: lm.misere_canonical_form(lm.Octal("0.77", [5])),
    lambda: lm.explain(lm.Nim([1, 2]), "misere").move,
    lambda: len(lm.draw(lm.Vertexnim(board, [1] * 4, start=0))) > 100,
]
begin = threading.Barrier(len(asked))
said = [None] * len(asked)


def work(number):
    begin.wait()
    said[number] = repr(asked[number]())


threads = [threading.Thread(target=work, args=(number,)) for number in range(len(asked))]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
again = [repr(ask()) for ask in asked]
assert said == again, (said, again)
print("the same")
"""


def test_the_first_questions_of_a_process_come_from_threads() -> None:
    """Modules, tables and theorems are loaded by several threads at once."""
    ended = run_python(FIRST)
    assert (ended.stdout, ended.stderr) == ("the same\n", "")


def test_theorems_keep_nothing() -> None:
    """There is one object of each theorem for all threads; what it works out belongs to the verdict."""
    for position in positions(random.Random(12), 6):
        lm.solve(position, "misere", all_moves=True)
        lm.solve(position, "normal", all_moves=True)
    assert [theorem for theorem in deciders() if getattr(theorem, "__dict__", None)] == []
