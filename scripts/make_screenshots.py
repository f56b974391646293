"""Make the pictures of the playground in ``docs/images/playground/``: Debian's chromium takes the walks of the tests.

    python scripts/make_screenshots.py

They are for people to look at, and no test compares them.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from PIL import Image  # noqa: E402
from playwright.sync_api import expect, sync_playwright  # noqa: E402

from browsing import DESKTOP, PHONE, Playground, launched, serving  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER = ROOT / "docs" / "images" / "playground"
COLOURS = 160
"""Flat pictures need few; so each stays small enough for a page."""
NAMES = "abcdefghijkl"
WIDE = 4
GRID = {
    "game": "vertex-geography",
    "vertices": list(NAMES),
    "edges": [[NAMES[i], NAMES[i + 1]] for i in range(12) if i % WIDE < WIDE - 1]
    + [[NAMES[i], NAMES[i + WIDE]] for i in range(12 - WIDE)],
}
MISTAKES = [{"to": name} for name in "jieabcghd"]
"""From f, in misère play: the win changes hands three times."""


def first_sight(board: Playground) -> None:
    """What people see who open the page: one board, two verdicts."""
    board.expect_verdict("N", "normal")
    board.expect_verdict("P", "misere")
    expect(board.page.locator(".move-left").first).to_be_visible()


def after_a_mistake(board: Playground) -> None:
    """A game between friends in which the win changes hands."""
    board.open_position({"record": 1, "position": {**GRID, "start": "f", "play": "misere"}, "moves": MISTAKES})
    expect(board.page.locator(".knot.mistake")).to_have_count(3)
    board.press(board.page.locator(".knot.mistake").nth(1))
    expect(board.page.locator(".thread-words strong")).to_be_visible()


def a_game_that_was_lost(board: Playground) -> None:
    """Over the board stands who won, and which move was the mistake."""
    board.open_text("kayles:4")
    board.play()
    board.page.locator('[data-move=\'{"heap":0,"leaves":[3]}\']').click()
    expect(board.turn).to_have_text("Your turn")
    board.settled()
    board.moves.last.click()
    expect(board.page.locator(".result-why")).not_to_be_empty()


def a_game(board: Playground) -> None:
    """A game on a phone: nothing says who wins."""
    board.mode("Play")
    expect(board.turn).to_have_text("Your turn")


def every_start(board: Playground) -> None:
    """A weighted board without a token: who wins from every start."""
    board.open_position({**GRID, "game": "nimg-rm", "weights": [2, 1, 3, 1, 4, 2, 3, 1, 2, 3, 1, 2]})
    expect(board.vertices).to_have_count(12)
    expect(board.page.locator("[data-start]").first).to_be_attached()


def three_games_at_once(board: Playground) -> None:
    """A sum, with the value of each part."""
    board.choose_game("sum")
    expect(board.page.locator("#reason summary")).to_be_visible()
    expect(board.page.locator(".move-left").first).to_be_visible()


def gallery(board: Playground) -> None:
    """What there is to open."""
    board.do("Open a board")
    expect(board.dialog.locator(".thumb[src]").nth(5)).to_be_visible()


SHOTS: dict[str, tuple[Callable[[Playground], None], bool, str]] = {
    "desktop": (first_sight, False, "light"),
    "playing": (after_a_mistake, False, "light"),
    "result": (a_game_that_was_lost, False, "light"),
    "dark": (three_games_at_once, False, "dark"),
    "gallery": (gallery, False, "light"),
    "phone": (a_game, True, "light"),
    "phone-dark": (every_start, True, "dark"),
}


def main() -> None:
    """Walk, and keep what is to be seen."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with serving() as address, sync_playwright() as playwright:
        browser = launched(playwright)
        for name, (walk, small, scheme) in SHOTS.items():
            options = {**(PHONE if small else DESKTOP), "color_scheme": scheme, "reduced_motion": "reduce"}
            context = browser.new_context(**options, locale="en-GB")
            board = Playground(context.new_page(), address, touch=small).visit()
            walk(board)
            board.page.wait_for_timeout(400)  # pictures that a browser has not decoded yet
            shot = Image.open(BytesIO(board.page.screenshot(animations="disabled")))
            path = FOLDER / f"{name}.png"
            shot.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
            print(f"{path.relative_to(ROOT)}: {path.stat().st_size:,} bytes")
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
