"""One thing that a command is asked about, with where it was read."""

from __future__ import annotations

from typing import NamedTuple

from lastmove.core.errors import InputError
from lastmove.core.json_text import is_plain_json

__all__ = ["Record"]


class Record(NamedTuple):
    """One thing to answer: a position object, or what is wrong with it.

    ``place`` says where it stands: ``{"line": 3}`` in JSON Lines, ``{"item": 3}`` in a JSON array. ``source`` is the
    graph as a line of a file of the graph6 family has it: ``{"graph6": "Dhc"}``.
    """

    content: dict[str, object] | InputError
    place: dict[str, int]
    source: dict[str, str] = {}

    def fields(self) -> dict[str, object]:
        """The position object; what is wrong with it is raised."""
        if isinstance(self.content, InputError):
            raise self.content
        return self.content

    def asker(self) -> dict[str, object]:
        """The ``id`` to echo in the answer, as a field; nothing where there is none that can be written.

        A line to check has that of its position.
        """
        known: object = self.content
        while isinstance(known, dict) and "id" not in known:
            known = known.get("position")
        asker = known["id"] if isinstance(known, dict) else None
        return {"id": asker} if asker is not None and is_plain_json(asker) else {}

    def label(self) -> str:
        """What people know it by: its id, or which graph of a file it is; empty if there is neither."""
        asker = self.asker().get("id")
        if asker is not None:
            return str(asker)
        if not self.source:
            return ""
        return ", ".join([self.where(), *self.source.values()])

    def where(self) -> str:
        """Its place in words."""
        return ", ".join(f"{name} {number}" for name, number in self.place.items())
