"""The types of a family's certificate, read into a store: each after those that its exits lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.core.errors import Refuted

if TYPE_CHECKING:
    from lastmove.families.check import FamilyProof
    from lastmove.parts.check_types import Truth, Truths

__all__ = ["TypeLoader"]

_PORTS = 64
"""Questions below this number ask whether a port is closed; the others ask for an exit."""


class TypeLoader:
    """Reads the types of a certificate into a store: each after those that its exits lead to."""

    def __init__(self, proof: FamilyProof, truths: Truths) -> None:
        self.proof, self.truths = proof, truths
        self.own: list[int | None] = [None] * len(proof.types)
        self.built: dict[int, Truth] = {0: False, 1: True}
        self._open: set[int] = set()
        truths.reserve(len(proof.exits))

    def load(self) -> list[int]:
        """The numbers of the certificate's types in the store."""
        return [self.type(t) for t in range(len(self.proof.types))]

    def type(self, t: int) -> int:
        """The number of one type in the store."""
        if t >= len(self.own):
            raise Refuted(f"exits: {t} is no type of the certificate")
        found = self.own[t]
        if found is None:
            if t in self._open:
                raise Refuted("types: one leads back to itself")
            self._open.add(t)
            ways_in = [ways if ways is None else tuple([self.truth(f) for f in ways]) for ways in self.proof.types[t]]
            found = self.own[t] = self.truths.number(tuple(ways_in))
        return found

    def truth(self, f: int) -> Truth:
        """The truth that a node stands for; its own nodes come before it."""
        if f not in self.built:
            if f - 2 >= len(self.proof.nodes):
                raise Refuted(f"nodes: there is none with the number {f}")
            question, no, yes = self.proof.nodes[f - 2]
            if no >= f or yes >= f:
                raise Refuted("nodes: one leads to a later one")
            branches = self.truth(yes), self.truth(no)
            self.built[f] = self.truths.decide(self._asked(question), *branches)
        return self.built[f]

    def _asked(self, question: int) -> Truth:
        if question < _PORTS:
            return self.truths.ask((0, question), False, True)
        place = question - _PORTS
        if place >= len(self.proof.exits):
            raise Refuted(f"nodes: there is no exit {place}")
        port, left = self.proof.exits[place]
        self.truths.place_exit(place, port, self.type(left))
        return self.truths.ask((1, place), False, True)
