"""Adjacent Nim: heaps in a circle, played in turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.core.errors import InputError, show
from lastmove.core.language import t
from lastmove.core.position import OVER, START_MISSING
from lastmove.core.view import HeapsView, MoveView
from lastmove.games.base import Game, read_heaps
from lastmove.games.moves import Lower, say_taking
from lastmove.graphs.readwrite import read_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from random import Random
    from typing import Self

    from lastmove.core.position import Over
    from lastmove.games.fields import Fields
    from lastmove.games.samples import Range, Stratum

_set = object.__setattr__


class AdjacentNim(Game):
    """Heaps in a circle and a current heap; a move lowers it, and the next non-empty heap becomes current.

    Parameters
    ----------
    heaps
        The heap sizes in cyclic order, integers >= 0; empty heaps are skipped.
    start
        The number of the current heap, which must not be empty; ``None`` leaves it open (a board). When all
        heaps are empty the game is over and no start is needed.

    Examples
    --------
    >>> AdjacentNim([2, 0, 4], start=0).after(Lower(remaining=1))
    AdjacentNim([1, 0, 4], start=2)
    """

    __slots__ = ("heaps", "start")

    name = "adjacent-nim"
    title = "Adjacent Nim"
    rules = (
        "Heaps in a circle, one of them current. A move takes at least one token from the current heap; then "
        "the next non-empty heap around the circle becomes current."
    )
    fields = ("heaps", "start")
    example = {"game": "adjacent-nim", "heaps": [2, 3, 4], "start": 0}
    move_class = Lower

    heaps: tuple[int, ...]
    start: int | Over | None

    def __init__(self, heaps: Iterable[int], start: int | Over | None = None) -> None:
        sizes = read_heaps(heaps)
        _set(self, "heaps", sizes)
        _set(self, "start", _read_start(start, sizes))

    @property
    def is_board(self) -> bool:
        return self.start is None

    def starts(self) -> tuple[int, ...]:
        return tuple(number for number, heap in enumerate(self.heaps) if heap)

    def at(self, start: int) -> AdjacentNim:
        return self._with(self.heaps, _read_start(start, self.heaps))

    def _with(self, heaps: tuple[int, ...], start: int | Over | None) -> Self:
        made = object.__new__(type(self))
        _set(made, "heaps", heaps)
        _set(made, "start", start)
        return made

    @classmethod
    def usual_range(cls) -> Range:
        from lastmove.games.samples import Range, up_to

        strata = up_to(12, 10, 8, 6, 4) + up_to(5, 4, 3, 2, 2, first=6, uniform=True)
        words = {"kind": "circles", "uniform": " without empty heaps"}
        return Range(strata=strata, random=500, random_size=12, random_weight=12, **words)

    @classmethod
    def small_boards(cls, stratum: Stratum) -> Iterator[Self]:
        """One rotation of each circle of heaps; a uniform stratum has no empty heaps."""
        from lastmove.games.samples import by_total

        for heaps in by_total(stratum.size, int(stratum.uniform), stratum.weight):
            if any(heaps) and heaps == min(heaps[turn:] + heaps[:turn] for turn in range(stratum.size)):
                yield cls(heaps)

    @classmethod
    def random_board(cls, rng: Random, size: int, weight: int) -> Self:
        """A circle of heaps; one in three has empty heaps, and one in three exactly one heap of 1."""
        from lastmove.games.samples import random_weights, some

        heaps = random_weights(rng, some(rng, size), 1, weight)
        kind = rng.randrange(3)
        if kind == 0:
            heaps = [heap if rng.random() < 0.8 else 0 for heap in heaps]
        elif kind == 1:
            heaps = [max(heap, 2) for heap in heaps[:7]]
            heaps[rng.randrange(len(heaps))] = 1
        return cls(heaps if any(heaps) else [1, *heaps[1:]])

    def measure(self) -> tuple[int, int]:
        return len(self.heaps), sum(self.heaps)

    def moves(self) -> Iterator[Lower]:
        if self.start is None:
            raise InputError("start", START_MISSING)
        if self.start is not OVER:
            for remaining in range(self.heaps[self.start]):
                yield Lower(remaining)

    def after(self, move: Lower) -> AdjacentNim:
        (remaining,) = self._read(move)
        current = self.start
        if current is None or current is OVER:
            raise self._illegal(move, "no heap is current")
        heap = self.heaps[current]
        if type(remaining) is not int or not 0 <= remaining < heap:
            raise self._illegal(move, f"the heap has {show(heap)}; it must be left with less, at least 0")
        heaps = (*self.heaps[:current], remaining, *self.heaps[current + 1 :])
        count = len(heaps)
        for step in range(1, count + 1):
            following = (current + step) % count
            if heaps[following]:
                return self._with(heaps, following)
        return self._with(heaps, OVER)

    def most_moves(self) -> int:
        """Each move takes a token."""
        return sum(self.heaps)

    def key(self) -> tuple[tuple[int, ...], int | Over | None]:
        return self.heaps, self.start

    def key_scope(self) -> type[AdjacentNim]:
        return AdjacentNim

    @classmethod
    def from_json(cls, fields: Fields) -> AdjacentNim:
        heaps = fields.integers("heaps", minimum=0)
        start: Any = fields.given_start
        if isinstance(start, str):
            start = read_name(start)
        elif start is None and "start" in fields:
            start = OVER if fields.get("start") is None else fields.get("start")
        return cls(heaps, start)

    def to_json(self) -> dict[str, object]:
        found: dict[str, object] = {"heaps": list(self.heaps)}
        if self.start is not None:
            found["start"] = None if self.start is OVER else self.start
        return found

    def view(self) -> HeapsView:
        current = self.start if isinstance(self.start, int) else None
        return HeapsView(self.heaps, current=current, circular=True)

    def view_move(self, move: Lower) -> MoveView:
        following = self.after(move).start
        to = following if isinstance(following, int) else None
        return MoveView(self.say_move(move), to=to, lowers=self.start, leaves=(move.remaining,))

    def summary(self) -> str:
        heaps = ", ".join(map(show, self.heaps))
        if isinstance(self.start, int):
            return t("heaps {heaps} in a circle, current heap {current}", heaps=heaps, current=self.start + 1)
        said = t("heaps {heaps} in a circle", heaps=heaps)
        return f"{said}; {t('over')}" if self.start is OVER else said

    def say_move(self, move: Lower) -> str:
        assert isinstance(self.start, int)
        return say_taking(self.start, self.heaps[self.start], move.remaining)

    def _arguments(self) -> tuple[tuple[object, ...], dict[str, object]]:
        return (self.heaps,), {} if self.start is None else {"start": self.start}


def _read_start(start: object, heaps: tuple[int, ...]) -> int | Over | None:
    last = len(heaps) - 1
    if start is not None and start is not OVER and (type(start) is not int or not 0 <= start <= last):
        raise InputError(
            "start", f"{show(start)} is no heap; {f'the heaps are 0..{last}' if heaps else 'there are none'}"
        )
    if not any(heaps):
        return OVER
    if start is OVER:
        raise InputError("start", "null means that the game is over, but there are non-empty heaps")
    if start is not None and not heaps[start]:
        raise InputError("start", f"heap {start} is empty; start on a non-empty heap")
    return start
