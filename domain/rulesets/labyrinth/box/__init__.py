"""What the box holds: the grid that the cards form."""
