"""Numbers on the command line are written with the digits 0 to 9; other scripts' digits are refused and named."""

from __future__ import annotations

import json
from typing import Any

import click
import pytest

import lastmove as lm
from commands import answers, invoke
from lastmove.cli.main import COMMANDS, cli
from lastmove.cli.options import Integer, IntegerRange, Number, NumberRange

DIGITS = {"arabic": "٣", "fullwidth": "３", "among others": "1３"}


def number_options() -> dict[str, click.Parameter]:
    context = click.Context(cli)
    found: dict[str, click.Parameter] = {}
    for name in COMMANDS:
        command: Any = cli.get_command(context, name)
        numbers = (click.types.IntParamType, click.types.FloatParamType)
        found |= {f"{name} {each.opts[0]}": each for each in command.params if isinstance(each.type, numbers)}
    return found


@pytest.mark.parametrize("digits", DIGITS.values(), ids=DIGITS)
@pytest.mark.parametrize(
    "words",
    [
        "solve nim:{}",
        "solve kayles:5,{}",
        "solve adjacent-nim:2,{}",
        "solve subtraction:{},2:7",
        "solve subtraction:1,2:{}",
        "solve grid:{}x4 --game vertex-geography",
        "solve nim:1+nim:{}",
        "solve path:3 --game nimg-rm --weights {}",
        "solve path:3 --game nimg-rm --weights 1-{}",
        "solve path:3 --game nimg-rm --weights 1,1,{}",
        "solve nim:1 --time-limit {}",
        "solve nim:1 --position-limit {}",
        "solve nim:1 --jobs {}",
        "new path:{}",
        "new path:3 --game nimg-rm --weights {}",
        "family grid:{}xn",
        "family path:n --at {}",
        "family path:n --at 5 --start {}",
        "family path:n --game nimg-rm --weights {}",
        "family path:n --game nimg-rm --weights 1-{}",
        "grundy --set 1,{}",
        "grundy --octal 0.77 --to {}",
        "quotient --set 1,{}",
        "quotient 0.77 --heap {}",
        "census --game vertex-geography --n {} --out nowhere",
        "census --game nimg-rm --n 3 --weights 1-{} --out nowhere",
        "verify --n {}",
    ],
)
def test_they_are_refused_and_named(words: str, digits: str) -> None:
    assert digits in invoke(*words.format(digits).split(), status=2).stderr


@pytest.mark.parametrize("words", ["solve path:4@{} --game vertex-geography", "solve adjacent-nim:2,3,4 --start {}"])
def test_a_start_is_refused_as_any_other_name(words: str) -> None:
    assert "start" in invoke(*words.format("٣").split(), status=1).stdout


def test_every_option_that_is_a_number_reads_it_so() -> None:
    options = number_options()
    assert len(options) > 30
    for name, option in options.items():
        assert isinstance(option.type, Integer | IntegerRange | Number | NumberRange), name
        with pytest.raises(click.BadParameter, match="0-9"):
            option.type.convert("３", option, None)


def test_json_is_what_it_was() -> None:
    board = {"game": "vertex-geography", "vertices": ["٣", "b"], "edges": [["٣", "b"]], "start": "٣"}
    assert answers(invoke("solve", text=json.dumps(board) + "\n").stdout)[0]["move"] == {"to": "b"}
    assert "error" in answers(invoke("solve", text='{"game": "nim", "heaps": [٣]}\n', status=1).stdout)[0]
    with pytest.raises(lm.InputError, match="heaps"):
        lm.parse({"game": "nim", "heaps": ["٣"]})
