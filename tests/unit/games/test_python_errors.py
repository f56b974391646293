"""What Python says of wrong arguments, in every game: the field, the value and what is accepted."""

from __future__ import annotations

from typing import Any

import networkx as nx
import pytest

import lastmove as lm

loose: Any = lm
"""The package without its types: wrong arguments are what is tried."""
PATH = nx.path_graph(3)
GRAPH_GAMES: dict[str, Any] = {
    "vertex-geography": lm.VertexGeography,
    "edge-geography": lm.EdgeGeography,
    "nimg-rm": lambda graph, **also: lm.NimGRM(graph, 1, **also),
    "nimg-mr": lambda graph, **also: lm.NimGMR(graph, 1, **also),
    "vertexnim": lambda graph, **also: lm.Vertexnim(graph, 1, **also),
    "dag": lambda graph, **also: lm.Dag(graph if graph is not PATH else [(0, 1), (1, 2)], **also),
    "adjacent-nim": lambda graph, **also: lm.AdjacentNim([1, 2, 3] if graph is PATH else graph, **also),
}


@pytest.mark.parametrize("game", GRAPH_GAMES)
@pytest.mark.parametrize("ask", [lm.solve, lm.explain, lm.grundy, lambda board: list(board.moves())])
def test_a_missing_start_names_the_argument(game: str, ask: Any) -> None:
    with pytest.raises(lm.InputError, match=r"^start: missing; choose one \(start=V, or --start V\)"):
        ask(GRAPH_GAMES[game](PATH))


@pytest.mark.parametrize("game", GRAPH_GAMES)
@pytest.mark.parametrize("start", [7, "x", [0], 1.5])
def test_an_unknown_start_is_named_with_what_there_is(game: str, start: Any) -> None:
    with pytest.raises(lm.InputError) as caught:
        GRAPH_GAMES[game](PATH, start=start)
    said = str(caught.value)
    assert said.startswith(f"start: {start!r} is no")
    assert "0, 1, 2" in said or "0..2" in said


@pytest.mark.parametrize("game", GRAPH_GAMES)
@pytest.mark.parametrize("wrong", [5, None, 1.5])
def test_what_is_no_board_is_named_with_what_is_accepted(game: str, wrong: Any) -> None:
    with pytest.raises(lm.InputError, match=r"^(graph|heaps): .*; accepted: "):
        GRAPH_GAMES[game](wrong, start=0)


WRONG: dict[str, tuple[Any, str]] = {
    "heaps": (lambda: loose.Nim(3), "heaps: 3; accepted: a list of integers >= 0"),
    "heaps[1]": (lambda: loose.Nim([1, -2]), "heaps[1]: -2"),
    "octal heaps": (lambda: loose.Octal("0.77", 7), "heaps: 7; accepted: "),
    "code": (lambda: loose.Octal(0.77, [7]), "code: 0.77 is no octal code; accepted: "),
    "a name": (lambda: loose.Octal("Kayles", [7]), "code: 'Kayles' is a name; its code is '0.77'"),
    "set": (lambda: loose.Subtraction(3, [7]), "set: 3; accepted: a list of integers >= 1"),
    "set[0]": (lambda: loose.Subtraction([0], [7]), "set[0]: 0; accepted: integers >= 1"),
    "parts": (lambda: loose.Sum(loose.Nim([1])), "parts: Nim([1]); accepted: a list of positions"),
    "parts[1]": (lambda: loose.Sum([loose.Nim([1]), 3]), "parts[1].position: 3 has no moves()"),
    "weights": (lambda: loose.NimGRM(PATH, None, start=0), "weights: missing; every vertex needs one: a list, or"),
    "weight": (
        lambda: loose.NimGRM(PATH, [1, "a", 1], start=0),
        "weights: vertex 1 has weight 'a'; weights are integers",
    ),
    "text": (lambda: loose.solve("nim:3"), "'nim:3' is text; lastmove.parse('nim:3') makes a position of it"),
    "an object": (lambda: loose.solve({"game": "nim"}), "{'game': 'nim'} is a JSON object; lastmove.parse("),
    "a game by its name": (
        lambda: loose.parse("path:3", game="kayles"),
        "it is the octal game 0.77, in short kayles:7",
    ),
    "board as text": (lambda: loose.outcomes("grid:3x4"), "'grid:3x4' is text; lastmove.parse('grid:3x4', game=NAME)"),
    "limits": (lambda: loose.solve(loose.Nim([1]), limits=5), "limits: 5; accepted: Limits(time=SECONDS"),
    "limits of compare": (lambda: loose.compare(loose.Nim([1]), limits=5), "limits: 5; accepted: Limits(time=SECONDS"),
}


@pytest.mark.parametrize("case", WRONG)
def test_other_arguments(case: str) -> None:
    make, said = WRONG[case]
    with pytest.raises(lm.InputError) as caught:
        make()
    assert said in str(caught.value)
