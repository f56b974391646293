"""Build the wheel and the sdist, install them into clean environments, and try what each extra brings.

    python scripts/try_packages.py              # all of it, with the Python that runs this; needs `build`
    python scripts/try_packages.py web sdist    # some of it
    python scripts/try_packages.py --dist dist none

``none`` is lastmove without extras, ``sdist`` runs a part of the tests in what the sdist holds, and ``tools`` installs
the command with ``uv tool`` and ``pipx``, where these are there.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
LARGEST = 130
"""MB that lastmove may take with what it needs, and no extra."""
SUBSET = ["tests/unit/core", "tests/unit/games", "tests/unit/notation", "tests/contract"]
"""The tests that the sdist runs on itself: `scripts/test quick` runs all quick ones there."""

TRIALS: dict[str, str] = {
    "none": """
import importlib.util, lastmove as lm
for name in ("numba", "duckdb", "dask", "mcp", "matplotlib", "starlette", "anywidget", "resvg_py", "scipy"):
    assert importlib.util.find_spec(name) is None, name
assert lm.solve(lm.Nim([3, 5, 7]), play="misere").outcome is lm.Outcome.N
assert run("solve", "vertex-geography:grid:3x3@4", "--play", "misere").startswith('{"outcome": "')
assert '"proved": true' in run("check", "--plain", given=run("solve", "nim:1,2", "--certificate"))
assert run("draw", "nim:1,2").startswith("<svg")
assert "pip install duckdb pyarrow" in run("census", "--game", "vertex-geography", "--n", "2", "--out", "t", status=2)
""",
    "census": """
run("census", "--game", "vertex-geography", "--n", "2-4", "--out", "table")
assert run("query", "table", "select count(*) as graphs from census") == '{"graphs": 9}\\n'
assert '"counterexample": {' in run("refute", "n < 3", "--game", "vertex-geography", "--n", "4", status=1)
""",
    "cluster": """
if __name__ == "__main__":
    from distributed import LocalCluster
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        said = run("solve", "nim:1,2", "nim:2,2", "--scheduler", cluster.scheduler_address, "--no-times")
    assert [line[12:15] for line in said.splitlines()] == ['"N"', '"P"'], said
""",
    "fast": """
import numba, lastmove as lm
from lastmove.core.optional import is_there
assert is_there("numba")
assert len(lm.outcomes(lm.VertexGeography(lm.graphs.named("grid:60x60"))).wins) == 3600
""",
    "mcp": """
import anyio, sys
from mcp import ClientSession, StdioServerParameters, stdio_client
async def ask():
    server = StdioServerParameters(command=sys.executable, args=["-m", "lastmove", "mcp"])
    async with stdio_client(server) as (reading, writing), ClientSession(reading, writing) as session:
        await session.initialize()
        tools = {tool.name for tool in (await session.list_tools()).tools}
        assert {"solve", "explain", "outcomes", "compare", "refute", "check"} <= tools, tools
        answer = await session.call_tool("solve", {"position": "nim:3,5,7"})
        assert '"N"' in answer.content[0].text, answer
if __name__ == "__main__":
    anyio.run(ask)
""",
    "notebook": """
import lastmove as lm
assert "anywidget" in str(type(lm.playground(lm.Nim([1, 2]))).__mro__)
""",
    "plot": """
run("grundy", "--octal", "0.77", "--heap", "50", "--plot", "values.png")
assert open("values.png", "rb").read(4) == b"\\x89PNG"
""",
    "png": """
run("draw", "nim:3,5,7", "--moves", "--out", "nim.png")
assert open("nim.png", "rb").read(4) == b"\\x89PNG"
""",
    "web": """
import json, re, subprocess, sys, urllib.request
command = [sys.executable, "-m", "lastmove", "serve", "--port", "0", "--no-open", "--workers", "2"]
server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
try:
    said = ""
    while not (found := re.search(r"http://[0-9.:]+", said)):
        line = server.stdout.readline()
        assert line, said
        said += line
    asked = json.dumps({"position": {"game": "nim", "heaps": [1, 2]}}).encode()
    address, kind = found[0].rstrip("/") + "/api/v1/solve", {"Content-Type": "application/json"}
    request = urllib.request.Request(address, asked, kind)
    assert json.load(urllib.request.urlopen(request))["outcome"] == "N"
finally:
    server.terminate()
    server.wait(30)
""",
}
"""What to do in an environment with one extra alone."""

HELP = """
import subprocess, sys
def run(*words, given="", status=0):
    done = subprocess.run([sys.executable, "-m", "lastmove", *words], input=given, capture_output=True, text=True)
    assert done.returncode == status, (words, done.returncode, done.stdout, done.stderr)
    return done.stdout if status == 0 else done.stdout + done.stderr
"""


def done(*words: str | Path, folder: Path | None = None) -> str:
    """Run a command; what it wrote, or the end of this if it failed."""
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    ended = subprocess.run(
        [str(word) for word in words], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    if ended.returncode:
        sys.exit(f"{' '.join(map(str, words))}\n{ended.stdout[-3000:]}\n{ended.stderr[-3000:]}")
    return ended.stdout


def build(folder: Path) -> None:
    """The wheel and the sdist, and what twine says of them where it is there."""
    done(sys.executable, "-m", "build", "--outdir", folder, ROOT)
    if shutil.which("twine") or (Path(sys.executable).parent / "twine").exists():
        print(done(sys.executable, "-m", "twine", "check", "--strict", *folder.iterdir()).strip())


def environment(folder: Path, *wanted: str) -> Path:
    """A clean environment with these; its Python."""
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    done(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *wanted)
    return python


def megabytes(folder: Path, *without: str) -> float:
    """What is below a folder, but for these packages."""
    files = (path for path in folder.rglob("*") if path.is_file() and not set(path.parts) & set(without))
    return sum(path.stat().st_size for path in files) / 1e6


def try_extra(wheel: Path, name: str, folder: Path) -> str:
    """Install the wheel with one extra, and do what the extra is for."""
    python = environment(folder / "venv", str(wheel) if name == "none" else f"{wheel}[{name}]")
    desk = folder / "desk"
    desk.mkdir()
    (desk / "trial.py").write_text(HELP + TRIALS[name], encoding="utf-8")
    done(python, "-m", "pip", "check")
    done(python, "trial.py", folder=desk)
    size = megabytes(folder / "venv", "pip", "setuptools", "__pycache__")
    if name == "none" and size > LARGEST:
        sys.exit(f"lastmove without extras takes {size:.0f} MB, more than {LARGEST}")
    return f"{size:.0f} MB"


def try_sdist(archive: Path, folder: Path) -> str:
    """Unpack the sdist, and run a part of its tests there."""
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    (source,) = (path for path in folder.iterdir() if path.is_dir())
    python = environment(folder / "venv", f"{source}[test]")
    return done(python, "-m", "pytest", "-m", "not long", *SUBSET, folder=source).strip().splitlines()[-1]


def try_tools(wheel: Path, folder: Path) -> str:
    """Install the command as tools are installed, and call it."""
    tried = []
    for name, words in {"uv": ["tool", "install", "--force"], "pipx": ["install", "--force"]}.items():
        beside = Path(sys.executable).parent / name
        program = str(beside) if beside.exists() else shutil.which(name)
        if program is None:
            continue
        places = {
            "UV_TOOL_DIR": "uv",
            "UV_TOOL_BIN_DIR": f"{name}-bin",
            "PIPX_HOME": "pipx",
            "PIPX_BIN_DIR": f"{name}-bin",
        }
        os.environ |= {variable: str(folder / place) for variable, place in places.items()}
        os.environ["PIPX_DEFAULT_PYTHON"] = os.environ["UV_PYTHON"] = sys.executable
        done(program, *words, wheel)
        assert done(folder / f"{name}-bin" / "lastmove", "solve", "nim:1,2", "--no-times").startswith('{"outcome": "N"')
        tried.append(name)
    return " and ".join(tried) or "neither uv nor pipx is there"


def main() -> None:
    with open(ROOT / "pyproject.toml", "rb") as file:
        extras = set(tomllib.load(file)["project"]["optional-dependencies"]) - {"test"}
    everything = ["none", *sorted(extras), "sdist", "tools"]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", default=everything, help=f"one or more of {', '.join(everything)}")
    parser.add_argument("--dist", type=Path, help="a folder with the wheel and the sdist; otherwise they are built")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        made = given.dist or Path(folder) / "dist"
        if given.dist is None:
            build(made)
        (wheel,), (archive,) = (sorted(made.resolve().glob(f"lastmove-*{end}")) for end in (".whl", ".tar.gz"))
        print(f"{wheel.name} {wheel.stat().st_size / 1e6:.1f} MB, {archive.name} {archive.stat().st_size / 1e6:.1f} MB")
        for name in given.what:
            desk = Path(folder) / name
            desk.mkdir()
            if name == "sdist":
                said = try_sdist(archive, desk)
            else:
                said = try_tools(wheel, desk) if name == "tools" else try_extra(wheel, name, desk)
            print(f"{name}: {said}", flush=True)
            shutil.rmtree(desk)


if __name__ == "__main__":
    main()
