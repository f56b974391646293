"""What every built-in game shares: frozen positions that can be read, written, compared and described.

Games on independent heaps (Nim, subtraction games, octal games) share a little more.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar

from lastmove.core.errors import IllegalMoveError, InputError, show
from lastmove.core.language import by_sentences, t
from lastmove.core.notebook import Drawable
from lastmove.core.view import HeapsView, MoveView, TextView
from lastmove.games.fields import check_known

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
    from random import Random
    from typing import Self

    from lastmove.core.view import View
    from lastmove.games.fields import Fields
    from lastmove.games.samples import Range, Stratum


class Game(Drawable, ABC):
    """A position of a game that lastmove can read and write.

    A game is one subclass in one file, plus one line in the table of ``lastmove.games``. The class says its
    name, title, rules, JSON fields, an example and the class of its moves; an instance is a position, with
    ``moves()`` and ``after(move)`` as the rules.
    """

    __slots__ = ("__weakref__",)

    name: ClassVar[str]
    """What ``"game"`` says in JSON."""
    title: ClassVar[str]
    """What people call it."""
    rules: ClassVar[str]
    """The rules in a few sentences."""
    fields: ClassVar[tuple[str, ...]]
    """The JSON fields besides game, play and id."""
    example: ClassVar[Mapping[str, object]]
    """A small position as JSON, with which ``lastmove play`` begins: some of its first moves win, and not all."""
    move_class: ClassVar[type[Any]]
    """The named tuple of its moves."""
    idea: ClassVar[str] = "No short rule is known here. Look for a move after which every reply has an answer."
    """How to win where no theorem says it, in a sentence or two that a player can act on."""

    @abstractmethod
    def moves(self) -> Iterator[Any]:
        """Every legal move, each once, lazily."""

    @abstractmethod
    def after(self, move: Any) -> Self:
        """The position after a move; an IllegalMoveError if the rules do not allow it."""

    @abstractmethod
    def key(self) -> Hashable:
        """A small value that tells apart the positions of one scope.

        The scope is what ``key_scope()`` gives: what all positions reached from one start have in common, the rules
        and the board. A class that does not define it has its positions compared, which takes longer.
        """

    @classmethod
    @abstractmethod
    def from_json(cls, fields: Fields) -> Self:
        """The position that the fields of a JSON object describe."""

    @abstractmethod
    def to_json(self) -> dict[str, object]:
        """The fields of the JSON object that describes this position, without game and play."""

    @abstractmethod
    def summary(self) -> str:
        """The position in half a line, for people."""

    def called(self) -> str:
        """What people call the game of this position: its title, or the name that its rules have of their own."""
        return self.title

    def say_rules(self) -> str:
        """The rules as they are in this position, for people who are about to play it; by default ``rules``."""
        return by_sentences(self.rules)

    @abstractmethod
    def say_move(self, move: Any) -> str:
        """A move in words, for people."""

    @abstractmethod
    def _arguments(self) -> tuple[tuple[object, ...], dict[str, object]]:
        """The constructor arguments that make this position again: its text form and its identity."""

    @classmethod
    def usual_range(cls) -> Range:
        """How far the game is tried out unless somebody asks for more: sizes, weights, random boards."""
        raise _untried(cls, "usual_range")

    @classmethod
    def small_boards(cls, stratum: Stratum) -> Iterator[Self]:  # noqa: ARG003 - what an enumeration takes
        """Every board or position of one size, by total weight, none twice up to renaming."""
        raise _untried(cls, "small_boards")

    @classmethod
    def random_board(cls, rng: Random, size: int, weight: int) -> Self:  # noqa: ARG003 - what a draw takes
        """A random board or position of at most this size and weight, small enough for the plain search."""
        raise _untried(cls, "random_board")

    def most_moves(self) -> int | None:
        """A number of moves that no play from here exceeds, where one is seen at a glance; ``None`` for not known."""
        return None

    def measure(self) -> tuple[int, int]:
        """Size and total weight: what makes one board smaller than another."""
        return 1, 0

    def view(self) -> View:
        """What the position looks like: what every picture, terminal and page renders. By default its text."""
        return TextView(self.summary())

    def view_move(self, move: Any) -> MoveView:
        """What a legal move does, in the places of ``view()``. By default its words only."""
        return MoveView(self.say_move(move))

    @property
    def is_board(self) -> bool:
        """Whether this still lacks a start, so that it is a board and not yet a position."""
        return False

    def starts(self) -> Sequence[Hashable]:
        """The starts this board can be played from; an InputError for games that have no start to choose."""
        raise InputError("starts", f"{self.name} has no start to choose; solve the position itself")

    def at(self, start: Any) -> Self:
        """The same board with the token on ``start``; without a token for ``None``."""
        raise InputError("start", f"{show(start)}; {self.name} has no start to choose")

    def move_to_json(self, move: Any) -> dict[str, object]:
        """A move as JSON: exactly the keys of the interface."""
        return dict(zip(move._fields, move, strict=True))

    def move_from_json(self, raw: object) -> Any:
        """The move that a JSON object describes; whether it is legal here is ``after``'s to say."""
        names = self.move_class._fields
        if not isinstance(raw, dict):
            raise InputError("move", f"{show(raw)}; accepted: an object with {', '.join(names)}")
        check_known(raw, names, "the move")
        for name in names:
            if name not in raw and name not in self.move_class._field_defaults:
                raise InputError(name, "missing in the move")
        return self.move_class(**raw)

    def _read(self, move: Any) -> Any:
        """``move`` if it is a move of this game at all, legal or not; an IllegalMoveError otherwise."""
        if type(move) is not self.move_class:
            form = f"{self.move_class.__name__}({', '.join(self.move_class._fields)})"
            raise self._illegal(move, f"a move of {self.name} is a {form}")
        return move

    def _illegal(self, move: object, why: str) -> IllegalMoveError:
        return IllegalMoveError(f"move {show(move)}: {why}")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a position does not change; {type(self).__name__}.after(move) makes a new one")

    def __delattr__(self, name: str) -> None:
        self.__setattr__(name, None)

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        assert isinstance(other, Game)
        return self is other or self._arguments() == other._arguments()

    def __hash__(self) -> int:
        positional, named = self._arguments()
        return hash((type(self), positional, tuple(named.items())))

    def __repr__(self) -> str:
        positional, named = self._arguments()
        parts = [repr(list(value) if type(value) is tuple else value) for value in positional]
        parts += [f"{name}={value!r}" for name, value in named.items()]
        return f"{type(self).__name__}({', '.join(parts)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), *self._arguments())


def _rebuild(kind: type[Game], positional: tuple[object, ...], named: dict[str, object]) -> Game:
    return kind(*positional, **named)


def _untried(kind: type[Game], hook: str) -> InputError:
    return InputError("game", f"{kind.name} cannot be tried out; its class needs {hook}(), see lastmove.games.samples")


_set = object.__setattr__


def read_heaps(heaps: Iterable[int]) -> tuple[int, ...]:
    """Heap sizes as a tuple of integers >= 0; numpy integers count, booleans and fractions do not."""
    if isinstance(heaps, str | bytes):
        raise InputError("heaps", f"{show(heaps)}; accepted: a list of integers >= 0")
    try:
        given = tuple(heaps)
    except TypeError:
        raise InputError("heaps", f"{show(heaps)}; accepted: a list of integers >= 0") from None
    if all(type(heap) is int and heap >= 0 for heap in given):
        return given
    found = []
    for place, heap in enumerate(given):
        try:
            size = -1 if isinstance(heap, bool) else index(heap)
        except TypeError:
            size = -1
        if size < 0:
            raise InputError(f"heaps[{place}]", f"{show(heap)}; heaps are integers >= 0")
        found.append(size)
    return tuple(found)


class HeapGame(Game):
    """A position made of heaps that do not touch each other: it is the sum of its heaps."""

    __slots__ = ("heaps",)

    heaps: tuple[int, ...]
    is_board = False

    def _with(self, heaps: tuple[int, ...]) -> Self:
        """The same game with other heaps."""
        made = object.__new__(type(self))
        _set(made, "heaps", heaps)
        return made

    def components(self) -> tuple[Self, ...]:
        """One position for each heap."""
        return tuple(self._with((heap,)) for heap in self.heaps)

    def key(self) -> tuple[int, ...]:
        return self.heaps

    def _heap(self, number: object, move: object) -> int:
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < len(self.heaps):
            raise self._illegal(move, f"there is no such heap; there are {len(self.heaps):,}")
        return self.heaps[number]

    def measure(self) -> tuple[int, int]:
        return len(self.heaps), sum(self.heaps)

    def view(self) -> HeapsView:
        return HeapsView(self.heaps)

    def view_move(self, move: Any) -> MoveView:
        """A move of a heap game names a heap, and either what remains of it or the heaps it is split into."""
        leaves = move.leaves if hasattr(move, "leaves") else (move.remaining,)
        return MoveView(self.say_move(move), lowers=move.heap, leaves=leaves)

    def summary(self) -> str:
        return t("heaps {sizes}", sizes=", ".join(map(show, self.heaps))) if self.heaps else t("no heaps")
