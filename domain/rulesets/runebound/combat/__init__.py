"""Combat: its beginning and rounds, the three steps, escape, heroes against heroes."""
