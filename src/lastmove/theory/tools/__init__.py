"""What several papers share: boards studied once for every start, matchings, parts of sums, certificates."""
