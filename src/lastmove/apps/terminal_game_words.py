"""What is said around a game in the terminal."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from lastmove.core.errors import IllegalMoveError, printable
from lastmove.core.play import Outcome, Play
from lastmove.engine.explanation.argument import say_rules
from lastmove.games.record import Player

if TYPE_CHECKING:
    from lastmove.core.errors import InputError
    from lastmove.engine.opponent import Choice
    from lastmove.games.record import GameRecord

__all__ = ["ENDS", "HELP", "complaint", "introduction", "meaning", "play_name", "player_name"]

ENDS = {Play.NORMAL: "a player who cannot move loses", Play.MISERE: "a player who cannot move wins"}

HELP = """\
  a number      make the move with that number
  {form}
                make that move; also: take 2 from heap 1, a vertex alone, JSON (from 0)
  moves         list all moves
  board         show the position again
  hint          name a good move
  explain       say who wins and why
  undo          take back your last move
  save FILE     keep the game in a file; `lastmove play FILE` goes on with it
  quit          stop
Heaps and parts count from 1; h, q, m, u, e and b stand for commands where no vertex has that name."""


def introduction(record: GameRecord, width: int) -> tuple[str, str]:
    """The title of the game, and the lines below it: the rules, who plays, how to begin."""
    problem = record.problem
    play = play_name(problem.play)
    title = f"{getattr(problem.position, 'title', type(problem.position).__name__)}, {play}"
    rules, *parts = say_rules(problem.position) or [""]
    paragraphs = [f"{rules} In {play} {ENDS[problem.play]}.".strip(), *parts]
    first, second = (player is Player.PERSON for player in record.players)
    who = {
        (True, False): "You move first, the engine second.",
        (False, True): "The engine moves first, you second.",
        (True, True): "Two people play.",
        (False, False): "The engine plays against itself.",
    }[first, second]
    made = len(record.moves)
    resumed = f" {made} {'move has' if made == 1 else 'moves have'} been made." if made else ""
    asks = " Type the number of a move, or help." if first or second else ""
    wrapped = [textwrap.fill(each, width, break_on_hyphens=False) for each in (*paragraphs, f"{who}{resumed}{asks}")]
    return title, "\n".join(wrapped)


def player_name(players: tuple[Player, Player], side: int) -> str:
    """What the player of a side is called."""
    if players[0] is not players[1]:
        return "You" if players[side] is Player.PERSON else "The engine"
    kind = "player" if players[0] is Player.PERSON else "engine"
    return f"The {('first', 'second')[side]} {kind}"


def complaint(error: InputError | IllegalMoveError) -> str:
    """One line about what was typed."""
    if isinstance(error, IllegalMoveError):
        return f"That is not a legal move: {printable(str(error).partition('): ')[2] or str(error))}."
    return f"{printable(str(error))} (help says what can be typed)"


def play_name(play: Play) -> str:
    return "normal play" if play is Play.NORMAL else "misère play"


def meaning(choice: Choice) -> str:
    """What a choice is worth to the one who makes it."""
    if choice.outcome is Outcome.UNKNOWN:
        return "Whether it wins is not known: the position is too hard for the limits."
    moves = ""
    if choice.moves_left is not None:
        count = f"{choice.moves_left} {'move' if choice.moves_left == 1 else 'moves'}"
        moves = f", in {count} at most" if choice.outcome is Outcome.N else f" ({count})"
    if choice.outcome is Outcome.N:
        return f"It wins{moves}."
    longest = "it holds out longest" if choice.moves_left is not None else "it should hold out long"
    return f"Every move loses against good play; {longest}{moves}."
