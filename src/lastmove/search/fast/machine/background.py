"""Compiled code that is made ready in the background, so that nobody waits for the compiler beyond a time limit.

The first search of a game on a machine has to wait for the compiler for some seconds; later ones load what it has made,
in about one. A search without a time limit just waits. One with a limit waits as long as loading takes, and while there
is still nothing it goes on in plain Python. The compiler is not cut short: it works on when the answer is given, the
process ends when it is done, and what it has made is there for all later searches on the machine.
"""

from __future__ import annotations

import atexit
import math
import os
import sys
import threading
from contextlib import suppress

__all__ = ["SUBSETS", "Code", "is_ready", "wait_for"]

Code = tuple[str, int]
"""A module with rules, and for how many words to a set it is compiled."""

SUBSETS: Code = ("subsets", 1)
"""What goes through all sets of vertices; it has no rules."""

LOADING = 1.5
"""Seconds in which code that was compiled before is there, if plain Python does not get in its way."""
WORTH_IT = 1.0
"""With fewer seconds left, a search is over before compiled code is of use."""

_threads: dict[Code, threading.Thread] = {}
_lock = threading.Lock()


def is_ready(code: Code, seconds_left: float) -> bool:
    """Whether to go on with compiled code now; if not, whoever asks goes on without it and asks again."""
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
        if (rules, words) == SUBSETS:
            from lastmove.search.fast.simplifications import subsets

            subsets.prepare()
        else:
            from lastmove.search.fast.machine import compiled

            compiled.prepare(rules, words)


def _finish(thread: threading.Thread) -> None:
    """Let the compiler finish before the process ends: what it works with must not be cleared away meanwhile."""
    try:
        thread.join()
    except KeyboardInterrupt:  # somebody does not want to wait: then nothing is cleared away
        with suppress(Exception):
            sys.stdout.flush()
        os._exit(130)
