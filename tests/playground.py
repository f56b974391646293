"""A playground server as a process of its own, and what is asked of it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import lastmove as lm
from processes import COMMAND, ENVIRONMENT, PATIENCE

__all__ = ["EASY", "HARD", "Playground", "Said", "children", "in_a_loop_of_its_own", "wait_for"]

EASY = {"game": "nim", "heaps": [1, 2]}


def _hard() -> dict[str, object]:
    graph = lm.graphs.named("random-regular:3,120", seed=3)
    return lm.problem_to_json(lm.Problem(lm.VertexGeography(graph, start=0), lm.Play.MISERE))


HARD = _hard()
"""A position that no search here decides within a minute."""


def in_a_loop_of_its_own(walk: Coroutine[Any, Any, None]) -> None:
    """Run to its end in another thread: in this one a browser of other tests may have its loop."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, walk).result()


class Said:
    """A response."""

    def __init__(self, status: int, headers: Any, body: bytes) -> None:
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Playground:
    """``lastmove serve`` on a free port of this machine; on leaving it is stopped."""

    def __init__(self, *options: str, command: list[str] | None = None) -> None:
        words = [*(command or COMMAND), "serve", "--no-open", "--port", "0", *options]
        self.process = subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT, text=True
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r"http://\S+/", said)
        if found is None:
            assert self.process.stderr is not None
            raise AssertionError(said + self.process.stderr.read())
        self.address = found[0]

    def __enter__(self) -> Playground:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            for pipe in (self.process.stdout, self.process.stderr):
                assert pipe is not None
                pipe.close()

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2].strip("/"))

    def get(self, path: str = "", **headers: str) -> Said:
        return self._sent(urllib.request.Request(self.address + path, headers=_dashed(headers)))

    def post(self, question: str, body: object, **headers: str) -> Said:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(
            f"{self.address}api/v1/{question}", data, {"Content-Type": "application/json", **_dashed(headers)}
        )
        return self._sent(request)

    def health(self) -> Any:
        return self.get("api/v1/health").json

    def _sent(self, request: urllib.request.Request) -> Said:
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as response:
                return Said(response.status, response.headers, response.read())
        except urllib.error.HTTPError as error:
            with error:
                return Said(error.code, error.headers, error.read())

    def interrupt(self) -> tuple[int, str, str]:
        """Ctrl-C: the exit status and what was written."""
        self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, err


def _dashed(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def children(pid: int) -> list[int]:
    """The processes that a process has started and that are alive."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with suppress(OSError):
                state, parent = (folder / "stat").read_text().rpartition(") ")[2].split()[:2]
                if int(parent) == pid and state != "Z":
                    found.append(int(folder.name))
    return found


def alive(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0] != "Z"
    return False


def wait_for(happened: Any, seconds: float = PATIENCE) -> Any:
    """What ``happened`` returns as soon as that is true; an AssertionError after so many seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = happened()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError("it did not happen")


os.environ.setdefault("NO_PROXY", "127.0.0.1,localhost")
