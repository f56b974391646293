"""Edge NimG: what several of its theorems share, and the checks of their evidence."""
