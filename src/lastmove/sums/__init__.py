"""Sums of games: by Grundy values, by genus, by search."""
