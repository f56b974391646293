"""An argument in words: sections of paragraphs and tables.

Words of the theorems, explained to someone who knows only the rules.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from lastmove.core.errors import printable, show
from lastmove.core.play import Outcome, Play
from lastmove.core.position import title_of
from lastmove.core.solution import LimitReason, PartsReason, SearchReason, TheoremReason
from lastmove.core.view import HeapsView, SumView, view_of
from lastmove.explanations.argument import say_move, say_position, say_rules
from lastmove.explanations.grouping import Line, grouped
from lastmove.explanations.page import Section, Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lastmove.core.position import Position
    from lastmove.core.solution import Reason
    from lastmove.explanations.argument import Argument, Contrast, Exchange, Exchanges, Values

WORDS: dict[str, str] = {
    "nim-sum": "Write the numbers in binary and add them without carrying: a binary digit of the nim-sum is 1 where "
    "an odd number of the numbers have a 1. Equal numbers cancel out.",
    "Grundy value": "A number for every position: the least number 0, 1, 2, ... that no move leads to. A position "
    "without moves has 0. In normal play the player to move loses exactly at value 0. In misère play a position "
    "without moves has 1 instead, and then the same holds.",
    "component": "A part that play cannot leave or join to the rest: separate heaps and the parts of a sum; in a "
    "graph, all that can be reached along edges.",
    "matching": "A set of edges no two of which share a vertex. It is maximum if no other set of this kind has more "
    "edges, and it covers the vertices at the ends of its edges.",
    "barrier": "A set of vertices. Taken away, it leaves so many pieces with an odd number of vertices that no "
    "matching can cover more vertices than the one shown.",
    "bipartite": "The vertices fall into two sides such that every edge joins one side to the other.",
    "tree": "A graph whose vertices are all joined, in one way only: there is no way round.",
    "loop": "An edge from a vertex to itself.",
    "circuit": "Arcs that lead round, from a vertex back to itself.",
    "special": "Every position of value 0 that has a move has a move to value 1.",
    "tame": "Misère play is as easy as Nim: in every position below, the Grundy values of normal and misère play are "
    "equal, or are 0 and 1 in some order.",
    "misère quotient": "A table of multiplication for positions: each has an element, sums multiply, and whether a sum "
    "is P depends on its element alone.",
    "fickle": "The Grundy values of normal and misère play are 0 and 1 in some order, as for a Nim heap of 0 or 1.",
    "P": "A position in which the player to move loses (the Previous player wins).",
    "N": "A position in which the player to move wins (the Next player wins).",
}
"""Each word as it stands in texts, with what it means."""

_ENDINGS = {"matching": "s?", "component": "s?", "loop": "s?", "circuit": "s?", "tree": "s?", "Grundy value": "s?"}


def words_in(text: str) -> list[tuple[str, str]]:
    """The words of the glossary that a text uses, in the order of the glossary.

    >>> [word for word, _ in words_in("Here the component of a is bipartite.")]
    ['component', 'bipartite']
    """
    return [
        (word, meaning)
        for word, meaning in WORDS.items()
        if re.search(rf"(?<![\w-]){re.escape(word)}{_ENDINGS.get(word, '')}(?![\w-])", text)
    ]


MOST_ROWS = 20
"""Longer tables are cut, and say how much was left out."""


_PLAY = {
    Play.NORMAL: ("normal play", "a player who cannot move loses, so the last move wins"),
    Play.MISERE: ("misère play", "a player who cannot move wins, so the last move loses"),
}


def sections_of(argument: Argument) -> tuple[Section, ...]:
    """The whole argument. "You" are the player to move."""
    sections = [_heading(argument), *_verdict(argument)]
    if argument.values is not None:
        sections.append(_values(argument, argument.values))
    if argument.move is not None:
        sections.append(_winning_move(argument))
    if argument.exchanges is not None:
        sections.append(_exchanges(argument, argument.exchanges))
    if argument.contrast is not None:
        sections.append(_contrast(argument, argument.contrast))
    if argument.line:
        sections.append(_line(argument))
    if argument.evidence and argument.evidence not in getattr(argument.reason, "why", ""):
        sections.append(Section("What was checked", (f"{_capital(argument.evidence)}.",)))
    words = words_in(" ".join(_texts(sections[1:])))
    if words:
        sections.append(Section("Words used here", (Table(("word", "meaning"), tuple(words)),)))
    return tuple(sections)


def _heading(argument: Argument) -> Section:
    position = argument.problem.position
    name, ends = _PLAY[argument.problem.play]
    title = f"{title_of(position)}, {name}: {say_position(position)}"
    rules, *parts = say_rules(position) or [""]
    counted = {HeapsView: " Heaps are counted from 1.", SumView: " Parts are counted from 1."}.get(
        type(view_of(position))
    )
    return Section(printable(title), (f"{rules} In {name} {ends}.{counted or ''}".strip(), *parts))


def _verdict(argument: Argument) -> Iterator[Section]:
    over = argument.exchanges is None and argument.outcome is not Outcome.UNKNOWN
    if argument.outcome is Outcome.UNKNOWN:
        yield Section("Who wins", ("Not known: the position is too hard for the limits that were given.",))
        yield Section(
            "What was tried",
            (_tried(argument, "None of them decides this position."), f"{_capital(str(argument.reason))}."),
        )
    elif over:
        ends = _PLAY[argument.problem.play][1].split(",")[0]
        who = "You win" if argument.outcome is Outcome.N else "You lose"
        yield Section("Who wins", (f"The game is over: you are to move and have no move. Here {ends}. {who}.",))
    else:
        yield Section("Who wins", (_winner(argument.outcome),))
        yield Section("Why", tuple(_why(argument)))


def _winner(outcome: Outcome) -> str:
    if outcome is Outcome.N:
        return "You are to move, and you win if you play well: the position is N."
    return "You are to move, and you lose against good play, whatever you do: the position is P."


def _why(argument: Argument) -> Iterator[str]:
    reason = argument.reason
    if isinstance(reason, TheoremReason):
        named = f"{_capital(reason.title)}. {reason.statement}"
        yield named if reason.known_as else f"{reason.statement} ({reason.name})"
        if reason.why:
            yield f"Here {reason.why}."
        return
    if isinstance(reason, PartsReason):
        yield f"By the types of its parts: {reason.text}."
        yield "What is played in one part changes no other, so each bag was played between parts known by type."
        return
    assert isinstance(reason, SearchReason)
    looked = f"{reason.positions:,} {'position' if reason.positions == 1 else 'positions'}"
    yield f"By exact search: every line of play that matters was followed to its end, {looked} in all."
    if argument.tried:
        yield _tried(argument, "None of them decides this position.")


def _tried(argument: Argument, end: str) -> str:
    if not argument.tried:
        return "No theorem is known for this game and convention."
    names = "; ".join(argument.tried)
    return f"Theorems known for this game and convention: {names}. {end}"


def _values(argument: Argument, values: Values) -> Section:
    """The components with their values, in binary where that shows the nim-sum."""
    misere = argument.problem.play is Play.MISERE
    numbers = [each.normal for each in values.components] + [values.nim_sum]
    digits = max(number.bit_length() for number in numbers)
    binary = 0 < digits <= 20
    head = ["component", "value" if not misere else "value in normal play"]
    head += ["in binary"] if binary else []
    head += ["value in misère play"] if misere else []
    rows = []
    for each in values.components:
        row = [printable(each.text), show(each.normal)]
        row += [f"{each.normal:0{digits}b}"] if binary else []
        rows.append((*row, show(each.misere)) if misere else tuple(row))
    total = ["nim-sum", show(values.nim_sum)] + ([f"{values.nim_sum:0{digits}b}"] if binary else [])
    rows.append((*total, "") if misere else tuple(total))
    text = "The position falls apart into components, and each of them has a Grundy value."
    return Section("The numbers", (text, Table(tuple(head), tuple(rows))))


def _winning_move(argument: Argument) -> Section:
    position, left = argument.problem.position, argument.left
    assert left is not None
    assert argument.move is not None
    text = f"{_capital(_say(position, argument.move))}. "
    over = next(iter(left.position.moves()), None) is None
    if over:
        text += f"Then the game is over, and {_PLAY[argument.problem.play][1].split(',')[0]}: your opponent."
    else:
        text += f"It leaves this: {printable(say_position(left.position))}. There your opponent is to move and loses"
        text += f": {_short(left.reason)}."
    return Section("A winning move", (text, *_others(argument)))


def _short(reason: Reason) -> str:
    """Why a position is lost, in half a sentence."""
    if isinstance(reason, TheoremReason) and reason.why:
        return f"{reason.why} ({reason.known_as or reason.name})"
    if isinstance(reason, TheoremReason):
        return reason.title
    if isinstance(reason, LimitReason):
        return "that follows from the rule above; the position itself was not worked out within the limits"
    return "every reply has an answer, as the search found"


def _others(argument: Argument) -> Iterator[str]:
    if argument.winning == 1:
        yield "It is the only winning move."
    elif argument.winning is not None and argument.others:
        listed = "; ".join(_say(argument.problem.position, move) for move in argument.others)
        more = argument.winning - 1 - len(argument.others)
        yield f"Other winning moves: {listed}{f'; and {more:,} more' if more else ''}."


def _exchanges(argument: Argument, exchanges: Exchanges) -> Section:
    """The table of replies and answers, and what is to be learned from it."""
    won = argument.outcome is Outcome.N
    title = "What to answer to each reply" if won else "Why every move loses"
    if not exchanges.total and exchanges.total is not None:
        text = "Your opponent has no reply: the game is over." if won else "There is no move."
        return Section(title, (text,))
    lines = [_exchange(exchanges, number, won) for number in range(len(exchanges.listed))]
    groups = grouped(lines)
    shown = groups[:MOST_ROWS]
    head = ("if your opponent plays", "you answer") if won else ("if you play", "your opponent answers")
    with_k = any(group.values for group in shown)
    rows = [(g.move, g.answer, g.range)[: 3 if with_k else 2] for g in shown]
    body: list[str | Table] = [Table((*head, "for")[: 3 if with_k else 2], tuple(rows))] if rows else []
    body += _left_out(exchanges, sum(group.size for group in shown))
    whole = len(exchanges.listed) == exchanges.total
    if whole and all(map(partial(_is_last, exchanges.position), exchanges.listed)):
        body.append(f"Then the game is over, and you have {'won' if won else 'lost'}.")
    elif won:
        body.append("After each answer your opponent is again in a lost position. Go on in this way to the end.")
    else:
        body.append("After each answer you are again in a lost position, and so to the end.")
    return Section(title, tuple(body))


def _is_last(position: Position, exchange: Exchange) -> bool:
    """Whether no move is left after the answer."""
    after = position.after(exchange.move)
    if exchange.answer is not None:
        after = after.after(exchange.answer)
    return next(iter(after.moves()), None) is None


def _exchange(exchanges: Exchanges, number: int, won: bool) -> Line:
    move, answer = exchanges.listed[number]
    after = exchanges.position.after(move)
    said = _say(exchanges.position, move)
    if answer is None:
        who = "you have no move, and win" if won else "no move is left: your opponent wins"
        return Line(said, f"({who})")
    return Line(said, _say(after, answer))


def _left_out(exchanges: Exchanges, shown: int) -> Iterator[str]:
    if exchanges.total is None:
        yield f"These are {shown:,} of more than 10,000 moves; the others are answered in the same way."
    elif exchanges.total > shown:
        why = ""
        if exchanges.stopped_by is not None:
            why = f" The {exchanges.stopped_by} limit was reached before all had an answer."
        yield f"These are {shown:,} of {exchanges.total:,} moves; the others lose too.{why}"


def _contrast(argument: Argument, contrast: Contrast) -> Section:
    """What someone who knows normal play would do, and what becomes of it."""
    position = argument.problem.position
    body = []
    if contrast.outcome is Outcome.UNKNOWN:
        return Section("Compared with normal play", ("Who wins in normal play was not found within the limits.",))
    reason = contrast.reason
    why = f" ({reason.known_as or reason.name}: {reason.why})" if isinstance(reason, TheoremReason) else ""
    if argument.exchanges is None:
        return Section("Compared with normal play", ("In normal play you would lose: there the last move wins.",))
    if contrast.outcome is not argument.outcome:
        body.append("Here the two conventions disagree.")
        body.append(f"In normal play the player to move would {_wins(contrast.outcome)}{why}.")
    else:
        body.append(f"In normal play the player to move would {_wins(contrast.outcome)} too{why}.")
    if argument.values is not None:
        body.append(_intuition(argument, argument.values))
    if contrast.move is not None:
        body.append(_normal_move(argument, contrast, _say(position, contrast.move)))
    return Section("Misère play is not normal play", tuple(body))


def _wins(outcome: Outcome) -> str:
    return "win" if outcome is Outcome.N else "lose"


def _intuition(argument: Argument, values: Values) -> str:
    """What the nim-sum says, and whether it is right here."""
    says = Outcome.for_mover(values.nim_sum != 0)
    text = "In normal play the nim-sum tells who wins: it is "
    text += f"{show(values.nim_sum)}, so the player to move would {_wins(says)}. "
    if says is not argument.outcome:
        return text + f"In misère play that is wrong here: the player to move {_wins(argument.outcome)}s."
    return text + "In misère play that is right here, but it cannot be relied on."


def _normal_move(argument: Argument, contrast: Contrast, said: str) -> str:
    position = argument.problem.position
    assert contrast.move is not None
    if contrast.here is Outcome.P:
        return f"A move that wins in normal play wins here too: {said}."
    if contrast.here is not Outcome.N:
        return f"In normal play one would {said}; whether that wins here was not found within the limits."
    there = position.after(contrast.move)
    text = f"In normal play one would {said}. Here that loses: "
    if contrast.refutation is None:
        return text + "your opponent then has no move, and wins."
    after = there.after(contrast.refutation)
    text += f"your opponent answers: {_say(there, contrast.refutation)}"
    if next(iter(after.moves()), None) is not None:
        return text + f". You then face this, which is lost: {printable(say_position(after))}."
    return text + "."


def _line(argument: Argument) -> Section:
    position = argument.problem.position
    rows = []
    for number, move in enumerate(argument.line):
        rows.append((str(number + 1), ("you", "your opponent")[number % 2], _say(position, move)))
        position = position.after(move)
    assert argument.moves_left is not None
    winner = "You" if argument.outcome is Outcome.N else "Your opponent"
    left = argument.moves_left - len(argument.line)
    end = f"And so on: {left:,} more {'move' if left == 1 else 'moves'}." if left else f"No move is left. {winner} won."
    if not left and winner == "You":
        end = "No move is left. You won."
    text = "One way the game can go, when the loser holds out as long as possible:"
    return Section("To the end", (text, Table(("", "who", "move"), tuple(rows)), end))


def _say(position: object, move: object) -> str:
    return printable(say_move(position, move))  # type: ignore[arg-type]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _texts(sections: Sequence[Section]) -> Iterator[str]:
    for section in sections:
        for part in section.body:
            if isinstance(part, Table):
                yield from (" ".join(cells) for cells in (part.head, *part.rows))
            else:
                yield part
