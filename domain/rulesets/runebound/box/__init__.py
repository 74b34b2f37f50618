"""What the box holds: the vocabulary of the cards, the map's hexes, the checks of the content."""
