"""What the box holds: the geometry of the cave."""
