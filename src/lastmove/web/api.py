"""The questions that a page asks: a JSON object in, a JSON object out, and nothing else.

The local server calls :func:`ask`; the worker of the static site and the notebook widget call :func:`answer`, so that
only strings pass between languages. They add no knowledge of games. ``docs/reference/playground-api.md`` describes
every field.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from lastmove._version import __version__
from lastmove.cli.records import as_input_error
from lastmove.core.errors import InputError, LastmoveError, LimitReached, Refuted, printable, show_json
from lastmove.core.files import loads
from lastmove.core.language import ENGLISH, languages, speaking, t
from lastmove.core.limits import Allowance, Meter, stopping_at_limits, watched
from lastmove.core.play import Outcome, Play, Problem
from lastmove.core.position import move_to_json
from lastmove.core.showing import Showing, is_hurried
from lastmove.core.solution import LimitReason
from lastmove.core.table import Table
from lastmove.core.view import view_move, view_of
from lastmove.graphs.random import at_most
from lastmove.notation.json import parse, problem_to_json
from lastmove.pictures.compose import HURRIED, view_items
from lastmove.pictures.draw import Frame, drawable, film
from lastmove.pictures.marks import Marks, ShownMove
from lastmove.pictures.svg import THEMES
from lastmove.web import look as looking
from lastmove.web import values as valuing
from lastmove.web.look import first_places, layout_of, places_of_view
from lastmove.web.request import LAYERS, Reply, Request, spelled_out

if TYPE_CHECKING:
    from lastmove.core.limits import Cancel, Limits
    from lastmove.web.request import Say

MOST_VERTICES, MOST_EDGES = 20_000, 100_000
"""A body of a few bytes may ask for so large a graph and not more."""
MOST_FRAMES = 200
LONGEST = 10.0
"""Seconds that a question in text gets at most: who answers it can be asked nothing else meanwhile."""
ADVICE = "Too hard for this page, which works it out by itself. Run `lastmove serve` on your computer for more."


class Question(NamedTuple):
    """A question: what answers it, the fields it takes, and what it is in a sentence."""

    answer: Callable[[Request], Reply]
    fields: tuple[str, ...]
    summary: str


def ask(name: str, body: object, say: Say | None = None, *, cancel: Cancel | None = None) -> Reply:
    """The answer to the question ``name``; ``say`` hears how far a long search is, ``cancel`` stops it.

    Raises
    ------
    InputError
        If there is no such question, if the body cannot be read, or if a move in it is not legal.

    Examples
    --------
    >>> ask("solve", {"position": {"game": "nim", "heaps": [1, 2]}}).answer["move"]
    {'heap': 1, 'remaining': 1}
    """
    question = QUESTIONS.get(name)
    if question is None:
        raise InputError("question", f"{name!r}; accepted: {', '.join(QUESTIONS)}")
    try:
        asked = Request(body, question.fields, say or _nothing, cancel)
        with at_most(MOST_VERTICES, MOST_EDGES), speaking(asked.choice("language", languages(), ENGLISH)):
            return question.answer(asked)
    except LimitReached as stop:
        return _stopped(stop)
    except Exception as error:
        raise as_input_error(error) from None


def answer(question: str, text: str, say: Callable[[str], None] | None = None, *, advice: str = ADVICE) -> str:
    """The answer as JSON text: ``{"answer": ...}`` or ``{"error": ...}``.

    An answer in which a limit left something unknown has a field ``advice`` that says what to do. Where more time was
    asked for than there is, ``cut`` says how much it was.

    >>> answer("solve", '{"position": {"game": "nim", "heaps": []}}')[:27]
    '{"answer": {"outcome": "P",'
    >>> answer("solve", "{}")
    '{"error": "position: missing"}'
    """
    try:
        body, cut = loads(text), {}
        if isinstance(body, dict) and isinstance(body.get("time"), int | float):
            cut = {"time": LONGEST} if body["time"] > LONGEST else {}
            body |= cut
        reply = ask(question, body, None if say is None else lambda seen: say(json.dumps(seen)))
    except LastmoveError as error:
        return json.dumps({"error": str(error)})
    except (MemoryError, RecursionError):
        return json.dumps({"error": f"the memory is used up. {advice}"})
    found = reply.answer | ({"cut": cut} if cut else {}) | ({"advice": advice} if reply.stopped_by else {})
    return json.dumps({"answer": found})


def _nothing(_: dict[str, object]) -> None:
    pass


def _solve(asked: Request) -> Reply:
    from lastmove.solver.solve import outcomes, solve

    problem = asked.problem()
    options: dict[str, Any] = {"all_moves": asked.flag("all_moves"), "certificate": asked.flag("certificate")}
    shared = {"limits": asked.limits(), "watch": looking.watch(asked), "threads": 1, **options}
    if asked.has("starts"):
        asked.choice("starts", ("all",), "all")
        board = outcomes(problem, **shared)
        stopped = board.stopped_by or (board.certificate_stopped_by if options["certificate"] else None)
        return Reply(board.to_json(**options) | _about(asked, problem), stopped)
    values = asked.flag("values")
    found = solve(problem, values=values, **shared)
    stopped = found.reason.limit if isinstance(found.reason, LimitReason) else None
    if options["all_moves"] and stopped is None:
        stopped = found.winning_moves().stopped_by
    if values and stopped is None:
        stopped = found.values().stopped_by
    if stopped is None:
        stopped = found.certificate_stopped_by
    return Reply(found.to_json(values=values, **options) | _about(asked, problem), stopped)


def _about(asked: Request, problem: Any) -> dict[str, object]:
    """The position that a certificate speaks of; and an id of null, which the answer itself does not echo."""
    found: dict[str, object] = {"position": problem_to_json(problem)} if asked.flag("certificate") else {}
    given: Any = asked.fields.get("position")
    return found | ({"id": None} if isinstance(given, dict) and "id" in given and given["id"] is None else {})


def _explain(asked: Request) -> Reply:
    from lastmove.explanations.explain import explain
    from lastmove.explanations.short import short_lines

    problem, limits = asked.problem(), asked.limits()
    showing = Showing(limits)
    argument = explain(problem, limits=limits)

    def told(part: Table | str) -> object:
        return {"head": list(part.head), "rows": list(map(list, part.rows))} if isinstance(part, Table) else part

    stopped = argument.reason.limit if isinstance(argument.reason, LimitReason) else None
    with stopping_at_limits(showing.to_show()):
        sections = [{"title": each.title, "body": list(map(told, each.body))} for each in argument.sections()]
        short = short_lines(argument)
        return Reply({**argument.to_json(), "sections": sections, "short": short}, stopped)


def _choose(asked: Request) -> Reply:
    from lastmove.explanations.argument import say_move
    from lastmove.play.opponent import LEVEL_NAMES, Level, Opponent, slip

    problem = asked.problem()
    level = Level(asked.choice("level", LEVEL_NAMES, Level.PERFECT.value))
    seed, turn = asked.whole("seed", 0), asked.whole("turn", len(asked.fields.items("moves", [])))
    move = slip(problem.position, level, seed=seed, turn=turn)
    stopped, outcome, left = None, Outcome.UNKNOWN, None
    if move is None:
        choice = Opponent(problem.play, limits=asked.limits(), seed=seed).choose(problem.position, turn)
        move, outcome, left, stopped = choice.move, choice.outcome, choice.moves_left, choice.stopped_by
    found = {"move": move_to_json(problem.position, move), "text": say_move(problem.position, move)}
    return Reply({**found, "outcome": outcome.value, "moves_left": left}, stopped)


def _check(asked: Request) -> Reply:
    from lastmove.cli.questions.check import checked

    content: Any = asked.fields.get("answer")
    if asked.has("position"):
        content = {"position": asked.fields.get("position"), "answer": content}
    elif not isinstance(content, dict):
        raise InputError("answer", f"{show_json(content)}; accepted: an object")
    try:
        found = checked(content, Meter(asked.limits()))
    except Refuted as error:
        return Reply({"verified": False, "error": str(error)})
    if isinstance(found, LimitReason):
        return Reply({"verified": None, "reason": found.to_json()}, found.limit)
    return Reply(found.to_json(), getattr(found, "limit", None))


def _draw(asked: Request) -> Reply:
    from lastmove.cli.boards.draw import KINDS, DrawOptions

    problem, show = asked.problem(), asked.show()

    def layout() -> Any:
        return layout_of(drawable(view_of(problem.position)), asked.places())

    wish = DrawOptions(
        kind=asked.choice("to", KINDS, "svg"),
        every_start="starts" in show or getattr(problem.position, "is_board", False) is True,
        moves=bool(show & {"moves", "values"}),
        certificate="evidence" in show,
        theme=asked.choice("theme", THEMES, "auto"),
        caption=asked.text("caption", "") if asked.has("caption") else None,
        legend=asked.fields.flag("legend", True),
        limits=asked.limits(),
        layout=layout if asked.has("places") else None,
    )
    content, stopped = wish.drawn(problem)
    media = {"svg": "image/svg+xml", "png": "image/png", "tikz": "application/x-tex"}[wish.kind]
    if wish.kind == "png":
        return Reply({"media": media, "base64": base64.b64encode(content).decode()}, stopped)
    return Reply({"media": media, "text": content.decode()}, stopped)


def _film(asked: Request) -> Reply:
    """A game as a picture that moves: every position with the move that was made from it.

    The move is coloured by its value where ``show`` has ``values``.
    """
    game = asked.game()
    if not 1 <= len(game.moves) < MOST_FRAMES:
        raise InputError("moves", f"{len(game.moves)} of them; accepted: 1 to {MOST_FRAMES - 1}")
    limits, valued = asked.limits(), "values" in asked.show()
    allowance = Showing(limits)
    values: list[Outcome | None] = [None] * len(game.moves)
    stopped = None
    if valued:
        for number, after in enumerate(game.positions[1:]):
            values[number], limit = _value(Problem(after, game.play), allowance.left(0.2))
            stopped = stopped or limit
    first = game.positions[0]
    title = printable(f"{getattr(first, 'title', type(first).__name__)}, a game")
    theme = asked.choice("theme", THEMES, "auto")
    with stopping_at_limits(allowance.to_show()):
        frames = _frames(game, values, asked.places())
        text = film(frames, title=f"{title}. {HURRIED}" if is_hurried() else title, theme=theme)
    return Reply({"media": "image/svg+xml", "text": text}, stopped)


def _value(problem: Problem, limits: Limits) -> tuple[Outcome | None, str | None]:
    """Who wins, and the limit that left it open."""
    from lastmove.solver.solve import solve

    found = solve(problem, limits=limits, threads=1)
    stopped = found.reason.limit if isinstance(found.reason, LimitReason) else None
    return (None if found.outcome is Outcome.UNKNOWN else found.outcome), stopped


def _frames(game: Any, values: list[Outcome | None], places: object) -> list[Frame]:
    found = []
    for number, position in enumerate(watched(game.positions, 1)):
        view = drawable(view_of(position))
        layout = layout_of(view, places)
        places = places or places_of_view(view, layout)  # what stands where it stands at first
        shown: tuple[ShownMove, ...] = ()
        text = _ending(position, game.play)
        if number < len(game.moves):
            made = view_move(position, game.moves[number])
            shown, text = (ShownMove(made, values[number]),), f"{number + 1}. {made.text}"
        found.append(Frame(view_items(view, Marks(moves=shown), layout), printable(text)))
    return found


def _ending(position: Any, play: Play) -> str:
    if next(iter(position.moves()), None) is not None:
        return "so far"
    return f"No move is left: the player to move {'loses' if play is Play.NORMAL else 'wins'}."


def _new(asked: Request) -> Reply:
    from lastmove.web.new_position import new_problem

    with asked.reading():
        problem = new_problem(asked)
        return Reply({"position": spelled_out(problem), "places": first_places(problem)})


def _puzzle(asked: Request) -> Reply:
    from lastmove.games import game_names
    from lastmove.web.puzzles import puzzle

    game = asked.choice("game", tuple(game_names()), "") if asked.has("game") else None
    with asked.reading():
        found = puzzle(asked.whole("seed", 0), game, asked.limits())
        if found is None:
            raise InputError("seed", "no puzzle was found for it; accepted: another one")
        return Reply({"position": spelled_out(found), "places": first_places(found)})


def _read(asked: Request) -> Reply:
    from lastmove.web.new_position import read_text

    with asked.reading():
        found = [{"position": spelled_out(each), "places": first_places(each)} for each in read_text(asked)]
    return Reply({"positions": found})


def _worksheet(asked: Request) -> Reply:
    from lastmove.explanations.worksheet import exercise, key_sheet, moodle, sheet
    from lastmove.solver.solve import solve

    positions = asked.fields.items("positions")
    if not 1 <= len(positions) <= MOST_EXERCISES:
        raise InputError("positions", f"{len(positions)} of them; accepted: 1 to {MOST_EXERCISES}")
    answers, stopped = [], None
    allowance = Showing(asked.limits())
    for number, raw in enumerate(positions):
        try:
            with asked.reading():
                problem = parse(raw)  # type: ignore[arg-type]
            answer = solve(problem, limits=allowance.left(), all_moves=True, threads=1)
        except InputError as error:
            raise error.inside(f"positions[{number}]") from None
        stopped = stopped or getattr(answer.reason, "limit", None)
        answers.append(answer)
    title = asked.text("title", t("Worksheet"))
    with stopping_at_limits(allowance.to_show()):
        exercises = [exercise(answer, number) for number, answer in enumerate(answers, start=1)]
    made: dict[str, object] = {
        "worksheet": sheet(title, exercises),
        "key": key_sheet(title, exercises),
        "moodle": moodle(title, exercises),
    }
    return Reply(made, stopped)


def _batch(asked: Request) -> Reply:
    """One question about many positions: an answer or an error for each, in their order."""
    name = asked.choice("question", BATCHED, "solve")
    question = QUESTIONS[name]
    positions = asked.fields.items("positions")
    if not 1 <= len(positions) <= MOST_POSITIONS:
        raise InputError("positions", f"{len(positions)} of them; accepted: 1 to {MOST_POSITIONS}")
    wishes = {each: asked.fields.get(each) for each in _WISHES if asked.has(each)}
    for each in wishes:
        if each not in question.fields:
            raise InputError(each, f"it does not go with {name}")
    answers: list[dict[str, object]] = []
    stopped = None
    allowance = Allowance(asked.limits())
    for raw in watched(positions, 1):
        left = allowance.left()
        try:
            reply = question.answer(asked.part({"position": raw, **wishes}, question.fields, left))
        except LimitReached as stop:
            reply = _stopped(stop)
        except Exception as error:
            reply = Reply({"error": str(as_input_error(error))})
        stopped = stopped or reply.stopped_by
        answers.append(reply.answer)
    return Reply({"answers": answers}, stopped)


def _stopped(stop: LimitReached) -> Reply:
    """What is said where a limit left nothing to say."""
    return Reply({"outcome": "unknown", "reason": LimitReason(stop.limit, stop.positions, 0.0).to_json()}, stop.limit)


def _about_all(_: Request) -> Reply:
    from lastmove.cli.reference.games import described
    from lastmove.games import game_class, game_names
    from lastmove.games.octal import TITLES
    from lastmove.graphs.families import FAMILIES
    from lastmove.notation.short import opening
    from lastmove.play.opponent import Level
    from lastmove.web.first_board import first_board
    from lastmove.web.gallery import EXAMPLES

    kinds = [game_class(name) for name in game_names()]
    return Reply(
        {
            "version": __version__,
            "games": [{**described(kind), "opening": opening(kind.name)} for kind in kinds],
            "families": [
                {"name": each.name, "signature": each.signature, "example": each.example, "summary": each.summary}
                | {"seeded": each.seeded}
                for each in FAMILIES.values()
            ],
            "famous": dict(TITLES),
            "examples": [each.to_json() for each in EXAMPLES],
            "first": first_board(),
            "plays": [play.value for play in Play],
            "levels": [level.value for level in Level],
            "show": list(LAYERS),
            "questions": {name: {"fields": list(q.fields), "summary": q.summary} for name, q in QUESTIONS.items()},
        }
    )


MOST_EXERCISES = 40
MOST_POSITIONS = 1000
"""In one batch."""
BATCHED = ("solve", "grundy", "compare", "explain")
_WISHES = ("all_moves", "values", "certificate", "starts")
_LIMITS = ("time", "memory", "language")
_POSITION = ("position", "moves", *_LIMITS)

QUESTIONS: dict[str, Question] = {
    "look": Question(looking.look, looking.FIELDS, "Everything a page shows of a position."),
    "solve": Question(_solve, (*_POSITION, "all_moves", "values", "certificate", "starts"), "Who wins, how, and why."),
    "explain": Question(_explain, _POSITION, "Why a position is won or lost, in words."),
    "grundy": Question(valuing.grundy, (*_POSITION, "starts"), "The Grundy value, in normal play."),
    "compare": Question(valuing.compare, (*_POSITION, "starts"), "Normal and misère play side by side."),
    "quotient": Question(
        valuing.quotient,
        ("code", "set", "positions", "heap", "structure", "certificate", *_LIMITS),
        "The misère quotient of a heap game, or of what is below some positions.",
    ),
    "family": Question(
        valuing.family,
        ("family", "game", "play", "weight", "at", "start", "certificate", *_LIMITS),
        "Every board of a family, such as grid:4xn, with proof.",
    ),
    "batch": Question(_batch, ("question", "positions", *_WISHES, *_LIMITS), "One question about many positions."),
    "choose": Question(_choose, (*_POSITION, "level", "seed", "turn"), "The move that the engine makes."),
    "check": Question(_check, ("position", "answer", *_LIMITS), "Whether a certificate proves an answer."),
    "draw": Question(
        _draw, (*_POSITION, "to", "show", "places", "theme", "caption", "legend"), "A picture: SVG, PNG or TikZ."
    ),
    "film": Question(
        _film, ("position", "moves", "show", "places", "theme", *_LIMITS), "A game as a picture that moves: SVG."
    ),
    "new": Question(_new, ("family", "game", "play", "seed", "weight", "start", *_LIMITS), "A position to begin with."),
    "puzzle": Question(_puzzle, ("game", "seed", *_LIMITS), "A position with one winning move, to be found."),
    "read": Question(
        _read, ("text", "format", "game", "play", "directed", *_LIMITS), "The positions in a text of any format."
    ),
    "worksheet": Question(_worksheet, ("positions", "title", *_LIMITS), "Exercises to print, and their key."),
    "about": Question(_about_all, (), "The games, families, examples and questions."),
}
"""By name."""
