"""``film``: a game from its first position to its last, as one picture that moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lastmove.core.errors import InputError, printable
from lastmove.core.limits import stopping_at_limits, watched
from lastmove.core.play import Outcome, Play, Problem
from lastmove.core.showing import Showing, is_hurried
from lastmove.core.solution import LimitReason
from lastmove.core.view import view_move, view_of
from lastmove.pictures.compose import HURRIED, view_items
from lastmove.pictures.draw import Frame, drawable, film
from lastmove.pictures.marks import Marks, ShownMove
from lastmove.pictures.svg import THEMES
from lastmove.web.look import layout_of, places_of_view
from lastmove.web.request import Reply

if TYPE_CHECKING:
    from lastmove.core.limits import Limits
    from lastmove.web.request import Asked

FIELDS = ("position", "moves", "show", "places", "theme", "time", "memory")
MOST_FRAMES = 200


def answer(asked: Asked) -> Reply:
    """Every position with the move that was made from it, coloured by its value where ``show`` has ``values``."""
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
    title = printable(f"{getattr(game.positions[0], 'title', type(game.positions[0]).__name__)}, a game")
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
