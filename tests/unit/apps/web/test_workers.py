"""The pool of workers from inside: what they say, and what becomes of them."""

from __future__ import annotations

import asyncio
import io
import json
from typing import Any

import pytest

from lastmove.apps.web import worker, workers
from lastmove.apps.web.sharing import Shared
from lastmove.apps.web.workers import Full, Lost, Pool, Work
from lastmove.core.cancel import Cancel
from playground import EASY, HARD


def _work(position: object = EASY, *, time: float = 5.0, memory: float = 500.0) -> Work:
    return Work("solve", json.dumps({"position": position}), time, memory)


def _ignore(_: dict[str, Any]) -> None:
    pass


def _answered(**asked: Any) -> dict[str, Any]:
    given = {"question": "solve", "text": json.dumps({"position": EASY}), "time": 5.0, "memory": 500.0}
    return worker._answer({**given, **asked}, worker._Line(io.BytesIO()), Cancel())


def test_a_worker_answers_and_refuses() -> None:
    assert _answered()["answer"]["outcome"] == "N"
    assert _answered(text="[")["error"].startswith("not JSON")
    assert _answered(question="about", text="{}")["answer"]["games"]


def test_a_worker_that_holds_too_much_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "tired" not in _answered()
    monkeypatch.setattr("lastmove.core.memory.resident_bytes", lambda: worker.TIRED + 1)
    assert _answered()["tired"] is True


def test_an_answer_that_is_too_long_is_an_error() -> None:
    out = io.BytesIO()
    worker._Line(out).say({"answer": "x" * worker.LONGEST_LINE})
    assert "too many for a page" in json.loads(out.getvalue())["error"]


@pytest.mark.long
def test_workers_that_cannot_go_on_are_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that does not stop at its limit, and one that says it is full: the next question finds another."""
    monkeypatch.setattr(workers, "GRACE", 0.0)
    monkeypatch.setattr(workers, "SOFTLY", 0.0)

    async def walk() -> None:
        pool = Pool(size=2)
        await pool.start()
        try:
            with pytest.raises(Lost):  # its time is counted from when it was sent
                await pool.ask(_work(HARD, time=0.4), _ignore)
            assert (await pool.ask(_work(), _ignore))["answer"]["outcome"] == "N"
            assert pool.counts.replaced >= 1
        finally:
            await pool.stop()
        assert pool.state()["idle"] <= 2

    asyncio.run(walk())


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

    asyncio.run(walk())
