"""What every certificate is: frozen data, and a check that trusts nothing but the rules and a named theorem."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from lastmove.core.errors import Refuted

if TYPE_CHECKING:
    from typing import Self

    from lastmove.certificates.untrusted import Body
    from lastmove.core.play import Play

__all__ = ["LOSES", "UNDECIDED", "VERSION", "WINS", "Certificate", "Finding"]

VERSION = 1
LOSES, WINS, UNDECIDED = 0, 1, 2
"""What a byte of ``outcomes`` means: the mover loses, wins, or the certificate does not show it."""


class Finding(NamedTuple):
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
    def outcome(self, position: Any, play: Play) -> Finding:
        """Who wins a position with a start.

        Raises
        ------
        Refuted
            If the data does not prove an outcome of this position.
        """

    def after(self, position: Any, play: Play, move: Any) -> Finding | None:  # noqa: ARG002
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
