"""``lm.refute``: the counterexample is there, it is a smallest one, and it is true."""

from __future__ import annotations

from typing import Any

import pytest

import lastmove as lm
from lastmove.core.errors import InputError
from lastmove.core.limits import Meter
from lastmove.core.play import Outcome, Play, PlayName
from lastmove.graphs.random import small_graphs
from lastmove.search.plain import PlainSearch


def true_outcome(position: Any, play: PlayName) -> str:
    return "N" if PlainSearch(Play.of(play), Meter()).wins(position) else "P"


@pytest.mark.parametrize("game", ["nim", "adjacent-nim", "vertex-geography", "nimg-rm", "subtraction", "sum"])
@pytest.mark.parametrize("play", ["normal", "misere"])
def test_what_is_true_is_not_refuted_and_its_opposite_is(game: str, play: PlayName) -> None:
    def opposite(position: Any) -> str:
        return {"N": "P", "P": "N"}[true_outcome(position, play)]

    assert lm.refute(lambda position: true_outcome(position, play), game=game, play=play, n=2, weights=2) is None
    found = lm.refute(opposite, game=game, play=play, n=2, weights=2)
    assert found is not None
    assert found.claimed == {"outcome": opposite(found.position)}
    assert "claimed" in str(found)


def test_a_claim_that_says_nothing_is_not_refuted() -> None:
    assert lm.refute(lambda _: None, game="nim") is None


def test_the_smallest_of_all_boards() -> None:
    """Claims that hold on all graphs with fewer vertices, or as many and fewer edges."""
    for play in ("normal", "misere"):

        def claim(position: Any) -> str | None:
            return "P" if position.graph.n == 4 and position.graph.m >= 3 else None

        found = lm.refute(claim, game="vertex-geography", play=play, source="-c", n=5)
        assert found is not None
        trees = [g for g in small_graphs(4) if g.m == 3]
        assert found.position.graph.m == 3  # type: ignore[attr-defined]
        assert any(true_outcome(lm.VertexGeography(g, v), play) == "N" for g in trees for v in range(4))
        assert true_outcome(found.position, play) == "N"
        assert found.explain().outcome is Outcome.N
        assert "<svg" in (found._repr_svg_() or "")


def none_wins(outcomes: Any) -> bool:
    return any(outcome is Outcome.N for outcome in outcomes.values())


@pytest.mark.long  # nauty lists the graphs
def test_claims_about_boards() -> None:
    found = lm.refute(none_wins, game="vertex-geography", play="misere", source="-c", n=5, of="board")
    assert found is not None
    assert found.graph6 == "A_"
    assert found.outcomes == {"misere": {0: Outcome.P, 1: Outcome.P}}
    assert found.to_json()["graph6"] == "A_"
    assert found.explain(0).outcome is Outcome.P
    assert "<svg" in (found._repr_svg_() or "")
    odd = lm.refute(
        lambda outcomes: none_wins(outcomes) if len(outcomes) % 2 else None,
        game="vertex-geography",
        play="misere",
        source="-c",
        n=7,
        of="board",
    )
    assert odd is not None
    assert odd.graph6 == "FQhVw"


@pytest.mark.long  # nauty lists the graphs
def test_both_conventions() -> None:
    def differ(normal: Any, misere: Any) -> bool:
        return all(normal[start] is not misere[start] for start in normal)

    found = lm.refute(differ, game="vertex-geography", play="both", source="-c", n=5, of="board")
    assert found is not None
    assert found.graph6 == "CU"
    assert "normal and misère play" in str(found)


@pytest.mark.long
def test_sql_and_functions_find_the_same() -> None:
    options: dict[str, Any] = {"game": "vertex-geography", "play": "misere", "source": "-c", "n": 6}
    by_sql = lm.refute("bit_count(misere) != 3", **options)
    by_function = lm.refute(lambda found: found.count(Outcome.N) != 3, **options, of="board")
    assert by_sql is not None
    assert by_function is not None
    sizes = [(found.board.graph.n, found.board.graph.m) for found in (by_sql, by_function)]  # type: ignore[attr-defined]
    assert sizes[0] == sizes[1]
    assert lm.refute("n < 7", **options) is None


@pytest.mark.parametrize("text", ["", "n > 0) or (n < 9", "n > 0; select 1", "n > 0 /*"])
def test_a_text_that_is_no_condition(text: str) -> None:
    with pytest.raises(lm.InputError, match="query: Parser Error"):
        lm.refute(text, game="vertex-geography", source=["Bw"])


@pytest.mark.parametrize(
    ("graphs", "game", "expected"),
    [
        (["Bw", "K~~~~~~~~~~~", "KhCGGC@?G?_@", "K~~~~~~~~~~{"], "vertex-geography", "KhCGGC@?G?_@"),  # text, no edges
        (["K~~~~~~~~~~~", "KhCGGC@?G?_@"], "nimg-rm", "KhCGGC@?G?_@"),
        ([":B_n", "Bw", "Bg"], "edge-geography", "Bg"),
        ([":B_n", "Bw", ":B_"], "edge-geography", ":B_"),
        (["&Bd_", "&B`?"], "vertex-geography", "&B`?"),
    ],
)
def test_the_smallest_where_graphs_are_text(graphs: list[str], game: str, expected: str) -> None:
    most = 3 if game == "edge-geography" or "&Bd_" in graphs else 12
    by_sql = lm.refute(f"n < {most}", game=game, source=graphs)
    by_function = lm.refute(lambda found: len(found) < most, game=game, source=graphs, of="board")
    assert by_sql is not None
    assert by_function is not None
    assert by_sql.graph6 == by_function.graph6 == expected


def test_a_condition_says_nothing_of_what_is_unknown() -> None:
    options: dict[str, Any] = {"game": "edge-geography", "source": [lm.graphs.named("circulant:9,1,2,3")]}
    assert lm.refute("normal != 0", **options, limits=lm.Limits(positions=2)) is None
    assert lm.refute("normal = -1", **options, limits=lm.Limits(positions=2)) is None


def test_a_condition_is_tried_on_graphs_of_up_to_a_size() -> None:
    options: dict[str, Any] = {"game": "vertex-geography", "play": "misere", "source": ["C~", "@", "Bw"]}
    assert lm.refute("n = 1", **options, n=2) is None
    assert lm.refute("n = 3", **options, n=0) is None
    assert lm.refute("n = 1", **options, n=3).graph6 == "Bw"  # type: ignore[union-attr]
    assert lm.refute("n < 4", **options).graph6 == "C~"  # type: ignore[union-attr]


def test_a_condition_may_end_in_a_comment() -> None:
    assert lm.refute("n < 9  -- all of them", game="vertex-geography", source=["Bw"]) is None


def test_weights_and_graphs_of_ones_own() -> None:
    found = lm.refute("normal = 0", game="nimg-rm", source=["Bw"], weights=2)
    assert found is not None
    board: Any = found.board
    assert any(true_outcome(board.at(v), "normal") == "N" for v in range(3))
    assert sum(board.weights) == 4
    position = lm.refute(lambda p: "P" if sum(p.weights) == 4 else None, game="nimg-rm", source=["Bw"], weights=2)
    assert position is not None
    assert true_outcome(position.position, "normal") == "N"


@pytest.mark.parametrize(
    ("claim", "options", "problem"),
    [
        (lambda _: "X", {}, "claim: it returned 'X' for"),
        (lambda _: "N", {"of": "board", "geng": "-c", "n": 2}, "claim: it says 'N' of a board; accepted: True"),
        (lambda _: "N", {"of": "heap"}, "of: 'heap'; accepted: 'position', 'board'"),
        (lambda _: "N", {"play": "both"}, "play: 'both' goes with claims about boards"),
        (3, {}, "claim: 3; accepted: a function"),
        (lambda _: "N", {"geng": "-c"}, "n: missing"),
        ("nobody = 1", {"n": 2}, "query: Binder Error"),
    ],
)
def test_what_is_no_claim(claim: Any, options: dict[str, Any], problem: str) -> None:
    with pytest.raises(InputError) as raised:
        lm.refute(claim, game="vertex-geography", **options)
    assert problem in str(raised.value)
