"""Sphinx settings; ``python -m sphinx -W -b html docs docs/_build/html`` builds the pages.

The front page has a board to play on. Where ``lastmove site docs/_playground --pyodide ...`` has written the playground
(or LASTMOVE_PLAYGROUND names its folder) it is copied into the site and shown there; it is too large to be kept in the
repository. Elsewhere the front page has a small game of Nim, a page of its own that needs nothing.
"""

import os
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

from lastmove import __version__

project = "lastmove"
author = "The lastmove developers"
copyright = "2026, The lastmove developers"  # noqa: A001
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build", "_playground"]
myst_heading_anchors = 3

autodoc_typehints = "signature"
autodoc_member_order = "bysource"
napoleon_google_docstring = False
napoleon_use_ivar = True
napoleon_use_rtype = False

html_theme = "lastmove"
html_theme_path = ["_theme"]
html_title = f"lastmove {version}"
html_static_path = ["_static"]
html_theme_options = {
    "description": "Who wins Nim-like games, and why",
    "fixed_sidebar": True,
    "page_width": "1200px",
    "body_max_width": "960px",
    "sidebar_width": "210px",
}
html_sidebars = {"**": ["about.html", "navigation.html", "searchbox.html"]}
html_show_sourcelink = False

PLAYGROUND = Path(os.environ.get("LASTMOVE_PLAYGROUND") or Path(__file__).parent / "_playground")


def show_board(app, _, __, context, ___):
    """Say where the board of the front page is."""
    has_playground = (PLAYGROUND / "index.html").is_file() and app.builder.format == "html"
    context["body"] = context.get("body", "").replace(
        "BOARD-ADDRESS", "playground/index.html" if has_playground else "_static/nim.html"
    )


def copy_playground(app, error):
    """Put the playground beside the pages."""
    if error is None and app.builder.format == "html" and (PLAYGROUND / "index.html").is_file():
        shutil.copytree(PLAYGROUND, Path(app.outdir) / "playground", dirs_exist_ok=True)


def setup(app):
    """Sphinx calls this."""
    app.connect("html-page-context", show_board)
    app.connect("build-finished", copy_playground)
