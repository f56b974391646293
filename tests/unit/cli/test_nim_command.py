"""``lastmove nim``: files of heaps in, one answer out, fast or in logarithmic space."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import lastmove as lm
from commands import invoke
from lastmove.heaps import nim_files as fast_nim
from processes import on_terminal, run

if TYPE_CHECKING:
    from collections.abc import Iterator


FAST_AND_SMALL: list[list[str]] = [[], ["--log-space"]]


def answer(text: str | bytes, *options: str, status: int = 0) -> dict[str, Any]:
    result = invoke("nim", "-", *options, text=text, status=status)
    assert result.stderr == ""
    (line,) = result.stdout.splitlines()
    found: dict[str, Any] = json.loads(line)
    return found


def test_the_answer_is_that_of_solve() -> None:
    for heaps in ([3, 5], [3, 3], [1, 1], [1, 0, 0], [0], [2, 0], [1, 1, 7], [2, 4, 8, 16]):
        for play in ("normal", "misere"):
            solution = lm.solve(lm.Nim(heaps), play)
            expected = json.loads(json.dumps(solution.to_json()))
            if not any(heaps):  # solve sees that there is no move; here the theorem says so
                expected["reason"] = answer("0\n", "--encoding", "decimal", "--play", play)["reason"]
            assert answer("\n".join(map(str, heaps)), "--encoding", "decimal", "--play", play) == expected


@pytest.mark.parametrize("options", FAST_AND_SMALL)
@pytest.mark.parametrize("encoding", ["binary", "unary"])
def test_encodings(encoding: str, options: list[str]) -> None:
    text = "# three heaps\n11\n\n101  # the one to lower\r\n 0\n" if encoding == "binary" else "111\n11111 #\n\n0"
    found = answer(text, "--encoding", encoding, *options)
    assert (found["outcome"], found["move"]) == ("N", {"heap": 1, "remaining": 3})
    reason = found["reason"]
    assert (reason["kind"], reason["source"], reason["number"]) == ("theorem", "Nim in log space", "2")
    assert ("registers" in found) == bool(options)
    if options:
        assert found["registers"]["input_symbols"] == len(text)
        assert 10 < found["registers"]["peak_bits"] < 60
        assert reason["text"].endswith("Here the nim-sum of the heaps is not 0 (3 bits).")
    else:
        assert reason["text"].endswith("Here the nim-sum of the heaps is 6.")


@pytest.mark.parametrize("options", FAST_AND_SMALL)
def test_misere(options: list[str]) -> None:
    def misere(text: str) -> tuple[str, Any, str]:
        found = answer(text, "--encoding", "binary", "--play", "misere", *options)
        assert found["reason"]["number"] == "3"
        return found["outcome"], found["move"], found["reason"]["text"].rpartition(" Here ")[2]

    assert misere("10\n0") == (
        *("N", {"heap": 0, "remaining": 1}),
        f"the nim-sum of the heaps is {'not 0 (2 bits)' if options else '2'} and some heap is larger than 1.",
    )
    zero = "the nim-sum of the heaps is 0 and every heap is at most 1."
    assert misere("1\n1\n") == ("N", {"heap": 0, "remaining": 0}, zero)
    assert misere("0\n") == ("N", None, zero)
    assert misere("1\n")[:2] == ("P", None)
    assert misere("1\n1\n1\n1010\n")[:2] == ("N", {"heap": 3, "remaining": 0})


@pytest.fixture
def few_digits() -> Iterator[None]:
    """Python's digit limit at its lowest, so that a long number is quickly made."""
    usual = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    yield
    sys.set_int_max_str_digits(usual)


@pytest.mark.usefixtures("few_digits")
@pytest.mark.parametrize("options", FAST_AND_SMALL)
def test_numbers_too_long_for_json_are_in_binary(options: list[str]) -> None:
    small, large = "10" * 1100, "1" * 2201
    found = answer(f"{large}\n{small}", "--encoding", "binary", *options)
    assert found["move"] == {"heap": 0, "remaining_binary": small}
    assert found["reason"]["text"].endswith("is not 0 (2,201 bits).")
    found = answer(f"{large}\n110", "--encoding", "binary", *options)
    assert found["move"] == {"heap": 0, "remaining": 6}
    fits = f"{10**640 - 1:b}"
    assert answer(f"{large}\n{fits}", "--encoding", "binary", *options)["move"]["remaining"] == 10**640 - 1


@pytest.mark.parametrize("options", FAST_AND_SMALL)
def test_bad_lines(options: list[str]) -> None:
    found = answer("1\n\n1x\n", "--encoding", "binary", *options, status=1)
    expected = "'x' in column 2; accepted: one heap a line, written with the digits 0 and 1; # begins a comment"
    assert found == {"error": expected, "line": 3}
    found = answer("# nothing\n\n", "--encoding", "unary", *options, status=1)
    assert found["error"].startswith("the input holds no heap; accepted: one heap a line, written as a run of 1s")
    assert found["line"] == 1


def test_decimal_heaps_have_a_limit() -> None:
    assert answer("9" * 4300, "--encoding", "decimal")["move"] == {"heap": 0, "remaining": 0}
    found = answer("1\n" + "9" * 4301, "--encoding", "decimal", status=1)
    assert found["error"].startswith("a decimal heap of 4,301 digits; accepted: at most 4,300 digits (heaps in binary")
    assert found["line"] == 2


def test_wrong_usage() -> None:
    for options, problem in (
        ([], "Missing option '--encoding'"),
        (["--encoding", "octal"], "'octal' is not one of 'binary', 'unary', 'decimal'"),
        (["--encoding", "decimal", "--log-space"], "--log-space reads --encoding binary or unary"),
    ):
        result = invoke("nim", "-", *options, text="1\n", status=2)
        assert problem in result.stderr
    result = invoke("nim", "no-such-file", "--encoding", "binary", status=2)
    assert "no-such-file: No such file or directory; accepted: a file, or -" in result.stderr


@pytest.mark.parametrize("options", FAST_AND_SMALL)
def test_a_byte_order_mark_is_skipped(tmp_path: Path, options: list[str]) -> None:
    file = tmp_path / "heaps.txt"
    file.write_bytes(b"\xef\xbb\xbf11\n1\n")
    result = invoke("nim", str(file), "--encoding", "binary", *options)
    found = json.loads(result.stdout)
    assert found["move"] == {"heap": 0, "remaining": 1}
    assert found.get("registers", {"input_symbols": 5})["input_symbols"] == 5


@pytest.mark.parametrize(
    ("error", "limit", "status"), [(KeyboardInterrupt, "interrupt", 130), (MemoryError, "memory", 3)]
)
def test_what_stops_early_stays_unknown(
    monkeypatch: pytest.MonkeyPatch, error: type[BaseException], limit: str, status: int
) -> None:
    def stop(*_: object) -> None:
        raise error

    monkeypatch.setattr(fast_nim, "nim_facts", stop)
    found = answer("1\n", "--encoding", "binary", status=status)
    assert (found["outcome"], found["reason"]["limit"]) == ("unknown", limit)
    assert "move" not in found


@pytest.mark.parametrize("options", FAST_AND_SMALL)
def test_a_pipe(options: list[str]) -> None:
    """A real pipe, which cannot seek; the answer needs a second pass."""
    ran = run("nim", "-", "--encoding", "unary", *options, text="1\n111\n11111\n")
    assert json.loads(ran.stdout)["move"] == {"heap": 2, "remaining": 2}


def on_a_terminal(*arguments: str) -> str:
    """What the command writes to a terminal, outputs and errors together."""
    return on_terminal("nim", *arguments)[1]


def test_on_a_terminal(tmp_path: Path) -> None:
    file = tmp_path / "heaps.txt"
    file.write_text("11\n101\n0\n")
    lines = on_a_terminal(str(file), "--encoding", "binary", "--play", "misere").splitlines()
    begin = lines.index("  N: the player to move wins")
    assert " ".join(" ".join(lines[:begin]).split()) == f"Nim, misère play: 3 heaps in {file}"
    assert lines[begin + 1].rstrip() == "  winning move   leave 3 in heap 2"
    assert " ".join(" ".join(lines[begin + 2 :]).split()) == (
        "reason Bouton's theorem for misère Nim (Nim in log space 3): The player to move wins if and only if exactly "
        "one of these holds: the nim-sum of the heaps is not 0; every heap is at most 1. Here the nim-sum of the heaps "
        "is 6 and some heap is larger than 1."
    )
    lines = on_a_terminal(str(file), "--encoding", "binary", "--log-space").splitlines()
    assert " ".join(" ".join(lines).split()).startswith(f"Nim, normal play: the heaps in {file} N: ")
    assert lines[-1].startswith("  registers      ")
    assert lines[-1].rstrip().endswith(" bits at most, for 9 input symbols")
    assert on_a_terminal(str(file), "--encoding", "binary", "--json").startswith('{"outcome": "N", ')
    error = on_a_terminal(str(file), "--encoding", "unary")
    assert error.startswith("error line 2: '0' in column 2; accepted: one heap a line, written as a run of 1s")
    file.write_text("1" * 20_000 + "\n" + "1" * 19_000)
    said = on_a_terminal(str(file), "--encoding", "binary")
    assert "leave a number of 19,000 bits (--json has it whole) in heap 1" in " ".join(said.split())
