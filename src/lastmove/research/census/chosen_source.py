"""Which graphs a census takes: the options of the command and of ``lm.census`` become a source."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from lastmove.core.errors import InputError, show
from lastmove.research.census.nauty_sources import Geng

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from lastmove.research.census.graph_sources import Source

__all__ = ["chosen_source", "sizes_of"]


def chosen_source(
    *,
    n: int | str | Iterable[int] | None = None,
    geng: str | None = None,
    directg: str | None = None,
    digraphs: bool = False,
    family: str | None = None,
    file: str | Path | None = None,
    source: Source | Iterable[Any] | None = None,
) -> Source:
    """The source that the options name; an InputError where they name none, or two."""
    given = [name for name, value in (("family", family), ("file", file), ("source", source)) if value is not None]
    if len(given) > 1 or (given and given != ["family"] and n is not None):
        raise InputError(given[-1], f"it does not go with {'n' if n is not None else given[0]}: choose one source")
    if not given and n is None:
        raise InputError("n", "missing; accepted: numbers of vertices such as 7 or 1-7, a family, or a file")
    listed = not given
    if not listed and (geng is not None or directg is not None or digraphs):
        raise InputError("geng" if geng is not None else "digraphs", f"it does not go with {given[0]}")
    if listed:
        return Geng(
            sizes_of(n), "-c" if geng is None else geng, directg if directg is not None else "" if digraphs else None
        )
    raise InputError(given[0], "not yet")


def sizes_of(n: int | str | Iterable[int] | None) -> tuple[int, ...]:
    """The numbers of vertices that a text such as ``"1-7"`` names.

    >>> sizes_of("3-5"), sizes_of(7), sizes_of("8")
    ((3, 4, 5), (7,), (8,))
    """
    if n is not None and not isinstance(n, int | str):
        return tuple(n)
    ends = re.fullmatch(r"\s*(\d{1,6})\s*(?:-\s*(\d{1,6})\s*)?", str(n), re.ASCII)
    if ends is None or int(ends[1]) > int(ends[2] or ends[1]):
        raise InputError("n", f"{show(n)}; accepted: a number of vertices such as 7, or a range such as 1-7")
    return tuple(range(int(ends[1]), int(ends[2] or ends[1]) + 1))
