"""Where work is done: here, in several processes, or on a cluster. The answers come in the order of the questions.

A new place to work is a class with ``map``; code that has work takes any :class:`Executor`, and
:func:`executor` chooses one.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Protocol, TypeVar

from lastmove.core.errors import InputError, show

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

ItemT = TypeVar("ItemT")
FoundT = TypeVar("FoundT")
AHEAD = 8
"""So many items a process are handed out before the first answer is waited for."""


class Executor(Protocol):
    """Somewhere to work."""

    def map(
        self, work: Callable[[ItemT], FoundT], items: Iterable[ItemT], lost: Callable[[ItemT], FoundT]
    ) -> Iterator[FoundT]:
        """``work(item)`` for every item, in order and lazily: items are read only a little ahead.

        ``lost(item)`` stands in for the answer to an item that took its worker down with it. What ``work`` raises is
        raised here. Whoever stops listening early closes the iterator, and the work in hand is given up.
        """


class Here:
    """In this process, one item after the other."""

    def map(
        self,
        work: Callable[[ItemT], FoundT],
        items: Iterable[ItemT],
        lost: Callable[[ItemT], FoundT],  # noqa: ARG002
    ) -> Iterator[FoundT]:
        """See :class:`Executor`."""
        return map(work, items)


class Processes:
    """In ``count`` processes on this machine; ``work`` and what goes in and out must be picklable."""

    def __init__(self, count: int) -> None:
        self.count = count

    def map(
        self, work: Callable[[ItemT], FoundT], items: Iterable[ItemT], lost: Callable[[ItemT], FoundT]
    ) -> Iterator[FoundT]:
        """See :class:`Executor`."""
        waiting: deque[tuple[ItemT, Future[FoundT]]] = deque()
        source, more = iter(items), True
        crew = _Crew(self.count)
        try:
            while True:
                while more and len(waiting) < AHEAD * self.count:
                    try:
                        item = next(source)
                    except StopIteration:
                        more = False
                    else:
                        waiting.append((item, crew.begin(work, item)))
                if not waiting:
                    return
                item, future = waiting.popleft()
                try:
                    found = future.result()
                except BrokenProcessPool:  # this item's fault, or that of one behind it: it gets a crew of its own
                    crew.stop()
                    found = _alone(work, item, lost)
                    crew = _Crew(self.count)
                    waiting = deque((later, crew.begin(work, later)) for later, _ in waiting)
                yield found
        finally:
            crew.stop()


class _Crew:
    """A pool of processes that can be stopped at once."""

    def __init__(self, count: int) -> None:
        methods = multiprocessing.get_all_start_methods()
        context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
        self._others = set(multiprocessing.active_children())
        self._pool = ProcessPoolExecutor(count, mp_context=context, initializer=_follow_the_parent)

    def begin(self, work: Callable[[ItemT], FoundT], item: ItemT) -> Future[FoundT]:
        try:
            return self._pool.submit(work, item)
        except BrokenProcessPool as error:
            failed: Future[FoundT] = Future()
            failed.set_exception(error)
            return failed

    def stop(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
        for worker in set(multiprocessing.active_children()) - self._others:
            worker.terminate()


def _alone(work: Callable[[ItemT], FoundT], item: ItemT, lost: Callable[[ItemT], FoundT]) -> FoundT:
    crew = _Crew(1)
    try:
        return crew.begin(work, item).result()
    except BrokenProcessPool:
        return lost(item)
    finally:
        crew.stop()


def _follow_the_parent() -> None:
    """Leave Ctrl-C to the parent, and end when it ends, also when it is killed: nobody else would end this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:

        def wait() -> None:
            parent.join()
            os._exit(1)

        threading.Thread(target=wait, daemon=True).start()


def executor(jobs: int = 1, scheduler: str | None = None) -> Executor:
    """Where ``jobs`` things are done at the same time; with the address of a Dask scheduler, on its workers.

    >>> list(executor(1).map(abs, [3, -1, 2], lost=abs))
    [3, 1, 2]
    """
    if scheduler is not None:
        from lastmove.censuses.cluster import Cluster

        return Cluster(scheduler)
    if type(jobs) is not int or jobs < 1:
        raise InputError("jobs", f"{show(jobs)}; accepted: how many processes, at least 1")
    return Here() if jobs == 1 else Processes(jobs)
