"""Sums: several positions side by side; a move is made in exactly one of them.

The searches of sums, and their checks, see positions as bags of independent components.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.core.errors import InputError, show
from lastmove.core.language import t
from lastmove.core.position import check_position, components_of, key_of, most_moves_of, move_to_json, scope_of
from lastmove.core.view import MoveView, SumView, view_move, view_of
from lastmove.games.base import Game, HeapGame
from lastmove.games.fields import DEEPEST_NESTING
from lastmove.games.heap_rules import Heaps
from lastmove.games.moves import PartMove
from lastmove.notation.json import position_from_json, position_to_json

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator
    from random import Random
    from typing import Self

    from lastmove.core.position import Position
    from lastmove.games.fields import Fields
    from lastmove.games.samples import Range, Stratum

_set = object.__setattr__


class Sum(Game):
    """Positions of any games, side by side; a move is made in exactly one part.

    Parameters
    ----------
    parts
        The positions: of built-in games, of a user's own games, or sums again.

    Examples
    --------
    >>> from lastmove.games.nim import Nim
    >>> list(Sum([Nim([1]), Nim([])]).moves())
    [PartMove(part=0, move=LowerHeap(heap=0, remaining=0))]
    """

    __slots__ = ("parts",)

    name = "sum"
    title = "Sum"
    rules = "Several games side by side. A move changes exactly one of them."
    fields = ("parts",)
    example = {
        "game": "sum",
        "play": "misere",
        "parts": [{"game": "nim", "heaps": [2]}, {"game": "octal", "code": "0.77", "heaps": [3]}],
    }
    move_class = PartMove

    parts: tuple[Position, ...]

    def __init__(self, parts: Iterable[Position]) -> None:
        if not isinstance(parts, Iterable) or isinstance(parts, str):
            raise InputError("parts", f"{show(parts)}; accepted: a list of positions")
        checked = []
        for number, part in enumerate(parts):
            try:
                checked.append(check_position(part))
            except InputError as error:
                raise error.inside(f"parts[{number}]") from None
        _set(self, "parts", tuple(checked))

    def components(self) -> tuple[Position, ...]:
        """The independent parts, sums within sums taken apart too."""
        return tuple(piece for part in self.parts for piece in components_of(part))

    @classmethod
    def usual_range(cls) -> Range:
        from lastmove.games.samples import Range, up_to

        strata, words = up_to(0, 5, 4, 2, first=0), {"kind": "sums", "sizes": "parts", "weights": "each"}
        return Range(strata=strata, random=300, random_size=3, random_weight=6, **words)

    @classmethod
    def small_boards(cls, stratum: Stratum) -> Iterator[Self]:
        """Sums of so many parts; of two, also inside another sum."""
        from lastmove.games.samples import small_parts

        found = [cls(parts) for parts in combinations_with_replacement(small_parts(stratum.weight), stratum.size)]
        if stratum.size == 2:
            found += [cls([each]) for each in found]
        return iter(sorted(found, key=cls.measure))

    @classmethod
    def random_board(cls, rng: Random, size: int, weight: int) -> Self:
        """Parts of several games, the first two now and then a sum of their own."""
        from lastmove.games.samples import random_part, some

        parts = [random_part(rng, weight) for _ in range(some(rng, size, 0))]
        return cls([cls(parts[:2]), *parts[2:]] if rng.random() < 0.2 else parts)

    def measure(self) -> tuple[int, int]:
        from lastmove.games.samples import part_weight

        parts = self.components()
        return len(parts), sum(map(part_weight, parts))

    def moves(self) -> Iterator[PartMove]:
        for number, part in enumerate(self.parts):
            for move in part.moves():
                yield PartMove(number, move)

    def after(self, move: PartMove) -> Sum:
        number, inner = self._read(move)
        changed = self._part(number, move).after(inner)
        made = object.__new__(Sum)
        _set(made, "parts", (*self.parts[:number], changed, *self.parts[number + 1 :]))
        return made

    def most_moves(self) -> int | None:
        """As many as in all parts together."""
        found = [most_moves_of(part) for part in self.parts]
        return None if None in found else sum(filter(None, found))

    def _part(self, number: object, move: object) -> Position:
        if type(number) is not int or not 0 <= number < len(self.parts):
            raise self._illegal(move, f"there is no such part; there are {len(self.parts)}")
        return self.parts[number]

    def key(self) -> Hashable:
        return tuple(map(key_of, self.parts))

    def key_scope(self) -> Hashable:
        return Sum, tuple(scope_of(part, number) for number, part in enumerate(self.parts))

    @classmethod
    def from_json(cls, fields: Fields) -> Sum:
        depth = fields.depth + 1
        if depth > DEEPEST_NESTING:
            raise InputError("parts", f"nested deeper than {DEEPEST_NESTING} sums")
        parts = []
        for number, part in enumerate(fields.items("parts")):
            try:
                parts.append(position_from_json(part, depth=depth))
            except InputError as error:
                raise error.inside(f"parts[{number}]") from None
        return cls(parts)

    def to_json(self) -> dict[str, object]:
        return {"parts": [position_to_json(part) for part in self.parts]}

    def move_to_json(self, move: PartMove) -> dict[str, object]:
        return {"part": move.part, "move": move_to_json(self.parts[move.part], move.move)}

    def move_from_json(self, raw: object) -> PartMove:
        move = super().move_from_json(raw)
        part = self._part(move.part, move)
        if not isinstance(part, Game):
            raise InputError("move", f"moves of {type(part).__name__} have no JSON form")
        return PartMove(move.part, part.move_from_json(move.move))

    def view(self) -> SumView:
        return SumView(tuple(map(view_of, self.parts)))

    def view_move(self, move: PartMove) -> MoveView:
        inner = view_move(self.parts[move.part], move.move)
        return MoveView(self.say_move(move), part=move.part, inner=inner)

    def summary(self) -> str:
        if not self.parts:
            return t("a sum of no parts")
        return " + ".join(_summary(part) for part in self.parts)

    def say_move(self, move: PartMove) -> str:
        part: Any = self.parts[move.part]
        inner = part.say_move(move.move) if isinstance(part, Game) else str(move.move)
        return t("in part {part}: {move}", part=move.part + 1, move=inner)

    def _arguments(self) -> tuple[tuple[object, ...], dict[str, object]]:
        return (self.parts,), {}


def _summary(part: Position) -> str:
    if isinstance(part, Sum):
        return f"({part.summary()})"
    return f"{part.called()} ({part.summary()})" if isinstance(part, Game) else show(part)


class Component(NamedTuple):
    """A component, what it is filed under, and the part of the sum it comes from (for filing its own options)."""

    key: Hashable
    place: Hashable
    position: Any


_HEAP_BY_HEAP = (HeapGame.components, Heaps.components)


def filed_components(position: Position, around: Hashable = ()) -> Iterator[Component]:
    """The independent components of a position; equal keys mean equal components.

    Sums are taken apart first, part by part, and then each part gives its own components. ``around`` is the place of
    the position in the sums around it.
    """
    if _is_of_heaps(position) and len(position.heaps) == 1:  # type: ignore[attr-defined]  # the most frequent case
        yield _filed(position, around)
        return
    if isinstance(position, Sum):
        for number, part in enumerate(position.parts):
            yield from filed_components(part, (around, number))
        return
    for component in components_of(position):
        if isinstance(component, Sum):
            yield from filed_components(component, (around, "sum"))
        else:
            yield _filed(component, around)


def _filed(component: Position, around: Hashable) -> Component:
    """A component under its scope and key, and under its place unless it is a heap.

    Two parts of a sum may have begun on one board and been played on. Written as JSON and read again, each begins on a
    board of its own. Components are numbered in certificates, so what counts as equal must not depend on that.
    """
    place = () if _is_of_heaps(component) else around
    return Component((scope_of(component, around), place, key_of(component)), around, component)


def _is_of_heaps(position: Position) -> bool:
    return getattr(type(position), "components", None) in _HEAP_BY_HEAP


def uncancelled(components: Iterable[Component]) -> list[Component]:
    """What is left when equal components cancel in pairs: in normal play G + G is worth nothing."""
    found: dict[Hashable, Component] = {}
    for component in components:
        if component.key in found:
            del found[component.key]
        else:
            found[component.key] = component
    return list(found.values())
