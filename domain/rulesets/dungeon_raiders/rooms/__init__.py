"""Rooms: the way through them, the effect of each kind, the boss, life lost and treasure won."""
