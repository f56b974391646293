"""``look``: everything that a page shows of one position, in one answer; where its vertices stand, in pixels."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import InputError, LimitReached, printable, show_json
from lastmove.core.language import ENGLISH, speaking, spoken, t
from lastmove.core.limits import stopping_at_limits
from lastmove.core.play import Outcome
from lastmove.core.position import move_to_json, start_to_json, title_of
from lastmove.core.showing import Showing, in_time, is_hurried
from lastmove.core.solution import TheoremReason, WinningMoves
from lastmove.core.view import SumView, view_move, view_of
from lastmove.explanations.argument import say_position, say_rules
from lastmove.explanations.idea import idea_behind, idea_of
from lastmove.explanations.short import is_said, said_title
from lastmove.explanations.worksheet import because
from lastmove.pictures.compose import HURRIED, legend_entries, view_items
from lastmove.pictures.draw import drawable, valued_moves, winning_of
from lastmove.pictures.marks import Marks, ShownEvidence, ShownMove, evidence_of
from lastmove.pictures.places import InPixels, NodePlaces
from lastmove.solver.solve import outcomes, solve
from lastmove.web.request import Reply, spelled_out
from lastmove.web.wire import as_graph, item_to_wire, move_to_wire, scene_to_wire, view_to_wire

if TYPE_CHECKING:
    from lastmove.core.play import Problem
    from lastmove.core.position import Move
    from lastmove.core.solution import Reason, Solution
    from lastmove.core.view import GraphView, View
    from lastmove.search.fast.settings import SearchStatus
    from lastmove.solver.outcomes import Outcomes
    from lastmove.web.request import Request

    Places = dict[str, list[float]] | list["Places"] | None

MOST_PIXELS = 1e6
_ROOM = 1.3
"""How much farther apart weighted vertices are put: what a move leaves is written on its edge."""


def layout_of(view: View, given: object, path: str = "places") -> Any:
    """A layout in pixels for a view: the places that were given, and others for vertices that have none.

    ``given`` is an object from the name of each vertex to [x, y], or ``None``; for a sum, an array with one of these
    for every part. Places of vertices that are not there any more are kept out.
    """
    if isinstance(view, SumView):
        if given is not None and not isinstance(given, list):
            raise InputError(path, f"{show_json(given)}; accepted: an array with the places of each part")
        parts = [*(given or ()), *[None] * len(view.parts)]
        return [layout_of(part, parts[number], f"{path}[{number}]") for number, part in enumerate(view.parts)]
    if given is not None and not isinstance(given, Mapping):
        raise InputError(path, f"{show_json(given)}; accepted: an object from each vertex to [x, y]")
    graph = as_graph(view)
    if graph is None:
        return None
    known = given or {}
    found = InPixels()
    for node in graph.nodes:
        if str(node.key) in known:
            found[node.key] = _point(known[str(node.key)], f"{path}[{show_json(str(node.key))}]")
    missing = [node.key for node in graph.nodes if node.key not in found]
    if not found:
        places = in_time(lambda: _laid_out(graph)) or _laid_out(graph, plainly=True)
        return InPixels(zip((node.key for node in graph.nodes), places, strict=True))
    lowest, left = max(y for _, y in found.values()), min(x for x, _ in found.values())
    for number, key in enumerate(missing):  # in rows below the others
        found[key] = (left + 90.0 * (number % 8), lowest + 90.0 * (1 + number // 8))
    return found


@lru_cache(maxsize=256)
def _laid_out(graph: GraphView, *, plainly: bool = False) -> tuple[tuple[float, float], ...]:
    """Places that the picture would choose; remembered, for a page looks at a board many times."""
    spots = NodePlaces(graph, Marks(), None, plainly=plainly).spots
    weighted = graph.has_weighted_edges or any(node.weight is not None for node in graph.nodes)
    room = _ROOM if weighted else 1.0
    return tuple((spot.x * room, spot.y * room) for spot in spots)


def places_of_view(view: View, layout: Any) -> Places:
    """A layout as JSON: what ``places`` takes."""
    if isinstance(view, SumView):
        return [places_of_view(part, inner) for part, inner in zip(view.parts, layout, strict=True)]
    if layout is None:
        return None
    return {str(key): [round(x, 1), round(y, 1)] for key, (x, y) in layout.items()}


def _point(value: object, path: str) -> tuple[float, float]:
    if isinstance(value, list) and len(value) == 2:
        numbers = [v for v in value if isinstance(v, int | float) and not isinstance(v, bool) and abs(v) <= MOST_PIXELS]
        if len(numbers) == 2:
            return float(numbers[0]), float(numbers[1])
    raise InputError(path, f"{show_json(value)}; accepted: [x, y] in pixels, at most {MOST_PIXELS:,.0f}")


def first_places(problem: Problem) -> Places:
    """Where the vertices of a new position go."""
    view = view_of(problem.position)
    return places_of_view(view, layout_of(view, None))


FIELDS = ("position", "moves", "places", "show", "certificate", "time", "memory", "language")
MOST_MOVES = 5000
"""So many legal moves are listed, the winning ones among them; ``moves_complete`` says whether these are all."""


def look(asked: Request) -> Reply:
    """The position, its view and scene, every legal move by its value, the answer, and who wins from every start."""
    seen = _Look(asked)
    return Reply(seen.answer(), seen.stopped_by)


class _Look:
    def __init__(self, asked: Request) -> None:
        self.asked, self.show = asked, asked.show()
        self.problem: Problem = asked.problem()
        self.position: Any = self.problem.position
        self.view: View = view_of(self.position)
        self.limits = asked.limits()
        self.allowance = Showing(self.limits)
        self.solution: Solution | None = None
        self.board: Outcomes | None = None
        self.winning: WinningMoves[Move] = WinningMoves([], 0)
        self.moves: list[tuple[Move, Outcome]] = []
        self.stopped_by: str | None = None
        self._solve()

    def _solve(self) -> None:
        """Ask the engine what the page wants to know; a position with a start may want two things."""
        options: dict[str, Any] = {"certificate": self._evident, "watch": watch(self.asked), "threads": 1}
        is_board = getattr(self.position, "is_board", False) is True
        every_start = has_starts(self.position) and (is_board or "starts" in self.show)
        if not is_board:
            limits = self.allowance.left(0.6 if every_start else 1.0)
            self.solution = solve(
                self.problem, limits=limits, all_moves=True, values="remoteness" in self.show, **options
            )
            self.winning = winning_of(self.solution)  # once: where a limit stops it, it would be spent again
            self.moves = valued_moves(self.solution, self.winning)
            values = self.solution.values().stopped_by if "remoteness" in self.show else None
            self.stopped_by = getattr(self.solution.reason, "limit", None) or self.winning.stopped_by or values
        if every_start:
            self.board = outcomes(self.problem, limits=self.allowance.left(), **options)
            self.stopped_by = self.stopped_by or self.board.stopped_by

    @property
    def _evident(self) -> bool:
        return "evidence" in self.show or self.asked.flag("certificate")

    def answer(self) -> dict[str, object]:
        position = self.position
        found: dict[str, object] = {
            "position": spelled_out(self.problem),
            "title": printable(t(title_of(position))),
            "summary": printable(say_position(position)),
            "rules": [printable(line) for line in say_rules(position)],
            "view": view_to_wire(self.view),
            "spoken": self._spoken(),
        }
        found |= self._picture()
        if self.solution is not None:
            found |= self._about_moves(self.solution)
            found["answer"] = self.solution.to_json(certificate=self.asked.flag("certificate"))
            found["said"] = printable(because(self.solution))
            found["idea"] = printable(idea_of(self.solution))
            found["why"] = [_why(self.solution.reason, idea_of(self.solution))]
        elif self.board is not None:
            found["answer"] = self.board.to_json(certificate=self.asked.flag("certificate"))
            found["why"] = [_why(reason, idea_behind(reason, position)) for reason, _ in self.board.reasons]
        if self.board is not None:
            found["starts"] = {start_to_json(start): outcome.value for start, outcome in self.board.items()}
        return found

    def _spoken(self) -> dict[str, str]:
        """The language of rules and moves: where nobody has translated them they are English."""
        here = spoken()
        said = [say_rules(self.position), [view_move(self.position, move).text for move, _ in self.moves[:1]]]
        with speaking(ENGLISH):
            plain = [say_rules(self.position), [view_move(self.position, move).text for move, _ in self.moves[:1]]]
        found = (here if own != english else ENGLISH for own, english in zip(said, plain, strict=True))
        return dict(zip(("rules", "moves"), found, strict=True))

    def _about_moves(self, solution: Solution) -> dict[str, object]:
        lengths: dict[Any, int | None] = {}
        found: dict[str, object] = {}
        if "remoteness" in self.show:
            values = solution.values()
            found["remoteness"] = values.remoteness
            lengths = {value.move: value.remoteness for value in values.moves}
        listed, found["moves_complete"] = _listed(solution, self.winning)
        found["over"] = not listed
        found["moves"] = [
            {
                "move": move_to_json(self.position, move),
                **move_to_wire(view_move(self.position, move), self.view),
                "outcome": outcome.value,
                "remoteness": lengths.get(move),
            }
            for move, outcome in listed
        ]
        return found

    def _picture(self) -> dict[str, object]:
        """The scene, where the nodes stand in it, and what its marks mean; why there is none, where it cannot be."""
        none: dict[str, object] = {"scene": None, "places": None, "legend": [], "evidence": "", "note": ""}
        try:
            with stopping_at_limits(self.allowance.to_show()):
                drawable(self.view)
                layout = layout_of(self.view, self.asked.places())
                marks = self._marks()
                scene = scene_to_wire(view_items(self.view, marks, layout), self.view)
                note = HURRIED if is_hurried() else ""
        except LimitReached as stop:
            self.stopped_by = self.stopped_by or stop.limit
            return none | {"not_drawn": f"the {stop.limit} limit was reached before the picture was done"}
        except InputError as error:
            if error.field.startswith("places"):
                raise
            return none | {"not_drawn": str(error)}
        legend = [
            {"mark": kind, "text": text, "items": [item_to_wire(item) for item in symbol]}
            for kind, text, symbol in legend_entries(self.view, marks)
        ]
        places = places_of_view(self.view, layout)
        evidence = printable(marks.evidence.text)
        return {"scene": scene, "places": places, "legend": legend, "evidence": evidence, "note": note}

    def _marks(self) -> Marks:
        shown: tuple[ShownMove, ...] = ()
        if self.show & {"moves", "values"} and self.solution is not None:
            valued = "values" in self.show
            shown = tuple(
                ShownMove(view_move(self.position, move), outcome if valued else None) for move, outcome in self.moves
            )
        evidence = ShownEvidence()
        if "evidence" in self.show:
            certificate = (self.solution or self.board or _Nothing).certificate
            evidence = evidence_of(certificate, self.position, self.problem.play)
        labelled = self.show & ({"starts", "values"} if self.solution is None else {"starts"})
        starts = dict(self.board) if self.board is not None and labelled else {}
        return Marks(outcomes=starts, moves=shown, evidence=evidence)


def _why(reason: Reason, idea: str) -> dict[str, str]:
    """A reason in the language that is spoken: how to win, why it works here, and what its theorem is called."""
    if not isinstance(reason, TheoremReason):
        return {"idea": printable(idea), "here": "", "theorem": ""}
    here = t("Here {why}.", why=t(reason.why)) if reason.why and is_said(reason.why) else ""
    return {"idea": printable(idea), "here": printable(here), "theorem": printable(said_title(reason))}


def _listed(solution: Solution, winning: WinningMoves[Move]) -> tuple[list[tuple[Move, Outcome]], bool]:
    """The legal moves with their values, and whether these are all: who has a heap of a million plays it, too."""
    known = {**dict.fromkeys(winning, Outcome.P), **dict.fromkeys(winning.undecided, Outcome.UNKNOWN)}
    is_known = solution.outcome is not Outcome.UNKNOWN and winning.total <= len(winning)
    rest = Outcome.N if is_known else Outcome.UNKNOWN
    moves: list[Move] = list(islice(solution.problem.position.moves(), MOST_MOVES + 1))
    is_complete = len(moves) <= MOST_MOVES
    if not is_complete:
        near = set(moves)
        far = [move for move in known if move not in near][: MOST_MOVES // 2]
        moves = [*moves[: MOST_MOVES - len(far)], *far]
    return [(move, known.get(move, rest)) for move in moves], is_complete


class _Nothing:
    """A sum of boards, say: nothing was solved."""

    certificate = None


def has_starts(position: Any) -> bool:
    """Whether a position has starts to choose from."""
    try:
        position.starts()
    except (InputError, AttributeError):
        return False
    return True


def watch(asked: Request) -> Any:
    """What a search calls now and then to say how far it is."""

    def seen(glimpse: SearchStatus) -> None:
        asked.say({**glimpse._asdict()})

    return seen
