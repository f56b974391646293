"""Rules that read who wins off a matching, and their checks."""
