"""A game in the terminal: whose turn it is, what they type, what the engine plays, what is said around it.

When a game is over: explain it, save it, see it again, or play once more.
"""

from __future__ import annotations

import json
import re
import sys
import textwrap
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from threading import Event, Timer
from typing import TYPE_CHECKING

import click

from lastmove.cli.output import behind, echo_bold
from lastmove.core.errors import (
    CycleError,
    IllegalMoveError,
    InputError,
    InternalError,
    LimitReached,
    is_integer,
    printable,
    show,
)
from lastmove.core.files import json_line, remove_leftovers, replacing
from lastmove.core.limits import Limits, interrupts_raised, stopping_at_limits, watching
from lastmove.core.play import Outcome, Problem
from lastmove.core.position import title_of
from lastmove.core.showing import Showing
from lastmove.core.view import GraphView, terminal_width, view_of
from lastmove.core.words import ENDS, counted, play_name
from lastmove.explanations.argument import say_move, say_rules
from lastmove.explanations.position_text import board_in_time, board_lines
from lastmove.notation.moves import has_pins, is_told_by_pin, is_told_by_vertex, move_example, move_form, move_from_text
from lastmove.notation.record import GameRecord, Player
from lastmove.pictures.text_art import places_of
from lastmove.play.opponent import Level, Opponent, slip
from lastmove.solver.solve import solve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from lastmove.core.position import Move, Position
    from lastmove.play.opponent import Choice

LONGEST_LESSON = 60
"""Longer games are not gone through again at their end."""
_LESSON = Limits(positions=20_000, time=1)
PROMPT = "Again? (yes, no, explain [MOVE], replay, save FILE) "
HELP = """\
  yes            play it again
  no             stop
  explain        say who wins from the first position, and why
  explain 3      the same of the position before move 3
  replay         show the game again, move by move
  save FILE      keep the game in a file"""

NARROW = 80
LONGEST_WAY = 30
"""A longer way to type a move has a line of its own."""
_COMMANDS = """\
Besides moves you can type:
  moves         list all moves
  board         show the position again
  hint          say whether a winning move exists; asked again, name a good move
  explain       say who wins and why
  undo          take back your last move
  save FILE     keep the game in a file; `lastmove play FILE` goes on with it
  quit          stop
"""


def after_game(record: GameRecord, limits: Limits) -> bool:
    """Ask what is to be done with a game that is over; whether another one is wanted."""
    while True:
        try:
            line = input(PROMPT).strip()
        except EOFError:
            click.echo()
            return False
        word, _, rest = line.partition(" ")
        try:
            if word.lower() in ("y", "yes", "a", "again"):
                return True
            if word.lower() in ("", "n", "no", "q", "quit", "exit"):
                return False
            _do(word.lower(), rest.strip(), record, limits)
        except InputError as error:
            click.echo(complaint(error))


def _do(word: str, rest: str, record: GameRecord, limits: Limits) -> None:
    if word in ("h", "help", "?"):
        click.echo(HELP)
    elif word in ("r", "replay"):
        show_replay(record)
    elif word in ("e", "explain"):
        last = max(len(record.moves), 1)
        if rest and (not is_integer(rest) or not 1 <= int(rest) <= last):
            raise InputError("explain", f"{rest}; accepted: the number of a move, 1 to {last}")
        show_explanation(Problem(record.positions[int(rest or 1) - 1], record.problem.play), limits)
    elif word in ("s", "save"):
        if not rest:
            raise InputError("save", "a file name is missing; accepted: save FILE")
        save_record(record, rest)
        click.echo(f"Saved. See it with: lastmove explain {printable(rest)} --after 0")
    else:
        raise InputError("", f"{word} is not understood; accepted: yes, no, explain [MOVE], replay, save FILE")


def show_replay(record: GameRecord) -> None:
    """Every position of a game and the moves between them."""
    positions = record.positions
    for number, move in enumerate(record.moves):
        for line in board_lines(positions[number]):
            click.echo(printable(line))
        name = player_name(record.players, number % 2)
        verb = "play" if name == "You" else "plays"
        click.echo(f"{number + 1}. {name} {verb}: {printable(say_move(positions[number], move))}\n")
    for line in board_lines(positions[-1]):
        click.echo(printable(line))


def show_explanation(problem: Problem, limits: Limits) -> None:
    """Who wins and why, as `lastmove explain` says it."""
    from lastmove.explanations import page as explanation_page
    from lastmove.explanations.explain import explain

    showing = Showing(limits)
    try:
        argument = explain(problem, limits=limits)
    except (CycleError, InternalError) as error:
        raise InputError("explain", str(error)) from None
    click.echo()
    try:
        with interrupts_raised(), stopping_at_limits(showing.to_show()):
            click.echo(explanation_page.short_text(argument, width=terminal_width()))
    except LimitReached as stop:
        raise InputError("explain", f"the {stop.limit} limit was reached before it was written") from None


def show_lesson(record: GameRecord, positions: Sequence[Position], loser: int) -> None:
    """The last move with which the loser gave away a won game, if it can be found cheaply."""
    if len(record.moves) > LONGEST_LESSON:
        return
    name = player_name(record.players, loser)
    for number in reversed(range(loser, len(record.moves), 2)):
        found = solve(positions[number], record.problem.play, limits=_LESSON)
        if found.outcome is Outcome.UNKNOWN:
            return
        if found.outcome is Outcome.N and found.move is not None:
            better = printable(say_move(positions[number], found.move))
            click.echo(f"{name} could have won with move {number + 1}: {better}.")
            return
    click.echo(f"{name} had no winning move.")


MOST_LISTED = 1_000
"""So many moves are listed at most."""
MOST_COUNTED = 10_000
LETTERS = {"h": "help", "q": "quit", "m": "moves", "u": "undo", "e": "explain", "b": "board"}
"""Commands by their first letter, where no move is meant."""


PATIENCE = 0.4
"""Seconds of thought after which a person is told that the engine thinks."""


@contextmanager
def thinking() -> Iterator[None]:
    """On a terminal a line says that the engine thinks, as long as it does; a short thought is not spoken of."""
    out = behind(sys.stdout)
    if not out.isatty():
        yield
        return
    said = "The engine is thinking ..."
    shown = Event()

    def show_it() -> None:
        shown.set()
        out.write(said)
        out.flush()

    timer = Timer(PATIENCE, show_it)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        if shown.is_set():
            out.write(f"\r{' ' * len(said)}\r")
            out.flush()


class Quit(Exception):
    """The player has had enough."""


class Match:
    """One game from where its record stands to its end.

    Parameters
    ----------
    record
        The game so far, with its players.
    limits
        What the engine may spend on a move, and a hint or an explanation on the position.
    seed
        Decides between moves that are equally good.
    keep
        A file in which the record is kept up to date.
    level
        How well the engine plays; hints are always perfect.
    """

    def __init__(
        self,
        record: GameRecord,
        *,
        limits: Limits,
        seed: int = 0,
        keep: str | None = None,
        level: Level = Level.PERFECT,
    ) -> None:
        self.record = record
        self.positions: list[Position] = list(record.positions)
        self.limits = limits
        self.keep = keep
        self.kept = bool(keep)
        self.engine = Opponent(record.problem.play, limits=limits, seed=seed)
        self.level, self.seed = level, seed
        view = view_of(record.problem.position)
        with watching(Showing(limits).to_show(spent=True)):
            self.places = places_of(view) if isinstance(view, GraphView) else None
        self.suggested = False
        self.hinted: int | None = None
        taken = {node.name.lower() for node in view.nodes} if isinstance(view, GraphView) else set()
        self.letters = {letter: word for letter, word in LETTERS.items() if letter not in taken}
        self.echoes = not sys.stdin.isatty()
        if not self.echoes:
            with suppress(ImportError):
                import readline  # noqa: F401  # line editing and history for input()

    @property
    def position(self) -> Position:
        """The position as it stands."""
        return self.positions[-1]

    @property
    def side(self) -> int:
        """0 if the player who began is to move, else 1."""
        return len(self.record.moves) % 2

    def run(self) -> None:
        """Play to the end, or until the player stops or the input ends."""
        title, rest = introduction(self.record, terminal_width())
        echo_bold(title)
        click.echo(rest)
        try:
            self._keep()
            while next(iter(self.position.moves()), None) is not None:
                if self.record.players[self.side] is Player.ENGINE:
                    self._engine_moves()
                else:
                    self._person_moves()
            self._finish()
        except Quit:
            self._leave("Stopped.")
        except EOFError:
            self._leave("The input has ended.")
        except KeyboardInterrupt:
            self._leave("Interrupted.")
            raise

    # --- turns ------------------------------------------------------------------------------------------------------

    def _engine_moves(self) -> None:
        if Player.PERSON not in self.record.players:
            self._show()
        slipped = slip(self.position, self.level, seed=self.seed, turn=len(self.record.moves))
        if slipped is not None:
            self._say_move(slipped)
            self._make(slipped)
            return
        with thinking():
            choice = self.engine.choose(self.position, len(self.record.moves))
        if choice.outcome is Outcome.UNKNOWN:
            spent = f"the {choice.stopped_by} limit was reached" if choice.stopped_by else "it is too hard"
            click.echo(f"{self._name(self.side)} does not know who wins here ({spent}) and plays its best.")
        self._say_move(choice.move)
        self._make(choice.move)

    def _person_moves(self) -> None:
        self._show()
        if not self.suggested:  # once; later the board says enough
            self.suggested = True
            click.echo(suggestion(self.position, self.letters))
        while True:
            line = self._ask()
            if not line:
                continue
            word, _, rest = line.partition(" ")
            command = self._commands().get(word.lower())
            try:
                if command is not None:
                    if command(rest.strip()):
                        return
                    continue
                move = self._meant(line)
                if move is None:  # a letter that stands for a command, where no vertex has that name
                    if self._commands()[self.letters[line.lower()]](""):
                        return
                    continue
            except (InputError, IllegalMoveError) as error:
                click.echo(complaint(error))
                continue
            # a row of pins reads the same from both ends: what was typed is the end that was meant
            self._say_move(move, line if has_pins(self.position) and not is_integer(line) else None)
            self._make(move)
            return

    def _meant(self, line: str) -> Move | None:
        """The move that a line means; ``None`` for the first letter of a command."""
        if is_integer(line) and is_told_by_pin(self.position):
            line = f"pin {line}"
        elif is_integer(line) and not is_told_by_vertex(self.position):
            return self._numbered(int(line))
        try:
            return move_from_text(self.position, line)
        except (InputError, IllegalMoveError):
            if line.lower() in self.letters:
                return None
            raise

    def _commands(self) -> dict[str, Callable[[str], bool | None]]:
        """What can be typed besides moves; a command that returns true ends the turn."""
        return {
            "help": self._help,
            "?": self._help,
            "moves": self._list_moves,
            "board": lambda _: self._show(),
            "hint": self._hint,
            "explain": self._explain,
            "undo": self._undo,
            "save": self._save,
            "quit": self._quit,
            "exit": self._quit,
        }

    def _numbered(self, number: int) -> Move:
        known = 1 <= number <= MOST_COUNTED
        move = next(islice(self.position.moves(), number - 1, None), None) if known else None
        if move is None:
            raise InputError("move", f"{number}; accepted: 1 to {self._count()}, or {move_form(self.position)}")
        return move

    def _make(self, move: Move) -> None:
        self.positions.append(self.position.after(move))
        self.record = replace(self.record, moves=(*self.record.moves, move))
        self._keep()

    # --- what is typed ----------------------------------------------------------------------------------------------

    def _ask(self) -> str:
        people = self.record.players.count(Player.PERSON)
        prompt = "Your move: " if people == 1 else f"{self._name(self.side)}: "
        if not self.echoes:
            return input(prompt).strip()
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            click.echo()
            raise EOFError
        click.echo(printable(line.strip()))
        return line.strip()

    def _help(self, _: str) -> None:
        click.echo(help_text(self.position, self.letters))

    def _quit(self, _: str) -> None:
        raise Quit

    def _hint(self, _: str) -> None:
        """First whether a winning move exists; asked again in the same position, which move is good."""
        with thinking():
            choice = self.engine.choose(self.position, len(self.record.moves))
        if self.hinted == len(self.record.moves) or choice.outcome is Outcome.UNKNOWN:
            click.echo(folded(f"Hint: {printable(say_move(self.position, choice.move))}. {meaning(choice)}"))
        else:
            won = choice.outcome is Outcome.N
            said = "there is a winning move" if won else "every move loses against good play"
            click.echo(folded(f"Hint: {said}. Type hint again for {'it' if won else 'the best try'}."))
        self.hinted = len(self.record.moves)

    def _explain(self, _: str) -> None:
        show_explanation(Problem(self.position, self.record.problem.play), self.limits)

    def _undo(self, _: str) -> bool:
        """Back to where the one who asks last chose a move."""
        made = [number for number in range(len(self.record.moves)) if self._may_undo(number)]
        if not made:
            raise InputError("undo", "there is no move of yours to take back")
        self.record = self.record.first(made[-1])
        del self.positions[made[-1] + 1 :]
        self._keep()
        click.echo(f"Back to move {made[-1] + 1}.")
        return True

    def _may_undo(self, number: int) -> bool:
        return self.record.players[number % 2] is Player.PERSON

    def _save(self, name: str) -> None:
        if not name:
            raise InputError("save", "a file name is missing; accepted: save FILE")
        save_record(self.record, name)
        self.kept = True
        click.echo(f"Saved. Go on with: lastmove play {printable(name)}")

    def _keep(self) -> None:
        if self.keep is not None:
            save_record(self.record, self.keep)
        else:
            self.kept = False

    # --- what is shown ----------------------------------------------------------------------------------------------

    def _show(self) -> None:
        click.echo()
        echo_bold(f"Move {len(self.record.moves) + 1}: {self._turn()}")
        self._show_board()

    def _show_board(self) -> None:
        for line in board_in_time(self.position, self.limits, places=self.places):
            click.echo(printable(line))

    def _turn(self) -> str:
        name = self._name(self.side)
        return "your turn" if name == "You" else f"{name[0].lower()}{name[1:]}"

    def _list_moves(self, _: str) -> None:
        """Every move with what may be typed for it: a number, or the vertex where numbers are vertices."""
        by_vertex = is_told_by_vertex(self.position)
        for number, move in enumerate(islice(self.position.moves(), MOST_LISTED), start=1):
            typed = printable(str(move[0])) if by_vertex else number
            click.echo(f"  {typed:>3}  {printable(say_move(self.position, move))}")
        total = self._count()
        if isinstance(total, str) or total > MOST_LISTED:
            said = total if isinstance(total, str) else f"{total - MOST_LISTED:,} more"
            click.echo(f"  ...  {said}; type the move: {move_form(self.position)}")

    def _count(self) -> int | str:
        count = sum(1 for _ in islice(self.position.moves(), MOST_COUNTED + 1))
        return count if count <= MOST_COUNTED else f"more than {MOST_COUNTED:,}"

    def _name(self, side: int) -> str:
        return player_name(self.record.players, side)

    def _say_move(self, move: Move, said: str | None = None) -> None:
        name = self._name(self.side)
        verb = "play" if name == "You" else "plays"
        click.echo(f"{name} {verb}: {printable(said or say_move(self.position, move))}")

    def _finish(self) -> None:
        """Who has won and why; where a person threw it away."""
        click.echo()
        echo_bold("The game is over")
        self._show_board()
        play, stuck = self.record.problem.play, self._name(self.side)
        has = "have" if stuck == "You" else "has"
        click.echo(f"{stuck} {has} no move, and in {play_name(play)} {ENDS[play]}.")
        winner = self.record.winner
        assert winner is not None
        name = self._name(winner)
        made = len(self.record.moves)
        verb = "win" if name == "You" else "wins"
        colour = "green" if self.record.players[winner] is Player.PERSON else "magenta"
        echo_bold(f"{name} {verb} after {counted(made, 'move')}.", colour=colour)
        if self.record.players[1 - winner] is Player.PERSON:
            show_lesson(self.record, self.positions, 1 - winner)
        self._where()

    def _leave(self, why: str) -> None:
        click.echo(f"{why} {so_far(len(self.record.moves))}")
        self._where()

    def _where(self) -> None:
        """Where the record is; if it is nowhere, the record itself."""
        if self.keep is not None:
            click.echo(f"The game is kept in {printable(self.keep)}.")
        elif self.record.moves and not self.kept and not self.echoes and self.record.winner is None:
            click.echo(folded("To keep a game, type save FILE before you quit, or begin with --record FILE."))
        elif self.record.moves and not self.kept and self.echoes:
            try:
                written = json_line(self.record.to_json())
            except InputError:  # a board whose vertices have no JSON form
                return
            click.echo("The game, for `lastmove play`, `solve`, `explain` or `draw`:")
            click.echo(written)


def help_text(position: Position, letters: Mapping[str, str]) -> str:
    """What can be typed in this position, and for a sum the rules of its parts."""
    rules = [textwrap.fill(each, NARROW, break_on_hyphens=False) for each in say_rules(position)[1:]]
    short = [f"{letter} is {word}" for letter, word in letters.items()]
    also = [f"In short: {', '.join(short)}."] if short else []
    ways = ["A move can be typed in one of these ways:", *_ways_to_type(position)]
    return "\n".join([*rules, *ways, _COMMANDS.rstrip("\n"), *also])


def _ways_to_type(position: Position) -> list[str]:
    example = move_example(position)
    ways = [] if example is None else [(example, "an example")]
    if is_told_by_vertex(position):
        ways.append(("a vertex", "the move that leads there"))
    else:
        ways.append(("a number", "the move with that number among the moves"))
    counted = next((name for name in ("heaps", "parts") if hasattr(position, name)), None)
    ways.append((move_form(position), f"with your own values{f'; {counted} count from 1' if counted else ''}"))
    ways.append(("JSON", f"an object{f'; there {counted} count from 0' if counted else ''}"))
    wide = max(len(way) for way, _ in ways if len(way) <= LONGEST_WAY)
    short = f"  {{:<{wide}}}  {{}}"
    return [short.format(way, said) if len(way) <= wide else f"  {way}\n{short.format('', said)}" for way, said in ways]


def suggestion(position: Position, letters: Mapping[str, str]) -> str:
    """One line below the board for someone who has not typed a move yet; a letter that is a vertex is no command."""
    example = move_example(position)
    typed = "the number of a move" if example is None else f"a move, for example: {example}"
    keys = {word: letter for letter, word in letters.items()}
    return f"Type {typed}  ({keys.get('moves', 'moves')}: all moves, {keys.get('help', 'help')}: help)"


def introduction(record: GameRecord, width: int) -> tuple[str, str]:
    """The title of the game, and the lines below it: the rules, who plays, how to begin."""
    problem = record.problem
    play = play_name(problem.play)
    title = f"{title_of(problem.position)}, {play}"
    rules, *of_parts = say_rules(problem.position) or [""]
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
    wrapped = [textwrap.fill(each, width, break_on_hyphens=False) for each in (told, *of_parts, f"{who}{resumed}")]
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


def meaning(choice: Choice) -> str:
    """What a choice is worth to the one who makes it."""
    if choice.outcome is Outcome.UNKNOWN:
        return "Whether it wins is not known: the position is too hard for the limits."
    moves = ""
    if choice.moves_left is not None:
        count = counted(choice.moves_left, "move")
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
