"""What a position is: anything hashable with ``moves()`` and ``after(move)``.

The engine asks no more than that, so a class outside this package is solved like the built-in games. Three
further methods are optional: ``key()`` (a cheaper stand-in for the position in a search table),
``components()`` (independent parts whose sum the position is) and ``is_board`` (no start chosen yet).
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol, cast, runtime_checkable

from lastmove.core.errors import InputError, show

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

__all__ = [
    "OVER",
    "Move",
    "Over",
    "Position",
    "check_position",
    "components_of",
    "key_of",
    "move_to_json",
    "start_to_json",
]

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


def key_of(position: Position) -> Hashable:
    """What a search table files ``position`` under.

    Among positions reached from one start (or one board), equal keys mean equal positions. The default is
    the position itself.
    """
    key: Callable[[], Hashable] | None = getattr(position, "key", None)
    return position if key is None else key()


def components_of(position: Position) -> Sequence[Position]:
    """The independent parts whose sum ``position`` is; just itself where its game does not say."""
    components: Callable[[], Sequence[Position]] | None = getattr(position, "components", None)
    return (position,) if components is None else components()


def check_position(value: object) -> Position:
    """``value`` itself if it can be solved; an InputError that says what is missing otherwise."""
    if isinstance(value, type) or not (hasattr(value, "moves") and hasattr(value, "after")):
        raise InputError("position", f"{show(value)} has no moves() and after(move); both are needed")
    try:
        key_of(cast("Position", value)).__hash__()
    except TypeError as error:
        name = type(value).__name__
        raise InputError("position", f"{name} is not hashable ({error}); use tuples in a frozen dataclass") from None
    if getattr(value, "is_board", False):
        raise InputError("start", "missing; choose one (--start V), or ask for every start (outcomes, --starts all)")
    return cast("Position", value)


def move_to_json(position: Position, move: Move) -> object:
    """The JSON form of a move: what the game's own ``move_to_json`` says, else the plainest faithful form."""
    own = getattr(position, "move_to_json", None)
    if callable(own):
        return own(move)
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
