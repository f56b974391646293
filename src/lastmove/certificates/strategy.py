"""A strategy: one move for the winner wherever he is to move, and every move of the loser answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lastmove.certificates.certificate import (
    MOST_STEPS,
    Body,
    Budget,
    Certificate,
    CheckResult,
    array,
    move_cost,
    number,
)
from lastmove.core.errors import IllegalMoveError, InputError, Refuted, show, show_json
from lastmove.core.play import LOSES, WINS
from lastmove.core.position import key_of
from lastmove.games.base import Game

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self

    from lastmove.core.play import Play

MOST_NODES = 100_000
"""Longer strategies are neither written nor read."""


@dataclass(frozen=True, slots=True)
class StrategyStep:
    """One position of a strategy, known by how it is reached.

    ``wins`` says whether the player to move there wins. ``moves`` then holds his move, or nothing where having no move
    wins; otherwise every legal move. Each comes with the number of the step it leads to.
    """

    wins: bool
    moves: tuple[tuple[object, int], ...]


@dataclass(frozen=True, slots=True)
class Strategy(Certificate):
    """Steps numbered so that moves lead to higher numbers; ``roots`` holds the steps of the starts, in order.

    Positions are not written: each is found by playing the moves from the start.
    """

    kind = "strategy"

    roots: tuple[int | None, ...]
    steps: tuple[StrategyStep, ...]

    def outcome(self, position: Any, play: Play) -> CheckResult:
        if self.roots != (0,):
            raise Refuted("a strategy for one start has the root 0 and no other")
        _replay(self.steps, {0: position}, play)
        count = "1 position" if len(self.steps) == 1 else f"{len(self.steps):,} positions"
        if not self.steps[0].moves:
            return CheckResult(self.steps[0].wins, "there is no legal move")
        winner = "player to move" if self.steps[0].wins else "opponent"
        return CheckResult(
            self.steps[0].wins, f"a strategy over {count} wins for the {winner}, whatever the other does"
        )

    def after(self, position: Any, play: Play, move: Any) -> CheckResult | None:
        self.outcome(position, play)
        root = self.steps[0]
        if not root.wins or not root.moves:
            return None
        chosen = position.after(_move(position, root.moves[0][0]))
        same = key_of(chosen) == key_of(position.after(move))
        return CheckResult(False, "it is the move of the strategy") if same else None

    def outcomes(self, board: Any, play: Play) -> bytes:
        starts = board.starts()
        if len(self.roots) != len(starts):
            raise Refuted(f"the strategy has {len(self.roots)} roots for {len(starts)} starts")
        codes = bytearray([2]) * len(starts)
        roots: dict[int, Any] = {}
        for place, root in enumerate(self.roots):
            if root is not None:
                if root >= len(self.steps):
                    raise Refuted(f"there is no step {show(root)}")
                position = board.at(starts[place])
                if key_of(roots.setdefault(root, position)) != key_of(position):
                    raise Refuted(f"step {root} is the root of two positions")
                codes[place] = WINS if self.steps[root].wins else LOSES
        _replay(self.steps, roots, play)
        return bytes(codes)

    def body(self) -> dict[str, object]:
        steps: list[object] = [
            {"wins": step.wins, "moves": [[move, to] for move, to in step.moves]} for step in self.steps
        ]
        return {"roots": list(self.roots), "steps": steps}

    @classmethod
    def read(cls, body: Body) -> Self:
        body.only("roots", "steps")
        roots = tuple(None if root is None else number(root, "roots") for root in body.items("roots"))
        steps = body.items("steps")
        if not 0 < len(steps) <= MOST_NODES:
            raise Refuted(f"the strategy has {len(steps):,} steps; accepted: 1 to {MOST_NODES:,}")
        return cls(roots, tuple(_read_step(step) for step in steps))


def too_long(steps: int, moves: int, cost: int) -> bool:
    """Whether a strategy would not be read or checked; ``cost`` is that of a move at its root."""
    return steps > MOST_NODES or (steps + moves) * cost > MOST_STEPS


def _read_step(raw: object) -> StrategyStep:
    if not isinstance(raw, dict):
        raise Refuted(f"steps: {show_json(raw)}; accepted: an object with wins and moves")
    fields = Body(raw)
    fields.only("wins", "moves")
    wins = fields.get("wins")
    if not isinstance(wins, bool):
        raise Refuted(f"wins: {show_json(wins)}; accepted: true, false")
    moves = []
    for item in fields.items("moves"):
        move = array(item, "moves")
        if len(move) != 2:
            raise Refuted(f"moves: {show_json(item)}; accepted: an array of a move and a number")
        moves.append((move[0], number(move[1], "moves")))
    return StrategyStep(wins, tuple(moves))


def _replay(steps: Sequence[StrategyStep], roots: dict[int, Any], play: Play) -> None:
    """Play every step from its position; positions are handed on from the lower to the higher numbers."""
    positions: dict[int, Any] = dict(roots)
    budget = Budget()
    cost = max(map(move_cost, roots.values()), default=0)
    for place, step in enumerate(steps):
        if place not in positions:
            raise Refuted(f"no move leads to step {place}")
        position = positions.pop(place)
        if not isinstance(position, Game):
            raise Refuted("strategies are written for registered games only")
        budget.spend((1 + len(step.moves)) * cost)
        made = [_move(position, raw) for raw, _ in step.moves]
        _check_moves(position, step, made, play)
        for move, (_, to) in zip(made, step.moves, strict=True):
            if not place < to < len(steps):
                raise Refuted(f"step {place} leads to step {show(to)}; a move leads to a higher step")
            if steps[to].wins == step.wins:
                raise Refuted(f"steps {place} and {to} are both {'won' if step.wins else 'lost'} by who is to move")
            try:
                after = position.after(move)
            except IllegalMoveError as error:
                raise Refuted(f"step {place}: {error}") from None
            if key_of(positions.setdefault(to, after)) != key_of(after):
                raise Refuted(f"step {to} stands for two positions")


def _check_moves(position: Game, step: StrategyStep, made: list[Any], play: Play) -> None:
    """One move for the winner, every legal move for the loser."""
    if step.wins:
        if len(made) > 1:
            raise Refuted("the winner needs one move, and has several")
        if not made and (not play.wins_when_stuck or next(position.moves(), None) is not None):
            raise Refuted("the winner has no move written")
        return
    missing = set(made)
    if len(missing) != len(made):
        raise Refuted("a move of the loser is written twice")
    for move in position.moves():
        if move not in missing:
            raise Refuted("a legal move of the loser is not answered")
        missing.remove(move)
    if missing:
        raise Refuted("a move of the loser is not legal")
    if not made and play.wins_when_stuck:
        raise Refuted("a player without a move wins here")


def _move(position: Game, raw: object) -> Any:
    try:
        move = position.move_from_json(raw)
        hash(move)
    except (InputError, IllegalMoveError, TypeError) as error:
        raise Refuted(f"a move cannot be read: {error}") from None
    return move
