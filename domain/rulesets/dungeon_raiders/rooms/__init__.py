"""Rooms: the way through them, what each kind does, the boss, life lost and treasure won."""
