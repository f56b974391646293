"""`lastmove serve`: what it refuses before it listens."""

from __future__ import annotations

import socket
import sys

import pytest

from commands import invoke


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--host", "0.0.0.0"], "add --public"),
        (["--host", "::"], "add --public"),
        (["--host", "example.org"], "add --public"),
        (["--public"], "--allow-host NAME"),
        (["--port", "70000"], "70000"),
        (["--workers", "1"], "--workers"),
    ],
)
def test_wrong_options_are_one_line(options: list[str], words: str) -> None:
    said = invoke("serve", "--no-open", *options, status=2).stderr
    assert words in said
    assert "Traceback" not in said


def test_a_port_that_is_taken_is_named() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = invoke("serve", "--no-open", "--port", str(port), status=2).stderr
    assert f"--port: 127.0.0.1:{port}: " in said
    assert "--port 0" in said


@pytest.mark.parametrize("package", ["uvicorn", "starlette"])
def test_without_the_extra_one_line_says_what_to_install(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith(("lastmove.web.", "starlette", "uvicorn"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    said = invoke("serve", "--no-open", status=2).stderr
    assert "pip install starlette uvicorn" in said
    assert package in said
