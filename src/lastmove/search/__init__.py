"""Exact searches. ``plain`` is the definition itself; the others are tested against it."""
