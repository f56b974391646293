"""The argument behind an answer: the rule and why it applies, the winning move, the answer to each reply.

An :class:`Argument` is data. ``str()`` and Markdown are its words (``wording.py`` beside this module); other forms are
made from its ``sections()`` or from ``to_json()``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.core.errors import InputError, show
from lastmove.core.notebook import shown_as
from lastmove.core.play import Outcome
from lastmove.core.position import move_to_json, title_of
from lastmove.core.view import terminal_width
from lastmove.games.base import Game
from lastmove.notation.json import position_to_json

if TYPE_CHECKING:
    from lastmove.core.play import Problem
    from lastmove.core.position import Move, Position
    from lastmove.core.solution import Reason, Solution
    from lastmove.explanations.page import Section


class Exchange(NamedTuple):
    """A move in a lost position, and the answer that beats it; ``None`` where the other side has no move and wins."""

    move: Move
    answer: Move | None


@dataclass(frozen=True, slots=True)
class Exchanges:
    """Moves of a lost position with their answers.

    Attributes
    ----------
    position
        The lost position.
    listed
        Moves that were looked at, each with the answer that beats it, in the order of the rules.
    total
        How many moves there are; ``None`` if they were too many to count.
    stopped_by
        The limit that was spent before all moves to be listed had an answer, if one was.
    """

    position: Position
    listed: tuple[Exchange, ...]
    total: int | None
    stopped_by: str | None = None


@dataclass(frozen=True, slots=True)
class Left:
    """What a winning move leaves: a lost position, and why it is lost."""

    position: Position
    reason: Reason


class ComponentValue(NamedTuple):
    """One component of a position with its Grundy values in normal play (g+) and in misère play (g-)."""

    text: str
    normal: int
    misere: int


@dataclass(frozen=True, slots=True)
class Values:
    """The components of a position that falls apart, and the nim-sum of their values g+."""

    components: tuple[ComponentValue, ...]
    nim_sum: int


@dataclass(frozen=True, slots=True)
class Contrast:
    """A misère position seen with the eyes of normal play.

    Attributes
    ----------
    outcome, move, reason
        The answer for normal play.
    here
        For a winning move of normal play: the outcome, in misère play, of the position it leads to. P means that it
        wins here too, N that it loses.
    refutation
        The answer that beats it here; ``None`` where there is none to give (the opponent cannot move, and wins).
    """

    outcome: Outcome
    move: Move | None
    reason: Reason
    here: Outcome | None = None
    refutation: Move | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Argument:
    """Why the answer to one position is right, for someone who knows the rules.

    Attributes
    ----------
    solution
        The answer; ``problem``, ``outcome``, ``move`` and ``reason`` are taken from it.
    left
        What the winning move leaves, if there is a winning move.
    others
        Some more winning moves, and ``winning``, how many there are in all; ``None`` if that was not counted.
    exchanges
        For N: the opponent's replies to the winning move, each with the answer. For P: every move, each with the reply
        that beats it. ``None`` where the game is over, or the outcome unknown.
    contrast
        What normal play would say, for misère positions.
    values
        The Grundy values of the components, for positions that fall apart, where they are known.
    line
        Moves to the end, the winning move first, when the winner hurries after it and the loser delays; the first of
        them, if there are many; empty if not known.
    moves_left
        The number of moves to the end in that play; ``None`` if not known.
    evidence
        What the check of the certificate verified, in words; empty where there is none.
    tried
        Theorems that speak of this game and convention and did not decide it, where none did.
    """

    solution: Solution
    left: Left | None = None
    others: tuple[Move, ...] = ()
    winning: int | None = None
    exchanges: Exchanges | None = None
    contrast: Contrast | None = None
    values: Values | None = None
    line: tuple[Move, ...] = ()
    moves_left: int | None = None
    evidence: str = ""
    tried: tuple[str, ...] = ()

    @property
    def problem(self) -> Problem:
        """The question."""
        return self.solution.problem

    @property
    def outcome(self) -> Outcome:
        """N, P or unknown."""
        return self.solution.outcome

    @property
    def move(self) -> Move | None:
        """The winning move the argument is about, if there is one."""
        return self.solution.move

    @property
    def reason(self) -> Reason:
        """The theorem or search that decided it."""
        return self.solution.reason

    def sections(self) -> tuple[Section, ...]:
        """The argument in words: headed paragraphs and tables, for every form of output."""
        from lastmove.explanations.wording import sections_of

        return sections_of(self)

    def __str__(self) -> str:
        from lastmove.explanations.page import as_text

        return as_text(self.sections(), width=terminal_width())

    def to_markdown(self) -> str:
        """The argument as Markdown."""
        from lastmove.explanations.page import as_markdown

        return as_markdown(self.sections())

    def _repr_markdown_(self) -> str:
        return self.to_markdown()

    def _repr_html_(self) -> str:
        """The argument with its picture, for notebooks."""
        return shown_as("html", self)

    def to_json(self) -> dict[str, object]:
        """The answer object of ``lastmove explain --to json``."""
        position = self.problem.position
        found: dict[str, object] = {} if self.problem.id is None else {"id": self.problem.id}
        found |= {"position": _json(position), "play": self.problem.play.value, "outcome": self.outcome.value}
        if self.outcome is not Outcome.UNKNOWN:
            found["move"] = None if self.move is None else move_to_json(position, self.move)
        found["reason"] = self.reason.to_json()
        if self.left is not None:
            found["left"] = {"position": _json(self.left.position), "reason": self.left.reason.to_json()}
            found["winning_moves_total"] = self.winning
        if self.exchanges is not None:
            found |= _exchanges_json(self.exchanges)
        if self.contrast is not None:
            found["normal"] = self._contrast_json(self.contrast)
        if self.values is not None:
            found["values"] = {
                "components": [
                    {"text": each.text, "grundy": each.normal, "misere_grundy": each.misere}
                    for each in self.values.components
                ],
                "nim_sum": self.values.nim_sum,
            }
        if self.moves_left is not None:
            found["moves_left"] = self.moves_left
            found["line"] = _line_json(position, self.line)
        if self.evidence:
            found["evidence"] = self.evidence
        if self.tried:
            found["tried"] = list(self.tried)
        found["text"] = str(self)
        return found

    def _contrast_json(self, contrast: Contrast) -> dict[str, object]:
        position = self.problem.position
        found: dict[str, object] = {"outcome": contrast.outcome.value}
        if contrast.outcome is not Outcome.UNKNOWN:
            found["move"] = None if contrast.move is None else move_to_json(position, contrast.move)
        found["reason"] = contrast.reason.to_json()
        if contrast.here is not None:
            found["move_wins_here"] = None if contrast.here is Outcome.UNKNOWN else contrast.here is Outcome.P
        if contrast.refutation is not None:
            found["refuted_by"] = move_to_json(position.after(contrast.move), contrast.refutation)
        return found


def say_move(position: Position, move: Move) -> str:
    """A move in words."""
    own: Any = getattr(position, "say_move", None)
    return str(own(move)) if callable(own) else show(move)


def say_position(position: Position) -> str:
    """A position in half a line."""
    own: Any = getattr(position, "summary", None)
    return str(own()) if callable(own) else show(position)


def say_rules(position: Position) -> list[str]:
    """The rules of a game in sentences; for a sum also those of each game in it."""
    own: Any = getattr(position, "say_rules", None)
    found = [str(own())] if callable(own) else []
    for part in getattr(position, "parts", ()):
        rules = getattr(part, "say_rules", None)
        if callable(rules) and not hasattr(part, "parts"):
            found.append(f"{title_of(part)}: {rules()}")
    return list(dict.fromkeys(found))


def _json(position: Position) -> object:
    """The JSON form of a position; its text for a game that has none."""
    if isinstance(position, Game):
        try:
            return position_to_json(position)
        except InputError:  # a sum with a part that has no JSON form
            pass
    return show(position)


def _exchanges_json(exchanges: Exchanges) -> dict[str, object]:
    position = exchanges.position
    listed = []
    for move, answer in exchanges.listed:
        after = position.after(move)
        written: dict[str, object] = {"move": move_to_json(position, move), "answer": None}
        written["text"] = say_move(position, move)
        if answer is not None:
            written["answer"] = move_to_json(after, answer)
            written["answer_text"] = say_move(after, answer)
        listed.append(written)
    found: dict[str, object] = {"replies": listed, "replies_total": exchanges.total}
    if exchanges.stopped_by is not None:
        found["replies_stopped_by"] = exchanges.stopped_by
    return found


def _line_json(position: Position, line: tuple[Move, ...]) -> list[object]:
    found = []
    for move in line:
        found.append(move_to_json(position, move))
        position = position.after(move)
    return found
