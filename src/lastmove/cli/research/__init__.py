"""Commands that hold statements against many boards."""
