"""Many threads at once, with as many switches between them as Python allows."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

Asked = TypeVar("Asked")
Found = TypeVar("Found")

WAIT = 120
"""Seconds after which a thread counts as lost; much more than any of these questions takes."""


@contextmanager
def quick_switches() -> Iterator[None]:
    """Let Python change the thread after a microsecond, not after five thousand of them."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(usual)


def hammered(ask: Callable[[Asked], Found], questions: Sequence[Sequence[Asked]]) -> list[list[Found]]:
    """The answers to lists of questions, one thread for each list, all begun at the same moment.

    What a thread raises is raised here, and a thread that does not end is told too.
    """
    answers: list[list[Found]] = [[] for _ in questions]
    faults: list[BaseException] = []
    begin = threading.Barrier(len(questions))

    def work(asked: Sequence[Asked], found: list[Found]) -> None:
        try:
            begin.wait(WAIT)
            for each in asked:
                found.append(ask(each))
        except BaseException as fault:  # it is raised again in the thread of the test
            faults.append(fault)

    threads = [threading.Thread(target=work, args=pair, daemon=True) for pair in zip(questions, answers, strict=True)]
    with quick_switches():
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(WAIT)
    if faults:
        raise faults[0]
    assert not any(thread.is_alive() for thread in threads), "a thread does not end"
    return answers
