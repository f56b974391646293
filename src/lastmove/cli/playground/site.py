"""``lastmove site``: the playground as a folder of files, which needs no server that can do anything.

With them go wheels of lastmove and of the pure-Python packages it needs, made from what is installed.
"""

from __future__ import annotations

import base64
import io
import json
import re
import shutil
import zipfile
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

import lastmove
from lastmove._version import __version__
from lastmove.web.first_board import first_answers
from lastmove.web.page_files import content_policy, page_files

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.metadata import Distribution

_DATE = (1980, 1, 1, 0, 0, 0)
"""Of every file: the same packages make the same wheels."""
_COMPILED = (".so", ".pyd", ".dylib", ".dll")
_LEFT_OUT = ("__pycache__", ".pyc")


@dataclass(frozen=True, slots=True)
class Wheel:
    """A wheel: the name of its file, its bytes, and the modules at its top."""

    name: str
    data: bytes
    modules: tuple[str, ...]


def needed_wheels() -> tuple[list[Wheel], list[str]]:
    """The wheel of lastmove and those of what it needs, and the names of packages that are compiled and so left out."""
    found, left_out = [_own_wheel()], []
    seen: set[str] = set()
    names = _requirements("lastmove")
    while names:
        name = names.pop()
        if _plain(name) in seen:
            continue
        seen.add(_plain(name))
        try:
            package = distribution(name)
        except PackageNotFoundError:  # one for other systems
            continue
        files = dict(_files(package))
        if any(path.endswith(_COMPILED) for path in files):
            left_out.append(name)
            continue
        found.append(_wheel(package.metadata["Name"], package.version, files))
        names += _requirements(name)
    return found, sorted(left_out)


def _requirements(name: str) -> list[str]:
    """The names of the packages that one needs in any case: those of extras are not needed."""
    asked = distribution(name).requires or []
    return [re.split(r"[^\w.-]", text.strip(), maxsplit=1)[0] for text in asked if "extra ==" not in text]


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "_", name).lower()


def _files(package: Distribution) -> Iterator[tuple[str, bytes]]:
    """The files of an installed package by their path in its wheel; scripts lie elsewhere."""
    for path in package.files or ():
        if ".." not in path.parts and not any(path.match(f"*{end}") or end in path.parts for end in _LEFT_OUT):
            place = Path(str(path.locate()))
            if place.is_file() and path.name not in ("RECORD", "INSTALLER", "REQUESTED", "direct_url.json"):
                yield path.as_posix(), place.read_bytes()


def _own_wheel() -> Wheel:
    """lastmove itself: it may be installed in a way that lists no files."""
    folder = Path(lastmove.__file__).parent
    files = {}
    for place in sorted(folder.rglob("*")):
        if place.is_file() and "__pycache__" not in place.parts:
            files[f"lastmove/{place.relative_to(folder).as_posix()}"] = place.read_bytes()
    facts = f"lastmove-{__version__}.dist-info"
    files[f"{facts}/METADATA"] = str(distribution("lastmove").metadata).encode("utf-8", "replace")
    files[f"{facts}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: lastmove\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    return _wheel("lastmove", __version__, files)


def _wheel(name: str, version: str, files: dict[str, bytes]) -> Wheel:
    facts = next(path.partition("/")[0] for path in files if path.partition("/")[0].endswith(".dist-info"))
    record = [f"{path},sha256={_digest(data)},{len(data)}" for path, data in files.items()]
    whole = {**files, f"{facts}/RECORD": "\n".join([*record, f"{facts}/RECORD,,", ""]).encode()}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for path, data in whole.items():
            packed.writestr(zipfile.ZipInfo(path, _DATE), data, zipfile.ZIP_DEFLATED)
    tops = {path.partition("/")[0].removesuffix(".py") for path in files if path.endswith(".py")}
    modules = tuple(sorted(top for top in tops if top.isidentifier()))
    return Wheel(f"{_plain(name)}-{version}-py3-none-any.whl", out.getvalue(), modules)


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(sha256(data).digest()).rstrip(b"=").decode()


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
    config = {"transport": "worker", "pyodide": address, "wheels": homes, "kept": "./kept.json"}
    files = page_files()
    files["kept.json"] = json.dumps(first_answers()).encode()
    files["config.js"] = f"export const config = {json.dumps(config, indent=1)};\n".encode()
    files["index.html"] = _with_policy(files["index.html"].decode(), address).encode()
    files |= {f"wheels/{wheel.name}": wheel.data for wheel in wheels}
    files["service_worker.js"] = _keeping(files, target if address == "./pyodide/" else None)
    for path, data in files.items():
        place = target / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    if left_out:
        click.echo(f"Left out, not available in browsers: {', '.join(left_out)}.", err=True)


def _keeping(files: dict[str, bytes], copied: Path | None) -> bytes:
    """The service worker that keeps these files, and Python where it was copied to the site."""
    names = [name for name in files if name != "service_worker.js"]
    digest = sha256(b"".join(files[name] for name in names))
    if copied is not None:
        python = sorted((copied / "pyodide").iterdir())
        names += [f"pyodide/{path.name}" for path in python]
        digest.update("".join(f"{path.name} {path.stat().st_size}" for path in python).encode())
    text = files["service_worker.js"].decode()
    text = text.replace("VERSION = ''", f"VERSION = '{digest.hexdigest()[:16]}'", 1)
    return text.replace("FILES = []", f"FILES = {json.dumps(['./', *names])}", 1).encode()


def _with_policy(page: str, address: str) -> str:
    """The page with its content security policy in it: a server of plain files sends no headers."""
    parts = urlsplit(address)
    origin = f"{parts.scheme}://{parts.netloc}" if parts.scheme else ""
    policy = content_policy(scripts=f"'wasm-unsafe-eval' {origin}".strip(), connect=origin)
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    return _HEAD.sub(lambda found: f"{found[0]}\n{meta}", page, count=1)
