"""When a game is over: explain it, save it, see it again, or play once more."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lastmove.core.errors import CycleError, InputError, InternalError, LimitReached, is_integer, printable
from lastmove.core.limits import Limits, stopping_at_limits
from lastmove.core.play import Outcome
from lastmove.core.problem import Problem
from lastmove.core.showing import Showing
from lastmove.core.terminal_width import terminal_width
from lastmove.explanations.argument import say_move
from lastmove.explanations.position_text import board_lines
from lastmove.play.texts import complaint, player_name
from lastmove.solver.solve import solve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lastmove.core.position import Position
    from lastmove.notation.record import GameRecord

__all__ = ["after_game", "show_explanation", "show_lesson", "show_replay"]

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
        from lastmove.play.record_files import save_record

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
    from lastmove.explanations import explanation_page
    from lastmove.explanations.explain import explain

    showing = Showing(limits)
    try:
        argument = explain(problem, limits=limits)
    except (CycleError, InternalError) as error:
        raise InputError("explain", str(error)) from None
    click.echo()
    try:
        with stopping_at_limits(showing.to_show()):
            click.echo(explanation_page.text(argument, width=terminal_width()))
    except LimitReached as stop:
        if stop.limit == "interrupt":
            raise KeyboardInterrupt from None
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
    who = "you" if name == "You" else name[0].lower() + name[1:]
    click.echo(f"There was nothing to be done: {who} never had a winning move.")
