"""The search of each game: the board in parts, the simplifications that pay there, the machine for the rest."""
