"""Why a position is won or lost: the argument, and the argument in words."""
