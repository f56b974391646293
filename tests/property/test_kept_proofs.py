"""Proofs of families that ship with the package: they hold, they answer, and one that is spoilt does neither."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from commands import answers, invoke
from lastmove.core.limits import Meter
from lastmove.core.play import Play
from lastmove.families import by_halves
from lastmove.families.by_halves import FOLDER, KEPT, FamilyByHalves, file_name
from lastmove.families.by_rings import KEPT_RINGS, FamilyByRings, kept_rings
from lastmove.families.columns import columns
from lastmove.families.family import proved_families
from lastmove.search.plain import PlainSearch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HERE = Path(by_halves.__file__).parent / FOLDER


def kept_answer() -> Any:
    return json.loads(gzip.decompress((HERE / file_name(*KEPT[0])).read_bytes()))


def checked(answer: Any, status: int = 0) -> Any:
    return answers(invoke("check", text=json.dumps(answer), status=status).stdout)[0]


@pytest.fixture
def anew() -> Iterator[None]:
    """Nothing was checked before, and nothing that a test changes is remembered."""
    by_halves._checked.cache_clear()
    yield
    by_halves._checked.cache_clear()


def test_every_file_is_known_and_every_proof_is_there() -> None:
    kept = [*KEPT, *(("vertex-geography", *ring) for ring in KEPT_RINGS)]
    assert {path.name for path in HERE.iterdir()} == {file_name(*each) for each in kept}


@pytest.mark.parametrize(("play", "name"), KEPT_RINGS)
def test_rings_are_answered_without_a_search(play: Play, name: str) -> None:
    """Ten positions are too few for any search; the law agrees, and what is spoilt is left aside."""
    found = lm.family(name, play=play, limits=lm.Limits(positions=10))
    assert isinstance(found.proof, FamilyByRings)
    for n in range(found.columns.least, 19):
        law, board = PlainSearch(play, Meter()), found.board(n)
        assert found.outcome(n, 0).value == ("N" if law.wins(board.at(0)) else "P"), n
    answer = json.loads(json.dumps(found.to_json(certificate=True)))
    assert checked(answer)["verified"]
    certificate = answer["certificate"]
    lost = [state for state in certificate["lost"] if state != certificate["lost"][-1]]
    refused = checked({**answer, "certificate": {**certificate, "lost": lost}}, status=1)
    assert refused["verified"] is False


def test_spoilt_rings_are_left_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    play, name = KEPT_RINGS[0]
    family = columns(name)
    true = kept_rings(family, play)
    assert true is not None
    for spoilt in (b"", b"{}", b"[]", b'{"certificate": {"kind": "family-rings"}}'):
        monkeypatch.setattr(gzip, "decompress", lambda _, spoilt=spoilt: spoilt)
        assert kept_rings(family, play) is None
    other = "kotzig:n,1,3"
    assert kept_rings(columns(other), play) is None


@pytest.mark.usefixtures("anew")
def test_5_x_n_grids_are_answered_without_a_search() -> None:
    """Ten positions are too few for any search."""
    found = lm.family("grid:5xn", play="misere", limits=lm.Limits(positions=10))
    assert isinstance(found.proof, FamilyByHalves)
    assert [found.to_json()] == [
        line for line in proved_families() if (line["family"], line["play"]) == ("grid:5xn", "misere")
    ]
    for n in range(1, 4):
        law = lm.outcomes(lm.VertexGeography(found.columns.board(n)), play="misere")
        assert found.outcomes(n) == dict(law), n


@pytest.mark.long
def test_the_answers_are_those_of_the_search_and_what_is_kept_is_needed() -> None:
    answer = kept_answer()
    verdict = checked(answer)
    assert (verdict["verified"], verdict["preperiod"], verdict["period"]) == (True, 4, 2)
    found = lm.family("grid:5xn", play="misere")
    assert found.to_json(certificate=True) == answer
    for n in range(4, 7):
        assert found.outcomes(n) == dict(lm.outcomes(lm.VertexGeography(found.columns.board(n)), play="misere")), n
    lost = answer["certificate"]["lost"]
    del lost[len(lost) // 2]
    assert not checked(answer, 1)["verified"]


@pytest.mark.long
@pytest.mark.parametrize(
    ("spec", "n", "start"), [("grid:nx5", 1_000_000, 12), ("grid:5xn", 9, None), ("grid:5xn", 10**6 + 1, 0)]
)
def test_members_come_with_the_certificate(spec: str, n: int, start: int | None) -> None:
    more = [] if start is None else ["--start", str(start)]
    asked = ["family", spec, "--play", "misere", "--at", str(n), *more, "--position-limit", "10"]
    without = answers(invoke(*asked).stdout)[0]
    answer = answers(invoke(*asked, "--certificate").stdout)[0]
    assert answer["certificate"]["kind"] == "family-halves"
    assert without.items() <= answer.items()
    assert checked(answer)["verified"]


def test_a_family_of_ones_own_with_the_same_columns_is_answered_too() -> None:
    own = {"name": "mine", "column": 5, "edges": [[4, 3], [0, 1], [2, 1], [2, 3]], "links": [[i, i] for i in range(5)]}
    found = lm.family(own, play="misere", limits=lm.Limits(positions=10))
    assert (found.status, found.n_starts[6]) == ("proved", 6)
    assert found.rows(7) == lm.family("grid:5xn", play="misere").rows(7)
    assert checked(found.to_json(certificate=True))["verified"]


@pytest.mark.parametrize(
    ("spec", "more"),
    [
        ({"column": 5, "edges": [[0, 1], [1, 2], [2, 3]], "links": [[i, i] for i in range(5)]}, {}),
        ("king:5xn", {}),
        ("grid:5xn", {"game": "edge-geography"}),
        ("grid:5xn", {"game": "nimg-mr", "weights": 1}),
    ],
)
def test_other_families_are_not(spec: Any, more: dict[str, Any]) -> None:
    found = lm.family(spec, play="misere", limits=lm.Limits(positions=10), **more)
    assert (found.status, found.stopped_by) == ("unknown", "positions")


def _without_a_stand(answer: Any) -> None:
    del answer["certificate"]["lost"][77]


def _of_another_family(answer: Any) -> None:
    """Its name is right; the columns lack an edge."""
    answer["certificate"]["columns"] = {**answer["certificate"]["columns"], "edges": [[0, 1], [1, 2], [2, 3]]}


def _with_a_false_stand(answer: Any) -> None:
    lost = answer["certificate"]["lost"]
    at = next(at for at, (s, column, *_) in enumerate(lost) if s in answer["certificate"]["walks"][0]["types"])
    lost[at][3] = sorted({*lost[at][3], *range(100)})


def _for_normal_play(answer: Any) -> None:
    """A true proof of something else."""
    answer.clear()
    answer.update(json.loads(json.dumps(lm.family("grid:5xn").to_json(certificate=True))))


def _without_a_certificate(answer: Any) -> None:
    del answer["certificate"]


@pytest.mark.usefixtures("anew")
@pytest.mark.parametrize(
    "change",
    [_without_a_stand, _of_another_family, _with_a_false_stand, _for_normal_play, _without_a_certificate],
)
def test_a_proof_that_does_not_hold_is_left_aside(
    change: Callable[[Any], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = kept_answer()
    change(answer)
    spoil(tmp_path, gzip.compress(json.dumps(answer).encode()), monkeypatch)
    assert lm.family("grid:5xn", play="misere", limits=lm.Limits(positions=10)).status == "unknown"


@pytest.mark.usefixtures("anew")
@pytest.mark.parametrize(
    "content", [None, b"", b"no archive", gzip.compress(b"[1", mtime=0), gzip.compress(b"[]", mtime=0)]
)
def test_a_file_that_cannot_be_read_is_left_aside(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil(tmp_path, content, monkeypatch)
    assert lm.family("grid:5xn", play="misere", limits=lm.Limits(positions=10)).status == "unknown"


def spoil(folder: Path, content: bytes | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put this in the place of the file; None takes it away."""
    (folder / FOLDER).mkdir()
    if content is not None:
        (folder / FOLDER / file_name(*KEPT[0])).write_bytes(content)
    monkeypatch.setattr(by_halves, "files", lambda _: folder)


@pytest.mark.usefixtures("anew")
def test_the_check_looks_at_the_limits() -> None:
    found = lm.family("grid:5xn", play="misere", limits=lm.Limits(time=0.05))
    assert (found.status, found.stopped_by) == ("unknown", "time")
    assert lm.family("grid:5xn", play="misere").status == "proved"
