"""The law, remembered from board to board and from theorem to theorem."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.limits import Meter
from lastmove.search.plain import PlainSearch

if TYPE_CHECKING:
    from lastmove.core.limits import Limits
    from lastmove.core.play import Play

__all__ = ["Law"]

MOST_REMEMBERED = 5_000_000
"""Once so many positions are known, all are forgotten and the search begins again; they take some 140 bytes each."""


class Law:
    """Plain searches that are kept, one for each convention, so that statements about the same boards share them.

    It is for one thread at a time. A question is asked with ``meter``, the one that was granted last.
    """

    def __init__(self) -> None:
        self.meter = Meter()
        self._searches: dict[Play, PlainSearch] = {}
        self._earlier = 0

    def grant(self, limits: Limits | None) -> Meter:
        """Begin another task: these limits hold from now on."""
        self._earlier += self.meter.positions
        self.meter = Meter(limits)
        return self.meter

    def under(self, play: Play) -> PlainSearch:
        """The search under one convention, with all that it knows."""
        if self._earlier + self.meter.positions > MOST_REMEMBERED:
            self._searches.clear()
            self._earlier = -self.meter.positions
        search = self._searches.get(play)
        if search is None:
            search = self._searches[play] = PlainSearch(play, self.meter)
        return search
