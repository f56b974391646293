"""One server for all tests on the page, one browser for each of their modules; a fresh page, without cookies, for each.

The browser's driver keeps an event loop running, and no other can run beside it: it must not outlive the tests on the
page, for others come after them in the same process.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import sync_playwright

from browsing import DESKTOP, PHONE, Playground, launched, serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    with serving() as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = launched(playwright)
        yield found
        found.close()


@pytest.fixture
def opened(browser: Browser, address: str) -> Iterator[Callable[..., Playground]]:
    """Open the page on a screen of some kind: ``opened(color_scheme="dark")``, ``opened(phone=True)``."""
    contexts, pages = [], []

    def make(*, phone: bool = False, at: str = address, **options: Any) -> Playground:
        context = browser.new_context(**{**(PHONE if phone else DESKTOP), "locale": "en-GB", **options})
        page = Playground(context.new_page(), at, touch=phone)
        contexts.append(context)
        pages.append(page)
        return page

    yield make
    for context in contexts:
        context.close()
    assert [problem for page in pages for problem in page.problems] == []


@pytest.fixture
def board(opened: Callable[..., Playground]) -> Playground:
    """The page on a desk, with the board it begins with."""
    return opened().visit()


@pytest.fixture
def phone(opened: Callable[..., Playground]) -> Playground:
    """The page on a phone, used by fingers, in the dark."""
    return opened(phone=True, color_scheme="dark").visit()
