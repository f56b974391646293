"""Rules that label every vertex won or lost, and their checks."""
