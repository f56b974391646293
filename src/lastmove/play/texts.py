"""What is said around a game in the terminal.

Game records in files.
"""

from __future__ import annotations

import json
import re
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

from lastmove.core.errors import IllegalMoveError, InputError, printable, show
from lastmove.core.files import remove_leftovers, replacing
from lastmove.core.play import Outcome, Play
from lastmove.core.position import title_of
from lastmove.core.view import terminal_width
from lastmove.explanations.argument import say_rules
from lastmove.notation.moves import is_told_by_vertex, move_example, move_form
from lastmove.notation.record import Player

if TYPE_CHECKING:
    from lastmove.core.position import Position
    from lastmove.notation.record import GameRecord
    from lastmove.play.opponent import Choice

NARROW = 80
LONGEST_WAY = 30
"""A longer way to type a move has a line of its own."""
ENDS = {Play.NORMAL: "a player who cannot move loses", Play.MISERE: "a player who cannot move wins"}

_COMMANDS = """\
Besides moves you can type:
  moves         list all moves
  board         show the position again
  hint          name a good move
  explain       say who wins and why
  undo          take back your last move
  save FILE     keep the game in a file; `lastmove play FILE` goes on with it
  quit          stop
The letters m, b, e, u, q and h (help) will do where no vertex has that name."""


def help_text(position: Position) -> str:
    """What can be typed in this position, and for a sum the rules of its parts."""
    rules = [textwrap.fill(each, NARROW, break_on_hyphens=False) for each in say_rules(position)[1:]]
    return "\n".join([*rules, "A move can be typed in one of these ways:", *_ways_to_type(position), _COMMANDS])


def _ways_to_type(position: Position) -> list[str]:
    example = move_example(position)
    ways = [] if example is None else [(example, "an example")]
    if is_told_by_vertex(position):
        ways.append(("a vertex", "the move that leads there"))
    else:
        ways.append(("a number", "the move with that number among the moves"))
    counted = next((name for name in ("heaps", "parts") if hasattr(position, name)), None)
    ways.append((move_form(position), f"values for the capitals{f'; {counted} count from 1' if counted else ''}"))
    ways.append(("JSON", f"an object{f'; there {counted} count from 0' if counted else ''}"))
    wide = max(len(way) for way, _ in ways if len(way) <= LONGEST_WAY)
    short = f"  {{:<{wide}}}  {{}}"
    return [short.format(way, said) if len(way) <= wide else f"  {way}\n{short.format('', said)}" for way, said in ways]


def suggestion(position: Position) -> str:
    """One line below the board for someone who has not typed a move yet."""
    example = move_example(position)
    typed = "the number of a move" if example is None else f"a move, for example: {example}"
    return f"Type {typed}  (m: all moves, h: help)"


def introduction(record: GameRecord, width: int) -> tuple[str, str]:
    """The title of the game, and the lines below it: the rules, who plays, how to begin."""
    problem = record.problem
    play = play_name(problem.play)
    title = f"{title_of(problem.position)}, {play}"
    rules = next(iter(say_rules(problem.position)), "")  # those of the parts of a sum are in the help
    told = f"{rules} In {play} {ENDS[problem.play]}.".strip()
    first, second = (player is Player.PERSON for player in record.players)
    who = {
        (True, False): "You move first, the engine second.",
        (False, True): "The engine moves first, you second.",
        (True, True): "Two people play.",
        (False, False): "The engine plays against itself.",
    }[first, second]
    made = len(record.moves)
    resumed = f" {made} {'move has' if made == 1 else 'moves have'} been made." if made else ""
    wrapped = [textwrap.fill(each, width, break_on_hyphens=False) for each in (told, f"{who}{resumed}")]
    return title, "\n".join(wrapped)


def player_name(players: tuple[Player, Player], side: int) -> str:
    """What the player of a side is called."""
    if players[0] is not players[1]:
        return "You" if players[side] is Player.PERSON else "The engine"
    kind = "player" if players[0] is Player.PERSON else "engine"
    return f"The {('first', 'second')[side]} {kind}"


def complaint(error: InputError | IllegalMoveError) -> str:
    """One line about what was typed, folded where a terminal shows it."""
    if isinstance(error, IllegalMoveError):
        why = re.sub(r"^move .*?(?:\)|\.\.\.): ", "", str(error))  # the player knows what was typed
        said = f"That is not a legal move: {printable(why)}."
    else:
        said = f"{printable(str(error))} (help says what can be typed)"
    return folded(said)


def so_far(made: int) -> str:
    """How many moves there have been."""
    return f"{made} {'move was' if made == 1 else 'moves were'} made."


def folded(said: str) -> str:
    """A line in as many as it takes on a terminal; elsewhere it stays one."""
    return textwrap.fill(said, terminal_width(), break_on_hyphens=False) if sys.stdout.isatty() else said


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


def save_record(record: GameRecord, name: str) -> None:
    """Write a record to a file, wholly or not at all; an InputError if it cannot be, or is something else already."""
    path = Path(name)
    if path.exists() and not _holds_record(path):
        raise InputError("record", f"{name} exists and is no game record; choose another name")
    text = json.dumps(record.to_json()) + "\n"
    remove_leftovers(path)
    try:
        with replacing(path) as file:
            file.write(text.encode())
    except OSError as error:
        raise InputError("record", f"{name}: {error.strerror}") from None
    except ValueError:
        raise InputError("record", f"{show(name)} is no file name") from None


def _holds_record(path: Path) -> bool:
    """Whether a file is a game record, or empty, so that it may be written over; a device or a pipe is neither."""
    if not path.is_file():
        return False
    try:
        text = path.read_text(encoding="utf-8")
        found = json.loads(text) if text.strip() else {"record": 1}
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(found, dict) and "record" in found
