"""The contents of the box: the grid that the cards form, and the checks of the content."""
