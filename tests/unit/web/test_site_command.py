"""`lastmove site`: what it writes, and what it asks for."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import lastmove as lm
from commands import invoke
from lastmove.cli.playground.site import needed_wheels
from lastmove.web.first_board import first_board
from lastmove.web.page_files import page_files

NAMES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")


@pytest.fixture
def pyodide(tmp_path: Path) -> Path:
    """A folder that has the files of Pyodide by name."""
    folder = tmp_path / "pyodide"
    folder.mkdir()
    for name in (*NAMES, "README.md"):
        (folder / name).write_text(name)
    return folder


def _config(site: Path) -> dict[str, object]:
    text = (site / "config.js").read_text()
    found: dict[str, object] = json.loads(text.removeprefix("export const config = ").rstrip().removesuffix(";"))
    return found


def test_a_site_is_the_page_with_python_in_it(tmp_path: Path, pyodide: Path) -> None:
    site = tmp_path / "site"
    result = invoke("site", str(site), "--pyodide", str(pyodide))
    assert result.stdout == ""
    assert {path.name for path in (site / "pyodide").iterdir()} == set(NAMES)
    for name, data in page_files().items():
        if name not in ("index.html", "config.js", "service_worker.js"):
            assert (site / name).read_bytes() == data
    config = _config(site)
    assert config["transport"] == "worker"
    assert config["pyodide"] == "./pyodide/"
    wheels = config["wheels"]
    assert isinstance(wheels, dict)
    assert {"lastmove", "click", "networkx", "rich"} <= wheels.keys()
    assert all((site / path).is_file() for path in wheels.values())
    assert "numpy" not in wheels
    kept = re.search(r"^const FILES = (.*);$", (site / "service_worker.js").read_text(), re.MULTILINE)
    assert kept is not None
    names = json.loads(kept[1])
    assert all((site / name).is_file() or name == "./" for name in names)
    there = {str(path.relative_to(site)) for path in site.rglob("*") if path.is_file()}
    assert there - set(names) == {"service_worker.js"}, "all of the site is there without a network"
    page = (site / "index.html").read_text()
    assert "script-src 'self' 'wasm-unsafe-eval';" in page
    assert page.index("Content-Security-Policy") < page.index("<script")


@pytest.mark.long
def test_what_a_site_keeps_changes_with_its_files(tmp_path: Path, pyodide: Path) -> None:
    """The same files have the same version; others are fetched anew."""
    found = []
    for name, more in (("a", ""), ("b", ""), ("c", "more")):
        (pyodide / "pyodide.mjs").write_text(f"pyodide.mjs{more}")
        invoke("site", str(tmp_path / name), "--pyodide", str(pyodide))
        found.append((tmp_path / name / "service_worker.js").read_text())
    assert found[0] == found[1]
    assert found[1] != found[2]


def test_the_answers_about_the_first_board_are_kept(tmp_path: Path) -> None:
    """By the very text that the page asks with; who wins is what the library says."""
    invoke("site", str(tmp_path), "--pyodide", "https://example.org/pyodide")
    kept = json.loads((tmp_path / "kept.json").read_text())
    asked = {name.partition(" ")[0]: json.loads(name.partition(" ")[2]) for name in kept}
    assert set(asked) == {"about", "look", "solve"}
    for name, answer in kept.items():
        question, _, text = name.partition(" ")
        body = json.loads(text)
        if question == "about":
            assert answer["first"] == first_board()
            continue
        outcome = lm.solve(lm.parse(body["position"])).outcome.value
        assert answer.get("answer", answer)["outcome"] == outcome


def test_pyodide_may_be_elsewhere(tmp_path: Path) -> None:
    site = tmp_path / "site"
    invoke("site", str(site), "--pyodide", "https://example.org/pyodide")
    assert _config(site)["pyodide"] == "https://example.org/pyodide/"
    assert not (site / "pyodide").exists()
    page = (site / "index.html").read_text()
    assert "script-src 'self' 'wasm-unsafe-eval' https://example.org;" in page
    assert "connect-src 'self' https://example.org;" in page


def test_what_is_missing_is_said(tmp_path: Path, pyodide: Path) -> None:
    assert "--pyodide" in invoke("site", str(tmp_path / "site"), status=2).stderr
    (pyodide / "pyodide.asm.wasm").unlink()
    said = invoke("site", str(tmp_path / "site"), "--pyodide", str(pyodide), status=2).stderr
    assert "pyodide.asm.wasm" in said
    assert not (tmp_path / "site").exists()
    (tmp_path / "file").touch()
    said = invoke("site", str(tmp_path / "file" / "site"), "--pyodide", "https://example.org/", status=2).stderr
    assert "DIR: " in said


@pytest.mark.long
def test_wheels_are_the_same_every_time_and_can_be_imported(tmp_path: Path) -> None:
    wheels, left_out = needed_wheels()
    again, _ = needed_wheels()
    assert [wheel.data for wheel in wheels] == [wheel.data for wheel in again]
    assert "numpy" in left_out
    paths = []
    for wheel in wheels:
        (tmp_path / wheel.name).write_bytes(wheel.data)
        paths.append(str(tmp_path / wheel.name))
        with zipfile.ZipFile(io.BytesIO(wheel.data)) as packed:
            names = packed.namelist()
            assert packed.testzip() is None
        assert sum(name.endswith(".dist-info/RECORD") for name in names) == 1
        assert sum(name.endswith(".dist-info/METADATA") for name in names) == 1
    own = next(wheel for wheel in wheels if "lastmove" in wheel.modules)
    with zipfile.ZipFile(io.BytesIO(own.data)) as packed:
        assert {"lastmove/web/page/index.html", "lastmove/py.typed"} <= set(packed.namelist())
    code = "import sys; sys.path[:0] = sys.argv[1:]\nimport lastmove, click\nprint(lastmove.__file__, click.__file__)\n"
    code += "from lastmove.web.page_files import page_files\nassert 'index.html' in page_files()\n"
    done = subprocess.run(
        [sys.executable, "-S", "-c", code, *paths], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(".whl") == 2
