"""A claim held against the law: the smallest position, or the smallest board, on which it is wrong.

Claims are about the positions of a game, about whole boards, or about the graphs of a census. For claims that are
functions the boards of a census source come one by one, by size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby, tee
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

from lastmove.censuses.choose_source import chosen_source, graph_text
from lastmove.censuses.question import CensusQuestion, board_of, weightings_of
from lastmove.censuses.table import extent_of
from lastmove.core.errors import InputError, LimitReached, show
from lastmove.core.limits import Limits, watched
from lastmove.core.notebook import Drawable
from lastmove.core.play import Outcome, Play, PlayName
from lastmove.core.position import title_of
from lastmove.core.renamed import renamed
from lastmove.core.words import play_name, with_accent
from lastmove.explanations.explain import explain
from lastmove.games import game_class, game_names
from lastmove.games.base import Game
from lastmove.games.graph_game import GraphGame
from lastmove.graphs.graph import Graph
from lastmove.notation.json import position_to_json
from lastmove.solver.many_boards import outcomes_many
from lastmove.solver.solve import solve
from lastmove.verify.positions import ReferenceSearch, check_numbers, layers, range_for
from lastmove.verify.report import Counterexample, Fault, in_words

if TYPE_CHECKING:
    from pathlib import Path

    from lastmove.censuses.sources import Shard, Source
    from lastmove.explanations.argument import Argument
    from lastmove.games.samples import Range
    from lastmove.search.plain import PlainSearch

    Found = TypeVar("Found", bound="Counterexample | BoardCounterexample | None")
    Said = Callable[[Game], Outcome | None]
    """What a claim says of a position."""

Claim = Callable[[Any], Outcome | str | None]
"""What somebody says of a position: N, P, or nothing."""
BoardClaim = Callable[..., bool | None]
"""Whether something holds on a board, given its outcomes in one convention or both; ``None`` where nothing is said."""
Report = Callable[[str], object] | None
"""Who is told what was tried where nothing was found."""
USUAL_SECONDS = 300.0
"""How long positions are tried where neither their size nor the time is limited."""
BOTH = (Play.NORMAL, Play.MISERE)


@overload
def refute(
    claim: Claim,
    *,
    game: str | type[Game],
    play: Play | PlayName = ...,
    n: int | None = ...,
    weights: int | None = ...,
    directed: bool | None = ...,
    geng: str | None = ...,
    source: Source | Iterable[Any] | Path | str | None = ...,
    of: Literal["position"] = ...,
    limits: Limits | None = ...,
    report: Report = ...,
) -> Counterexample | None: ...


@overload
def refute(
    claim: BoardClaim,
    *,
    game: str | type[Game],
    play: Play | PlayName | Literal["both"] = ...,
    n: int | None = ...,
    weights: int | None = ...,
    directed: bool | None = ...,
    geng: str | None = ...,
    source: Source | Iterable[Any] | Path | str | None = ...,
    of: Literal["board"],
    limits: Limits | None = ...,
    report: Report = ...,
) -> BoardCounterexample | None: ...


@overload
def refute(
    claim: str,
    *,
    game: str | type[Game],
    play: Play | PlayName | Literal["both"] = ...,
    n: int | None = ...,
    weights: int | None = ...,
    geng: str | None = ...,
    source: Source | Iterable[Any] | Path | str | None = ...,
    of: str = ...,
    limits: Limits | None = ...,
    report: Report = ...,
) -> BoardCounterexample | None: ...


@renamed(size="n", weight="weights")
def refute(
    claim: Callable[..., Any] | str,
    *,
    game: str | type[Game],
    play: Play | PlayName | Literal["both"] = Play.NORMAL,
    n: int | None = None,
    weights: int | None = None,
    directed: bool | None = None,
    geng: str | None = None,
    source: Source | Iterable[Any] | Path | str | None = None,
    of: str = "position",
    limits: Limits | None = None,
    report: Report = None,
) -> Counterexample | BoardCounterexample | None:
    """The smallest position on which a claim is wrong, or ``None`` if it is right on all small ones.

    Parameters
    ----------
    claim
        A function of a position that returns ``"N"``, ``"P"``, or ``None`` where it says nothing. A position has the
        attributes of its class: ``graph``, ``start``, ``weights``, or ``heaps``. With ``of="board"`` a function of the
        Outcomes of a board that returns whether the claim holds there, or ``None``. Or a text: a condition in SQL on
        every row of a census, such as ``"misere != 0 or n % 2 = 0"``, with the columns and functions of ``lastmove
        query``.
    game
        The name of the game, or its class.
    play
        The convention; for claims about boards also ``"both"``, and a function then gets the Outcomes of normal and of
        misère play.
    n, weights
        The most vertices (heaps, parts) and the largest weight or heap to try; by default the usual range of the game.
        Every position of that range is tried, smallest first; ``report`` says what range that is.
    directed
        True: on digraphs only. False: on graphs only. By default both, so a claim about graphs is refuted by a digraph
        unless it says nothing there.
    geng
        Other graphs than all small ones: options of nauty's geng such as ``"-cb"``, for graphs of up to ``n`` vertices.
    source
        Other graphs: any source of a census, a file of the graph6 family, packed by gzip or not, or graphs. Games with
        weights get every weight from 1 to ``weights``.
    of
        ``"position"`` or ``"board"``: what a function is a claim about.
    limits
        What may be spent; by default nothing is limited, but for a claim about positions without ``n`` and without
        a source: five minutes. On the graphs of a source, on whole boards and in SQL it is for each board, and what
        stays unknown refutes nothing.
    report
        Where nothing is found, this function is called with a line that says what was tried; ``print`` will do.

    Returns
    -------
    Counterexample, BoardCounterexample or None
        With ``position``, ``play``, ``claimed``, ``true``, or with ``board`` and ``outcomes``; printed it shows them,
        ``to_json()`` has the position as every command reads it, and ``graph6`` and ``explain()`` say more. A smallest
        one by vertices, then, in a source, by edges and weight.

    Raises
    ------
    InputError
        If there is no such game, if it is not played on such boards, or the claim returns something else.
    LimitReached
        When a limit is spent before all positions were tried; a note says how many were.

    Examples
    --------
    Is misère Vertex Geography on undirected graphs just normal play turned round?

    >>> import lastmove as lm
    >>> def turned_round(position):
    ...     return "P" if lm.solve(position, play="normal").outcome is lm.Outcome.N else "N"
    >>> print(lm.refute(turned_round, game="vertex-geography", play="misere", n=4, directed=False))
    Vertex Geography, misère play: path 2 - 0 - 1 - 3; token on 0
      claimed P, is N
    >>> lm.refute(lambda nim: "N" if len(set(nim.heaps)) == 2 else None, game="nim", n=2, report=print)
    No counterexample. Every position was tried: positions of up to 2 heaps, heaps up to 20, 16.
    """
    name = game if isinstance(game, str) else _name_of(game)
    plays = BOTH if play == "both" else (Play(play),)
    size, weight = n, weights
    check_numbers(n=size, weights=weight)
    if geng is not None:
        if source is not None:
            raise InputError("geng", f"{show(geng)}; it takes the place of source")
        source = geng
    if of not in ("position", "board"):
        raise InputError("of", f"{show(of)}; accepted: 'position', 'board'")
    if directed is not None and (source is not None or isinstance(claim, str)):
        raise InputError("directed", f"{show(directed)}; it goes without a source and with functions only")
    from lastmove.censuses.files import readable

    if isinstance(claim, str):
        from lastmove.verify.sql_claims import USUAL_SIZE

        with readable(source) as graphs:
            most = USUAL_SIZE if size is None and (graphs is None or isinstance(graphs, str)) else size
            against = _by_sql(claim, name, plays, most, weight, graphs, limits)
        return _reported(against, report, _of_source("board", most))
    if not callable(claim):
        raise InputError("claim", f"{show(claim)}; accepted: a function, or a condition in SQL")
    if of == "position" and len(plays) > 1:
        raise InputError("play", "'both' goes with claims about boards; accepted here: 'normal', 'misere'")
    if source is not None:
        with readable(source) as graphs:
            found = _on_boards(claim, name, plays, size, weight, graphs, limits, of=of)
        return _reported(found, report, _of_source(of, size))
    tried = _tried(name, size, weight, directed)
    small: Iterator[Any] = layers(name, tried.strata)
    if of == "position":
        usual = Limits(time=USUAL_SECONDS) if size is None else None
        wrong: Counterexample | BoardCounterexample | None = first_wrong(claim, small, plays[0], limits or usual)
    else:
        boards = (board for board in small if board.is_board)
        wrong = next(boards_against(claim, boards, plays, limits), None)
    return _reported(wrong, report, f"Every {of} was tried: {tried.describe()}.")


def _name_of(game: object) -> str:
    """The name that a class is known by; a class derived from a game has its name and perhaps other rules."""
    name = getattr(game, "name", None)
    if not isinstance(name, str) or name not in game_names() or game_class(name) is not game:
        accepted = "a game that `lastmove games` lists, by its name or its class, or a class given to lm.register"
        raise InputError("game", f"{show(game)}; accepted: {accepted}")
    return name


def _reported(found: Found, report: Report, tried: str) -> Found:
    if found is None and report is not None:
        report(f"No counterexample. {tried}")
    return found


def _of_source(of: str, size: int | None) -> str:
    to = "" if size is None else f" up to {size} vertices"
    return f"Every {of} on the graphs of the source{to} was tried."


def _tried(game: str, size: int | None, weight: int | None, directed: bool | None) -> Range:
    """Every small board of a game, or those on graphs or on digraphs alone."""
    tried = range_for(game, size=size, weight=weight, random=0)
    if directed is None:
        return tried
    strata = tuple(stratum for stratum in tried.strata if stratum.directed is directed)
    if not strata:
        raise InputError("directed", f"{show(directed)}; {game} is not played on {'di' * directed}graphs")
    return replace(tried, strata=strata)


def _by_sql(
    condition: str,
    game: str,
    plays: tuple[Play, ...],
    size: int | None,
    weight: int | None,
    source: Source | Iterable[Any] | Path | str | None,
    limits: Limits | None,
) -> BoardCounterexample | None:
    from lastmove.verify.sql_claims import first_board_against

    options: dict[str, Any] = {"size": size, "weight": weight, "source": source, "limits": limits}
    board = first_board_against(condition, game=game, plays=plays, **options)
    return None if board is None else about_board(board, plays, limits)


def _on_boards(
    claim: Callable[..., Any],
    game: str,
    plays: tuple[Play, ...],
    size: int | None,
    weight: int | None,
    source: Source | Iterable[Any] | Path | str,
    limits: Limits | None,
    *,
    of: str,
) -> Counterexample | BoardCounterexample | None:
    """The boards of a source, which are answered many at a time."""
    for boards in boards_by_size(game, source, size=size, weight=weight):
        if of == "board":
            wrong = min(
                boards_against(claim, boards, plays, limits), key=lambda each: size_of(each.board), default=None
            )
            if wrong is not None:
                return wrong
            continue
        said = partial(_said, claim)
        against = positions_against(said, boards, plays[0], limits)
        found = min(against, key=lambda each: size_of(each.position), default=None)
        if found is not None:
            return found
    return None


def first_wrong(claim: Claim, boards: Iterable[Game], play: Play, limits: Limits | None) -> Counterexample | None:
    """The first position on these boards, smallest first, on which the claim is wrong: held against the law."""
    law, tried = ReferenceSearch(), 0
    law.grant(limits)
    try:
        for board in boards:
            search: PlainSearch | None = None
            for position in _positions(board):
                law.meter.look()  # nothing may be to be searched, and claims take time too
                said = _said(claim, position)
                tried += 1
                if said is None:
                    continue
                search = search or law.under(play)
                true = Outcome.for_mover(search.wins(position, law.meter))
                if said is not true:
                    outcomes = {"outcome": said.value}, {"outcome": true.value}
                    return Counterexample(position, play, Fault.OUTCOME, *outcomes)
    except LimitReached as stop:
        stop.add_note(f"No counterexample among the {tried:,} smallest positions; n= and limits= say how far to go.")
        raise
    return None


def _positions(board: Any) -> Iterator[Game]:
    """Every start of a board; a position that needs none."""
    if not board.is_board:
        yield board
        return
    for start in board.starts():
        yield board.at(start)


def _said(claim: Claim, position: Game) -> Outcome | None:
    """What the claim says, if it is an outcome."""
    said = claim(position)
    if said is None:
        return None
    if said in (Outcome.N, Outcome.N.value, Outcome.P, Outcome.P.value):
        return Outcome(said)
    raise InputError("claim", f"it returned {show(said)} for {in_words(position)}; accepted: 'N', 'P', None")


@dataclass(frozen=True)
class BoardCounterexample(Drawable):
    """A board on which a claim about its outcomes is wrong. It is printed well, and a notebook shows its picture.

    Attributes
    ----------
    board
        The board.
    plays
        The convention that was asked, or both.
    outcomes
        What is true: the outcome of every start, for each convention by its name.
    """

    board: Game
    plays: tuple[Play, ...]
    outcomes: Mapping[str, Mapping[Any, Outcome]] = field(repr=False)

    @property
    def graph6(self) -> str | None:
        """The graph as a line of graph6 (sparse6, digraph6), on vertices numbered in the board's order."""
        return graph_text(self.board.graph) if isinstance(self.board, GraphGame) else None

    def explain(self, start: object, play: Play | PlayName | None = None) -> Argument:
        """Why a start is won or lost; the board itself, where there is no start to choose."""
        return explain(self.board.at(start) if _has_starts(self.board) else self.board, play or self.plays[0])

    def _repr_svg_(self) -> str | None:
        return self.board._repr_svg_()

    def to_json(self) -> dict[str, object]:
        """The board as ``lastmove solve`` reads it, its graph6, and the outcome of every start."""
        return {
            "position": position_to_json(self.board),
            "graph6": self.graph6,
            "outcomes": {
                play: {"board" if start is None else str(start): outcome.value for start, outcome in outcomes.items()}
                for play, outcomes in self.outcomes.items()
            },
        }

    def __str__(self) -> str:
        plays = " and ".join(with_accent(play.value) for play in self.plays)
        name = "" if self.graph6 is None else f"graph6 {self.graph6}: "
        board = in_words(self.board).removesuffix("; token on None")
        lines = [f"{title_of(self.board)}, {plays} play", f"{name}{board}"]
        for play in self.plays:
            outcomes = self.outcomes[play.value]
            if not _has_starts(self.board):
                lines.append(
                    f"{play_name(play)}: the player to move {'wins' if Outcome.N in outcomes.values() else 'loses'}"
                )
                continue
            won = [str(start) for start, outcome in outcomes.items() if outcome is Outcome.N]
            lines.append(f"{play_name(play)}: {len(won)} of {len(outcomes)} starts win: {', '.join(won) or 'none'}")
        return "\n".join(lines)


def size_of(position: Any) -> tuple[int, int, int]:
    """Vertices (heaps, parts), then edges, then weight: what makes a counterexample smaller."""
    size, weight = position.measure()
    return size, position.graph.m if isinstance(position, GraphGame) else 0, weight


def boards_against(
    claim: Callable[..., object], boards: Iterable[Game], plays: tuple[Play, ...], limits: Limits | None
) -> Iterator[BoardCounterexample]:
    """The boards on which a claim about their outcomes is wrong; what stays unknown refutes nothing."""
    listed, *copies = tee(boards, 1 + len(plays))
    answers = [outcomes_many(copy, play, limits=limits) for copy, play in zip(copies, plays, strict=True)]
    for board, *truths in watched(zip(listed, *answers, strict=True), 1):
        if any(truth.count(Outcome.UNKNOWN) for truth in truths):
            continue
        said = claim(*truths)
        if said is not None and not isinstance(said, bool):
            raise InputError("claim", f"it says {show(said)} of a board; accepted: True, False, None")
        if said is False:
            yield BoardCounterexample(board, plays, _by_play(plays, truths))


def positions_against(
    said: Said, boards: Iterable[Game], play: Play, limits: Limits | None
) -> Iterator[Counterexample]:
    """The positions on these boards on which a claim is wrong; what stays unknown refutes nothing."""
    listed, copy = tee(boards)
    for board, truth in watched(zip(listed, _truths(copy, play, limits), strict=True), 1):
        for start, true in truth.items():
            position = board if start is None else board.at(start)
            claimed = said(position)
            if claimed is not None and true is not Outcome.UNKNOWN and claimed is not true:
                outcomes = {"outcome": claimed.value}, {"outcome": true.value}
                yield Counterexample(position, play, Fault.OUTCOME, *outcomes)


def about_board(board: Game, plays: tuple[Play, ...], limits: Limits | None) -> BoardCounterexample:
    """What is true of a board."""
    truths = [next(_truths([board], play, limits)) for play in plays]
    return BoardCounterexample(board, plays, _by_play(plays, truths))


def _truths(boards: Iterable[Game], play: Play, limits: Limits | None) -> Iterator[Mapping[Any, Outcome]]:
    """The outcome of every start of each board; of a game without starts that of the board itself, under None."""
    for has_starts, some in groupby(boards, key=_has_starts):
        if has_starts:
            yield from outcomes_many(some, play, limits=limits)
        else:
            yield from ({None: solve(board, play, limits=limits).outcome} for board in some)


def _has_starts(board: Game) -> bool:
    return not isinstance(board, GraphGame) or board.has_token


def _by_play(plays: tuple[Play, ...], truths: Iterable[Mapping[Any, Outcome]]) -> dict[str, dict[Any, Outcome]]:
    return {play.value: dict(truth) for play, truth in zip(plays, truths, strict=True)}


def source_to(source: Source | Iterable[Any] | Path | str, size: int | None) -> Source:
    """The source that ``source=`` names: options of geng stand for all its graphs of up to ``size`` vertices."""
    if isinstance(source, str):
        if size is None:
            raise InputError("n", "missing; options of geng stand for graphs of up to so many vertices")
        return chosen_source(n=range(1, size + 1), geng=source)
    return chosen_source(source=source)


def boards_by_size(
    game: str, source: Source | Iterable[Any] | Path | str, *, size: int | None = None, weight: int | None = None
) -> Iterator[Iterator[GraphGame]]:
    """The boards of each size, smallest size first; where sizes are mixed, all of them together.

    The same in each iteration: whoever has found a counterexample need not look at larger boards.
    """
    chosen = source_to(source, size)
    question = CensusQuestion.of(game, "both", weight, extent_of(chosen))
    shards = chosen.shards(question.graphs_a_shard)
    for _, same in groupby(sorted(shards, key=_n), key=_n):
        yield (board for shard in same for board in _boards(shard, question) if size is None or board.graph.n <= size)


def _n(shard: Shard) -> int:
    n: int = getattr(shard, "n", 0)
    return n


def _boards(shard: Shard, question: CensusQuestion) -> Iterator[GraphGame]:
    for block in shard.blocks():
        if isinstance(block, tuple):
            graphs: Iterable[tuple[Graph, tuple[int, ...] | None]] = block
        else:
            graphs = ((Graph.numbered(block.n, edges, directed=block.directed), None) for edges in block.lists())
        for graph, given in watched(graphs, 16):
            if given is not None or question.weights is None:
                yield board_of(question.game, graph, given)
            else:
                yield from (board_of(question.game, graph, weights) for weights in weightings_of(question, graph))
