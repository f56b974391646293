"""Reductions held against the law: outcomes, moves both ways, sizes, and what the targets look like.

Small sources are all tried, and their targets searched by the definition; random larger ones have targets that only the
exact search can do.
"""

from __future__ import annotations

import time
from itertools import combinations, islice, product
from random import Random
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import InputError, LimitReached
from lastmove.core.play import Outcome, Play, Problem
from lastmove.games.samples import Stratum
from lastmove.notation.formula import Formula, is_true
from lastmove.reductions.chain import FORMULA, GameSide, apply_chain
from lastmove.search.exact import ExactSearch
from lastmove.search.plain import PlainSearch
from lastmove.verify.positions import ReferenceSearch, layers, random_positions
from lastmove.verify.report import Counterexample, Fault, Report, Tally

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lastmove.core.limits import Limits, Meter
    from lastmove.reductions.chain import Reduced
    from lastmove.reductions.run import RunningReduction

SIDES = [
    GameSide(game, play, directed)
    for game in ("vertex-geography", "edge-geography", "nimg-mr")
    for play in Play
    for directed in (True, False)
] + [GameSide("vertex-geography", Play.MISERE, directed=False)]
"""The games that reductions start from."""

WEIGHTS = {"vertex-geography": 0, "edge-geography": 4, "nimg-mr": 2}
"""The largest weight to enumerate; in Edge Geography the most edges."""

SIZE, RANDOM = 3, 200
RANDOM_SIZE = 6


def verify_reduction(
    claim: RunningReduction,
    *,
    size: int | None = None,
    weight: int | None = None,
    random: int | None = None,
    seed: int = 0,
    limits: Limits | None = None,
    law: ReferenceSearch | None = None,
    progress: Callable[[int], None] | None = None,
) -> Report:
    """Hold a reduction, or a corollary on its targets, against the law on small sources and on random larger ones.

    Parameters
    ----------
    claim
        What is to be verified.
    size, weight
        The most vertices (in a formula: variables) and the largest weight to enumerate.
    random, seed
        How many random sources there are besides, and what decides them.
    limits, law, progress
        As for :func:`lastmove.verify.verify.verify`.
    """
    begun = time.perf_counter()
    meter = (law or ReferenceSearch()).grant(limits)
    size = SIZE if size is None else size
    count = RANDOM if random is None else random
    step = claim.reduction
    tallies: list[Tally] = []
    ranges: dict[str, str] = {}
    stopped = None
    try:
        for side in [each for each in (GameSide(FORMULA, Play.NORMAL), *SIDES) if step.across(each) is not None]:
            # A reduction starts from one game, in one convention or both, on graphs, on digraphs or on both.
            tally = next((each for each in tallies if each.play is side.play), None)
            if tally is None:
                tally = Tally(side.game, side.play)
                tallies.append(tally)
            ranges[side.game] = _range_in_words(side, size, count)
            for small, source in _sources(side, size, weight, count, Random(f"{side} {seed}")):
                _look_at(claim, source, tally, meter, small=small)
                if progress is not None:
                    progress(sum(each.positions for each in tallies))
    except LimitReached as reached:
        stopped = reached.limit
    return Report(
        statement=claim.statement,
        tallies=tuple(tallies),
        ranges=ranges,
        seed=seed,
        seconds=time.perf_counter() - begun,
        stopped=stopped,
    )


def _range_in_words(side: GameSide, size: int, count: int) -> str:
    """The range in words."""
    if side.game == FORMULA:
        small = f"formulas of up to {min(size, 2)} variables and 2 clauses"
        return f"{small}; {count:,} random, up to {RANDOM_SIZE - 1} variables"
    return f"sources of up to {size} vertices, every start; {count:,} random, up to {RANDOM_SIZE} vertices"


def _sources(side: GameSide, size: int, weight: int | None, count: int, rng: Random) -> Iterator[tuple[bool, Any]]:
    """Small sources, then random ones; with each whether it is small."""
    if side.game == FORMULA:
        yield from ((True, formula) for formula in _small_formulas(min(size, 2)))
        yield from ((False, random_formula(rng, RANDOM_SIZE - 1)) for _ in range(count))
        return
    most = WEIGHTS[side.game] if weight is None else weight
    strata = [Stratum(n, most, bool(side.directed)) for n in range(1, size + 1)]
    for board in layers(side.game, strata):
        yield from ((True, Problem(board.at(start), side.play)) for start in board.starts())
    drawn = random_positions(side.game, rng, RANDOM_SIZE, max(most, 3) if side.game != "edge-geography" else 9)
    fitting = (board for board in drawn if board.graph.directed == side.directed)
    for board in islice(fitting, count):
        yield False, Problem(board.at(rng.choice(board.starts())), side.play)


def _look_at(claim: RunningReduction, source: Any, tally: Tally, meter: Meter, *, small: bool) -> None:
    """One source: its target must have its outcome, and winning moves must correspond; or have the right shape."""
    reduced = apply_chain(source, [claim.reduction.key])
    formula = isinstance(source, Formula)
    wins = is_true(source) if formula else PlainSearch(source.play, meter).wins(source.position)
    tally.positions += 1
    tally.held_n += wins
    tally.held_p += not wins
    target: Any = reduced.problem.position
    position = target if formula else source.position  # a formula has no form as a position
    try:
        if claim.shape is not None:
            wrong = claim.shape(reduced.steps[0][1])
        else:
            wrong = _wrong(claim, reduced, wins, meter, small=small)
    except InputError as error:
        wrong = str(error)
    if wrong is not None:
        tally.wrong += 1
        true: dict[str, object] = {"outcome": Outcome.for_mover(wins).value, "winning_moves": []}
        tally.blame(Counterexample(position, tally.play, Fault.ERROR, {"error": wrong}, true))


def _wrong(claim: RunningReduction, reduced: Reduced, wins: bool, meter: Meter, *, small: bool) -> str | None:
    """What is wrong about a target; ``None`` for nothing."""
    step, image = reduced.steps[0]
    target, play = reduced.problem.position, reduced.problem.play
    if step.size(image.source) != (image.target.graph.n, image.target.graph.m):
        return f"{claim.statement.key} does not know the size of its target"
    search = PlainSearch(play, meter) if small else ExactSearch(play, meter)
    if search.wins(target) != wins:
        return f"the target of {claim.statement.key} is {Outcome.for_mover(not wins).value}"
    if not isinstance(reduced.source, Problem):
        return None
    for move in target.moves():
        lowered = reduced.lower(move)
        if lowered is not None and reduced.lift(lowered) != move:
            return f"{move} stands for {lowered}, whose image is {reduced.lift(lowered)}"
        if not search.wins(target.after(move)) and not _wins(reduced.source, lowered, meter):
            return f"the move {move} of the target wins, and {lowered} does not"
    return None


def _wins(source: Problem, move: Any, meter: Meter) -> bool:
    """Whether a move of the source wins."""
    return move is not None and not PlainSearch(source.play, meter).wins(source.position.after(move))


def _small_formulas(most: int) -> Iterator[Formula]:
    """All formulas with so many variables and at most two clauses, smallest first."""
    for n in range(most + 1):
        signs = product((0, 1, -1), repeat=n)
        clauses = [tuple(sign * v for v, sign in enumerate(row, 1) if sign) for row in signs]
        for prefix in product("ea", repeat=n):
            for size in range(3):
                for chosen in combinations(clauses, size):
                    yield Formula.of([(q, [v]) for v, q in enumerate(prefix, 1)], chosen)


def random_formula(rng: Random, most: int) -> Formula:
    """A formula with any prefix, some variables left free, and clauses of any size."""
    n = rng.randint(1, most)
    variables = list(range(1, n + 1))
    prefix = [(rng.choice("ea"), [variable]) for variable in rng.sample(variables, n) if rng.random() < 0.9]
    clauses = [
        [rng.choice((1, -1)) * rng.choice(variables) for _ in range(rng.choice((1, 2, 2, 3, 3, n)))]
        for _ in range(rng.randint(0, 2 * n))
    ]
    return Formula.of(prefix, clauses)
