"""``lastmove site``: the playground as a folder of files, which needs no server that can do anything."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from urllib.parse import urlsplit

import click

from lastmove.web.page_files import content_policy, page_files
from lastmove.web.wheels import needed_wheels

__all__ = ["site"]

PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
PYODIDE_CODE = ("pyodide.asm.mjs", "pyodide.asm.js")
"""The one or the other, by version."""
_HEAD = re.compile(r"<meta charset=[^>]*>", re.IGNORECASE)

EPILOG = """\b
Examples:
  lastmove site public --pyodide node_modules/pyodide
  lastmove site public --pyodide https://example.org/pyodide/

\b
Any server of plain files can serve the folder: `python -m http.server`.
"""


@click.command(epilog=EPILOG)
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False))
@click.option(
    "--pyodide",
    metavar="FOLDER|ADDRESS",
    required=True,
    help="Python for browsers: a folder with its files, which is copied, or the address of one.",
)
def site(folder: str, pyodide: str) -> None:
    """Write the playground to DIR as plain files: Python runs in the browser, and no server solves anything.

    It works out what theorems decide, and boards of up to about 40 vertices. For larger ones it says: run `lastmove
    serve`.
    """
    target = Path(folder)
    try:
        address = _pyodide(pyodide, target)
        _write(target, address)
    except OSError as error:
        raise click.UsageError(f"DIR: {error.filename or target}: {error.strerror or error}") from None
    click.echo(f"{target / 'index.html'}", err=True)


def _pyodide(given: str, target: Path) -> str:
    """The address of Pyodide for the page: as given, or the folder it is copied to."""
    if urlsplit(given).scheme in ("http", "https"):
        return given if given.endswith("/") else f"{given}/"
    source = Path(given)
    code = [name for name in PYODIDE_CODE if (source / name).is_file()]
    missing = [name for name in PYODIDE_FILES if not (source / name).is_file()] + ([] if code else [PYODIDE_CODE[0]])
    if missing:
        problem = f"{given} has no {missing[0]}; accepted: the folder of the npm package pyodide, or an address"
        raise click.UsageError(f"--pyodide: {problem}")
    copied = target / "pyodide"
    copied.mkdir(parents=True, exist_ok=True)
    for name in (*PYODIDE_FILES, *code):
        shutil.copyfile(source / name, copied / name)
    return "./pyodide/"


def _write(target: Path, address: str) -> None:
    """The page, the wheels, and the file that tells the page to work by itself."""
    wheels, left_out = needed_wheels()
    homes = {module: f"wheels/{wheel.name}" for wheel in wheels for module in wheel.modules}
    config = {"transport": "worker", "pyodide": address, "wheels": homes}
    files = page_files()
    files["config.js"] = f"export const config = {json.dumps(config, indent=1)};\n".encode()
    files["index.html"] = _with_policy(files["index.html"].decode(), address).encode()
    files |= {f"wheels/{wheel.name}": wheel.data for wheel in wheels}
    for path, data in files.items():
        place = target / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    if left_out:
        click.echo(f"Left out, for browsers have them not: {', '.join(left_out)}.", err=True)


def _with_policy(page: str, address: str) -> str:
    """The page with its content security policy in it: a server of plain files sends no headers."""
    parts = urlsplit(address)
    origin = f"{parts.scheme}://{parts.netloc}" if parts.scheme else ""
    policy = content_policy(scripts=f"'wasm-unsafe-eval' {origin}".strip(), connect=origin)
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    return _HEAD.sub(lambda found: f"{found[0]}\n{meta}", page, count=1)
