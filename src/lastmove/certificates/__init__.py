"""Evidence for answers: data, and checkers that know nothing of the solvers."""
