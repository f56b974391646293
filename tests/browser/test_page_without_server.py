"""The static site: the same page with Python in a web worker, served as plain files."""

from __future__ import annotations

import functools
import http.server
import shutil
import subprocess
import threading
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from browsing import WAIT
from commands import invoke

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Route

    from browsing import Playground

pytestmark = pytest.mark.long

PYODIDE = "pyodide@314.0.7"
LOADING = 120_000
"""Milliseconds for Python to be there: ten megabytes are compiled."""


@pytest.fixture(scope="module")
def pyodide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The npm package pyodide."""
    npm = shutil.which("npm")
    assert npm is not None, "no npm: apt-get install -y --no-install-recommends npm"
    folder = tmp_path_factory.mktemp("npm")
    options = ["--no-audit", "--no-fund", "--ignore-scripts", "--no-save", "--prefix", str(folder)]
    done = subprocess.run([npm, "install", *options, PYODIDE], capture_output=True, text=True, timeout=170, check=False)
    assert done.returncode == 0, done.stderr
    return folder / "node_modules" / "pyodide"


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def site(pyodide: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site that `lastmove site` wrote."""
    folder = tmp_path_factory.mktemp("site")
    invoke("site", str(folder), "--pyodide", str(pyodide))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def test_the_page_works_without_a_server(opened: Callable[..., Playground], site: str) -> None:
    """It draws, solves, plays and explains by itself, and says so where a board is too hard for it."""
    page = opened(at=site)
    page.page.set_default_timeout(LOADING)
    expect.set_options(timeout=LOADING)
    try:
        page.visit()
        page.open_text("nim:3,5,7")
        page.expect_verdict("N", "normal")
        page.expect_verdict("N", "misere")
        expect(page.moves).to_have_count(15)
        page.step()
        page.open_position({"game": "vertex-geography", "edges": [["a", "b"], ["b", "c"]], "start": "b"})
        page.expect_verdict("N", "normal")
        page.expect_verdict("P", "misere")
        _ask_directly(page.page)
    finally:
        expect.set_options(timeout=WAIT)


def test_the_first_board_is_there_before_python_and_all_of_it_without_a_network(
    opened: Callable[..., Playground], site: str
) -> None:
    """Nothing of Python is loaded yet, and who wins is said; what was visited once works offline."""
    waiting: list[Route] = []
    free: list[bool] = []
    page = opened(at=site)
    page.page.route("**/pyodide/*", lambda route: route.continue_() if free else waiting.append(route))
    page.visit()
    page.expect_verdict("N", "normal")
    page.expect_verdict("P", "misere")
    expect(page.page.locator("#loading progress")).to_be_visible()
    page.mode("Play")
    expect(page.turn).to_have_text("Your turn")
    page.mode("Analyse")
    free.append(True)
    for route in waiting:
        route.continue_()
    expect(page.page.locator("#loading")).to_be_hidden(timeout=LOADING)
    page.page.wait_for_function("async () => (await navigator.serviceWorker.ready).active !== null", timeout=LOADING)
    page.page.wait_for_function("() => navigator.serviceWorker.controller !== null", timeout=LOADING)
    page.page.context.set_offline(True)
    page.page.reload()
    page.expect_verdict("N", "normal")
    expect(page.page.locator("#loading")).to_be_hidden(timeout=LOADING)
    page.open_text("nim:3,5,7")
    expect(page.moves).to_have_count(15, timeout=LOADING)


def test_a_page_that_is_opened_as_a_file_says_what_to_do(
    opened: Callable[..., Playground], pyodide: Path, tmp_path: Path
) -> None:
    invoke("site", str(tmp_path), "--pyodide", str(pyodide))
    page = opened()
    page.page.goto((tmp_path / "index.html").as_uri())
    expect(page.page.locator("#unopened")).to_contain_text("python -m http.server")
    expect(page.page.locator("#unopened")).to_be_visible()
    page.problems.clear()  # the browser tells its console that it loads no module from a file


def _ask_directly(page: Any) -> None:
    """What the page's own module for questions is told: errors, pictures, advice, and Stop."""
    said = page.evaluate(
        """async () => {
            const { ask, isLocal } = await import('./transport.js');
            const bad = await ask('look', { position: { game: 'nim', heaps: [-1] } }).catch((error) => error.message);
            const picture = await ask('draw', { position: { game: 'nim', heaps: [1] } });
            const edges = [];
            for (let u = 0; u < 7; u++) for (let v = 0; v < u; v++) edges.push([u, v]);
            const weights = [50, 51, 52, 53, 54, 55, 56];
            const hard = { game: 'nimg-mr', vertices: 7, edges, weights, start: 0 };
            const unknown = await ask('solve', { position: hard, time: 0.5 });
            const stop = new AbortController();
            const stopped = ask('solve', { position: hard, time: 10 }, { signal: stop.signal }).catch((e) => e.name);
            setTimeout(() => stop.abort(), 200);
            const why = await stopped;
            const after = await ask('solve', { position: { game: 'nim', heaps: [1] } });
            return { isLocal, bad, type: picture.type, advice: unknown.advice, why, after: after.outcome };
        }"""
    )
    assert said["isLocal"] is True
    assert "heaps[0]: -1" in said["bad"]
    assert said["type"] == "image/svg+xml"
    assert "lastmove serve" in said["advice"]
    assert said["why"] == "AbortError"
    assert said["after"] == "N"
