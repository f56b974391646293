"""The promise about limits, measured: each question in a process of its own, some hard by name, some drawn at random.

``scripts/fuzz_limits.py`` asks many more, and asks what was late once more, as is done here. The machine may be busy
with other tests, so a question counts as late only if it has used twice the CPU seconds that the promise allows.
"""

from __future__ import annotations

import random
import sys

import click
import pytest

from fuzz_limits import asked
from lastmove.cli.main import COMMANDS, cli
from limit_cases import BARE, Case, draw_case, named_cases
from limit_cases import COMMANDS as ASKED

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc"),
]

NAMED = named_cases()
SERVERS = ("serve", "mcp")
"""Commands that do not end: their limits are those of each question that they are asked."""


def check(case: Case, name: str) -> None:
    found = asked(case, name, show=False)
    assert found.said in ("answered", "unknown", "error"), found.where
    assert min(found.cpu, found.seconds - found.waited) <= 2 * found.allowed, f"{found}\n{found.where}"
    assert found.growth <= 1.5, found


@pytest.mark.parametrize("name", NAMED)
def test_questions_that_once_took_for_ever(name: str) -> None:
    check(NAMED[name], name)


@pytest.mark.parametrize("number", range(16))
def test_questions_drawn_at_random(number: int) -> None:
    check(draw_case(random.Random(f"ci:{number}")), f"ci:{number}")


def test_every_command_with_a_limit_is_asked() -> None:
    limited = {
        name
        for name in COMMANDS
        if name not in SERVERS
        for each in cli.get_command(click.Context(cli), name).params  # type: ignore[union-attr]
        if "--time-limit" in each.opts
    }
    assert limited == {words[0] for words in (*ASKED, *BARE)}
