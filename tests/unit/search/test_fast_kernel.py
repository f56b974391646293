"""The table and the kernel of the compiled search by hand: what is stored, what is looked up, what is tried first."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from lastmove.core.limits import Meter
from lastmove.graphs import Graph
from lastmove.search.fast import kernel
from lastmove.search.fast.board import AROUND, LOST, OPEN, OUT, SPLIT, SURE, WON
from lastmove.search.fast.reach import reached
from lastmove.search.fast.rules import edge_geography, nimg_mr, vertex_geography
from lastmove.search.fast.rules.edge_board import edge_board
from lastmove.search.fast.settings import Settings
from lastmove.search.fast.table import BUSY, find, hash_of, record
from lastmove.search.fast.threads import Engine
from lastmove.search.fast.vertex_geography import VertexGeographySearch, vertex_board
from lastmove.search.fast.weighted import NimGMRSearch

if TYPE_CHECKING:
    from numpy.typing import NDArray

SPREAD = np.uint64(0x0000_0005_1234_5678)  # line 5, and this tag
TAG = np.uint64(0x0000_0512_3456_7800)
ROOM = 10_000


def state(*words: int) -> NDArray[np.uint64]:
    return np.array(words, np.uint64)


def test_states_with_the_same_hash_are_told_apart() -> None:
    table = np.zeros((16, 3), np.uint64)
    one, two, three = state(1, 2), state(1, 3), state(0, 2)
    assert record(table, one, SPREAD, 7, 1) == 1
    assert (find(table, two, SPREAD), find(table, three, SPREAD)) == (-1, -1)
    assert record(table, two, SPREAD, 7, 0) == 1
    assert record(table, three, SPREAD, 7, 1) == 1
    assert [record(table, known, SPREAD, 9, 0) for known in (one, two, three)] == [0, 0, 0]
    assert [find(table, known, SPREAD) for known in (one, two, three)] == [1, 0, 1]
    assert np.count_nonzero(table[:, 0]) == 3


def test_a_line_that_is_being_written_is_not_read() -> None:
    """Its state may be there in part, and who wins is not there yet."""
    table = np.zeros((16, 3), np.uint64)
    table[5] = state(int(TAG) | BUSY, 1, 2)
    assert find(table, state(1, 2), SPREAD) == -1
    assert record(table, state(1, 2), SPREAD, 7, 1) == 1
    assert find(table, state(1, 2), SPREAD) == 1
    assert list(table[6]) == [int(TAG) | 7 << 2 | 3, 1, 2]


def test_the_last_line_is_followed_by_the_first() -> None:
    table = np.zeros((16, 2), np.uint64)
    spread = np.uint64(0xF_0000_0001)
    assert [record(table, state(value), spread, 0, 1) for value in (1, 2)] == [1, 1]
    assert list(np.flatnonzero(table[:, 0])) == [0, 15]
    assert [find(table, state(value), spread) for value in (1, 2, 3)] == [1, 1, -1]


def test_threads_take_options_that_others_are_not_busy_with() -> None:
    hashes = np.array([5, 6, 7, 8 + kernel.PLACES], np.uint64)
    marks = np.array([1, 2, 3, 4], np.int64)

    def chosen(*places: int, begin: int = 0) -> tuple[int, list[int]]:
        order = np.arange(4, dtype=np.int64)
        busy = np.zeros(kernel.PLACES, np.uint64)
        for option in places:
            busy[int(hashes[option]) % kernel.PLACES] = hashes[option]
        return int(kernel._free_mark(order, marks, hashes, busy, begin, 4)), list(map(int, order))

    assert chosen() == (0, [0, 1, 2, 3])
    assert chosen(0) == (1, [1, 0, 2, 3])
    assert chosen(0, 1, 2) == (3, [3, 1, 2, 0])
    assert chosen(0, 1, 2, 3) == (0, [0, 1, 2, 3])
    assert chosen(1, 3, begin=1) == (2, [0, 2, 1, 3])


def test_a_state_looks_more_lost_with_every_option_that_failed() -> None:
    """Four times as likely against the opposite, each time: from even odds 4 to 1, then 16 to 1."""
    sure = SURE
    assert [kernel._likelier(chance) for chance in (0, sure // 2, sure * 4 // 5, sure)] == [
        0,
        sure * 4 // 5,
        sure * 16 // 17,
        sure,
    ]


def engine_for(n: int, seed: int) -> tuple[Engine, tuple[int, ...]]:
    """A hard board of misère Vertex Geography, and its state with the token on 0."""
    rng = random.Random(seed)
    out = [sum(1 << v for v in rng.sample([v for v in range(n) if v != u], 4)) for u in range(n)]
    board = vertex_board(out, True, vertex_geography.ALL)
    return Engine(board, Settings(compiled=True, threads=1)), ((1 << n) - 2, out[0] & ~1, 0)


def paused(engine: Engine, root: tuple[int, ...], *, shared: bool) -> Any:
    worker = engine._workers[0]
    worker.begin([word for found in root for word in engine._words(found)])
    worker.control[kernel.SHARED] = shared
    engine.active = [worker]
    assert worker.search(kernel._LOOK_UP, ROOM) == kernel.PAUSED
    assert worker.visited == kernel._LOOK_UP
    return worker


@pytest.mark.parametrize("value", [0, 1])
def test_what_another_thread_has_found_ends_the_search(value: int) -> None:
    """Another thread says who wins the whole, true or not: that is taken at the next look, before any position."""
    engine, root = engine_for(48, 1)
    worker = paused(engine, root, shared=True)
    record(engine.table, worker.states[0], hash_of(worker.states[0]), 20, value)
    assert worker.search(kernel._LOOK_UP, ROOM) == value
    assert worker.visited == kernel._LOOK_UP


def test_a_search_alone_does_not_look_for_what_others_found() -> None:
    engine, root = engine_for(48, 1)
    worker = paused(engine, root, shared=False)
    record(engine.table, worker.states[0], hash_of(worker.states[0]), 20, 1)
    assert worker.search(kernel._LOOK_UP, ROOM) == kernel.PAUSED
    assert worker.visited == 2 * kernel._LOOK_UP


def test_options_that_are_known_are_not_searched_again() -> None:
    """With everything but the root in the table, one position is visited: the root."""
    outcomes = set()
    for seed in range(8):
        engine, root = engine_for(18, seed)
        meter = Meter()
        outcome = engine.wins(root, meter)
        if meter.positions < 20:
            continue
        lines = engine.known_lines()
        words = state(*(word for found in root for word in engine._words(found)))
        others = lines[~(lines[:, 1:] == words).all(axis=1)]
        assert len(others) == len(lines) - 1
        engine.learn(others)
        again = Meter()
        assert engine.wins(root, again) == outcome
        assert again.positions == 1
        outcomes.add(outcome)
    assert outcomes == {False, True}


@pytest.mark.parametrize("misere", [False, True])
def test_dead_ends_are_judged_at_once_unless_that_is_switched_off(misere: bool) -> None:
    """On a star with two rays of length 2, from its centre: every vertex is a dead end in its turn."""
    ends = [(0, 1), (1, 2), (0, 3), (3, 4)]
    for options, is_open in ((edge_geography.ALL, False), (edge_geography.ALL & ~edge_geography.DEAD_ENDS, True)):
        board = edge_board(5, ends, False, misere, options)
        lost = 0 if misere else 31
        found = edge_geography.reduced(board.rows, board.numbers, 15, 1, lost, 31, 0)
        assert (found[0] == OPEN) == is_open


def brute_force(out: list[int], left: int, moves: int, lost: int, *, loses: bool, known: dict[Any, bool]) -> bool:
    """Whether the mover wins a state of Vertex Geography, by what its sets mean."""
    if not moves:
        return not loses
    key = left, moves, lost
    if key not in known:
        known[key] = False
        for v in range(len(out)):
            if moves >> v & 1:
                rest = left & ~(1 << v)
                stuck = bool(lost >> v & 1)
                known[key] |= not brute_force(out, rest, out[v] & rest, lost, loses=stuck, known=known)
    return known[key]


def test_parts_that_hang_on_a_vertex_are_split_off() -> None:
    """Random states with such a part: what is said at once, the only option, or the question and its two answers."""
    rng = random.Random("hanging parts")
    seen: Counter[tuple[int, int | None]] = Counter()
    for _ in range(3000):
        core, n = rng.randint(2, 5), rng.randint(4, 8)
        n = max(n, core + 2)
        x, directed, density = core - 1, rng.random() < 0.5, rng.choice((0.3, 0.5, 0.8))
        out = [0] * n
        for u, v in permutations(range(n), 2):
            near = (u < core and v < core) or (u >= x and v >= x)
            if near and (directed or u < v) and rng.random() < density:
                out[u] |= 1 << v
                out[v] |= 0 if directed else 1 << u
        left, lost = (1 << n) - 1, rng.getrandbits(n)
        moves = rng.randint(1, (1 << core) - 1)
        board = vertex_board(out, True, vertex_geography.ALL & ~rng.choice((0, 0, 1, 2, 4)))
        states, marks = [[0, 0, 0] for _ in range(3)], [0, 0, 0]
        part = reached(board.rows, AROUND, left & ~(1 << x), 1 << core, 0)
        if reached(board.rows, OUT, left, moves, 0) != left:
            continue  # the search has put away what cannot be reached
        said = vertex_geography.split(board.rows, board.numbers, left, moves, lost, x, core, states, marks, 0)

        def value(place: int, out: list[int] = out, states: list[list[int]] = states) -> int:
            return brute_force(out, *states[place], loses=True, known={})

        if said == SPLIT:
            branch = 1 if value(0) != marks[0] else 2
            found = marks[branch] - 2 if marks[branch] >= 2 else value(branch) ^ marks[branch]
        else:
            found = {WON: 1, LOST: 0}[said] if said != 1 else value(0) == marks[0] & 1
        truth = brute_force(out, left, moves, lost, loses=True, known={})
        assert found == truth, (out, bin(moves), bin(lost), x, said)
        wins_inside = brute_force(out, part, out[x] & part, lost, loses=True, known={})
        seen[said, wins_inside if said in (WON, LOST) else None] += 1
    for said in (WON, LOST):
        for wins_inside in (False, True):
            assert seen[said, wins_inside] > 10, seen
    assert seen[SPLIT, None] > 20
    assert seen[1, None] > 20


@pytest.mark.parametrize("rules", [vertex_geography, nimg_mr], ids=lambda rules: rules.__name__.rpartition(".")[2])
def test_open_states_are_in_their_least_form(rules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves lead to what is left, all that is left can be reached, and where one loses is told of nothing else."""
    reduced, count = rules.reduced, 0

    def checked(rows: Any, *rest: Any) -> Any:
        nonlocal count
        found = reduced(rows, *rest)
        if found[0] == rules.OPEN:
            left, moves, lost = found[2:5]
            assert moves & ~left == lost & ~left == 0
            assert reached(rows, OUT, left, moves, 0) == left
            count += 1
        return found

    monkeypatch.setattr(rules, "reduced", checked)
    rng = random.Random(3)
    for _ in range(30 if rules is nimg_mr else 100):
        n, directed = rng.randint(4, 8), rng.random() < 0.5
        edges = [pair for pair in permutations(range(n), 2) if rng.random() < 0.3]
        graph = Graph.numbered(n, edges, directed=directed)
        for misere in (False, True):
            settings = Settings(compiled=False)
            if rules is vertex_geography:
                fast: Any = VertexGeographySearch(graph, misere, Meter(), settings)
                fast.wins(0)
            else:
                weights = [rng.randint(1, 3) for _ in range(n)]
                NimGMRSearch(graph, weights, misere, Meter(), settings, None).wins(0, weights)
    assert count > 100
