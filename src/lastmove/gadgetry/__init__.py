"""The search for gadgets: small graphs that stand in place of an arc, a crossing or a variable, with proof."""
