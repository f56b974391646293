"""Commands that make positions, rewrite them, and put them on paper."""
