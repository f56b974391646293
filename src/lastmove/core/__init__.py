"""The concepts everything else is built on; standard library only."""
