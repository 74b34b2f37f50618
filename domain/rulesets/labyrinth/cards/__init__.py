"""What each kind of card does: Locations, Trophies, Specials, Steambots and Rivals."""
