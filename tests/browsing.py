"""The playground in a real browser: a server, a browser, and walks on the page by what people see of it.

Tests and ``scripts/make_screenshots.py`` take the same walks. The page's own policy forbids scripts from elsewhere, so
everything is waited for with ``expect``.
"""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
import zlib
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from processes import COMMAND, ENVIRONMENT, PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Locator, Page, Playwright, Route

__all__ = ["DESKTOP", "PHONE", "WAIT", "Held", "Playground", "launched", "packed", "serving", "squeezed"]

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
WAIT = 20_000
"""Milliseconds after which something counts as missing: machines are busy, and nothing is said about speed."""
expect.set_options(timeout=WAIT)


@contextmanager
def serving(**environment: str) -> Iterator[str]:
    """``lastmove serve`` on a port that it finds itself: its address."""
    command = [*COMMAND, "serve", "--no-open", "--port", "0"]
    with subprocess.Popen(command, env={**ENVIRONMENT, **environment}, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()  # when it answers
            found = re.search(r"http://\S+/", said)
            if found is None:
                raise RuntimeError(f"the server does not start: {said}")
            yield found[0]
        finally:
            process.terminate()
            try:
                process.wait(PATIENCE)
            finally:
                process.kill()


def packed(content: object) -> str:
    """What stands after the # of a link with this content."""
    return squeezed(json.dumps(content).encode())


def squeezed(text: bytes) -> str:
    """The same for any text."""
    squeezer = zlib.compressobj(wbits=-15)
    data = squeezer.compress(text) + squeezer.flush()
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def launched(playwright: Playwright) -> Browser:
    """Debian's chromium."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        raise RuntimeError("no chromium: apt-get install -y --no-install-recommends chromium libatomic1")
    return playwright.chromium.launch(executable_path=found, args=list(FLAGS))


class Held:
    """Questions that wait for their answers, as on a busy machine, until they may go on."""

    def __init__(self, page: Page, question: str) -> None:
        self._waiting: list[Route] = []
        self._free = False
        page.route(f"**/api/v1/{question}", self._asked)

    def _asked(self, route: Route) -> None:
        if self._free:
            route.continue_()
        else:
            self._waiting.append(route)

    def go(self) -> None:
        """Let them be answered, and those that come."""
        self._free = True
        for route in self._waiting:
            route.continue_()
        self._waiting.clear()


class Playground:
    """The page as people use it; with ``touch``, by fingers."""

    def __init__(self, page: Page, address: str, *, touch: bool = False) -> None:
        self.page, self.address, self.touch = page, address, touch
        self.problems: list[str] = []
        page.set_default_timeout(WAIT)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda message: self._heard(message.type, message.text))

    def _heard(self, kind: str, text: str) -> None:
        if kind == "error" and "Failed to load resource" not in text:  # a refused question is told on the page
            self.problems.append(text)

    def visit(self, after: str = "") -> Playground:
        """Open the page, with something after its address, and wait until it can be used."""
        self.page.goto(self.address + after)
        expect(self.page.locator("body.ready")).to_be_attached()
        return self

    def press(self, where: Locator) -> None:
        """Click, or tap."""
        if self.touch:
            where.tap()
        else:
            where.click()

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def do(self, name: str) -> None:
        """Press the button with this name."""
        self.press(self.button(name))

    def vertex(self, name: object) -> Locator:
        return self.page.locator(f'[data-vertex="{name}"]')

    def heap(self, number: int) -> Locator:
        return self.page.locator(f'[data-heap="{number}"]')

    @property
    def vertices(self) -> Locator:
        return self.page.locator("[data-vertex]")

    @property
    def edges(self) -> Locator:
        return self.page.locator("#board [data-kind=edge]")

    @property
    def moves(self) -> Locator:
        return self.page.locator("[data-move]")

    @property
    def dialog(self) -> Locator:
        return self.page.locator("#dialog")

    def verdict(self, play: str = "normal") -> Locator:
        return self.page.locator(f"[data-verdict][data-play={play}]")

    def expect_verdict(self, outcome: str, play: str = "normal") -> None:
        """Who wins, in one convention, as soon as it is known."""
        expect(self.verdict(play)).to_have_attribute("data-verdict", outcome)

    def expect_at(self, moves: int) -> None:
        """So many moves are shown; the bead says so by its name, for its text may say that the move was a mistake."""
        name = re.compile(rf"^After move {moves}\b" if moves else "^The start")
        expect(self.page.locator(".knot[aria-current]")).to_have_attribute("aria-label", name)

    def mode(self, name: str) -> None:
        """Play, analyse or draw."""
        self.press(self.page.locator("#modes label", has_text=name))
        expect(self.page.locator(f"body[data-mode={name.lower()}]")).to_be_attached()

    def play(self, against: str = "perfect") -> None:
        """Go over to a game against an engine of this level, or a friend."""
        self.mode("Play")
        self.page.get_by_label("Against").select_option(against)

    @property
    def turn(self) -> Locator:
        return self.page.locator("#turn")

    @property
    def result(self) -> Locator:
        return self.page.locator("[data-result]")

    def expect_made(self, moves: int) -> None:
        """So many moves were made in a game that is played."""
        expect(self.page.locator(".record li")).to_have_count(moves)

    def menu(self) -> None:
        """Open the menu where the screen is small."""
        if self.touch:
            self.do("Menu")

    def choose_game(self, name: str) -> None:
        self.page.get_by_label("Game", exact=True).first.select_option(name)

    def hints(self, level: str) -> None:
        self.page.get_by_label("Show", exact=True).select_option(level)

    def ground(self, dx: float, dy: float) -> None:
        """Touch the board beside its middle."""
        box = self.page.locator("#board").bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2 + dx, box["y"] + box["height"] / 2 + dy
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def middle(self, name: object) -> tuple[float, float]:
        """Where a vertex is on the screen."""
        box = None
        while box is None:  # it is drawn anew when an answer comes
            expect(self.vertex(name)).to_be_visible()
            box = self.vertex(name).locator(".reach").bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def draw_path(self) -> None:
        """On an empty board: three vertices a, b, c and the edges between neighbours."""
        self.do("New board")
        expect(self.vertices).to_have_count(0)
        expect(self.page.locator("body[data-mode=draw]")).to_be_attached()
        for count, (dx, dy) in enumerate([(-110, -50), (0, 60), (110, -50)], 1):
            self.ground(dx, dy)
            expect(self.vertices).to_have_count(count)
        self.join("a", "b", 1)
        self.join("b", "c", 2)

    def join(self, u: str, v: str, edges: int) -> None:
        """Tap two vertices; so many edges are there then."""
        self.press(self.vertex(u))
        expect(self.vertex(u)).to_have_attribute("aria-pressed", "true")
        self.press(self.vertex(v))
        expect(self.edges).to_have_count(edges)

    def open_text(self, text: str) -> None:
        """Open a position that is written in any format."""
        self.menu()
        self.do("Open a board")
        self.dialog.get_by_role("textbox").first.fill(text)
        self.press(self.dialog.get_by_role("button", name="Read it"))
        expect(self.dialog).to_be_hidden()

    def open_position(self, position: dict[str, Any]) -> None:
        self.open_text(json.dumps(position))

    def listed(self) -> list[dict[str, Any]]:
        """Every legal move that is listed, with its outcome as ``outcome``."""
        found = self.moves.evaluate_all("all => all.map(one => [one.dataset.move, one.dataset.outcome])")
        return [{**json.loads(move), "outcome": outcome} for move, outcome in found]

    def held(self, question: str) -> Held:
        """Keep the answers to a question back."""
        return Held(self.page, question)

    def settled(self) -> None:
        """Wait until what was asked for last is shown: the list of moves is of the present position then."""
        expect(self.page.locator("#moves-panel")).to_have_attribute("aria-busy", "false")

    def asked_all(self) -> None:
        """Wait until nothing more is asked about a board that is drawn; how long play lasts is asked last."""
        self.settled()
        expect(self.page.locator("[data-move]:not(:has(.move-left))")).to_have_count(0)

    def step(self, which: int = 0) -> None:
        """Make a listed move where the game is analysed or drawn, and wait for what it leads to."""
        self.settled()
        beads = self.page.locator(".knot")
        before = beads.count()
        self.press(self.moves.nth(which))
        expect(beads).to_have_count(max(2, before + 1))
        self.settled()

    def make(self, which: int, made: int) -> None:
        """Make a listed move in a game that is played; so many moves are made then."""
        self.settled()
        self.press(self.moves.nth(which))
        self.expect_made(made)
        self.settled()
