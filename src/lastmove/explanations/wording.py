"""An argument in words, for someone who knows only the rules.

Words of the theorems are explained at the end. Many replies with like answers are said in one line: "lower heap 1 from
5 to k", for k from 0 to 4.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from itertools import compress, product
from typing import TYPE_CHECKING, NamedTuple

from lastmove.core.errors import printable, show
from lastmove.core.language import t
from lastmove.core.limits import watched
from lastmove.core.play import Outcome, Play
from lastmove.core.position import title_of
from lastmove.core.solution import LimitReason, PartsReason, SearchReason, TheoremReason
from lastmove.core.table import Table
from lastmove.core.words import ENDS, counted, say_play
from lastmove.explanations.argument import say_move, say_position, say_rules
from lastmove.explanations.idea import idea_of
from lastmove.explanations.page import Section
from lastmove.explanations.short import brief_move

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lastmove.core.position import Move, Position
    from lastmove.core.solution import Reason
    from lastmove.explanations.argument import Argument, Contrast, Exchange, Exchanges, Values

WORDS: dict[str, str] = {
    "nim-sum": "Write the numbers in binary and add them without carrying: a binary digit of the nim-sum is 1 where "
    "an odd number of the numbers have a 1. Equal numbers cancel out.",
    "Grundy value": "A number for every position: the least number 0, 1, 2, ... that no move leads to. A position "
    "without moves has 0. In normal play the player to move loses exactly at value 0. In misère play a position "
    "without moves has 1 instead, and then the same holds.",
    "component": "A part of the board on its own: each heap, and each part of a sum; in a graph, all that can be "
    "reached along edges.",
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


def sections_of(argument: Argument) -> tuple[Section, ...]:
    """The whole argument. "You" are the player to move."""
    sections = [heading(argument), *_verdict(argument)]
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


def heading(argument: Argument) -> Section:
    """The game, the convention and the position; the rules."""
    position = argument.problem.position
    play = argument.problem.play
    game, shown = t(title_of(position)), say_position(position)
    title = t("{game}, {play}: {position}", game=game, play=say_play(play), position=shown)
    rules, *parts = say_rules(position) or [""]
    return Section(printable(title), (f"{rules} {say_end(play)}".strip(), *parts))


def say_end(play: Play) -> str:
    """How the game ends, in a sentence."""
    if play is Play.NORMAL:
        return t("In normal play a player who cannot move loses, so the last move wins.")
    return t("In misère play a player who cannot move wins, so the last move loses.")


def _verdict(argument: Argument) -> Iterator[Section]:
    over = argument.exchanges is None and argument.outcome is not Outcome.UNKNOWN
    if argument.outcome is Outcome.UNKNOWN:
        yield Section("Who wins", ("Not known: the position is too hard for the limits that were given.",))
        yield Section(
            "What was tried",
            (_tried(argument, "None of them decides this position."), f"{_capital(str(argument.reason))}."),
        )
    elif over:
        who = "You win" if argument.outcome is Outcome.N else "You lose"
        ends = ENDS[argument.problem.play]
        yield Section("Who wins", (f"The game is over: you are to move and have no move. Here {ends}. {who}.",))
    else:
        yield Section("Who wins", (_winner(argument.outcome),))
        idea = idea_of(argument.solution)
        if idea:
            title = "How to win" if argument.outcome is Outcome.N else "How your opponent wins"
            yield Section(title, (idea,))
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
    looked = counted(reason.positions, "position")
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
        text += f"Then the game is over, and {ENDS[argument.problem.play]}: your opponent."
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


def _exchange(exchanges: Exchanges, number: int, won: bool) -> LineOfPlay:
    move, answer = exchanges.listed[number]
    after = exchanges.position.after(move)
    said = _brief(exchanges.position, move)
    if answer is None:
        who = "you have no move, and win" if won else "no move is left: your opponent wins"
        return LineOfPlay(said, f"({who})")
    return LineOfPlay(said, _brief(after, answer))


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
    end = f"And so on: {counted(left, 'more move')}." if left else f"No move is left. {winner} won."
    if not left and winner == "You":
        end = "No move is left. You won."
    text = "One way the game can go, when the loser holds out as long as possible:"
    return Section("To the end", (text, Table(("", "who", "move"), tuple(rows)), end))


def _say(position: object, move: object) -> str:
    return printable(say_move(position, move))  # type: ignore[arg-type]


def _brief(position: Position, move: Move) -> str:
    return printable(brief_move(position, move))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _texts(sections: Sequence[Section]) -> Iterator[str]:
    for section in sections:
        for part in section.body:
            if isinstance(part, Table):
                yield from (" ".join(map(str, cells)) for cells in (part.head, *part.rows))
            else:
                yield part


FEWEST_GROUPED = 3
"""Fewer lines than these are not worth a letter k."""
MOST_FOLLOWING = 6
"""Of more numbers of an answer than these that are k and not always the same, all follow it or none does."""
_PIECES = re.compile(r"(\d+)", re.ASCII)


class LineOfPlay(NamedTuple):
    """A move in words and the answer to it in words."""

    move: str
    answer: str


@dataclass(frozen=True, slots=True)
class LineGroup:
    """Lines that differ in one number only, written k; or a single line, with no ``values``.

    Putting each of the values for k into ``move`` and ``answer`` gives the lines again.
    """

    move: str
    answer: str
    values: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        """How many lines these are."""
        return max(1, len(self.values))

    @property
    def range(self) -> str:
        """The values of k in words; empty for a single line."""
        values = tuple(sorted(self.values))
        if not values:
            return ""
        if len(values) > FEWEST_GROUPED and values == tuple(range(values[0], values[0] + len(values))):
            return f"k = {values[0]}, ..., {values[-1]}"
        return f"k = {', '.join(map(str, values))}"


def grouped(lines: Sequence[LineOfPlay]) -> list[LineGroup]:
    """The lines in groups, in the order of the first line of each.

    >>> grouped([LineOfPlay(f"take {k}", f"take {k} from the other") for k in (1, 2, 3)])
    [LineGroup(move='take k', answer='take k from the other', values=(1, 2, 3))]
    """
    families: dict[tuple[str, str], list[int]] = {}
    for number, line in enumerate(lines):
        families.setdefault((_PIECES.sub("#", line.move), _PIECES.sub("#", line.answer)), []).append(number)
    found: list[tuple[int, LineGroup]] = []
    for members in families.values():
        found += _split(lines, members)
    return [group for _, group in sorted(found, key=lambda pair: pair[0])]


def _split(lines: Sequence[LineOfPlay], members: list[int]) -> Iterator[tuple[int, LineGroup]]:
    """The groups of lines of one shape, each with the number of its first line: the largest group again and again."""
    left = members
    while left:
        best = max(_ways(lines, left), key=len, default=[])
        if len(best) < FEWEST_GROUPED:
            yield from ((number, LineGroup(*lines[number])) for number in left)
            return
        yield best[0], _group([lines[number] for number in best])
        taken = set(best)
        left = [number for number in left if number not in taken]


def _ways(lines: Sequence[LineOfPlay], members: Sequence[int]) -> Iterator[list[int]]:
    """Every set of lines that differ in one number of the move, the answer following it or staying the same."""
    read = [(number, _numbers(lines[number].move), _numbers(lines[number].answer)) for number in members]
    columns = zip(*(answer for *_, answer in read), strict=True)
    varying = [place for place, values in enumerate(columns) if len(set(values)) > 1]
    buckets: dict[object, dict[str, int]] = {}
    for number, move, answer in watched(read, 16):
        for place, k in enumerate(move):
            rest = (*move[:place], *move[place + 1 :])
            for follows in _following([each for each in varying if answer[each] == k]):
                fixed = tuple(value for each, value in enumerate(answer) if each not in follows)
                buckets.setdefault((place, rest, follows, fixed), {}).setdefault(k, number)
    return (list(bucket.values()) for bucket in buckets.values())


def _following(places: list[int]) -> Iterable[tuple[int, ...]]:
    """Which of the places may follow k together: any of them, and of very many none or all."""
    if len(places) > MOST_FOLLOWING:
        return (), tuple(places)
    return (tuple(compress(places, chosen)) for chosen in product((False, True), repeat=len(places)))


def _group(lines: Sequence[LineOfPlay]) -> LineGroup:
    moves = [_numbers(line.move) for line in lines]
    place = next(place for place, values in enumerate(zip(*moves, strict=True)) if len(set(values)) > 1)
    values = [numbers[place] for numbers in moves]
    answers = list(zip(*(_numbers(line.answer) for line in lines), strict=True))
    follows = [len(set(numbers)) > 1 for numbers in answers]
    return LineGroup(
        _with_k(lines[0].move, [number == place for number in range(len(moves[0]))]),
        _with_k(lines[0].answer, follows),
        tuple(int(value) for value in values),
    )


def _numbers(text: str) -> tuple[str, ...]:
    return tuple(_PIECES.findall(text))


def _with_k(text: str, replaced: Sequence[bool]) -> str:
    pieces = _PIECES.split(text)
    for number, yes in enumerate(replaced):
        if yes:
            pieces[2 * number + 1] = "k"
    return "".join(pieces)
