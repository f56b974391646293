"""What every certificate is: frozen data, and a check that trusts nothing but the rules and a named theorem.

Anyone may have written a certificate, so every field is checked for its form before it is used. No function here calls
itself, so deep nesting does no harm. No object is larger than the text that it is read from, so a short text cannot
fill the memory.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from lastmove.core.errors import Refuted, TooLarge, show_json
from lastmove.core.files import is_version
from lastmove.core.limits import look
from lastmove.games.graph_game import GraphGame
from lastmove.games.sum import Sum

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from typing import Self

    from lastmove.core.play import Play

VERSION = 1


class CheckResult(NamedTuple):
    """What a certificate proves of one position.

    Attributes
    ----------
    wins
        Whether the player to move wins.
    text
        What was verified, in words.
    number
        The number whose parity decides, where one does.
    """

    wins: bool
    text: str
    number: int | None = None


class Certificate(ABC):
    """Frozen data from which anyone can check an outcome without solving the position again.

    A certificate does not say who wins: its check finds that out, so a certificate that is accepted together with the
    wrong outcome cannot exist unless a check is wrong.
    """

    kind: ClassVar[str]

    @abstractmethod
    def outcome(self, position: Any, play: Play) -> CheckResult:
        """Who wins a position with a start.

        Raises
        ------
        Refuted
            If the data does not prove an outcome of this position.
        """

    def after(self, position: Any, play: Play, move: Any) -> CheckResult | None:  # noqa: ARG002
        """Who wins the position after a legal move, where this certificate shows it; it proves :meth:`outcome` too."""
        return None

    def outcomes(self, board: Any, play: Play) -> bytes:  # noqa: ARG002
        """LOSES, WINS or UNDECIDED for every start of a board; Refuted if the data is wrong for it."""
        raise Refuted(f"a certificate of kind {self.kind!r} speaks of one start, not of a whole board")

    @abstractmethod
    def body(self) -> dict[str, object]:
        """The fields besides kind and version."""

    @classmethod
    @abstractmethod
    def read(cls, body: Body) -> Self:
        """The certificate with these fields; Refuted if they have the wrong form."""

    def to_json(self) -> dict[str, object]:
        """The ``certificate`` object of an answer, with its kind and version."""
        return {"kind": self.kind, "version": VERSION, **self.body()}


def shown_after(certificate: Certificate, position: Any, play: Play, move: Any) -> CheckResult | None:
    """Who wins after a legal move, where the certificate of the position itself shows it; else ``None``.

    Raises
    ------
    Refuted
        If the certificate proves nothing of the position.
    """
    if next(iter(position.after(move).moves()), None) is None:
        return CheckResult(play.wins_when_stuck, "it ends the game")
    return certificate.after(position, play, move)


LARGEST = 2**62
"""Vertex and node numbers are smaller than this; only nim-sums and laps may be larger."""

MOST_STEPS = 200_000_000
"""How much a check may spend on trying moves before it gives up; see :func:`move_cost`."""

MOST_LONG_STEPS = MOST_STEPS // 10
"""The same for checks whose steps take a microsecond or two: those that compose diagrams, matchings and halves."""

_STEPS_A_LOOK = 5_000

_counted: ContextVar[bool] = ContextVar("_counted", default=True)


class Body:
    """The fields of a certificate object besides kind and version."""

    def __init__(self, fields: Mapping[str, object]) -> None:
        self._fields = fields

    def only(self, *names: str) -> None:
        """Refuted if there are other fields than these."""
        for name in self._fields:
            if name not in names:
                raise Refuted(f"the certificate has an unknown field {show_json(name)}")

    def get(self, name: str) -> object:
        """The value of a field that must be there."""
        if name not in self._fields:
            raise Refuted(f"the certificate has no field {name!r}")
        return self._fields[name]

    def has(self, name: str) -> bool:
        """Whether there is such a field."""
        return name in self._fields

    def optional(self, name: str) -> object:
        """The value of a field, null where it is missing."""
        return self._fields.get(name)

    def text(self, name: str) -> str:
        """A field that must be a string."""
        value = self.get(name)
        if not isinstance(value, str):
            raise Refuted(f"{name}: {show_json(value)}; accepted: a string")
        return value

    def items(self, name: str) -> list[object]:
        """A field that must be an array."""
        return array(self.get(name), name)

    def numbers(self, name: str) -> tuple[int, ...]:
        """A field that must be an array of numbers."""
        return numbers(self.get(name), name)

    def pairs(self, name: str) -> tuple[tuple[int, int], ...]:
        """A field that must be an array of pairs of numbers; empty where it is missing."""
        return pairs(self._fields.get(name, []), name)


def kind_and_body(raw: object, kinds: Collection[str]) -> tuple[str, Body]:
    """The kind of a ``certificate`` object, one of ``kinds``, and its other fields: the one place that reads versions.

    Raises
    ------
    Refuted
        If it is no object of such a kind, or of another version; true and 1.0 are not the version 1.
    """
    if not isinstance(raw, dict):
        raise Refuted(f"{show_json(raw)} is no certificate; accepted: an object with kind and version")
    kind, version = raw.get("kind"), raw.get("version")
    if not isinstance(kind, str) or kind not in kinds:
        raise Refuted(f"kind: {show_json(kind)}; accepted: {', '.join(kinds)}")
    if not is_version(version, VERSION):
        raise Refuted(f"version: {show_json(version)}; accepted: {VERSION}")
    return kind, Body({name: value for name, value in raw.items() if name not in ("kind", "version")})


class Budget:
    """Stops a check that would take too long."""

    def __init__(self, steps: int = MOST_STEPS) -> None:
        self._all = self._left = self._next_look = steps

    @property
    def spent(self) -> int:
        """How many steps have been counted."""
        return self._all - self._left

    def spend(self, steps: int = 1) -> None:
        """Count steps; TooLarge when too many are taken."""
        self._left -= steps
        if self._left <= self._next_look:
            look()
            self._next_look = self._left - _STEPS_A_LOOK
        if self._left < 0 and _counted.get():
            raise TooLarge("checking this takes too many steps; with a time limit they are not counted (--time-limit)")


@contextmanager
def steps_counted(counted: bool) -> Iterator[None]:
    """Whether too many steps end the checks inside; where a time limit does, they need not."""
    before = _counted.set(counted)
    try:
        yield
    finally:
        _counted.reset(before)


def move_cost(position: Any) -> int:
    """About what one move costs, in steps: more on larger positions, of which each move makes a copy."""
    if isinstance(position, Sum):
        return 10 + sum(move_cost(part) for part in position.parts)
    if isinstance(position, GraphGame):
        n, m = position.graph.n, position.graph.m
        return 10 + n + m + (n * n + m * m) // 1000  # what is still there is kept in bits, and read bit by bit
    return 10 + len(getattr(position, "heaps", ()))


def array(value: object, name: str) -> list[object]:
    """``value`` if it is an array."""
    if not isinstance(value, list):
        raise Refuted(f"{name}: {show_json(value)}; accepted: an array")
    return value


def number(value: object, name: str, *, below: int | None = LARGEST) -> int:
    """``value`` if it is an integer >= 0; a boolean or 1.0 is none."""
    if type(value) is not int or value < 0 or (below is not None and value >= below):
        raise Refuted(f"{name}: {show_json(value)}; accepted: integers >= 0")
    return value


def numbers(value: object, name: str) -> tuple[int, ...]:
    """``value`` if it is an array of integers >= 0."""
    found = array(value, name)
    if any(type(item) is not int for item in found) or (found and not _within(found)):
        return tuple(number(item, name) for item in found)
    return tuple(found)  # type: ignore[arg-type]


def _within(found: Iterable[object]) -> bool:
    return all(0 <= item < LARGEST for item in found)  # type: ignore[operator]


def pair(value: object, name: str) -> tuple[int, int]:
    """``value`` if it is an array of two integers >= 0."""
    if not isinstance(value, list) or len(value) != 2:
        raise Refuted(f"{name}: {show_json(value)}; accepted: an array of two integers >= 0")
    return number(value[0], name), number(value[1], name)


def pairs(value: object, name: str) -> tuple[tuple[int, int], ...]:
    """``value`` if it is an array of pairs."""
    return tuple(pair(item, name) for item in array(value, name))
