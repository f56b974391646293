"""Statements that decide positions, held against the law.

Every verdict is checked on all small positions and on random larger ones: the outcome, that the move given wins, and
that the winning moves given are exactly those that win. A statement may well be false: the papers contain some, and
an open one may turn out so. The report says what was found; only a proved statement can *fail*.

On all graphs of sizes that the law does not reach outcomes are held against batch kernels: the law looks at one
position after the other, a kernel answers every start of thousands of graphs at once. Moves are not compared there. The
kernels themselves are tested against the law.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import chain, islice
from random import Random
from typing import TYPE_CHECKING, Any

from lastmove.censuses.choose_source import all_graphs
from lastmove.core.errors import IllegalMoveError, LimitReached
from lastmove.core.optional import needed
from lastmove.core.play import UNDECIDED, WINS, Outcome
from lastmove.core.position import move_to_json
from lastmove.games import game_class
from lastmove.graphs.graph import Graph
from lastmove.search.batch import GraphBlock, kernel_for, weightings
from lastmove.theorems.statement import Theorem, Verdict
from lastmove.verify.positions import ReferenceSearch, layers, random_positions, range_for
from lastmove.verify.report import Counterexample, Fault, Report, Tally

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lastmove.core.limits import Limits, Meter
    from lastmove.core.position import Move
    from lastmove.games.samples import Range
    from lastmove.search.plain import PlainSearch

Progress = Callable[[int], None]
"""Told the number of positions looked at, after every board."""

MOST_MOVES_COMPARED = 10_000
"""Longer lists of winning moves are not compared; the move given is still tried."""
LONGEST_WALK = 4


def verify(
    theorem: Theorem,
    *,
    size: int | None = None,
    weight: int | None = None,
    random: int | None = None,
    seed: int = 0,
    limits: Limits | None = None,
    law: ReferenceSearch | None = None,
    stop_at_first: bool = False,
    progress: Progress | None = None,
    beyond: int | None = None,
) -> Report:
    """Hold a statement against the law on all small positions of its games and on random larger ones.

    Parameters
    ----------
    theorem
        The statement; true, refuted or open.
    size, weight
        The most vertices (heaps, parts) and the largest weight to enumerate; by default the usual range of each
        game (:meth:`lastmove.games.base.Game.usual_range`).
    random
        How many random boards to draw of each game.
    seed
        Decides the random boards; the same for all theorems, so that they can share the law's work.
    limits
        For the whole verification; once spent, the report says so and covers what was done.
    law
        Searches to share with other verifications.
    stop_at_first
        Leave each game at its first counterexample, which in the enumeration is a smallest one.
    progress
        Called after every board with the number of positions looked at so far.
    beyond
        Outcomes are compared on all graphs with up to so many vertices too, where there is a batch kernel for the game.

    Returns
    -------
    Report
        Counts, conclusion and the smallest counterexample.

    Raises
    ------
    InputError
        For a size that cannot be enumerated.
    """
    started = time.perf_counter()
    law = law or ReferenceSearch()
    law.grant(limits)
    statement = theorem.statement
    tallies: list[Tally] = []
    ranges: dict[str, str] = {}
    stopped = None

    def report() -> None:
        if progress is not None:
            progress(sum(tally.positions for tally in tallies))

    try:
        for game in statement.games:
            span = range_for(game, size=size, weight=weight, random=random)
            ranges[game] = span.describe()
            checkers = [_Checker(theorem, law, Tally(game, play)) for play in statement.plays]
            tallies += [checker.tally for checker in checkers]
            for board, further in _boards(game, span, seed):
                for checker in checkers:
                    checker.look_at(board, further)
                if stop_at_first and any(checker.tally.wrong for checker in checkers):
                    break
                report()
            sizes = range(1 + max((s.size for s in span.strata if not s.directed), default=0), 1 + (beyond or 0))
            if sizes:
                most = max(1, weight or 0)
                if look_beyond(theorem, [checker.tally for checker in checkers], sizes, most, law.meter, report):
                    ranges[game] += f"; outcomes on all graphs with up to {beyond} vertices, by a batch kernel"
    except LimitReached as reached:
        stopped = reached.limit
    return Report(
        statement=statement,
        tallies=tuple(tallies),
        ranges=ranges,
        seed=seed,
        seconds=time.perf_counter() - started,
        stopped=stopped,
    )


def _boards(game: str, span: Range, seed: int) -> Iterator[tuple[Any, Sequence[Any]]]:
    """The boards of a range; the random ones with a position reached by play."""
    for board in layers(game, span.strata):
        yield board, ()
    rng = Random(f"{game} {seed}")
    for board in islice(random_positions(game, rng, span.random_size, span.random_weight), span.random):
        start = board.at(rng.choice(board.starts())) if board.is_board else board
        yield board, _walk(start, rng)


def _walk(position: Any, rng: Random) -> Sequence[Any]:
    """A position a few random moves on, if the game is not over there: theorems must see what is gone by then."""
    for _ in range(rng.randint(1, LONGEST_WALK)):
        moves = list(position.moves())
        if not moves:
            return ()
        position = position.after(rng.choice(moves))
    return (position,) if next(iter(position.moves()), None) is not None else ()


class _Checker:
    """One theorem under one convention, and the counts so far."""

    def __init__(self, theorem: Theorem, law: ReferenceSearch, tally: Tally) -> None:
        self.theorem = theorem
        self.law = law
        self.tally = tally
        self.knows_boards = type(theorem).decide_board is not Theorem.decide_board

    def look_at(self, board: Any, further: Sequence[Any] = ()) -> None:
        """Check every start of a board, and positions further on in its play."""
        play, law = self.tally.play, self.law
        positions = [board.at(start) for start in board.starts()] if board.is_board else [board]
        whole: Sequence[Verdict | None] = ()
        if self.knows_boards and board.is_board:
            try:
                whole = self.theorem.decide_board(board, play, law.meter).verdicts
                assert len(whole) == len(positions), f"{len(whole)} verdicts for {len(positions)} starts"
            except LimitReached:
                raise
            except Exception as error:  # a theorem that breaks down is a finding, not the end of the run
                self._blame(positions[0], Fault.ERROR, {"error": _told(error, "decide_board")}, {})
        search: PlainSearch | None = None
        for place, position in enumerate(chain(positions, further)):
            self.tally.positions += 1
            verdicts = [self._decided(position), whole[place] if place < len(whole) else None]
            given = [verdict for verdict in verdicts if verdict is not None]
            if not given:
                self.tally.declined += 1
                continue
            search = search or law.under(play)
            truth = _TrueOutcome(position, search, law.meter)
            if truth.wins:
                self.tally.held_n += 1
            else:
                self.tally.held_p += 1
            faults = [fault for verdict in given for fault in self._faults(position, verdict, truth)]
            if faults:
                self.tally.wrong += 1
                self._blame(position, *faults[0])

    def _decided(self, position: Any) -> Verdict | None:
        try:
            return self.theorem.decide(position, self.tally.play, self.law.meter)
        except LimitReached:
            raise
        except Exception as error:  # as above
            self.tally.wrong += 1
            self._blame(position, Fault.ERROR, {"error": _told(error, "decide")}, {})
            return None

    def _blame(self, position: Any, fault: Fault, claimed: dict[str, object], true: dict[str, object]) -> None:
        self.tally.blame(Counterexample(position, self.tally.play, fault, claimed, true))

    def _faults(
        self, position: Any, verdict: Verdict, truth: _TrueOutcome
    ) -> Iterator[tuple[Fault, dict[str, object], dict[str, object]]]:
        """What is wrong about a verdict: the kind, what it claims, what is true."""
        move = verdict.move
        claimed: dict[str, object] = {"outcome": Outcome.for_mover(verdict.wins).value}
        if move is not None:
            claimed["move"] = _written(position, move)
        if verdict.wins != truth.wins:
            yield Fault.OUTCOME, claimed, truth.to_json()
        elif move is not None and not truth.move_wins(move):
            yield Fault.MOVE, claimed, truth.to_json()
        elif verdict.winning is not None:
            listed = verdict.winning_moves()
            if listed is not None and listed.total <= MOST_MOVES_COMPARED and not truth.are_all(list(listed)):
                claimed["winning_moves"] = [_written(position, each) for each in listed]
                yield Fault.WINNING_MOVES, claimed, truth.to_json()


class _TrueOutcome:
    """What the law says of one position."""

    def __init__(self, position: Any, search: PlainSearch, meter: Meter) -> None:
        self.position = position
        self.search = search
        self.meter = meter
        self.wins = search.wins(position, meter)
        self._winning: list[Move] | None = None

    def move_wins(self, move: Move) -> bool:
        """Whether a move is legal and leaves the opponent lost."""
        try:
            return not self.search.wins(self.position.after(move), self.meter)
        except IllegalMoveError:
            return False

    @property
    def winning(self) -> list[Move]:
        """Every winning move."""
        if self._winning is None:
            self._winning = [move for move in self.position.moves() if self.move_wins(move)]
        return self._winning

    def are_all(self, moves: list[Move]) -> bool:
        """Whether these are exactly the winning moves, each once."""
        return len(moves) == len(self.winning) and set(moves) == set(self.winning)

    def to_json(self) -> dict[str, object]:
        """Outcome and winning moves, as in an answer."""
        moves = [move_to_json(self.position, move) for move in self.winning]
        return {"outcome": Outcome.for_mover(self.wins).value, "winning_moves": moves}


def _written(position: Any, move: Move) -> object:
    """A move as JSON, also one that the game does not know."""
    try:
        return move_to_json(position, move)
    except Exception:  # a wrong theorem may give anything
        return str(move)


def _told(error: Exception, where: str) -> str:
    return f"{where} raised {type(error).__name__}: {error}"


_AT_ONCE = 512


def look_beyond(
    theorem: Theorem,
    tallies: Sequence[Tally],
    sizes: range,
    weight: int,
    meter: Meter,
    progress: Callable[[], None],
) -> bool:
    """Compare what a theorem says of every start of all graphs of these sizes; whether there is a kernel for them.

    Parameters
    ----------
    theorem
        The statement.
    tallies
        One for each convention, all of the same game: what is found goes there.
    sizes
        The numbers of vertices.
    weight
        Games with weights are looked at with all weights from 1 to this.
    meter
        Stops the comparison when a limit is spent.
    progress
        Called after every board.
    """
    needed("numpy")
    kind: Any = game_class(tallies[0].game)
    weighted = "weights" in kind.fields
    for n in sizes:
        kernel = kernel_for(tallies[0].game, n=n, weights=weight if weighted else None)
        if kernel is None:
            return False
        chosen: list[tuple[int, ...] | None] = list(weightings(n, weight)) if weighted else [None]
        for block in _blocks(n):
            said = kernel.solve(block)
            true = {tally.play: said.of(tally.play).tolist() for tally in tallies}
            for number, edges in enumerate(block.lists()):
                graph = Graph.numbered(n, edges)
                for place, weights in enumerate(chosen, start=number * len(chosen)):
                    meter.look()
                    board = kind(graph) if weights is None else kind(graph, weights)
                    for tally in tallies:
                        _compare(theorem, tally, board, true[tally.play][place], meter)
                    progress()
    return True


def _blocks(n: int) -> Iterator[GraphBlock]:
    """All graphs with n vertices, some at a time."""
    for shard in all_graphs((n,), options="").shards(1 << 30):
        for block in shard.blocks():
            assert isinstance(block, GraphBlock)
            yield from block.parts(_AT_ONCE)


def _compare(theorem: Theorem, tally: Tally, board: Any, true: int, meter: Meter) -> None:
    """Every start of one board; bit v of ``true`` says whether start number v wins."""
    try:
        codes = theorem.decide_board(board, tally.play, meter).codes
    except LimitReached:
        raise
    except Exception as error:  # a theorem that breaks down is a finding, not the end of the run
        problem = f"decide_board raised {type(error).__name__}: {error}"
        tally.wrong += 1
        tally.blame(Counterexample(board.at(board.starts()[0]), tally.play, Fault.ERROR, {"error": problem}, {}))
        return
    for v, (start, code) in enumerate(zip(board.starts(), codes, strict=True)):
        tally.positions += 1
        if code == UNDECIDED:
            tally.declined += 1
            continue
        wins = bool(true >> v & 1)
        if wins:
            tally.held_n += 1
        else:
            tally.held_p += 1
        if (code == WINS) != wins:
            tally.wrong += 1
            claimed, found = ({"outcome": Outcome.for_mover(said).value} for said in (code == WINS, wins))
            tally.blame(Counterexample(board.at(start), tally.play, Fault.OUTCOME, claimed, found))
