"""Ctrl-C while the compiler is at work."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["interrupts_later"]


@contextmanager
def interrupts_later() -> Iterator[None]:
    """Hold Ctrl-C back until the block is done.

    The compiler calls back into Python from where an exception cannot come out: it would be printed and forgotten,
    and a search that somebody wanted to stop would go on. Imports that are cut short are not whole afterwards either.
    """
    usual = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(usual):
        yield
        return
    came: list[tuple[int, Any]] = []
    signal.signal(signal.SIGINT, lambda number, frame: came.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
    if came:
        usual(*came[0])
