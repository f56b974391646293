"""Octal games: take tokens from a heap and perhaps split what is left, as a code of octal digits says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lastmove.core.errors import InputError, show
from lastmove.games.heaps import HeapGame, read_heaps
from lastmove.games.moves import Split

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Self

    from lastmove.games.fields import Fields

__all__ = ["Octal"]

_set = object.__setattr__

_CODE = re.compile(r"([0-9]?)\.([0-9]+)", re.ASCII)
_NOTHING, _ONE_HEAP, _TWO_HEAPS = 1, 2, 4


class Octal(HeapGame):
    """Heaps played by an octal code d0.d1d2d3... such as 0.77 (Kayles) or 0.137 (Dawson's Chess).

    Digit dk says what may be left after taking k tokens from a heap, as a sum of 1 (nothing), 2 (one heap)
    and 4 (two heaps, both non-empty). d0 is 0, or 4 where a heap may be split without taking anything.

    Parameters
    ----------
    code
        The code; ``.77`` is read as ``0.77``, and zeros at the end do not matter.
    heaps
        The heap sizes, integers >= 0.

    Examples
    --------
    >>> list(Octal("0.77", [3]).moves())
    [Split(heap=0, leaves=(2,)), Split(heap=0, leaves=(1, 1)), Split(heap=0, leaves=(1,))]
    """

    __slots__ = ("code", "digits")

    name = "octal"
    title = "Octal game"
    rules = (
        "Heaps of tokens and a code d0.d1d2d3... A move takes k tokens from one heap; digit dk, a sum of 1, 2 "
        "and 4, says whether nothing (1), one heap (2) or two heaps (4) may be left of it."
    )
    fields = ("code", "heaps")
    example = {"game": "octal", "code": "0.77", "heaps": [5, 7]}
    move_class = Split

    code: str
    digits: tuple[int, ...]

    def __init__(self, code: str, heaps: Iterable[int]) -> None:
        digits = read_code(code)
        _set(self, "digits", digits)
        _set(self, "code", f"{digits[0]}.{''.join(map(str, digits[1:])) or '0'}")
        _set(self, "heaps", read_heaps(heaps))

    def _with(self, heaps: tuple[int, ...]) -> Self:
        made = super()._with(heaps)
        _set(made, "digits", self.digits)
        _set(made, "code", self.code)
        return made

    def moves(self) -> Iterator[Split]:
        for number, heap in enumerate(self.heaps):
            for taken, digit in enumerate(self.digits[: heap + 1]):
                left = heap - taken
                if digit & _NOTHING and left == 0:
                    yield Split(number, ())
                if digit & _ONE_HEAP and left > 0:
                    yield Split(number, (left,))
                if digit & _TWO_HEAPS:
                    for smaller in range(1, left // 2 + 1):
                        yield Split(number, (left - smaller, smaller))

    def after(self, move: Split) -> Octal:
        number, leaves = self._read(move)
        heap = self._heap(number, move)
        if not self._allows(heap, leaves):
            raise self._illegal(move, f"{self.code} does not allow it on a heap of {show(heap)}")
        return self._with((*self.heaps[:number], *leaves, *self.heaps[number + 1 :]))

    def _allows(self, heap: int, leaves: tuple[int, ...]) -> bool:
        if type(leaves) is not tuple or len(leaves) > 2 or any(type(leaf) is not int for leaf in leaves):
            return False
        if any(leaf < 1 for leaf in leaves) or list(leaves) != sorted(leaves, reverse=True):
            return False
        taken = heap - sum(leaves)
        return 0 <= taken < len(self.digits) and bool(self.digits[taken] >> len(leaves) & 1) and heap > 0

    @classmethod
    def from_json(cls, fields: Fields) -> Octal:
        return cls(fields.text("code"), fields.integers("heaps", minimum=0))

    def to_json(self) -> dict[str, object]:
        return {"code": self.code, "heaps": list(self.heaps)}

    def summary(self) -> str:
        return f"{self.code}, {super().summary()}"

    def move_to_json(self, move: Split) -> dict[str, object]:
        return {"heap": move.heap, "leaves": list(move.leaves)}

    def move_from_json(self, raw: object) -> Split:
        move = super().move_from_json(raw)
        leaves = move.leaves
        if not isinstance(leaves, list) or any(type(leaf) is not int for leaf in leaves):
            raise InputError("leaves", f"{show(leaves)}; accepted: an array of integers >= 1, descending")
        return Split(move.heap, tuple(leaves))

    def say_move(self, move: Split) -> str:
        left = " and ".join(map(show, move.leaves)) or "nothing"
        return f"turn heap {move.heap} of {show(self.heaps[move.heap])} into {left}"

    def _arguments(self) -> tuple[tuple[object, ...], dict[str, object]]:
        return (self.code, self.heaps), {}


def read_code(code: str) -> tuple[int, ...]:
    """The digits d0, d1, ... of an octal code, zeros at the end left out."""
    match = _CODE.fullmatch(code) if isinstance(code, str) else None
    if match is None:
        raise InputError("code", f"{show(code)} is no octal code; accepted: digits such as '0.77' or '4.7'")
    digits = [int(digit) for digit in (match[1] or "0") + match[2]]
    if max(digits) > 7:
        raise InputError("code", f"{show(code)} has the digit {max(digits)}; the digits are 0 to 7")
    if digits[0] not in (0, _TWO_HEAPS):
        raise InputError("code", f"{show(code)} begins with {digits[0]}; before the point stands 0 or 4")
    while len(digits) > 1 and digits[-1] == 0:
        digits.pop()
    return tuple(digits)
