"""What a position is: anything hashable with ``moves()`` and ``after(move)``.

The engine asks no more than that, so a class outside this package is solved like the built-in games. Further
methods are optional: ``key()`` and ``key_scope()`` (a cheaper stand-in for the position in a search table, and what the
key leaves out), ``components()`` (independent parts whose sum the position is), ``most_moves()`` (how long play can
last at most) and ``is_board`` (no start chosen yet).
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from operator import methodcaller
from typing import TYPE_CHECKING, Any, Protocol, cast, runtime_checkable

from lastmove.core.errors import InputError, show

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

START_MISSING = "missing; choose one (start=V, or --start V), or ask for every start (lm.outcomes, or --starts all)"
"""What is said of a board where a position is needed."""

Move = Any
"""A move: any value that compares by content. The built-in games use named tuples."""


@runtime_checkable
class Position(Protocol):
    """A position of an impartial game. Immutable, and hashable by content."""

    def moves(self) -> Iterable[Move]:
        """Every legal move, each once, produced lazily; none when the game is over."""

    def after(self, move: Move) -> Position:
        """The position that ``move`` leads to; this one stays as it is."""

    def __hash__(self) -> int: ...


class Over(Enum):
    """The place of a token that has left the board: the game is over."""

    OVER = "over"

    def __repr__(self) -> str:
        return "OVER"


OVER = Over.OVER
"""Given as ``start`` where a game has ended and the token stands nowhere; JSON writes ``null``."""


_SCOPED, _COMPARED, _WHOLE, _PLACED = range(4)
"""How positions of a class are told apart: by keys within a scope, by keys and comparing, whole, by keys and place."""


@lru_cache(maxsize=1024)
def _filing(kind: type) -> int:
    if getattr(kind, "key", None) is None:
        return _WHOLE
    if callable(kind.__dict__.get("key_scope")):
        return _SCOPED
    return _PLACED if getattr(kind, "__eq__", None) is object.__eq__ else _COMPARED


def key_of(position: Position) -> Hashable:
    """What a table files ``position`` under; positions of one scope with equal keys are equal.

    Without ``key_scope()`` a class promises only that keys tell apart what is reached from one start. Its key then
    counts together with the position, so that equal keys on different boards do not meet.
    """
    kind = type(position)
    filing = _filing(kind)
    if filing == _WHOLE:
        return kind, position  # named tuples of different classes are equal
    key: Hashable = position.key()  # type: ignore[attr-defined]
    return key if filing != _COMPARED else _Filed(kind, key, position)


def key_maker(kind: type) -> Callable[[Any], Hashable] | None:
    """What makes the keys of positions of one class in a table of their own; ``None`` if these are their own keys."""
    filing = _filing(kind)
    if filing == _WHOLE:
        return None
    return key_of if filing == _COMPARED else methodcaller("key")


def scope_of(position: Position, around: Hashable = ()) -> Hashable:
    """What has to agree for equal keys to mean equal positions: the rules, and the board that play began on.

    It is the same for all positions that are reached from one start. Every table of positions is chosen by it.

    Parameters
    ----------
    position
        Any position.
    around
        Where it stands in the sum that it is a part of. Nothing else tells parts apart if their class has a key, no
        scope, and no way to compare positions.

    Notes
    -----
    A class speaks for itself only: one derived from it may have rules of its own.
    """
    kind = type(position)
    filing = _filing(kind)
    if filing == _SCOPED:
        scope: Hashable = position.key_scope()  # type: ignore[attr-defined]
        return scope
    return (kind, around) if filing == _PLACED else None


def is_told_apart(position: Position) -> bool:
    """Whether scope and key tell a position from those of any other game and board, wherever it stands."""
    return _filing(type(position)) != _PLACED


class _Filed:
    """A position under a key that may stand for others too: equal only if the positions are equal."""

    __slots__ = ("key", "kind", "position")

    def __init__(self, kind: type, key: Hashable, position: Position) -> None:
        self.kind = kind
        self.key = key
        self.position = position

    def __hash__(self) -> int:
        return hash((self.kind, self.key))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Filed) or self.kind is not other.kind or self.key != other.key:
            return False
        return bool(self.position == other.position)


def components_of(position: Position) -> Sequence[Position]:
    """The independent parts whose sum ``position`` is; just itself where its game does not say."""
    components: Callable[[], Sequence[Position]] | None = getattr(position, "components", None)
    return (position,) if components is None else components()


def most_moves_of(position: Position) -> int | None:
    """A number of moves that no play from a position exceeds, by its ``most_moves()``; ``None`` for not known.

    A class that changes the moves of the game it is derived from has to say it anew.
    """
    for kind in type(position).__mro__:
        if "most_moves" in vars(kind):
            found: int | None = position.most_moves()  # type: ignore[attr-defined]
            return found
        if "moves" in vars(kind) or "after" in vars(kind):
            break
    return None


def title_of(position: object) -> str:
    """What people call the game of a position: what ``called()`` says, else its title, else the name of its class.

    >>> import lastmove as lm
    >>> title_of(lm.Octal("0.77", [7])), title_of(lm.Octal("0.7", [7])), title_of(3)
    ('Kayles', 'Octal game', 'int')
    """
    own = getattr(position, "called", None)
    return str(own()) if callable(own) else str(getattr(position, "title", "")) or type(position).__name__


def check_position(value: object) -> Position:
    """``value`` itself if it can be solved; an InputError that says what is missing otherwise."""
    if isinstance(value, str | dict):
        kind = "text" if isinstance(value, str) else "a JSON object"
        raise InputError("position", f"{show(value)} is {kind}; lastmove.parse({show(value)}) makes a position of it")
    if isinstance(value, type) or not (hasattr(value, "moves") and hasattr(value, "after")):
        raise InputError("position", f"{show(value)} has no moves() and after(move); both are needed")
    has_key = getattr(type(value), "key", None) is not None
    try:
        hash(value.key() if has_key else value)  # type: ignore[attr-defined]
    except TypeError as error:
        name = type(value).__name__
        raise InputError("position", f"{name} is not hashable ({error}); use tuples in a frozen dataclass") from None
    if getattr(value, "is_board", False):
        raise InputError("start", START_MISSING)
    return cast("Position", value)


def check_board(value: object) -> Any:
    """``value`` itself if it has starts to choose from; an InputError otherwise."""
    if isinstance(value, str):
        raise InputError(
            "board", f"{show(value)} is text; lastmove.parse({show(value)}, game=NAME) makes a board of it"
        )
    if not (hasattr(value, "starts") and hasattr(value, "at")):
        raise InputError("starts", f"{show(value)} has no start to choose")
    return value


def move_to_json(position: Position, move: Move) -> object:
    """The JSON form of a move: what the game's own ``move_to_json`` says, else the plainest faithful form."""
    return getattr(position, "move_to_json", plain_move)(move)


def plain_move(move: Move) -> object:
    """A move of a game that does not say how its moves are written."""
    if hasattr(move, "_asdict"):
        return {name: _plain(value) for name, value in move._asdict().items()}
    return _plain(move)


def start_to_json(start: Hashable) -> str:
    """A start as the key of a JSON object."""
    return start if isinstance(start, str) else str(start)


def _plain(value: object) -> object:
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return str(value)
