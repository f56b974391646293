"""Octal games and their like: take tokens from a heap and perhaps split what is left, as a code of digits says.

Some have a name of their own: Kayles, Dawson's Chess, Treblecross and others.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from itertools import count, groupby
from typing import TYPE_CHECKING

from lastmove.core.errors import InputError, show
from lastmove.core.language import listed, t, tn
from lastmove.core.view import HeapsView
from lastmove.games.base import HeapGame, read_heaps
from lastmove.games.moves import Split

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from random import Random
    from typing import Self

    from lastmove.games.fields import Fields
    from lastmove.games.samples import Range, Stratum

TITLES: Mapping[str, str] = {
    "0.77": "Kayles",
    "0.137": "Dawson's Chess",
    "0.07": "Dawson's Kayles",
    "0.007": "Treblecross",
    "0.15": "Guiles",
    "0.6": "Officers",
    "4.[3]": "Lasker's Nim",
}
"""What people call an octal game, by its code."""


def plain_name(name: str) -> str:
    """A name as the tables have it: lower case, no accents and apostrophes, hyphens between its words.

    >>> plain_name("Dawson's Chess")
    'dawsons-chess'
    """
    bare = unicodedata.normalize("NFKD", name.strip().lower())
    bare = "".join(letter for letter in bare if not unicodedata.combining(letter) and letter not in "'\u2019")
    return re.sub(r"[\s_]+", "-", bare)


FAMOUS: Mapping[str, Mapping[str, object]] = {
    **{plain_name(title): {"game": "octal", "code": code} for code, title in TITLES.items()},
    "dawson": {"game": "octal", "code": "0.137"},
}
"""The same games by what people type, as position objects without their heaps."""


def famous(name: str) -> Mapping[str, object] | None:
    """The game that has this name of its own, without heaps; ``None`` if there is none.

    >>> famous("Dawson's Chess")
    {'game': 'octal', 'code': '0.137'}
    """
    return FAMOUS.get(plain_name(name))


def code_of(text: str) -> str:
    """The octal code that a famous name stands for; every other text as it is.

    >>> code_of("kayles"), code_of(".77")
    ('0.77', '.77')
    """
    known = famous(text)
    return text if known is None else str(known["code"])


def name_and_code(code: str) -> str:
    """A game of a code for people: its name with the code beside it, or the code alone.

    >>> name_and_code("0.77"), name_and_code("0.7")
    ('Kayles (0.77)', '0.7')
    """
    name = TITLES.get(code)
    return code if name is None else f"{name} ({code})"


_set = object.__setattr__

_LEFT = ("nothing", "one heap", "two heaps", "three heaps", "four heaps")
_LONG_CODE = 100
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUV"
_CODE = re.compile(r"([0-9A-Za-z]?)\.([0-9A-Za-z]*)(?:\[([0-9A-Za-z]+)\])?", re.ASCII)
_ACCEPTED = "accepted: digits 0-9 and A-V such as '0.77', '4.7' or '0.3F', the last ones in brackets if they repeat"


@dataclass(frozen=True, slots=True)
class Code:
    """A code d0.d1d2d3... of take-and-break games: bit j of digit dk allows to take k tokens and leave j heaps.

    ``digits`` are d0, d1, ...; after them the digits of ``cycle`` come again and again, if there are any.
    """

    digits: tuple[int, ...]
    cycle: tuple[int, ...] = ()

    def digit(self, taken: int) -> int:
        """What may be left after taking this many tokens."""
        if taken < len(self.digits):
            return self.digits[taken]
        return self.cycle[(taken - len(self.digits)) % len(self.cycle)] if self.cycle else 0

    def up_to(self, heap: int) -> Iterator[tuple[int, int]]:
        """Each number of tokens that can be taken from a heap, with its digit.

        Zeros are left out, and so are repeating digits that only allow to leave nothing of a larger heap: then a heap
        of any size has its moves at once.
        """
        for taken, digit in enumerate(self.digits[: heap + 1]):
            if digit:
                yield taken, digit
        first, period = len(self.digits), len(self.cycle)
        leaving = [(place, digit) for place, digit in enumerate(self.cycle) if digit > 1]
        for lap in count(first, period) if leaving and heap >= first else ():
            for place, digit in leaving:
                if lap + place > heap:
                    break
                yield lap + place, digit
            if lap + period > heap:
                break
        if heap >= first and self.digit(heap) == 1:
            yield heap, 1

    @property
    def most_heaps(self) -> int:
        """The largest number of heaps that a move can leave of one."""
        return max((*self.digits, *self.cycle)).bit_length() - 1 if any((*self.digits, *self.cycle)) else 0

    def in_words(self) -> str:
        """What a move may do, for people.

        >>> read_code("0.77").in_words()
        'takes 1 or 2 tokens from a heap and leaves nothing, one heap or two heaps'
        """
        kinds: dict[int, list[int]] = {}
        for taken, digit in enumerate((*self.digits, *self.cycle)):
            if digit:
                kinds.setdefault(digit, []).append(taken)
        said = []
        for digit, amounts in kinds.items():
            left = listed([t(_LEFT[heaps]) for heaps in range(digit.bit_length()) if digit >> heaps & 1])
            if amounts == [0]:
                said.append(t("splits a heap into {left}, taking nothing", left=left))
            elif amounts == [1]:
                said.append(t("takes 1 token from a heap and leaves {left}", left=left))
            else:
                many = listed(list(map(str, amounts)))
                said.append(t("takes {amounts} tokens from a heap and leaves {left}", amounts=many, left=left))
        repeat = t("; the digits in brackets repeat") if self.cycle else ""
        return (t("; or ").join(said) or t("is never possible")) + repeat

    @property
    def knocks_pins(self) -> bool:
        """Whether heaps are rows of pins, of which a move takes neighbours from anywhere: Kayles and its like."""
        return not self.cycle and set(self.digits) == {0, 7} and not self.digits[0]

    def __str__(self) -> str:
        after = "".join(_DIGITS[digit] for digit in self.digits[1:])
        cycle = "".join(_DIGITS[digit] for digit in self.cycle)
        return f"{_DIGITS[self.digits[0]]}.{after}[{cycle}]" if cycle else f"{_DIGITS[self.digits[0]]}.{after or '0'}"


class Octal(HeapGame):
    """Heaps played by an octal code d0.d1d2d3... such as 0.77 (Kayles) or 0.137 (Dawson's Chess).

    Digit dk says what may be left after taking k tokens from a heap, as a sum of 1 (nothing), 2 (one heap),
    4 (two heaps, none empty), 8 (three heaps) and 16 (four heaps). d0 is 0, or a sum of 4, 8 and 16 where a heap
    may be split without taking anything.

    Parameters
    ----------
    code
        The code, as CGSuite writes it. ``.77`` is read as ``0.77``, and zeros at the end do not matter. Digits above
        9 are A to V (31), and the last digits repeat for ever if they stand in brackets: ``0.[3]`` is Nim.
    heaps
        The heap sizes, integers >= 0.

    Examples
    --------
    >>> list(Octal("0.77", [3]).moves())
    [Split(heap=0, leaves=(2,)), Split(heap=0, leaves=(1, 1)), Split(heap=0, leaves=(1,))]
    """

    __slots__ = ("code", "rule")

    name = "octal"
    title = "Octal game"
    rules = (
        "Heaps of tokens and a code d0.d1d2d3... A move takes k tokens from one heap; digit dk, a sum of 1, 2 "
        "and 4, says whether nothing (1), one heap (2) or two heaps (4) may be left of it; digits to V = 31 add three "
        "(8) and four heaps (16), and digits in brackets repeat."
    )
    fields = ("code", "heaps")
    example = {"game": "octal", "code": "0.77", "heaps": [5, 7]}
    move_class = Split

    code: str
    rule: Code

    def __init__(self, code: str, heaps: Iterable[int]) -> None:
        rule = read_code(code)
        _set(self, "rule", rule)
        _set(self, "code", str(rule))
        _set(self, "heaps", read_heaps(heaps))

    def _with(self, heaps: tuple[int, ...]) -> Self:
        made = super()._with(heaps)
        _set(made, "rule", self.rule)
        _set(made, "code", self.code)
        return made

    @classmethod
    def usual_range(cls) -> Range:
        from lastmove.games.samples import Range, up_to

        return Range(strata=up_to(0, 9, 7, 5, first=0), random=300, random_size=3, random_weight=12)

    @classmethod
    def small_boards(cls, stratum: Stratum) -> Iterator[Self]:
        """Every code of two digits behind the point, on the same heaps one after the other."""
        from lastmove.games.samples import multisets

        codes = [f"{first}.{a}{b}" for first in (0, 4) for a in range(8) for b in range(8)]
        for _, same in groupby(multisets(stratum), key=sum):
            together = list(same)
            yield from (cls(code, heaps) for code in codes for heaps in together)

    @classmethod
    def random_board(cls, rng: Random, size: int, weight: int) -> Self:
        from lastmove.games.samples import some

        code = f"{rng.choice('004')}.{''.join(rng.choice('01234567') for _ in range(rng.randint(1, 4)))}"
        heaps = [rng.randint(0, weight) for _ in range(some(rng, size))]
        while sum(heaps) > 12:  # a heap can fall into single tokens, so the total counts
            heaps[heaps.index(max(heaps))] -= 1
        return cls(code, heaps)

    def moves(self) -> Iterator[Split]:
        for number, heap in enumerate(self.heaps):
            if heap:
                for taken, digit in self.rule.up_to(heap):
                    for heaps in range(digit.bit_length()):
                        if digit >> heaps & 1:
                            yield from (Split(number, leaves) for leaves in partitions(heap - taken, heaps))

    def after(self, move: Split) -> Octal:
        number, leaves = self._read(move)
        heap = self._heap(number, move)
        if not self._allows(heap, leaves):
            raise self._illegal(move, f"{self.code} does not allow it on a heap of {show(heap)}")
        return self._with((*self.heaps[:number], *leaves, *self.heaps[number + 1 :]))

    def most_moves(self) -> int:
        """Each move takes a token or splits a heap."""
        return 2 * sum(self.heaps)

    def _allows(self, heap: int, leaves: tuple[int, ...]) -> bool:
        if type(leaves) is not tuple or any(type(leaf) is not int for leaf in leaves):
            return False
        if any(leaf < 1 for leaf in leaves) or list(leaves) != sorted(leaves, reverse=True):
            return False
        taken = heap - sum(leaves)
        return taken >= 0 and bool(self.rule.digit(taken) >> len(leaves) & 1) and heap > 0

    def key_scope(self) -> tuple[type[Octal], str]:
        return Octal, self.code

    @classmethod
    def from_json(cls, fields: Fields) -> Octal:
        return cls(fields.text("code"), fields.integers("heaps", minimum=0))

    def to_json(self) -> dict[str, object]:
        return {"code": self.code, "heaps": list(self.heaps)}

    def view(self) -> HeapsView:
        rule = "" if self.code in TITLES else self.code
        return HeapsView(self.heaps, rule=rule, pins=self.rule.knocks_pins)

    def called(self) -> str:
        return TITLES.get(self.code, self.title)

    def summary(self) -> str:
        if self.rule.knocks_pins and self.heaps:
            sizes = listed(list(map(show, self.heaps)), "{first} and {last}")
            return tn(len(self.heaps), "a row of {sizes} pins", "rows of {sizes} pins", sizes=sizes)
        return super().summary() if self.code in TITLES else f"{self.code}, {super().summary()}"

    def say_rules(self) -> str:
        if self.rule.knocks_pins:
            return self._say_pins()
        return t("Heaps of tokens. A move {does}.", does=self.rule.in_words())

    def _say_pins(self) -> str:
        amounts = [taken for taken, digit in enumerate(self.rule.digits) if digit]
        told = t("Rows of pins.")
        if amounts == [1, 2]:
            return f"{told} {t('A move knocks down one pin, or two that stand side by side.')}"
        if amounts == [1]:
            return f"{told} {t('A move knocks down one pin.')}"
        said = listed(list(map(str, amounts)))
        return f"{told} {t('A move knocks down {amounts} pins that stand side by side.', amounts=said)}"

    def knocking(self, row: int, first: int, last: int) -> Split:
        """The move that knocks down pins ``first`` to ``last`` of a row, all counted from 1.

        >>> Octal("0.77", [7]).knocking(1, 5, 5)
        Split(heap=0, leaves=(4, 2))
        """
        sides = (first - 1, self._heap(row - 1, (row, first, last)) - last)
        return Split(row - 1, tuple(sorted((side for side in sides if side), reverse=True)))

    def move_to_json(self, move: Split) -> dict[str, object]:
        return {"heap": move.heap, "leaves": list(move.leaves)}

    def move_from_json(self, raw: object) -> Split:
        move = super().move_from_json(raw)
        leaves = move.leaves
        if not isinstance(leaves, list) or any(type(leaf) is not int for leaf in leaves):
            raise InputError("leaves", f"{show(leaves)}; accepted: an array of integers >= 1, descending")
        return Split(move.heap, tuple(leaves))

    def say_move(self, move: Split) -> str:
        before = self.heaps[move.heap]
        left = listed(list(map(show, move.leaves)) or ["0"], "{first} and {last}")
        changes = {"before": show(before), "after": left}
        taken = before - sum(move.leaves)
        if self.rule.knocks_pins:
            first = move.leaves[0] + 1 if move.leaves else 1
            pins = {"first": show(first), "last": show(first + taken - 1), "row": move.heap + 1}
            where = "" if len(self.heaps) == 1 else t(" of row {row}", **pins)
            if taken == 1:
                return t("knock down pin {first}{where} ({before} -> {after})", where=where, **pins, **changes)
            if taken == 2:
                pair = "knock down pins {first} and {last}{where} ({before} -> {after})"
                return t(pair, where=where, **pins, **changes)
            return t("knock down pins {first} to {last}{where} ({before} -> {after})", where=where, **pins, **changes)
        if not taken:
            return t("split heap {heap} ({before} -> {after})", heap=move.heap + 1, **changes)
        template = "take {taken} from heap {heap} ({before} -> {after})"
        return t(template, taken=show(taken), heap=move.heap + 1, **changes)

    def _arguments(self) -> tuple[tuple[object, ...], dict[str, object]]:
        return (self.code, self.heaps), {}


def partitions(total: int, count: int, most: int | None = None) -> Iterator[tuple[int, ...]]:
    """The ways to write ``total`` as a sum of ``count`` positive integers, none above ``most``, largest first.

    >>> list(partitions(5, 2))
    [(4, 1), (3, 2)]
    """
    if count <= 1:
        if (total > 0) == (count == 1) and (most is None or total <= most):
            yield (total,) * count
        return
    first = total - count + 1 if most is None else min(most, total - count + 1)
    while first * count >= total and first > 0:
        yield from ((first, *rest) for rest in partitions(total - first, count - 1, first))
        first -= 1


def read_code(code: str) -> Code:
    """What a code says, zeros at the end left out; an InputError if it is none.

    >>> read_code("0.3F")
    Code(digits=(0, 3, 15), cycle=())
    >>> str(read_code(".[3]"))
    '0.[3]'
    """
    return _read(code) if type(code) is str and len(code) <= _LONG_CODE else _made(code)


def _made(code: object) -> Code:
    match = _CODE.fullmatch(code) if isinstance(code, str) else None
    if isinstance(code, str) and famous(code):
        raise InputError("code", f"{show(code)} is a name; its code is {show(code_of(code))}")
    if match is None or not (match[2] or match[3]):
        raise InputError("code", f"{show(code)} is no octal code; {_ACCEPTED}")
    text = ((match[1] or "0") + match[2] + (match[3] or "")).upper()
    for digit in text:
        if digit not in _DIGITS:
            raise InputError("code", f"{show(code)} has the digit {digit}; {_ACCEPTED}")
    if _DIGITS.index(text[0]) % 4:
        problem = f"{show(code)} begins with {text[0]}; before the point stands 0, 4 or a sum of 4, 8 and 16"
        raise InputError("code", problem)
    digits = [_DIGITS.index(digit) for digit in text]
    split = len(digits) - len(match[3] or "")
    digits, cycle = digits[:split], digits[split:]
    if not any(cycle):
        cycle = []
        while len(digits) > 1 and digits[-1] == 0:
            digits.pop()
    return Code(tuple(digits), tuple(cycle))


_read = lru_cache(maxsize=256)(_made)
