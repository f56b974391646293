"""``python -m lastmove``."""

from lastmove.apps.main import main

main()
