"""Several positions in short in the place of one file."""

from __future__ import annotations

import pytest

from commands import answers, invoke


def test_they_are_answered_in_their_order_as_one_by_one() -> None:
    names = ["nim:3,5,7", "kayles:5,5", "nim:2+kayles:7"]
    found = answers(invoke("solve", *names, "--no-times").stdout)
    assert found == [one for name in names for one in answers(invoke("solve", name, "--no-times").stdout)]


@pytest.mark.parametrize("command", ["grundy", "compare", "explain", "convert --to json", "solve --jobs 2"])
def test_many_commands_take_them(command: str) -> None:
    name, *options = command.split()
    if name == "explain":
        assert invoke(name, "nim:1", "nim:2", *options).stdout.count("You can win: ") == 2
    else:
        assert len(answers(invoke(name, "nim:1", "nim:2", *options).stdout)) == 2


def test_a_bad_one_is_told_by_its_number() -> None:
    found = answers(invoke("solve", "nim:1", "grid:2x2", "nim:2", status=1).stdout)
    assert [each.get("line") for each in found] == [None, 2, None]
    assert "game: missing" in found[1]["error"]


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["solve", "nim:1", "-"], "FILE: - is one of 2; accepted: one file, or positions in short"),
        (["solve", __file__, "nim:1"], "is one of 2; accepted: one file, or positions in short"),
        (["solve", "nim:1", "kales:7"], "did you mean kayles:7?"),
        (["quotient", "0.77", "0.3"], "'0.3' beside a whole game; accepted: one game, or positions"),
        (["play", "nim:1", "nim:2"], "unexpected extra argument (nim:2)"),
    ],
)
def test_what_cannot_be_one_of_several(words: list[str], problem: str) -> None:
    result = invoke(*words, status=2)
    assert problem in result.stderr
    assert result.stdout == ""


def test_they_may_be_longer_than_the_name_of_any_file() -> None:
    long = f"nim:{','.join(['1'] * 300)}"
    assert [found["outcome"] for found in answers(invoke("solve", "nim:1", long).stdout)] == ["N", "P"]
    assert invoke("quotient", long, "nim:1", status=None).exit_code in (0, 3)
    assert "lastmove theorems" in invoke("cite", "x" * 300, status=2).stderr
