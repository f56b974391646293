"""The one loop over records: what every command does with a bad record, a spent limit, Ctrl-C and a fault."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from commands import answers
from lastmove.cli.read import Item
from lastmove.cli.records import Output, answer_each
from lastmove.core.errors import InputError, LimitReached

if TYPE_CHECKING:
    from collections.abc import Callable

GOOD, BAD = Item({"id": 1}, {"line": 1}), Item(InputError("heaps", "missing"), {"line": 2})
LATER = Item({"position": {"id": "x"}}, {"line": 3})


def raising(error: BaseException, record: Item) -> Output:
    """Fails on the records after the first."""
    if record.line() is not GOOD.content:
        raise error
    return Output("fine\n")


def run(ask: Callable[[Item], Output], capsys: pytest.CaptureFixture[str], *, people: bool) -> tuple[int, str, str]:
    status = answer_each([GOOD, BAD, LATER], ask, people=people)
    written = capsys.readouterr()
    return status, written.out, written.err


def test_a_bad_record_is_an_object_in_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(lambda record: Output.line(record.line()), capsys, people=False)
    assert (status, err) == (1, "")
    assert answers(out)[1] == {"error": "heaps: missing", "line": 2}
    status, out, err = run(lambda record: Output.line(record.line()), capsys, people=True)
    assert (status, len(answers(out)), err) == (1, 2, "error line 2: heaps: missing\n")


def test_a_spent_limit_is_unknown(capsys: pytest.CaptureFixture[str]) -> None:
    spent = partial(raising, LimitReached("time", 7))
    assert answer_each([GOOD, LATER], spent, people=False) == 3
    found = answers(capsys.readouterr().out.removeprefix("fine\n"))
    assert [(each["id"], each["outcome"], each["reason"]["limit"]) for each in found] == [("x", "unknown", "time")]
    assert answer_each([GOOD, LATER], spent, people=True) == 3
    assert capsys.readouterr().err.startswith("unknown line 3: the time limit was reached after 7 positions")


@pytest.mark.parametrize(
    "stop", [KeyboardInterrupt(), LimitReached("interrupt", 0)], ids=lambda stop: type(stop).__name__
)
def test_ctrl_c_ends_it(stop: BaseException, capsys: pytest.CaptureFixture[str]) -> None:
    assert answer_each([GOOD, LATER, GOOD], partial(raising, stop), people=False) == 130
    first, last = capsys.readouterr().out.splitlines()
    assert first == "fine"
    assert answers(last)[0]["reason"]["limit"] == "interrupt"


def test_ctrl_c_between_records(capsys: pytest.CaptureFixture[str]) -> None:
    def records() -> object:
        yield GOOD
        raise KeyboardInterrupt

    assert answer_each(records(), partial(raising, KeyError()), people=False) == 130  # type: ignore[arg-type]
    assert capsys.readouterr().out == "fine\n"


def test_faults_in_asking_and_in_writing(capsys: pytest.CaptureFixture[str]) -> None:
    def show() -> None:
        raise KeyError("x")

    status, out, _ = run(partial(raising, ZeroDivisionError("by zero")), capsys, people=False)
    assert status == 1
    assert "by zero" in answers(out.removeprefix("fine\n"))[1]["error"]
    status, _, err = run(lambda record: Output(show) if record is LATER else Output(""), capsys, people=True)
    assert status == 1
    assert err.splitlines()[-1].startswith("error line 3: internal error: KeyError in show")


def test_a_disk_that_is_full_stops_everything() -> None:
    def show() -> None:
        raise OSError(28, "full")

    with pytest.raises(OSError, match="full"):
        answer_each([GOOD, GOOD], lambda _: Output(show), people=True)
