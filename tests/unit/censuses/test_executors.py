"""Executors: order, laziness, errors, and workers that end while they work."""

from __future__ import annotations

import os
from itertools import count
from typing import TYPE_CHECKING

import pytest

from lastmove.censuses.executors import AHEAD, Executor, Here, Processes, executor
from lastmove.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

FATAL = 5


def square(number: int) -> int:
    if number < 0:
        raise InputError("number", f"{number} is negative")
    return number * number


def square_or_die(number: int) -> int:
    if number == FATAL:
        os._exit(1)
    return number * number


def given_up(number: int) -> int:
    return -number


@pytest.mark.parametrize("place", [Here(), Processes(2)])
def test_answers_come_in_order(place: Executor) -> None:
    assert list(place.map(square, range(40), given_up)) == [number * number for number in range(40)]


@pytest.mark.parametrize("place", [Here(), Processes(2)])
def test_items_are_read_a_little_ahead_only(place: Executor) -> None:
    read: list[int] = []

    def items() -> Iterator[int]:
        for number in count():
            read.append(number)
            yield number

    found = iter(place.map(square, items(), given_up))
    assert [next(found) for _ in range(3)] == [0, 1, 4]
    assert len(read) <= 3 + 2 * AHEAD


@pytest.mark.parametrize("place", [Here(), Processes(2)])
def test_what_the_work_raises_is_raised_here(place: Executor) -> None:
    found = place.map(square, [1, -2, 3], given_up)
    assert next(found) == 1
    with pytest.raises(InputError, match="-2 is negative"):
        next(found)


@pytest.mark.long
def test_an_item_that_ends_its_worker_is_given_up_and_no_other() -> None:
    expected = [number * number if number != FATAL else -FATAL for number in range(12)]
    assert list(Processes(2).map(square_or_die, range(12), given_up)) == expected


def test_one_job_is_done_here() -> None:
    assert isinstance(executor(1), Here)
    assert isinstance(executor(3), Processes)
