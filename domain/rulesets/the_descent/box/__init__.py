"""What the box holds: the cells and tiles of the cave, its geometry, shortest paths."""
