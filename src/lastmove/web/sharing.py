"""Equal questions that are asked at the same time are answered by one solve."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lastmove.web.workers import Full

if TYPE_CHECKING:
    from lastmove.web.workers import Envelope, Pool, Progress, Work

__all__ = ["Shared"]


@dataclass(slots=True, eq=False)
class _Running:
    """A question that is worked on, who listens, and what they all wait for."""

    task: asyncio.Task[None]
    result: asyncio.Future[Envelope]
    listeners: list[Progress] = field(default_factory=list)


class Shared:
    """A pool in which a question that is being worked on is joined, and given up when the last asker has left."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.joined = 0
        self._running: dict[Work, _Running] = {}
        self._closed = False

    async def ask(self, work: Work, progress: Progress) -> Envelope:
        """As :meth:`Pool.ask`; every asker hears the progress."""
        if self._closed:
            raise Full("the server is stopping")
        running = self._running.get(work)
        if running is None:
            result: asyncio.Future[Envelope] = asyncio.get_running_loop().create_future()
            running = self._running[work] = _Running(asyncio.ensure_future(self._work(work, result)), result)
        else:
            self.joined += 1
        running.listeners.append(progress)
        try:
            return await asyncio.shield(running.result)
        finally:
            running.listeners.remove(progress)
            if not running.listeners:
                self._end(work, running)

    def close(self) -> None:
        """Tell everyone who waits, now and later, that the server is stopping."""
        self._closed = True
        for work, running in [*self._running.items()]:
            if not running.result.done():
                running.result.set_exception(Full("the server is stopping"))
            self._end(work, running)

    async def _work(self, work: Work, result: asyncio.Future[Envelope]) -> None:
        def progress(seen: Envelope) -> None:
            for listener in [*self._running[work].listeners] if work in self._running else []:
                listener(seen)

        try:
            said = await self.pool.ask(work, progress)
        except Exception as error:
            if not result.done():
                result.set_exception(error)
        else:
            if not result.done():
                result.set_result(said)
        finally:
            if self._running.get(work) is not None and self._running[work].result is result:
                del self._running[work]

    def _end(self, work: Work, running: _Running) -> None:
        if self._running.get(work) is running:
            del self._running[work]
        running.task.cancel()
        if running.result.done() and not running.result.cancelled():
            running.result.exception()  # it may be that nobody is left to hear it
        running.result.cancel()
