"""The contents of the box: the kinds of printed components, and the checks of the content."""
