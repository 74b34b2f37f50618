"""The contents of the box: distances on the maps, and the checks of the content."""
