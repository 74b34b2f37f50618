"""The bots, and what they estimate."""
