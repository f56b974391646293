"""Positions, moves, games played and formulas, as text and JSON."""
