"""What the box holds: the kinds of printed components, and the checks of the content."""
