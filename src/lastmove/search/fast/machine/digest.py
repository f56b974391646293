"""Which search this is: compiled code and saved tables belong to one text of the rules."""

from __future__ import annotations

from functools import cache
from hashlib import sha256

from lastmove._version import __version__

__all__ = ["sources_digest"]

_SEARCH = "lastmove.search.fast"


@cache
def sources_digest() -> str:
    """A name for the version of the package and the source text of every module of this search."""
    from importlib.resources import files  # here: it takes time that a small question need not spend

    found = sha256(__version__.encode())
    rooms = sorted((room for room in files(_SEARCH).iterdir() if room.is_dir()), key=lambda room: room.name)
    for room in rooms:
        for source in sorted(room.iterdir(), key=lambda source: source.name):
            if source.name.endswith(".py"):
                found.update(source.read_bytes())
    return found.hexdigest()
