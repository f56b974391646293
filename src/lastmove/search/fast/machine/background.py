"""Compiling in a thread of its own, so that a search with a time limit does not wait for the compiler.

On a new machine the compiler needs some seconds for each game. What it makes is kept on disk, and later searches load
it in about one second. A search without a time limit waits for either. A search with a time limit waits as long as
loading would take; if the code is not there by then, the search goes on in plain Python and asks again later. The
compiler is never stopped halfway. If the answer comes first, the process ends only when the compiler has finished, and
the next search on the machine finds the code.
"""

from __future__ import annotations

import atexit
import math
import os
import sys
import threading
from contextlib import suppress
from importlib import import_module

__all__ = ["Code", "is_ready", "wait_for"]

Code = tuple[str, int]
"""A module with rules, and for how many words to a set it is compiled; 0 words: a module that compiles itself."""

LOADING = 1.5
"""Seconds in which code that was compiled before is there, if plain Python does not get in its way."""
WORTH_IT = 1.0
"""With fewer seconds left, a search is over before compiled code is of use."""

_threads: dict[Code, threading.Thread] = {}
_lock = threading.Lock()


def is_ready(code: Code, seconds_left: float) -> bool:
    """Whether there is compiled code to go on with; if not, the search goes on in plain Python and asks again."""
    if seconds_left == math.inf:
        return True
    thread = _threads.get(code)
    if thread is not None:
        return not thread.is_alive()
    if seconds_left < WORTH_IT:
        return False
    with _lock:
        thread = _threads.setdefault(code, threading.Thread(target=_make, args=code, daemon=True))
        if thread.ident is None:
            atexit.register(_finish, thread)
            thread.start()
    thread.join(min(LOADING, seconds_left / 2))
    return not thread.is_alive()


def wait_for(code: Code) -> None:
    """Wait until the compiler has done what it was asked to do in the background, if it was."""
    if code in _threads:
        _threads[code].join()


def _make(rules: str, words: int) -> None:
    with suppress(Exception):  # the search that needs the code meets the same problem, where it can be told
        if words:
            from lastmove.search.fast.machine import compiled

            compiled.prepare(rules, words)
        else:
            import_module(rules).prepare()


def _finish(thread: threading.Thread) -> None:
    """Let the compiler finish before the process ends: what it works with must not be cleared away meanwhile."""
    try:
        thread.join()
    except KeyboardInterrupt:  # somebody does not want to wait: then nothing is cleared away
        with suppress(Exception):
            sys.stdout.flush()
        os._exit(130)
