"""The command line as a process of its own: run to its end, with its pipes open, or on a terminal."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import lastmove as lm

__all__ = [
    "COMMAND",
    "ENVIRONMENT",
    "PATIENCE",
    "Running",
    "all_of",
    "imported_by",
    "on_terminal",
    "run",
    "run_python",
    "run_shell",
    "typed_in_a_shell",
]

SOURCES = str(Path(lm.__file__).parents[1])
PYTHONPATH = os.pathsep.join(filter(None, [SOURCES, os.environ.get("PYTHONPATH")]))
ENVIRONMENT = {**os.environ, "PYTHONPATH": PYTHONPATH, "TERM": "xterm", "COLUMNS": "100"}
COMMAND = [sys.executable, "-m", "lastmove"]
PATIENCE = 60
"""Seconds after which a process that should have ended is given up; nothing is said about speed."""


def run(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """``lastmove`` with these words and this standard input."""
    return _done([*COMMAND, *arguments], text)


def run_python(code: str, *arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """A Python program with its arguments and its standard input."""
    return _done([sys.executable, "-c", code, *arguments], text)


def run_shell(script: str, *, text: str = "") -> subprocess.CompletedProcess[str]:
    """A script of the shell, in which ``"$0"`` is Python."""
    return _done(["sh", "-c", script, sys.executable], text)


def imported_by(code: str, *arguments: str, text: str = "") -> set[str]:
    """The modules that a Python process has imported when it ends."""
    names = "(name for name, module in sys.modules.items() if module)"
    report = f"import atexit, sys; atexit.register(lambda: print(*{names}, file=sys.stderr)); "
    done = run_python(report + code, *arguments, text=text)
    assert done.returncode == 0, done.stderr
    return set(done.stderr.split())


def _done(command: list[str], text: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, input=text, env=ENVIRONMENT, capture_output=True, text=True, timeout=5 * PATIENCE, check=False
    )


class Running:
    """A process with its pipes; on leaving, it is killed if it has not ended."""

    def __init__(self, *arguments: str, stdout: int = subprocess.PIPE) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, *arguments], stdin=subprocess.PIPE, stdout=stdout, stderr=subprocess.PIPE, env=ENVIRONMENT
        )
        assert self.process.stdin is not None
        self.stdin = self.process.stdin

    def __enter__(self) -> Running:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()

    def send(self, text: str) -> None:
        self.stdin.write(text.encode())
        self.stdin.flush()

    def line(self) -> str:
        """The next line that it writes; at the end of its output, nothing."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().decode()

    def answer(self) -> Any:
        return json.loads(self.line())

    def wait_until_busy(self, seconds: float = 0.3) -> None:
        """Return when the process has computed for so long since the call, in seconds of the processor.

        Or when it has waited for two seconds: it may have had less to do.
        """
        began = last = self._seconds()
        moved = time.monotonic()
        while self.process.poll() is None and last < began + seconds and time.monotonic() < moved + 2:
            time.sleep(0.02)
            now = self._seconds()
            if now != last or not self._waits():
                last, moved = now, time.monotonic()

    def wait_until_idle(self) -> None:
        """Return when the process has computed something, and then nothing for a while, though it could have."""
        before = -1.0
        while self.process.poll() is None and not (0 < self._seconds() == before and self._waits()):
            before = self._seconds() if self._waits() else -1.0
            time.sleep(0.3)

    def _waits(self) -> bool:
        """Whether it waits for something other than a processor; where the system does not tell, yes."""
        stat = Path(f"/proc/{self.process.pid}/stat")
        return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] == "S"

    def _seconds(self) -> float:
        """The processor time that it and its children have used.

        Where the system does not tell, it is the clock, in steps of two seconds.
        """
        pid = self.process.pid
        if not Path(f"/proc/{pid}/stat").exists():
            return time.monotonic() // 2 * 2
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        stats = [Path(f"/proc/{each}/stat").read_text() for each in (pid, *children)]
        ticks = sum(sum(map(int, stat.rpartition(")")[2].split()[11:13])) for stat in stats)
        return ticks / os.sysconf("SC_CLK_TCK")

    def interrupt(self) -> tuple[int, str, str]:
        """Ctrl-C; the exit status, what was written and not yet read, and what stands on standard error."""
        self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out.decode(), err.decode()


def on_terminal(*arguments: str, text: str = "", term: str = "xterm", typed: bool = False) -> tuple[int, str]:
    """The exit status and what a person sees, without colours; the text comes from a pipe, or is typed."""
    return _seen([*COMMAND, *arguments], text, term, typed)


def typed_in_a_shell(script: str, *, text: str = "") -> tuple[int, str]:
    """The same for a line that a person types, and what is typed next; ``lastmove`` and ``python`` are those here."""
    programs = f'lastmove() {{ "{sys.executable}" -m lastmove "$@"; }}; python() {{ "{sys.executable}" "$@"; }}'
    return _seen(["bash", "-c", f"set -o pipefail; {programs}; {script}"], text, "xterm", typed=True)


def _seen(command: list[str], text: str, term: str, typed: bool) -> tuple[int, str]:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        command,
        stdin=theirs if typed else subprocess.PIPE,
        stdout=theirs,
        stderr=theirs,
        env={**ENVIRONMENT, "TERM": term},
    )
    os.close(theirs)
    if process.stdin is None:
        os.write(ours, text.encode())
    else:
        process.stdin.write(text.encode())
        process.stdin.close()
    seen = all_of(ours)
    os.close(ours)
    status = process.wait(PATIENCE)
    return status, re.sub(r"\x1b\[[0-9;]*m", "", seen.decode()).replace("\r\n", "\n")


def all_of(terminal: int) -> bytes:
    """What is written to the other end of a terminal until it is closed."""

    def some() -> bytes:
        try:
            return os.read(terminal, 1 << 16)
        except OSError:  # how Linux says that the other end was closed
            return b""

    return b"".join(iter(some, b""))
