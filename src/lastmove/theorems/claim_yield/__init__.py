"""The game of claims and yields, which decides NimG-RM on undirected circles."""
