"""Which method answers a position."""
