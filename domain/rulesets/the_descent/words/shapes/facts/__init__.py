"""The shapes of the facts."""
