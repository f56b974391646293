"""Options go by one name in all commands; the names they had before are understood, with a word on standard error."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
import pytest

import lastmove as lm
from commands import invoke
from lastmove.cli.main import COMMANDS, cli

if TYPE_CHECKING:
    from pathlib import Path

CASES = [
    ("solve path:3 --game nimg-rm --weight 2 --no-times", "solve path:3 --game nimg-rm --weights 2 --no-times"),
    ("new path:3 --game nimg-rm --weight 1-4", "new path:3 --game nimg-rm --weights 1-4"),
    (
        "family path:n --game nimg-rm --weight 2 --at 5 --start 0",
        "family path:n --game nimg-rm --weights 2 --at 5 --start 0",
    ),
    ("verify log-space:2 --size 1 --random 0 --weight 1", "verify log-space:2 --n 1 --random 0 --weights 0-1"),
    ("verify log-space:2 --n 1 --random 0 --markdown", "verify log-space:2 --n 1 --random 0 --to markdown"),
    ("grundy --octal 0.77 --to 5", "grundy --octal 0.77 --heap 5"),
    ("grundy --octal 0.77 --to 5 --export csv", "grundy --octal 0.77 --heap 5 --to csv"),
]
FILES = [
    ("draw nim:1,2 --output {}.svg", "draw nim:1,2 --out {}.svg"),
    ("worksheet nim:1,2 --output {}.html", "worksheet nim:1,2 --out {}.html"),
    ("quotient 0.3 --heap 3 --draw {}.svg", "quotient 0.3 --heap 3 --picture {}.svg"),
]


@pytest.mark.parametrize(("old", "now"), CASES)
def test_older_names_say_the_same_and_what_they_are_called_now(old: str, now: str) -> None:
    if old.startswith("verify"):  # its reports say how long they took
        assert (
            invoke(*old.split()).stdout.partition("seconds")[0] == invoke(*now.split()).stdout.partition("seconds")[0]
        )
    else:
        assert invoke(*old.split()).stdout == invoke(*now.split()).stdout
    said = invoke(*old.split()).stderr
    assert said.startswith("note: --")
    assert " is now --" in said
    assert invoke(*now.split()).stderr == ""


@pytest.mark.parametrize(("old", "now"), FILES)
def test_files_of_older_names(old: str, now: str, tmp_path: Path) -> None:
    assert " is now --" in invoke(*old.format(tmp_path / "a").split()).stderr
    assert " is now --" not in invoke(*now.format(tmp_path / "b").split()).stderr
    first, second = (sorted(tmp_path.glob(f"{name}[.-]*")) for name in "ab")
    assert len(first) == len(second) > 0
    assert [each.read_bytes() for each in first] == [each.read_bytes() for each in second]


def test_both_names_at_once() -> None:
    said = invoke("new", "path:3", "--game", "nimg-rm", "--weight", "2", "--weights", "3", status=2).stderr
    assert "--weight is an older name of --weights; give one of them" in said
    said = invoke("grundy", "--octal", "0.77", "--to", "5", "--heap", "5", status=2).stderr
    assert "--to N is an older form of --heap N" in said


def test_no_command_has_two_names_for_one_thing() -> None:
    """What was said in several ways is not offered again."""
    context = click.Context(cli)
    offered = {
        (name, option)
        for name in COMMANDS
        for each in getattr(cli.get_command(context, name), "params", [])
        for option in each.opts
        if not getattr(each, "hidden", False)
    }
    older = {"--size", "--weight", "--source", "--output", "--export", "--markdown", "--draw"}
    assert not {(name, option) for name, option in offered if option in older}


def test_older_names_in_python() -> None:
    older: Any = lm
    with pytest.warns(DeprecationWarning, match=r"lastmove.graphs.family is now lastmove.graphs.named"):
        assert older.graphs.family("path:3") == lm.graphs.named("path:3")
    with pytest.warns(DeprecationWarning, match=r"refute\(size=...\) is now n=..."):
        assert older.refute(lambda _: None, game="nim", size=2) is None
    with pytest.warns(DeprecationWarning, match=r"family\(weight=...\) is now weights=..."):
        assert older.family("path:n", game="nimg-rm", weight=2).n_starts[2] == 0
    with pytest.warns(DeprecationWarning, match=r"heap_values\(to=...\) is now heap=..."):
        assert older.heap_values("0.77", to=3).values.tolist() == [0, 1, 2, 3]
    with pytest.raises(TypeError, match="to is an older name of heap"):
        older.heap_values("0.77", to=3, heap=3)
