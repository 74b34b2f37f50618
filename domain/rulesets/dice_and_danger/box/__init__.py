"""What the box holds: distances on the maps, and the checks of the content."""
