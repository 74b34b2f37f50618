"""The effects of each kind of card: Locations, Trophies, Specials, Steambots and Rivals."""
