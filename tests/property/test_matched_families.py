"""Families in normal Vertex Geography, whose types are those of matchings: against the law, and their certificates."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

import lastmove as lm
from commands import answers, invoke
from effort import tries
from family_checks import against_the_law, ring, strip
from lastmove.certificates.certificate import Budget
from lastmove.families import MOST_MATCHED_PORTS
from lastmove.families.by_matchings import MatchingTypes
from lastmove.families.by_types import FamilyByTypes
from lastmove.families.check_matchings import MatchedParts
from lastmove.families.columns import Columns
from lastmove.families.question import FamilyQuestion
from lastmove.parts.cores import ChildPort, CorePort, Door, Join, Wiring, core_of
from lastmove.parts.types import Types

MOST = 11
"""Vertices of a board that the law plays."""


def drawn(draw: random.Random) -> Columns:
    """A family of columns of one to three vertices, with loops, links of length up to 2, and caps."""
    places = draw.randint(1, 3)
    pairs = [(u, v) for u in range(places) for v in range(u, places)]
    edges = [pair for pair in pairs if draw.random() < 0.4]
    links = [
        (draw.randrange(places), draw.randrange(places), draw.choice((1, 1, 1, 2))) for _ in range(draw.randint(0, 4))
    ]
    links = [*dict.fromkeys(links)] or [(0, 0, 1)]
    if draw.random() < 0.5:
        return ring(places, edges, links, name="drawn")
    caps: dict[str, Any] = {}
    if all(length == 1 for _, _, length in links):
        for side in ("left", "right"):
            if draw.random() < 0.5:
                n = draw.randint(1, 2)
                joined = [(a, p) for a in range(n) for p in range(places) if draw.random() < 0.5]
                caps[side] = {"n": n, "edges": [(0, 1)] if n == 2 else [], "links": joined}
    return strip(places, edges, links, name="drawn", **caps)


def test_random_families_against_the_law() -> None:
    draw = random.Random(1)
    tried = rings = 0
    for _ in range(tries(120, quick=20)):
        found = lm.family(drawn(draw), play="normal", limits=lm.Limits(time=60))
        if not isinstance(getattr(found.proof, "types", None), MatchingTypes):
            continue
        assert found.status == "proved"
        tried += against_the_law(found, MOST)
        rings += found.columns.closed
    assert tried > tries(2000, quick=300)
    assert rings > tries(30, quick=4)


@pytest.mark.parametrize("spec", ["grid:3xn", "king:2xn", "cycle:n", "antiprism:n", "comb:n", "caterpillar:n,2"])
def test_the_types_of_the_rules_say_the_same(spec: str) -> None:
    by_matchings = lm.family(spec, play="normal")
    by_rules = FamilyByTypes(
        FamilyQuestion(by_matchings.columns, "vertex-geography", lm.Play.NORMAL), Types(misere=False, ports_close=True)
    )
    while not by_rules.closed:
        by_rules.grow()
    for n in range(max(by_rules.least, by_matchings.columns.least), 20):
        assert by_rules.winners(n) == sum(o is lm.Outcome.N for o in by_matchings.outcomes(n).values()), n


@pytest.mark.parametrize(
    "spec", ["grid:6xn", "king:4xn", "torus:3xn", "petersen:n,2", "petersen:n,3", "circulant:n,1,3"]
)
def test_wide_families_against_the_solver(spec: str) -> None:
    """Which decides large boards by one matching of the whole board."""
    found = lm.family(spec, play="normal")
    assert found.status == "proved"
    assert found.preperiod is not None
    assert found.period is not None
    for n in (found.columns.least, found.preperiod, found.preperiod + 2 * found.period + 1, 40):
        if n >= found.columns.least:
            assert list(found.outcomes(n).values()) == list(lm.outcomes(found.board(n)).values()), n


def test_a_part_with_too_many_ports_has_the_types_of_the_rules() -> None:
    found = lm.family(f"grid:{MOST_MATCHED_PORTS + 1}xn", play="normal", limits=lm.Limits(positions=100))
    assert isinstance(found.proof, FamilyByTypes)
    assert isinstance(found.proof.types, Types)
    assert found.stopped_by == "positions"


def test_limits_are_kept() -> None:
    found = lm.family("grid:9xn", play="normal", limits=lm.Limits(positions=2_000))
    assert (found.status, found.stopped_by) == ("unknown", "positions")
    spent = {"positions": found.positions, "seconds": round(found.seconds, 6)}
    assert found.to_json()["reason"] == {"kind": "limit", "limit": "positions", **spent}


def test_search_and_check_compose_alike() -> None:
    """Random cores with two children, whose ports may be one vertex: both stores make the same types."""
    draw = random.Random(2)
    for _ in range(tries(200)):
        stores: list[Any] = [MatchingTypes(), MatchedParts(Budget())]
        numbers: list[list[int]] = [[], []]
        for made in range(4):
            n, children = draw.randint(1, 3), [draw.randrange(made) for _ in range(2)] if made else []
            edges = tuple((u, v) for u in range(n) for v in range(u) if draw.random() < 0.6)
            joins = tuple(
                Join(draw.randrange(n), child, draw.randrange(3)) for child in range(len(children)) for _ in range(2)
            )
            doors = tuple(Door(("door", k), draw.randrange(n)) for k in range(2))
            last = ChildPort(draw.randrange(2), draw.randrange(3)) if children else None
            ports = [CorePort(("door", 0)), CorePort(("door", 1)), last]
            core: Any = core_of("vertex-geography", Wiring(n, edges, joins=joins, doors=doors))
            for store, known in zip(stores, numbers, strict=True):
                part = store.compose(core, [known[child] for child in children], ports)
                known.append(part)
        first, second = stores
        assert [tuple(first.matched[t]) for t in numbers[0]] == [second.types[t] for t in numbers[1]]


def checked(answer: Any, status: int = 0) -> Any:
    return answers(invoke("check", text=json.dumps(answer), status=status).stdout)[0]


@pytest.mark.parametrize("spec", ["grid:5xn", "petersen:n,2", "comb:n"])
def test_certificates_are_checked_and_tampering_is_refused(spec: str) -> None:
    true = answers(invoke("family", spec, "--play", "normal", "--certificate").stdout)[0]
    assert true["certificate"]["kind"] == "family-matchings"
    assert checked(true)["verified"]
    for change in (
        lambda made: made["certificate"]["types"][-1]["lost"].__setitem__(-1, 9),
        lambda made: made["certificate"]["types"][-1]["ports"].__setitem__(0, None),
        lambda made: made["certificate"]["types"][-1].pop("lost"),
        lambda made: made["certificate"]["types"].pop(),
        lambda made: made["certificate"]["walks"][0].update(returns=0),
        lambda made: made["certificate"]["walks"][0]["types"].pop(),
        lambda made: made["certificate"]["walks"][0].update(types=[0]),
        lambda made: made["certificate"].update(kind="family"),
        lambda made: made["certificate"].update(more=1),
        lambda made: made.update(play="misere"),
        lambda made: made.update(game="edge-geography"),
        lambda made: made["n_starts"].update({"12": made["n_starts"]["12"] - 1}),
        lambda made: made.update(period=made["period"] + 1),
    ):
        made = copy.deepcopy(true)
        change(made)  # type: ignore[no-untyped-call]
        verdict = checked(made, 1)
        assert verdict.get("verified") is False or "error" in verdict


def test_members_are_checked_with_their_moves() -> None:
    for more in (["--at", "9"], ["--at", "1000001", "--start", "7"]):
        true = answers(invoke("family", "grid:5xn", *more, "--certificate").stdout)[0]
        assert checked(true)["verified"]
    assert true["move"] is not None
    assert not checked({**true, "move": {"to": 10**6}}, 1)["verified"]
    assert not checked({**true, "outcome": "P", "move": None}, 1)["verified"]
