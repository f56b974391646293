"""The parts of a family before they grow: what types they have, and the limits they look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.errors import InputError
from lastmove.core.play import Play
from lastmove.families.growth import Growth
from lastmove.families.matching_types import MOST_MATCHED_PORTS, MatchingTypes
from lastmove.families.strips import Strip
from lastmove.parts.cores import ports_close
from lastmove.parts.part_functions import MOST_PORTS
from lastmove.parts.types import Types

if TYPE_CHECKING:
    from lastmove.families.columns import Columns
    from lastmove.families.family_questions import Questions
    from lastmove.parts.cores import PartTypes

__all__ = ["first_growth"]


def first_growth(columns: Columns, game: str, play: Play, weight: int | None, questions: Questions) -> Growth:
    """Parts of no columns; an InputError if a part would have too many ports."""
    weights = () if weight is None else (weight,) * columns.places
    return Growth(columns, game, _types(columns, game, play, questions), weights)


def _types(columns: Columns, game: str, play: Play, questions: Questions) -> PartTypes:
    """Types by matchings where those say who wins and the ports are not too many; else by the rules of the game."""
    types = MatchingTypes(tick=questions.tick)
    sides = [len(Strip(family, game, types).right_keys()) for family in (columns, columns.mirrored())]
    ports = sum(sides) if columns.closed else max(sides)
    if ports > MOST_PORTS:
        named = f"a part of {columns.name} has {ports:,} ports"
        raise InputError("family", f"{named}; accepted: at most {MOST_PORTS}")
    if game == "vertex-geography" and play is Play.NORMAL and not columns.directed and ports <= MOST_MATCHED_PORTS:
        return types
    misere = play is Play.MISERE
    return Types(misere=misere, ports_close=ports_close(game), tick=questions.tick, look=questions.look)
