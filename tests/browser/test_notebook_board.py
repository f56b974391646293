"""The board of the notebook widget in a browser, with a model as notebooks have it."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from lastmove.web.api import answer
from lastmove.web.notebook import bundled

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.long

NOTEBOOK = """async ([address, position]) => {
    const heard = {};
    const state = { position, moves: [], show: ['moves', 'values'] };
    const tell = (name, what) => (heard[name] ?? []).forEach((hear) => hear(what));
    const model = {
        get: (name) => state[name],
        set: (name, value) => { state[name] = value; tell(`change:${name}`); },
        save_changes: () => {},
        on: (name, hear) => (heard[name] ??= []).push(hear),
        off: () => {},
        send: async ({ id, question, text }) => tell('msg:custom', { id, text: await answer(question, text) }),
    };
    window.made = () => JSON.stringify(state.moves);
    const { default: widget } = await import(address);
    widget.render({ model, el: document.body.appendChild(document.createElement('div')) });
}"""


def test_a_board_in_a_notebook_is_played_on(browser: Browser) -> None:
    page = browser.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.expose_function("answer", answer)
    path = {"game": "vertex-geography", "edges": [["a", "b"], ["b", "c"], ["c", "d"]], "start": "b"}
    address = f"data:text/javascript;base64,{base64.b64encode(bundled('notebook.js').encode()).decode()}"
    page.evaluate(NOTEBOOK, [address, path])
    expect(page.locator("[data-verdict]")).to_have_text("The player to move wins (N).")
    expect(page.locator("[data-vertex]")).to_have_count(4)
    page.locator("[data-vertex=c]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-vertex]")).to_have_count(3)
    assert page.evaluate("made()") == '[{"to":"c"}]'
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("[data-vertex]")).to_have_count(4)
    page.get_by_role("button", name="Engine, move").click()
    expect(page.locator("[data-vertex]")).to_have_count(3)
    assert page.evaluate("made()") == '[{"to":"a"}]'
    expect(page.locator("[data-verdict]")).to_have_text("No move is left. The player to move loses (P).")
    assert problems == []
    page.close()
