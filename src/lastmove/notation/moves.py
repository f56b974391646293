"""Moves as people type them: ``heap 1 remaining 3``, ``take 2 from heap 1``, ``to b``, ``part 1 to b``, or JSON.

Heaps and parts count from 1 here, as people count; in JSON and in Python they count from 0. A move of a token on
weights is ``take 1 to b``, ``b leaving 2`` or ``b 2``: it says where the token goes and what remains of a weight. Which
weight that is, the game knows: a move is tried, and what is missing from all weights together was taken. Where edges
carry the weights, the number of one may follow: ``take 1 to b edge 3``.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import IllegalMoveError, InputError, is_integer, show
from lastmove.core.files import loads
from lastmove.games.base import Game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.core.position import Move, Position

    Fields = dict[str, list[str]]

MOST_TRIED = 5_000
"""How many moves are looked at to see where the token can go."""
_LEAVING = ("leaving", "leave")
_FILLING = ("token", "tokens", "and", "then", "move", "go", "there")


def is_weighted(position: Any) -> bool:
    """Whether a move says where the token goes and what remains of a weight, and no more."""
    kind = position.move_class
    needed = {name for name in kind._fields if name not in kind._field_defaults}
    return needed == {"to", "remaining"} and hasattr(position, "weights") and hasattr(position, "graph")


def move_on_weights(position: Any, words: Sequence[str], text: str) -> Fields | None:
    """The words behind each field of a move; ``None`` where the words are for others to read."""
    words = ["remaining" if word in _LEAVING else word for word in words]
    edge: Fields = {}
    if "edge" in position.move_class._fields and words[-2:-1] == ["edge"]:
        words, edge = words[:-2], {"edge": words[-1:]}
    found = _taken_and_moved(position, words, edge, text) if "take" in words else _named_on_weights(words)
    return None if found is None else found | edge


def _named_on_weights(words: list[str]) -> Fields | None:
    """``to b remaining 2``, ``b remaining 2``, ``b 2`` and ``2 b``."""
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
    edge = "" if getattr(move, "edge", None) is None else f" edge {move.edge}"
    return f"to {move.to} {take}{edge}" if first == "to" else f"{take} to {move.to}{edge}"


def is_meant(position: Any, move: Any, words: Sequence[str]) -> bool:
    """Whether words are read as this move."""
    try:
        fields = move_on_weights(position, words, " ".join(words))
    except InputError:
        return False
    to = [] if move.to is None else [str(move.to)]
    edge = {} if getattr(move, "edge", None) is None else {"edge": [str(move.edge)]}
    return fields is not None and fields == {"remaining": [str(move.remaining)], "to": to, **edge}


def _taken_and_moved(position: Any, words: list[str], edge: Fields, text: str) -> Fields:
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
    left = _weight(position, target, edge, text) - int(amount)
    if left < 0:
        raise InputError("move", f"{show(text)}; there are {show(left + int(amount))} to take")
    return {"remaining": [str(left)], "to": [] if target is None else [target]}


def _only_target(position: Any, text: str, amount: str) -> str | None:
    """The one vertex that a move leads to, or None where the game ends; an InputError if there are several."""
    targets = list(dict.fromkeys(move.to for move in islice(position.moves(), MOST_TRIED)))
    if len(targets) != 1:
        raise InputError("move", f"{show(text)}; say where to go: take {show(int(amount))} to {targets[0]}")
    return None if targets[0] is None else str(targets[0])


def _weight(position: Any, target: str | None, edge: Fields, text: str) -> int:
    """The weight that a move to a vertex, maybe along a named edge, lowers: what it takes, and what it leaves."""
    named = [None] if target is None else [v for v in position.graph.vertices if str(v) == target]
    along = {name: int(number) if is_integer(number) else number for name, (number,) in edge.items()}
    emptying = [position.move_class(remaining=0, to=vertex, **along) for vertex in named]
    tried = () if edge else (each for each in islice(position.moves(), MOST_TRIED) if each.to in named)
    for move in (*emptying, *tried):
        try:
            return int(_total(position) - _total(position.after(move)) + move.remaining)
        except IllegalMoveError:
            continue
    raise InputError("move", f"{show(text)}; no move leads to {target}")


def _total(position: Any) -> int:
    weights = position.weights
    return sum(weights.values() if hasattr(weights, "values") else weights)


MOST_COMPARED = 5_000
"""How many legal moves a text is compared with, in the game's own words."""
MOST_LOOKED_AT = 100
"""How many moves are looked at for an example."""
_VERBS = ("split", "turn", "lower", "reduce", "move", "slide", "go")
"""Verbs that may stand before a move."""
_MEANT = {"into": "leaves", "leaving": "leaves", "to": "remaining", "leave": "remaining"}
"""What people say of heaps, as the fields of moves."""
_WORDS = re.compile(r'"[^"]*"|[^\s=,:]+')


def move_from_text(position: Position, text: str) -> Move:
    """The legal move that a text means.

    Parameters
    ----------
    position
        A position of a game that is not over.
    text
        The fields of the move by name, in any order (``heap 1 remaining 3``, ``heap=1, remaining=3``); just the values,
        in the order of the fields (``1 3``); what is taken (``take 2 from heap 1``, ``take 2``, ``take 1 to b``) or
        left (``b leaving 2``, ``b 2``); a vertex alone where one move leads there; or the move in words, as the game
        says it. Heaps and parts count from 1. A JSON object counts them from 0.

    Raises
    ------
    InputError, IllegalMoveError
        If it is none, or not legal here, in one line.

    Examples
    --------
    >>> import lastmove as lm
    >>> move_from_text(lm.Nim([4, 5]), "heap 2 remaining 3")
    LowerHeap(heap=1, remaining=3)
    >>> move_from_text(lm.Nim([4, 5]), "take 1 from heap 1")
    LowerHeap(heap=0, remaining=3)
    >>> move_from_text(lm.NimGRM([("a", "b")], [2, 1], start="a"), "0 b")
    LowerAndSlide(remaining=0, to='b')
    """
    text = text.strip()
    said = _in_words(position, text)
    if said is not None:
        return said
    if not isinstance(position, Game):
        raise InputError("move", f"{show(text)} is not among the moves; type its number")
    move = position.move_from_json(loads(text)) if text.startswith("{") else _from_words(position, text)
    try:
        position.after(move)
    except TypeError:
        raise InputError("move", f"{show(text)}; accepted: {_accepted(position)}") from None
    return move


def move_form(position: Position) -> str:
    """How a move is typed, for help texts: the names of its fields.

    >>> import lastmove as lm
    >>> move_form(lm.EdgeNimG([("a", "b"), ("a", "b")], 1, start="a"))
    'to TO remaining REMAINING edge EDGE'
    """
    if not isinstance(position, Game):
        return "the number of a move"
    inner = getattr(position, "parts", None)
    if has_pins(position):
        return "row NUMBER pin NUMBER"
    if inner:
        return f"part NUMBER, then a move of that part ({move_form(inner[0])})"
    few = islice(position.moves(), MOST_LOOKED_AT)
    edge = ["edge"] if any(getattr(move, "edge", None) is not None for move in few) else []  # of several parallel ones
    return " ".join(f"{name} {name.upper()}" for name in dict.fromkeys([*_needed(position), *edge]))


def move_example(position: Position) -> str | None:
    """A legal move as it may be typed, short and in words; ``None`` where the game is over or has no such form.

    >>> import lastmove as lm
    >>> move_example(lm.Nim([4, 5])), move_example(lm.NimGRM([("a", "b")], [2, 1], start="a"))
    ('take 1 from heap 2', 'take 1 to b')
    """
    if not isinstance(position, Game):
        return None
    few = islice(position.moves(), MOST_LOOKED_AT)
    move: Any = max(few, key=lambda each: getattr(each, "remaining", 0), default=None)  # takes little
    parts: Any = getattr(position, "parts", None)
    if move is None or parts is None:
        return None if move is None else _shortest(position, move)
    inner = move_example(parts[move.part])
    return None if inner is None else f"part {move.part + 1} {inner}"


def has_pins(position: Position) -> bool:
    """Whether moves knock down pins, as in Kayles."""
    rule = getattr(position, "rule", None)
    return bool(getattr(rule, "knocks_pins", False))


def is_told_by_pin(position: Any) -> bool:
    """Whether a number that is typed alone is a pin: there is one row of them."""
    return has_pins(position) and sum(map(bool, position.heaps)) == 1


def is_told_by_vertex(position: Position) -> bool:
    """Whether a number that is typed alone is a vertex: moves say where they go and no more, and names are integers."""
    if not isinstance(position, Game) or _needed(position) not in (["to"], ["delete"]):
        return False
    return any(type(move[0]) is int for move in islice(position.moves(), MOST_LOOKED_AT))


def _accepted(position: Position) -> str:
    """What may be typed, for someone who typed something else."""
    example = move_example(position)
    return move_form(position) if example is None else f"{move_form(position)}, for example {example}"


def _shortest(position: Any, move: Any) -> str:
    """What one types for a move."""
    names, heaps = _needed(position), getattr(position, "heaps", None)
    if has_pins(position):
        first = sum(move.leaves[:1]) + 1
        taken = position.heaps[move.heap] - sum(move.leaves)
        pins = f"pin {first}" if taken == 1 else f"pins {' '.join(map(str, range(first, first + taken)))}"
        return pins if is_told_by_pin(position) else f"row {move.heap + 1} {pins}"
    if heaps is not None and names[-1] == "remaining":
        number = move.heap if "heap" in names else position.start
        return f"take {heaps[number] - move.remaining} from heap {number + 1}"
    if names == ["to"]:
        return str(move.to)
    if names == ["delete"]:
        return " ".join(map(str, move.delete)) if isinstance(move.delete, tuple) else str(move.delete)
    if is_weighted(position):
        short = shortest_on_weights(position, move)
        if is_meant(position, move, _typed(short)):  # vertices may have names that mean something else
            return short
    said = []
    for name in names:
        value = getattr(move, name)
        if isinstance(value, tuple):
            said.append(f"{name} {' and '.join(map(str, value)) or 'nothing'}")
        else:
            said.append(f"{name} {'null' if value is None else value + 1 if name == 'heap' else value}")
    return " ".join(said)


def _typed(text: str) -> list[str]:
    """The words of a line; what stands in quotation marks is one."""
    return [word.strip('"') for word in _WORDS.findall(text)]


def _needed(position: Game) -> list[str]:
    """The fields that every move has."""
    return [name for name in position.move_class._fields if name not in position.move_class._field_defaults]


def _in_words(position: Any, text: str) -> Move | None:
    """The move whose words these are, if there is just one such move."""
    say = getattr(position, "say_move", str)
    wanted = " ".join(text.casefold().split())
    found = [
        move
        for move in islice(position.moves(), MOST_COMPARED)
        if " ".join(str(say(move)).casefold().split()) == wanted
    ]
    return found[0] if len(found) == 1 else None


def _from_words(position: Game, text: str) -> Move:
    words = _typed(text)
    words = words[1:] if len(words) > 1 and words[0].lower() in _VERBS else words
    parts = getattr(position, "parts", None)
    if parts is not None:
        return _part_move(position, words, text)
    if has_pins(position) and any(word in ("pin", "pins", "row") for word in words):
        return _knocked(position, words, text)
    if hasattr(position, "heaps"):
        if "take" in words or ("from" in words and not {"to", "into"} & {*words}):
            return _read(position, _taken(position, [word for word in words if word != "take"], text), text)
        words = [_MEANT.get(word, word) for word in words]
    only = _only_deletion(position, words) or _only_move_to(position, text)
    if only is not None:
        return only
    if is_weighted(position):
        fields = move_on_weights(position, words, text)
        if fields is not None:
            return _read(position, fields, text)
    if not words:  # nothing but commas and the like
        raise InputError("move", f"{show(text)}; accepted: {_accepted(position)}")
    return _read(position, _fields(position, words, text), text)


def _knocked(position: Any, words: list[str], text: str) -> Move:
    """``pin 5``, ``pins 5 and 6``, ``knock down pin 2 of row 1``."""
    rows = [place + 1 for place, row in enumerate(position.heaps) if row]
    if "row" in words:
        place = words.index("row")
        named = words[place + 1] if len(words) > place + 1 else ""
        words = [*words[:place], *words[place + 2 :]]
    else:
        named = str(rows[0]) if len(rows) == 1 else ""
    if not is_integer(named) or int(named) not in rows:
        listed = ", ".join(map(str, rows))
        raise InputError("move", f"{show(text)}; say which row ({listed}), for example row {rows[-1]} pin 1")
    size = position.heaps[int(named) - 1]
    pins = sorted({int(word) for word in re.findall(r"\b[0-9]{1,9}\b", " ".join(words))})
    if not pins or pins[0] < 1 or pins[-1] > size:
        raise InputError("move", f"{show(text)}; the pins are 1 to {size}")
    between = "to" in words or any("-" in word for word in words)
    if pins != list(range(pins[0], pins[-1] + 1)) and not between:
        raise InputError("move", f"{show(text)}; the pins must stand side by side")
    move = position.knocking(int(named), pins[0], pins[-1])
    position.after(move)
    return move


def _taken(position: Any, words: list[str], text: str) -> dict[str, list[str]]:
    """``take 2 from heap 1``, or ``take 2`` where it is clear from what, as the fields of a move."""
    named = "heap" in words
    if named:  # wherever it stands, its number comes last: heap 2 take 1
        place = words.index("heap")
        words = [*words[:place], *words[place + 2 :], *words[place + 1 : place + 2]]
    words = [word for word in words if word not in ("from", "heap", "token", "tokens", "of")]
    numbers = [int(word) for word in words if is_integer(word)]
    if named and len(numbers) == 1:
        raise InputError("move", f"{show(text)}; say how many: take 1 from heap {numbers[0]}")
    heaps = getattr(position, "heaps", None)
    if heaps is None or not numbers or len(numbers) != len(words) or len(numbers) > 2:
        raise InputError("move", f"{show(text)}; accepted: {_accepted(position)}")
    names = position.move_class._fields
    full = [place for place, heap in enumerate(heaps) if heap]
    from_ = numbers[1] - 1 if len(numbers) > 1 else full[0] if len(full) == 1 else None
    if "heap" not in names and position.start is not None:
        if from_ not in (None, position.start) and len(numbers) > 1:
            raise InputError("move", f"{show(text)}; heap {position.start + 1} is the current one")
        from_ = position.start
    if from_ is None:
        raise InputError("move", f"{show(text)}; say from which heap: take {numbers[0]} from heap 1")
    if not 0 <= from_ < len(heaps):
        raise InputError("move", f"{show(text)}; the heaps are 1..{len(heaps)}")
    left = heaps[from_] - numbers[0]
    if left < 0:
        raise InputError("move", f"{show(text)}; heap {from_ + 1} has {show(heaps[from_])}")
    fields = {"heap": [str(from_ + 1)]} if "heap" in names else {}
    return fields | {("leaves" if "leaves" in names else "remaining"): [str(left)]}


def _only_deletion(position: Any, words: list[str]) -> Move | None:
    """The move that chooses what has this name, or an edge by its ends in either order, if there is just one."""
    if position.move_class._fields != ("delete",):
        return None
    wanted = " ".join(words[1:] if words[:1] == ["delete"] and len(words) > 1 else words)
    found = []
    for move in islice(position.moves(), MOST_COMPARED):
        named = [str(end) for end in move.delete] if isinstance(move.delete, tuple) else [str(move.delete)]
        if wanted in (" ".join(named), " ".join(named[::-1])):
            found.append(move)
    return found[0] if len(found) == 1 else None


def _only_move_to(position: Any, text: str) -> Move | None:
    """The one move that leads to the vertex of this name, if there is just one."""
    if "to" not in position.move_class._fields:
        return None
    moves = [move for move in islice(position.moves(), MOST_COMPARED) if str(move.to) == text]
    return moves[0] if len(moves) == 1 else None


def _part_move(position: Any, words: list[str], text: str) -> Move:
    """A move in a part of a sum: the number of the part, then a move of that part."""
    words = words[1:] if words[:1] == ["part"] else words
    if not words or not is_integer(words[0]) or not 1 <= int(words[0]) <= len(position.parts):
        last = len(position.parts)
        raise InputError("move", f"{show(text)}; accepted: {_accepted(position)}, the parts being 1..{last}")
    number = int(words[0]) - 1
    rest = words[2:] if words[1:2] == ["move"] else words[1:]
    if not rest:
        part = position.parts[number]
        raise InputError("move", f"{show(text)}; say the move too: part {number + 1}, then {_accepted(part)}")
    return position.move_class(number, move_from_text(position.parts[number], " ".join(rest)))


def _fields(position: Game, words: list[str], text: str) -> dict[str, list[str]]:
    """The words that stand behind each field name; without any names, the words in the order of the fields."""
    names = position.move_class._fields
    if not any(word in names for word in words):
        needed = _needed(position)
        if len(words) < len(needed):
            raise InputError("move", f"{show(text)}; accepted: {_accepted(position)}")
        last = needed[-1]
        return {name: [word] for name, word in zip(needed, words, strict=False)} | {last: words[len(needed) - 1 :]}
    found: dict[str, list[str]] = {}
    current = None
    for word in words:
        if word in names and word not in found:
            current = found.setdefault(word, [])
        elif current is None:
            raise InputError("move", f"{show(text)}; accepted: {_accepted(position)}")
        else:
            current.append(word)
    return found


def _read(position: Game, words: dict[str, list[str]], text: str) -> Move:
    """The first reading of the words that is a legal move; the last complaint if there is none."""
    problem: Exception = InputError("move", f"{show(text)}; accepted: {_accepted(position)}")
    for numbers in (True, False):
        raw = {name: _value(name, values, numbers=numbers) for name, values in words.items()}
        try:
            move = position.move_from_json(raw)
            position.after(move)
        except (InputError, IllegalMoveError) as error:
            if not isinstance(problem, IllegalMoveError):  # a move that is not legal says more than words that are none
                problem = error
        except TypeError:
            continue
        else:
            return move
    raise problem


def _value(name: str, words: list[str], *, numbers: bool) -> object:
    """What the words behind a field name mean: a list of sizes, a number, a vertex, or nothing."""
    if name == "leaves":
        sizes = [int(word) for word in words if is_integer(word) and word != "0"]
        return (
            sorted(sizes, reverse=True)
            if all(is_integer(word) or word in ("and", "nothing") for word in words)
            else words
        )
    text = " ".join(words)
    if name == "to" and (text == "null" or not words):
        return None
    is_number = re.fullmatch(r"-?[0-9]{1,4000}", text) is not None
    if name == "heap" and is_number:
        if int(text) < 1:
            raise InputError("move", f"heap {text}; heaps count from 1")
        return int(text) - 1
    return int(text) if is_number and (numbers or name != "to") else text
