"""Moves of a token on weights as people type them: ``take 1 to b``, ``b leaving 2``, ``b 2``.

A move of such a game says where the token goes and what remains of a weight. Which weight that is, the game knows: a
move is tried, and what is missing from all weights together was taken.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import IllegalMoveError, InputError, is_integer, show

if TYPE_CHECKING:
    from collections.abc import Sequence

    Fields = dict[str, list[str]]

__all__ = ["is_meant", "is_weighted", "move_on_weights", "shortest_on_weights"]

MOST_TRIED = 5_000
"""How many moves are looked at to see where the token can go."""
_LEAVING = ("leaving", "leave")
_FILLING = ("token", "tokens", "and", "then", "move", "go")


def is_weighted(position: Any) -> bool:
    """Whether a move says where the token goes and what remains of a weight, and no more."""
    kind = position.move_class
    needed = {name for name in kind._fields if name not in kind._field_defaults}
    return needed == {"to", "remaining"} and hasattr(position, "weights") and hasattr(position, "graph")


def move_on_weights(position: Any, words: Sequence[str], text: str) -> Fields | None:
    """The words behind each field of a move; ``None`` where the words are for others to read."""
    words = ["remaining" if word in _LEAVING else word for word in words]
    if "take" in words:
        return _taken(position, words, text)
    found: Fields = {}
    before = behind = list[str]()
    for word in words:
        if word in ("to", "remaining") and word not in found:
            behind = found[word] = []
        else:
            behind.append(word)
    if found and before:  # what stands before the first name is the other field: b remaining 2
        missing = next((name for name in ("to", "remaining") if name not in found), None)
        return None if missing is None else {**found, missing: before}
    if found:
        return found
    if len(words) > 1 and is_integer(words[-1]) and not is_integer(words[0]):
        return {"to": words[:-1], "remaining": words[-1:]}
    if len(words) > 1 and is_integer(words[0]) and not is_integer(words[-1]):
        return {"remaining": words[:1], "to": words[1:]}
    return None


def shortest_on_weights(position: Any, move: Any) -> str:
    """What one types for a move.

    >>> import lastmove as lm
    >>> board = lm.NimGMR([("a", "b")], [2, 3], start="a")
    >>> shortest_on_weights(board, next(iter(board.moves())))
    'to b take 3'
    """
    take = f"take {_total(position) - _total(position.after(move))}"
    if move.to is None:
        return take
    first = next(name for name in position.move_class._fields if name in ("to", "remaining"))
    return f"to {move.to} {take}" if first == "to" else f"{take} to {move.to}"


def is_meant(position: Any, move: Any, words: Sequence[str]) -> bool:
    """Whether words are read as this move."""
    try:
        fields = move_on_weights(position, words, " ".join(words))
    except InputError:
        return False
    to = [] if move.to is None else [str(move.to)]
    return fields is not None and fields == {"remaining": [str(move.remaining)], "to": to}


def _taken(position: Any, words: list[str], text: str) -> Fields:
    """``take 1 to b``, ``b take 1``, and ``take 1`` where there is one way to go."""
    place = words.index("take")
    amount = words[place + 1] if len(words) > place + 1 else ""
    if not is_integer(amount):
        raise InputError("move", f"{show(text)}; say how many: take 1")
    rest = [word for word in words[:place] + words[place + 2 :] if word not in _FILLING]
    if rest[:2] == ["from", str(position.start)]:
        rest = rest[2:]
    rest = rest[1:] if rest[:1] == ["to"] else rest
    target = " ".join(rest) if rest else _only_target(position, text, amount)
    left = _weight(position, target, text) - int(amount)
    if left < 0:
        raise InputError("move", f"{show(text)}; there are {show(left + int(amount))} to take")
    return {"remaining": [str(left)], "to": [] if target is None else [target]}


def _only_target(position: Any, text: str, amount: str) -> str | None:
    """The one vertex that a move leads to, or None where the game ends; an InputError if there are several."""
    targets = list(dict.fromkeys(move.to for move in islice(position.moves(), MOST_TRIED)))
    if len(targets) != 1:
        raise InputError("move", f"{show(text)}; say where to go: take {show(int(amount))} to {targets[0]}")
    return None if targets[0] is None else str(targets[0])


def _weight(position: Any, target: str | None, text: str) -> int:
    """The weight that a move to a vertex lowers: what it takes, and what it leaves."""
    named = [None] if target is None else [v for v in position.graph.vertices if str(v) == target]
    emptying = [position.move_class(remaining=0, to=vertex) for vertex in named]
    for move in (*emptying, *(each for each in islice(position.moves(), MOST_TRIED) if each.to in named)):
        try:
            return int(_total(position) - _total(position.after(move)) + move.remaining)
        except IllegalMoveError:
            continue
    raise InputError("move", f"{show(text)}; no move leads to {target}")


def _total(position: Any) -> int:
    weights = position.weights
    return sum(weights.values() if hasattr(weights, "values") else weights)
