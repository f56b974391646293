"""Heap games from a Python function: what a move can leave of one heap is all that need be said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.errors import IllegalMoveError, InputError, show
from lastmove.core.language import listed, t
from lastmove.core.notebook import Drawable
from lastmove.core.view import HeapsView, MoveView
from lastmove.games.base import read_heaps
from lastmove.games.moves import Split

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_set = object.__setattr__


class HeapRules:
    """The rules of a heap game, as a function from the size of a heap to what a move can leave of it.

    Parameters
    ----------
    options
        For a heap of n tokens, everything a move can leave: each a tuple of heap sizes, or a single size. The order
        of the sizes and heaps of 0 do not matter.
    name
        What the game is called where a position is shown.

    Notes
    -----
    ``rules(5, 7)`` is the position with heaps of 5 and 7. A heap of 0 has no moves, and is not asked for. Every heap
    that a move leaves must be smaller than the heap it is made of; that is looked at when a heap is first met, and an
    InputError says where it fails.

    Examples
    --------
    Grundy's game: split a heap into two unequal ones.

    >>> grundys = HeapRules(lambda n: [(a, n - a) for a in range(1, n) if 2 * a < n])
    >>> list(grundys(5).moves())
    [Split(heap=0, leaves=(4, 1)), Split(heap=0, leaves=(3, 2))]
    """

    __slots__ = ("_function", "_known", "name")

    def __init__(self, options: Callable[[int], Iterable[tuple[int, ...] | int]], *, name: str = "heaps") -> None:
        if not callable(options):
            raise InputError("options", f"{show(options)}; accepted: a function from a heap size to what may be left")
        self._function = options
        self._known: dict[int, tuple[tuple[int, ...], ...]] = {}
        self.name = name

    def __call__(self, *heaps: int) -> Heaps:
        """The position with these heaps."""
        return Heaps(self, heaps)

    def options(self, heap: int) -> tuple[tuple[int, ...], ...]:
        """What a move can leave of a heap: sizes from large to small, no zeros, each way once."""
        found = self._known.get(heap) if heap else ()
        if found is None:
            given = self._function(heap)
            try:
                read = dict.fromkeys(self._read(heap, left) for left in given)
            except TypeError:
                raise InputError(f"options({heap})", f"{show(given)}; accepted: tuples of heap sizes") from None
            found = self._known[heap] = tuple(read)
        return found

    def _read(self, heap: int, left: tuple[int, ...] | int) -> tuple[int, ...]:
        sizes = (left,) if isinstance(left, int) else left
        try:
            leaves = tuple(sorted((size for size in read_heaps(sizes) if size), reverse=True))
        except InputError as error:
            raise InputError(f"options({heap})", error.problem) from None
        if leaves and leaves[0] >= heap:
            problem = f"leaves a heap of {show(leaves[0])}; each heap left must be smaller than {show(heap)}"
            raise InputError(f"options({heap})", problem)
        return leaves

    def __repr__(self) -> str:
        return f"<HeapRules {self.name}>"


class Heaps(Drawable):
    """A position of a game made with :class:`HeapRules`: independent heaps, each played by the same rules."""

    __slots__ = ("heaps", "rules")

    rules: HeapRules
    heaps: tuple[int, ...]

    def __init__(self, rules: HeapRules, heaps: Iterable[int]) -> None:
        _set(self, "rules", rules)
        _set(self, "heaps", read_heaps(heaps))

    def moves(self) -> Iterator[Split]:
        """Every way to change one heap."""
        for number, heap in enumerate(self.heaps):
            yield from (Split(number, leaves) for leaves in self.rules.options(heap))

    def after(self, move: Split) -> Heaps:
        """The position in which a heap is replaced by what the move leaves of it."""
        number, leaves = move
        if not 0 <= number < len(self.heaps) or leaves not in self.rules.options(self.heaps[number]):
            raise IllegalMoveError(f"move {show(move)}: {self.rules.name} does not allow it in {show(self.heaps)}")
        return Heaps(self.rules, (*self.heaps[:number], *leaves, *self.heaps[number + 1 :]))

    def components(self) -> tuple[Heaps, ...]:
        """One position for each heap."""
        return tuple(Heaps(self.rules, (heap,)) for heap in self.heaps)

    def view(self) -> HeapsView:
        """The heaps, under the name of the rules."""
        return HeapsView(self.heaps, rule=self.rules.name)

    def view_move(self, move: Split) -> MoveView:
        """Which heap is replaced, and by what."""
        before, left = self.heaps[move.heap], listed(list(map(show, move.leaves)) or ["0"], "{first} and {last}")
        values = {"heap": move.heap + 1, "before": show(before), "after": left}
        taken = before - sum(move.leaves)
        if taken:
            text = t("take {taken} from heap {heap} ({before} -> {after})", taken=show(taken), **values)
        else:
            text = t("split heap {heap} ({before} -> {after})", **values)
        return MoveView(text, lowers=move.heap, leaves=move.leaves)

    def key(self) -> tuple[int, ...]:
        """The heaps."""
        return self.heaps

    def key_scope(self) -> tuple[type[Heaps], HeapRules]:
        """The rules, which are compared as objects."""
        return Heaps, self.rules

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a position does not change; after(move) makes a new one")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Heaps) and self.rules is other.rules and self.heaps == other.heaps

    def __hash__(self) -> int:
        return hash((id(self.rules), self.heaps))

    def __repr__(self) -> str:
        return f"{self.rules.name}{self.heaps!r}"
