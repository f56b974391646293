"""Commands that ask who wins, how, and why."""
