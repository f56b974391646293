"""Compiling in a thread of its own, so that a search with a time limit does not wait for the compiler.

On a new machine the compiler needs some seconds for each game. What it makes is kept on disk, and later searches load
it in about one second. A search without a time limit waits for either, and Ctrl-C ends its waiting. A search with a
time limit waits as long as loading would take; if the code is not there by then, the search goes on in plain Python and
asks again later.

If the time limit is long, the compiler works in a thread, and the process ends when the compiler has finished. If the
time limit is short, that would be too late: then the compiler works in a process of its own. That process may go on
after this one has ended, so that later searches on the machine find the code. There is one such process at a time.
"""

from __future__ import annotations

import atexit
import math
import os
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path

from lastmove.search.fast.board import sources_digest
from lastmove.search.thresholds import THRESHOLDS

Code = tuple[str, int]
"""A module with rules, and for how many words to a set it is compiled; 0 words: a module that compiles itself."""

_PAUSE = 0.05

_threads: dict[Code, _Maker] = {}
_lock = threading.Lock()


def is_ready(code: Code, seconds_left: float) -> bool:
    """Whether there is compiled code to go on with; if not, the search goes on in plain Python and asks again."""
    if seconds_left == math.inf:
        return True
    thread = _threads.get(code)
    if thread is not None:
        return thread.is_done
    if seconds_left < THRESHOLDS.worth_seconds:
        return False
    thread = _begun(code, elsewhere=seconds_left < THRESHOLDS.patient_seconds)
    if not thread.elsewhere:
        thread.join(min(THRESHOLDS.loading_seconds, seconds_left / 2))
    return thread.is_done


def compile_elsewhere() -> None:
    """From now on compile in a process of its own, however long the time limit: for one that may be killed."""
    THRESHOLDS.patient_seconds = math.inf


def _begun(code: Code, *, elsewhere: bool) -> _Maker:
    """The thread that makes the code, begun now if there is none."""
    with _lock:
        thread = _threads.get(code)
        if thread is None:
            thread = _Maker(code, elsewhere=elsewhere)
            atexit.register(_finish, thread)
            thread.start()
            _threads[code] = thread  # not before it runs: one that has not begun looks like one that is done
    return thread


def _begin_anew() -> None:
    """A process that was forked has none of the threads."""
    global _lock
    _threads.clear()
    _lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)


def wait_for(code: Code) -> None:
    """Wait until the compiler has made the code in the background. Ctrl-C ends the waiting, and the compiler goes on.

    Only the main thread hears of Ctrl-C. Another one waits if the compiler was asked before, else it compiles itself.
    """
    thread = _threads.get(code)
    if thread is None and threading.current_thread() is threading.main_thread():
        thread = _begun(code, elsewhere=False)
    if thread is not None:
        thread.join()


def is_at_work() -> bool:
    """Whether the compiler works in this process, so that its end would wait for that."""
    return any(thread.is_compiling for thread in list(_threads.values()))


class _Maker(threading.Thread):
    """Makes some code ready.

    Parameters
    ----------
    code
        The code.
    elsewhere
        Whether to compile in another process; what was compiled before is always loaded here.
    """

    def __init__(self, code: Code, *, elsewhere: bool = False) -> None:
        super().__init__(daemon=True)
        self.code = code
        self.elsewhere = elsewhere and not was_made(code)
        self._leaving = threading.Event()
        self._ended = threading.Event()
        self._failed = False

    @property
    def is_done(self) -> bool:
        """Whether the code can be used. True also if it could not be made: the search that needs it finds out why."""
        return self._ended.is_set() and not self._failed

    @property
    def is_compiling(self) -> bool:
        """Whether it is at work in this process."""
        return not self.elsewhere and not self._ended.is_set()

    def join(self, timeout: float | None = None) -> None:
        """Wait for its end; unlike that of a plain thread, this can be broken off and asked for again.

        Before Python 3.13 a thread counts as ended when Ctrl-C breaks off the waiting for it.
        """
        self._ended.wait(timeout)

    def run(self) -> None:
        try:
            self._run()
        finally:
            self._ended.set()

    def _run(self) -> None:
        if self.elsewhere and not self._made_elsewhere():
            self._failed = True
            return
        with suppress(Exception):  # the search that needs the code meets the same problem, where it can be reported
            _make(*self.code)

    def _made_elsewhere(self) -> bool:
        """Whether another process has compiled the code; it is not waited for any longer when this one ends."""
        rules, words = self.code
        command = [sys.executable, "-m", __name__, rules, str(words)]
        paths = [str(Path(__file__).parents[4]), os.environ.get("PYTHONPATH", "")]
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
        nothing = subprocess.DEVNULL
        try:
            child = subprocess.Popen(
                command, stdin=nothing, stdout=nothing, stderr=nothing, env=environment, start_new_session=True
            )
        except OSError:
            return False
        while child.poll() is None:
            if self._leaving.wait(_PAUSE):
                child.returncode = 0  # it goes on by itself, and nobody is to complain
                return False
        return child.returncode == 0

    def leave(self) -> None:
        """Wait for the thread, but not for another process."""
        self._leaving.set()
        self.join()


def _make(rules: str, words: int) -> None:
    """Compile or load some code, and leave a mark that it was made."""
    if words:
        from lastmove.search.fast import compiler as compiled

        compiled.prepare(rules, words)
    else:
        import_module(rules).prepare()
    mark = _mark((rules, words))
    if mark is not None:
        with suppress(OSError):  # a full disk: then the code may not be there either
            mark.touch()


def _finish(thread: _Maker) -> None:
    """Let the compiler finish before the process ends: what it works with must not be cleared away meanwhile."""
    try:
        thread.leave()
    except KeyboardInterrupt:  # somebody does not want to wait: then nothing is cleared away
        with suppress(Exception):
            sys.stdout.flush()
        os._exit(130)


def was_made(code: Code) -> bool:
    """Whether code was compiled on this machine before, so that it only has to be loaded."""
    mark = _mark(code)
    return mark is not None and mark.exists()


def _mark(code: Code) -> Path | None:
    """A file that says that code was compiled; it stands where Numba keeps the code. ``None`` if there is no place."""
    folder = os.environ.get("NUMBA_CACHE_DIR") or str(Path(__file__).parent / "__pycache__")
    if not os.access(folder, os.W_OK):
        return None
    rules, words = code
    return Path(folder) / f"lastmove-{rules.replace(':', '-')}-{words}-{_here()}.made"


@cache
def _here() -> str:
    """A name for all that compiled code depends on: the sources and when they were written, versions, machine."""
    import platform
    from hashlib import sha256
    from importlib.metadata import PackageNotFoundError, version

    facts = [sources_digest(), sys.version, platform.machine(), platform.node()]
    with suppress(PackageNotFoundError):
        facts.append(version("numba"))
    facts += [str(source.stat().st_mtime_ns) for source in sorted(Path(__file__).parents[1].rglob("*.py"))]
    return sha256("\n".join(facts).encode()).hexdigest()[:16]


def _compile_alone(code: Code) -> int:
    """What the other process does: compile, unless a third one is compiling already; the exit status."""
    name = f"lastmove-compiling-{os.getuid() if hasattr(os, 'getuid') else 0}.lock"
    flags = os.O_CREAT | os.O_RDWR | getattr(os, "O_NOFOLLOW", 0)
    lock = os.open(Path(tempfile.gettempdir()) / name, flags, 0o600)
    try:
        import fcntl

        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:  # then there may be several at a time
        pass
    except OSError:
        return 1
    _make(*code)
    return 0


if __name__ == "__main__":
    sys.exit(_compile_alone((sys.argv[1], int(sys.argv[2]))))
