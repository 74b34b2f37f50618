"""Characters: how they move, and what they lose."""
