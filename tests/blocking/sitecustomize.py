"""For `scripts/test`: with this folder on PYTHONPATH, the packages in LASTMOVE_WITHOUT cannot be imported.

Python runs it when it starts, so processes that tests start are held to it too. A module that is None is one that is
not there: `import` says so, and `find_spec` finds nothing.
"""

from __future__ import annotations

import os
import sys
from typing import Any, cast

for package in os.environ.get("LASTMOVE_WITHOUT", "").split():
    cast("dict[str, Any]", sys.modules)[package] = None
