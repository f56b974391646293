"""Commands that tell what is known: games, schemas, theorems, papers."""
