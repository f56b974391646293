"""Time limits while there is no compiled code yet: plain Python goes on, and nothing that it finds out is lost."""

from __future__ import annotations

import math
import random
import signal
import threading
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import lastmove as lm
from lastmove.core.limits import Limits, Meter
from lastmove.graphs import Graph
from lastmove.search.exact import ExactSearch
from lastmove.search.fast import background, driver
from lastmove.search.fast import compiler as compiled
from lastmove.search.fast import threads as compiled_search
from lastmove.search.fast.driver import from_lines, to_lines
from lastmove.search.fast.rules import nimg_mr
from lastmove.search.fast.settings import SearchStatus, Settings
from lastmove.search.fast.simplifications import subsets
from lastmove.search.fast.table import arrange_lines, find, hash_of, move_lines, record
from lastmove.search.fast.vertex_geography import SUBSETS
from lastmove.search.thresholds import THRESHOLDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CODE = ("lastmove.search.fast.rules.vertex_geography", 1)


def hard(n: int, seed: int) -> lm.VertexGeography:
    rng = random.Random(seed)
    arcs = [(u, v) for u in range(n) for v in rng.sample(range(n), 4)]
    return lm.VertexGeography(Graph(n, arcs, directed=True), start=0)


class Short(Meter):
    """The time is over after a hundred positions, however fast the machine is."""

    @property
    def seconds(self) -> float:
        return math.inf if self.positions > 100 else 0.0


class Compiler:
    """Stands in for the compiler: it is at work until it is told to be done."""

    def __init__(self) -> None:
        self.asked: list[background.Code] = []
        self.done = threading.Event()

    def prepare(self, rules: str, words: int) -> None:
        self.asked.append((rules, words))
        self.done.wait()


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> Iterator[Compiler]:
    """As in a new process on a machine that has compiled nothing."""
    made = Compiler()
    monkeypatch.setattr(compiled, "prepare", made.prepare)
    monkeypatch.setattr(subsets, "prepare", lambda: made.prepare(*SUBSETS))
    monkeypatch.setattr(background, "_threads", {})
    monkeypatch.setattr(THRESHOLDS, "loading_seconds", 0.0)
    monkeypatch.setattr(driver, "_READY", set())
    monkeypatch.setattr(driver, "_SEARCHED", Counter())
    yield made
    made.done.set()
    for thread in background._threads.values():
        thread.join()


def test_what_is_waited_for(compiler: Compiler) -> None:
    assert background.is_ready(CODE, math.inf)  # who has all the time compiles where it stands
    assert not background.is_ready(CODE, THRESHOLDS.worth_seconds / 2)
    assert not background._threads
    assert not background.is_ready(CODE, 100.0)
    assert not background.is_ready(CODE, 100.0)
    assert not background.is_ready(CODE, THRESHOLDS.worth_seconds / 2)
    assert len(background._threads) == 1
    compiler.done.set()
    background.wait_for(CODE)
    assert compiler.asked == [CODE]  # once
    assert background.is_ready(CODE, 100.0)
    assert background.is_ready(CODE, 0.0)


def test_a_compiler_that_fails_says_so_in_the_search(monkeypatch: pytest.MonkeyPatch, compiler: Compiler) -> None:
    def fails(*_: Any) -> Any:
        raise OSError("no compiler")

    monkeypatch.setattr(compiled, "prepare", fails)
    monkeypatch.setattr(compiled_search, "expand_for", fails)
    assert compiler.asked == []
    with pytest.raises(OSError, match="no compiler"):
        lm.solve(hard(60, 1), "misere", limits=Limits(time=1000))


def test_ctrl_c_while_the_process_waits_for_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[int] = []
    monkeypatch.setattr("os._exit", left.append)
    monkeypatch.setattr(background, "_make", lambda *_: None)
    thread = background._Maker(CODE)
    thread.start()
    background._finish(thread)
    assert left == []
    assert thread.is_done

    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(thread, "join", interrupted)
    background._finish(thread)
    assert left == [130]


def test_ctrl_c_while_a_search_waits_for_the_compiler(compiler: Compiler) -> None:
    """Nobody waits for the compiler to be done: the search is answered, and the process may be left at once."""
    told: list[bool] = []
    main = threading.get_ident()

    def watch(seen: SearchStatus) -> None:
        told.append(seen.compiling)
        if seen.compiling:
            threading.Thread(target=interrupt_when_asked).start()

    def interrupt_when_asked() -> None:
        while not (compiler.asked and background.is_at_work()):
            threading.Event().wait(0.01)
        signal.pthread_kill(main, signal.SIGINT)

    search = ExactSearch(lm.Play.MISERE, Meter(), settings=Settings(watch=watch))
    with pytest.raises(KeyboardInterrupt):
        search.wins(hard(40, 1))
    assert told[-1]
    assert background.is_at_work()
    compiler.done.set()
    background.wait_for(compiler.asked[0])
    assert not background.is_at_work()


class Child:
    """Stands in for the process that compiles."""

    def __init__(self, returncode: int | None) -> None:
        self.returncode = returncode

    def poll(self) -> int | None:
        return self.returncode


@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize("returncode", [0, 1])
def test_under_a_short_limit_another_process_compiles(
    monkeypatch: pytest.MonkeyPatch, compiler: Compiler, known: bool, returncode: int
) -> None:
    started: list[list[str]] = []

    def start(command: list[str], **_: Any) -> Child:
        started.append(command)
        return Child(returncode)

    monkeypatch.setattr("subprocess.Popen", start)
    monkeypatch.setattr(background, "was_made", lambda _: known)
    compiler.done.set()
    background.is_ready(CODE, 5.0)
    background.wait_for(CODE)
    assert [command[-2:] for command in started] == ([] if known else [[CODE[0], "1"]])
    assert background.is_ready(CODE, 5.0) == (known or returncode == 0)
    assert compiler.asked == ([CODE] if known or returncode == 0 else [])  # what was made elsewhere is loaded


def test_nobody_waits_for_the_other_process_at_the_end(monkeypatch: pytest.MonkeyPatch, compiler: Compiler) -> None:
    child = Child(None)
    monkeypatch.setattr("subprocess.Popen", lambda *_, **__: child)
    monkeypatch.setattr(background, "was_made", lambda _: False)
    assert not background.is_ready(CODE, 5.0)
    background._finish(background._threads[CODE])
    assert not background.is_ready(CODE, 5.0)
    assert compiler.asked == []


def test_plain_python_goes_on_to_the_limit(monkeypatch: pytest.MonkeyPatch, compiler: Compiler) -> None:
    def never(*_: Any) -> Any:
        raise AssertionError("compiled in the foreground")

    monkeypatch.setattr(compiled_search, "expand_for", never)
    reason: Any = lm.solve(hard(60, 1), "misere", limits=Limits(time=1000, positions=8_000)).reason
    assert reason.limit == "positions"
    assert compiler.asked == [CODE]
    monkeypatch.setattr(THRESHOLDS, "try_first", 10)
    with pytest.raises(lm.LimitReached, match="time"):
        ExactSearch(lm.Play.MISERE, Short(Limits(time=THRESHOLDS.worth_seconds / 3))).wins(hard(60, 1))
    assert compiler.asked == [CODE]


def test_code_that_was_compiled_here_is_known_to_be_there(
    compiler: Compiler, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Also if no other process compiled it: the next process need not take it for new."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert not background.was_made(CODE)
    compiler.done.set()
    background.wait_for(CODE)
    assert background.was_made(CODE)


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize(
    ("made", "spent"), [(True, THRESHOLDS.loading), pytest.param(False, THRESHOLDS.compiling, marks=pytest.mark.long)]
)
def test_many_small_boards_are_worth_compiled_code(made: bool, spent: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each alone is not; together they wait for the code as soon as they have cost as much as it does."""
    monkeypatch.setattr(background, "was_made", lambda _: made)
    law, boards = Settings(compiled=False), {}
    for seed in range(12 if made else 24):
        meter, board = Meter(), hard(24, seed)
        wins = ExactSearch(lm.Play.MISERE, meter, law).wins(board)
        if meter.positions < THRESHOLDS.try_first:
            boards[board] = wins
    used: list[int] = []
    plainly = driver.BitSearch.plainly

    def watched(search: driver.BitSearch, state: Any, meter: Meter, **rest: Any) -> bool | None:
        found = plainly(search, state, meter, **rest)
        if found is None:  # compiled code is asked for
            used.append(driver._SEARCHED.total())
            search.settings = law
            found = plainly(search, state, meter, **rest)
        return found

    monkeypatch.setattr(driver.BitSearch, "plainly", watched)
    monkeypatch.setattr(THRESHOLDS, "compiling", 5_000)  # or it takes long
    driver._SEARCHED.clear()
    for board, wins in boards.items():
        assert ExactSearch(lm.Play.MISERE, Meter(), Settings(threads=1)).wins(board) == wins
    assert used[0] == pytest.approx(min(spent, THRESHOLDS.compiling), abs=THRESHOLDS.try_again)


def with_tail(seed: int) -> lm.NimGMR:
    """A strip, and a long path of vertices without tokens behind it."""
    rng = random.Random(seed)
    edges = [(v, v + 1) for v in range(1_999)] + [(v, v + 2) for v in range(28) if rng.random() < 0.6]
    return lm.NimGMR((2_000, edges), [rng.choice((1, 1, 2, 2, 3)) for _ in range(30)] + [0] * 1_970, 15)


@pytest.mark.long
def test_few_positions_do_not_depend_on_what_was_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit of few positions stops the search at the same place, whatever was asked before."""

    def asked() -> list[Any]:
        found = []
        for seed in range(4):
            regular = lm.VertexGeography(lm.graphs.named("random-regular:3,20", seed=seed), start=0)
            for board, most in ((regular, 100), (with_tail(seed), 300)):
                one: Any = lm.solve(board, "misere", limits=Limits(positions=most), all_moves=True)
                winning = one.winning_moves()
                found.append((one.outcome, one.reason.positions, tuple(winning), winning.stopped_by))
        return found

    monkeypatch.setattr(driver, "_READY", set())
    expected = asked()
    rules = CODE[0], f"{CODE[0]}:lastmove.search.fast.simplifications.twins", nimg_mr.__name__
    monkeypatch.setattr(driver, "_READY", {(each, 1) for each in rules})
    assert asked() == expected
    assert any(stop == "positions" for *_, stop in expected)


def test_two_tries_of_a_board_count_together(compiler: Compiler) -> None:
    """A search that was stopped and goes on does not search as many positions in plain Python again."""
    search = ExactSearch(lm.Play.MISERE, Meter(), Settings(threads=1))
    with pytest.raises(lm.LimitReached):
        search.wins(hard(60, 1), Meter(Limits(positions=THRESHOLDS.try_first - 500, time=1000)))
    assert compiler.asked == []
    with pytest.raises(lm.LimitReached):
        search.wins(hard(60, 1), Meter(Limits(positions=1_100, time=1000)))
    assert compiler.asked == [CODE]


@pytest.mark.long
def test_the_same_on_dense_boards(compiler: Compiler, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are solved for all sets of vertices at once, if not before."""
    n, rng = 18, random.Random(2)
    arcs = [(u, v) for u in range(n) for v in range(n) if u != v and rng.random() < 0.7]
    position = lm.VertexGeography(Graph(n, arcs, directed=True), start=0)
    monkeypatch.setattr(THRESHOLDS, "try_first", 10)
    monkeypatch.setattr(THRESHOLDS, "plain_table", 0)

    with pytest.raises(lm.LimitReached):
        ExactSearch(lm.Play.MISERE, Short(Limits(time=1000)), Settings(threads=1)).wins(position)
    assert compiler.asked == [SUBSETS]
    compiler.done.set()
    found = lm.solve(position, "misere", limits=Limits(time=1000), threads=1)
    law = ExactSearch(lm.Play.MISERE, Meter(), Settings(compiled=False))
    assert (found.outcome is lm.Outcome.N) == law.wins(position)


def test_compiled_code_takes_over_when_it_is_there(monkeypatch: pytest.MonkeyPatch, compiler: Compiler) -> None:
    position = hard(36, 3)
    with monkeypatch.context() as usual:  # the compiler itself, where the search stands
        usual.setattr(background, "wait_for", lambda _: None)
        expected = lm.solve(position, "misere", threads=1)
    driver._READY.clear()
    began: list[int] = []
    wins = compiled_search.Engine.wins

    def taken_over(self: Any, state: Any, meter: Meter) -> bool:
        began.append(meter.positions)
        return wins(self, state, meter)

    class Watched(Meter):
        def tick(self) -> None:
            super().tick()
            if self.positions == 4_000:
                compiler.done.set()
                background.wait_for(CODE)

    monkeypatch.setattr(compiled_search.Engine, "wins", taken_over)
    search = ExactSearch(lm.Play.MISERE, Watched(Limits(time=1000)), Settings(threads=1))
    assert search.wins(position) == (expected.outcome is lm.Outcome.N)
    (positions,) = began
    assert 4_000 <= positions < 4_100  # at once, but for what is counted between two ticks


def test_what_plain_python_found_out_is_saved(tmp_path: Path, compiler: Compiler) -> None:
    position = hard(36, 3)
    saved = tmp_path / "search"
    for positions in (1_000, 5_000):  # the second one adds to what it was given
        before = saved.stat().st_size if saved.exists() else 0
        stopped = lm.solve(position, "misere", limits=Limits(time=1000, positions=positions), checkpoint=saved)
        assert stopped.outcome is lm.Outcome.UNKNOWN
        assert saved.stat().st_size > before
    compiler.done.set()
    whole: Any = lm.solve(position, "misere", threads=1)
    rest: Any = lm.solve(position, "misere", threads=1, checkpoint=saved)
    assert rest.outcome is whole.outcome
    assert rest.reason.positions < whole.reason.positions


def test_wide_boards_are_saved_and_go_on(tmp_path: Path) -> None:
    """Sets of more than 512 numbers, which are never searched by compiled code."""
    n, rng = 600, random.Random(4)
    chords = [(rng.randrange(n), rng.randrange(n)) for _ in range(20)]
    position = lm.VertexGeography(Graph(n, [*((v, (v + 1) % n) for v in range(n)), *chords]), start=0)
    whole: Any = lm.solve(position, "misere")
    saved = tmp_path / "search"
    half = Limits(positions=whole.reason.positions // 2)
    assert lm.solve(position, "misere", limits=half, checkpoint=saved).outcome is lm.Outcome.UNKNOWN
    rest: Any = lm.solve(position, "misere", checkpoint=saved)
    assert rest.outcome is whole.outcome
    assert rest.reason.positions < whole.reason.positions


def test_lines_are_those_of_the_table() -> None:
    rng = random.Random(5)
    for fields, words in ((1, 1), (2, 3), (3, 8), (3, 9)):
        known = {tuple(rng.getrandbits(64 * words) for _ in range(fields)): rng.random() < 0.5 for _ in range(50)}
        lines = to_lines(known, fields, words)
        assert lines.shape == (50, 1 + fields * words)
        assert from_lines(lines, fields, words) == known
        table = np.zeros((128, 1 + fields * words), np.uint64)
        assert move_lines(np.array(lines), table, 0) == 50
        assert from_lines(table[table[:, 0] != 0], fields, words) == known


@pytest.mark.parametrize("seed", range(6))
def test_a_table_that_grows_or_forgets_in_its_place_keeps_what_it_should(seed: int) -> None:
    """Full to the brim, so that lines stand far from where they belong and the last go on at the beginning."""
    rng = np.random.default_rng(seed)
    old, width = 256, 1 + seed % 3
    efforts = {tuple(map(int, found)): int(rng.integers(0, 9)) for found in rng.integers(0, 1 << 40, (old - 1, width))}
    table = np.zeros((old, width + 1), np.uint64)
    for found, effort in efforts.items():
        word = np.array(found, np.uint64)
        assert record(table, word, np.uint64(hash_of(word)), effort, found[0] & 1) == 1
    table.resize((old << seed // 2, width + 1), refcheck=False)
    least = 4 if seed % 2 else 0
    stay = [found for found, effort in efforts.items() if effort >= least]
    assert arrange_lines(table, old, least, np.zeros(width, np.uint64)) == len(stay)
    assert np.count_nonzero(table[:, 0]) == len(stay)
    for found, effort in efforts.items():
        word = np.array(found, np.uint64)
        expected = found[0] & 1 if effort >= least else -1
        assert find(table, word, np.uint64(hash_of(word))) == expected
