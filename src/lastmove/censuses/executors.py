"""Where work is done: here, in several processes, or on a cluster. The answers come in the order of the questions.

A new place to work is a class with ``map``; code that has work takes any :class:`Executor`, and
:func:`executor` chooses one.
"""

from __future__ import annotations

import itertools
import multiprocessing
import os
import re
import signal
import socket
import threading
import time
import uuid
from collections import deque
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from lastmove._version import __version__
from lastmove.core.errors import InputError, LastmoveError, show
from lastmove.core.optional import extra

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence


ItemT = TypeVar("ItemT")
FoundT = TypeVar("FoundT")
AHEAD = 8
"""So many blocks of items a process are handed out before the first answer is waited for."""
AHEAD_ON_CLUSTER = 4
"""So many for each thread of the cluster are handed out before the first answer has come."""
MOST_TOGETHER = 256
"""Items of a block: handing out costs as much as some small items take. The first blocks are of one item each."""
SPELL = 0.1
"""Seconds after which a worker gives back the items of a block that it has not begun."""
_READING = 0.02
"""Seconds after which a block is handed out as it is, when the items themselves come slowly."""
_KNOCK = 5.0
_PATIENCE = "10s"


class Executor(Protocol):
    """Somewhere to work.

    Items that take little are handed out in blocks; that changes nothing of what is promised here.
    """

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


class _Done(NamedTuple, Generic[FoundT]):
    """What became of a block: the answers to its first items, and how long they took; the rest is given back."""

    found: list[FoundT]
    seconds: float


def _work_through(work: Callable[[ItemT], FoundT], block: Sequence[ItemT]) -> _Done[FoundT]:
    """As much of a block as fits into a spell, at least one item; what the first one raises is raised."""
    began = time.monotonic()
    found: list[FoundT] = []
    for item in block:
        try:
            found.append(work(item))
        except Exception:
            if not found:
                raise
            break  # it will be the first of a block
        if time.monotonic() - began > SPELL:
            break
    return _Done(found, time.monotonic() - began)


class _Blocks(Generic[ItemT]):
    """Cuts items into blocks, as large as are done in a part of a spell."""

    def __init__(self, items: Iterable[ItemT]) -> None:
        self._items = iter(items)
        self._size = 1

    def next(self) -> list[ItemT]:
        """Some items; none where there are no more."""
        began = time.monotonic()
        block: list[ItemT] = []
        for item in itertools.islice(self._items, self._size):
            block.append(item)
            if time.monotonic() - began > _READING:
                break
        return block

    def learn(self, done: _Done[Any]) -> None:
        """Make the next blocks larger or smaller."""
        if done.seconds > SPELL:
            self._size = max(1, self._size // 2)
        elif done.seconds < SPELL / 4 and len(done.found) == self._size:
            self._size = min(2 * self._size, MOST_TOGETHER)


class Processes:
    """In ``count`` processes on this machine; ``work`` and what goes in and out must be picklable."""

    def __init__(self, count: int) -> None:
        self.count = count

    def map(
        self, work: Callable[[ItemT], FoundT], items: Iterable[ItemT], lost: Callable[[ItemT], FoundT]
    ) -> Iterator[FoundT]:
        """See :class:`Executor`."""
        waiting: deque[tuple[list[ItemT], Future[_Done[FoundT]]]] = deque()
        blocks, more = _Blocks(items), True
        crew = _Crew(self.count)
        try:
            while True:
                while more and len(waiting) < AHEAD * self.count:
                    block = blocks.next()
                    more = bool(block)
                    if block:
                        waiting.append((block, crew.begin(work, block)))
                if not waiting:
                    return
                block, future = waiting.popleft()
                try:
                    done = future.result()
                except BrokenProcessPool:  # by an item of this block or of one behind it: it gets a crew of its own
                    crew.stop()
                    done = _alone(work, block, lost)
                    crew = _Crew(self.count)
                    waiting = deque((later, crew.begin(work, later)) for later, _ in waiting)
                blocks.learn(done)
                left = block[len(done.found) :]
                waiting.extendleft(([item], crew.begin(work, [item])) for item in reversed(left))
                yield from done.found
        finally:
            crew.stop()


class _Crew:
    """A pool of processes that can be stopped at once."""

    def __init__(self, count: int) -> None:
        methods = multiprocessing.get_all_start_methods()
        context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
        self._others = set(multiprocessing.active_children())
        self._pool = ProcessPoolExecutor(count, mp_context=context, initializer=_follow_the_parent)

    def begin(self, work: Callable[[ItemT], FoundT], block: list[ItemT]) -> Future[_Done[FoundT]]:
        try:
            return self._pool.submit(_work_through, work, block)
        except BrokenProcessPool as error:
            failed: Future[_Done[FoundT]] = Future()
            failed.set_exception(error)
            return failed

    def stop(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
        for worker in set(multiprocessing.active_children()) - self._others:
            worker.terminate()


def _alone(work: Callable[[ItemT], FoundT], block: list[ItemT], lost: Callable[[ItemT], FoundT]) -> _Done[FoundT]:
    """The answers to the first items of a block by processes of their own, half of it at a time while these end."""
    while True:
        crew = _Crew(1)
        try:
            return crew.begin(work, block).result()
        except BrokenProcessPool:
            if len(block) == 1:
                return _Done([lost(block[0])], 0.0)
            block = block[: len(block) // 2]
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


class Cluster:
    """On the workers of the Dask scheduler at ``address`` (the extra ``cluster``).

    They need this package, and what goes in and out is pickled. A task whose worker dies is given to another one by the
    scheduler. So work must be safe to do twice.
    """

    def __init__(self, address: str) -> None:
        self.address = address

    def map(
        self, work: Callable[[ItemT], FoundT], items: Iterable[ItemT], lost: Callable[[ItemT], FoundT]
    ) -> Iterator[FoundT]:
        """See :class:`Executor`."""
        with _connected(self.address) as client:
            _check_versions(client, self.address)
            yield from _in_order(client, work, iter(items), lost)


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    with extra("cluster", "--scheduler"):
        from distributed import Client
        from distributed.client import FutureCancelledError
        from distributed.comm import CommClosedError
    _knock(address)
    client = Client(address, timeout=_PATIENCE, set_as_default=False)
    try:
        yield client
    except (CommClosedError, FutureCancelledError) as error:
        raise LastmoveError(f"the scheduler at {address} is gone: {error}") from None
    finally:
        client.close(timeout=_PATIENCE)


def _knock(address: str) -> None:
    """An InputError if nobody listens: a client of Dask would try for long, and complain again when it is forgotten."""
    accepted = "accepted: the address of a Dask scheduler that runs, such as tcp://127.0.0.1:8786"
    parts = re.fullmatch(r"(?:tcp|tls)://\[?([^\[\]/]+)\]?:([0-9]{1,5})", address)
    if parts is None:
        raise InputError("scheduler", f"{show(address)}; {accepted}")
    try:
        socket.create_connection((parts[1], int(parts[2])), timeout=_KNOCK).close()
    except (OSError, OverflowError) as error:
        raise InputError("scheduler", f"{show(address)}: {error}; {accepted}") from None


def _version() -> str:
    return __version__


def _check_versions(client: Any, address: str) -> None:
    """All workers that are there have this version of the package: with another one they might answer differently."""
    try:
        others = {worker: found for worker, found in client.run(_version).items() if found != __version__}
    except ModuleNotFoundError as error:
        raise InputError("scheduler", f"{address}: a worker has no {error.name}; install lastmove there") from None
    for worker, found in others.items():
        raise InputError("scheduler", f"{address}: the worker {worker} has lastmove {found}, not {__version__}")


def _in_order(
    client: Any, work: Callable[[ItemT], FoundT], items: Iterator[ItemT], lost: Callable[[ItemT], FoundT]
) -> Iterator[FoundT]:
    """Results are fetched as they come, since those that lie on a worker die with it, and given out in order."""
    from distributed import as_completed
    from distributed.scheduler import KilledWorker

    running = as_completed(loop=client.loop)
    waiting: dict[Any, tuple[int, list[ItemT]]] = {}
    found: dict[int, FoundT] = {}
    blocks = _Blocks(items)
    run = uuid.uuid4().hex  # by default a key is made of the arguments, and an old result stands in for new work
    tasks = itertools.count()
    read = given_out = 0

    def begin(number: int, block: list[ItemT]) -> None:
        future = client.submit(_work_through, work, block, key=f"lastmove-{run}-{next(tasks)}", pure=False)
        waiting[future] = number, block
        running.add(future)

    def hand_out() -> None:
        nonlocal read
        ahead = AHEAD_ON_CLUSTER * max(1, sum(client.nthreads().values()))
        while len(waiting) < ahead and read - given_out < ahead * MOST_TOGETHER:
            block = blocks.next()
            if not block:
                return
            begin(read, block)
            read += len(block)

    try:
        hand_out()
        while waiting:
            future = next(running)
            number, block = waiting.pop(future)
            done: _Done[FoundT] = _Done([], 0.0)
            try:
                done = future.result()
            except KilledWorker:  # it was on so many workers when they died that it, or one item of it, is to blame
                if len(block) == 1:
                    done = _Done([lost(block[0])], 0.0)
            found.update(enumerate(done.found, start=number))
            blocks.learn(done)
            for place, item in enumerate(block[len(done.found) :], start=number + len(done.found)):
                begin(place, [item])
            while given_out in found:
                yield found.pop(given_out)
                given_out += 1
            hand_out()
    finally:
        client.cancel(list(waiting), force=True)


def executor(jobs: int = 1, scheduler: str | None = None) -> Executor:
    """Where ``jobs`` things are done at the same time; with the address of a Dask scheduler, on its workers.

    >>> list(executor(1).map(abs, [3, -1, 2], lost=abs))
    [3, 1, 2]
    """
    if scheduler is not None:
        return Cluster(scheduler)
    if type(jobs) is not int or jobs < 1:
        raise InputError("jobs", f"{show(jobs)}; accepted: how many processes, at least 1")
    return Here() if jobs == 1 else Processes(jobs)
