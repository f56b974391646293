"""What becomes of an answer that was held against its certificate, and which of its fields that leaves open."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lastmove.core.errors import Refuted, printable, show_json

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

_IDENTITY = "id"
"""It is echoed in every verdict, and states nothing."""


class Verified(NamedTuple):
    """What a certificate was found to prove: the outcome, or the outcomes of all starts; and how, in words.

    ``claim`` has ``move`` too where the answer names one: ``"wins"``, or ``"not shown"`` if it is known to be legal
    and no more. Its ``not_shown`` names the fields of the answer that the certificate does not prove.
    """

    claim: dict[str, object]
    text: str

    def to_json(self) -> dict[str, object]:
        """The answer object of ``lastmove check``."""
        return {"verified": True, **self.claim, "text": self.text}


def verified(claim: dict[str, object], text: str, not_shown: Collection[str]) -> Verified:
    """The verdict, with the names of the fields that are not shown.

    >>> verified({"outcome": "N"}, "N", ["reason"]).to_json()
    {'verified': True, 'outcome': 'N', 'not_shown': ['reason'], 'text': 'N; not shown: reason'}
    """
    if not not_shown:
        return Verified(claim, text)
    names = ", ".join(map(printable, not_shown))
    return Verified({**claim, "not_shown": list(not_shown)}, f"{text}; not shown: {names}")


def unknown_fields(
    answer: Mapping[str, object], known: Collection[str], elsewhere: Collection[str], about: str
) -> list[str]:
    """The fields that the check does not know; Refuted for one of ``elsewhere``, which only other answers have."""
    others = [name for name in answer if name not in known and name != _IDENTITY and answer[name] is not None]
    for name in others:
        if name in elsewhere:
            raise Refuted(f"{name}: {show_json(answer[name])}; a proved answer about {about} does not have it")
    return others
