"""``draw``: the SVG of a position, an answer, or a board with the outcome of every start; and of a game that moves.

A game is one frame after the other in one SVG, by style rules alone. Where less motion is wanted, on paper, and in
programs that move nothing, the last frame stands still.
"""

from __future__ import annotations

import sys
from contextlib import nullcontext
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, cast

from lastmove.core.errors import InputError, printable, show
from lastmove.core.limits import Limits, stopping_at_limits, watched
from lastmove.core.play import Outcome, Problem
from lastmove.core.position import check_position, title_of
from lastmove.core.showing import Showing, in_time
from lastmove.core.solution import LimitReason, PartsReason, SearchReason, Solution, WinningMoves, membership
from lastmove.core.view import GraphView, HeapsView, SumView, view_move, view_of
from lastmove.core.words import VERDICT, counted, play_name
from lastmove.games.vertex_geography import VertexGeography
from lastmove.graphs.graph import Graph
from lastmove.pictures.cells import cells_of
from lastmove.pictures.compose import compose, compose_line
from lastmove.pictures.marks import Marks, ShownEvidence, ShownMove, evidence_of
from lastmove.pictures.scene import STYLES, Group, Label, Scene, bounds, moved, text_width
from lastmove.pictures.svg import THEMES, svg
from lastmove.solver.outcomes import Outcomes
from lastmove.solver.solve import solve

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from typing_extensions import TypeIs

    from lastmove.core.position import Move, Position
    from lastmove.core.view import View
    from lastmove.pictures.scene import Item
    from lastmove.quotients.quotient import MisereQuotient

MOST_NODES, MOST_EDGES, MOST_HEAPS = 400, 2000, 200
LONG_SEARCH = 20_000
"""Positions; the values of all moves may take many times the search that found one."""
UNASKED = Limits(time=5)
"""What a picture may cost that a notebook shows unasked."""
MOST_STEPS = 40
MOST_MOVES = 2000
"""Of positions with more moves only the winning ones are shown."""


class Pictured(Protocol):
    """Something that a board stands for in pictures, such as a family for which one of its members does."""

    def pictured(self) -> Outcomes:
        """The board, with the outcome of every start."""


Drawn: TypeAlias = "Position | Problem | Solution | Outcomes | MisereQuotient | Pictured | Graph"
"""What has a picture."""


def draw(
    what: Drawn,
    *,
    moves: bool | None = None,
    certificate: bool = False,
    theme: str = "auto",
    caption: str | None = None,
    legend: bool = True,
    line: Sequence[Move] = (),
    layout: Mapping[Any, tuple[float, float]] | None = None,
    limits: Limits | None = None,
) -> str:
    """The picture of a position, of an answer, or of a board with the outcome of every start, as SVG.

    Parameters
    ----------
    what
        A position or a board; a Solution, to show its moves by their value; Outcomes, to label every start; or a
        MisereQuotient of at most 60 elements, to show its Cayley graph; the answer about a family, to show a member;
        a Graph.
    moves
        Show the legal moves, winning ones solid and losing ones dashed. By default of a Solution; a position is
        solved for it, in normal play unless it is a Problem.
    certificate
        Show the evidence of a Solution or of Outcomes: a matching and its barrier, labels, sets, nim-sums.
    theme
        ``"auto"`` (light, and dark where the reader's system is), ``"light"``, ``"dark"``, or ``"print"`` for black
        and white.
    caption
        The line above; by default the id of a Problem, and who wins, if that is known. An empty text for none.
    legend
        Whether to explain the marks below.
    line
        Moves to make one after the other from a position: it is drawn with what each of them leads to, side by side.
    layout
        Points by vertex, neighbours about 1 apart and y downwards, for graphs that are to be drawn in a certain way.
    limits
        What the picture may cost, and the moves that are worked out for it; by default anything. A graph for which
        good places take longer is drawn plainly, on a circle, with a note that says so.

    Returns
    -------
    str
        A complete SVG document; the same for the same arguments.

    Raises
    ------
    InputError
        If it is too large to draw: more than 400 vertices, 2,000 edges or 200 heaps, or a sum of more than 200 parts,
        those of sums in it counted too. Boards of cells of the square grid, as :func:`lastmove.reduce` makes them, may
        have 300,000.
    IllegalMoveError
        If a move of the line is not legal.
    LimitReached
        If a limit is spent before even a plain picture is done.

    Examples
    --------
    >>> import lastmove as lm
    >>> path = lm.VertexGeography([("a", "b"), ("b", "c")])
    >>> lm.draw(lm.outcomes(path)).count("badge-p")  # two starts, the legend, and the dark colours
    4
    """
    if theme not in THEMES:
        raise InputError("theme", f"{show(theme)}; accepted: {', '.join(THEMES)}")
    showing = Showing(limits or Limits())
    what = _board_of(what)
    if moves and not line and not isinstance(what, Solution | Outcomes) and not _is_quotient(what):
        what = solve(what, limits=limits, all_moves=True)
    with nullcontext() if limits is None else stopping_at_limits(showing.to_show()):
        if line:
            scene = line_picture(what, line, caption=caption, layout=layout)
        else:
            scene = picture(what, moves=moves, certificate=certificate, caption=caption, legend=legend, layout=layout)
        return svg(scene, theme=theme)


def shown(what: Position | Solution | Outcomes | MisereQuotient) -> str:
    """The picture that a notebook shows unasked: soon, without the values of moves where finding them takes long."""
    searched = isinstance(what, Solution) and isinstance(what.reason, SearchReason | LimitReason | PartsReason)
    long = searched and what.reason.positions > LONG_SEARCH  # type: ignore[union-attr]
    return draw(what, moves=False if long else None, limits=UNASKED)


def _board_of(what: Drawn) -> Position | Problem | Solution | Outcomes | MisereQuotient:
    """What is drawn itself: for a graph or a family, the board that stands for it."""
    if isinstance(what, Graph):
        return VertexGeography(what)
    member = getattr(what, "pictured", None)
    return cast("Outcomes", member()) if callable(member) else cast("Position", what)


def picture(
    what: Drawn,
    *,
    moves: bool | None = None,
    certificate: bool = False,
    caption: str | None = None,
    legend: bool = True,
    layout: Mapping[Any, tuple[float, float]] | None = None,
) -> Scene:
    """The same before it is written: a scene for :func:`~lastmove.pictures.svg.svg` or for TikZ."""
    what = _board_of(what)
    if isinstance(what, Outcomes):
        return _outcomes_picture(what, certificate, caption, legend, layout)
    if _is_quotient(what):
        return _quotient_picture(what, caption, legend, layout)
    if not isinstance(what, Solution) and moves:
        what = solve(what)
    if isinstance(what, Solution):
        return _solution_picture(what, moves is not False, certificate, caption, legend, layout)
    problem = what if isinstance(what, Problem) else Problem(what)
    position: Any = problem.position
    if getattr(position, "is_board", False) is not True:
        check_position(position)
    view = drawable(view_of(position))
    title = _known_by(problem, _title(position))
    said = _known_by(problem) if caption is None else caption
    return compose(view, Marks(), title=title, caption=said, legend=legend, layout=layout)


def line_picture(
    what: Any,
    line: Sequence[Move],
    *,
    caption: str | None = None,
    layout: Mapping[Any, tuple[float, float]] | None = None,
) -> Scene:
    """A position and those that the moves of a line lead to, side by side."""
    problem = what.problem if isinstance(what, Solution) else what
    position: Any = check_position(problem.position if isinstance(problem, Problem) else problem)
    title = f"{_title(position)}; {counted(len(line), 'move')}"
    views, texts = [drawable(view_of(position))], ["to begin with"]
    for number, move in enumerate(islice(line, MOST_STEPS), start=1):
        text = view_move(position, move).text
        position = position.after(move)
        views.append(drawable(view_of(position)))
        texts.append(f"{number}. {text}")
    return compose_line(views, texts, title=title, caption=caption or "", layout=layout)


def _solution_picture(
    solution: Solution, moves: bool, certificate: bool, caption: str | None, legend: bool, layout: Any
) -> Scene:
    problem = solution.problem
    view = drawable(view_of(problem.position))
    evidence = evidence_of(solution.certificate, problem.position, problem.play) if certificate else ShownEvidence()
    winning = winning_of(solution) if moves else WinningMoves([], 0)
    shown = _shown_moves(solution, winning) if moves else ()
    said = VERDICT[solution.outcome] + (" (no move is left)" if _is_over(problem.position) else "")
    if caption is None:
        caption = _known_by(problem, f"{title_of(problem.position)}, {play_name(problem.play)}. {said}.")
    note = evidence.text if certificate else ""
    title = _known_by(problem, f"{_title(problem.position)}, {play_name(problem.play)}: {said}")
    marks = Marks(moves=shown, evidence=evidence, cut=winning.total > min(len(winning), MOST_MOVES))
    return compose(view, marks, title=title, caption=caption, note=note, legend=legend, layout=layout)


def _outcomes_picture(found: Outcomes, certificate: bool, caption: str | None, legend: bool, layout: Any) -> Scene:
    position, play = found.problem.position, found.problem.play
    view = drawable(without_token(view_of(position)))
    evidence = evidence_of(found.certificate, position, play) if certificate else ShownEvidence()
    if caption is None:
        caption = _known_by(found.problem, f"{title_of(position)}, {play_name(play)}: who wins from every start.")
    title = _known_by(found.problem, f"{title_of(position)}, {play_name(play)}: the outcome of every start")
    marks = Marks(outcomes=dict(found), evidence=evidence)
    return compose(view, marks, title=title, caption=caption, legend=legend, layout=layout)


def _is_quotient(what: object) -> TypeIs[MisereQuotient]:
    """Whether this is a misère quotient: who has one has loaded its module, and other pictures need not."""
    module = sys.modules.get("lastmove.quotients.quotient")
    return module is not None and isinstance(what, module.MisereQuotient)


def _quotient_picture(found: MisereQuotient, caption: str | None, legend: bool, layout: Any) -> Scene:
    """The Cayley graph of a quotient, every element with its outcome."""
    title = f"a misère quotient of {found.order} elements, {found.p_order} of them P"
    lost = set(found.p_portion)
    outcomes = {node.key: Outcome.P if node.key in lost else Outcome.N for node in found.view().nodes}
    said = f"The Cayley graph of {title}." if caption is None else caption
    return compose(found.view(), Marks(outcomes=outcomes), title=title, caption=said, legend=legend, layout=layout)


def _shown_moves(solution: Solution, winning: WinningMoves[Move]) -> tuple[ShownMove, ...]:
    position = solution.problem.position
    return tuple(ShownMove(view_move(position, move), outcome) for move, outcome in valued_moves(solution, winning))


def winning_of(solution: Solution) -> WinningMoves[Move]:
    """The winning moves. Where the outcome is unknown its limits are spent, and no move is tried with them again."""
    limit = "time"
    if isinstance(solution.reason, LimitReason):
        limit = solution.reason.limit
    elif (found := in_time(solution.winning_moves)) is not None:
        return found
    return WinningMoves([], 0, list(islice(solution.problem.position.moves(), MOST_MOVES)), limit)


def valued_moves(solution: Solution, winning: WinningMoves[Move]) -> list[tuple[Move, Outcome]]:
    """Every legal move with its value; only the winning and the undecided ones where there are very many."""
    position = solution.problem.position
    every = list(islice(position.moves(), MOST_MOVES + 1))
    if len(every) > MOST_MOVES or winning.total > len(winning):
        known = chain(((move, Outcome.P) for move in winning), ((move, Outcome.UNKNOWN) for move in winning.undecided))
        return list(islice(known, MOST_MOVES))
    wins, undecided = membership(winning), membership(winning.undecided)
    rest = Outcome.UNKNOWN if solution.outcome is Outcome.UNKNOWN else Outcome.N
    return [(move, Outcome.P if wins(move) else Outcome.UNKNOWN if undecided(move) else rest) for move in every]


def _is_over(position: Position) -> bool:
    return next(iter(position.moves()), None) is None


def _known_by(problem: Problem, said: str = "") -> str:
    """The id of the question, if it has one, before what is said."""
    return ": ".join(filter(None, ["" if problem.id is None else printable(str(problem.id)), said]))


def _title(position: Any) -> str:
    summary = getattr(position, "summary", None)
    return f"{title_of(position)}: {summary()}" if callable(summary) else show(position)


def without_token(view: View) -> View:
    """The view of a board on which every start is looked at."""
    if isinstance(view, GraphView):
        return GraphView(view.nodes, view.edges, view.directed)
    return HeapsView(view.heaps, None, view.circular, view.rule) if isinstance(view, HeapsView) else view


def drawable(view: View) -> View:
    """The view itself; an InputError if it is too large for a picture."""
    if isinstance(view, GraphView):
        if len(view.nodes) > MOST_NODES and cells_of(view) is not None:
            return view
        for word, count, most in (("vertices", len(view.nodes), MOST_NODES), ("edges", len(view.edges), MOST_EDGES)):
            if count > most:
                raise InputError(word, f"{count:,}; a picture shows at most {most:,}")
    elif isinstance(view, HeapsView) and len(view.heaps) > MOST_HEAPS:
        raise InputError("heaps", f"{len(view.heaps):,}; a picture shows at most {MOST_HEAPS:,}")
    elif isinstance(view, SumView):
        count = _count_parts(view)
        if count > MOST_HEAPS:
            inner = "" if count == len(view.parts) else " with those of the sums in it"
            raise InputError("parts", f"{count:,}{inner}; a picture shows at most {MOST_HEAPS:,}")
        for number, part in enumerate(watched(view.parts)):
            try:
                drawable(part)
            except InputError as error:
                raise error.inside(f"parts[{number}]") from None
    return view


def _count_parts(view: SumView) -> int:
    return len(view.parts) + sum(_count_parts(part) for part in view.parts if isinstance(part, SumView))


SECONDS = 1.5
"""How long a frame is to be seen; the last one three times as long."""
_MARGIN = 20.0
_LINE = 30.0


class Frame(NamedTuple):
    """The shapes of one position, all frames in one plane, and what is said below them."""

    items: tuple[Item, ...]
    text: str


def film(frames: Sequence[Frame], *, title: str, theme: str = "auto") -> str:
    """The text of an SVG document that shows the frames in turn.

    >>> "@keyframes" in film([Frame((Label(0, 0, "3", "note"),), "to begin with")], title="a film")
    True
    """
    boxes = [bounds(frame.items) for frame in frames]
    left, top = min(box.left for box in boxes), min(box.top for box in boxes)
    high = max(box.bottom for box in boxes) - top
    said = max(text_width(frame.text, STYLES["note"].size) for frame in frames)
    across = max(box.right for box in boxes) - left
    wide = max(across, said)
    shift = _MARGIN + (wide - across) / 2 - left
    groups = []
    for number, frame in enumerate(frames):
        shapes = [moved(item, shift, _MARGIN - top) for item in frame.items]
        shapes.append(Label(_MARGIN + wide / 2, _MARGIN + high + _LINE, frame.text, "note"))
        groups.append(Group("frame", tuple(shapes), number))
    told = " ".join(frame.text for frame in frames)
    scene = Scene(wide + 2 * _MARGIN, high + _LINE + 2 * _MARGIN, tuple(groups), title, told)
    return svg(scene, theme=theme, rules=_rules(len(frames)))


def _rules(count: int) -> str:
    """Each frame is seen in its turn; the names hold how many there are, so that two films can stand on one page."""
    frame, last = ".lm-g-frame", count - 1
    name = f"lm-film-{count}"
    parts = count + 2
    rules = [f"{frame}{{visibility:hidden}} {frame}[data-number='{last}']{{visibility:visible}}"]
    rules.append(f"@keyframes {name}{{0%{{visibility:visible}}{100 / parts:.4f}%,to{{visibility:hidden}}}}")
    rules.append(f"@keyframes {name}-end{{0%{{visibility:visible}}{300 / parts:.4f}%,to{{visibility:hidden}}}}")
    runs = [
        f"{frame}[data-number='{number}']{{visibility:hidden;animation:{name}{'-end' if number == last else ''} "
        f"{SECONDS * parts:g}s step-end {SECONDS * number:g}s infinite}}"
        for number in range(count)
    ]
    rules.append(f"@media screen and (prefers-reduced-motion:no-preference){{{' '.join(runs)}}}")
    return " ".join(rules)
