"""Node Kayles and Arc Kayles: rules, components, known values; second rules and brute force agree."""

from __future__ import annotations

import random
from typing import Any

import pytest

import lastmove as lm
from effort import tries
from lastmove.core.limits import Meter
from lastmove.games.moves import Delete
from lastmove.games.octal import Octal
from lastmove.graphs import named
from lastmove.graphs.random import sample_graph, small_graphs
from lastmove.search.plain import PlainSearch
from lastmove.sums.nimbers import GrundySearch
from reference import rules

GAMES = (lm.NodeKayles, lm.ArcKayles)


def queens(n: int) -> lm.Graph:
    squares = [(r, c) for r in range(n) for c in range(n)]
    attacks = [
        (i, j)
        for i, (a, b) in enumerate(squares)
        for j, (c, d) in enumerate(squares[:i])
        if a == c or b == d or abs(a - c) == abs(b - d)
    ]
    return lm.Graph.numbered(n * n, attacks)


def brute(kind: Any, graph: Any) -> int:
    """The Grundy value by the definition, with no thought of components."""
    return GrundySearch(Meter()).value(kind(graph))


def test_moves() -> None:
    star = lm.NodeKayles([("hub", "a"), ("hub", "b"), ("hub", "hub"), ("a", "hub")])
    assert [move.delete for move in star.moves()] == ["hub", "a", "b"]
    assert list(star.after(Delete("a")).graph.vertices) == ["b"]
    assert star.after(Delete("hub")).graph.n == 0
    looped = lm.ArcKayles([("a", "b"), ("b", "a"), ("b", "c"), ("c", "c")])
    assert [move.delete for move in looped.moves()] == [("a", "b"), ("b", "c"), ("c", "c")]
    assert list(looped.after(Delete(("c", "c"))).graph.vertices) == ["a", "b"]
    assert looped.after(Delete(("b", "a"))) == looped.after(Delete(("a", "b")))


@pytest.mark.parametrize(
    ("position", "move", "problem"),
    [
        (lm.NodeKayles([(0, 1)]), Delete(2), "2 cannot be chosen; accepted: a vertex"),
        (lm.NodeKayles([(0, 1)]), Delete((0, 1)), "cannot be chosen; accepted: a vertex"),
        (lm.NodeKayles([(0, 1), (2, 3)]).after(Delete(0)), Delete(1), "1 was deleted"),
        (lm.ArcKayles([(0, 1), (1, 2)]), Delete((0, 2)), "there is no such edge"),
        (lm.ArcKayles([(0, 1)]), Delete(0), "cannot be chosen; accepted: the two ends of an edge"),
        (lm.ArcKayles([(0, 1)]), Delete((0, 1, 2)), "cannot be chosen"),
        (lm.ArcKayles([(0, 1)]), Delete((0, [])), "not a vertex"),
    ],
)
def test_what_is_no_move(position: Any, move: Delete, problem: str) -> None:
    with pytest.raises(lm.IllegalMoveError, match=problem):
        position.after(move)


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        ({"game": "node-kayles", "directed": True, "edges": [[0, 1]]}, "directed: .*undirected"),
        ({"game": "arc-kayles", "edges": [[0, 1]], "start": 0}, "start: unknown field"),
        ({"game": "arc-kayles", "edges": [[0, 1, 2]]}, "a pair of vertices"),
    ],
)
def test_what_is_no_position(raw: dict[str, object], problem: str) -> None:
    with pytest.raises(lm.InputError, match=problem):
        lm.parse(raw)


def test_positions_in_short_have_no_start() -> None:
    assert lm.parse("node-kayles:grid:2x3").position == lm.NodeKayles(named("grid:2x3"))
    assert lm.parse("grid:2x3", game="arc-kayles").position == lm.ArcKayles(named("grid:2x3"))
    with pytest.raises(lm.InputError, match="start"):
        lm.parse("node-kayles:grid:2x3@1")


@pytest.mark.parametrize("kind", GAMES)
def test_small_graphs_by_brute_force(kind: Any) -> None:
    """Value, outcome and moves of every graph of up to 5 vertices, loops and all on up to 3."""
    for n in range(6):
        graphs = (lm.Graph(0),) if n == 0 else small_graphs(n, loops=n < 4)
        for graph in graphs:
            position = kind(graph)
            assert lm.grundy(position) == brute(kind, graph)
            for play in lm.Play:
                outcome, moves = rules.solve(lm.position_to_json(position), play.value)
                solution = lm.solve(position, play)
                assert solution.outcome.value == outcome
                assert [position.move_to_json(move) for move in solution.winning_moves()] == moves


@pytest.mark.parametrize("kind", GAMES)
def test_random_graphs_by_brute_force(kind: Any) -> None:
    rng = random.Random(f"deletion {kind.name}")
    for _ in range(tries(60)):
        graph = sample_graph(rng, rng.randint(5, 9), directed=False)
        position = kind(graph)
        assert lm.grundy(position) == brute(kind, graph)
        for play in lm.Play:
            assert (lm.solve(position, play).outcome is lm.Outcome.N) == PlainSearch(play, Meter()).wins(position)


@pytest.mark.parametrize(("kind", "code"), [(lm.NodeKayles, "0.137"), (lm.ArcKayles, "0.07")])
def test_paths_are_octal_games(kind: Any, code: str) -> None:
    """Position by position: what a move leaves of a path is what a move of the octal game leaves of the heap."""
    for n in range(1, 9):
        path = kind(named(f"path:{n}"))
        assert brute(kind, path.graph) == lm.grundy(Octal(code, [n]))
        left = {tuple(sorted(len(piece) for piece in pieces(path.after(move).graph))) for move in path.moves()}
        heaps = {tuple(sorted(move.leaves)) for move in Octal(code, [n]).moves()}
        assert left == heaps
    assert lm.grundy(kind(named("path:60"))) == lm.grundy(Octal(code, [60]))


def test_arc_kayles_with_loops_on_a_path_is_kayles() -> None:
    for n in range(1, 9):
        looped = lm.Graph.numbered(n, [*((v, v) for v in range(n)), *((v, v + 1) for v in range(n - 1))])
        assert lm.ArcKayles(looped).components() == (Octal("0.77", [n]),)
        assert brute(lm.ArcKayles, looped) == lm.grundy(Octal("0.77", [n]))


def pieces(graph: lm.Graph) -> list[set[int]]:
    """The components, by a search of the test's own."""
    left, found = set(range(graph.n)), []
    while left:
        piece, waiting = set[int](), [left.pop()]
        while waiting:
            v = waiting.pop()
            piece.add(v)
            waiting += [w for w in graph.neighbours[v] if w not in piece]
        left -= piece
        found.append(piece)
    return found


def test_components_of_renamed_graphs_are_equal() -> None:
    rng = random.Random(3)
    for kind in GAMES:
        for _ in range(tries(80)):
            graph = sample_graph(rng, rng.randint(2, 8), directed=False, connected=True)
            names = rng.sample(range(graph.n), graph.n)
            renamed = lm.Graph.numbered(graph.n, [(names[u], names[v]) for u, v in graph.ends()])
            assert kind(graph).components() == kind(renamed).components()


def test_components_know_where_they_come_from() -> None:
    rng = random.Random(4)
    for _ in range(tries(60)):
        position: Any = lm.NodeKayles(sample_graph(rng, 9, directed=False))
        moves = list(position.moves())
        after = position.after(rng.choice(moves))
        for piece in after.components():
            if isinstance(piece, lm.NodeKayles):
                board, members = piece.at_home
                assert board is position.board
                assert lm.NodeKayles(board.induced(members)).components() == (piece,)


def test_queens_graphs() -> None:
    """A344227."""
    assert [lm.grundy(lm.NodeKayles(queens(n))) for n in range(7)] == [0, 1, 1, 2, 1, 3, 1]


@pytest.mark.long
def test_more_queens_graphs() -> None:
    assert [lm.grundy(lm.NodeKayles(queens(n))) for n in (7, 8, 9)] == [2, 3, 1]


def test_strips_of_three_rows() -> None:
    """A316632; here by brute force as far as that goes."""
    known = [2, 1, 1, 0, 3, 3, 2, 2, 2, 3]
    assert [lm.grundy(lm.NodeKayles(named(f"grid:3x{n}"))) for n in range(1, 11)] == known
    assert [brute(lm.NodeKayles, named(f"grid:3x{n}")) for n in range(1, 4)] == known[:3]


class Grim(lm.DeletionGame):
    """A game of one's own that deletes a vertex which has a neighbour."""

    __slots__ = ()

    name, title, rules = "grim-here", "Grim", "A graph. A move deletes a vertex that has a neighbour."
    example = {"game": "grim-here", "edges": [["a", "b"], ["b", "c"]]}

    def deleted(self, target: Any) -> int | None:
        return 1 << target if self.near(target) & ~(1 << target) else None


class Chomped(lm.DeletionGame):
    """One that deletes vertices or edges."""

    __slots__ = ()

    name, title, rules = "chomped", "Chomped", "A graph. A move deletes a vertex with its edges, or an edge."
    example = {"game": "chomped", "edges": [["a", "b"], ["b", "c"]]}
    chooses = "both"

    def deleted(self, target: Any) -> int | None:
        return 1 << target if isinstance(target, int) else 0


@pytest.mark.parametrize("kind", [Grim, Chomped])
def test_games_of_ones_own(kind: Any) -> None:
    rng = random.Random(kind.name)
    for _ in range(tries(25)):
        position = kind(sample_graph(rng, rng.randint(1, 5), directed=False, parallel=6))
        assert lm.grundy(position) == GrundySearch(Meter()).value(position)
        for play in lm.Play:
            solution = lm.solve(position, play, certificate=True)
            search = PlainSearch(play, Meter())
            assert (solution.outcome is lm.Outcome.N) == search.wins(position)
            assert set(solution.winning_moves()) == {m for m in position.moves() if not search.wins(position.after(m))}
            assert lm.draw(solution).startswith("<svg")
        for move in position.moves():
            assert position.move_from_json(position.move_to_json(move)) == move
            after = position.after(move)
            assert kind(after.graph) == after
            assert list(kind(after.graph).moves()) == list(after.moves())


@pytest.mark.parametrize("kind", GAMES)
def test_censuses_say_values_and_outcomes(kind: Any) -> None:
    found = lm.census(kind.name, n="1-5")
    assert found.summary["n"]["5"]["starts"] == 21  # type: ignore[index]
    for row in found.table().to_pylist():
        pairs = [(u, v) for v in range(row["n"]) for u in range(v)]
        position = kind(lm.Graph.numbered(row["n"], [pair for i, pair in enumerate(pairs) if row["edges"] >> i & 1]))
        assert row["grundy"] == brute(kind, position.graph)
        for play in lm.Play:
            assert bool(row[play.value]) == PlainSearch(play, Meter()).wins(position)


def test_censuses_of_boards_that_no_kernel_takes() -> None:
    rows = lm.census("node-kayles", family="grid:3x3-5").table().to_pylist()
    assert [(row["n"], row["normal"], row["grundy"]) for row in rows] == [(9, 1, 1), (12, 0, 0), (15, 1, 3)]


def test_claims_about_boards_are_refuted() -> None:
    found = lm.refute("grundy < 4", game="node-kayles", n=7)
    assert lm.grundy(found.board) == 4  # type: ignore[union-attr]
    assert "the player to move wins" in str(found)
    assert lm.refute("grundy < 5", game="node-kayles", n=6) is None
