"""The rules of each game for the fast search: what is known of a state at once, and its options. A module a game."""
