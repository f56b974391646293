"""Quantified boolean formulas: the value, the text format QDIMACS, and truth by the definition."""
