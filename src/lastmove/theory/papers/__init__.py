"""A module or a folder for each paper: its numbered results, its reductions, its open problems and errata."""
