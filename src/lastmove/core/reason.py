"""Why an answer holds: a theorem, an exact search, the parts of a board, or, for unknown, the limit that was spent."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lastmove.core.optional import SEARCHES_FASTER, is_there

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["LimitReason", "PartsReason", "Reason", "SearchReason", "TheoremReason", "trimmed"]


class Reason(ABC):
    """The justification of one answer."""

    __slots__ = ()

    @property
    @abstractmethod
    def name(self) -> str:
        """What decided it, in a word or two: source and number of a theorem, ``search``, or the limit."""

    @abstractmethod
    def to_json(self) -> dict[str, object]:
        """The ``reason`` object of an answer."""

    @abstractmethod
    def __str__(self) -> str:
        """One line for people."""


@dataclass(frozen=True, slots=True)
class SearchReason(Reason):
    """Decided by looking at every line of play that matters."""

    positions: int
    seconds: float
    text: str = ""

    @property
    def name(self) -> str:
        return "search"

    def to_json(self) -> dict[str, object]:
        found: dict[str, object] = {
            "kind": "search",
            "positions": self.positions,
            "seconds": round(self.seconds, 6),
        }
        if self.text:
            found["text"] = self.text
        return found

    def __str__(self) -> str:
        if self.text:
            return self.text
        noun = "position" if self.positions == 1 else "positions"
        return f"exact search of {self.positions:,} {noun} in {self.seconds:.3g} s"


@dataclass(frozen=True, slots=True)
class PartsReason(Reason):
    """Decided by the types of the parts of a board that comes apart along small cuts.

    ``bags`` is the number of pieces, ``ports`` the most that cross at one cut, ``types`` how many different types were
    met, and ``positions`` how many states of pieces were looked at.
    """

    bags: int
    ports: int
    types: int
    positions: int
    seconds: float

    @property
    def name(self) -> str:
        return "parts"

    @property
    def text(self) -> str:
        """How the board comes apart, in a sentence."""
        return (
            f"the board comes apart into {self.bags:,} bags with at most {self.ports} ports between them; "
            f"{self.types:,} types of parts were composed"
        )

    def to_json(self) -> dict[str, object]:
        return {
            "kind": "parts",
            "bags": self.bags,
            "ports": self.ports,
            "types": self.types,
            "positions": self.positions,
            "seconds": round(self.seconds, 6),
            "text": self.text,
        }

    def __str__(self) -> str:
        return f"{self.text} in {self.seconds:.3g} s"


@dataclass(frozen=True, slots=True)
class TheoremReason(Reason):
    """Decided by a theorem whose hypotheses hold here.

    ``statement`` is the theorem in a sentence or two, ``why`` what makes it apply here; for a whole board, where that
    differs from start to start, ``why`` is empty. ``known_as`` is the name that specialists expect, where there is
    one: *Bouton's theorem*; source and number say where it was met.
    """

    source: str
    number: str
    statement: str
    why: str = ""
    known_as: str = ""

    @property
    def name(self) -> str:
        """Source and number."""
        return f"{self.source} {self.number}"

    @property
    def title(self) -> str:
        """The name for people: the classical one first, if there is one.

        >>> TheoremReason("Nim in log space", "2", "...", known_as="Bouton's theorem").title
        "Bouton's theorem (Nim in log space 2)"
        """
        return f"{self.known_as} ({self.name})" if self.known_as else self.name

    @property
    def text(self) -> str:
        """The statement, and why it applies here."""
        return f"{self.statement} Here {self.why}." if self.why else self.statement

    def to_json(self) -> dict[str, object]:
        names = {"source": self.source, "number": self.number} | ({"known_as": self.known_as} if self.known_as else {})
        return {"kind": "theorem", **names, "text": self.text}

    def __str__(self) -> str:
        return f"{self.title}: {self.text}"


@dataclass(frozen=True, slots=True)
class LimitReason(Reason):
    """Not decided: this limit was spent first."""

    limit: str
    positions: int
    seconds: float

    @property
    def name(self) -> str:
        return f"{self.limit} limit" if self.limit in ("time", "memory", "positions") else self.limit

    def to_json(self) -> dict[str, object]:
        return {
            "kind": "limit",
            "limit": self.limit,
            "positions": self.positions,
            "seconds": round(self.seconds, 6),
        }

    def __str__(self) -> str:
        what = {"interrupt": "interrupted", "cancel": "cancelled"}.get(
            self.limit, f"the {self.limit} limit was reached"
        )
        said = f"{what} after {self.positions:,} positions in {self.seconds:.3g} s"
        return said if is_there("numba") or self.limit in ("interrupt", "cancel") else f"{said}; {SEARCHES_FASTER}"


def trimmed(reason: Mapping[str, object], *, texts: bool, times: bool) -> dict[str, object]:
    """The ``reason`` object of an answer without the words of theorems, or without what differs from run to run.

    How many positions were visited hangs on what was compiled before and on the number of threads.

    >>> trimmed(SearchReason(12, 0.5).to_json(), texts=True, times=False)
    {'kind': 'search'}
    """
    dropped = {name for name, kept in (("text", texts), ("seconds", times), ("positions", times)) if not kept}
    return {name: value for name, value in reason.items() if name not in dropped}
