"""A chain of reductions and a certificate of what it leads to: an answer carried back to where the chain began."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lastmove.certificates.certificate import Certificate, CheckResult, shown_after
from lastmove.certificates.kinds import certificate_from_json
from lastmove.core.errors import IllegalMoveError, InputError, Refuted, show_json
from lastmove.core.play import Problem
from lastmove.core.position import start_to_json
from lastmove.games.fields import vertex_to_json
from lastmove.notation.formula import Formula
from lastmove.reductions.chain import apply_chain

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping
    from typing import Self

    from lastmove.certificates.certificate import Body
    from lastmove.core.play import Play
    from lastmove.reductions.chain import Reduced

LONGEST_CHAIN = 20


@dataclass(frozen=True, slots=True)
class ByReduction(Certificate):
    """The chain is applied again: the map must come out as it is written, and the target must be proved.

    ``chain`` holds the keys of the reductions. ``certificate`` is for the target, and ``move_certificate``, where the
    other does not show the move, for the target after the move.
    """

    kind = "reduction"

    chain: tuple[str, ...]
    map: Mapping[str, object]
    certificate: Certificate
    move_certificate: Certificate | None = None

    def outcome(self, position: Any, play: Play) -> CheckResult:
        reduced = self._applied(position, play)
        found = self.certificate.outcome(reduced.problem.position, reduced.problem.play)
        return CheckResult(
            found.wins, f"{', then '.join(self.chain)} keep the outcome, and of what they make: {found.text}"
        )

    def after(self, position: Any, play: Play, move: Any) -> CheckResult | None:
        reduced = self._applied(position, play)
        target, convention = reduced.problem.position, reduced.problem.play
        try:
            lifted = reduced.lift(move)
            further = target.after(lifted)
        except (InputError, IllegalMoveError, KeyError) as error:
            raise Refuted(f"the move has no image: {error}") from None
        found = shown_after(self.certificate, target, convention, lifted)
        if found is None and self.move_certificate is not None:
            found = self.move_certificate.outcome(further, convention)
        return found and CheckResult(found.wins, f"it has the outcome of its image, and there {found.text}")

    def _applied(self, position: Any, play: Play) -> Reduced:
        try:
            reduced = apply_chain(position if isinstance(position, Formula) else Problem(position, play), self.chain)
        except InputError as error:
            raise Refuted(str(error)) from None
        if map_to_json(reduced.map) != self.map:
            raise Refuted("the map is not the one that these reductions make of this position")
        return reduced

    def body(self) -> dict[str, object]:
        further = {} if self.move_certificate is None else {"move_certificate": self.move_certificate.to_json()}
        return {
            "chain": list(self.chain),
            "map": dict(self.map),
            "certificate": self.certificate.to_json(),
            **further,
        }

    @classmethod
    def read(cls, body: Body) -> Self:
        body.only("chain", "map", "certificate", "move_certificate")
        chain = body.items("chain")
        if not 0 < len(chain) <= LONGEST_CHAIN or not all(isinstance(key, str) for key in chain):
            raise Refuted(f"chain: {show_json(chain)}; accepted: an array of 1 to {LONGEST_CHAIN} keys of reductions")
        places = body.get("map")
        if not isinstance(places, dict):
            raise Refuted(f"map: {show_json(places)}; accepted: an object")
        others = (cls.kind, "board", "starts")
        certificate = certificate_from_json(body.get("certificate"), without=others)
        further = None
        if body.has("move_certificate"):
            further = certificate_from_json(body.get("move_certificate"), without=others)
        return cls(tuple(map(str, chain)), places, certificate, further)


def map_to_json(places: Mapping[Hashable, Hashable]) -> dict[str, object]:
    """A vertex map as an answer writes it."""
    return {start_to_json(vertex): vertex_to_json(image) for vertex, image in places.items()}
