"""Files packed by gzip that are damaged, cut off, or made to fill the memory."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from commands import NIM, answers, invoke
from lastmove.core import files as unpacking
from processes import run_shell

LINES = "".join(f'{{"game": "nim", "heaps": [{n}, {n * n % 9973}]}}\n' for n in range(300))
PACKED = gzip.compress(LINES.encode())
BROKEN = {
    "cut": PACKED[: len(PACKED) // 2],
    "cut in its head": PACKED[:5],
    "cut by one": PACKED[:-1],
    "another checksum": PACKED[:-8] + b"12345678",
    "damaged in the middle": PACKED[:1000] + b"\xff\xff\xff\xff" + PACKED[1004:],
    "more behind it": PACKED + b"and more",
    "a type that is not known": PACKED[:2] + b"\x07" + PACKED[3:],
}


@pytest.mark.parametrize("more", [[], ["--starts", "all", "--jobs", "2"]])
@pytest.mark.parametrize("name", ["evidence.jsonl", "evidence.jsonl.gz"])
def test_evidence_goes_into_a_file(tmp_path: Path, name: str, more: list[str]) -> None:
    path = tmp_path / name
    text = '{"game": "dag", "play": "misere", "edges": [["ä", "b"], ["b", "c"]], "start": "ä", "id": "\\udc80"}\n'
    lines = f"{text}{{}}\n\n{text}"
    asked = ("solve", "--no-times", *more)
    written = invoke(*asked, "--certificate-out", str(path), text=lines, status=1).stdout
    assert written == invoke(*asked, text=lines, status=1).stdout
    data = path.read_bytes()
    evidence = (gzip.decompress(data) if name.endswith(".gz") else data).decode()
    both = invoke(*asked, "--certificate", text=lines, status=1).stdout
    assert answers(evidence) == [answer for answer in answers(both) if "error" not in answer]
    assert [each["verified"] for each in answers(invoke("check", str(path)).stdout)] == [True, True]
    assert [each["proved"] for each in answers(invoke("check", "--plain", str(path)).stdout)] == [True, True]
    invoke(*asked, "--certificate-out", str(path), text=lines, status=1)
    assert path.read_bytes() == data


def test_evidence_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "evidence.gz"
    assert (
        "evidence.gz: No such file"
        in invoke("solve", "nim:1", "--certificate-out", str(tmp_path / "no" / "evidence.gz"), status=2).stderr
    )
    path.write_bytes(b"old")
    invoke("solve", "nim:1", "no file", "--certificate-out", str(path), status=2)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("broken", BROKEN)
@pytest.mark.parametrize("command", [["solve", "--json"], ["convert", "--to", "json"], ["grundy"]])
def test_broken_files(tmp_path: Path, command: list[str], broken: str) -> None:
    """What can be had is answered; then one line says what is wrong."""
    path = tmp_path / "positions.jsonl.gz"
    path.write_bytes(BROKEN[broken])
    result = invoke(*command, str(path), status=1)
    lines = result.output.splitlines()
    (told,) = (line for line in lines if "the gzip file" in line)
    assert f"line {len(lines)}" in told.replace('"line": ', "line ")
    assert len(lines) > 100 or broken in ("cut in its head", "damaged in the middle", "a type that is not known")


@pytest.mark.parametrize("broken", ["cut", "another checksum"])
@pytest.mark.parametrize("command", [["play"], ["check"], ["nim", "--encoding", "decimal"]])
def test_broken_files_elsewhere(tmp_path: Path, command: list[str], broken: str) -> None:
    path = tmp_path / "positions.gz"
    path.write_bytes(BROKEN[broken])
    result = invoke(*command, str(path), status=None)
    assert result.exit_code in (1, 2)


def test_whole_files_and_several_in_one(tmp_path: Path) -> None:
    path = tmp_path / "packed"
    for data, count in ((PACKED, 300), (PACKED + PACKED, 600)):
        path.write_bytes(data)
        assert len(answers(invoke("solve", "--json", str(path)).stdout)) == count
    path.write_bytes(gzip.compress(b"101\n11\n"))
    for options in ([], ["--log-space"]):
        assert '"N"' in invoke("nim", str(path), "--encoding", "binary", *options).stdout
    done = run_shell(f'"$0" -m lastmove nim - --encoding binary < {path}')
    assert '"N"' in done.stdout
    assert "ends too early" in run_shell(f'head -c 15 {path} | "$0" -m lastmove nim - --encoding binary').stdout


@pytest.mark.parametrize("filling", [b"0", b"\n", b"[", b'{"game": "nim",\n'])
def test_files_made_to_fill_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, filling: bytes) -> None:
    """A file of some kilobytes that unpacks to 4 MB, where 2 MB are as much as any file may be."""
    monkeypatch.setattr(unpacking, "HARMLESS", 2_000_000)
    path = tmp_path / "packed"
    path.write_bytes(gzip.compress(f"{NIM}\n{NIM}\n".encode() + filling * (4_000_000 // len(filling))))
    unpack = "unpacks to more than 300 times its size"
    assert unpack in invoke("convert", "--to", "edgelist", "--format", "edgelist", str(path), status=1).output
    if len(filling) == 1:
        found = answers(invoke("solve", "--json", str(path), status=1).stdout)
        assert [answer.get("outcome") for answer in found] == ["N", "N", None]
        assert unpack in found[-1]["error"]
