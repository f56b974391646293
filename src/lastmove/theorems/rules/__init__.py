"""The rules that several theorems share, each beside its check."""
