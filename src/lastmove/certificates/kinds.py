"""Every kind of certificate, found by its name; what reads and checks one is loaded when it is first met."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from lastmove.certificates.certificate import kind_and_body

if TYPE_CHECKING:
    from collections.abc import Container

    from lastmove.certificates.certificate import Certificate

KINDS: dict[str, str] = {
    "nim-sum": "theorems.nim_check:NimSum",
    "parity": "theorems.rules.parity_check:Parity",
    "labelling": "theorems.rules.labels_check:Labelling",
    "matching": "theorems.rules.matchings.matching_check:MatchingProof",
    "b-matching": "theorems.rules.matchings.b_matching_check:BMatchingCertificate",
    "degree-three": "theorems.rules.matchings.degree_three_check:DegreeThree",
    "regions": "theorems.rules.matchings.clusters_check:Regions",
    "gf2": "theorems.rules.matchings.even_sets_check:EvenSet",
    "gf2-board": "theorems.rules.matchings.even_sets_check:EvenSets",
    "grids": "theorems.rules.edges.grids_check:Grids",
    "as-edge-geography": "theorems.rules.edges.ones_check:AsEdgeGeography",
    "branches": "theorems.rules.edges.trees_check:Branches",
    "flows": "theorems.rules.edges.flows_check:Flows",
    "nim-sums": "theorems.rules.edges.nim_sums_check:NimSums",
    "tops": "theorems.rules.edges.splits_check:Tops",
    "mirror": "theorems.rules.mirror_check:Mirror",
    "claim-yield": "theorems.claim_yield.check:ClaimYieldPlan",
    "letters": "theorems.claim_yield.letters_check:Letters",
    "grundy": "sums.check:Grundy",
    "grundy-matchings": "sums.geography_check:GrundyMatchings",
    "tame": "sums.check:Tame",
    "quotient": "quotients.check:Quotient",
    "bags": "sums.bags_check:LostBags",
    "strategy": "certificates.strategy:Strategy",
    "reduction": "reductions.check:ByReduction",
    "parts": "parts.check:Parts",
    "starts": "certificates.boards:Starts",
    "board": "certificates.boards:Board",
}
"""The module and the class of each kind; a line for each."""


@cache
def kind_class(kind: str) -> type[Certificate]:
    """The class of a kind of certificate; a KeyError if there is none."""
    module, _, name = KINDS[kind].partition(":")
    found: type[Certificate] = getattr(import_module(f"lastmove.{module}"), name)
    return found


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
    return kind_class(kind).read(body)
