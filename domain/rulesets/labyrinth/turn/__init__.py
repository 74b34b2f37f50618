"""A turn: the move, and the Duel or the exploring that follows it."""
