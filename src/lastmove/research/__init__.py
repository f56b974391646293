"""Verification of statements against the law."""
