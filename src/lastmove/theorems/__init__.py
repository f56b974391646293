"""What is known: a module for each paper, each numbered result in one place, in our own words."""
