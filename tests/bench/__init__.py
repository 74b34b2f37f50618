"""Measurements beside a peer or a floor; not part of the suite."""
