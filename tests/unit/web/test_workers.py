"""The pool of workers from inside: what they say, and what becomes of them."""

from __future__ import annotations

import asyncio
import gc
import io
import json
import subprocess
import sys
import warnings
from typing import Any

import pytest

from lastmove.core.limits import Cancel
from lastmove.web import worker, workers
from lastmove.web.server import Shared
from lastmove.web.workers import Full, Lost, Pool, Work
from playground import EASY, HARD, in_a_loop_of_its_own
from processes import ENVIRONMENT


def _work(position: object = EASY, *, time: float = 5.0, memory: float = 500.0) -> Work:
    return Work("solve", json.dumps({"position": position}), time, memory)


def _ignore(_: dict[str, Any]) -> None:
    pass


def _answered(**asked: Any) -> dict[str, Any]:
    given = {"question": "solve", "text": json.dumps({"position": EASY}), "time": 5.0, "memory": 500.0}
    return worker._answer({**given, **asked}, worker._ServerLine(io.BytesIO()), Cancel())


def test_a_worker_answers_and_refuses() -> None:
    assert _answered()["answer"]["outcome"] == "N"
    assert _answered(text="[")["error"].startswith("not JSON")
    assert _answered(question="about", text="{}")["answer"]["games"]


def test_a_worker_that_holds_too_much_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lastmove.core.limits.resident_bytes", lambda: worker.TIRED)
    assert "tired" not in _answered()
    monkeypatch.setattr("lastmove.core.limits.resident_bytes", lambda: worker.TIRED + 1)
    assert _answered()["tired"] is True


def test_nothing_of_a_worker_that_ended_outlives_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its output is still open, for another process holds it; nothing is closed later, when there is no loop."""
    late: list[object] = []
    known: list[workers._Worker] = []
    monkeypatch.setattr(sys, "unraisablehook", late.append)

    async def walk() -> None:
        process = await asyncio.create_subprocess_exec(
            "sh", "-c", "sleep 3 &", stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
        )
        while process.returncode is None:
            await asyncio.sleep(0.01)
        known.append(workers._Worker(process))
        await known[0].kill()

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        in_a_loop_of_its_own(walk())
        known.clear()
        gc.collect()
    assert late == []


def test_a_pool_that_stops_while_it_replaces_a_worker_waits_for_its_end() -> None:
    async def walk() -> None:
        pool = Pool(size=2)
        await pool.start()
        worker = next(iter(pool._workers))
        pool._do(pool._replace(worker))
        await asyncio.sleep(0)  # it is being killed
        await pool.stop()
        assert worker.process.returncode is not None

    in_a_loop_of_its_own(walk())


def test_an_answer_that_is_too_long_is_an_error() -> None:
    out = io.BytesIO()
    worker._ServerLine(out).say({"answer": "x" * worker.LONGEST_LINE})
    assert "too many for a page" in json.loads(out.getvalue())["error"]


@pytest.mark.long
def test_workers_that_cannot_go_on_are_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that does not stop at its limit, and one that says it is full: the next question finds another."""
    monkeypatch.setattr(workers, "GRACE", -49.0)  # a worker that has fifty seconds is given up after one
    monkeypatch.setattr(workers, "SOFTLY", 0.0)

    async def walk() -> None:
        pool = Pool(size=2)
        await pool.start()
        try:
            with pytest.raises(Lost):
                await pool.ask(_work(HARD, time=50), _ignore)
            assert (await pool.ask(_work(), _ignore))["answer"]["outcome"] == "N"
            async with asyncio.timeout(60):
                while not pool.counts.replaced:  # another worker may have answered before
                    await asyncio.sleep(0.05)
        finally:
            await pool.stop()
        assert pool.state()["idle"] <= 2

    in_a_loop_of_its_own(walk())


@pytest.mark.long
def test_a_worker_that_was_killed_while_it_was_idle_costs_no_question() -> None:
    """Also before the system has said that it is gone: here it never says so."""

    class Unheard:
        """A process of which only the pipes are heard."""

        returncode = None

        def __init__(self, process: Any) -> None:
            self._process = process

        def __getattr__(self, name: str) -> Any:
            return getattr(self._process, name)

    async def walk() -> None:
        pool = Pool(size=2)
        await pool.start()
        try:
            (first,) = pool._workers
            process = first.process
            first.process = Unheard(process)  # type: ignore[assignment]
            process.kill()
            async with asyncio.timeout(60):
                while not first.stdout.at_eof():
                    await asyncio.sleep(0.01)
                assert (await pool.ask(_work(), _ignore))["answer"]["outcome"] == "N"
        finally:
            await pool.stop()

    in_a_loop_of_its_own(walk())


@pytest.mark.long
def test_one_answer_is_for_all_who_ask_the_same() -> None:
    class Silent(Pool):
        """It answers when six wait for it."""

        async def ask(self, work: Work, progress: Any) -> dict[str, Any]:
            self.counts.asked += 1
            progress({"positions": 7})
            while shared.joined < 5:
                await asyncio.sleep(0)
            return {"answer": work.question}

    async def walk() -> None:
        heard: list[dict[str, Any]] = []
        asks = [asyncio.ensure_future(shared.ask(_work(), heard.append)) for _ in range(6)]
        assert await asyncio.gather(*asks) == [{"answer": "solve"}] * 6
        assert (pool.counts.asked, shared.joined) == (1, 5)
        assert heard == [{"positions": 7}] * 6

    pool = Silent(size=2)
    shared = Shared(pool)
    in_a_loop_of_its_own(walk())


@pytest.mark.long
def test_a_shared_pool_that_is_closed_tells_everyone() -> None:
    async def walk() -> None:
        pool = Pool(size=2)
        await pool.start()
        shared = Shared(pool)
        try:
            waiting = [asyncio.ensure_future(shared.ask(_work(HARD, time=50), _ignore)) for _ in range(3)]
            await asyncio.sleep(1)
            assert shared.joined == 2
            shared.close()
            for each in waiting:
                with pytest.raises(Full, match="stopping"):
                    await each
            with pytest.raises(Full, match="stopping"):
                await shared.ask(_work(), _ignore)
        finally:
            await pool.stop()

    in_a_loop_of_its_own(walk())


@pytest.mark.long
def test_who_asks_again_after_leaving_is_answered() -> None:
    """Asking, leaving and asking the same at once, again and again: nobody waits for an answer that never comes."""

    async def walk() -> None:
        pool = Pool(size=2)
        await pool.start()
        shared = Shared(pool)
        try:
            for turn in range(12):
                left = asyncio.ensure_future(shared.ask(_work(HARD, time=20), _ignore))
                await asyncio.sleep(0.05 * turn)
                left.cancel()
                async with asyncio.timeout(60):
                    assert (await shared.ask(_work({"game": "nim", "heaps": [turn]}), _ignore))["answer"]
                    stopped = await shared.ask(_work(HARD, time=0.5), _ignore)
                assert stopped["answer"]["outcome"] == "unknown"
            assert pool.state()["slow"] == 0
        finally:
            await pool.stop()

    in_a_loop_of_its_own(walk())


@pytest.mark.long
def test_a_worker_ends_with_its_input() -> None:
    """Also where a question is being worked on, and where something in it goes wrong."""
    command = [sys.executable, "-m", "lastmove.web.worker"]
    asked = _work(HARD, time=50).line(50)
    for sent in (b"", asked, b"no JSON\n"):
        done = subprocess.run(command, input=sent, capture_output=True, env=ENVIRONMENT, timeout=60, check=False)
        assert done.stdout.startswith(b'{"ready"')


@pytest.mark.long
def test_a_question_of_seconds_need_not_wait_for_one_of_a_minute() -> None:
    async def walk() -> None:
        pool = Pool(size=3)
        await pool.start()
        try:
            long = [asyncio.ensure_future(pool.ask(_work(HARD, time=50 + n), _ignore)) for n in range(3)]
            await asyncio.sleep(1)
            async with asyncio.timeout(40):
                found = await pool.ask(_work(HARD, time=1), _ignore)
            assert found["answer"]["reason"]["limit"] == "time"
            for each in long:
                each.cancel()
            await asyncio.gather(*long, return_exceptions=True)
        finally:
            await pool.stop()

    in_a_loop_of_its_own(walk())
