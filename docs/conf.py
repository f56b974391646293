"""Sphinx settings; ``python -m sphinx -W -b html docs docs/_build/html`` builds the pages."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

from lastmove import __version__

project = "lastmove"
author = "The lastmove developers"
copyright = "2026, The lastmove developers"  # noqa: A001
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]
myst_heading_anchors = 3

autodoc_typehints = "signature"
autodoc_member_order = "bysource"
napoleon_google_docstring = False
napoleon_use_ivar = True
napoleon_use_rtype = False

html_theme = "alabaster"
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
