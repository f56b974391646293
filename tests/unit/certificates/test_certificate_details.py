"""What a check must look at, one small case each: a check without it would accept too much, or break down."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import nullcontext, suppress
from itertools import product
from typing import Any

import numpy as np
import pytest

import lastmove as lm
from certificate_cases import board_cases, carried_cases, searched_cases, theorem_cases
from lastmove.certificates.certificate import MOST_STEPS, Budget, move_cost
from lastmove.certificates.check import check_answer
from lastmove.certificates.kinds import KINDS, certificate_from_json
from lastmove.certificates.strategy import MOST_NODES, too_long
from lastmove.core.errors import InputError, Refuted
from lastmove.core.limits import Meter
from lastmove.search.plain import PlainSearch
from lastmove.theorems.claim_yield.check import _Walk
from lastmove.theorems.rules.circles_check import _lm10
from lastmove.theorems.rules.matchings.matching_check import FlatCycles, FlatPairs, columns, cycle_columns

# Taking the one token of this heap is the only move.
LAST = {"game": "nim", "heaps": [1]}
TAKE = {"heap": 0, "remaining": 0}
WON = [{"wins": True, "moves": [[TAKE, 1]]}, {"wins": False, "moves": []}]
LOST = [{"wins": False, "moves": [[TAKE, 1]]}, {"wins": True, "moves": []}]


def strategy(steps: list[Any], roots: tuple[int | None, ...] = (0,)) -> dict[str, Any]:
    return {"kind": "strategy", "version": 1, "roots": list(roots), "steps": steps}


def refused(position: dict[str, Any], answer: dict[str, Any], match: str) -> None:
    with pytest.raises(Refuted, match=match):
        check_answer(lm.parse(position), json.loads(json.dumps(answer)))


# Strategies


def test_a_strategy_shows_its_own_move_only() -> None:
    """A move of the loser is written in it too, and wins nothing; who has no move names none."""
    position: Any = lm.parse(LAST).position
    move = position.move_from_json(TAKE)
    for steps, play, shown in ((WON, lm.Play.NORMAL, True), (LOST, lm.Play.MISERE, False)):
        found = certificate_from_json(strategy(steps)).after(position, play, move)
        assert (found is not None) == shown
    stuck = certificate_from_json(strategy([{"wins": True, "moves": []}]))
    assert stuck.after(lm.Nim([0]), lm.Play.MISERE, move) is None


@pytest.mark.parametrize(
    ("steps", "moves", "cost", "is_too_long"),
    [
        (MOST_NODES, 0, 1, False),
        (MOST_NODES + 1, 0, 1, True),
        (1, MOST_STEPS // 10 - 1, 10, False),
        (1, MOST_STEPS // 10, 10, True),
        (MOST_STEPS // 10, 0, 10, MOST_STEPS // 10 > MOST_NODES),
    ],
)
def test_what_is_written_is_what_is_read(steps: int, moves: int, cost: int, is_too_long: bool) -> None:
    assert too_long(steps, moves, cost) is is_too_long


@pytest.mark.parametrize("field", ["positions", "win", ""])
def test_a_step_has_no_other_fields(field: str) -> None:
    steps = [{**WON[0], field: 0}, WON[1]]
    refused(LAST, {"outcome": "N", "certificate": strategy(steps)}, f"unknown field '{field}'")


def test_checking_a_strategy_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = {"outcome": "N", "certificate": strategy(WON)}
    cost = 3 * move_cost(lm.Nim([1]))
    for steps, is_enough in ((cost, True), (cost - 1, False)):
        monkeypatch.setattr("lastmove.certificates.strategy.Budget", lambda steps=steps: Budget(steps))
        with nullcontext() if is_enough else pytest.raises(Refuted, match="too many steps"):
            check_answer(lm.parse(LAST), answer)


# Matchings

TRIANGLE = {"game": "nimg-rm", "play": "misere", "vertices": 3, "edges": [[0, 1], [1, 2], [2, 0]], "start": 0}
BY_LM14 = {"kind": "matching", "version": 1, "matching": [[1, 2]], "barrier": [], "instead": [[0, 2]]}


def test_the_only_bad_vertex_is_the_token() -> None:
    """LM14: with a second bad vertex nothing is known, and without the second matching nothing is shown."""
    board = {**TRIANGLE, "weights": [2, 1, 1]}
    assert check_answer(lm.parse(board), {"outcome": "N", "certificate": BY_LM14}).claim["outcome"] == "N"
    without = {name: value for name, value in BY_LM14.items() if name != "instead"}
    refused(board, {"outcome": "N", "certificate": without}, "may be bad, or it is not shown")
    for weights in ([2, 2, 1], [2, 1, 2], [2, 2, 2]):
        refused({**TRIANGLE, "weights": weights}, {"outcome": "N", "certificate": BY_LM14}, "may be bad")


def test_only_factor_critical_parts_may_leave_out_any_vertex() -> None:
    """The middle of a path of three vertices is in every maximum matching; an empty barrier proves the size only."""
    board = {"game": "vertex-geography", "vertices": 3, "edges": [[0, 1], [1, 2]]}
    certificate = {"kind": "matching", "version": 1, "matching": [[0, 1]], "barrier": []}
    for outcome in "NP":
        claimed = {"0": "unknown", "1": outcome, "2": "unknown"}
        refused(board, {"outcomes": claimed, "certificate": certificate}, "does not show|the opposite")
    triangle = {**board, "edges": [[0, 1], [1, 2], [2, 0]]}
    odd = {**certificate, "cycles": [[[0, 1], [1, 2], [2, 0]]]}
    assert check_answer(lm.parse(triangle), {"outcomes": dict.fromkeys("012", "P"), "certificate": odd})


def test_cycles_elsewhere_say_nothing_of_the_token() -> None:
    """Beside the path of three vertices lies a triangle: its cycle is right, and has nothing to do with the token."""
    edges = [[0, 1], [1, 2], [3, 4], [4, 5], [5, 3]]
    board = {"game": "vertex-geography", "vertices": 6, "edges": edges}
    certificate = {"kind": "matching", "version": 1, "matching": [[0, 1], [3, 4]], "barrier": []}
    certificate["cycles"] = [[[3, 4], [4, 5], [5, 3]]]
    assert check_answer(lm.parse({**board, "start": 3}), {"outcome": "P", "certificate": certificate})
    for start in (0, 1):
        refused({**board, "start": start}, {"outcome": "P", "certificate": certificate}, "nothing shows whether every")


def test_parents_alone_lead_back_from_what_is_left_out() -> None:
    """On the path of three vertices with its middle as the barrier: the other end is left out, so this one can be."""
    position = {"game": "vertex-geography", "vertices": 3, "edges": [[0, 1], [1, 2]], "start": 0}
    certificate = {"kind": "matching", "version": 1, "matching": [[0, 1]], "barrier": [1]}
    shown = {**certificate, "parents": [[1, 2]]}
    assert check_answer(lm.parse(position), {"outcome": "P", "certificate": shown})
    refused(position, {"outcome": "P", "certificate": certificate}, "nothing shows whether every")


def test_cycles_do_not_pass_through_the_barrier() -> None:
    edges = [[0, 1], [1, 2], [2, 0], [0, 3], [0, 4]]
    position = {"game": "vertex-geography", "vertices": 5, "edges": edges, "start": 3}
    certificate = {"kind": "matching", "version": 1, "matching": [[1, 2], [0, 3]], "barrier": [0], "parents": [[0, 4]]}
    assert check_answer(lm.parse(position), {"outcome": "P", "certificate": certificate})
    changed = {**certificate, "cycles": [[[0, 1], [1, 2], [2, 0]]]}
    refused(position, {"outcome": "P", "certificate": changed}, "barrier")


@pytest.mark.parametrize(
    "elsewhere",
    [
        {"game": "vertex-geography", "directed": True},
        {"game": "vertex-geography", "play": "misere"},
        {"game": "edge-geography"},
        {"game": "nimg-rm", "weights": [1, 1, 1]},
        {"game": "nimg-rm", "weights": [1, 1, 1], "play": "misere", "directed": True},
        {"game": "nimg-mr", "weights": [1, 1, 1], "play": "misere"},
        {"game": "vertexnim", "weights": [1, 1, 1]},
    ],
    ids=str,
)
def test_matchings_decide_two_games_only(elsewhere: dict[str, Any]) -> None:
    path = {"vertices": 3, "edges": [[0, 1], [1, 2]], "start": 0}
    answer = {"outcome": "P", "certificate": {"kind": "matching", "version": 1, "matching": [[1, 2]], "barrier": [1]}}
    decided: list[dict[str, Any]] = [
        {"game": "vertex-geography"},
        {"game": "nimg-rm", "weights": [1, 1, 1], "play": "misere"},
    ]
    for position in decided:
        found = check_answer(lm.parse({**path, **position}), answer)
        assert "a matching of 1 edge is maximum (remove the barrier: 2 odd parts, only 1 partner)" in found.text
    refused({**path, **elsewhere}, answer, "matchings decide undirected Vertex Geography in normal play and NimG-RM")


def test_flat_lists_look_like_tuples() -> None:
    pairs: Any = ((1, 2), (3, 4), (5, 6))
    flat = FlatPairs(np.array([1, 3, 5]), np.array([2, 4, 6]))
    cycles: Any = FlatCycles(flat, np.array([1, 3]))
    assert (flat, len(flat), flat[1], flat[1:], flat[-1]) == (pairs, 3, pairs[1], pairs[1:], pairs[-1])
    assert (cycles, len(cycles), cycles[0], cycles[1:]) == ((pairs[:1], pairs[1:]), 2, pairs[:1], (pairs[1:],))
    assert flat != pairs[:2]
    assert cycles != (pairs,)
    assert hash(flat) == hash(pairs)
    for given in (flat, pairs):
        assert [list(column) for column in columns(given)] == [[1, 3, 5], [2, 4, 6]]
    for lists in (cycles, tuple(cycles)):
        assert [list(column) for column in cycle_columns(lists)] == [[1, 3, 5], [2, 4, 6], [1, 3]]


# Even sets


@pytest.mark.parametrize(
    "edges",
    [
        [(0, 1), (1, 2), (2, 3)],
        [(0, 1), (1, 2), (2, 3), (3, 0)],
        [(0, 1), (0, 1), (1, 2)],
        [(0, 2), (0, 3), (0, 4), (1, 2), (1, 3)],
        [(0, 1), (1, 2), (2, 0), (2, 3)],
    ],
    ids=str,
)
def test_even_sets_prove_what_is_true(edges: list[tuple[int, int]]) -> None:
    """All sets of vertices: those that are accepted are right, and where the board is bipartite one is."""
    board = lm.EdgeGeography(edges)
    n = len(board.starts())
    for start in board.starts():
        position, proved = board.at(start), set()
        for chosen in product((False, True), repeat=n):
            with suppress(Refuted):
                certificate = {"kind": "gf2", "version": 1, "set": [u for u in range(n) if chosen[u]]}
                proved.add(certificate_from_json(certificate).outcome(position, lm.Play.NORMAL).wins)
        truth = PlainSearch(lm.Play.NORMAL, Meter()).wins(position)
        assert proved == (set() if (2, 0) in edges else {truth})


def even_sets_of(board: lm.EdgeGeography) -> dict[str, Any]:
    """The certificate that the GF(2) rule gives for a whole board."""
    from lastmove.theorems.rules.matchings.even_sets import EvenSetRule

    return EvenSetRule(board.graph, range(board.graph.n)).certificate().to_json()


def test_even_sets_of_a_whole_board_speak_of_its_bipartite_components() -> None:
    path, triangle = [("a", "b"), ("b", "c"), ("c", "d")], [("x", "y"), ("y", "z"), ("z", "x")]
    board = lm.EdgeGeography(path + triangle)
    certificate = certificate_from_json(json.loads(json.dumps(even_sets_of(board))))
    law = PlainSearch(lm.Play.NORMAL, Meter())
    assert list(certificate.outcomes(board, lm.Play.NORMAL)) == [law.wins(board.at(v)) for v in "abcd"] + [2, 2, 2]
    assert certificate.outcome(board.at("b"), lm.Play.NORMAL).wins == law.wins(board.at("b"))
    with pytest.raises(Refuted, match="says nothing"):
        certificate.outcome(board.at("x"), lm.Play.NORMAL)
    with pytest.raises(Refuted, match="normal play"):
        certificate.outcomes(board, lm.Play.MISERE)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"won": [2, 0, 1, 3]}, "own vertex"),
        ({"won": []}, "is not won"),
        ({"won": [1, 1, 2]}, "twice"),
        ({"won": [1, 9]}, "is not there"),
        ({"members": ["1", "1", "1"]}, "3 members for 4 vertices"),
        ({"members": ["", "", "", ""]}, "own vertex"),
        ({"members": ["ff", "ff", "ff", "ff"]}, "is not won"),
        ({"members": ["1", "-1", "1", "1"]}, "hexadecimal"),
        ({"members": ["1", 1, "1", "1"]}, "hexadecimal"),
        ({"even": [[]]}, "empty"),
        ({"even": [[0, 1]]}, "several sides"),
        ({"even": [[0]]}, "odd number"),
        ({"even": [[0, 0]]}, "twice"),
        ({"even": [[7]]}, "is not there"),
        ({"even": 3}, "even"),
        ({"more": 1}, "unknown field 'more'"),
    ],
    ids=str,
)
def test_changed_even_sets_are_refused(changes: dict[str, object], said: str) -> None:
    board = lm.EdgeGeography([(0, 1), (1, 2), (2, 3)])  # every start is won
    changed = {**even_sets_of(board), **changes}
    with pytest.raises(Refuted, match=said):
        certificate_from_json(changed).outcomes(board, lm.Play.NORMAL)


# Boards


@pytest.mark.parametrize("outcome", ["X", "n", 1, True, None, ["N"], {}])
def test_outcomes_of_boards_are_n_p_or_unknown(outcome: object) -> None:
    board = {"game": "vertex-geography", "vertices": 2, "edges": [[0, 1]]}
    answer = lm.outcomes(lm.parse(board), certificate=True).to_json(certificate=True)
    assert check_answer(lm.parse(board), answer).claim["counts"] == {"N": 2, "P": 0}
    changed = {**answer, "outcomes": {**answer["outcomes"], "1": outcome}}
    with pytest.raises(InputError, match="accepted: N, P, unknown"):
        check_answer(lm.parse(board), changed)


def test_what_is_unknown_is_not_counted() -> None:
    board = lm.parse({"game": "vertex-geography", "vertices": 3, "edges": [[0, 1], [1, 2]]})
    answer = lm.outcomes(board, certificate=True).to_json(certificate=True)
    assert answer["outcomes"] == {"0": "P", "1": "N", "2": "P"}
    found = check_answer(board, answer)
    open_fields = "not shown: moves, reasons"
    assert found.claim == {"counts": {"N": 1, "P": 2}, "not_shown": ["moves", "reasons"]}
    assert found.text == f"the outcomes of 3 starts: 1 N and 2 P; {open_fields}"
    found = check_answer(board, {**answer, "outcomes": {**answer["outcomes"], "0": "unknown", "2": "unknown"}})
    assert found.claim["counts"] == {"N": 1, "P": 0}
    assert found.text == f"the outcomes of 1 start: 1 N and 0 P; {open_fields}"
    with pytest.raises(InputError, match="nothing is claimed"):
        check_answer(board, {**answer, "outcomes": dict.fromkeys(answer["outcomes"], "unknown")})
    for claimed in ([], "N", None, ["0", "1", "2"]):
        with pytest.raises(InputError, match="accepted: an object"):
            check_answer(board, {**answer, "outcomes": claimed})
    for names in (["0", "1"], ["0", "1", "2", "3"]):
        with pytest.raises(Refuted, match="not those of the starts"):
            check_answer(board, {**answer, "outcomes": dict.fromkeys(names, "unknown")})


def test_no_kind_takes_unknown_fields() -> None:
    """A field that nobody reads could be a mistyped one that matters."""
    tried = set()
    cases = [*theorem_cases("fields", 12), *searched_cases("fields", 1), *board_cases("fields", 2)]
    for case in [*cases, *carried_cases("fields", 1)]:
        problem, certificate = lm.parse(case.position), case.answer["certificate"]
        if certificate["kind"] not in tried:
            tried.add(certificate["kind"])
            check_answer(problem, case.answer)
            with pytest.raises(Refuted, match="unknown field 'more'"):
                check_answer(problem, {**case.answer, "certificate": {**certificate, "more": 1}})
            with pytest.raises((Refuted, InputError), match="version"):
                check_answer(problem, {**case.answer, "certificate": {**certificate, "version": 2}})
    assert tried >= set(KINDS) - {
        "starts",
        "gf2-board",
        "grids",
        "grundy-matchings",
    }  # these stand inside a board's certificate


# Claiming and yielding


def winner(walk: Any, state: Any, known: dict[Any, bool]) -> bool:
    """Who wins a state, true for the first player, by its two options."""
    if state not in known:
        owner = walk.owners[state.next] if state.survivors else state.flag
        options = [walk.claimed(state), walk.yielded(state)] if state.survivors else []
        found = any(winner(walk, option, known) == owner for option in options)
        known[state] = owner if found or not state.survivors else not owner
    return known[state]


def test_lm10_is_read_in_the_same_way_twice() -> None:
    """Plans of claiming and yielding end where LM10 names the winner: the right one, and wherever it does."""
    counts: Counter[bool | None] = Counter()
    for count in range(2, 7):
        for heaps in product(range(1, 4), repeat=count):
            if max(heaps) == 1:
                continue
            walk = _Walk(heaps)
            state = walk.start()
            said = walk.settled(state)
            alone = _lm10(heaps, lm.Play.NORMAL)(0)
            assert said == (None if alone is None else alone.wins), heaps
            assert said in (None, winner(walk, state, {})), heaps
            counts[said] += 1
    assert min(counts[said] for said in (None, False, True)) > 100
