"""An argument in a few lines: who wins and by which move, how, one way the game can go, and the theorem behind it.

The whole of it is in :mod:`lastmove.explanations.wording`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lastmove.core.errors import printable
from lastmove.core.language import ENGLISH, Phrase, spoken, t, tn
from lastmove.core.play import Outcome
from lastmove.core.solution import LimitReason, PartsReason, TheoremReason
from lastmove.core.words import say_ending
from lastmove.explanations.argument import say_move
from lastmove.explanations.idea import idea_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lastmove.core.position import Move, Position
    from lastmove.explanations.argument import Argument, Contrast

LONGEST_LINE = 6
"""So many moves of one line of play are told."""


def short_lines(argument: Argument) -> list[str]:
    """The argument in a few paragraphs of a line or two. "You" are the player to move."""
    if argument.outcome is Outcome.UNKNOWN:
        return [t("Not known: the position is too hard for the limits that were given.")]
    if argument.exchanges is None:
        ending = say_ending(argument.problem.play)
        won = argument.outcome is Outcome.N
        verdict = t("You win.") if won else t("You lose.")
        return [t("The game is over, and {ending}. {verdict}", ending=ending, verdict=verdict)]
    return [printable(line) for line in _lines(argument)]


def _lines(argument: Argument) -> Iterator[str]:
    won = argument.outcome is Outcome.N
    yield _verdict(argument)
    idea = idea_of(argument.solution)
    if idea:
        yield t("How to win: {idea}", idea=idea) if won else t("How your opponent wins: {idea}", idea=idea)
    reason = argument.reason
    if isinstance(reason, TheoremReason) and reason.why and is_said(reason.why):
        yield t("Here {why}.", why=t(reason.why))
    line = _line(argument)
    if line:
        yield t("One way it can go: {line}", line=line)
    if argument.contrast is not None:
        yield from _contrast(argument, argument.contrast)
    if isinstance(reason, TheoremReason):
        yield t("The theorem: {title}.", title=said_title(reason))
    elif isinstance(reason, PartsReason):
        yield t("Worked out piece by piece: small cuts take the board apart, and the types of its parts say who wins.")
    elif not isinstance(reason, LimitReason):
        yield t("Found by search: every line of play that matters was followed to its end.")


def is_said(text: str) -> bool:
    """Whether a text can be said in the language that is spoken."""
    return spoken() == ENGLISH or (isinstance(text, Phrase) and t(text) != str(text))


def said_title(reason: TheoremReason) -> str:
    """The name of a theorem, and where it stands; in another language than English its name alone, if it has one."""
    if spoken() != ENGLISH:
        return t(reason.known_as or reason.name)
    return reason.title


def _verdict(argument: Argument) -> str:
    if argument.outcome is Outcome.P:
        return t("You lose if your opponent plays well: every move has an answer.")
    if argument.move is None:
        return t("You win.")
    said = t("You can win: {move}.", move=say_move(argument.problem.position, argument.move))
    if argument.winning == 1:
        return f"{said} {t('It is the only winning move.')}"
    if argument.winning is not None and argument.winning > 1:
        return f"{said} {tn(argument.winning - 1, '{count} other move wins, too.', '{count} other moves win, too.')}"
    return said


def _line(argument: Argument) -> str:
    """One line of play: to the end where it is known, else a move and the answer to one reply."""
    position = argument.problem.position
    moves: Sequence[Move] = argument.line
    total = argument.moves_left or len(moves)
    if not moves and argument.exchanges is not None and argument.exchanges.listed:
        reply, answer = argument.exchanges.listed[0]
        moves = tuple(move for move in (argument.move, reply, answer) if move is not None)
        total = len(moves) + 1
    if not moves:
        return ""
    said = []
    for number, move in enumerate(moves[:LONGEST_LINE]):
        brief = brief_move(position, move)
        said.append(t("you {move}", move=brief) if number % 2 == 0 else t("they {move}", move=brief))
        position = position.after(move)
    if total > len(said):
        return f"{t('; ').join(said)}{t('; ')}..."
    won = argument.outcome is Outcome.N
    return f"{t('; ').join(said)}. {t('You have won.') if won else t('They have won.')}"


def brief_move(position: Position, move: Move) -> str:
    """A move as people type it, without how the heap changes."""
    return re.sub(r" \([^()]* -> [^()]*\)", "", say_move(position, move))


def _contrast(argument: Argument, contrast: Contrast) -> Iterator[str]:
    """What someone used to normal play has to look out for."""
    if contrast.outcome is Outcome.UNKNOWN:
        return
    if contrast.move is not None and contrast.here is Outcome.N:
        move = brief_move(argument.problem.position, contrast.move)
        yield t("Careful: in normal play you would {move}. Here that loses.", move=move)
    elif contrast.outcome is not argument.outcome:
        wins = contrast.outcome is Outcome.N
        yield t("In normal play you would win.") if wins else t("In normal play you would lose.")
