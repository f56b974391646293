"""Executors: order, laziness, errors, and workers that end while they work."""

from __future__ import annotations

import os
import time
from functools import partial
from itertools import count
from typing import TYPE_CHECKING

import pytest

from lastmove.censuses.executors import AHEAD, MOST_TOGETHER, SPELL, Executor, Here, Processes, _Blocks, _Done, executor
from lastmove.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FATAL = 5


def square(number: int) -> int:
    if number < 0:
        raise InputError("number", f"{number} is negative")
    return number * number


def square_or_die(number: int) -> int:
    if number == FATAL:
        os._exit(1)
    return number * number


def square_or_die_at(fatal: int, number: int) -> int:
    if number == fatal:
        os._exit(1)
    return number * number


def square_slowly(number: int) -> int:
    time.sleep(2 * SPELL)
    return number * number


def square_or_wait(slow: int, number: int) -> int:
    if number == slow:
        time.sleep(2 * SPELL)
    return number * number


def given_up(number: int) -> int:
    return -number


@pytest.mark.parametrize("place", [Here(), Processes(2)])
def test_answers_come_in_order(place: Executor) -> None:
    assert list(place.map(square, range(40), given_up)) == [number * number for number in range(40)]


def begun(place: Executor, work: Callable[[int], int], wanted: int) -> int:
    """How many items have been read when so many answers have come."""
    read: list[int] = []

    def items() -> Iterator[int]:
        for number in count():
            read.append(number)
            yield number

    found = iter(place.map(work, items(), given_up))
    assert [next(found) for _ in range(wanted)] == [number * number for number in range(wanted)]
    return len(read)


def test_items_are_read_a_little_ahead_only() -> None:
    assert begun(Here(), square, 3) == 3
    assert begun(Processes(2), square_slowly, 3) <= 3 + 2 * AHEAD
    assert begun(Processes(2), square, 300) <= 300 + 2 * AHEAD * MOST_TOGETHER


def test_items_that_take_long_are_handed_out_one_by_one() -> None:
    blocks = _Blocks(range(10_000))
    sizes = []
    for seconds in (0.0, 0.0, 0.0, 1.0, 0.05, 1.0, 1.0, 1.0):
        block = blocks.next()
        sizes.append(len(block))
        blocks.learn(_Done(block, seconds))
    assert sizes == [1, 2, 4, 8, 4, 4, 2, 1]
    for _ in range(12):
        block = blocks.next()
        blocks.learn(_Done(block, 0.0))
    assert len(block) == MOST_TOGETHER


@pytest.mark.parametrize("slow", [7, 399])
def test_what_a_slow_item_leaves_of_its_block_is_done_in_its_turn(slow: int) -> None:
    found = Processes(2).map(partial(square_or_wait, slow), range(400), given_up)
    assert list(found) == [number * number for number in range(400)]


@pytest.mark.parametrize("place", [Here(), Processes(2)])
def test_what_comes_before_an_error_in_its_block_is_given_out(place: Executor) -> None:
    found = place.map(square, [*range(100), -1], given_up)
    assert [next(found) for _ in range(100)] == [number * number for number in range(100)]
    with pytest.raises(InputError, match="-1 is negative"):
        next(found)


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


@pytest.mark.long
def test_of_a_block_that_ends_its_worker_one_item_is_given_up() -> None:
    found = list(Processes(2).map(partial(square_or_die_at, 700), range(1_000), given_up))
    assert found == [number * number if number != 700 else -700 for number in range(1_000)]


def test_one_job_is_done_here() -> None:
    assert isinstance(executor(1), Here)
    assert isinstance(executor(3), Processes)
