"""What the box holds: the grid that the cards form, and the checks of the content."""
