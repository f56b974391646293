"""The fast exact search for games that no theorem decides: one engine, and the rules of each game."""
