"""Playing against the engine, or between two people."""
