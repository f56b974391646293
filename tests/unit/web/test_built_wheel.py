"""The wheel as people install it: page and examples are in it, and the playground works from it."""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from page_examples import ROOT
from playground import EASY, Playground


def _done(*words: str | Path) -> str:
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=170, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.long
def test_the_playground_works_from_the_built_wheel(tmp_path: Path) -> None:
    """Built, installed into an environment of its own that borrows the packages it needs, and served."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    _done(*pip, "wheel", "--no-deps", "--wheel-dir", tmp_path, ROOT)
    (wheel,) = tmp_path.glob("lastmove-*.whl")
    venv.create(tmp_path / "fresh", with_pip=False, symlinks=True)
    python = tmp_path / "fresh" / "bin" / "python"
    _done(*pip, "--python", python, "install", "--no-deps", wheel)
    own = Path(_done(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    borrowed = [path for path in sys.path if path.endswith("site-packages")]
    (own / "borrowed.pth").write_text("\n".join(borrowed))  # after its own packages; their own .pth files are not read
    code = "import lastmove, json; from lastmove.web.api import ask\n"
    code += "print(json.dumps([lastmove.__file__, len(ask('about', {}).answer['examples'])]))"
    place, examples = json.loads(_done(python, "-I", "-c", code))
    assert Path(place).is_relative_to(own)
    assert examples > 10
    with Playground(command=[str(python), "-I", "-m", "lastmove"]) as server:
        page = server.get()
        assert page.headers["Content-Type"] == "text/html; charset=utf-8"
        assert b"<script" in page.body
        assert server.get("transport.js").status == 200
        assert server.post("look", {"position": EASY}).json["answer"]["outcome"] == "N"
        assert server.get("api/v1/openapi.json").json["openapi"].startswith("3.")
