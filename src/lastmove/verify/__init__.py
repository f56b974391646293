"""Statements held against the definition of the games; claims refuted."""
