"""Every kind of certificate, found by its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastmove.certificates.boards import Board, Starts
from lastmove.certificates.certificate import kind_and_body
from lastmove.certificates.strategy import Strategy
from lastmove.parts.check import Parts
from lastmove.quotients.check import Quotient
from lastmove.reductions.check import ByReduction
from lastmove.sums.bags_check import LostBags
from lastmove.sums.check import Grundy
from lastmove.sums.tame_check import Tame
from lastmove.theorems.claim_yield.check import ClaimYield
from lastmove.theorems.claim_yield.letters_check import Letters
from lastmove.theorems.nim_check import NimSum
from lastmove.theorems.rules.labels.labels_check import Labelling
from lastmove.theorems.rules.matchings.clusters_check import Regions
from lastmove.theorems.rules.matchings.even_sets_check import EvenSet, EvenSets
from lastmove.theorems.rules.matchings.matching_check import Matching
from lastmove.theorems.rules.parity_check import Parity

if TYPE_CHECKING:
    from collections.abc import Container

    from lastmove.certificates.certificate import Certificate

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
