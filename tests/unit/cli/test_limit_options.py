"""The limits of ``lastmove solve``, and streams of any length: what is spent, what is kept, what does not grow."""

from __future__ import annotations

import json
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from commands import HUGE, MANY_MOVES, NIM, answers, solve
from lastmove.core.limits import Meter
from lastmove.search.fast import driver
from lastmove.search.fast.rules import nimg_mr
from lastmove.solver.portfolio import BUDGETS
from processes import PATIENCE, Running, run_python, run_shell

linux = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads /proc")


@pytest.mark.parametrize("at_hand", [False, True], ids=["compiled late", "compiled soon"])
def test_position_limit_is_exact(at_hand: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the search has a first and a second try, the parts between them: the answer counts all of it."""
    monkeypatch.setattr(BUDGETS, "first_seconds", PATIENCE)  # so that no clock decides where a try ends
    ring = [[u, (u + 1) % 8] for u in range(8)]  # no small board: those are searched only where they fit the limit
    text = json.dumps({"game": "nimg-mr", "vertices": 8, "edges": [*ring, [0, 4]], "weights": [3] * 8, "start": 0})

    def asked(*options: str, status: int = 0) -> dict[str, Any]:
        monkeypatch.setattr(driver, "_READY", {(nimg_mr.__name__, 1)} if at_hand else set())
        (answer,) = solve(text, *options, status=status)
        return answer

    asked()  # compiled once: how much is searched meanwhile depends on the machine
    free = asked()
    needed = free["reason"]["positions"]
    same = asked("--position-limit", str(needed))
    assert (same["outcome"], same["move"]) == (free["outcome"], free["move"])
    answer = asked("--position-limit", str(needed - 1), status=3)
    assert answer.keys() == {"outcome", "reason"}
    assert answer["outcome"] == "unknown"
    assert answer["reason"].items() >= {"kind": "limit", "limit": "positions", "positions": needed - 1}.items()


def test_time_limit_was_really_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock starts with the first position: a busy machine may take as long for what comes before."""
    clock: Any = Meter.seconds
    monkeypatch.setattr(Meter, "seconds", property(lambda meter: clock.fget(meter) if meter.positions else 0.0))
    first, second, third = solve(f"{NIM}\n{HUGE}\n{NIM}\n", "--time-limit", "0.5", status=3)
    assert first["outcome"] == third["outcome"] == "N"
    assert second["outcome"] == "unknown"
    assert second["reason"]["limit"] == "time"
    assert second["reason"]["seconds"] >= 0.5
    assert second["reason"]["positions"] > 0


REPORT_MEMORY = """
import re, sys
from lastmove.cli.main import main
def peak():
    return int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) // 1024
before = peak()
try:
    main()
finally:
    print(before, peak(), file=sys.stderr)
"""


def memory(*arguments: str, text: str, status: int = 0) -> tuple[int, list[Any]]:
    """By how many MiB the process grew at its peak, and the answers."""
    done = run_python(REPORT_MEMORY, *arguments, text=text)
    assert done.returncode == status, done.stderr
    before, after = map(int, done.stderr.split())
    return after - before, answers(done.stdout)


@linux
@pytest.mark.parametrize(("n", "limit"), [(50_000, 30), pytest.param(1_000, 10, marks=pytest.mark.long)])
def test_memory_limit_is_spent_and_kept(n: int, limit: int) -> None:
    """A board that grows slowly has less to fill: a busy machine takes minutes for thirty megabytes of it."""
    edges = [[v, (v + step) % n] for v in range(n) for step in (1, 2, 5)]
    position = {"game": "nimg-mr", "vertices": n, "edges": edges, "weights": [3] * n, "start": 0}
    growth, (answer,) = memory("solve", "--memory-limit", str(limit), text=json.dumps(position), status=3)
    assert answer["outcome"] == "unknown"
    assert answer["reason"]["limit"] == "memory"
    assert limit <= growth < limit + 170


@pytest.mark.parametrize("option", ["--all-moves", "--values"])
def test_limits_hold_for_a_million_million_moves(option: str) -> None:
    done = run_shell(f'ulimit -v 2000000; exec "$0" -m lastmove solve {option} --position-limit 50', text=MANY_MOVES)
    assert done.stderr == ""
    answer = json.loads(done.stdout)
    assert answer["outcome"] == "N"
    assert len(answer.get("values", answer.get("winning_moves"))) <= 10_000


@pytest.mark.parametrize("lines", [5_000, pytest.param(50_000, marks=pytest.mark.long)])
def test_answers_come_while_the_input_is_open(lines: int) -> None:
    with Running("solve") as solving:
        solving.send(f"{NIM}\n")
        assert solving.answer()["outcome"] == "N"  # after one line, before anything else is sent
        feeder = Thread(target=solving.send, args=(f"{NIM}\n" * lines,))
        feeder.start()
        assert solving.process.stdout is not None
        answered = sum(1 for _ in zip(range(lines), solving.process.stdout, strict=False))
        feeder.join()
        assert answered == lines
        assert solving.process.poll() is None  # it still waits for more
        solving.stdin.close()
        assert solving.process.wait(PATIENCE) == 0


@linux
@pytest.mark.long
@pytest.mark.parametrize("options", [[], ["--starts", "all"]])
def test_memory_does_not_grow_with_the_number_of_lines(options: list[str]) -> None:
    line = '{"game": "vertex-geography", "vertices": 5, "edges": [[0, 1], [1, 2], [2, 3]], "start": 0}\n'
    few, many = (memory("solve", *options, text=line * count)[0] for count in (2_000, 42_000))  # 50 bytes a line tell
    assert many <= few + 2
