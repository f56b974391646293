"""What is needed on the day of a release: one version, one address, extras by their names, and workflows."""

from __future__ import annotations

import json
import re
import tomllib
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml

import lastmove as lm
from lastmove.core.optional import EXTRAS

ROOT = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def text(name: str) -> str:
    return (ROOT / name).read_text()


def test_one_version_and_one_date() -> None:
    version = re.escape(lm.__version__)
    found = re.search(rf"^## {version} \((\d{{4}}-\d\d-\d\d)\)$", text("CHANGELOG.md"), re.MULTILINE)
    assert found is not None
    day = found[1]
    assert date.fromisoformat(day)
    zenodo = json.loads(text(".zenodo.json"))
    assert (zenodo["version"], zenodo["publication_date"]) == (lm.__version__, day)
    assert f'version: {lm.__version__}\ndate-released: "{day}"' in text("CITATION.cff")
    assert f'{{% set version = "{lm.__version__}" %}}' in text("deploy/conda/meta.yaml")
    assert text("docs/reference/release-notes.md").startswith(f"# Release notes: {lm.__version__}\n")


def test_one_address() -> None:
    source = PROJECT["urls"]["Source"]
    pattern = r"https://github\.com/[\w-]+/lastmove\b"
    for name in ("pyproject.toml", "CITATION.cff", ".zenodo.json", "deploy/conda/meta.yaml"):
        assert set(re.findall(pattern, text(name))) == {source}, name


def test_extras_are_what_messages_say() -> None:
    brought = {
        extra: tuple(re.split(r"[^\w-]", each)[0] for each in packages)
        for extra, packages in PROJECT["optional-dependencies"].items()
        if extra != "test"
    }
    assert brought == EXTRAS


def test_the_recipe_needs_what_the_package_needs() -> None:
    recipe = text("deploy/conda/meta.yaml")
    for needed in PROJECT["dependencies"]:
        name, bound = re.fullmatch(r"([\w-]+)(>=[\d.]+).*", needed).groups()  # type: ignore[union-attr]
        assert f"    - {name} {bound}\n" in recipe
    for packages in PROJECT["optional-dependencies"].values():
        for needed in packages:
            name, _, bound = needed.partition(">=")
            for line in re.findall(rf"^    - (?:python-)?{re.escape(name)}(?:-base)? >=(.+)$", recipe, re.MULTILINE):
                assert line == bound, needed


TEXTS = (".md", ".py", ".yaml", ".yml", ".service", ".conf", ".html", ".js", ".po", ".tex", ".slurm", "")
INSTALL = re.compile(r"(pip|pipx|uv tool|uv|conda) (install|add) +(-\S+ +)*['\"]?lastmove\b")
HOSTS = re.compile(r"\b(pypi\.org|anaconda\.org|npmjs\.com|pythonhosted)")
PLACES = ("README.md", "CONTRIBUTING.md", ".github", "docs", "src", "deploy", "paper", "examples")


@pytest.mark.parametrize("name", PLACES)
def test_nobody_is_told_to_install_a_name_that_is_not_ours(name: str) -> None:
    """Until the index has lastmove, only a folder or a file can be installed; and no package host is named."""
    place = ROOT / name
    for path in [place] if place.is_file() else sorted(place.rglob("*")):
        if path.is_file() and path.suffix in TEXTS and "_build" not in path.parts:
            said = path.read_text(encoding="utf-8", errors="replace")
            assert not INSTALL.search(said), path
            assert not HOSTS.search(said), path


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows(path: Path) -> None:
    """What actionlint says is looked at by hand (CONTRIBUTING); this is what must not be forgotten."""
    flow = yaml.safe_load(path.read_text())
    assert flow["permissions"] == {"contents": "read"}
    for name, job in flow["jobs"].items():
        needs = job.get("needs", [])
        assert set([needs] if isinstance(needs, str) else needs) <= set(flow["jobs"]), name
        for step in job.get("steps", ()):
            assert ("uses" in step) != ("run" in step), (name, step)
            assert not step.get("uses", "x@v1").endswith(("@main", "@master")), step
            for script in re.findall(r"\b(?:scripts|deploy)/[\w/.]+", step.get("run", "")):
                assert (ROOT / script).exists(), script
        reused = job.get("uses", "")
        assert not reused or (ROOT / reused).exists()
    if path.stem == "packages":
        tried = flow["jobs"]["try"]["strategy"]["matrix"]["extra"]
        assert set(tried) == {"none", "sdist", "tools", *EXTRAS}


def test_the_job_for_kubernetes_has_all_its_parts() -> None:
    parts = list(yaml.safe_load_all(text("deploy/cluster/kubernetes.yaml")))
    assert [part["kind"] for part in parts] == ["PersistentVolumeClaim", "Service", "Deployment", "Deployment", "Job"]
    images = set(re.findall(r"image: (\S+)", text("deploy/cluster/kubernetes.yaml")))
    assert images == {f"lastmove:{lm.__version__}"}


def test_publishing_needs_no_password() -> None:
    release = text(".github/workflows/release.yml")
    assert "id-token: write" in release
    assert "--trusted-publishing always" in release
    assert not re.search(r"password|secrets\.", release.replace("No password", ""))
