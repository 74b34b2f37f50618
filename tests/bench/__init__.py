"""Benchmarks, as ratios to a peer or a floor; not part of the suite."""
