"""How hard the games are: claims of the statements, what follows from them, and the tables that result.

A claim speaks of a :class:`Setting`: a game, a convention, directed or not, and whether loops are on all vertices, on
none, or anywhere. A polynomial algorithm for a setting serves every narrower one; hardness of a setting is hardness of
every wider one; a reduction makes its target hard if its source is.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from lastmove.core.play import Play

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


class Loops(Enum):
    """Where loops are."""

    ALL = "+L"
    NONE = "+NL"
    ANY = ""


class Setting(NamedTuple):
    """A decision problem: who wins this game, played so, on such graphs."""

    game: str
    play: Play
    directed: bool
    loops: Loops = Loops.ANY

    def includes(self, other: Setting) -> bool:
        """Whether every position of ``other`` is a position of this."""
        return self[:3] == other[:3] and self.loops in (Loops.ANY, other.loops)


@dataclass(frozen=True, slots=True)
class Claim:
    """What a statement says of a setting: ``polynomial``, ``hard`` (for PSPACE), ``in PSPACE`` or ``in EXPTIME``.

    ``given`` is the setting a reduction starts from: the claim holds once that one is hard.
    """

    kind: str
    setting: Setting
    given: Setting | None = None


def polynomial(*settings: Setting) -> tuple[Claim, ...]:
    """The claim that these settings have polynomial algorithms."""
    return tuple(Claim("polynomial", setting) for setting in settings)


def hard(*settings: Setting, given: Setting | None = None) -> tuple[Claim, ...]:
    """The claim that these settings are PSPACE-hard, once ``given`` is."""
    return tuple(Claim("hard", setting, given) for setting in settings)


def in_pspace(*settings: Setting) -> tuple[Claim, ...]:
    """The claim that these settings are in PSPACE."""
    return tuple(Claim("in PSPACE", setting) for setting in settings)


def in_exptime(*settings: Setting) -> tuple[Claim, ...]:
    """The claim that these settings are in EXPTIME."""
    return tuple(Claim("in EXPTIME", setting) for setting in settings)


class Cell(NamedTuple):
    """What is known of a setting, and the keys of the statements it follows from."""

    verdict: str
    follows_from: tuple[str, ...]


def judge(setting: Setting, claims: Mapping[str, Sequence[Claim]]) -> Cell:
    """What the claims, by the key of their statement, say of a setting.

    Examples
    --------
    >>> vg = Setting("vertex-geography", Play.NORMAL, False)
    >>> judge(vg, {"someone:1": polynomial(vg)})
    Cell(verdict='polynomial', follows_from=('someone:1',))
    """
    flat = [(key, claim) for key, made in claims.items() for claim in made]
    easy = [key for key, claim in flat if claim.kind == "polynomial" and claim.setting.includes(setting)]
    if easy:
        return Cell("polynomial", tuple(dict.fromkeys(easy)))
    keys = _hardness(setting, flat, frozenset())
    if not keys:
        return Cell("open", ())
    for bound, said in (("in PSPACE", "PSPACE-complete"), ("in EXPTIME", "PSPACE-hard, in EXPTIME")):
        inside = [key for key, claim in flat if claim.kind == bound and claim.setting.includes(setting)]
        if inside:
            return Cell(said, tuple(dict.fromkeys([*keys, *inside])))
    return Cell("PSPACE-hard", tuple(dict.fromkeys(keys)))


def _hardness(setting: Setting, claims: Iterable[tuple[str, Claim]], trail: frozenset[Setting]) -> list[str]:
    """The keys of a chain of claims that makes ``setting`` hard; empty if there is none."""
    claims = list(claims)
    if setting in trail:
        return []
    for key, claim in claims:
        if claim.kind == "hard" and setting.includes(claim.setting):
            if claim.given is None:
                return [key]
            source = _hardness(claim.given, claims, trail | {setting})
            if source:
                return [key, *source]
    return []


@dataclass(frozen=True, slots=True)
class ComplexityTable:
    """A table of the paper: columns of settings, a row for each convention."""

    title: str
    columns: Mapping[str, tuple[str, bool, Loops]]

    def cells(self, claims: Mapping[str, Sequence[Claim]]) -> dict[Play, dict[str, Cell]]:
        """Every cell, by row and column."""
        return {
            play: {
                name: judge(Setting(game, play, directed, loops), claims)
                for name, (game, directed, loops) in self.columns.items()
            }
            for play in Play
        }


_LOOPS = (Loops.ALL, Loops.ANY, Loops.NONE)

TABLES: dict[str, ComplexityTable] = {
    "1": ComplexityTable(
        "Geography on directed graphs",
        {
            "Edge Geography": ("edge-geography", True, Loops.ANY),
            "Vertex Geography": ("vertex-geography", True, Loops.ANY),
        },
    ),
    "2": ComplexityTable(
        "Geography on undirected graphs",
        {
            "Edge Geography": ("edge-geography", False, Loops.ANY),
            "Vertex Geography": ("vertex-geography", False, Loops.ANY),
        },
    ),
    "3": ComplexityTable("NimG-RM", {f"NimG-RM{loops.value}": ("nimg-rm", False, loops) for loops in _LOOPS}),
    "4": ComplexityTable("NimG-MR", {f"NimG-MR{loops.value}": ("nimg-mr", False, loops) for loops in _LOOPS}),
    "5": ComplexityTable(
        "Edge NimG",
        {"undirected graphs": ("edge-nimg", False, Loops.ANY), "directed graphs": ("edge-nimg", True, Loops.ANY)},
    ),
}
"""The tables of Renault and Schmidt, by number; the fifth is ours."""
