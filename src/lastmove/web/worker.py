"""One worker of the server: a process that answers one question at a time, and can be killed at any moment.

Questions come as lines of JSON on standard input; progress and answers go out as lines of JSON. A line ``{"stop":
true}`` ends the present question, which is then answered as unknown. The worker ends when its input does. Should the
server be killed, the kernel ends it (Linux), or its own clock does; the same clock ends it when a question takes much
longer than it may.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
import traceback
from contextlib import suppress
from queue import SimpleQueue
from typing import IO, Any

from lastmove.core.limits import Cancel
from lastmove.search.fast import background

GRACE = 15.0
"""Seconds beyond its time after which a question is given up by the worker itself; the server does so earlier."""
LONGEST_LINE = 24_000_000
"""Bytes of an answer; a longer one is an error."""
TIRED = 600_000_000
"""Bytes; a worker that holds more after a question, in tables that are kept, is replaced by a fresh one."""
BYTES = "LASTMOVE_WORKER_BYTES"
"""The variable that holds the most memory the process may have."""
_LOOK_EVERY = 1.0
_DIES_WITH_PARENT = 1  # PR_SET_PDEATHSIG


class _ServerLine:
    """The pipe to the server, and the time at which the present question is to be given up."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out = out
        self._lock = threading.Lock()
        self.due = float("inf")

    def say(self, what: dict[str, Any]) -> None:
        data = json.dumps(what).encode()
        if len(data) > LONGEST_LINE:
            problem = f"the answer has {len(data):,} bytes, too many for a page; `lastmove solve` writes it"
            data = json.dumps({"error": problem}).encode()
        with self._lock:
            self._out.write(data + b"\n")
            self._out.flush()


def main() -> None:
    """Answer until the input ends, and leave at once, whatever may still be going on in a thread."""
    status = 3
    try:
        _work()
        status = 0
    except Exception:
        traceback.print_exc()
    finally:
        os._exit(status)


def _work() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends its workers
    line = _ServerLine(_own_output())
    _limit_itself()
    threading.Thread(target=_watch, args=(line, os.getppid()), daemon=True).start()
    background.compile_elsewhere()  # a worker may be killed at any moment, and what it compiles would be lost
    _warm()
    line.say({"ready": os.getpid()})
    questions: SimpleQueue[tuple[dict[str, Any], Cancel] | None] = SimpleQueue()
    threading.Thread(target=_listen, args=(questions,), daemon=True).start()
    while (given := questions.get()) is not None:
        asked, cancel = given
        line.due = time.monotonic() + asked["time"] + GRACE
        line.say(_answer(asked, line, cancel))
        line.due = float("inf")


def _listen(questions: SimpleQueue[tuple[dict[str, Any], Cancel] | None]) -> None:
    """Read what the server sends, so that a question can be stopped while it is worked on."""
    cancel = Cancel()
    try:
        for text in sys.stdin.buffer:
            said = json.loads(text)
            if "stop" in said:
                cancel.set()
            else:
                cancel = Cancel()
                questions.put((said, cancel))
    finally:
        cancel.set()
        questions.put(None)


def _answer(asked: dict[str, Any], line: _ServerLine, cancel: Cancel) -> dict[str, Any]:
    from lastmove.core.errors import LastmoveError
    from lastmove.core.files import loads
    from lastmove.core.limits import resident_bytes
    from lastmove.web.api import QUESTIONS, ask

    def progress(seen: dict[str, object]) -> None:
        line.say({"progress": seen})

    try:
        body = loads(asked["text"])
        if isinstance(body, dict):
            body |= {name: asked[name] for name in ("time", "memory") if name in QUESTIONS[asked["question"]].fields}
        reply = ask(asked["question"], body, progress, cancel=cancel)
    except LastmoveError as error:
        return {"error": str(error)}
    except (MemoryError, RecursionError) as error:
        return {"fault": f"the question needs more memory than it may have ({type(error).__name__})"}
    said = {"answer": reply.answer, "stopped": reply.stopped_by}
    return said | {"tired": True} if resident_bytes() > TIRED else said


def _own_output() -> IO[bytes]:
    """The pipe to the server as a file of our own: what a game prints goes to standard error instead."""
    pipe = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return pipe


def _limit_itself() -> None:
    """A hard limit for memory, first to go when the machine has none left, and no life without the server."""
    if most := int(os.environ.get(BYTES, "0")):
        with suppress(ImportError, ValueError, OSError):
            import resource

            resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    with suppress(OSError), open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
        file.write("900")
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            import ctypes

            ctypes.CDLL(None).prctl(_DIES_WITH_PARENT, signal.SIGKILL)


def _watch(line: _ServerLine, parent: int) -> None:
    while True:
        time.sleep(_LOOK_EVERY)
        if time.monotonic() > line.due or os.getppid() != parent:
            os._exit(3)


def _warm() -> None:
    """Load what nearly every question needs, before the first one comes."""
    from lastmove.web.api import ask

    path = {"game": "vertex-geography", "edges": [["a", "b"], ["b", "c"]]}
    spread = {**path, "edges": [[u, v] for u in range(6) for v in range(u) if u + v != 5]}
    for position in ({"game": "nim", "heaps": [1, 2]}, path, {**path, "start": "a", "play": "misere"}, spread):
        ask("look", {"position": position})
    ask("choose", {"position": {"game": "nim", "heaps": [1, 2]}})


if __name__ == "__main__":
    main()
