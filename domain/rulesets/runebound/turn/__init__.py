"""A turn: its phases, movement, the market, experience."""
