"""What an answer states besides who wins: each field is held against the proof, or named as not shown.

A field that the proof or another field contradicts is refuted: a winning move of a position that is lost, a move that
is not legal, a remoteness of the wrong parity. What a certificate of the outcome cannot show is named as not shown:
why the answer was found, how long play lasts, that a list of winning moves is complete. Of long lists on large boards
as many moves are tried as take a moment, whatever the time limit: what is named anyway is not worth more.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.certificates.boards import lasts
from lastmove.certificates.certificate import MOST_LONG_STEPS, Body, Budget, array, move_cost, number, steps_counted
from lastmove.core.errors import IllegalMoveError, InputError, Refuted, TooLarge, printable, show, show_json
from lastmove.core.limits import watched
from lastmove.games.base import Game

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from lastmove.core.play import Play

_IDENTITY = "id"
"""It is echoed in every verdict, and states nothing."""


class CheckedAnswer(NamedTuple):
    """What a certificate was found to prove: the outcome, or the outcomes of all starts; and how, in words.

    ``claim`` has ``move`` too where the answer names one: ``"wins"``, or ``"not shown"`` if it is known to be legal
    and no more. Its ``not_shown`` names the fields of the answer that the certificate does not prove.
    """

    claim: dict[str, object]
    text: str

    def to_json(self) -> dict[str, object]:
        """The answer object of ``lastmove check``."""
        return {"verified": True, **self.claim, "text": self.text}


def verified(claim: dict[str, object], text: str, not_shown: Collection[str]) -> CheckedAnswer:
    """The verdict, with the names of the fields that are not shown.

    >>> verified({"outcome": "N"}, "N", ["reason"]).to_json()
    {'verified': True, 'outcome': 'N', 'not_shown': ['reason'], 'text': 'N; not shown: reason'}
    """
    if not not_shown:
        return CheckedAnswer(claim, text)
    names = ", ".join(map(printable, not_shown))
    return CheckedAnswer({**claim, "not_shown": list(not_shown)}, f"{text}; not shown: {names}")


def unknown_fields(
    answer: Mapping[str, object], known: Collection[str], elsewhere: Collection[str], about: str
) -> list[str]:
    """The fields that the check does not know; Refuted for one of ``elsewhere``, which only other answers have."""
    others = [name for name in answer if name not in known and name != _IDENTITY and answer[name] is not None]
    for name in others:
        if name in elsewhere:
            raise Refuted(f"{name}: {show_json(answer[name])}; a proved answer about {about} does not have it")
    return others


_EVIDENCE = ("position", "certificate")
_LISTS = ("winning_moves", "winning_moves_total", "undecided_moves")
_POSITION = ("outcome", "move", "remoteness", "values", "values_complete", "reason", "move_certificate", *_LISTS)
_BOARD = ("outcomes", "moves", "reasons", *_LISTS)
_FORMULA = ("true", "assignment", "reason")
_ALL = {*_POSITION, *_BOARD, *_FORMULA}
"""What answers of ``lastmove solve`` state; no answer has all of it."""


def legal_move(position: Game, raw: object) -> Any:
    """The move that an object describes; Refuted if it is not legal."""
    try:
        move = position.move_from_json(raw)
        position.after(move)
        hash(move)
    except (InputError, IllegalMoveError, TypeError) as error:
        raise Refuted(f"the move of the answer is not legal: {error}") from None
    return move


@steps_counted(True)
def unshown_of_position(position: Any, play: Play, answer: Mapping[str, object], *, wins: bool) -> list[str]:
    """The fields of an answer about one position that its certificate does not show, in their order.

    A move that is named, and evidence of its own, are looked at elsewhere.

    Raises
    ------
    Refuted
        If a field contradicts the outcome, the rules or another field.
    """
    others = unknown_fields(answer, (*_EVIDENCE, *_POSITION), _ALL, "one position")
    over = next(iter(position.moves()), None) is None
    named = {*others, *(("reason",) if _check_reason(answer.get("reason")) else ())}
    if "move" in answer and answer["move"] is None:
        named |= {"move"} if wins and not over else set()  # it wins by a move, and the answer does not name it
        named |= {"move_certificate"} if answer.get("move_certificate") is not None else set()
    budget = Budget(MOST_LONG_STEPS)
    remoteness = _remoteness(answer.get("remoteness"), play, wins=wins, over=over)
    if remoteness is not None and not over:
        named.add("remoteness")
    if "winning_moves" in answer:
        raw = array(answer["winning_moves"], "winning_moves")
        _check_winning(position, raw, answer, budget, wins=wins)
        named |= {"winning_moves"} if wins and not over else set()
    named |= {name for name in _LISTS[1:] if answer.get(name) is not None}
    if answer.get("values") is not None:
        values = array(answer["values"], "values")
        _check_values(position, play, values, answer, budget, wins=wins)
        named |= {"values"} if values or not over else set()
    named |= {"values_complete"} if answer.get("values_complete") is not None else set()
    return [name for name in answer if name in named]


@steps_counted(True)
def unshown_of_board(
    board: Game, names: Sequence[str], outcomes: Mapping[str, object], answer: Mapping[str, object]
) -> list[str]:
    """The same for an answer about every start; ``names`` has them in order, ``outcomes`` what was shown of them."""
    starts = dict(zip(names, board.starts(), strict=True))
    others = unknown_fields(answer, (*_EVIDENCE, *_BOARD), _ALL, "every start")
    named, budget = set(others), Budget(MOST_LONG_STEPS)
    moves = _by_start(answer, "moves", starts)
    for name, move in watched(moves.items(), 256):
        if move is not None and outcomes[name] == "P":
            raise Refuted(f"moves: {show(name)} is P, and has a winning move")
    lists = _by_start(answer, "winning_moves", starts)
    for name, raw in watched(lists.items(), 256):
        listed = array(raw, "winning_moves")
        if listed and outcomes[name] == "P":
            raise Refuted(f"winning_moves: {show(name)} is P, and has winning moves")
    _check_legal((board, starts), moves, lists, budget)
    for field, given in (("moves", moves), ("winning_moves", lists)):
        if any(outcomes[name] == "N" or given[name] for name in given):
            named.add(field)
    for field in _LISTS[1:]:
        if _by_start(answer, field, starts):
            named.add(field)
    if answer.get("reasons") is not None and _check_reasons(answer["reasons"], list(outcomes.values())):
        named.add("reasons")
    return [name for name in answer if name in named]


def unshown_of_formula(answer: Mapping[str, object]) -> list[str]:
    """The same for an answer about a formula; its assignment is looked at elsewhere."""
    named = {*unknown_fields(answer, ("certificate", *_FORMULA), _ALL, "a formula")}
    named |= {"reason"} if _check_reason(answer.get("reason")) else set()
    named |= {"assignment"} if answer.get("assignment") is not None else set()
    return [name for name in answer if name in named]


def _check_reason(raw: object) -> bool:
    """Whether there is a reason; Refuted if it is none of a decided answer. That it is the true one is not shown."""
    if raw is not None and (not isinstance(raw, dict) or raw.get("kind") == "limit"):
        raise Refuted(f"reason: {show_json(raw)}; a decided answer has a theorem, a search or another argument")
    return raw is not None


def _check_reasons(raw: object, outcomes: Sequence[object]) -> bool:
    """Whether there are reasons; Refuted if they do not count every start once, or more left unknown than there are."""
    counts = {True: 0, False: 0}
    for reason in array(raw, "reasons"):
        if not isinstance(reason, dict):
            raise Refuted(f"reasons: {show_json(reason)}; accepted: an object")
        counts[reason.get("kind") == "limit"] += number(reason.get("count"), "reasons")
    unknown = sum(outcome == "unknown" for outcome in outcomes)
    if sum(counts.values()) != len(outcomes) or counts[True] > unknown:
        raise Refuted(f"reasons: there are {len(outcomes) - unknown:,} starts decided, and {unknown:,} unknown")
    return bool(raw)


def _remoteness(raw: object, play: Play, *, wins: bool, over: bool) -> int | None:
    """How long play is said to last, if it is; Refuted if the other player would have the last move."""
    if raw is None:
        return None
    length = number(raw, "remoteness", below=None)
    if lasts(length, play) != wins or (length == 0) != over:
        raise Refuted(f"remoteness: {show(length)}; with this outcome play does not last so many moves")
    return length


def _check_winning(
    position: Any, raw: list[object], answer: Mapping[str, object], budget: Budget, *, wins: bool
) -> None:
    """A list of winning moves: of a lost position it is empty, and otherwise it has the move of the answer."""
    if not wins:
        if raw or answer.get("winning_moves_total") or answer.get("undecided_moves"):
            raise Refuted("winning_moves: the position is lost, and no move wins")
        return
    cut = answer.get("winning_moves_total") is not None or answer.get("undecided_moves") is not None
    if not raw and not cut and next(iter(position.moves()), None) is not None:
        raise Refuted("winning_moves: the position is won, and some move wins")
    moves = _legal_moves(position, raw, "winning_moves", budget)
    if moves is None or cut or answer.get("move") is None:
        return
    if legal_move(position, answer["move"]) not in moves:
        raise Refuted("winning_moves: the move of the answer is not among them")


def _legal_moves(position: Any, raw: Iterable[object], field: str, budget: Budget) -> set[Any] | None:
    """The moves of a list; Refuted if one is not legal or stands there twice, ``None`` if there are too many to try."""
    if not isinstance(position, Game):
        return None
    cost = move_cost(position)
    moves: set[Any] = set()
    try:
        for each in raw:
            budget.spend(cost)
            move = legal_move(position, each)
            if move in moves:
                raise Refuted(f"{field}: {show_json(each)} stands there twice")
            moves.add(move)
    except TooLarge:
        return None
    return moves


def _check_values(
    position: Any, play: Play, raw: list[object], answer: Mapping[str, object], budget: Budget, *, wins: bool
) -> None:
    """The value of every move: outcomes and lengths that fit each other, the position's own and its winning moves."""
    rows = [_value(each, play) for each in raw]
    if not wins and any(outcome == "P" for _, outcome, _ in rows):
        raise Refuted("values: the position is lost, and no move leads to P")
    moves = _legal_moves(position, (move for move, _, _ in rows), "values", budget)
    if moves is None or answer.get("values_complete") is not None:
        return
    if sum(1 for _ in islice(position.moves(), len(moves) + 1)) != len(moves):
        raise Refuted("values: this is not every move")
    if any(outcome == "unknown" for _, outcome, _ in rows):
        return
    winning = [length for _, outcome, length in rows if outcome == "P"]
    if wins and rows and not winning:
        raise Refuted("values: the position is won, and no move leads to P")
    lengths = winning if wins else [length for _, _, length in rows]
    if lengths and None not in lengths and answer.get("remoteness") is not None:
        longest: int = (min if wins else max)(lengths) + 1  # type: ignore[type-var, operator]
        if answer["remoteness"] != longest:
            raise Refuted(f"remoteness: {show_json(answer['remoteness'])}, but by the values it is {longest}")
    if "winning_moves" in answer and not any(answer.get(name) is not None for name in _LISTS[1:]):
        said = [move for move, outcome, _ in rows if outcome == "P"]
        listed = array(answer["winning_moves"], "winning_moves")
        if _legal_moves(position, said, "values", budget) != _legal_moves(position, listed, "winning_moves", budget):
            raise Refuted("winning_moves: they are not the moves that lead to P by the values")


def _value(raw: object, play: Play) -> tuple[object, object, int | None]:
    """The move, the outcome and the remoteness after it; Refuted if the last two contradict each other."""
    if not isinstance(raw, dict):
        raise Refuted(f"values: {show_json(raw)}; accepted: an object with move, outcome and remoteness")
    body = Body(raw)
    body.only("move", "outcome", "remoteness")
    outcome, length = body.get("outcome"), body.optional("remoteness")
    if outcome not in ("N", "P", "unknown"):
        raise Refuted(f"values: {show_json(outcome)}; accepted: N, P, unknown")
    if length is not None:
        length = number(length, "values", below=None)
        if outcome == "unknown" or lasts(length, play) != (outcome == "N"):
            raise Refuted(f"values: {show_json(raw)}; with this outcome play does not last so many moves")
    return body.get("move"), outcome, length


def _by_start(answer: Mapping[str, object], field: str, starts: Mapping[str, Any]) -> dict[str, Any]:
    """A field that has something for some starts; empty where it is missing."""
    found = answer.get(field)
    if found is None:
        return {}
    if not isinstance(found, dict) or not found.keys() <= starts.keys():
        raise Refuted(f"{field}: {show_json(found)}; accepted: an object with starts of this board")
    return found


def _check_legal(
    at: tuple[Game, Mapping[str, Any]], moves: Mapping[str, object], lists: Mapping[str, list[object]], budget: Budget
) -> None:
    """Refuted if a move of a start is not legal; on large boards as many are tried as the budget allows."""
    board, starts = at
    for name, start in watched(starts.items(), 256):
        named = [move for move in (moves.get(name),) if move is not None]
        if not named and not lists.get(name):
            continue
        position = board.at(start)
        one = _legal_moves(position, named, "moves", budget)
        several = _legal_moves(position, lists.get(name, ()), "winning_moves", budget)
        if one is None or several is None:
            return
