"""What makes a search shorter without changing its answer: twins, chains, symmetry, subsets, the order of options."""
