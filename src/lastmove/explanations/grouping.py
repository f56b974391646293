"""Many replies with like answers, said in one line: "lower heap 1 from 5 to k", for k from 0 to 4."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import compress, product
from typing import TYPE_CHECKING, NamedTuple

from lastmove.core.limits import watched

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

LEAST = 3
"""Fewer lines than these are not worth a letter k."""
MOST_FOLLOWING = 6
"""Of more numbers of an answer than these that are k and not always the same, all follow it or none does."""
_PIECES = re.compile(r"(\d+)", re.ASCII)


class Line(NamedTuple):
    """A move in words and the answer to it in words."""

    move: str
    answer: str


@dataclass(frozen=True, slots=True)
class Group:
    """Lines that differ in one number only, written k; or a single line, with no ``values``.

    Putting each of the values for k into ``move`` and ``answer`` gives the lines again.
    """

    move: str
    answer: str
    values: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        """How many lines these are."""
        return max(1, len(self.values))

    @property
    def range(self) -> str:
        """The values of k in words; empty for a single line."""
        values = tuple(sorted(self.values))
        if not values:
            return ""
        if len(values) > LEAST and values == tuple(range(values[0], values[0] + len(values))):
            return f"k = {values[0]}, ..., {values[-1]}"
        return f"k = {', '.join(map(str, values))}"


def grouped(lines: Sequence[Line]) -> list[Group]:
    """The lines in groups, in the order of the first line of each.

    >>> grouped([Line(f"take {k}", f"take {k} from the other") for k in (1, 2, 3)])
    [Group(move='take k', answer='take k from the other', values=(1, 2, 3))]
    """
    families: dict[tuple[str, str], list[int]] = {}
    for number, line in enumerate(lines):
        families.setdefault((_PIECES.sub("#", line.move), _PIECES.sub("#", line.answer)), []).append(number)
    found: list[tuple[int, Group]] = []
    for members in families.values():
        found += _split(lines, members)
    return [group for _, group in sorted(found, key=lambda pair: pair[0])]


def _split(lines: Sequence[Line], members: list[int]) -> Iterator[tuple[int, Group]]:
    """The groups of lines of one shape, each with the number of its first line: the largest group again and again."""
    left = members
    while left:
        best = max(_ways(lines, left), key=len, default=[])
        if len(best) < LEAST:
            yield from ((number, Group(*lines[number])) for number in left)
            return
        yield best[0], _group([lines[number] for number in best])
        taken = set(best)
        left = [number for number in left if number not in taken]


def _ways(lines: Sequence[Line], members: Sequence[int]) -> Iterator[list[int]]:
    """Every set of lines that differ in one number of the move, the answer following it or staying the same."""
    read = [(number, _numbers(lines[number].move), _numbers(lines[number].answer)) for number in members]
    columns = zip(*(answer for *_, answer in read), strict=True)
    varying = [place for place, values in enumerate(columns) if len(set(values)) > 1]
    buckets: dict[object, dict[str, int]] = {}
    for number, move, answer in watched(read, 16):
        for place, k in enumerate(move):
            rest = (*move[:place], *move[place + 1 :])
            for follows in _following([each for each in varying if answer[each] == k]):
                fixed = tuple(value for each, value in enumerate(answer) if each not in follows)
                buckets.setdefault((place, rest, follows, fixed), {}).setdefault(k, number)
    return (list(bucket.values()) for bucket in buckets.values())


def _following(places: list[int]) -> Iterable[tuple[int, ...]]:
    """Which of the places may follow k together: any of them, and of very many none or all."""
    if len(places) > MOST_FOLLOWING:
        return (), tuple(places)
    return (tuple(compress(places, chosen)) for chosen in product((False, True), repeat=len(places)))


def _group(lines: Sequence[Line]) -> Group:
    moves = [_numbers(line.move) for line in lines]
    place = next(place for place, values in enumerate(zip(*moves, strict=True)) if len(set(values)) > 1)
    values = [numbers[place] for numbers in moves]
    answers = list(zip(*(_numbers(line.answer) for line in lines), strict=True))
    follows = [len(set(numbers)) > 1 for numbers in answers]
    return Group(
        _with_k(lines[0].move, [number == place for number in range(len(moves[0]))]),
        _with_k(lines[0].answer, follows),
        tuple(int(value) for value in values),
    )


def _numbers(text: str) -> tuple[str, ...]:
    return tuple(_PIECES.findall(text))


def _with_k(text: str, replaced: Sequence[bool]) -> str:
    pieces = _PIECES.split(text)
    for number, yes in enumerate(replaced):
        if yes:
            pieces[2 * number + 1] = "k"
    return "".join(pieces)
