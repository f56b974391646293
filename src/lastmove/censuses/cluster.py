"""Work on the machines of a Dask cluster (the extra ``cluster``)."""

from __future__ import annotations

import itertools
import re
import socket
import uuid
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from lastmove._version import __version__
from lastmove.core.errors import InputError, LastmoveError, show
from lastmove.core.optional import extra

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

ItemT = TypeVar("ItemT")
FoundT = TypeVar("FoundT")
AHEAD = 4
"""So many items for each thread of the cluster are handed out before the first answer has come."""
_KNOCK = 5.0
_PATIENCE = "10s"


class Cluster:
    """On the workers of the Dask scheduler at ``address``; they need this package, and what goes in and out is pickled.

    A task whose worker dies is given to another one by the scheduler. So work must be safe to do twice.
    """

    def __init__(self, address: str) -> None:
        self.address = address

    def map(
        self, work: Callable[[ItemT], FoundT], items: Iterable[ItemT], lost: Callable[[ItemT], FoundT]
    ) -> Iterator[FoundT]:
        """See :class:`lastmove.censuses.executors.Executor`."""
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
    waiting: dict[Any, tuple[int, ItemT]] = {}
    found: dict[int, FoundT] = {}
    numbered = enumerate(items)
    run = uuid.uuid4().hex  # by default a key is made of the arguments, and an old result stands in for new work
    given_out = 0

    def hand_out() -> None:
        ahead = AHEAD * max(1, sum(client.nthreads().values()))
        for number, item in itertools.islice(numbered, max(0, ahead - len(waiting) - len(found))):
            future = client.submit(work, item, key=f"lastmove-{run}-{number}", pure=False)
            waiting[future] = number, item
            running.add(future)

    try:
        hand_out()
        while waiting:
            future = next(running)
            number, item = waiting.pop(future)
            try:
                found[number] = future.result()
            except KilledWorker:  # it was on so many workers when they died that it is to blame
                found[number] = lost(item)
            while given_out in found:
                yield found.pop(given_out)
                given_out += 1
            hand_out()
    finally:
        client.cancel(list(waiting), force=True)
