"""How the fast search is run: limits, threads, checkpoints, a small table, Ctrl-C, wide boards, without Numba."""

from __future__ import annotations

import json
import os
import random
import signal
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import lastmove as lm
from commands import invoke
from effort import tries
from lastmove.core.limits import Limits, Meter
from lastmove.core.play import PlayName
from lastmove.graphs import Graph
from lastmove.search.exact import ExactSearch
from lastmove.search.fast import checkpoint as store
from lastmove.search.fast import compiler as compiled
from lastmove.search.fast import driver
from lastmove.search.fast import threads as compiled_search
from lastmove.search.fast.board import sources_digest
from lastmove.search.fast.checkpoint import Store
from lastmove.search.fast.settings import SearchStatus, Settings
from lastmove.search.fast.table import efforts
from lastmove.search.plain import PlainSearch
from lastmove.search.thresholds import THRESHOLDS
from processes import Running, run_python

if TYPE_CHECKING:
    from pathlib import Path


def digraph(n: int, degree: int, seed: int) -> Graph:
    rng = random.Random(seed)
    return Graph(n, [(u, v) for u in range(n) for v in rng.sample(range(n), degree)], directed=True)


def hard(n: int = 40, seed: int = 0) -> lm.VertexGeography:
    return lm.VertexGeography(digraph(n, 4, seed), start=0)


def answer(position: Any, play: PlayName = "misere", **asked: Any) -> lm.Solution:
    return lm.solve(position, play, **asked)


@pytest.mark.long
def test_limits_leave_it_unknown() -> None:
    for limits, name in (
        (Limits(positions=0), "positions"),
        (Limits(positions=10), "positions"),
        (Limits(positions=20_000), "positions"),
        (Limits(time=0.0), "time"),
        (Limits(time=0.5), "time"),
    ):
        found = answer(hard(60), limits=limits)
        assert found.outcome is lm.Outcome.UNKNOWN
        reason: Any = found.reason
        assert reason.limit == name
        if limits.positions is not None:
            assert reason.positions <= limits.positions + 1


@pytest.mark.parametrize("seed", [1, 2, *(pytest.param(seed, marks=pytest.mark.long) for seed in (3, 5))])
def test_limited_resumed_and_parallel_searches_agree(seed: int, tmp_path: Path) -> None:
    position = hard(38, seed)
    undisturbed = answer(position, threads=1).outcome
    assert undisturbed is not lm.Outcome.UNKNOWN
    assert answer(position, threads=2).outcome is undisturbed
    saved = tmp_path / "search"
    for _ in range(tries(100)):
        found = answer(position, checkpoint=saved, limits=Limits(positions=40_000 + 5_000 * seed), threads=1)
        if found.outcome is not lm.Outcome.UNKNOWN:
            break
    assert found.outcome is undisturbed


def test_a_checkpoint_spares_work(tmp_path: Path) -> None:
    position = hard(40, 3)
    whole: Any = answer(position, threads=1).reason
    saved = tmp_path / "search"
    first: Any = answer(position, checkpoint=saved, limits=Limits(positions=whole.positions // 2), threads=1)
    assert first.outcome is lm.Outcome.UNKNOWN
    second: Any = answer(position, checkpoint=saved, threads=1).reason
    assert second.positions < 0.8 * whole.positions
    assert [file.name for file in tmp_path.iterdir()] == ["search"]


def test_bad_checkpoints_are_refused(tmp_path: Path) -> None:
    position = hard(40, 3)
    saved = tmp_path / "search"
    answer(position, checkpoint=saved, limits=Limits(positions=20_000))
    good = saved.read_bytes()
    header, _, rest = good.partition(b"\n")
    told = json.loads(header)
    lies = [
        b"",
        b"{}\n",
        b"\x80\x04\x95",
        b"[" * 100_000 + b"\n",
        good[:-1],
        good + b"x",
        good[: len(good) // 2],
        good[:-40] + bytes([good[-40] ^ 1]) + good[-39:],
        json.dumps(told | {"version": 1}).encode() + b"\n" + rest,
        json.dumps(told | {"tables": None}).encode() + b"\n" + rest,
        json.dumps(told | {"tables": [{"board": "x", "lines": 1 << 60, "words": 4}]}).encode() + b"\n" + rest,
        json.dumps(told | {"tables": [{"board": "x", "lines": -1, "words": True}]}).encode() + b"\n" + rest,
    ]
    for lie in lies:
        saved.write_bytes(lie)
        with pytest.raises(lm.InputError, match="checkpoint"):
            answer(position, checkpoint=saved)
        assert saved.read_bytes() == lie  # nothing is lost
    saved.write_bytes(good)
    with pytest.raises(lm.InputError, match="another position"):
        answer(hard(40, 4), checkpoint=saved)
    with pytest.raises(lm.InputError, match="another position"):
        answer(position, "normal", checkpoint=saved)
    with pytest.raises(lm.InputError, match="cannot be"):
        answer(position, checkpoint=tmp_path / "no" / "folder", limits=Limits(positions=20_000))
    for name in (5, b"bytes", "null\0", "long" * 2000, str(tmp_path / "no" / "folder"), str(saved / "file")):
        with pytest.raises(lm.InputError, match="checkpoint"):  # before anything is searched
            answer(position, checkpoint=name)
    told["tables"][0]["words"] //= 2
    told["tables"][0]["lines"] *= 2
    header = json.dumps(told).encode() + b"\n"
    saved.write_bytes(header + rest[:-32] + sha256(header + rest[:-32]).digest())
    with pytest.raises(lm.InputError, match="another length"):
        answer(position, checkpoint=saved)


def test_a_table_of_another_board_is_not_used(tmp_path: Path) -> None:
    position = hard(40, 3)
    saved = tmp_path / "search"
    answer(position, checkpoint=saved, limits=Limits(positions=20_000), threads=1)
    header, _, rest = saved.read_bytes().partition(b"\n")
    told = json.loads(header)
    lines = np.frombuffer(rest[:-32], np.uint64).reshape(-1, told["tables"][0]["words"]).copy()
    lines[:, 0] ^= np.uint64(1)  # every answer turned round
    told["tables"][0]["board"] = "0" * 64
    other = Store(tmp_path / "other", told["problem"])
    other._saved = {"0" * 64: lines}
    other.save()
    assert answer(position, checkpoint=tmp_path / "other").outcome is answer(position).outcome


def test_a_checkpoint_of_other_rules_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    position = hard(40, 3)
    saved = tmp_path / "search"
    answer(position, checkpoint=saved, limits=Limits(positions=20_000))
    monkeypatch.setattr(store, "sources_digest", lambda: "the rules were changed")
    with pytest.raises(lm.InputError, match="another version of the search"):
        answer(position, checkpoint=saved)


def test_every_source_of_the_search_counts() -> None:
    """The digest is that of the files as they are, so that a change anywhere gives another one."""
    folder = files("lastmove.search.fast")
    told = sha256(lm.__version__.encode())
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        inside = sorted(entry.iterdir(), key=lambda source: source.name) if entry.is_dir() else [entry]
        for source in inside:
            if source.name.endswith(".py"):
                told.update(source.read_bytes())
    assert sources_digest() == told.hexdigest()


def test_a_limit_that_is_met_while_moves_are_tried_saves_the_search(tmp_path: Path) -> None:
    position = hard(36, 3)
    first: Any = answer(position, threads=1)
    whole = first.reason.positions
    everything = tmp_path / "everything"
    for positions in range(whole, 20 * whole, whole // 4):
        limits = Limits(positions=positions)
        found = answer(position, all_moves=True, limits=limits, threads=1, checkpoint=everything)
        if found.outcome is not lm.Outcome.UNKNOWN:
            break
        everything.unlink()
    assert found.winning_moves().stopped_by == "positions"
    assert found.winning_moves().undecided
    again = answer(position, all_moves=True, threads=1, checkpoint=everything)
    law = answer(position, all_moves=True, threads=1)
    assert sorted(again.winning_moves()) == sorted(law.winning_moves())


def test_a_table_that_may_not_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    position = hard(38, 1)
    expected = answer(position, threads=1).outcome
    forgotten = []

    def watched(*given: Any) -> None:
        forgotten.append(len(given[0]))
        efforts(*given)

    monkeypatch.setattr(compiled_search, "efforts", watched)
    monkeypatch.setattr(THRESHOLDS, "share_of_memory", 10**9)
    for threads in (1, 2):
        search = ExactSearch(lm.Play.MISERE, Meter(), Settings(threads=threads, compiled=True))
        assert search.wins(position) == (expected is lm.Outcome.N)
    assert len(forgotten) > 5


@pytest.mark.parametrize("seeds", [range(1), pytest.param(range(1, 8), marks=pytest.mark.long)], ids=str)
def test_threads_join_long_searches_only(seeds: range, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(THRESHOLDS, "alone", 1)
    for seed in seeds:
        position = hard(24, seed)
        for play in lm.Play:
            law = PlainSearch(play, Meter())
            search = ExactSearch(play, Meter(), Settings(threads=3, compiled=True))
            assert search.wins(position) == law.wins(position)
            for move in position.moves():
                assert search.wins(position.after(move)) == law.wins(position.after(move))


def test_watching(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(THRESHOLDS, "slice", 1_000)
    seen: list[SearchStatus] = []
    answer(hard(40, 3), watch=seen.append, threads=1)
    assert len(seen) > 10
    assert [glimpse.positions for glimpse in seen] == sorted(glimpse.positions for glimpse in seen)
    assert all(0 <= glimpse.fill < 1 and glimpse.lines > 0 and glimpse.depth > 0 for glimpse in seen)
    assert seen[-1].fill > 0


def test_wide_boards_are_searched_plainly() -> None:
    ring = [(u, (u + 1) % 700) for u in range(700)] + [(u, (u + 350) % 700) for u in range(0, 700, 100)]
    found = answer(lm.VertexGeography(Graph(700, ring), start=5), limits=Limits(positions=200_000))
    assert found.outcome is not lm.Outcome.UNKNOWN


def test_without_numba() -> None:
    code = (
        "from importlib import util\n"
        "found = util.find_spec\n"
        "util.find_spec = lambda name, package=None: None if name == 'numba' else found(name, package)\n"
        "import random, sys, lastmove as lm\n"
        "rng = random.Random(1)\n"
        "graph = lm.Graph(24, [(u, v) for u in range(24) for v in rng.sample(range(24), 4)], directed=True)\n"
        "print(lm.solve(lm.VertexGeography(graph, start=0), 'misere').outcome.value)\n"
        "assert 'numba' not in sys.modules\n"
    )
    ran = run_python(code)
    assert not ran.returncode, ran.stderr
    assert ran.stdout.strip() == answer(hard(24, 1)).outcome.value


@pytest.mark.long
def test_ctrl_c_saves_the_search(tmp_path: Path) -> None:
    given = tmp_path / "hard.json"
    given.write_text(json.dumps(lm.problem_to_json(lm.Problem(hard(70), lm.Play.MISERE))))
    saved = tmp_path / "search"
    answer(hard(70), limits=Limits(positions=20_000))  # what the process needs is compiled and kept
    with Running("solve", str(given), "--checkpoint", str(saved)) as solving:
        solving.wait_until_busy(4)
        status, out, err = solving.interrupt()
    assert (status, err) == (130, "")
    assert json.loads(out)["reason"]["limit"] == "interrupt"
    header = json.loads(saved.read_bytes().partition(b"\n")[0])
    assert sum(table["lines"] for table in header["tables"]) > 0


def test_command_line(tmp_path: Path) -> None:
    given = tmp_path / "hard.json"
    given.write_text(json.dumps(lm.problem_to_json(lm.Problem(hard(40, 3), lm.Play.MISERE))))
    saved = tmp_path / "search"
    asked = ["solve", str(given), "--checkpoint", str(saved), "--threads", "1"]
    invoke(*asked, "--position-limit", "20000", status=3)
    finished = invoke(*asked)
    assert json.loads(finished.stdout)["outcome"] == answer(hard(40, 3)).outcome.value
    two = tmp_path / "two.jsonl"
    two.write_text(given.read_text() + "\n" + given.read_text() + "\n")
    refused = invoke("solve", str(two), "--checkpoint", str(saved), status=1)
    assert "one position" in json.loads(refused.stdout.splitlines()[1])["error"]
    invoke("solve", str(given), "--threads", "0", status=2)
    with pytest.raises(lm.InputError, match="threads"):
        answer(hard(), threads=0)


def test_every_start_and_every_move_share_what_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    original = driver.BitSearch.__init__

    def watched(self: Any, *given: Any, **named: Any) -> None:
        made.append(self)
        original(self, *given, **named)

    monkeypatch.setattr(driver.BitSearch, "__init__", watched)
    board = lm.VertexGeography(digraph(14, 3, 2))
    found = lm.outcomes(board, "misere", all_moves=True)
    blocks = len(made)
    assert blocks <= 3
    law = PlainSearch(lm.Play.MISERE, Meter())
    for start in board.starts():
        position = board.at(start)
        good = [move for move in position.moves() if not law.wins(position.after(move))]
        assert sorted(found.winning_moves(start)) == sorted(good)
        assert (found[start] is lm.Outcome.N) == law.wins(position)
    assert len(made) == blocks


def test_strategies_of_the_fast_search_are_certificates() -> None:
    for seed in range(5):
        problem = lm.Problem(lm.VertexGeography(digraph(9, 2, seed), start=0), lm.Play.MISERE)
        found = lm.solve(problem, certificate=True)
        assert found.certificate is not None
        lm.check_answer(problem, found.to_json(certificate=True))


def test_time_is_watched_after_every_slice(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock that shows how many slices were searched."""
    slices: list[int] = []
    slice_of = compiled_search._SearchThread.search

    def counted(self: Any, budget: int, room: int) -> int:
        slices.append(budget)
        return slice_of(self, budget, room)

    monkeypatch.setattr(compiled_search._SearchThread, "search", counted)
    monkeypatch.setattr(Meter, "seconds", property(lambda _: float(len(slices))))
    found = answer(hard(80), limits=Limits(time=3.0), threads=1)
    assert found.outcome is lm.Outcome.UNKNOWN
    reason: Any = found.reason
    assert reason.limit == "time"
    assert len(slices) == 3


def test_one_graph_for_several_games_and_weights() -> None:
    """A search that is asked about many positions tells games on the same graph apart, and heavier weights."""
    graph = Graph(4, [(u, v) for u in range(4) for v in range(4) if u != v], directed=True)
    weights = [(3, 1, 1, 1), (1, 3, 2, 3), (3, 3, 3, 3)]
    boards: list[Any] = [lm.VertexGeography(graph), lm.EdgeGeography(graph)]
    boards += [game(graph, given) for game in (lm.NimGRM, lm.NimGMR, lm.Vertexnim, lm.VertexnimMR) for given in weights]
    boards += [lm.EdgeNimG(graph, given) for given in ([1, 0, 0] * 4, [2, 0, 0] * 4)]
    for play in lm.Play:
        search = ExactSearch(play, Meter(), Settings(compiled=False))
        for board in boards:
            for u in range(4):
                assert search.wins(board.at(u)) == PlainSearch(play, Meter()).wins(board.at(u)), (board, u, play)


def test_a_sum_with_one_part_left_is_searched_as_that_part() -> None:
    over = lm.Sum([lm.Nim([0]), lm.Sum([])])
    alone: Any = answer(hard(30, 1), threads=1)
    limits = Limits(positions=2 * alone.reason.positions)
    with pytest.raises(lm.LimitReached):
        PlainSearch(lm.Play.MISERE, Meter(limits)).wins(hard(30, 1))
    assert answer(lm.Sum([over, lm.Sum([hard(30, 1)])]), limits=limits, threads=1).outcome is alone.outcome
    rng = random.Random(7)
    for seed in range(12):
        for play in lm.Play:
            law = PlainSearch(play, Meter())
            search = ExactSearch(play, Meter(), Settings(compiled=False))
            parts = [over, lm.VertexGeography(digraph(7, 2, seed), start=0), lm.Nim([rng.randrange(2)])]
            position = lm.Sum(rng.sample(parts, 3))
            while True:
                assert search.wins(position) == law.wins(position), (position, play)
                moves = list(position.moves())
                if not moves:
                    break
                position = position.after(rng.choice(moves))


def test_the_clock_is_looked_at_for_every_position_of_a_large_board(monkeypatch: pytest.MonkeyPatch) -> None:
    n = 600
    tail = Graph(n, [*((v, v + 1) for v in range(n - 1)), (n - 1, n - 3)], directed=True)
    ring = Graph(n, [(v, (v + step) % n) for v in range(n) for step in (1, 2, 4)], directed=True)
    checked: list[int] = []
    check = Meter.check

    def looked(self: Meter) -> None:
        checked.append(self.positions)
        check(self)

    monkeypatch.setattr(Meter, "check", looked)
    ExactSearch(lm.Play.NORMAL, Meter()).wins(lm.NimGMR(tail, [1] * n, start=n - 4))
    assert checked == [0]
    search = ExactSearch(lm.Play.MISERE, Meter(Limits(positions=20)))
    with pytest.raises(lm.LimitReached):
        search.wins(lm.VertexGeography(ring, start=0))
    assert set(range(20)) <= set(checked)


def test_lines_are_counted_again_after_an_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C may come after a slice was searched and before its lines were counted."""
    search = ExactSearch(lm.Play.MISERE, Meter(), Settings(compiled=True, threads=1))
    slice_of = compiled_search._SearchThread.search

    def interrupted(self: Any, budget: int, room: int) -> int:
        slice_of(self, min(budget, 1_000), room)
        raise KeyboardInterrupt

    monkeypatch.setattr(compiled_search._SearchThread, "search", interrupted)
    position = hard(40, 3)
    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            search.wins(position)
        fast: Any = search._fast(position)
        for made in fast.searches:
            if made._engine is not None:
                assert made._engine.lines == len(made._engine.known_lines()) > 0


def test_bad_threads_are_refused() -> None:
    for threads in (0, -1, True, "2", 1.5, 10**6):
        with pytest.raises(lm.InputError, match="threads"):
            answer(hard(), threads=threads)


def test_ctrl_c_while_compiling_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiler's callbacks swallow exceptions: what comes while it works is raised when it is done."""
    made = compiled.expand_for
    done: list[str] = []

    def interrupted(rules: str, words: int) -> Any:
        os.kill(os.getpid(), signal.SIGINT)
        found = made(rules, words)
        done.append(rules)
        return found

    monkeypatch.setattr(compiled_search, "expand_for", interrupted)
    monkeypatch.setattr(THRESHOLDS, "try_first", 0)
    monkeypatch.setattr(THRESHOLDS, "try_again", 0)
    usual = signal.getsignal(signal.SIGINT)
    reason: Any = answer(hard(), limits=lm.Limits(interrupts="answer")).reason
    assert reason.limit == "interrupt"
    assert done == ["lastmove.search.fast.rules.vertex_geography"]
    assert signal.getsignal(signal.SIGINT) is usual
