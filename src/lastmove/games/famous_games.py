"""Octal games that have a name of their own: Kayles, Dawson's Chess, Treblecross and others."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["FAMOUS", "TITLES", "code_of", "famous", "name_and_code", "plain_name"]

TITLES: Mapping[str, str] = {
    "0.77": "Kayles",
    "0.137": "Dawson's Chess",
    "0.07": "Dawson's Kayles",
    "0.007": "Treblecross",
    "0.15": "Guiles",
    "0.6": "Officers",
    "4.[3]": "Lasker's Nim",
}
"""What people call an octal game, by its code."""


def plain_name(name: str) -> str:
    """A name as the tables have it: lower case, no accents and apostrophes, hyphens between its words.

    >>> plain_name("Dawson's Chess")
    'dawsons-chess'
    """
    bare = unicodedata.normalize("NFKD", name.strip().lower())
    bare = "".join(letter for letter in bare if not unicodedata.combining(letter) and letter not in "'\u2019")
    return re.sub(r"[\s_]+", "-", bare)


FAMOUS: Mapping[str, Mapping[str, object]] = {
    **{plain_name(title): {"game": "octal", "code": code} for code, title in TITLES.items()},
    "dawson": {"game": "octal", "code": "0.137"},
}
"""The same games by what people type, as position objects without their heaps."""


def famous(name: str) -> Mapping[str, object] | None:
    """The game that has this name of its own, without heaps; ``None`` if there is none.

    >>> famous("Dawson's Chess")
    {'game': 'octal', 'code': '0.137'}
    """
    return FAMOUS.get(plain_name(name))


def code_of(text: str) -> str:
    """The octal code that a famous name stands for; every other text as it is.

    >>> code_of("kayles"), code_of(".77")
    ('0.77', '.77')
    """
    known = famous(text)
    return text if known is None else str(known["code"])


def name_and_code(code: str) -> str:
    """A game of a code for people: its name with the code beside it, or the code alone.

    >>> name_and_code("0.77"), name_and_code("0.7")
    ('Kayles (0.77)', '0.7')
    """
    name = TITLES.get(code)
    return code if name is None else f"{name} ({code})"
