"""Heap games: tables of values, periods, and Nim on files."""
