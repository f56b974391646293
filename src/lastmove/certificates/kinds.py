"""Every kind of certificate, found by its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.certificates.claim_yield import ClaimYield
from lastmove.certificates.cut_parts import Parts
from lastmove.certificates.even_sets import EvenSets
from lastmove.certificates.gf2 import EvenSet
from lastmove.certificates.grundy import Grundy
from lastmove.certificates.labelling import Labelling
from lastmove.certificates.letters import Letters
from lastmove.certificates.lost_bags import LostBags
from lastmove.certificates.matching import Matching
from lastmove.certificates.nim_sum import NimSum
from lastmove.certificates.parity import Parity
from lastmove.certificates.quotient import Quotient
from lastmove.certificates.reduction import ByReduction
from lastmove.certificates.regions import Regions
from lastmove.certificates.strategy import Strategy
from lastmove.certificates.tame import Tame
from lastmove.certificates.untrusted import kind_and_body
from lastmove.certificates.whole_boards import Board, Starts

if TYPE_CHECKING:
    from collections.abc import Container

    from lastmove.certificates.certificate import Certificate

__all__ = ["KINDS", "certificate_from_json"]

KINDS: dict[str, type[Certificate]] = {
    kind.kind: kind
    for kind in (
        *(
            NimSum,
            Parity,
            Labelling,
            Matching,
            Regions,
            EvenSet,
            EvenSets,
            ClaimYield,
            Letters,
            Grundy,
            Tame,
            Quotient,
            LostBags,
        ),
        *(Strategy, ByReduction, Parts, Starts, Board),
    )
}


def certificate_from_json(raw: object, *, without: Container[str] = ()) -> Certificate:
    """The certificate that a JSON object describes.

    Parameters
    ----------
    raw
        The object, as ``json.loads`` gives it.
    without
        Kinds that are not accepted here: boards do not hold boards.

    Raises
    ------
    Refuted
        If it is none: a certificate that cannot be read proves nothing.

    Examples
    --------
    >>> certificate_from_json({"kind": "nim-sum", "version": 1, "sum": 6})
    NimSum(sum=6)
    """
    kind, body = kind_and_body(raw, [kind for kind in KINDS if kind not in without])
    return KINDS[kind].read(body)
