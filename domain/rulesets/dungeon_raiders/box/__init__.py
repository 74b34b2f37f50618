"""What the box holds: the kinds of printed components."""
