"""Cards played: in a room, against a boss, and torches lit out of turn."""
