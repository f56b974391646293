"""How boards and states are written: sets of small numbers, weights as planes of sets, what rules say of a state."""
