"""The playground in notebooks: the widget answers its page, and a notebook runs with it."""

from __future__ import annotations

import json
import re
import sys
from importlib import import_module
from typing import Any

import pytest

import lastmove as lm
from lastmove.web.notebook import bundled
from page_examples import ROOT
from processes import ENVIRONMENT

PATH = lm.VertexGeography([("a", "b"), ("b", "c")], start="a")


def _said(widget: Any, monkeypatch: pytest.MonkeyPatch, **asked: Any) -> Any:
    """What the widget sends to its page when that asks something."""
    heard: list[Any] = []
    monkeypatch.setattr(type(widget), "send", lambda _, content, *__: heard.append(content))
    widget._handle_custom_msg(asked, [])
    return heard


def test_the_widget_answers_its_page(monkeypatch: pytest.MonkeyPatch) -> None:
    widget = lm.playground(PATH, "misere", show=["starts"])
    assert widget.position["play"] == "misere"
    assert widget.position["start"] == "a"
    assert widget.show == ["starts"]
    body = json.dumps({"position": widget.position, "moves": widget.moves})
    (found,) = _said(widget, monkeypatch, id=7, question="look", text=body)
    assert found["id"] == 7
    assert json.loads(found["text"])["answer"]["answer"]["outcome"] == "N"
    (found,) = _said(widget, monkeypatch, id=8, question="look", text="{}")
    assert json.loads(found["text"]) == {"error": "position: missing"}
    assert _said(widget, monkeypatch, nonsense=1) == []


def test_positions_in_every_form() -> None:
    assert lm.playground(lm.Nim([1, 2])).position == {"game": "nim", "play": "normal", "heaps": [1, 2]}
    assert lm.playground(lm.Problem(lm.Nim([1]), lm.Play.MISERE)).position["play"] == "misere"
    assert lm.playground({"game": "nim", "heaps": [1]}).position["heaps"] == [1]
    with pytest.raises(lm.InputError, match="show: 'all'; accepted: moves"):
        lm.playground(PATH, show=["all"])


def test_its_module_stands_alone() -> None:
    text = bundled("notebook.js")
    assert "export default { render }" in text
    assert re.findall(r"from '(?!data:)", text) == []


def test_without_anywidget_one_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(lm.InputError, match=r"pip install anywidget"):
        lm.playground(PATH)


@pytest.mark.long
def test_a_notebook_runs_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from nbclient import NotebookClient
    from traitlets.config import Config

    monkeypatch.setenv("PYTHONPATH", ENVIRONMENT["PYTHONPATH"])
    made: Any = import_module("nbformat").v4
    cells = [
        "import lastmove as lm",
        "board = lm.playground(lm.VertexGeography(lm.graphs.named('petersen:5,2'), start=0))\nboard",
        "board.moves = [{'to': 1}]\nboard.moves",
        "lm.solve(lm.Nim([3, 5, 7]))",
    ]
    book = made.new_notebook(cells=[made.new_code_cell(text) for text in cells])
    sockets = Config({"KernelManager": {"transport": "ipc"}})  # no ports, which others may take
    where = {"metadata": {"path": str(ROOT)}}
    NotebookClient(book, timeout=120, kernel_name="python3", resources=where, config=sockets).execute()
    shown = book.cells[1].outputs[0]["data"]
    assert "application/vnd.jupyter.widget-view+json" in shown
    state = book.metadata["widgets"]["application/vnd.jupyter.widget-state+json"]["state"]
    held = next(each["state"] for each in state.values() if "position" in each["state"])
    assert held["moves"] == [{"to": 1}]
    assert held["position"]["game"] == "vertex-geography"
    assert "image/svg+xml" in book.cells[3].outputs[0]["data"]
