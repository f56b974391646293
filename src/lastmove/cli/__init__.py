"""What people touch: they render what the engine says and know no game by name."""
