"""Heroes: their figures, markers, possessions and abilities, their rolls, and harm done to them."""
