"""One seat's sheet: its map and marks, damage to its monsters, its bonuses."""
