"""The workers of the server: processes that answer questions, are killed when they must be, and come back."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from lastmove.core.limits import half_of_memory
from lastmove.web.worker import BYTES, LONGEST_LINE

if TYPE_CHECKING:
    from collections.abc import Callable

    Envelope = dict[str, Any]
    Progress = Callable[[Envelope], None]

FIRST_LOOK = 0.3
"""Seconds that every question gets at once; what is unknown then waits for the slow lane."""
PATIENCE = 2.0
"""Seconds beyond that after which the first look is given up: something compiles, or does not look at the clock."""
GRACE = 10.0
"""The same for the slow lane; then the question is lost."""
LONG = 5.0
"""Seconds; what may take longer than this must leave room for what may not."""
SOFTLY = 3.0
"""Seconds in which a question that nobody waits for must stop when it is told to; then its worker is killed."""
START_SECONDS = 60.0
USUAL_SIZE = 4
LONGEST_PAUSE = 30.0
"""Seconds between two tries to start a worker."""


class Full(Exception):
    """There is no room for one more question."""


class Lost(Exception):
    """The worker died with the question, or was killed because it did not stop."""


@dataclass(frozen=True, slots=True)
class Work:
    """A question with the text of its body, and what it may cost."""

    question: str
    text: str
    time: float
    memory: float

    def line(self, seconds: float) -> bytes:
        """The question as the worker reads it, with this much of its time."""
        asked = {"question": self.question, "text": self.text, "time": seconds, "memory": self.memory}
        return json.dumps(asked).encode() + b"\n"


class _Worker:
    """One process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.process, self.stdin, self.stdout = process, process.stdin, process.stdout

    @classmethod
    async def started(cls, memory: int) -> _Worker:
        """A process that has said that it is ready; Lost if it does not."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-I" if sys.flags.isolated else "-P",  # no modules from the folder that it is started in
            "-m",
            "lastmove.web.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, BYTES: str(memory), "OMP_NUM_THREADS": "1"},
            limit=2 * LONGEST_LINE,
            start_new_session=True,
        )
        made = cls(process)
        try:
            async with asyncio.timeout(START_SECONDS):
                await made.read()
        except BaseException:
            await made.kill()
            raise
        return made

    @property
    def is_there(self) -> bool:
        """Whether the process is alive; its pipe says sooner than the system that it is not."""
        return self.process.returncode is None and not self.stdout.at_eof()

    async def read(self) -> Envelope:
        try:
            line = await self.stdout.readline()
        except ValueError as error:  # a line without an end
            raise Lost(str(error)) from None
        if not line:
            raise Lost("the worker ended")
        found: Envelope = json.loads(line)
        return found

    async def ask(self, line: bytes, progress: Progress) -> Envelope:
        try:
            self.stdin.write(line)
            await self.stdin.drain()
        except ConnectionError:
            raise Lost("the worker ended") from None
        while True:
            said = await self.read()
            if "progress" not in said:
                return said
            progress(said["progress"])

    def stop(self) -> None:
        """Tell the process to give up its question; it then answers at once."""
        with suppress(ConnectionError, RuntimeError):
            self.stdin.write(b'{"stop": true}\n')

    async def kill(self) -> None:
        if self.process.returncode is None:
            with suppress(ProcessLookupError):
                self.process.kill()
        self.stdin.close()
        await self.process.wait()
        # One that ended by itself may not have closed its output yet. Python would do that with the last reference,
        # when the loop may be gone; there is no public way to do it now.
        self.process._transport.close()  # type: ignore[attr-defined]


@dataclass(slots=True)
class _Counts:
    asked: int = 0
    answered: int = 0
    replaced: int = 0
    lost: int = 0
    full: int = 0


@dataclass(slots=True)
class Pool:
    """Workers with two lanes: everyone gets a short look at once, hard questions then all workers but one.

    Those that may take long have all but two, so that one of a few seconds need not wait for one of a minute.

    Parameters
    ----------
    size
        How many workers; at least two.
    waiting, slow_waiting
        How many questions may wait for each lane.
    memory
        Bytes that a worker may have at most.
    """

    size: int = USUAL_SIZE
    waiting: int = 256
    slow_waiting: int = 8
    memory: int = field(default_factory=lambda: int(min(half_of_memory(), 2e9)))
    counts: _Counts = field(default_factory=_Counts)
    _idle: asyncio.LifoQueue[_Worker] = field(default_factory=asyncio.LifoQueue)
    _workers: set[_Worker] = field(default_factory=set)
    _chores: set[asyncio.Task[None]] = field(default_factory=set)
    _queued: int = 0
    _slow: int = 0
    _stopping: bool = False
    _slow_lane: asyncio.Semaphore = field(init=False)
    _long_ones: asyncio.Semaphore = field(init=False)

    def __post_init__(self) -> None:
        self._slow_lane = asyncio.Semaphore(max(1, self.size - 1))
        self._long_ones = asyncio.Semaphore(max(1, self.size - 2))

    async def start(self) -> None:
        """Start the workers, and return when one of them is ready; Lost if none can be started."""
        await self._add()
        for _ in range(1, self.size):
            self._do(self._add_one())

    async def stop(self) -> None:
        """Kill all workers and wait until they are gone."""
        self._stopping = True
        while chores := [*self._chores]:
            for chore in chores:
                chore.cancel()
            await asyncio.gather(*chores, return_exceptions=True)
        await asyncio.gather(*(worker.kill() for worker in self._workers))

    def state(self) -> dict[str, int]:
        """Figures for people who watch a server."""
        counts = self.counts
        return {
            "workers": len(self._workers),
            "idle": self._idle.qsize(),
            "waiting": self._queued,
            "slow": self._slow,
            **{name: getattr(counts, name) for name in counts.__slots__},
        }

    async def ask(self, work: Work, progress: Progress) -> Envelope:
        """The worker's answer; Full if there is no room, Lost if the worker is."""
        self.counts.asked += 1
        seconds = min(work.time, FIRST_LOOK)
        said: Envelope | None = None
        with suppress(TimeoutError):
            said = await self._quickly(work.line(seconds), seconds + PATIENCE, progress)
        if said is not None and (said.get("stopped") != "time" or work.time <= FIRST_LOOK):
            return self._answered(said)
        if self._slow >= self.slow_waiting + max(1, self.size - 1):
            raise self._full()
        self._slow += 1
        try:
            async with self._long_ones if work.time > LONG else nullcontext(), self._slow_lane:
                return self._answered(
                    await self._with(await self._free(), work.line(work.time), work.time + GRACE, progress)
                )
        except TimeoutError:
            self.counts.lost += 1
            raise Lost("it did not stop when its time was over, and was ended") from None
        finally:
            self._slow -= 1

    async def _quickly(self, line: bytes, seconds: float, progress: Progress) -> Envelope:
        if self._queued >= self.waiting:
            raise self._full()
        self._queued += 1
        try:
            worker = await self._free()
        finally:
            self._queued -= 1
        return await self._with(worker, line, seconds, progress)

    async def _with(self, worker: _Worker, line: bytes, seconds: float, progress: Progress) -> Envelope:
        """What a worker says within so many seconds; it is given back, or killed, when nobody listens any more."""
        work = asyncio.ensure_future(worker.ask(line, progress))
        try:
            async with asyncio.timeout(seconds):
                said = await asyncio.shield(work)
        except Lost:
            self.counts.lost += 1
            raise
        finally:
            self._do(self._give_back(worker, work))
        if "fault" in said:
            self.counts.lost += 1
            raise Lost(said["fault"])
        return said

    async def _give_back(self, worker: _Worker, work: asyncio.Future[Envelope]) -> None:
        """A worker that has answered, or does so in a moment, is idle again; others, and tired ones, are replaced."""
        if not work.done():
            worker.stop()
        with suppress(Lost, TimeoutError):
            async with asyncio.timeout(SOFTLY):
                if not (await work).keys() & {"fault", "tired"}:
                    self._idle.put_nowait(worker)
                    return
        await self._replace(worker)

    async def _replace(self, worker: _Worker) -> None:
        self.counts.replaced += 1
        await worker.kill()
        self._workers.discard(
            worker
        )  # not before: stop() waits for those that are known, also where it ends this chore
        await self._add_one()

    async def _add_one(self) -> None:
        """Start a worker, and try again until there is one."""
        pause = 0.5
        while not self._stopping:
            with suppress(Lost, OSError, TimeoutError):
                await self._add()
                return
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _add(self) -> None:
        worker = await _Worker.started(self.memory)
        self._workers.add(worker)
        self._idle.put_nowait(worker)

    async def _free(self) -> _Worker:
        """A worker that is alive; one that was killed while it was idle costs no question."""
        while True:
            worker = await self._idle.get()
            if worker.is_there:
                return worker
            self._do(self._replace(worker))

    def _do(self, chore: Any) -> None:
        task = asyncio.ensure_future(chore)
        self._chores.add(task)
        task.add_done_callback(self._chores.discard)

    def _answered(self, said: Envelope) -> Envelope:
        self.counts.answered += 1
        return said

    def _full(self) -> Full:
        self.counts.full += 1
        return Full("all solvers are busy; ask again in a moment")
