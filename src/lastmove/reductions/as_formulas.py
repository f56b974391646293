"""Positions as formulas: "the player to move wins", for solvers that have never heard of games.

There is a move such that for every reply there is a move, and so on. A turn is a number, its bits existential where the
player to move plays and universal where the opponent does; the position after each turn is worked out by gates. Our
side must choose legally while play goes on; a wrong choice of the other side ends it with nothing left to show.

Geography and NimG are written so, in the size of the board times the length of play. Of every other game the positions
are written one by one, as far as they are few: a variable says whether the player to move wins there, and nothing is
universal.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove.core.errors import InputError
from lastmove.core.limits import watched
from lastmove.core.play import Play
from lastmove.core.position import check_position, key_of, move_to_json
from lastmove.games import game_class
from lastmove.games.base import Game
from lastmove.notation.formula import EXISTS, FORALL, Formula
from lastmove.reductions.circuit import FALSE, MOST_CLAUSES, TRUE, Circuit
from lastmove.reductions.formula_rules import RULES

if TYPE_CHECKING:
    from collections.abc import Hashable

    from lastmove.core.problem import Problem
    from lastmove.reductions.formula_rules import Rules

__all__ = ["Written", "as_formula"]

MOST_POSITIONS = 50_000
MOST_MOVES = 500_000
"""Games with more are not written position by position."""


class Written(NamedTuple):
    """A formula that is true when the player to move wins, and what its first decisions mean."""

    formula: Formula
    comments: tuple[str, ...]


def as_formula(problem: Problem) -> Written:
    """The formula that says that the player to move wins.

    Raises
    ------
    InputError
        If the position has no start, the formula would be too large, or the game need not end.

    Examples
    --------
    >>> import lastmove as lm
    >>> from lastmove.notation.brute_force import is_true
    >>> edge = lm.VertexGeography([("a", "b"), ("b", "c")], start="b")
    >>> written = as_formula(lm.Problem(edge))
    >>> is_true(written.formula), written.comments[-1]
    (True, '-1 2 = {"to": "c"}')
    """
    position: Any = check_position(problem.position)
    name = getattr(position, "name", type(position).__name__)
    said = f"true when the player to move wins this position of {name}, {problem.play.value} play"
    if isinstance(position, Game) and name in RULES and type(position) is game_class(name):
        formula, moves = _by_turns(RULES[name](position), problem.play)
        about_moves = "the first variables choose the first move"
    else:
        formula, moves = _by_positions(position, problem.play)
        about_moves = "a variable is true when the player to move wins its position, so a move to a false one wins"
    written = (f"{label} = {json.dumps(move_to_json(position, move))}" for label, move in moves)
    return Written(formula, (said, *([about_moves] if moves else []), *written))


def _by_turns(rules: Rules, play: Play) -> tuple[Formula, list[tuple[str, Any]]]:
    """The formula of a game by its rules, and the literals that choose each first move."""
    if (rules.longest + 1) * rules.width > MOST_CLAUSES:
        raise InputError("qdimacs", f"the formula would have more than {MOST_CLAUSES:,} clauses; it is not written")
    make = Circuit()
    state = rules.first()
    goes_on = TRUE
    first: list[tuple[str, Any]] = []
    for turn in range(rules.longest + 1):
        ours = turn % 2 == 0
        legal = rules.legal(make, state)
        able = make.some(legal)
        over = make.opposite(goes_on)
        if (play is Play.MISERE) != ours:  # the player to move here must not be stuck, or the first has lost
            make.demand([over, able])
        if turn == rules.longest:
            break  # whoever is to move is stuck: no play is longer
        bits = make.decide(EXISTS if ours else FORALL, (len(legal) - 1).bit_length()) if legal else []
        chosen = make.choice(bits, len(legal))
        picked = [make.every(both) for both in zip(chosen, legal, strict=True)]
        if not turn:
            numbers = [number for number, allowed in enumerate(legal) if allowed != FALSE]
            first = [(_literals(number, len(bits)), rules.move(number)) for number in numbers]
        kept = make.some(picked)
        if ours:
            make.demand([over, make.opposite(able), kept])
            goes_on = make.every((goes_on, able))
        else:
            goes_on = make.every((goes_on, kept))
        state = rules.after(make, state, picked)
    return make.formula(), first


def _literals(number: int, bits: int) -> str:
    """The literals of the first variables that spell a number, lowest bit first."""
    return " ".join(str(place + 1 if number >> place & 1 else -place - 1) for place in range(bits)) or "any"


def _by_positions(root: Any, play: Play) -> tuple[Formula, list[tuple[str, Any]]]:
    """The formula with a variable for each position, and the variables that the first moves lead to."""
    variables: dict[Hashable, int] = {key_of(root): 1}
    waiting = [root]
    clauses: list[tuple[int, ...]] = [(1,)]
    moves: dict[int, Any] = {}
    total = 0
    options: list[list[int]] = []
    while len(options) < len(waiting):
        here = waiting[len(options)]
        found: dict[int, Any] = {}
        for move in watched(here.moves()):
            after = here.after(move)
            variable = variables.setdefault(key_of(after), len(waiting) + 1)
            if variable > len(waiting):
                waiting.append(after)
            found.setdefault(variable, move)
            total += 1
            if len(waiting) > MOST_POSITIONS or total > MOST_MOVES:
                most = f"{MOST_POSITIONS:,} positions and {MOST_MOVES:,} moves between them"
                raise InputError("qdimacs", f"the game has more than {most}; it is not written as a formula")
        options.append(list(found))
        moves = moves or found
        wins = len(options)
        if found:
            clauses += [(-wins, *(-variable for variable in found)), *((wins, variable) for variable in found)]
        else:
            clauses.append((wins if play.wins_when_stuck else -wins,))
    _check_end(options)
    formula = Formula.of([(EXISTS, range(1, len(waiting) + 1))], clauses)
    return formula, [(f"variable {variable}", move) for variable, move in moves.items()]


def _check_end(options: list[list[int]]) -> None:
    """An InputError where play need not end: then a variable for each position does not say who wins."""
    entered = [0] * len(options)
    for found in options:
        for variable in found:
            entered[variable - 1] += 1
    ready = [] if entered[0] else [1]
    seen = 0
    while ready:
        seen += 1
        for variable in options[ready.pop() - 1]:
            entered[variable - 1] -= 1
            if not entered[variable - 1]:
                ready.append(variable)
    if seen < len(options):
        raise InputError("qdimacs", "play can come back to an earlier position, and need not end")
