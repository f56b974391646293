"""Every board of a family, solved: from a conjecture to a billion graphs."""
